"""The chain of rounds to come: values before each offer, by backward induction on the deck.

Every result of a vote draws cards (a pass N+2, a NO two, a skim one more), so the state
(cards drawn, rejections) never repeats and one backward sweep solves the chain exactly, up to the
stage solver's residual and the family of offers searched.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from models.good_guys.continuation import MONEY
from models.good_guys.offers import PREMIUMS, screen_offers, value_offer
from models.good_guys.stage import N_ACTIONS, PASS, TIE, YES, NO, count_results

Array = NDArray[np.float64]


@njit(cache=True)
def solve_chain(
    n: int,
    first: int,
    last: int,
    max_rejections: int,
    marker: NDArray[np.int64],
    qre_lambda: float,
    table: Array,
    plan: Array,
) -> float:
    """Fill ``table`` (last+1, max_rejections+1, n) of $k to come before an offer.

    ``plan`` (last+1, max_rejections+1, n+2) takes the best offer's share sums, its chance of a
    pass and of a tie. Returns the worst residual of a chosen stage solution.
    """
    head = 4
    continuation = np.zeros(head + table.size)
    continuation[0] = MONEY
    continuation[1], continuation[2], continuation[3] = table.shape[0], table.shape[1], n
    flat = continuation[head:].reshape(table.shape)
    wealth = np.zeros(n)
    place = np.zeros(6, np.int64)
    place[0], place[1] = first, last
    size = n * PREMIUMS.shape[0]
    shares, values, residuals = np.empty((size, n)), np.empty(size), np.empty(size)
    mix, utility = np.empty((n, N_ACTIONS)), np.empty((n, N_ACTIONS))
    chance = np.empty(n + 2)
    worst = 0.0
    for drawn in range(last, n + 1, -1):
        for rejections in range(min(max_rejections, (drawn - n - 2) // 2), -1, -1):
            pot = n + 2 + 2 * rejections
            place[2], place[3], place[4] = drawn, rejections, pot
            m = screen_offers(
                continuation, place, wealth, 3.5 * pot, marker, qre_lambda, shares, values,
                residuals,
            )
            best = 0
            for c in range(1, m):
                if (residuals[c] < 1e-4, values[c]) > (residuals[best] < 1e-4, values[best]):
                    best = c
            mix[:] = 1.0 / N_ACTIONS
            worst = max(worst, value_offer(
                continuation, place, wealth, shares[best], marker, qre_lambda, 1e-8, mix, utility
            ))
            for i in range(n):
                flat[drawn, rejections, i] = (mix[i] * utility[i]).sum()
            count_results(mix[:, YES].copy(), mix[:, NO].copy(), chance)
            plan[drawn, rejections, :n] = shares[best]
            plan[drawn, rejections, n] = chance[PASS]
            plan[drawn, rejections, n + 1] = chance[TIE]
    table[:] = flat
    return worst
