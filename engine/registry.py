"""The games, one line each; a game is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from engine.api import EngineError, Game

GAMES = {
    "good-guys": "engine.good_guys.game",
    "kraken": "engine.kraken.game",
}
"""Module of each game, which holds it as ``GAME``."""


def game(name: str) -> Game:
    """Return the game of a name.

    Raises
    ------
    EngineError
        If there is no such game; lists those there are.
    """
    if name not in GAMES:
        raise EngineError(f"game {name!r}; allowed: {', '.join(GAMES)}")
    return cast(Game, import_module(GAMES[name]).GAME)
