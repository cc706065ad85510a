"""Explorers' rates in each variant of the game, from the results, with what a variant changes."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

from models.base import BadQuestion
from models.kraken.position import Position
from models.kraken.values import stored

LEVEL: Final = 0.95
BASIC: Final = "basic"
Z: Final = NormalDist().inv_cdf((1 + LEVEL) / 2)


def rates_of(position: Position) -> dict[str, dict[str, tuple[float, float]]]:
    """Return explorers' rate and its standard error by variant and reply, roles as dealt."""
    kept = stored("expansion", position.players)
    if kept is None:
        raise BadQuestion("expansion: players", position.players, "a number with stored results")
    chances = position.skeleton_chances
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for row in kept["rows"]:
        if row["skeletons"] not in chances:
            continue
        chance = float(chances[row["skeletons"]])
        rate = (row["wins"] + 1) / (row["games"] + 2)  # never a certainty from few games
        replies = found.setdefault(row["variant"], {})
        value, variance = replies.get(row["reply"], (0.0, 0.0))
        variance += chance**2 * rate * (1 - rate) / row["games"]
        replies[row["reply"]] = value + chance * row["wins"] / row["games"], variance
    return {
        name: {reply: (value, sqrt(v)) for reply, (value, v) in replies.items()}
        for name, replies in found.items()
    }


def worst_of(replies: Mapping[str, tuple[float, float]]) -> tuple[str, float, float]:
    """Return the reply that leaves least, the rate and its standard error."""
    reply = min(replies, key=lambda name: replies[name][0])
    return reply, *replies[reply]


def change_row(
    name: str, found: tuple[str, float, float], basic: tuple[str, float, float]
) -> dict[str, Any]:
    """Return a variant's row; the change's interval takes both errors as independent."""
    reply, value, error = found
    change, both = value - basic[1], sqrt(error**2 + basic[2] ** 2)
    row = {"variant": name, "reply": reply, "value": value}
    row |= {"ci_low": value - Z * error, "ci_high": value + Z * error}
    if name == BASIC:
        return row
    return row | {
        "change": change,
        "change_low": change - Z * both,
        "change_high": change + Z * both,
    }


def left_out(
    worst: Mapping[str, tuple[str, float, float]], special: list[tuple[str, float, float]]
) -> list[dict[str, Any]]:
    """Return what each special card changes: games with it less games without it."""
    rows = []
    for name, (_, without, error) in worst.items():
        if not name.startswith("special"):
            continue
        others = [(value, e) for _, value, e in special if (value, e) != (without, error)]
        present = sum(value for value, _ in others) / len(others)
        both = sqrt(error**2 + sum(e**2 for _, e in others) / len(others) ** 2)
        effect = present - without
        card = name.rpartition(" ")[2]
        rows.append(
            {
                "card": card,
                "value": effect,
                "ci_low": effect - Z * both,
                "ci_high": effect + Z * both,
            }
        )
    return rows
