"""One side sees its own hands and all roles; the other picks a seat at random.

The kernel behind ``silent_bound`` (skeletons informed) and ``pooled_bound`` (explorers informed).
To the informed side the other's face-down cards are all alike: those seats' picks tell nothing.
A state within a round is the multiset of informed hands and of the other seats' numbers of cards,
with the marker on one of them, and the treasures left.
"""

from __future__ import annotations

from math import comb
from typing import Any, Final

import numpy as np
from numba import njit, types
from numba.typed import Dict
from numpy.typing import NDArray

from models.kraken.pile import ROUNDS, hand_size

Floats = NDArray[np.float64]
# A hand of c cards with t treasures and k Kraken has the code c² + k (c + 1) + t; 36 codes in all.
_CODES: Final = 36


@njit(cache=True)
def _code(cards: int, treasures: int, kraken: int) -> int:
    return cards * cards + kraken * (cards + 1) + treasures


@njit(cache=True)
def _read(code: int) -> tuple[int, int, int]:
    cards = 0
    while (cards + 1) * (cards + 1) <= code:
        cards += 1
    rest = code - cards * cards
    kraken = 1 if rest > cards else 0
    return cards, rest - kraken * (cards + 1), kraken


@njit(cache=True)
def _key(own: Any, other: Any, marker: int, treasures: int) -> int:
    """Return the state's number, the same for every order of seats of a side."""
    a, b = len(own), len(other)
    mine = np.empty(a, np.int64)
    for i in range(a):
        mine[i] = 2 * own[i] + (1 if i == marker else 0)
    theirs = np.empty(b, np.int64)
    for j in range(b):
        theirs[j] = 2 * other[j] + (1 if a + j == marker else 0)
    mine.sort()
    theirs.sort()
    key = treasures
    for i in range(a):
        key = key * (2 * _CODES) + mine[i]
    for j in range(b):
        key = key * 12 + theirs[j]
    return key


@njit(cache=True)
def _hidden(own: Any, treasures: int) -> tuple[int, int]:
    """Return the treasures and Kraken among the cards that the informed side does not know."""
    kraken = 1
    for code in own:
        _, t, k = _read(code)
        treasures -= t
        kraken -= k
    return treasures, kraken


@njit(cache=True)
def _put(own: Any, other: Any, seat: int, value: int) -> None:
    """Set an informed seat's code, or another seat's number of cards."""
    if seat < len(own):
        own[seat] = value
    else:
        other[seat - len(own)] = value


@njit
def _value(
    own: Any,
    other: Any,
    marker: int,
    treasures: int,
    left: int,
    aim: tuple[float, bool],
    after: Any,
    memo: Any,
) -> float:
    """Return the explorers' chance from a state on.

    Parameters
    ----------
    own : (a,)
        Codes of the informed hands; changed and put back.
    other : (b,)
        Cards of the other seats.
    left : int
        Reveals left in the round.
    aim : (float, bool)
        1 where the informed side are the explorers, else -1; and whether the other seats pick what
        is worst for the informed side, instead of at random.
    after : (treasures + 1, 2)
        Explorers' chance at the next round's start by treasures left and side of the marker.
    """
    sign, adverse = aim
    a, b = len(own), len(other)
    if treasures == 0:
        return 1.0
    if left == 0:
        return after[treasures, 0 if marker < a else 1]
    key = _key(own, other, marker, treasures)
    if key in memo:
        return memo[key]
    hidden, kraken = _hidden(own, treasures)
    pool = other.sum()
    best, worst, total, options = -2.0, 2.0, 0.0, 0
    for seat in range(a + b):
        old = own[seat] if seat < a else other[seat - a]
        if seat == marker or old == 0:
            continue
        cards, t, k = _read(old) if seat < a else (pool, hidden, kraken)
        worth = 0.0
        for found in range(2):
            ways = t if found else cards - t - k
            if ways > 0:
                _put(own, other, seat, _code(cards - 1, t - found, k) if seat < a else old - 1)
                worth += (ways / cards) * _value(
                    own, other, seat, treasures - found, left - 1, aim, after, memo
                )
        _put(own, other, seat, old)
        options += 1
        total += worth
        best = max(best, sign * worth)
        worst = min(worst, sign * worth)
    value = sign * best
    if marker >= a:
        value = sign * worst if adverse else total / options
    memo[key] = value
    return value


def round_values(
    informed: int, others: int, size: int, treasures: int, sign: float, after: Floats
) -> tuple[float, float]:
    """Return the explorers' chance at a round's start with the marker on either side.

    Parameters
    ----------
    informed, others : int
        Seats of each side.
    size : int
        Cards in each hand.
    sign : float
        1 where the informed side are the explorers, else -1.
    after : (treasures + 1, 2)
        Explorers' chance at the next round's start, by treasures left and side of the marker.
    """
    memo = Dict.empty(types.int64, types.float64)
    found = [0.0, 0.0]
    for hands, chance in _own_hands(informed, others, size, treasures):
        own = np.array([_code(size, t, k) for t, k in hands], np.int64)
        other = np.full(others, size, np.int64)
        for side, marker in enumerate((0, informed)):
            if (informed, others)[side] == 0:
                continue
            # Seats of the informed side differ by their hands: the marker is on each alike.
            for seat in range(informed) if side == 0 else (marker,):
                share = chance / informed if side == 0 else chance
                found[side] += share * _value(
                    own, other, seat, treasures, informed + others, (sign, False), after, memo
                )
    return found[0], found[1]


def _own_hands(
    informed: int, others: int, size: int, treasures: int
) -> list[tuple[list[tuple[int, int]], float]]:
    """Return the hands of the informed side up to order, each with its chance."""
    cards = size * (informed + others)
    total = comb(cards, treasures) * (cards - treasures)
    found: dict[tuple[tuple[int, int], ...], float] = {}

    def add(hands: tuple[tuple[int, int], ...], left: int, kraken: int, ways: int) -> None:
        if len(hands) == informed:
            rest = size * others
            if left > rest or (kraken and left == rest):
                return
            ways *= comb(rest, left) * (rest - left if kraken else 1)
            key = tuple(sorted(hands))
            found[key] = found.get(key, 0.0) + ways / total
            return
        for k in range(kraken + 1):
            for t in range(min(left, size - k) + 1):
                here = comb(size, t) * (size - t if k else 1)
                add((*hands, (t, k)), left - t, kraken - k, ways * here)

    add((), treasures, 1, 1)
    return [(list(hands), chance) for hands, chance in found.items()]


def chain(players: int, informed: int, sign: float) -> Floats:
    """Return the explorers' chance at the start of every round; (5, treasures + 1, 2).

    First index: round, 1 to 4 (0 is empty); then treasures left; then the side that holds the
    marker, the informed one first. NaN where a side has no seat.
    """
    table = np.full((ROUNDS + 1, players + 1, 2), np.nan)
    table[:, 0] = 1.0
    after = np.zeros((players + 1, 2))
    for round_ in range(ROUNDS, 0, -1):
        for treasures in range(1, players + 1):
            table[round_, treasures] = round_values(
                informed, players - informed, hand_size(round_), treasures, sign, after
            )
        after = table[round_].copy()
    return table
