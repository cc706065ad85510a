"""The vote near the end of the game, where transfers of money and the count are valued together.

Elsewhere skims and robberies move the chance to finish richest by the money they move
(``stage``). With the Fuzz near, who is ahead after everything counts: each of the ``5**n`` profiles
is revealed card by card (``reveal``) and valued as a whole.
Source: ``docs/rules/good-guys.md``, round steps 4 and 5.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from models.good_guys.continuation import (
    DRAWN,
    FIRST,
    GUARD_ONE,
    LAST,
    MEAN_CARD,
    ROUND_CARDS,
    end_chance,
    outlook,
    rewarded,
    value_after,
)
from models.good_guys.reveal import result_of, reveal, seats_of
from models.good_guys.richest import WIN, end_slope
from models.good_guys.stage import GUARD, N_ACTIONS, ROB, SKIM, TIE

Array = NDArray[np.float64]
Seats = tuple[Array, Array, NDArray[np.int64], Array, Array, float]
"""Public facts by seat, (n,) each: wealth, mean worth of a card of the stash, marker, cards of the
stash; then the bribes before them, (m, 6), and the cards a stash that are not public."""
JOINT_SEATS: Final = 6
"""Up to so many seats vote at joint outcomes; with more the table only measures their votes."""
MOVES: Final = 4  # what a seat's action can do to cards before the count


@kernel()
def near_end(continuation: Array, place: NDArray[np.int64]) -> bool:
    """Return whether outcomes are valued jointly: the Fuzz may come before the next offer."""
    over = end_chance(place[FIRST], place[LAST], place[DRAWN], place[ROUND_CARDS])
    return bool(continuation[0] == WIN and over > 0.0)


@kernel()
def twins(seats: Seats) -> NDArray[np.int32]:
    """Return for every profile the first one of the same outcome, whatever is offered; (5**n,).

    Most differ only in votes that leave the result of the count as it is.
    """
    wealth, _, marker, _, bribes, _ = seats
    n = wealth.shape[0]
    twin = np.arange(N_ACTIONS**n).astype(np.int32)
    if bribes.shape[0] > 0:  # then every action may move money
        return twin
    action = np.empty(n, np.int64)
    first = np.full((MOVES**n, n + 2), -1, np.int32)
    for profile in range(twin.shape[0]):
        seats_of(profile, action)
        at = _moves_of(action, marker), result_of(action)
        if first[at] < 0:
            first[at] = profile
        twin[profile] = first[at]
    return twin


@kernel()
def _moves_of(action: NDArray[np.int64], marker: NDArray[np.int64]) -> int:
    """Return a number that profiles share in which the same cards move, no bribes being laid.

    Base :data:`MOVES`, a digit a seat: 1 the first skim, 2 a robbery, 3 a guard met by a robber,
    0 all else.
    """
    robbed, number, skimmed = 0, 0, False
    for i in range(action.shape[0]):
        if action[i] == ROB and marker[i] >= 0:
            robbed |= 1 << marker[i]
    for i in range(action.shape[0]):
        digit = 0
        if action[i] == SKIM and not skimmed:
            digit, skimmed = 1, True
        elif action[i] == ROB and marker[i] >= 0:
            digit = 2
        elif action[i] == GUARD and robbed >> i & 1 == 1:
            digit = 3
        number = MOVES * number + digit
    return number


@kernel()
def fill_joint(
    continuation: Array,
    place: NDArray[np.int64],
    seats: Seats,
    share: Array,
    twin: NDArray[np.int32],
    payoff: Array,
) -> None:
    """Fill ``payoff`` (n, 5**n) with every seat's utility of every profile.

    Parameters
    ----------
    share : (n,)
        $k, by seat relative to the boss.
    twin : (5**n,)
        Of :func:`twins`.
    """
    wealth, card, marker, cards, bribes, doubt = seats
    n = wealth.shape[0]
    stash = np.stack((card * cards, cards))
    action, money = np.empty(n, np.int64), np.empty(n)
    after, value = np.empty(n), np.empty(n)
    facts = np.array([MEAN_CARD, 1.0 * place[GUARD_ONE]])
    room, slope = np.empty((4, n)), end_slope(continuation, doubt)
    over, boss = np.empty((n + 2, 2)), np.empty((n + 2, 2), np.int64)
    ahead = np.empty((n + 2, 2, 3 + n))
    for r in range(n + 2):
        for k in range(2):
            over[r, k], boss[r, k] = outlook(continuation, place, r, k, ahead[r, k])
    for profile in range(payoff.shape[1]):
        if twin[profile] < profile:
            for i in range(n):
                payoff[i, profile] = payoff[i, twin[profile]]
            continue
        seats_of(profile, action)
        result, skims = result_of(action), 0
        for i in range(n):
            skims |= action[i] == SKIM
        reveal(action, stash, marker, bribes, facts, room, money)
        for i in range(n):
            after[i] = wealth[i] + money[i] + (share[i] if result <= TIE else 0.0)
        after[0] += MEAN_CARD if rewarded(place, result) else 0.0
        at = result, skims
        value_after(True, over[at], boss[at], ahead[at], after, slope, room, value)
        for i in range(n):
            payoff[i, profile] = value[i]


def joint_table(
    continuation: Array,
    place: NDArray[np.int64],
    seats: Seats,
    share: Array,
) -> Array:
    """Return the table of :func:`fill_joint`, from the public facts of the seats."""
    payoff = np.empty((len(share), N_ACTIONS ** len(share)))
    fill_joint(continuation, place, seats, share, twins(seats), payoff)
    return payoff
