"""Compiled loops of counterfactual regret minimization on the sequence form.

All players' sequences are numbered through, so that one array holds them all. Information sets of
one player that come after as many own moves and offer as many actions form a *block*: none leads
to another, so a loop over a block's sets has no order and runs on the processor's wide registers.
Within a block the first actions of all sets stand side by side, then the second ones, and so on.
Payoffs are kept alike: sequences with as many entries form a block.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Numbers = NDArray[np.uint32]  # unsigned, so that no index is tested for being negative

# Sums may be taken in any order; numbers that are none are still told apart. Nothing is divided by
# zero, and the loops run on wide registers only where that is not asked at every step.
_FAST = {"reassoc", "contract", "nsz", "arcp"}


class Game(NamedTuple):
    """A game as the loops read it.

    Attributes
    ----------
    empty : (n_players + 1,)
        Each player's empty sequence, with which his sequences begin, and the total.
    sets : (n_players + 1,)
        Where each player's blocks of sets begin; those of earlier moves first.
    set_first, set_width, set_size, set_at : (n_set_blocks,)
        First sequence of a block, its number of sets, their number of actions, and where its sets
        begin in ``parent``.
    parent : (n_infosets,)
        Sequence that leads to each set.
    pays : (n_players + 1,)
        Where each player's blocks of payoffs begin.
    pay_first, pay_width, pay_size, pay_at : (n_pay_blocks,)
        First entry of a block, its number of sequences, their number of entries, and where its
        sequences begin in ``paid``.
    paid : (n_paid_sequences,)
        The sequences of the blocks.
    others : (n_players - 1, n_entries)
        The other players' sequences of an entry.
    weight : (n_entries,)
        Payoff of the sequence's owner, multiplied by chance.
    """

    empty: Ints
    sets: Ints
    set_first: Ints
    set_width: Ints
    set_size: Ints
    set_at: Ints
    parent: Numbers
    pays: Ints
    pay_first: Ints
    pay_width: Ints
    pay_size: Ints
    pay_at: Ints
    paid: Numbers
    others: Numbers
    weight: Floats


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
    floor : float
        Least regret that is remembered: 0, or minus infinity.
    predict : float
        How often the last regret counts again in choosing what to play next.
    """

    alpha: float
    beta: float
    gamma: float
    floor: float
    predict: float


_TINY = 1e-300


@njit(cache=True, fastmath=_FAST, error_model="numpy")
def _action_values(game: Any, i: int, plan: Floats, value: Floats, scratch: Floats) -> None:
    """Set the values of a player's sequences where they end the game; (n_sequences,)."""
    value[game.empty[i] : game.empty[i + 1]] = 0.0
    weights, others, paid = game.weight, game.others, game.paid
    for g in range(game.pays[i], game.pays[i + 1]):
        width, at = np.uint64(game.pay_width[g]), np.uint64(game.pay_at[g])
        start = np.uint64(game.pay_first[g])
        for r in range(width):
            scratch[r] = 0.0
        for _ in range(game.pay_size[g]):
            if len(others) == 1:
                for r in range(width):
                    scratch[r] += weights[start + r] * plan[others[0, start + r]]
            else:
                for r in range(width):
                    reach = weights[start + r]
                    for j in range(len(others)):
                        reach *= plan[others[j, start + r]]
                    scratch[r] += reach
            start += width
        for r in range(width):
            value[paid[at + r]] = scratch[r]


@njit(cache=True, fastmath=_FAST, error_model="numpy")
def _update_regrets(
    game: Any, i: int, state: Any, rule: Any, factors: Any, scratch: Floats, sums: Floats
) -> None:
    """Go back through a player's sets: regrets, and what he will play next."""
    behavior, value, regret, parent = state.behavior, state.value, state.regret, game.parent
    positive, negative = factors
    for g in range(game.sets[i + 1] - 1, game.sets[i] - 1, -1):
        first, width = np.uint64(game.set_first[g]), np.uint64(game.set_width[g])
        size, at = game.set_size[g], np.uint64(game.set_at[g])
        scratch[:width] = 0.0
        sums[:width] = 0.0
        start = first
        for _ in range(size):
            for h in range(width):
                scratch[h] += behavior[start + h] * value[start + h]
            start += width
        start = first
        for _ in range(size):
            for h in range(width):
                gain = value[start + h] - scratch[h]
                total = max(regret[start + h] + gain, rule.floor)
                total *= positive if total > 0.0 else negative
                regret[start + h] = total
                weight = max(total + rule.predict * gain, 0.0)
                behavior[start + h] = weight
                sums[h] += weight
            start += width
        for h in range(width):
            value[parent[at + h]] += scratch[h]
        for h in range(width):
            # Where no regret is positive, all actions are played alike.
            scratch[h] = 0.0 if sums[h] > 0.0 else 1.0 / size
            sums[h] = 1.0 / max(sums[h], _TINY)
        start = first
        for _ in range(size):
            for h in range(width):
                behavior[start + h] = behavior[start + h] * sums[h] + scratch[h]
            start += width


