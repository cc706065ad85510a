"""One round, revealed card by card: what it moves before the count, and the count itself.

A robber takes a card only where one is left, a card that has moved can be taken on, and binding
bribes are settled when their target's card is turned. Expected money is exact, as the number of
cards in each stash follows from the actions alone.
Source: ``docs/rules/good-guys.md``, round steps 4 and 5, option ``payoffs``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from models.good_guys.stage import GUARD, N_ACTIONS, NO, PASS, ROB, SKIM, SUCCESSOR, TIE, YES

Array = NDArray[np.float64]
GIVER, TARGET, WANTED, TOKEN_CARDS, TOKEN_LOOT, TOKEN_MONEY = range(6)
"""Columns of bribes as kernels read them: seats and action, payoff cards, loot cards, their $k."""
NO_BRIBES: Final = np.empty((0, 6))


class Bribe(NamedTuple):
    """A token of ``giver`` before ``target``, who takes what lies on it by playing ``action``."""

    giver: int
    target: int
    action: int
    payoff_cards: int
    loot: tuple[int, ...] = ()

    @property
    def money(self) -> int:
        """What lies on the token, $k."""
        return self.payoff_cards + sum(self.loot)


def rows_of(bribes: Sequence[Bribe]) -> Array:
    """Return bribes as kernels read them; (m, 6)."""
    rows = [(b.giver, b.target, b.action, b.payoff_cards, len(b.loot), sum(b.loot)) for b in bribes]
    return np.array(rows, dtype=np.float64).reshape(-1, 6)


@kernel()
def seats_of(profile: int, action: NDArray[np.int64]) -> None:
    """Fill ``action`` (n,) with a profile's actions; the last seat's varies fastest."""
    rest = profile
    for i in range(action.shape[0] - 1, -1, -1):
        action[i] = rest % N_ACTIONS
        rest //= N_ACTIONS


@kernel()
def result_of(action: NDArray[np.int64]) -> int:
    """Return the result of the count: a pass, a tie, or NO by its successor."""
    yes, no, successor = 0, 0, 0
    for i in range(action.shape[0] - 1, -1, -1):
        yes += action[i] == YES
        no += action[i] == NO
        if action[i] == NO and i > 0:
            successor = i
    return PASS if yes > no else TIE if yes == no else SUCCESSOR + successor


@kernel()
def reveal(
    action: NDArray[np.int64],
    stash: Array,
    marker: NDArray[np.int64],
    bribes: Array,
    facts: Array,
    room: Array,
    money: Array,
) -> None:
    """Fill ``money`` (n,) with what the round moves before the count, in reveal order.

    ``stash`` (2, n) holds the expected loot of each seat, $k, and its number of cards; ``facts``
    the mean of the deck's top card and whether a guard takes from one robber only; ``room`` (4, n)
    is overwritten.
    """
    n = action.shape[0]
    _lay_out(stash, bribes, room, money)
    loot, cards, guarded = room[0], room[1], room[3]
    skimmed = False
    for seat in range(n):
        if bribes.shape[0] > 0:  # a call that passes arrays costs as much as the rest
            _turn_up(seat, action, bribes, room, money)
        victim = marker[seat]
        if action[seat] == SKIM and not skimmed:
            skimmed = True
            money[seat] += facts[0]
            loot[seat] += facts[0]
            cards[seat] += 1.0
        elif action[seat] == ROB and victim >= 0:
            giver, taker = victim, seat
            if action[victim] == GUARD:
                if bribes.shape[0] > 0:
                    _turn_up(victim, action, bribes, room, money)
                if guarded[victim] > 0.0 and facts[1] > 0.0:
                    continue
                giver, taker = seat, victim
                guarded[victim] = 1.0
            if cards[giver] > 0.0:
                _take(giver, taker, room, money)


@kernel()
def _lay_out(stash: Array, bribes: Array, room: Array, money: Array) -> None:
    """Begin with full stashes and no card turned; what lies on a token is out of reach."""
    for i in range(money.shape[0]):
        room[0, i], room[1, i], money[i] = stash[0, i], stash[1, i], 0.0
        room[2, i], room[3, i] = 0.0, 0.0  # turned up, has guarded
    for k in range(bribes.shape[0]):
        room[0, int(bribes[k, GIVER])] -= bribes[k, TOKEN_MONEY]
        room[1, int(bribes[k, GIVER])] -= bribes[k, TOKEN_LOOT]


@kernel()
def _take(giver: int, taker: int, room: Array, money: Array) -> None:
    """Move a card of mean worth."""
    card = room[0, giver] / room[1, giver]
    room[0, giver] -= card
    room[1, giver] -= 1.0
    room[0, taker] += card
    room[1, taker] += 1.0
    money[giver] -= card
    money[taker] += card


@kernel()
def _turn_up(
    seat: int, action: NDArray[np.int64], bribes: Array, room: Array, money: Array
) -> None:
    """Reveal a seat once, and settle the bribes before it."""
    if room[2, seat] > 0.0:
        return
    room[2, seat] = 1.0
    for k in range(bribes.shape[0]):
        if int(bribes[k, TARGET]) != seat:
            continue
        giver = int(bribes[k, GIVER])
        owner = seat if action[seat] == int(bribes[k, WANTED]) else giver
        room[0, owner] += bribes[k, TOKEN_MONEY]
        room[1, owner] += bribes[k, TOKEN_LOOT]
        money[owner] += bribes[k, TOKEN_CARDS] + bribes[k, TOKEN_MONEY]
        money[giver] -= bribes[k, TOKEN_CARDS] + bribes[k, TOKEN_MONEY]
