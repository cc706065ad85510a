"""Derive the results of ``results/kraken`` again: ``python -m models.kraken.derive NAME PLAYERS``.

NAME is ``bounds``, ``two-tables``, ``last-round`` or ``whole-game``. The file is written beside
the others, or into the folder given third.
"""

from __future__ import annotations

import json
import platform
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from models.kraken.bounds import bound, bound_by_marker
from models.kraken.cautious import cautious_chain
from models.kraken.flat import leaf_payoff
from models.kraken.kinds import ANY, FREE_TALK, PUBLIC, PUBLIC_TALK, TMECOR
from models.kraken.oracle import double_oracle
from models.kraken.pile import ROUNDS, hand_size, role_patterns, skeleton_chances
from models.kraken.plays import commit
from models.kraken.position import Position
from models.kraken.public import public_tree
from models.kraken.reports import ReportGame
from models.kraken.round_game import round_game
from models.kraken.rounds import Side, chain
from models.kraken.two_tables import chain_tables
from models.kraken.values import SOURCES, source_hash, stored
from solver.versions import versions

# Seconds for each row of the last round; messages asked, by number of players.
LAST_ROUND_SECONDS: Final = 150.0
CHAIN: Final = {3: (3.0, 3, 2), 4: (8.0, 2, 1)}
"""Seconds a climb, climbs a round's start, and sweeps, by number of players."""
CAUTIOUS_PLAYERS: Final = 7
REPORT_PLAYERS: Final = 3
REPORT_ITERATIONS: Final = 400
CHAINED: Final[tuple[tuple[Side, str], ...]] = (("explorers", "lower"), ("skeletons", "upper"))
LAST_ROUND_MESSAGES: Final = {3: (0, 2), 4: (0,)}


def provenance(name: str, players: int, method: str, seconds: float) -> dict[str, Any]:
    """Return what every results file says of itself."""
    return {
        "game": "kraken",
        "name": name,
        "rules": {"players": players},
        "method": method,
        "source": source_hash(name),
        "sources": list(SOURCES[name]),
        "versions": {**versions("numba", "numpy", "ortools"), "python": platform.python_version()},
        "seconds": round(seconds, 1),
    }


def bounds(players: int) -> Mapping[str, Any]:
    """Return the silent and pooled bounds at every round's start."""
    rows = [
        {
            "bound": name,
            "skeletons": count,
            "round": round_,
            "treasures_left": left,
            "marker_explorer": pair[0 if sign > 0 else 1] if count < players else None,
            "marker_skeleton": pair[1 if sign > 0 else 0] if count else None,
        }
        for name, sign in (("silent", -1.0), ("pooled", 1.0))
        for count in skeleton_chances(players)
        for round_ in range(1, ROUNDS + 1)
        for left in range(1, players + 1)
        if round_ > 1 or left == players
        for pair in [bound_by_marker(players, count, sign, round_, left)]
    ]
    return {"concept": ANY, "rows": rows}


def two_tables(players: int) -> Mapping[str, Any]:
    """Return proven values of play between two tables at every round's start."""
    rows = []
    for count in skeleton_chances(players):
        lower, upper = chain_tables(players, count, tolerance=1e-7)
        rows += [
            {
                "skeletons": count,
                "round": round_,
                "treasures_left": left,
                "marker": ("explorer", "skeleton")[marker],
                "lower": float(lower[round_, left, marker]),
                "upper": float(upper[round_, left, marker]),
            }
            for round_ in range(1, ROUNDS + 1)
            for left in range(1, players + 1)
            for marker in (0, 1)
            if lower[round_, left, marker] == lower[round_, left, marker]
        ]
    return {"concept": FREE_TALK, "rows": rows}


def last_round(players: int) -> Mapping[str, Any]:
    """Return proven bounds of the last round, roles as dealt."""
    rows = []
    for messages in LAST_ROUND_MESSAGES[players]:
        for left in range(1, players + 1):
            start = time.perf_counter()
            game = round_game(Position(players, ROUNDS, players - left), messages=messages)
            mixes = double_oracle(game.teams, time_limit=LAST_ROUND_SECONDS)
            found = [(TMECOR, mixes.bounds)]
            if players == 3:
                found.append((PUBLIC, commit(game, LAST_ROUND_SECONDS / 4, mixes=mixes)[1]))
            rows += [
                {
                    "concept": concept,
                    "messages": messages,
                    "treasures_left": left,
                    "lower": low,
                    "upper": high,
                    "oracle_rounds": mixes.rounds,
                    "seconds": round(time.perf_counter() - start, 1),
                }
                for concept, (low, high) in found
            ]
            sys.stderr.write(f"{rows[-1]}\n")
    return {"rows": rows}


def whole_game(players: int) -> Mapping[str, Any]:
    """Return every bound of the whole game, with the concepts that it holds for."""
    everywhere = [ANY, FREE_TALK, PUBLIC_TALK]
    rows = [
        _row(name, side, everywhere, _over_marker(players, name), 0.0)
        for name, side in (("silent", "lower"), ("pooled", "upper"))
    ]
    if players in CHAIN:
        rows += _committed(players, everywhere)
    if players <= CAUTIOUS_PLAYERS:
        rows += _cautious(players)
    tables = stored("two-tables", players)
    if tables is not None:
        for side, concepts in (("lower", [FREE_TALK]), ("upper", [FREE_TALK, PUBLIC_TALK])):
            values = _from_tables(players, tables["rows"], side)
            rows.append(_row("two tables", side, concepts, values, tables["seconds"]))
    if tables is not None and players == REPORT_PLAYERS:
        rows.append(_reports(players, tables["rows"]))
    for row in rows:
        row["value"] = sum(
            float(chance) * row["by_skeletons"][str(count)]
            for count, chance in skeleton_chances(players).items()
        )
    return {"rows": rows}


