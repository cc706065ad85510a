"""Exact expected utilities of one vote, by structure instead of a ``5**n`` table.

Seats are relative to the boss: 0 is the boss, then clockwise. Actions are YES, NO, SKIM, ROB,
GUARD. Against independent mixes the utility of a seat is a sum of three parts: the result of the
count (a dynamic programme over the YES-NO margin and the first NO seat), the first skimmer, and
the pairs of robber and victim. Source: ``docs/rules/good-guys.md``, round steps 4 and 5.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel

Array = NDArray[np.float64]
YES, NO, SKIM, ROB, GUARD = range(5)
N_ACTIONS: Final = 5
MAX_SEATS: Final = 8
# Columns of a table of results: pass, tie, then one column per successor (relative seat) after NO.
PASS, TIE, SUCCESSOR = 0, 1, 2


@kernel()
def count_results(yes: Array, no: Array, out: Array) -> None:
    """Fill ``out`` (n+2,) with the chance of a pass, a tie, and NO won by each successor.

    ``yes`` and ``no`` (n,) are independent vote probabilities. The successor is the first NO seat
    clockwise from the boss, the boss himself only when he is the sole NO voter.
    """
    n = yes.shape[0]
    # tail[k, m + n]: chance that the seats from place k on (1, …, n-1, 0) have a margin <= m;
    # while it is built it holds the plain probabilities.
    tail = np.zeros((MAX_SEATS + 1, 2 * MAX_SEATS + 1))
    tail[n, n] = 1.0
    for k in range(n - 1, -1, -1):
        seat = (k + 1) % n
        abstain = 1.0 - yes[seat] - no[seat]
        reach = n - k - 1
        for m in range(n - reach, n + reach + 1):
            p = tail[k + 1, m]
            tail[k, m + 1] += p * yes[seat]
            tail[k, m] += p * abstain
            tail[k, m - 1] += p * no[seat]
    out[TIE] = tail[0, n]
    out[PASS] = 0.0
    for m in range(n + 1, 2 * n + 1):
        out[PASS] += tail[0, m]
    head = np.zeros(MAX_SEATS + 1)  # head[m]: no NO so far and m YES
    head[0] = 1.0
    for k in range(n):
        seat = (k + 1) % n
        total, below, m = 0.0, 0.0, 0
        for m in range(n + 1):  # below: chance that the rest has a margin <= -m
            below = 0.0
            for j in range(0, n - m + 1):
                below += tail[k + 1, j]
            total += head[m] * below
            if m >= k:
                break
        out[SUCCESSOR + seat] = total * no[seat]
        abstain = 1.0 - yes[seat] - no[seat]
        for m in range(k + 1, 0, -1):
            head[m] = head[m] * abstain + head[m - 1] * yes[seat]
        head[0] *= abstain


@kernel()
def expected_utilities(
    mix: Array,
    results: Array,
    gain: Array,
    card: Array,
    skimmed: float,
    marker: NDArray[np.int64],
    out: Array,
) -> None:
    """Fill ``out`` (n, 5) with each seat's expected utility of each action.

    Parameters
    ----------
    mix : (n, 5)
        Independent action probabilities.
    results : (n, n+2)
        Utility to each seat of a pass, a tie, and of NO by successor.
    gain : (n, n)
        ``gain[i, j]``: utility to seat ``i`` of $1k more in the stash of seat ``j``.
    card : (n,)
        Mean $k of a random card of each stash; 0 for an empty one.
    skimmed : float
        Mean $k of the top card of the deck; 0 for an empty deck.
    marker : (n,)
        Seat before whom each marker stands, or -1.
    """
    n = mix.shape[0]
    yes, no = np.empty(n), np.empty(n)
    for i in range(n):
        yes[i], no[i] = mix[i, YES], mix[i, NO]
    chance = np.empty(n + 2)
    for i in range(n):
        kept_yes, kept_no = yes[i], no[i]
        for vote in range(3):  # YES, NO, abstain
            yes[i], no[i] = (1.0 if vote == YES else 0.0), (1.0 if vote == NO else 0.0)
            count_results(yes, no, chance)
            value = 0.0
            for r in range(n + 2):
                value += chance[r] * results[i, r]
            if vote < 2:
                out[i, vote] = value
            else:
                out[i, SKIM], out[i, ROB], out[i, GUARD] = value, value, value
        yes[i], no[i] = kept_yes, kept_no
    _add_skims(mix, gain, skimmed, out)
    _add_robberies(mix, gain, card, marker, out)


@kernel()
def _add_skims(mix: Array, gain: Array, skimmed: float, out: Array) -> None:
    n = mix.shape[0]
    for i in range(n):
        nobody, after, with_skim = 1.0, 0.0, 0.0
        for j in range(n):
            if j == i:
                with_skim = after + nobody * gain[i, i]
            else:
                after += nobody * mix[j, SKIM] * gain[i, j]
                nobody *= 1.0 - mix[j, SKIM]
        for a in range(N_ACTIONS):
            out[i, a] += skimmed * (with_skim if a == SKIM else after)


@kernel()
def _add_robberies(
    mix: Array, gain: Array, card: Array, marker: NDArray[np.int64], out: Array
) -> None:
    n = mix.shape[0]
    for robber in range(n):
        victim = marker[robber]
        if victim < 0:
            continue
        robs, guards = mix[robber, ROB], mix[victim, GUARD]
        for i in range(n):
            taken = card[victim] * (gain[i, robber] - gain[i, victim])
            fined = -card[robber] * (gain[i, robber] - gain[i, victim])
            if i == robber:
                out[i, ROB] += (1.0 - guards) * taken + guards * fined
            else:
                for a in range(N_ACTIONS):
                    g = guards
                    if i == victim:
                        g = 1.0 if a == GUARD else 0.0
                    out[i, a] += robs * ((1.0 - g) * taken + g * fined)


@kernel()
def add_bribes(mix: Array, gain: Array, bribes: Array, out: Array) -> None:
    """Add to ``out`` (n, 5) what changes hands when a bribed seat plays the action asked for.

    ``bribes`` (m, 6) holds giver, target, action, payoff cards, loot cards and their $k.
    """
    for k in range(bribes.shape[0]):
        giver, target, action = int(bribes[k, 0]), int(bribes[k, 1]), int(bribes[k, 2])
        money, taken = bribes[k, 3] + bribes[k, 5], mix[target, action]
        for i in range(mix.shape[0]):
            moved = money * (gain[i, target] - gain[i, giver])
            for a in range(N_ACTIONS):
                if i == target:
                    out[i, a] += moved if a == action else 0.0
                else:
                    out[i, a] += moved * taken


@kernel()
def skim_chance(mix: Array) -> float:
    """Return the chance that some seat plays SKIM, against independent mixes (n, 5)."""
    nobody = 1.0
    for i in range(mix.shape[0]):
        nobody *= 1.0 - mix[i, SKIM]
    return 1.0 - nobody
