"""`analyze calibrate`: the loop of solving, playing and fitting, and the file it leaves."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

from platformdirs import user_data_path

from analysis.errors import BadInput
from analysis.files import write_atomically
from analysis.options import Calibrate
from analysis.progress import bar
from analysis.setup import seats_of
from engine.registry import game as find_game

LOOPS = {"good-guys": "analysis.calibrate"}
"""Module of each game's loop, with a function ``calibrate``."""


def calibrated(options: Calibrate) -> dict[str, Any]:
    """Run a game's loop, write the fitted values, and return them with the file's name.

    Raises
    ------
    BadInput, EngineError
        If game or players are not as they should be.
    """
    seats = seats_of(find_game(options.game))
    if options.game not in LOOPS:
        raise BadInput("GAME", options.game, f"{', '.join(LOOPS)}; no other game has a loop yet")
    if options.players not in seats:
        raise BadInput("--players", options.players, f"{seats[0]} to {seats[-1]}")
    folder = options.results or user_data_path("equitable") / "results"
    with bar("calibration") as progress:
        found = import_module(LOOPS[options.game]).calibrate(
            options.players,
            qre_lambda=options.qre_lambda,
            rounds=options.steps,
            games=options.games,
            samples=options.samples,
            seed=options.seed,
            shipped=options.start == "shipped",
            report=lambda step: progress((step["round"] + 1) / options.steps),
        )
    file = folder / options.game.replace("-", "_") / f"win-{options.players}.json"
    write_atomically(file, json.dumps(found, indent=1).encode())
    return {**found, "file": str(file)}