def _committed(players: int, concepts: list[str]) -> list[dict[str, Any]]:
    """Return the bounds by which one side commits to its picks in silence."""
    rows = []
    seconds, starts, sweeps = CHAIN[players]
    for committed, side in CHAINED:
        found = chain(players, committed, seconds=seconds, starts=starts, sweeps=sweeps)
        name = f"committed {committed}"
        rows.append(_row(name, side, concepts, found.by_skeletons(), found.seconds))
    return rows


def _cautious(players: int) -> list[dict[str, Any]]:
    """Return the bounds by which one table plans cautiously and the other sees all hands."""
    rows = []
    sides = (
        ("cautious explorers", "lower", 1.0, [FREE_TALK]),
        ("cautious skeletons", "upper", -1.0, [FREE_TALK, PUBLIC_TALK]),
    )
    for name, side, sign, concepts in sides:
        start, values = time.perf_counter(), {}
        for count in skeleton_chances(players):
            planning = players - count if sign > 0 else count
            if planning:
                own, other = cautious_chain(players, planning, sign)[1, players]
                weight = planning / players
                values[count] = weight * own + ((1 - weight) * other if weight < 1 else 0.0)
            else:  # nobody plans: explorers know all and are alone
                values[count] = bound(players, count, 1.0, 1, players)
        rows.append(_row(name, side, concepts, values, time.perf_counter() - start))
    return rows


def _reports(players: int, tables: list[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the bound by which skeletons speak as explorers in the first round."""
    start = time.perf_counter()
    patterns = [(mask, float(chance)) for mask, chance in role_patterns(players)]
    known = {
        (row["skeletons"], row["treasures_left"], row["marker"] == "skeleton"): row["upper"]
        for row in tables
        if row["round"] == 2
    }

    def after(left: int, seat: int) -> list[float]:
        return [known[mask.bit_count(), left, bool(mask >> seat & 1)] for mask, _ in patterns]

    public = public_tree(players, hand_size(1), players)
    game = ReportGame(public, patterns, leaf_payoff(public, after))
    _, by_pattern = game.bound(game.improve(REPORT_ITERATIONS))
    values = {
        count: sum(
            chance * float(value)
            for (mask, chance), value in zip(patterns, by_pattern, strict=True)
            if mask.bit_count() == count
        )
        / float(share)
        for count, share in skeleton_chances(players).items()
    }
    row = _row("reports", "upper", [PUBLIC_TALK], values, time.perf_counter() - start)
    return row | {"each": False}  # explorers reply to the deal of roles, not to each number


def _row(
    method: str, side: str, concepts: list[str], values: Mapping[int, float], seconds: float
) -> dict[str, Any]:
    return {
        "method": method,
        "side": side,
        "concepts": concepts,
        "by_skeletons": {str(count): value for count, value in values.items()},
        "seconds": round(seconds, 1),
    }


def _over_marker(players: int, name: str) -> dict[int, float]:
    """Return a bound from the start by skeletons, from the results where they are there."""
    kept = stored("bounds", players) or bounds(players)
    values: dict[int, float] = {}
    for row in kept["rows"]:
        if row["bound"] == name and row["round"] == 1:
            share = row["skeletons"] / players
            explorer, skeleton = row["marker_explorer"] or 0.0, row["marker_skeleton"] or 0.0
            values[row["skeletons"]] = (1 - share) * explorer + share * skeleton
    return values


def _from_tables(players: int, rows: list[Mapping[str, Any]], side: str) -> dict[int, float]:
    """Return the opening's value by skeletons, the marker on a random seat."""
    values: dict[int, float] = {}
    for row in rows:
        if row["round"] == 1:
            count = row["skeletons"]
            seats = count if row["marker"] == "skeleton" else players - count
            values[count] = values.get(count, 0.0) + seats / players * row[side]
    return values


METHODS: Final[Mapping[str, tuple[Callable[[int], Mapping[str, Any]], str]]] = {
    "bounds": (bounds, "backward induction over multisets of hands"),
    "two-tables": (two_tables, "each round by LP or regret minimization, certified in the tree"),
    "whole-game": (whole_game, "backward induction over rounds; exact replies within each"),
    "last-round": (last_round, "double oracle and climbs, exact best joint plans"),
}


def write(name: str, players: int, folder: Path) -> Path:
    """Derive one results file and write it."""
    start = time.perf_counter()
    derive, method = METHODS[name]
    found = dict(derive(players))
    document = provenance(name, players, method, time.perf_counter() - start) | found
    path = folder / f"{name}-{players}.json"
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    target = (
        Path(sys.argv[3]) if len(sys.argv) > 3 else Path(__file__).parents[2] / "results/kraken"
    )
    target.mkdir(parents=True, exist_ok=True)
    write(sys.argv[1], int(sys.argv[2]), target)
