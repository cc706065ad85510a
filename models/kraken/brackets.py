"""The stored bounds of the whole game, by concept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.base import BadQuestion
from models.kraken.position import Position
from models.kraken.values import stored


def for_number(rows: list[dict[str, Any]], count: int) -> dict[str, float]:
    """Return the best bounds where the number of skeletons happens to be this."""
    each = [(row["side"], row["by_skeletons"][count]) for row in rows if row["each"]]
    return {
        "lower": max(value for side, value in each if side == "lower"),
        "upper": min(value for side, value in each if side == "upper"),
    }


def bounds_of(position: Position, concept: str) -> list[dict[str, Any]]:
    """Return the bounds known under a concept, each by its method.

    Those with ``each`` hold for every number of skeletons alone, the others as roles are dealt.

    Raises
    ------
    BadQuestion
        If no results are stored for the number of players.
    """
    kept: Mapping[str, Any] | None = stored("whole-game", position.players)
    if kept is None:
        raise BadQuestion("whole-game: players", position.players, "a number with stored results")
    chances = position.skeleton_chances
    rows = []
    for row in kept["rows"]:
        each = row.get("each", True)
        if concept in row["concepts"] and (each or position.skeletons is None):
            by_count = {int(count): float(v) for count, v in row["by_skeletons"].items()}
            value = sum(float(chance) * by_count[count] for count, chance in chances.items())
            rows.append({**row, "by_skeletons": by_count, "value": value, "each": each})
    return rows
