"""Answers of the two bounds that the informed kernel gives."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

from models.base import BadQuestion, Solution
from models.kraken.informed import Floats, chain
from models.kraken.kinds import exact_certificate, team_values
from models.kraken.pile import ROUNDS, skeleton_chances
from models.kraken.position import Position


@cache
def table(players: int, informed: int, sign: float) -> Floats:
    """Return :func:`models.kraken.informed.chain`, kept."""
    return chain(players, informed, sign)


def bound(players: int, skeletons: int, sign: float, round_: int, treasures: int) -> float:
    """Return the explorers' chance at a round's start, the marker on a random seat.

    Parameters
    ----------
    sign : float
        1 where the explorers are the informed side, -1 where the skeletons are.
    """
    own, other = bound_by_marker(players, skeletons, sign, round_, treasures)
    explorer, skeleton = (own, other) if sign > 0 else (other, own)
    total = 0.0  # a side without seats has no value: it never holds the marker
    if skeletons < players:
        total += (players - skeletons) * explorer
    if skeletons:
        total += skeletons * skeleton
    return total / players


def bound_by_marker(
    players: int, skeletons: int, sign: float, round_: int, treasures: int
) -> tuple[float, float]:
    """Return the chance with the marker on an informed seat, and on one of the others."""
    informed = players - skeletons if sign > 0 else skeletons
    own, other = table(players, informed, sign)[round_, treasures]
    return float(own), float(other)


def answer(model: ModuleType, decision: str, position: Position, sign: float) -> Solution:
    """Return the solution of a bound: over the deal of roles, by skeletons, round and marker.

    Raises
    ------
    BadQuestion
        If the position is not at a round's start.
    """
    if position.revealed:
        raise BadQuestion(f"{decision}: revealed", position.revealed, "0, a round's start")
    n, left = position.players, position.treasures_left
    rows: list[dict[str, Any]] = []
    for count, chance in position.skeleton_chances.items():
        own, other = bound_by_marker(n, count, sign, position.round, left)
        explorer, skeleton = (own, other) if sign > 0 else (other, own)
        rows.append(
            {
                "skeletons": count,
                "chance": float(chance),
                "value": bound(n, count, sign, position.round, left),
                "marker_explorer": explorer if count < n else None,
                "marker_skeleton": skeleton if count else None,
            }
        )
    value = sum(row["chance"] * row["value"] for row in rows)
    nobody = sum(row["chance"] * (1 - row["value"]) for row in rows if row["skeletons"] == 0)
    side = "upper" if sign > 0 else "lower"
    return Solution(
        question=model.QUESTION,
        decision=decision,
        model=model.__name__,
        utility="win",
        unit="probability",
        assumptions=model.ASSUMPTIONS,
        recommendation={"type": decision, "concept": model.CONCEPT, side: value},
        alternatives=tuple(rows),
        strategies={},
        values=team_values(value, nobody),
        certificate=exact_certificate("backward induction", f"{side} bound: {model.CONCEPT}"),
        sensitivity=tuple(
            {"round": r, "treasures_left": m, "value": _over_roles(n, sign, r, m)}
            for r in range(1, ROUNDS + 1)
            for m in range(max(1, n - n * (r - 1)), n + 1)
        ),
    )


def _over_roles(players: int, sign: float, round_: int, treasures: int) -> float:
    """Return the bound over the deal of roles, as if nothing were learnt of them since."""
    return sum(
        float(chance) * bound(players, count, sign, round_, treasures)
        for count, chance in skeleton_chances(players).items()
    )
