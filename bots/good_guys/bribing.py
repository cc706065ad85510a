"""A binding bribe in complete play: the seat that is cheapest to turn, where that pays.

The lift of ``models.good_guys.payoff`` to the first who bribes in a round; payoff cards only.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bots.good_guys.scene import bribes_before, offered, seats_of, threatened, whereabouts
from engine.good_guys.state import ADD, BRIBING, DONE, PAYOFF_ITEM, TOKEN
from engine.jit import kernel
from models.good_guys.continuation import fill_results
from models.good_guys.pricing import value_offer
from models.good_guys.richest import WIN
from models.good_guys.stage import N_ACTIONS, NO, PASS, SUCCESSOR, YES

Array = NDArray[np.float64]
_WORTH_IT: Final = 1e-6  # least gain in utility, above the noise of the solver


@kernel(also=("models",))
def deal(obs: Any, logit: Array, memory: Array, continuation: Array) -> int:
    """Take the next small step of a seat's turn: token, cards, done.

    ``memory`` (1,) keeps the number of payoff cards to stake between the steps.
    """
    if obs.open == BRIBING:
        staked = 1.0 * obs.bribe_cards[obs.slot, PAYOFF_ITEM]
        return ADD + PAYOFF_ITEM if staked < memory[0] else DONE
    if obs.tokens == 0 or obs.payoff_cards[obs.seat] == 0 or bribes_before(obs).shape[0] > 0:
        return DONE
    target, side, stake = _best_bribe(obs, logit, continuation)
    memory[0] = stake
    return TOKEN + 2 * ((obs.boss + target) % obs.n) + side if stake > 0 else DONE


@kernel(also=("models",))
def _best_bribe(obs: Any, logit: Array, continuation: Array) -> tuple[int, int, int]:
    """Return target (from the boss), side and payoff cards; no cards where no bribe pays."""
    n = obs.n
    place, wealth, share = np.zeros(9, np.int64), np.empty(n), offered(obs)
    whereabouts(obs, place, wealth)
    own, marker = (obs.seat - obs.boss) % n, np.empty(n, np.int64)
    for i in range(n):
        before = threatened(obs, (obs.boss + i) % n, continuation[0] == WIN)
        marker[i] = (before - obs.boss) % n
    mix, utility = np.empty((n, N_ACTIONS)), np.empty((n, N_ACTIONS))
    results, gain = np.empty((n, n + 2)), np.empty((n, n))
    fill_results(continuation, place, 0.0, wealth, share, results, gain)
    side = YES if results[own, PASS] >= results[own, SUCCESSOR + 1] else NO
    seats = seats_of(obs, wealth, marker, bribes_before(obs))
    if value_offer(continuation, place, seats, share, logit, mix, utility) > logit[1]:
        return 0, side, 0
    plain = (mix[own] * utility[own]).sum()
    target, least = _cheapest(utility, gain, own, side)
    best, stake = plain + _WORTH_IT, 0
    for cards in range(least, min(least + 1, obs.payoff_cards[obs.seat]) + 1):
        bribe = np.array([[1.0 * own, 1.0 * target, 1.0 * side, 1.0 * cards, 0.0, 0.0]])
        seats = (seats[0], seats[1], seats[2], seats[3], bribe, seats[5])
        if value_offer(continuation, place, seats, share, logit, mix, utility) > logit[1]:
            continue
        value = (mix[own] * utility[own]).sum()
        if value > best:
            best, stake = value, cards
    return target, side, stake


@kernel(also=("models",))
def _cheapest(utility: Array, gain: Array, own: int, side: int) -> tuple[int, int]:
    """Return the seat that asks least for the vote, and the whole $k it asks, at least 1."""
    target, least = -1, 0
    for i in range(utility.shape[0]):
        if i == own:
            continue
        price = (utility[i].max() - utility[i, side]) / (gain[i, i] - gain[i, own])
        cards = max(1, int(np.ceil(min(price, 1e6))))
        if target < 0 or cards < least:
            target, least = i, cards
    return target, least
