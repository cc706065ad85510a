"""Offers as share sums: whom to buy and at what price; and real cards that come nearest."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from models.good_guys.continuation import POT, fill_results
from models.good_guys.stage import (
    N_ACTIONS,
    PASS,
    SKIM,
    SUCCESSOR,
    expected_utilities,
    logit_stage,
)

Array = NDArray[np.float64]
VALUES: Final = (2, 3, 4, 5)
# Premiums over a partner's reservation price that the screen tries, $k.
PREMIUMS: Final = np.array([-2.0, 0.0, 1.0, 2.0, 3.5, 5.0, 7.0])


@njit(cache=True)
def value_offer(
    continuation: Array,
    place: NDArray[np.int64],
    wealth: Array,
    share: Array,
    marker: NDArray[np.int64],
    qre_lambda: float,
    tolerance: float,
    mix: Array,
    utility: Array,
) -> float:
    """Solve the vote on ``share`` from ``mix``; fill ``mix`` and ``utility`` (n, 5).

    Returns the residual. The chance of a skim, which moves the deck, is found along with the mix.
    """
    n = share.shape[0]
    results, gain = np.empty((n, n + 2)), np.empty((n, n))
    card = np.full(n, 3.5)
    residual = np.inf
    for _ in range(2):
        nobody = 1.0
        for i in range(n):
            nobody *= 1.0 - mix[i, SKIM]
        fill_results(continuation, place, 1.0 - nobody, wealth, share, results, gain)
        residual = logit_stage(results, gain, card, 3.5, marker, qre_lambda, mix, tolerance)
    expected_utilities(mix, results, gain, card, 3.5, marker, utility)
    return residual


@njit(cache=True)
def reservation_prices(
    continuation: Array, place: NDArray[np.int64], wealth: Array, out: Array
) -> None:
    """Fill ``out`` (n,) with the $k that make each seat indifferent between a pass and a NO.

    Measured against the offer that keeps all, with seat 1 as successor, and linear in the
    utility of $1k.
    """
    n = wealth.shape[0]
    results, gain = np.empty((n, n + 2)), np.empty((n, n))
    share = np.zeros(n)
    share[0] = 3.5 * place[POT]
    fill_results(continuation, place, 0.7, wealth, share, results, gain)
    for i in range(n):
        out[i] = (results[i, SUCCESSOR + 1] - results[i, PASS]) / gain[i, i]


@njit(cache=True)
def screen_offers(
    continuation: Array,
    place: NDArray[np.int64],
    wealth: Array,
    total: float,
    marker: NDArray[np.int64],
    qre_lambda: float,
    shares: Array,
    values: Array,
    residuals: Array,
) -> int:
    """Fill the candidates ``shares`` (m, n), the boss's ``values`` and ``residuals`` (m,).

    A candidate buys the ``k`` seats of lowest reservation price, each at that price plus one of
    :data:`PREMIUMS`; the boss keeps the rest. Returns how many candidates were filled.
    """
    n = wealth.shape[0]
    price = np.empty(n)
    reservation_prices(continuation, place, wealth, price)
    order = np.argsort(price[1:]) + 1
    mix, utility = np.empty((n, N_ACTIONS)), np.empty((n, N_ACTIONS))
    count = 0
    for k in range(n):
        for p in range(PREMIUMS.shape[0] if k > 0 else 1):
            spent = 0.0
            shares[count] = 0.0
            for j in order[:k]:
                shares[count, j] = max(price[j], 0.0) + PREMIUMS[p]
                if shares[count, j] <= 0.0:
                    spent = np.inf
                spent += shares[count, j]
            if spent > total:
                continue
            shares[count, 0] = total - spent
            mix[:] = 1.0 / N_ACTIONS
            residuals[count] = value_offer(
                continuation, place, wealth, shares[count], marker, qre_lambda, 1e-5, mix, utility
            )
            values[count] = (mix[0] * utility[0]).sum()
            count += 1
    return count
