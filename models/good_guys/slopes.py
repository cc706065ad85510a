"""Exact slopes of the vote's expected utilities by every seat's mix, by structure.

The utilities are those of ``models.good_guys.stage``; a slope is the change of an action's
utility by one seat's probability of one action. The count is differentiated backwards (reverse
accumulation), so that all slopes cost a few evaluations. Source: ``docs/rules/good-guys.md``,
round steps 4 and 5.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from models.good_guys.stage import (
    GUARD,
    MAX_SEATS,
    N_ACTIONS,
    NO,
    PASS,
    ROB,
    SKIM,
    SUCCESSOR,
    TIE,
    YES,
    add_bribes,
)

Array = NDArray[np.float64]
Stage = tuple[Array, Array, Array, Array, float, NDArray[np.int64], Array]
"""A vote as kernels read it: results of the count where nobody and where somebody skims a card off
the deck, (n, n+2) each; then gain, card, skimmed and marker of ``stage.expected_utilities``, and
the bribes of ``stage.add_bribes``."""


@kernel()
def count_gradient(
    yes: Array, no: Array, worth: Array, chance: Array, by_yes: Array, by_no: Array
) -> float:
    """Return the expected ``worth`` (n+2,) of the count.

    Fills ``chance`` (n+2,) with the results' chances and ``by_yes``, ``by_no`` (n,) with the
    slopes of the expected worth by each seat's vote.
    """
    n = yes.shape[0]
    tail = np.zeros((MAX_SEATS + 1, 2 * MAX_SEATS + 1))  # margin m of the seats from place k on
    head = np.zeros((MAX_SEATS + 1, MAX_SEATS + 2))  # no NO among the first k places, m YES
    back = np.zeros((MAX_SEATS + 1, 2 * MAX_SEATS + 1))  # slopes by the entries of ``tail``
    _tails(yes, no, tail)
    chance[TIE], chance[PASS], head[0, 0] = tail[0, n], 0.0, 1.0
    back[0, n] = worth[TIE]
    for m in range(n + 1, 2 * n + 1):
        back[0, m] = worth[PASS]
        chance[PASS] += tail[0, m]
    value = worth[TIE] * chance[TIE] + worth[PASS] * chance[PASS]
    for k in range(n):
        seat = (k + 1) % n
        y, z = yes[seat], no[seat]
        weight = worth[SUCCESSOR + seat]
        won, reached = 0.0, 0.0
        for m in range(n + 1):  # this NO wins if m YES stand before it, a margin <= -m behind
            if m <= k:
                reached += head[k, m]
                head[k + 1, m] += head[k, m] * (1.0 - y - z)
                head[k + 1, m + 1] += head[k, m] * y
            won += reached * tail[k + 1, n - m]
            back[k + 1, n - m] += weight * z * reached
        chance[SUCCESSOR + seat] = z * won
        value += weight * z * won
        by_yes[seat], by_no[seat] = 0.0, weight * won
        for m in range(k + 1, 2 * n - k):
            p, here = tail[k + 1, m], back[k, m]
            by_yes[seat] += p * (back[k, m + 1] - here)
            by_no[seat] += p * (back[k, m - 1] - here)
            back[k + 1, m] += y * back[k, m + 1] + (1.0 - y - z) * here + z * back[k, m - 1]
    _heads_back(yes, no, worth, tail, head, by_yes, by_no)
    return value


@kernel()
def _tails(yes: Array, no: Array, tail: Array) -> None:
    n = yes.shape[0]
    tail[n, n] = 1.0
    for k in range(n - 1, -1, -1):
        seat = (k + 1) % n
        for m in range(k + 1, 2 * n - k):
            p = tail[k + 1, m]
            tail[k, m + 1] += p * yes[seat]
            tail[k, m] += p * (1.0 - yes[seat] - no[seat])
            tail[k, m - 1] += p * no[seat]


@kernel()
def _heads_back(
    yes: Array, no: Array, worth: Array, tail: Array, head: Array, by_yes: Array, by_no: Array
) -> None:
    """Add what a vote changes in the chance that no NO came before a later seat."""
    n = yes.shape[0]
    after = np.zeros(MAX_SEATS + 2)  # worth per unit of ``head`` one place on
    for k in range(n - 1, -1, -1):
        seat = (k + 1) % n
        y, z = yes[seat], no[seat]
        for m in range(k + 1):
            by_yes[seat] += head[k, m] * (after[m + 1] - after[m])
            by_no[seat] -= head[k, m] * after[m]
        for m in range(k + 1):
            after[m] = (1.0 - y - z) * after[m] + y * after[m + 1]
        low = 0.0
        for m in range(n, -1, -1):
            low += tail[k + 1, n - m]
            if m <= k:
                after[m] += worth[SUCCESSOR + seat] * z * low


@kernel()
def stage_slopes(mix: Array, stage: Stage, utility: Array, slope: Array) -> None:
    """Fill ``utility`` (n, 5) and ``slope`` (n, 5, n, 5), the utility's slope by each probability.

    ``mix`` (n, 5) holds independent action probabilities; the chance that somebody skims, which
    moves the deck, weighs the two tables of results.
    """
    dry, wet, gain, card, skimmed, marker, bribes = stage
    n = mix.shape[0]
    yes, no = mix[:, YES].copy(), mix[:, NO].copy()
    by_yes, by_no, chance = np.empty(n), np.empty(n), np.empty(n + 2)
    nobody, others = 1.0, np.ones(n)  # chance that nobody skims, and none but a seat
    for j in range(n):
        nobody *= 1.0 - mix[j, SKIM]
        for k in range(n):
            others[k] *= 1.0 - mix[j, SKIM] if j != k else 1.0
    slope[:] = 0.0
    worth, more = np.empty(n + 2), np.empty(n + 2)
    for i in range(n):
        for r in range(n + 2):
            worth[r] = nobody * dry[i, r] + (1.0 - nobody) * wet[i, r]
            more[r] = wet[i, r] - dry[i, r]
        for vote in range(3):  # YES, NO, abstain
            yes[i], no[i] = (1.0 if vote == YES else 0.0), (1.0 if vote == NO else 0.0)
            value = count_gradient(yes, no, worth, chance, by_yes, by_no)
            extra = 0.0
            for r in range(n + 2):
                extra += chance[r] * more[r]
            for a in range(vote, vote + 1 if vote < 2 else N_ACTIONS):
                utility[i, a] = value
                for j in range(n):
                    if j != i:
                        slope[i, a, j, YES] = by_yes[j]
                        slope[i, a, j, NO] = by_no[j]
                    slope[i, a, j, SKIM] = others[j] * extra
        yes[i], no[i] = mix[i, YES], mix[i, NO]
    _skims(mix, gain, skimmed, utility, slope)
    _robberies(mix, gain, card, marker, utility, slope)
    _bribes(mix, gain, bribes, utility, slope)


@kernel()
def _bribes(mix: Array, gain: Array, bribes: Array, utility: Array, slope: Array) -> None:
    add_bribes(mix, gain, bribes, utility)
    for k in range(bribes.shape[0]):
        giver, target, action = int(bribes[k, 0]), int(bribes[k, 1]), int(bribes[k, 2])
        for i in range(mix.shape[0]):
            if i != target:
                moved = (bribes[k, 3] + bribes[k, 5]) * (gain[i, target] - gain[i, giver])
                for a in range(N_ACTIONS):
                    slope[i, a, target, action] += moved


@kernel()
def _skims(mix: Array, gain: Array, skimmed: float, utility: Array, slope: Array) -> None:
    """Add the first skimmer's card; seats are revealed from the boss on."""
    n = mix.shape[0]
    for i in range(n):
        # From the last seat back: what the first skim at or behind a seat is worth, this seat
        # abstaining (rest) or skimming itself (own).
        rest, own = 0.0, 0.0
        for j in range(n - 1, -1, -1):
            if j == i:
                own = gain[i, i]
                continue
            reach = 1.0
            for k in range(j):
                reach *= 1.0 - mix[k, SKIM] if k != i else 1.0
            for a in range(N_ACTIONS):
                beyond = own if a == SKIM else rest
                if a != SKIM or j < i:
                    slope[i, a, j, SKIM] += skimmed * reach * (gain[i, j] - beyond)
            s = mix[j, SKIM]
            rest = s * gain[i, j] + (1.0 - s) * rest
            own = s * gain[i, j] + (1.0 - s) * own if j < i else own
        for a in range(N_ACTIONS):
            utility[i, a] += skimmed * (own if a == SKIM else rest)


