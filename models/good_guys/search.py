"""The boss's search over real cards: screen coalitions, climb by single cards, certify."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.good_guys.ballot import TOLERANCE, Vote, solve_vote
from models.good_guys.offers import screen_offers, value_offer
from models.good_guys.position import Position
from models.good_guys.splits import Cards, naive_offers, nearest_cards, one_card_moves, share_of
from models.good_guys.stage import N_ACTIONS

Array = NDArray[np.float64]
CERTIFIED: Final = 8
STARTS: Final = 16  # screened offers climbed from, the best of every coalition first
PRICES: Final = (3.0, 5.0, 7.0, 9.0, 12.0)
"""Equal prices of the votes of a coalition that the screen tries, $k."""
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


def price_offer(position: Position, continuation: Array, cards: Cards) -> Offer:
    """Return the offer with its vote on the principal branch."""
    return Offer(cards, solve_vote(position, continuation, share_of(cards))[0])


def best_offers(
    position: Position, continuation: Array, starts: int = STARTS, known: Sequence[Cards] = ()
) -> Search:
    """Search the offers of a position; the first of the result is the recommendation.

    Neighbours differ by little, and an offer that almost passes is worth much less than one that
    does: so the ``starts`` offers from which the search climbs are spread over the coalitions.
    Where ``known`` offers say where to look, it climbs from them too and screens fewer.
    """
    values = dict[Cards, float]()

    def value(cards: Cards) -> float:
        if cards not in values:
            values[cards] = quick_value(position, continuation, cards)
        return values[cards]

    for cards in chain(_planned(position, continuation), () if known else _coalitions(position)):
        value(cards)
    screened = len(values)
    climbed = set[Cards]()
    for cards in (*known, *_spread(sorted(values, key=value, reverse=True))[:starts]):
        best = cards
        while best not in climbed:
            climbed.add(best)
            best = max((best, *one_card_moves(best)), key=value)
    ranked = sorted(values, key=value, reverse=True)[:CERTIFIED]
    found = [price_offer(position, continuation, cards) for cards in ranked]
    # Where no vote is solved the certificate says so.
    offers = sorted([o for o in found if _solved(o)] or found, key=lambda o: -o.value)
    moved = len(values) - screened
    return Search(tuple(offers), screened, len(found), moved, exhaustive=False)


def quick_value(position: Position, continuation: Array, cards: Cards) -> float:
    """Return the boss's value of an offer on the branch, minus infinity where it is not solved."""
    mix, utility = np.empty((position.n, N_ACTIONS)), np.empty((position.n, N_ACTIONS))
    residual = value_offer(
        continuation, position.place(), position.seats(), share_of(cards),
        np.array([position.qre_lambda, SCREEN]), mix, utility,
    )  # fmt: skip
    return float((mix[0] * utility[0]).sum()) if residual <= SCREEN else -np.inf


def _planned(position: Position, continuation: Array) -> Iterator[Cards]:
    """Yield naive offers and the lifted plan's family."""
    yield from naive_offers(position).values()
    shares, _, _, _ = screen_offers(
        continuation, position.place(), position.seats(), float(sum(position.loot)),
        np.array([position.qre_lambda, SCREEN]),
    )  # fmt: skip
    for share in shares:
        yield nearest_cards(position, share)


def _coalitions(position: Position) -> Iterator[Cards]:
    """Yield an offer to every coalition at each of some equal prices."""
    total = float(sum(position.loot))
    for size in range(1, position.n):
        # Beside fixed prices: all that is on the table, and as much for the boss as for each.
        prices = [p for p in PRICES if p * size <= total] + [total / size, total / (size + 1)]
        for seats in combinations(range(1, position.n), size):
            for price in prices:
                share = np.zeros(position.n)
                share[list(seats)] = price
                share[0] = total - price * size
                yield nearest_cards(position, share)


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
