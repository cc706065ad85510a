"""What there is: games, their rules and their bots, as documents."""

from __future__ import annotations

from typing import Any

from analysis.options import WithRules
from analysis.setup import rules_of, seats_of
from bots.base import GAMES as BOTS
from bots.base import bots_of
from engine.options import describe
from engine.registry import GAMES
from engine.registry import game as find_game


def games() -> dict[str, Any]:
    """Return every game with its title and numbers of players."""
    found = []
    for name in GAMES:
        game = find_game(name)
        seats = seats_of(game)
        found.append(
            {
                "name": name,
                "title": dict(game.title),
                "players": [seats[0], seats[-1]],
                "unit": game.unit,
            }
        )
    return {"games": found}


def bots(name: str) -> dict[str, Any]:
    """Return the bots of a game, or of every game if the name is empty."""
    return {
        "bots": [
            {
                "name": info.name,
                "game": game,
                "title": dict(info.title),
                "models": dict(info.models),
                "properties": list(info.properties),
            }
            for game in ([name] if name else BOTS)
            for info in bots_of(game).values()
        ]
    }


def rules(name: str, options: WithRules) -> dict[str, Any]:
    """Return every option of a game's rules, its value for these players, and what it means."""
    game = find_game(name)
    found = rules_of(game, options)
    return {
        "game": name,
        "title": dict(game.title),
        "players": found.players,
        "rules": found.model_dump(mode="json"),
        "options": [
            {
                "name": option.name,
                "value": found.model_dump(mode="json")[option.name],
                "allowed": option.allowed,
                "description": option.description,
            }
            for option in describe(found)
        ],
    }