@kernel()
def _robberies(
    mix: Array, gain: Array, card: Array, marker: NDArray[np.int64], utility: Array, slope: Array
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
            for a in range(N_ACTIONS):
                r = robs if i != robber else (1.0 if a == ROB else 0.0)
                g = guards if i != victim else (1.0 if a == GUARD else 0.0)
                utility[i, a] += r * ((1.0 - g) * taken + g * fined)
                if i != robber:
                    slope[i, a, robber, ROB] += (1.0 - g) * taken + g * fined
                if i != victim:
                    slope[i, a, victim, GUARD] += r * (fined - taken)


@kernel()
def table_slopes(mix: Array, payoff: Array, utility: Array, slope: Array) -> None:
    """Fill ``utility`` (n, 5) and ``slope`` (n, 5, n, 5) of a table (n, 5**n) by contraction.

    Axes are averaged out from the front, where whole runs of the table are added up.
    """
    n = mix.shape[0]
    slope[:] = 0.0
    here, one, other = payoff[0].copy(), payoff[0].copy(), payoff[0].copy()
    for i in range(n):
        here[:] = payoff[i]
        width = payoff.shape[1]
        for j in range(n):  # the seats before j, but for i, are out of ``here`` already
            if j == i:
                continue
            size, right = width, width // N_ACTIONS ** (2 if i < j else 1)
            beyond = right  # entries of the axes behind k
            source, target = here, one
            for k in range(j + 1, n):
                beyond //= N_ACTIONS
                if k != i:
                    _contract(source, size, beyond, mix[k], target)
                    size //= N_ACTIONS
                    source, target = target, other if target is one else one
            for a in range(N_ACTIONS):
                for b in range(N_ACTIONS):
                    slope[i, a, j, b] = source[a * N_ACTIONS + b if i < j else b * N_ACTIONS + a]
            _contract(here, width, right, mix[j], one)
            width //= N_ACTIONS
            here, one = one, here
        for a in range(N_ACTIONS):
            utility[i, a] = here[a]


@kernel()
def _contract(source: Array, size: int, right: int, weight: Array, target: Array) -> None:
    """Average out one axis of a flat table, that with ``right`` entries a step."""
    w0, w1, w2, w3, w4 = weight[0], weight[1], weight[2], weight[3], weight[4]
    for block in range(size // (right * N_ACTIONS)):
        start, to = block * N_ACTIONS * right, block * right
        for r in range(right):
            at = start + r
            target[to + r] = (
                w0 * source[at]
                + w1 * source[at + right]
                + w2 * source[at + 2 * right]
                + w3 * source[at + 3 * right]
                + w4 * source[at + 4 * right]
            )
