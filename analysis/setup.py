"""Game and rules as a command line names them."""

from __future__ import annotations

from typing import Any

from analysis.errors import BadInput
from analysis.options import WithRules
from engine.api import Game
from engine.options import read_rules
from engine.registry import game as find_game


def seats_of(game: Game) -> range:
    """Return the numbers of players a game allows."""
    allowed = game.rules_type.model_json_schema()["properties"]["players"]
    return range(allowed["minimum"], allowed["maximum"] + 1)


def rules_of(game: Game, options: WithRules) -> Any:
    """Return the rules that the options describe.

    Raises
    ------
    BadInput
        If the number of players is missing.
    BadRules
        If a rules option does not exist or has a value that is not allowed.
    """
    seats = seats_of(game)
    if options.players is None:
        raise BadInput("--players", None, f"{seats[0]} to {seats[-1]}")
    return read_rules(game.rules_type, options.players, options.rule_options())


def setup(name: str, options: WithRules) -> tuple[Game, Any]:
    """Return the game of a name, and its rules by the options."""
    game = find_game(name)
    return game, rules_of(game, options)
