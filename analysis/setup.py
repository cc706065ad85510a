"""Game and rules as a command line names them."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from analysis.errors import BadInput
from analysis.options import WithRules
from engine.api import Game
from engine.options import read_rules
from engine.registry import game as find_game

FITTED = {"good-guys": "models.good_guys.values"}
"""Module of each game's fitted values, with a function ``adopt``."""


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
    """Return the game of a name, and its rules by the options; adopt values fitted by the user."""
    game = find_game(name)
    rules = rules_of(game, options)
    if options.results is not None:
        adopt(name, options.results, rules.players)
    return game, rules


def adopt(name: str, folder: Path, players: int) -> None:
    """Use the fitted values of a folder; warn and keep the shipped ones where they do not fit.

    Raises
    ------
    BadInput
        If the game has no fitted values.
    """
    if name not in FITTED:
        raise BadInput("--results", str(folder), f"only with {', '.join(FITTED)}")
    reason = import_module(FITTED[name]).adopt(folder, players)
    if reason:
        sys.stderr.write(f"warning: --results: {reason}; the shipped values are used\n")
