"""Sparse linear equations in whole numbers, solved exactly by fraction-free elimination.

Pivots are taken where they fill the fewest entries (Markowitz); rows are divided by what all their
entries share, so that numbers stay small. Equations may be too many or too few.

Source: Bareiss (1968); Markowitz (1957).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm

from solver.errors import TimeLimit

Row = dict[int, int]


def solve_exactly(
    rows: Sequence[Mapping[int, Fraction]],
    right: Sequence[Fraction],
    free: Sequence[Fraction],
    deadline: float,
) -> list[Fraction] | None:
    """Return numbers that fulfil all equations; None where there are none.

    Parameters
    ----------
    rows : sequence of mapping from unknown to coefficient
    right : sequence of Fraction
        Right-hand side of each row.
    free : sequence of Fraction
        For every unknown, the value it takes where the equations leave it open.
    deadline : float
        In ``time.perf_counter`` seconds.

    Raises
    ------
    TimeLimit
        If the deadline passes first.
    """
    n = len(free)
    system = [_whole({**row, n: b}) for row, b in zip(rows, right, strict=True)]
    steps = _eliminate([row for row in system if row], n, deadline)
    if steps is None:
        return None
    values = list(free)
    for column, row in reversed(steps):
        known = sum((c * values[k] for k, c in row.items() if k not in (column, n)), Fraction(0))
        values[column] = (row.get(n, 0) - known) / row[column]
    return values


def _whole(row: Mapping[int, Fraction]) -> Row:
    """Return an equation with whole coefficients without a common divisor."""
    scale = lcm(*(c.denominator for c in row.values()))
    return _reduced({k: int(c * scale) for k, c in row.items() if c})


def _reduced(row: Row) -> Row:
    shared = gcd(*row.values()) if row else 1
    return {k: c // shared for k, c in row.items()} if shared > 1 else row


def _eliminate(rows: list[Row], n: int, deadline: float) -> list[tuple[int, Row]] | None:
    """Return pivots with their rows, in order; None where an equation is 0 = 1."""
    holders: dict[int, set[int]] = {}
    for r, row in enumerate(rows):
        for k in row:
            if k != n:
                holders.setdefault(k, set()).add(r)
    steps = []
    open_rows = set(range(len(rows)))
    while open_rows:
        if time.perf_counter() > deadline:
            raise TimeLimit("exact elimination was stopped at the time limit")
        r = min(open_rows, key=lambda k: len(rows[k]))
        row = rows[r]
        open_rows.discard(r)
        columns = [k for k in row if k != n]
        if not columns:
            if row:
                return None
            continue
        pivot = min(columns, key=lambda k: (len(holders[k]), abs(row[k])))
        steps.append((pivot, row))
        for k in columns:
            holders[k].discard(r)
        for other in tuple(holders[pivot]):
            _subtract(rows, other, row, pivot, holders, n)
    return steps


def _subtract(
    rows: list[Row], r: int, by: Row, pivot: int, holders: dict[int, set[int]], n: int
) -> None:
    """Take a multiple of one row from another, so that its pivot entry is gone."""
    row = rows[r]
    shared = gcd(by[pivot], row[pivot])
    mine, theirs = by[pivot] // shared, row[pivot] // shared
    out = {k: c * mine for k, c in row.items()} if mine != 1 else dict(row)
    for k, c in by.items():
        left = out.get(k, 0) - theirs * c
        if left:
            if k not in out and k != n:
                holders.setdefault(k, set()).add(r)
            out[k] = left
        elif k in out:
            del out[k]
            if k != n:
                holders[k].discard(r)
    rows[r] = _reduced(out)
