"""The vote as a plain payoff table, written from the rules profile by profile.

It shares no code with ``stage``: each of the ``5**n`` profiles is counted, skimmed and robbed as
the rules say. It serves as the independent evaluator of stage solutions, as the form that Gambit
and the correlated-equilibrium programmes solve, and as the export of the decision.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from solver.strategic import StrategicForm

Array = NDArray[np.float64]
ACTION_LABELS = ("YES", "NO", "SKIM", "ROB", "GUARD")


def vote_form(
    results: Array,
    gain: Array,
    card: Array,
    skimmed: float,
    marker: NDArray[np.int64],
    n_actions: int = 5,
) -> StrategicForm:
    """Return the vote as a strategic form; ``n_actions=2`` keeps YES and NO only.

    Parameters
    ----------
    results : (n, n+2)
        Utility of a pass, a tie, and of NO by successor (relative seat).
    gain, card, skimmed, marker
        As in ``stage.expected_utilities``.
    """
    n = len(results)
    payoff = np.zeros((n, n_actions**n))
    _fill(n_actions, results, gain, card, skimmed, marker, payoff)
    return form_of(payoff, n_actions)


def form_of(payoff: Array, n_actions: int = 5) -> StrategicForm:
    """Return the vote of a payoff table, n_actions**n entries a seat, as a strategic form."""
    n = len(payoff)
    return StrategicForm(
        title="Good Guys: vote on an offer",
        players=tuple("boss" if i == 0 else f"seat {i}" for i in range(n)),
        payoff=payoff.reshape((n, *[n_actions] * n)),
        action_label=(ACTION_LABELS[:n_actions],) * n,
    )


@kernel()
def _fill(
    n_actions: int,
    results: Array,
    gain: Array,
    card: Array,
    skimmed: float,
    marker: NDArray[np.int64],
    payoff: Array,
) -> None:
    n = results.shape[0]
    action, money = np.empty(n, np.int64), np.empty(n)
    for profile in range(payoff.shape[1]):
        rest, yes, no = profile, 0, 0
        for i in range(n - 1, -1, -1):
            action[i] = rest % n_actions
            rest //= n_actions
            yes += action[i] == 0
            no += action[i] == 1
        result = 0 if yes > no else 1 if yes == no else 2
        if result == 2 and not (no == 1 and action[0] == 1):
            seat = 1
            while action[seat] != 1:
                seat += 1
            result += seat
        _transfers(action, card, skimmed, marker, money)
        for i in range(n):
            value = results[i, result]
            for j in range(n):
                value += gain[i, j] * money[j]
            payoff[i, profile] = value


@kernel()
def _transfers(
    action: NDArray[np.int64],
    card: Array,
    skimmed: float,
    marker: NDArray[np.int64],
    money: Array,
) -> None:
    """Fill ``money`` (n,) with what the first skim and the robberies move."""
    money[:] = 0.0
    for seat in range(action.shape[0]):
        if action[seat] == 2:
            money[seat] += skimmed
            break
    for robber in range(action.shape[0]):
        victim = marker[robber]
        if action[robber] != 3 or victim < 0:
            continue
        if action[victim] == 4:
            money[victim] += card[robber]
            money[robber] -= card[robber]
        else:
            money[robber] += card[victim]
            money[victim] -= card[victim]
