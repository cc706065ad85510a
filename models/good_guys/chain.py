"""The chain of rounds to come: values before each offer, by backward induction on the deck.

Every result of a vote draws cards (a pass N+2, a NO two, a skim one more), so the state
(cards drawn, rejections) never repeats and one backward sweep solves the chain exactly, up to the
stage solver's residual and the family of offers searched.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from models.good_guys.continuation import (
    DRAWN,
    LAST,
    MEAN_CARD,
    MONEY,
    POT,
    REJECTION_CARDS,
    REJECTIONS,
    ROUND_CARDS,
    Horizon,
)
from models.good_guys.offers import best_candidate, screen_offers
from models.good_guys.pricing import value_offer
from models.good_guys.reveal import NO_BRIBES
from models.good_guys.stage import N_ACTIONS, NO, PASS, TIE, YES, count_results

Array = NDArray[np.float64]


@kernel()
def solve_chain(
    place: NDArray[np.int64],
    marker: NDArray[np.int64],
    qre_lambda: float,
    table: Array,
    plan: Array,
) -> float:
    """Fill ``table`` (n_drawn, n_rejections, n) of $k to come before an offer.

    ``place`` gives the deck and the draws; its state entries are overwritten. ``table`` runs over
    the cards drawn, 0 to the last depth. ``plan`` (n_drawn, n_rejections, n+2) takes the best
    offer's share sums, its chance of a pass and of a tie. Returns the worst residual of a
    chosen solution.
    """
    head, n = 4, table.shape[2]
    continuation = np.zeros(head + table.size)
    continuation[0] = MONEY
    continuation[1], continuation[2], continuation[3] = table.shape[0], table.shape[1], n
    flat = continuation[head:].reshape(table.shape)
    seats = (np.zeros(n), np.full(n, MEAN_CARD), marker, np.ones(n), NO_BRIBES, 0.0)
    screen, final = np.array([qre_lambda, 1e-6]), np.array([qre_lambda, 1e-9])
    mix, utility = np.empty((n, N_ACTIONS)), np.empty((n, N_ACTIONS))
    chance = np.empty(n + 2)
    worst = 0.0
    usual, more = place[ROUND_CARDS], place[REJECTION_CARDS]
    for drawn in range(place[LAST], usual - 1, -1):
        for rejections in range(min(table.shape[1] - 1, (drawn - usual) // more), -1, -1):
            pot = usual + more * rejections
            place[DRAWN], place[REJECTIONS], place[POT] = drawn, rejections, pot
            shares, values, residuals, _ = screen_offers(
                continuation, place, seats, MEAN_CARD * pot, screen
            )
            best = best_candidate(values, residuals)
            residual = value_offer(continuation, place, seats, shares[best], final, mix, utility)
            worst = max(worst, residual)
            for i in range(n):
                flat[drawn, rejections, i] = (mix[i] * utility[i]).sum()
            count_results(mix[:, YES].copy(), mix[:, NO].copy(), chance)
            plan[drawn, rejections, :n] = shares[best]
            plan[drawn, rejections, n] = chance[PASS]
            plan[drawn, rejections, n + 1] = chance[TIE]
    table[:] = flat
    return worst


def fates(horizon: Horizon, plan: Array) -> Array:
    """Return the expected numbers of passes, ties and failures a game; (3,).

    ``plan`` (n_drawn, n_rejections, n+2) as :func:`solve_chain` fills it. Skims, which draw a card
    more, are left out.
    """
    n, last = horizon.players, horizon.last
    most = plan.shape[1] - 1
    reach = np.zeros((last + 1 + horizon.round_cards, plan.shape[1]))
    reach[horizon.round_cards, 0] = 1.0 - horizon.end_chance(0, horizon.round_cards)
    counts = np.zeros(3)
    for drawn, rejections in np.ndindex(last + 1, most + 1):
        here = reach[drawn, rejections]
        passed, tied = plan[drawn, rejections, n:]
        fate = here * np.array([passed, tied, 1.0 - passed - tied])
        counts += fate
        for cards, after, chance in (
            (horizon.round_cards, 0, fate[0] + fate[1]),
            (horizon.rejection_cards, min(rejections + 1, most), fate[2]),
        ):
            reach[drawn + cards, after] += chance * (1.0 - horizon.end_chance(drawn, cards))
    return counts
