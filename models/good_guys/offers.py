"""Offers as share sums: whom to buy and at what price; and real cards that come nearest."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from models.good_guys.continuation import MEAN_CARD, POT, fill_results
from models.good_guys.joint import Seats
from models.good_guys.pricing import value_offer
from models.good_guys.stage import N_ACTIONS, PASS, SUCCESSOR

Array = NDArray[np.float64]
VALUES: Final = (2, 3, 4, 5)
SOLVED: Final = 1e-6  # residual of a screened candidate that counts as solved
# Premiums over a partner's reservation price that the screen tries, $k.
PREMIUMS: Final = np.array([-2.0, 0.0, 1.0, 2.0, 3.5, 5.0, 7.0])


@kernel()
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
    share[0] = MEAN_CARD * place[POT]
    fill_results(continuation, place, 0.7, wealth, share, results, gain)
    for i in range(n):
        out[i] = (results[i, SUCCESSOR + 1] - results[i, PASS]) / gain[i, i]


@kernel()
def screen_offers(
    continuation: Array, place: NDArray[np.int64], seats: Seats, total: float, logit: Array
) -> tuple[Array, Array, Array, Array]:
    """Return candidate offers (m, n), the boss's values, the residuals (m,) and the plans (m, 2).

    A candidate buys the ``k`` seats of lowest reservation price, each at that price plus one of
    :data:`PREMIUMS`; the boss keeps the rest. The first candidate keeps all.
    """
    n = seats[0].shape[0]
    price = np.empty(n)
    reservation_prices(continuation, place, seats[0], price)
    order = np.argsort(price[1:]) + 1
    mix, utility = np.empty((n, N_ACTIONS)), np.empty((n, N_ACTIONS))
    size = 1 + (n - 1) * PREMIUMS.shape[0]
    shares, values, residuals = np.zeros((size, n)), np.empty(size), np.empty(size)
    plans = np.zeros((size, 2))
    count = 0
    for k in range(n):
        for p in range(PREMIUMS.shape[0] if k > 0 else 1):
            if not plan_shares(price, order, k, PREMIUMS[p], total, shares[count]):
                continue
            residuals[count] = value_offer(
                continuation, place, seats, shares[count], logit, mix, utility
            )
            values[count] = (mix[0] * utility[0]).sum()
            plans[count, 0], plans[count, 1] = k, PREMIUMS[p]
            count += 1
    return shares[:count], values[:count], residuals[:count], plans[:count]


@kernel()
def plan_shares(
    price: Array, order: NDArray[np.int64], k: int, premium: float, total: float, out: Array
) -> bool:
    """Fill ``out`` (n,) with the offer that buys the first ``k`` seats of ``order``.

    Returns False where a seat would get nothing or the table does not hold so much.
    """
    out[:] = 0.0
    spent = 0.0
    for j in order[:k]:
        out[j] = max(price[j], 0.0) + premium
        if out[j] <= 0.0:
            return False
        spent += out[j]
    out[0] = total - spent
    return spent <= total


@kernel()
def best_candidate(values: Array, residuals: Array) -> int:
    """Return the candidate of highest value among the solved ones (all, where none is)."""
    best, best_solved = 0, residuals[0] <= SOLVED
    for c in range(1, values.shape[0]):
        solved = residuals[c] <= SOLVED
        if (solved and not best_solved) or (solved == best_solved and values[c] > values[best]):
            best, best_solved = c, solved
    return best


@kernel()
def assign_cards(table: NDArray[np.int64], share: Array, out: NDArray[np.int64]) -> None:
    """Fill ``out`` (n, 4) with real cards whose sums come nearest to ``share`` (n,) from above.

    ``table`` (4,) counts the cards worth $2k to $5k. Seats are served in falling order of share,
    each by full enumeration of what is left; seat 0 takes the rest.
    """
    left = table[:4].copy()
    out[:] = 0
    pick = np.empty(4, np.int64)
    for i in np.argsort(-share):
        if i == 0 or share[i] <= 0.0:
            continue
        best = np.inf
        for a in range(left[3] + 1):
            for b in range(left[2] + 1):
                for c in range(left[1] + 1):
                    got = 5 * a + 4 * b + 3 * c
                    d = min(left[0], max(0, int(np.ceil((share[i] - got) / 2.0))))
                    miss = got + 2 * d - share[i]
                    cost = miss if miss >= 0.0 else -2.0 * miss
                    cost += 0.01 * (a + b + c + d)
                    if cost < best:
                        best = cost
                        pick[0], pick[1], pick[2], pick[3] = d, c, b, a
                    if got >= share[i]:
                        break
        for v in range(4):
            out[i, v] = pick[v]
            left[v] -= pick[v]
    for v in range(4):
        out[0, v] = left[v]


@kernel()
def leader_markers(wealth: Array) -> NDArray[np.int64]:
    """Return the richest other seat for each seat, of equals the next clockwise; (n,)."""
    n = wealth.shape[0]
    marker = np.empty(n, np.int64)
    for i in range(n):
        best = (i + 1) % n
        for step in range(2, n):
            other = (i + step) % n
            if wealth[other] > wealth[best] + 1e-9:
                best = other
        marker[i] = best
    return marker
