"""The boss's search over real cards: screen coalitions, climb by single cards, certify."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.good_guys.ballot import TOLERANCE, Vote, solve_vote
from models.good_guys.offers import SOLVED, screen_offers
from models.good_guys.position import Position
from models.good_guys.pricing import value_nearby, value_offer, valued_jointly
from models.good_guys.splits import Cards, naive_offers, nearest_cards, one_card_moves, share_of
from models.good_guys.stage import N_ACTIONS

Array = NDArray[np.float64]
Valuation: TypeAlias = Callable[[Cards, Iterable[Cards]], None]
"""Values the neighbours of a solved offer."""
CERTIFIED: Final = 8
STARTS: Final = 64  # screened offers climbed from, the best of every coalition first
WORK: Final = 8_000_000
"""Entries of tables of votes, after the screen, beyond which no other climb begins."""
ENTRIES: Final = 1_500  # of a table that costs as much as a vote valued by structure
SETTLE_FROM: Final = 5  # seats; the votes of fewer are solved as quickly
SETTLE_TOLERANCE: Final = 1e-4  # residual of a settled vote
FINISHED: Final = 3  # tops of which every neighbour is solved on the principal branch
PRICES: Final = (3.0, 5.0, 7.0, 9.0, 12.0)
"""Equal prices of the votes of a coalition that the screen tries, $k."""
GENEROUS: Final = 0.8  # part of the table that a boss gives away who keeps little


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


def price_offer(position: Position, continuation: Array, cards: Cards) -> Offer:
    """Return the offer with its vote on the principal branch."""
    return Offer(cards, solve_vote(position, continuation, share_of(cards))[0])


def best_offers(
    position: Position, continuation: Array, known: Sequence[Cards] = (), work: int = WORK
) -> Search:
    """Search the offers of a position; the first of the result is the recommendation.

    Neighbours differ by little, and an offer that almost passes is worth much less than one that
    does: so the offers from which the search climbs are spread over the coalitions. It climbs from
    ``known`` offers first. ``work`` bounds the climbs as :data:`WORK` does.
    """
    values = _Values(position, continuation)
    fast = values.settle_all if position.n >= SETTLE_FROM else values.solve_all
    for cards in _planned(position, continuation):
        values.solve(cards)
    for first, *others in _coalitions(position):
        fast(values.solve(first), others)
    screened, ways, tops = len(values), dict[Cards, Cards](), set[Cards]()
    limit = screened + work // values.entries
    for cards in (*known, *_spread(values.ranked())[:STARTS]):
        if tops and len(values) > limit:
            break
        tops.add(values.climb(values.solve(cards), ways, fast))
    ways.clear()
    for cards in sorted(tops, key=values.__getitem__, reverse=True)[:FINISHED]:
        values.climb(cards, ways, values.solve_all)
    found = [price_offer(position, continuation, cards) for cards in values.best(CERTIFIED)]
    # Where no vote is solved the certificate says so.
    offers = sorted([o for o in found if _solved(o)] or found, key=lambda o: -o.value)
    return Search(tuple(offers), screened, len(found), len(values) - screened, exhaustive=False)


def quick_value(position: Position, continuation: Array, cards: Cards) -> float:
    """Return the boss's value of an offer on the branch, minus infinity where it is not solved."""
    return _quick_vote(position, continuation, cards)[0]


def _quick_vote(position: Position, continuation: Array, cards: Cards) -> tuple[float, Array]:
    mix, utility = np.empty((position.n, N_ACTIONS)), np.empty((position.n, N_ACTIONS))
    residual = value_offer(
        continuation, position.place(), position.seats(), share_of(cards),
        np.array([position.qre_lambda, SOLVED]), mix, utility,
    )  # fmt: skip
    return float((mix[0] * utility[0]).sum()) if residual <= SOLVED else -np.inf, mix


