"""Ways to divide the cards on the table: whole cards to seats, and the neighbours of an offer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.good_guys.offers import assign_cards
from models.good_guys.position import Position

Array = NDArray[np.float64]
Cards = tuple[tuple[int, int, int, int], ...]
"""Counts of $2k to $5k for every seat, from the boss clockwise."""
WORTH: Final = np.array([2.0, 3.0, 4.0, 5.0])


def table_counts(position: Position) -> NDArray[np.int64]:
    """Return the face-up cards as counts of $2k to $5k."""
    return np.array([position.loot.count(v) for v in (2, 3, 4, 5)], dtype=np.int64)


def share_of(cards: Cards | NDArray[np.int64]) -> Array:
    """Return the money of each seat, $k."""
    return np.asarray(np.array(cards) @ WORTH)


def nearest_cards(position: Position, share: Array) -> Cards:
    """Return the real-card offer whose sums come nearest to ``share`` (n,), $k, from above."""
    rows = np.zeros((position.n, 4), np.int64)
    assign_cards(table_counts(position), share, rows)
    return tuple((int(r[0]), int(r[1]), int(r[2]), int(r[3])) for r in rows)


def naive_offers(position: Position) -> dict[str, Cards]:
    """Return the offers a boss without a model makes."""
    counts, n = table_counts(position), position.n
    keep = np.zeros((n, 4), np.int64)
    keep[0] = counts
    equal, sums = np.zeros((n, 4), np.int64), np.zeros(n)
    for value in sorted(position.loot, reverse=True):
        seat = int(sums.argmin())
        equal[seat, value - 2] += 1
        sums[seat] += value
    majority = keep.copy()
    cheapest = sorted(position.loot)
    for value, seat in zip(cheapest, range(n - 1, n - 1 - n // 2, -1), strict=False):
        majority[0, value - 2] -= 1
        majority[seat, value - 2] += 1
    named = {"keep all": keep, "equal split": equal, "cheapest majority": majority}
    return {
        name: tuple((int(r[0]), int(r[1]), int(r[2]), int(r[3])) for r in rows)
        for name, rows in named.items()
    }


def all_share_sums(position: Position) -> Iterator[Cards]:
    """Yield one offer for every distinct vector of share sums (the full enumeration)."""
    counts, n, seen = table_counts(position), position.n, set()
    splits = [list(_compositions(int(c), n)) for c in counts]
    for parts in product(*splits):
        cards = tuple(zip(*parts, strict=True))
        sums = tuple(2 * c[0] + 3 * c[1] + 4 * c[2] + 5 * c[3] for c in cards)
        if sums not in seen:
            seen.add(sums)
            yield cards


def one_card_moves(cards: Cards) -> Iterator[Cards]:
    """Yield every offer that moves one card, or swaps two, between two seats."""
    n = len(cards)
    for giver, taker in product(range(n), range(n)):
        if giver == taker:
            continue
        for v in range(4):
            if cards[giver][v] == 0:
                continue
            yield _move(cards, giver, taker, v, None)
            for w in range(v):
                if cards[taker][w] > 0:
                    yield _move(cards, giver, taker, v, w)


def _move(cards: Cards, giver: int, taker: int, v: int, back: int | None) -> Cards:
    rows = [list(row) for row in cards]
    rows[giver][v] -= 1
    rows[taker][v] += 1
    if back is not None:
        rows[taker][back] -= 1
        rows[giver][back] += 1
    return tuple((r[0], r[1], r[2], r[3]) for r in rows)


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for head in range(total + 1):
        for tail in _compositions(total - head, parts - 1):
            yield (head, *tail)
