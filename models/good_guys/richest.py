"""The chance to finish richest, from public wealth, roles, the pot and the cards to come.

A softmax of scores that are fitted to complete play. A seat's score has four parts, each with a
weight for every knot of expected cards left and of the pot, linear in between: its wealth; its
distance from the mean wealth, squared with its sign up to $20k (a large lead is safer than in
proportion) and in proportion beyond; its lead over the richest other (before whom all markers go);
and its role.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel

Array = NDArray[np.float64]
WIN: Final = 1
DECK_KNOTS: Final = np.array([0.0, 4.0, 8.0, 12.0, 18.0, 28.0, 45.0, 70.0, 100.0])
"""Expected loot cards still in the deck before the Fuzz."""
POT_KNOTS: Final = np.array([1.0, 1.5, 2.0, 3.0])
"""Cards on the table, in pots of usual size."""
CELLS: Final = DECK_KNOTS.shape[0] * POT_KNOTS.shape[0]
WEALTH, SPREAD, LEAD, ROLES = range(4)
"""Rows of weights; from ``ROLES`` on one for each seat relative to the boss."""
TEN: Final = 10.0  # wealth counts in $10k
FAR: Final = 2.0  # $10k from the mean up to which the square counts, in proportion beyond
CLOSE: Final = 6.0  # $k of lead that count for half of all there is to a lead
HEAD: Final = 4  # entries of a packed fit before its weights
SMALLEST_GAIN: Final = 1e-9
_STEP: Final = 1.75  # half a mean card, $k, each way of a slope


def pack_win(weights: Array, end_kappa: float, end_doubt: tuple[float, float]) -> Array:
    """Return the flat form of the fitted chance to finish richest.

    ``weights`` is (3 + n, n_deck, n_pot); ``end_kappa`` is the slope per $k once the game has
    ended where the last round's transfers are left out, and blur it; ``end_doubt`` makes the slope
    where they are counted, :func:`end_slope`.
    """
    return np.concatenate(([float(WIN), end_kappa, *end_doubt], weights.ravel()))


@kernel()
def corners(deck: float, pot: float, cell: NDArray[np.int64], share: Array) -> None:
    """Fill the four cells (flat over deck and pot knots) around a point, and their shares."""
    k, row = 0, 0
    while k < DECK_KNOTS.shape[0] - 2 and deck > DECK_KNOTS[k + 1]:
        k += 1
    while row < POT_KNOTS.shape[0] - 2 and pot > POT_KNOTS[row + 1]:
        row += 1
    t = (deck - DECK_KNOTS[k]) / (DECK_KNOTS[k + 1] - DECK_KNOTS[k])
    u = (pot - POT_KNOTS[row]) / (POT_KNOTS[row + 1] - POT_KNOTS[row])
    t, u = min(1.0, max(0.0, t)), min(1.0, max(0.0, u))
    for c in range(4):
        a, b = c // 2, c % 2
        cell[c] = (k + a) * POT_KNOTS.shape[0] + row + b
        share[c] = (t if a == 1 else 1.0 - t) * (u if b == 1 else 1.0 - u)


@kernel()
def features(wealth: Array, out: Array) -> None:
    """Fill ``out`` (3, n) with what each seat's wealth counts for: itself, spread, lead."""
    n = wealth.shape[0]
    first, second, mean = -np.inf, -np.inf, 0.0
    for i in range(n):
        mean += wealth[i] / n
        if wealth[i] > first:
            first, second = wealth[i], first
        else:
            second = max(second, wealth[i])
    for i in range(n):
        away = (wealth[i] - mean) / TEN
        lead = wealth[i] - (second if wealth[i] == first else first)
        out[WEALTH, i] = away
        out[SPREAD, i] = away * min(abs(away), FAR)
        out[LEAD, i] = lead / (CLOSE + abs(lead))


@kernel()
def weights_at(continuation: Array, deck: float, pot: float, out: Array) -> None:
    """Fill ``out`` (3 + n,) with the weights at a number of cards left and a pot."""
    cell, share = np.empty(4, np.int64), np.empty(4)
    corners(deck, pot, cell, share)
    for k in range(out.shape[0]):
        out[k] = 0.0
        for c in range(4):
            out[k] += share[c] * continuation[HEAD + k * CELLS + cell[c]]


@kernel()
def chances(weight: Array, seen: Array, boss: int, out: Array) -> None:
    """Fill ``out`` (n,) with the chances under weights (3 + n,) and :func:`features` (3, n)."""
    n = out.shape[0]
    for i in range(n):
        out[i] = weight[ROLES + (i - boss if i >= boss else i - boss + n)]  # % costs as much as exp
        for k in range(ROLES):
            out[i] += weight[k] * seen[k, i]
    softmax(out)


@kernel()
def win_gain(continuation: Array, deck: float, pot: float, wealth: Array, gain: Array) -> None:
    """Fill ``gain`` (n, n): slope of seat ``i``'s chance by the wealth of seat ``j``, per $k.

    Seat 0 is the boss. The slope spans a mean card, as money moves by cards.
    """
    n = wealth.shape[0]
    weight, seen = np.empty(3 + n), np.empty((3, n))
    more, less, moved = np.empty(n), np.empty(n), wealth.copy()
    weights_at(continuation, deck, pot, weight)
    for j in range(n):
        moved[j] = wealth[j] + _STEP
        features(moved, seen)
        chances(weight, seen, 0, more)
        moved[j] = wealth[j] - _STEP
        features(moved, seen)
        chances(weight, seen, 0, less)
        moved[j] = wealth[j]
        for i in range(n):
            gain[i, j] = (more[i] - less[i]) / (2.0 * _STEP)
    for i in range(n):
        # A seat without any chance left still needs a scale for its logit response.
        gain[i, i] = max(gain[i, i], SMALLEST_GAIN)


@kernel()
def end_slope(continuation: Array, doubt: float) -> float:
    """Return the slope κ per $k at the end, with all transfers counted.

    ``doubt`` is the number of cards of a stash that are not public: drawn unseen, taken or lost to
    a thief; 0 where all stashes are known. What the last round moves unseen is in the constant.
    """
    return float(1.0 / np.sqrt(continuation[2] + continuation[3] * doubt))


@kernel()
def softmax(out: Array) -> None:
    """Turn scores into chances, in place."""
    top, total = out.max(), 0.0
    for i in range(out.shape[0]):
        out[i] = np.exp(out[i] - top)
        total += out[i]
    for i in range(out.shape[0]):
        out[i] /= total
