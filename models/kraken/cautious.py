"""Two tables with more than four players: proven bounds by a cautious plan of either side.

One side's plan weighs each pick as if the other side saw no more than it does itself and picked
what hurts most; the other side, which sees every hand, replies exactly. The plan uses what a table
of its own side knows, so its value against that reply bounds the game between two tables: from
below if explorers plan, from above if skeletons do. Where the other side is a single seat, its hand
is known to the planning side, and a planning side of explorers plays perfectly against it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.typed import Dict

from models.kraken.informed import _CODES, Floats, _code, _hidden, _put, _read, _value
from models.kraken.pile import ROUNDS, deals, hand_size

TIE = 1e-12


@njit(cache=True)
def _pair_key(own: Any, other: Any, marker: int, treasures: int) -> int:
    """Return the number of a state with all hands known, the same for every order of seats."""
    a, b = len(own), len(other)
    mine, theirs = 2 * own, 2 * other
    if marker < a:
        mine[marker] += 1
    else:
        theirs[marker - a] += 1
    mine.sort()
    theirs.sort()
    key = treasures
    for i in range(a):
        key = key * (2 * _CODES) + mine[i]
    for j in range(b):
        key = key * (2 * _CODES) + theirs[j]
    return key


@njit
def _plan(
    own: Any, other: Any, marker: int, treasures: int, left: int, sign: float, after: Any, memo: Any
) -> Any:
    """Return how good the planning side takes each pick to be; below -1 where there is none."""
    a, b = len(own), len(other)
    counts = np.empty(b, np.int64)
    for j in range(b):
        counts[j] = _read(other[j])[0]
    hidden, kraken = _hidden(own, treasures)
    pool = counts.sum()
    good = np.full(a + b, -2.0)
    for seat in range(a + b):
        old = own[seat] if seat < a else counts[seat - a]
        if seat == marker or old == 0:
            continue
        cards, t, k = _read(old) if seat < a else (pool, hidden, kraken)
        worth = 0.0
        for found in range(2):
            ways = t if found else cards - t - k
            if ways > 0:
                _put(own, counts, seat, _code(cards - 1, t - found, k) if seat < a else old - 1)
                worth += (ways / cards) * _value(
                    own, counts, seat, treasures - found, left - 1, (sign, True), after, memo
                )
        _put(own, counts, seat, old)
        good[seat] = sign * worth
    return good


@njit
def _reply(
    own: Any,
    other: Any,
    marker: int,
    treasures: int,
    left: int,
    sign: float,
    after: Any,
    memos: Any,
) -> float:
    """Return the explorers' chance where the first side plans and the other replies, all seen."""
    plans, memo = memos
    a, b = len(own), len(other)
    if treasures == 0:
        return 1.0
    if left == 0:
        return after[treasures, 0 if marker < a else 1]
    key = _pair_key(own, other, marker, treasures)
    if key in memo:
        return memo[key]
    worth = np.full(a + b, 2.0 * sign)
    for seat in range(a + b):
        old = own[seat] if seat < a else other[seat - a]
        if seat == marker or old == 0:
            continue
        cards, t, k = _read(old)
        total = 0.0
        for found in range(2):
            ways = t if found else cards - t - k
            if ways > 0:
                _put(own, other, seat, _code(cards - 1, t - found, k))
                total += (ways / cards) * _reply(
                    own, other, seat, treasures - found, left - 1, sign, after, memos
                )
        _put(own, other, seat, old)
        worth[seat] = total
    if marker < a:
        good = _plan(own, other, marker, treasures, left, sign, after, plans)
        best = good >= good.max() - TIE
        value = (worth * best).sum() / best.sum()
    else:
        value = sign * (sign * worth).min()
    memo[key] = value
    return value


def cautious_round(
    planning: int, others: int, size: int, treasures: int, sign: float, after: Floats
) -> tuple[float, float]:
    """Return the explorers' chance at a round's start with the marker on either side.

    Arguments are those of :func:`models.kraken.informed.round_values`.
    """
    memos = tuple(Dict.empty(types.int64, types.float64) for _ in range(2))
    n = planning + others
    starts: dict[tuple[tuple[tuple[int, int], ...], ...], float] = {}
    for hands, chance in deals(n, size, treasures):
        key = tuple(sorted(hands[:planning])), tuple(sorted(hands[planning:]))
        starts[key] = starts.get(key, 0.0) + float(chance)
    found = [0.0, 0.0]
    for (first, second), share in starts.items():
        own = np.array([_code(size, t, k) for t, k in first], np.int64)
        other = np.array([_code(size, t, k) for t, k in second], np.int64)
        for seat in range(n):
            side = int(seat >= planning)
            found[side] += (
                share
                / (planning, others)[side]
                * _reply(own, other, seat, treasures, n, sign, after, memos)
            )
    return found[0], found[1]


def cautious_chain(players: int, planning: int, sign: float) -> Floats:
    """Return the explorers' chance at every round's start, as ``informed.chain`` lays it out."""
    table = np.full((ROUNDS + 1, players + 1, 2), np.nan)
    table[:, 0] = 1.0
    after = np.zeros((players + 1, 2))
    for round_ in range(ROUNDS, 0, -1):
        for treasures in range(players if round_ == 1 else 1, players + 1):
            table[round_, treasures] = cautious_round(
                planning, players - planning, hand_size(round_), treasures, sign, after
            )
        after = table[round_].copy()
    return table
