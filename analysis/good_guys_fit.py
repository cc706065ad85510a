"""The regression behind the win values of Good Guys: who finishes richest, by public state.

A conditional logit of ``models.good_guys.richest`` on every offer of complete games. Wealth is what
all seats know of it, because the lifted bots decide by just that.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.good_guys.rules import GoodGuysRules
from engine.jit import kernel
from models.good_guys.continuation import MEAN_CARD, Horizon, expected_left
from models.good_guys.reveal import NO_BRIBES, reveal
from models.good_guys.richest import (
    CELLS,
    DECK_KNOTS,
    ROLES,
    WEALTH,
    chances,
    corners,
    features,
)
from models.good_guys.values import Winning

Array = NDArray[np.float64]
Stages = tuple[NDArray[np.int64], Array, Array, Array]
"""Of every offer: the cells around it and their shares, (rows, 4); what wealth counts for,
(rows, 3, n); who won, (rows, n), from the boss clockwise."""
SMOOTH: Final = 1e-4 * (1.0 + DECK_KNOTS / 8.0)
"""Ridge on differences between neighbouring knots, nats per stage, by cards left; (n_deck,).

The more cards are left the less a stage says of who wins, and the slower that changes.
"""
LEAST: Final = 0.1
"""Least weight of $10k: the precision of the vote is measured by what wealth counts for."""
MOST_STEPS: Final = 400


def fit(rules: GoodGuysRules, played: Any, before: Winning) -> Winning:
    """Return the values refitted to the outcomes of complete play."""
    from scipy.optimize import minimize, minimize_scalar

    n, horizon = rules.players, Horizon.from_rules(rules)
    rows = played.trace[played.trace["index"] >= 0]
    share = _by_role(played.win_share[rows["game"] - played.trace["game"].min()], rows["boss"])
    pot = rows["pot"].sum(axis=1) / horizon.round_cards
    wealth = _by_role(rows["public"][:, :n], rows["boss"])
    stages = _stages(deck_left(horizon, rows["drawn"]), pot, wealth, share)
    shape = before.weights.shape
    least = _floors(shape)

    def loss(flat: Array) -> tuple[float, Array]:
        return _loss(flat.reshape(shape), stages)

    found = minimize(
        loss,
        before.weights.ravel().clip(least),
        jac=True,
        method="L-BFGS-B",
        bounds=[(low, None) for low in least],
        options={"maxiter": MOST_STEPS, "maxcor": 30},
    )
    weights = found.x.reshape(shape)
    weights[ROLES:] -= weights[ROLES:].mean(axis=0)  # only differences between roles count
    last = _last_offers(played)
    paid = last["result"] <= 1
    final = last["public"][:, :n] + last["share"][:, :n] * paid[:, None]
    won = played.win_share[last["game"] - played.trace["game"].min()]

    def end_loss(kappa: float) -> float:
        score = kappa * (final - final.max(axis=1, keepdims=True))
        logs = score - np.log(np.exp(score).sum(axis=1, keepdims=True))
        return float(-(won * logs).sum())

    end = minimize_scalar(end_loss, bounds=(0.05, 5.0), method="bounded")
    doubt = fit_doubt(last, won, n)
    return replace(before, weights=weights, end_kappa=float(end.x), end_doubt=doubt)


def deck_left(horizon: Horizon, drawn: Any) -> Array:
    """Return the loot cards expected after so many drawn; (rows,)."""
    known = {int(d): expected_left(horizon.first, horizon.last, int(d)) for d in np.unique(drawn)}
    return np.array([known[int(d)] for d in drawn])


def _loss(weights: Array, stages: Stages) -> tuple[float, Array]:
    """Return the mean loss in nats, ridge included, and its slope by the weights, flat."""
    slope = np.zeros((len(weights), CELLS))
    total = _misses(weights.reshape(len(weights), CELLS), *stages, slope)
    rows = len(stages[0])
    total, slope = total / rows, slope.reshape(weights.shape) / rows
    for axis, ridge in ((1, 0.5 * (SMOOTH[1:] + SMOOTH[:-1])), (2, SMOOTH)):
        step = np.diff(weights, axis=axis)
        pull = ridge[:, None] * step
        total += (pull * step).sum()
        low, high = [slice(None)] * 3, [slice(None)] * 3
        low[axis], high[axis] = slice(None, -1), slice(1, None)
        slope[tuple(high)] += 2.0 * pull
        slope[tuple(low)] -= 2.0 * pull
    return float(total), slope.ravel()


@kernel(also=("models",))
def _misses(
    weights: Array, cell: NDArray[np.int64], part: Array, seen: Array, won: Array, slope: Array
) -> float:
    """Return the sum of losses and add its slopes to ``slope``, both by weight and cell."""
    total, n = 0.0, won.shape[1]
    at, error = np.empty(weights.shape[0]), np.empty(n)
    for row in range(cell.shape[0]):
        for k in range(weights.shape[0]):
            at[k] = 0.0
            for c in range(4):
                at[k] += part[row, c] * weights[k, cell[row, c]]
        chances(at, seen[row], 0, error)
        for i in range(n):
            if won[row, i] > 0.0:
                total -= won[row, i] * np.log(max(error[i], 1e-300))
            error[i] -= won[row, i]
        for c in range(4):
            where, share = cell[row, c], part[row, c]
            for k in range(ROLES):
                slope[k, where] += share * (error * seen[row, k]).sum()
            for i in range(n):
                slope[ROLES + i, where] += share * error[i]
    return total


def _floors(shape: tuple[int, ...]) -> Array:
    """Return the least allowed weights, flat: wealth, spread and lead never count against."""
    low = np.full(shape, -np.inf)
    low[:ROLES], low[WEALTH] = 0.0, LEAST
    return low.ravel()


def _by_role(values: Array, boss: NDArray[np.int64]) -> Array:
    """Return values by seat, (rows, n), from the boss clockwise."""
    n = values.shape[1]
    return np.take_along_axis(values, (np.arange(n)[None, :] + boss[:, None]) % n, axis=1)


@kernel(also=("models",))
def _stages(deck: Array, pot: Array, wealth: Array, won: Array) -> Stages:
    """Return what the loss reads of every offer; deck, pot (rows,), the others from the boss on."""
    rows, n = wealth.shape
    cell, part = np.empty((rows, 4), np.int64), np.empty((rows, 4))
    seen = np.empty((rows, ROLES, n))
    for row in range(rows):
        corners(deck[row], pot[row], cell[row], part[row])
        features(wealth[row], seen[row])
    return cell, part, seen, won


def _last_offers(played: Any) -> Any:
    count = (played.trace["index"] >= 0).sum(axis=1)
    return played.trace[np.arange(len(count)), np.maximum(count, 1) - 1]


def fit_doubt(last: Any, won: Array, n: int) -> tuple[float, float]:
    """Return ``Winning.end_doubt`` from the last offers, their results and who won; (games, n).

    The constant from exact wealth, which leaves no card in doubt; then the slope from the public
    means.
    """
    paid = (last["result"] <= 1)[:, None]
    gained = last["share"][:, :n] * paid + np.array([_moved(row, n) for row in last])
    doubt = (last["hidden"] + 2.0 * last["thefts"]) / n
    nothing = np.zeros(len(last))
    constant = _spread(last["wealth"][:, :n] + gained, won, lambda x: x + nothing)
    slope = _spread(last["public"][:, :n] + gained, won, lambda x: constant + x * doubt)
    return constant, slope


def _spread(final: Array, won: Array, square: Any) -> float:
    """Return the number from which ``square`` makes the likeliest squared scales of the noise."""
    from scipy.optimize import minimize_scalar

    lead = final - final.max(axis=1, keepdims=True)

    def loss(x: float) -> float:
        score = lead / np.sqrt(square(x))[:, None]
        return float((won * (np.log(np.exp(score).sum(axis=1, keepdims=True)) - score)).sum())

    return float(minimize_scalar(loss, bounds=(0.01, 50.0), method="bounded").x)


def _moved(row: Any, n: int) -> Array:
    """Return what the skim and thefts of a traced offer move on average, by seat, $k; (n,)."""
    turn = -int(row["boss"])
    wealth = np.roll(row["public"][:n], turn)
    marker = np.roll(row["markers"][:n], turn)
    marker = np.where(marker > 0, (marker - 1 + turn) % n, -1)
    money, stash = np.empty(n), np.stack((wealth, wealth / MEAN_CARD))
    actions = np.roll(row["actions"][:n], turn)
    reveal(actions, stash, marker, NO_BRIBES, np.array([MEAN_CARD, 0.0]), np.empty((4, n)), money)
    return np.roll(money, -turn)
