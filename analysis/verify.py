"""`analyze verify`: shipped results, derived again by other methods."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from analysis.options import Verify
from analysis.parts import game_part
from analysis.progress import bar
from analysis.report import players_of
from analysis.setup import seats_of
from engine.registry import game as find_game

SINGLE_METHOD = {
    "good-guys": ["win-N: fitted to complete play, checked by complete play only"],
    "kraken": [
        "two-tables-N, last-round-N, whole-game-N: proven bounds, derived by one program only",
        "plays-N: measured in complete play, checked by complete play only",
    ],
}
"""Shipped results that have no second method, by game."""


def verified(options: Verify) -> dict[str, Any]:
    """Return every check of a game's shipped results, and whether all held.

    Raises
    ------
    BadInput, EngineError
        If game or players are not as they should be.
    """
    started = perf_counter()
    seats = seats_of(find_game(options.game))
    players = players_of(options.players, seats) if options.players else list(seats)
    checks = game_part("verification", options.game).checks
    rows: list[dict[str, Any]] = []
    with bar("verify") as progress:
        for step, n in enumerate(players):
            rows += checks(n, options.games, options.seed, options.workers)
            progress((step + 1) / len(players))
    return {
        "game": options.game,
        "checks": rows,
        "single_method": SINGLE_METHOD.get(options.game, []),
        "ok": all(row["ok"] for row in rows),
        "seconds": perf_counter() - started,
    }
