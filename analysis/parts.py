"""A game's own part of a task: its questions, reports or checks, one module a game."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from analysis.errors import BadInput


def game_part(task: str, game: str) -> Any:
    """Return the module of a game in the package ``analysis.<task>``.

    Raises
    ------
    BadInput
        If the game has no such part yet; lists those that have.
    """
    known = {
        item.name.replace("_", "-"): item.name
        for item in iter_modules([str(Path(__file__).parent / task)])
    }
    if game not in known:
        raise BadInput("GAME", game, f"{', '.join(known)}; no other game has {task} yet")
    return import_module(f"analysis.{task}.{known[game]}")