@njit(cache=True, fastmath=_FAST, error_model="numpy")
def _update_plan(game: Any, i: int, state: Any, weight: float, scratch: Floats) -> None:
    """Go forward through a player's sets: the realization plan, and its average."""
    plan, behavior, average, parent = state.plan, state.behavior, state.average, game.parent
    average[game.empty[i]] += weight
    for g in range(game.sets[i], game.sets[i + 1]):
        width, at = np.uint64(game.set_width[g]), np.uint64(game.set_at[g])
        start = np.uint64(game.set_first[g])
        for h in range(width):
            scratch[h] = plan[parent[at + h]]
        for _ in range(game.set_size[g]):
            for h in range(width):
                reach = scratch[h] * behavior[start + h]
                plan[start + h] = reach
                average[start + h] += weight * reach
            start += width


@njit(cache=True, nogil=True)
def iterate(game: Any, state: Any, rule: Any, first: int, last: int) -> None:
    """Run iterations ``first`` to ``last`` (from 1, the last included), players in turn."""
    widest = len(state.plan)
    scratch, sums = np.empty(widest), np.empty(widest)
    for t in range(first, last + 1):
        positive = 1.0 if np.isinf(rule.alpha) else t**rule.alpha / (t**rule.alpha + 1.0)
        negative = 1.0 if np.isinf(rule.beta) else t**rule.beta / (t**rule.beta + 1.0)
        weight = float(t) ** rule.gamma
        for i in range(len(game.sets) - 1):
            _action_values(game, i, state.plan, state.value, scratch)
            _update_regrets(game, i, state, rule, (positive, negative), scratch, sums)
            _update_plan(game, i, state, weight, scratch)


@njit(cache=True)
def start_uniform(game: Any, state: Any) -> None:
    """Set behavior and plan to play that takes all actions alike."""
    scratch = np.empty(len(state.plan))
    for i in range(len(game.sets) - 1):
        state.plan[game.empty[i]] = 1.0
        for g in range(game.sets[i], game.sets[i + 1]):
            first, size = game.set_first[g], game.set_size[g]
            state.behavior[first : first + size * game.set_width[g]] = 1.0 / size
        _update_plan(game, i, state, 0.0, scratch)


@njit(cache=True)
def start_plan(game: Any, state: Any) -> None:
    """Set the plan to that of the behavior as it stands."""
    scratch = np.empty(len(state.plan))
    for i in range(len(game.sets) - 1):
        state.plan[game.empty[i]] = 1.0
        _update_plan(game, i, state, 0.0, scratch)


@njit(cache=True)
def deviation_gains(game: Any, plan: Floats, value: Floats) -> Floats:
    """Return what each player gains by a best response to plans; ``value`` is scratch."""
    n = len(game.sets) - 1
    gains = np.zeros(n)
    scratch = np.empty(len(plan))
    for i in range(n):
        _action_values(game, i, plan, value, scratch)
        for s in range(game.empty[i], game.empty[i + 1]):
            gains[i] -= plan[s] * value[s]
        for g in range(game.sets[i + 1] - 1, game.sets[i] - 1, -1):
            first, width = game.set_first[g], game.set_width[g]
            for h in range(width):
                best = value[first + h]
                for a in range(1, game.set_size[g]):
                    best = max(best, value[first + a * width + h])
                value[game.parent[game.set_at[g] + h]] += best
        gains[i] += value[game.empty[i]]
    return gains