class _Values(dict[Cards, float]):
    """What offers are worth to the boss; of offers with equal shares one stands for all."""

    def __init__(self, position: Position, continuation: Array) -> None:
        super().__init__()
        self.position, self.continuation = position, continuation
        joint = valued_jointly(continuation, position.place(), position.n)
        self.entries = N_ACTIONS**position.n if joint else ENTRIES
        self.alike = dict[tuple[float, ...], Cards]()
        self.votes = dict[Cards, Array]()  # mixes on the principal branch, or where it was lost

    def ranked(self) -> list[Cards]:
        """Return the offers, best first."""
        return sorted(self, key=self.__getitem__, reverse=True)

    def best(self, count: int) -> list[Cards]:
        """Return the best offers, all solved."""
        while new := [cards for cards in self.ranked()[:count] if cards not in self.votes]:
            for cards in new:
                self.solve(cards)
        return self.ranked()[:count]

    def solve(self, cards: Cards) -> Cards:
        """Solve the vote on the principal branch; return the offer that stands for this one."""
        cards = self._representative(cards)
        if cards not in self.votes:
            self[cards], self.votes[cards] = _quick_vote(self.position, self.continuation, cards)
        return cards

    def solve_all(self, base: Cards, offers: Iterable[Cards]) -> None:
        """Solve the votes on offers on the principal branch."""
        for cards in offers:
            self.solve(cards)

    def settle_all(self, base: Cards, offers: Iterable[Cards]) -> None:
        """Settle the votes on new offers from that on a solved one: quick, on any branch."""
        new = [c for c in dict.fromkeys(map(self._representative, offers)) if c not in self]
        if not new:
            return
        values, position = np.empty(len(new)), self.position
        value_nearby(
            self.continuation, position.place(), position.seats(),
            np.array([share_of(cards) for cards in new]),
            np.array([position.qre_lambda, SETTLE_TOLERANCE]), self.votes[base], values,
        )  # fmt: skip
        self.update(zip(new, values.tolist(), strict=True))

    def climb(self, cards: Cards, ways: dict[Cards, Cards], value: Valuation) -> Cards:
        """Climb from a solved offer by single cards to one without a better neighbour.

        Of the offers that ``value`` values only those that look best are solved. ``ways`` keeps
        the best neighbour of each offer passed.
        """
        while ways.get(cards) != cards:
            if cards not in ways:
                around = list(one_card_moves(cards))
                value(cards, around)
                around = [cards, *map(self._representative, around)]
                while (top := max(around, key=self.__getitem__)) not in self.votes:
                    self.solve(top)
                ways[cards] = top
            cards = ways[cards]
        return cards

    def _representative(self, cards: Cards) -> Cards:
        return self.alike.setdefault(tuple(share_of(cards).tolist()), cards)


def _planned(position: Position, continuation: Array) -> Iterator[Cards]:
    """Yield naive offers and the lifted plan's family."""
    yield from naive_offers(position).values()
    shares, _, _, _ = screen_offers(
        continuation, position.place(), position.seats(), float(sum(position.loot)),
        np.array([position.qre_lambda, SOLVED]),
    )  # fmt: skip
    for share in shares:
        yield nearest_cards(position, share)


def _coalitions(position: Position) -> Iterator[list[Cards]]:
    """Yield for every coalition an offer at each of some equal prices."""
    total = float(sum(position.loot))
    for size in range(1, position.n):
        # Beside fixed prices: all that is on the table, most of it, as much for the boss as each.
        parts = [total / size, GENEROUS * total / size, total / (size + 1)]
        prices = [p for p in PRICES if p * size <= total] + parts
        for seats in combinations(range(1, position.n), size):
            offers = []
            for price in prices:
                share = np.zeros(position.n)
                share[list(seats)] = price
                share[0] = total - price * size
                offers.append(nearest_cards(position, share))
            yield offers


def _spread(ranked: list[Cards]) -> list[Cards]:
    """Return the offers in an order that takes every coalition's first before any one's second."""
    before, turn = Counter[tuple[int, ...]](), dict[Cards, int]()
    for cards in ranked:
        coalition = tuple(seat for seat, row in enumerate(cards) if seat > 0 and any(row))
        turn[cards] = before[coalition]
        before[coalition] += 1
    return sorted(ranked, key=lambda cards: turn[cards])


def _solved(offer: Offer) -> bool:
    return offer.vote.residual <= TOLERANCE
