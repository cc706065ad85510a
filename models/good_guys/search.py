"""The boss's search over real cards: screen share sums, certify, move single cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.good_guys.ballot import TOLERANCE, Vote, solve_vote
from models.good_guys.offers import assign_cards, screen_offers, value_offer
from models.good_guys.position import Position
from models.good_guys.stage import N_ACTIONS

Array = NDArray[np.float64]
Cards = tuple[tuple[int, int, int, int], ...]
WORTH: Final = np.array([2.0, 3.0, 4.0, 5.0])
CERTIFIED: Final = 8
STARTS: Final = 6  # offers whose neighbours are searched at least, the best first
SCREEN: Final = 1e-6


@dataclass(frozen=True)
class Offer:
    """Real cards for every seat (counts of $2k to $5k, from the boss clockwise) and the vote."""

    cards: Cards
    vote: Vote

    @property
    def value(self) -> float:
        """The boss's expected utility."""
        return self.vote.boss_value


@dataclass(frozen=True)
class Search:
    """What a search found and what it covered."""

    offers: tuple[Offer, ...]  # certified, best first
    screened: int
    certified: int
    moves: int
    exhaustive: bool


def table_counts(position: Position) -> NDArray[np.int64]:
    """Return the face-up cards as counts of $2k to $5k."""
    return np.array([position.loot.count(v) for v in (2, 3, 4, 5)], dtype=np.int64)


def share_of(cards: Cards | NDArray[np.int64]) -> Array:
    """Return the money of each seat, $k."""
    return np.asarray(np.array(cards) @ WORTH)


def price_offer(position: Position, continuation: Array, cards: Cards) -> Offer:
    """Return the offer with its vote on the principal branch."""
    return Offer(cards, solve_vote(position, continuation, share_of(cards))[0])


def best_offers(position: Position, continuation: Array) -> Search:
    """Search the offers of a position; the first of the result is the recommendation."""
    values = _screen(position, continuation)
    for cards in naive_offers(position).values():
        values.setdefault(cards, quick_value(position, continuation, cards))
    screened = len(values)
    climbed = set[Cards]()
    while len(climbed) < STARTS:
        best = max((c for c in values if c not in climbed), key=lambda cards: values[cards])
        while best not in climbed:
            climbed.add(best)
            for cards in one_card_moves(best):
                if cards not in values:
                    values[cards] = quick_value(position, continuation, cards)
            best = max(values, key=lambda cards: values[cards])
    ranked = sorted(values, key=lambda cards: -values[cards])[:CERTIFIED]
    found = [price_offer(position, continuation, cards) for cards in ranked]
    # Where no vote is solved the certificate says so.
    offers = sorted([o for o in found if _solved(o)] or found, key=lambda o: -o.value)
    moved = len(values) - screened
    return Search(tuple(offers), screened, len(found), moved, exhaustive=False)


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


def _screen(position: Position, continuation: Array) -> dict[Cards, float]:
    """Return real-card offers of the screened family with their values."""
    shares, _, _, _ = screen_offers(
        continuation, position.place(), position.seats(), float(sum(position.loot)),
        np.array([position.qre_lambda, SCREEN]),
    )  # fmt: skip
    counts, out = table_counts(position), {}
    for share in shares:
        cards = np.zeros((position.n, 4), np.int64)
        assign_cards(counts, share, cards)
        key: Cards = tuple((int(r[0]), int(r[1]), int(r[2]), int(r[3])) for r in cards)
        if key not in out:
            out[key] = quick_value(position, continuation, key)
    return out


def quick_value(position: Position, continuation: Array, cards: Cards) -> float:
    """Return the boss's value of an offer on the branch, minus infinity where it is not solved."""
    mix, utility = np.empty((position.n, N_ACTIONS)), np.empty((position.n, N_ACTIONS))
    residual = value_offer(
        continuation, position.place(), position.seats(), share_of(cards),
        np.array([position.qre_lambda, SCREEN]), mix, utility,
    )  # fmt: skip
    return float((mix[0] * utility[0]).sum()) if residual <= SCREEN else -np.inf


def _solved(offer: Offer) -> bool:
    return offer.vote.residual <= TOLERANCE
