"""Compiled loops of counterfactual regret minimization on the sequence form.

All players' sequences and information sets are numbered through, so that one array holds them all;
a player's sets come in order of his own moves, so that a forward pass meets a set after the one
that leads to it, and a backward pass before.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


class Game(NamedTuple):
    """A game as the loops read it.

    Attributes
    ----------
    row : (n_sequences + 1,)
        Where each sequence's entries begin.
    others : (n_entries, n_players - 1)
        The other players' sequences of an entry.
    weight : (n_entries,)
        Payoff of the sequence's owner, multiplied by chance.
    first, size, parent : (n_infosets,)
        First sequence of a set, their number, and the sequence that leads there.
    sets : (n_players + 1,)
        Where each player's sets begin.
    empty : (n_players + 1,)
        Each player's empty sequence, with which his sequences begin, and the total.
    """

    row: Ints
    others: Ints
    weight: Floats
    first: Ints
    size: Ints
    parent: Ints
    sets: Ints
    empty: Ints


class State(NamedTuple):
    """What an iteration changes; all (n_sequences,)."""

    regret: Floats
    behavior: Floats
    plan: Floats
    average: Floats
    value: Floats


class Rule(NamedTuple):
    """How regrets and strategies of the past are weighted.

    Attributes
    ----------
    alpha, beta : float
        Positive and negative regrets are discounted by ``t^x / (t^x + 1)``; infinite: not at all.
    gamma : float
        Iteration ``t`` counts in the average as ``t^gamma``.
    floor : bool
        Whether negative regrets are forgotten.
    predict : bool
        Whether the last regret is counted twice in choosing what to play next.
    """

    alpha: float
    beta: float
    gamma: float
    floor: bool
    predict: bool


@njit(cache=True, fastmath=True)
def _action_values(game: Any, i: int, plan: Floats, value: Floats) -> None:
    """Set the values of a player's sequences where they end the game; (n_sequences,)."""
    single = game.others.shape[1] == 1
    for s in range(game.empty[i], game.empty[i + 1]):
        total = 0.0
        if single:
            for e in range(game.row[s], game.row[s + 1]):
                total += game.weight[e] * plan[game.others[e, 0]]
        else:
            for e in range(game.row[s], game.row[s + 1]):
                reach = game.weight[e]
                for j in range(game.others.shape[1]):
                    reach *= plan[game.others[e, j]]
                total += reach
        value[s] = total


@njit(cache=True, fastmath=True)
def _match(behavior: Floats, start: int, stop: int) -> None:
    """Turn regrets into probabilities: in proportion where positive, uniform where none is."""
    total = 0.0
    for s in range(start, stop):
        behavior[s] = max(behavior[s], 0.0)
        total += behavior[s]
    if total > 0.0:
        share = 1.0 / total
        for s in range(start, stop):
            behavior[s] *= share
    else:
        for s in range(start, stop):
            behavior[s] = 1.0 / (stop - start)


@njit(cache=True, fastmath=True)
def _update_regrets(game: Any, i: int, state: Any, rule: Any, factors: Any) -> None:
    """Go back through a player's sets: regrets, and what he will play next."""
    positive, negative = factors
    regret, behavior, value = state.regret, state.behavior, state.value
    for h in range(game.sets[i + 1] - 1, game.sets[i] - 1, -1):
        start = game.first[h]
        stop = start + game.size[h]
        worth = 0.0
        for s in range(start, stop):
            worth += behavior[s] * value[s]
        value[game.parent[h]] += worth
        for s in range(start, stop):
            gain = value[s] - worth
            total = regret[s] + gain
            if rule.floor:
                total = max(total, 0.0)
            total *= positive if total > 0.0 else negative
            regret[s] = total
            behavior[s] = total + gain if rule.predict else total
        _match(behavior, start, stop)


@njit(cache=True, fastmath=True)
def _update_plan(game: Any, i: int, state: Any, weight: float) -> None:
    """Go forward through a player's sets: the realization plan, and its average."""
    plan, behavior, average = state.plan, state.behavior, state.average
    average[game.empty[i]] += weight
    for h in range(game.sets[i], game.sets[i + 1]):
        reach = plan[game.parent[h]]
        for s in range(game.first[h], game.first[h] + game.size[h]):
            plan[s] = reach * behavior[s]
            average[s] += weight * plan[s]


@njit(cache=True)
def iterate(game: Any, state: Any, rule: Any, first: int, last: int) -> None:
    """Run iterations ``first`` to ``last`` (from 1, the last included), players in turn."""
    n = len(game.sets) - 1
    for t in range(first, last + 1):
        positive = 1.0 if np.isinf(rule.alpha) else t**rule.alpha / (t**rule.alpha + 1.0)
        negative = 1.0 if np.isinf(rule.beta) else t**rule.beta / (t**rule.beta + 1.0)
        weight = float(t) ** rule.gamma
        for i in range(n):
            _action_values(game, i, state.plan, state.value)
            _update_regrets(game, i, state, rule, (positive, negative))
            _update_plan(game, i, state, weight)


@njit(cache=True)
def deviation_gains(game: Any, plan: Floats, value: Floats) -> Floats:
    """Return what each player gains by a best response to plans; ``value`` is scratch."""
    n = len(game.sets) - 1
    gains = np.zeros(n)
    for i in range(n):
        _action_values(game, i, plan, value)
        for s in range(game.empty[i], game.empty[i + 1]):
            gains[i] -= plan[s] * value[s]
        for h in range(game.sets[i + 1] - 1, game.sets[i] - 1, -1):
            best = value[game.first[h]]
            for s in range(game.first[h] + 1, game.first[h] + game.size[h]):
                best = max(best, value[s])
            value[game.parent[h]] += best
        gains[i] += value[game.empty[i]]
    return gains
