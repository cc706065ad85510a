"""Values that were solved beforehand, as ``results/kraken`` holds them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from models.kraken.position import Position

FOLDER: Final = "kraken"


SOURCES: Final = {
    "bounds": ("pile", "informed", "bounds"),
    "two-tables": ("pile", "public", "flat", "two_tables"),
    "last-round": ("pile", "public", "response", "oracle", "commitment", "round_game"),
    "whole-game": (
        *("pile", "informed", "bounds", "cautious"),
        *("public", "flat", "response", "commitment", "rounds", "reports"),
    ),
}
"""The modules whose text a results file depends on."""


def source_hash(name: str) -> str:
    """Return the digest of the program text behind a results file, as the file carries it."""
    digest = hashlib.sha256()
    for module in SOURCES[name]:
        digest.update((Path(__file__).parent / f"{module}.py").read_bytes())
    return digest.hexdigest()


@cache
def stored(name: str, players: int) -> Mapping[str, Any] | None:
    """Return a results file's document; None where there is none."""
    file = files("results") / FOLDER / f"{name}-{players}.json"
    if not file.is_file():
        return None
    return dict(json.loads(file.read_text(encoding="utf-8")))


def stored_last_round(position: Position, given: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return proven bounds of the last round from the results; None where there are none."""
    kept = stored("last-round", position.players)
    if kept is None or position.skeletons is not None:
        return None
    for row in kept["rows"]:
        same = row["concept"] == given["concept"] and row["messages"] == given["messages"]
        if same and row["treasures_left"] == position.treasures_left:
            return float(row["lower"]), float(row["upper"])
    return None
