"""Shipped results of Kraken, derived again.

Bounds are compared with what is known of them by other ways: blind play's closed form, order, and
a solved tree of the last round; measured plays are played again from other seeds. The bounds of
the two tables, of the last round and of the whole game have a proof but no second method here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from analysis.engine_check import check_seed
from analysis.kraken_play import matchup, rules_with
from models.base import BadQuestion
from models.kraken import pooled_bound, silent_bound
from models.kraken.blind import ending_chances
from models.kraken.position import Position
from models.kraken.values import SOURCES, source_hash, stored
from solver.solve import solve

MARGIN = 0.01
"""Two measured rates differ by no more than this beyond the wider interval."""
LAST = 4

Row = dict[str, Any]


def checks(players: int, games: int, seed: int, workers: int | None) -> Iterator[Row]:
    """Yield one row for each check of the shipped results for a number of players."""
    bounds, plays = stored("bounds", players), stored("plays", players)
    for name, found in (("bounds", bounds), ("plays", plays)):
        yield _row(f"{name}-{players}", "is there", "file", 1.0, float(found is not None), 0.0)
    for name in SOURCES:
        found = stored(name, players)
        if found is not None:
            same = float(found["source"] == source_hash(name))
            yield _row(f"{name}-{players}", "derived by this program", "hash", 1.0, same, 0.0)
    if bounds is not None:
        yield from _order(players, bounds)
        yield from _trees(players, bounds)
    if plays is not None:
        yield from _plays(players, plays, games, seed)


def _order(players: int, bounds: Mapping[str, Any]) -> Iterator[Row]:
    """Compare with blind play: silence secures no more, pooled explorers no less."""
    for row in bounds["rows"]:
        cards = players * (6 - row["round"])
        left = players * (LAST + 1 - row["round"])
        blind = float(ending_chances(cards, row["treasures_left"], left)[0])
        known = [row[f"marker_{role}"] for role in ("explorer", "skeleton")]
        worst = max(
            (value - blind) * (1 if row["bound"] == "silent" else -1)
            for value in known
            if value is not None
        )
        quantity = f"{row['bound']}, round {row['round']}, {row['treasures_left']} left"
        name = f"bounds-{players}"
        yield _row(name, quantity, "blind play's closed form", 0.0, max(0.0, worst), 1e-6)


def _trees(players: int, bounds: Mapping[str, Any]) -> Iterator[Row]:
    """Solve the last round as a tree, where it is small enough."""
    if players > LAST - 1:
        return
    for row in bounds["rows"]:
        if row["round"] != LAST:
            continue
        model = silent_bound if row["bound"] == "silent" else pooled_bound
        position = Position(
            players, LAST, players - row["treasures_left"], skeletons=row["skeletons"]
        )
        for role in ("explorer", "skeleton"):
            told = row[f"marker_{role}"]
            if told is None:
                continue
            try:
                form = model.build(position, marker=role)
            except BadQuestion:
                continue
            value = float(solve(form).profiles[0].certificate.payoffs[0])
            quantity = f"{row['bound']}, {row['treasures_left']} left, {role} holds"
            yield _row(f"bounds-{players}", quantity, "tree, solved", told, value, 1e-6)


def _plays(players: int, plays: Mapping[str, Any], games: int, seed: int) -> Iterator[Row]:
    """Play the headline again with other seeds."""
    told = plays["headline"]
    again = matchup(
        rules_with(players), told["explorer"], told["skeleton"], games, check_seed(seed)
    )
    pairs = [("explorers_win", told["explorers_win"], again["explorers_win"])]
    for count, found in again["by_skeletons"].items():
        kept = told["by_skeletons"].get(str(count))
        if kept is not None:
            pairs.append((f"explorers_win, {count} skeletons", kept, found))
    for quantity, kept, found in pairs:
        slack = MARGIN + sum(row["ci_high"] - row["ci_low"] for row in (kept, found)) / 2
        name = f"plays-{players}"
        yield _row(name, quantity, "complete play", kept["rate"], found["rate"], slack)


def _row(
    name: str, quantity: str, method: str, expected: float, found: float, tolerance: float
) -> Row:
    return {
        "result": name,
        "quantity": quantity,
        "method": method,
        "stored": expected,
        "derived": found,
        "tolerance": tolerance,
        "ok": bool(abs(expected - found) <= tolerance),
    }
