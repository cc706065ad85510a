"""Extensive-form correlated equilibria: advice is given move by move, where play has come.

A mediator draws a joint plan and tells each player his move only at the information set where it
is due. Who leaves the advice hears no more of it. The unknowns are probabilities of joint reduced
plans, so this is for small trees.

Source: von Stengel and Forges (2008).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import prod

import numpy as np

from solver.correlated import CorrelatedResult
from solver.errors import BadGame, SolveFailed, Unsupported
from solver.extensive import ExtensiveForm, Floats
from solver.lp import solve_lp
from solver.reduction import Reduction, count_plans, reduce

JOINT_PLANS = 20_000


def efce(
    form: ExtensiveForm,
    objective: Floats | None = None,
    *,
    maximize: bool = True,
    time_limit: float = 60.0,
) -> CorrelatedResult:
    """Return an extensive-form correlated equilibrium that is best for an objective.

    Parameters
    ----------
    objective : (*n_plans), optional
        Worth of each joint reduced plan, as :func:`solver.reduction.reduce` numbers them; by
        default the sum of payoffs.

    Returns
    -------
    CorrelatedResult
        Its profiles are joint reduced plans; ``gain`` is the most that a player gains by leaving
        the advice, from the moment he hears one move of it, weighted by the chance of that.

    Raises
    ------
    Unsupported
        If there are more than 20,000 joint plans.
    TimeLimit, SolveFailed
        If no optimum is proven, or the answer is no equilibrium.
    """
    total = prod(count_plans(form))
    if total > JOINT_PLANS:
        raise Unsupported(f"{total:.3g} joint plans; allowed: {JOINT_PLANS}")
    start = time.perf_counter()
    reduced = reduce(form)
    payoff = reduced.strategic.payoff.reshape(form.n_players, -1)
    worth = payoff.sum(axis=0) if objective is None else np.ravel(objective)
    if worth.shape != (total,):
        raise BadGame(f"objective of size {worth.size}; allowed: {total}")
    triggers = [trigger for i in range(form.n_players) for trigger in _triggers(reduced, i)]
    probability = _programme(triggers, worth, maximize, time_limit)
    held = np.flatnonzero(probability > 1e-12)
    p = probability[held] / probability[held].sum()
    whole = np.zeros(total)
    whole[held] = p
    gain = max((trigger.gain(whole) for trigger in triggers), default=0.0)
    low, high = form.payoff_range
    if not gain <= 1e-6 * max(high - low, 1e-6):
        raise SolveFailed(f"the programme's answer leaves a gain of {gain:.3g}")
    return CorrelatedResult(
        profiles=np.stack(
            np.unravel_index(held, reduced.strategic.payoff.shape[1:]), axis=1
        ).astype(np.int32),
        probability=p,
        objective=float(p @ worth[held]),
        payoffs=payoff[:, held] @ p,
        gain=gain,
        coarse=False,
        columns=total,
        seconds=time.perf_counter() - start,
    )


@dataclass(frozen=True, eq=False)
class _Trigger:
    """One piece of advice that a player may leave.

    Attributes
    ----------
    follow : (n_joint_plans,)
        What the player gets beyond it if he follows.
    leave : (n_own, n_joint_plans)
        What he gets at each of his sequences from here on if he plays there, advice or not.
    infoset : (n_own,)
        Position of the set that each of these sequences ends at; 0 is where the advice is given.
    child : (n_sets,)
        Position of the own sequence that leads to each set; -1 for the first.
    """

    follow: Floats
    leave: Floats
    infoset: list[int]
    child: list[int]

    def gain(self, probability: Floats) -> float:
        """Return what the best way to leave the advice is worth beyond following it."""
        worth = self.leave @ probability
        for h in range(len(self.child) - 1, -1, -1):
            best = max(worth[k] for k, at in enumerate(self.infoset) if at == h)
            if h == 0:
                return float(best - self.follow @ probability)
            worth[self.child[h]] += best
        return 0.0


def _triggers(reduced: Reduction, i: int) -> list[_Trigger]:
    """Return the advice that a player may leave: one for each of his sequences."""
    sequences, plans = reduced.sequences, reduced.plans
    shape = reduced.strategic.payoff.shape[1:]
    ends = _own_ends(reduced, i)
    local, parent = sequences.local_infoset[i], sequences.parent[i]
    out = []
    for s in range(1, sequences.n_sequences[i]):
        sets = [int(local[s - 1])]
        own: list[int] = []
        infoset, child = [], [-1]
        for at, h in enumerate(sets):  # grows while it is walked: sets after those before
            for t in (np.flatnonzero(local == h) + 1).tolist():
                own.append(t)
                infoset.append(at)
                deeper = np.flatnonzero(parent == t).tolist()
                sets.extend(deeper)
                child.extend([len(own) - 1] * len(deeper))
        told = _along(plans[i][:, s], i, shape)
        taken = [_along(plans[i][:, t], i, shape) for t in own]
        on = _after(own, s, infoset, child)
        follow = sum((told * taken[k] * ends[own[k]] for k in on), start=np.zeros(shape))
        leave = np.array([(told * ends[t]).ravel() for t in own])
        out.append(_Trigger(np.ravel(follow), leave, infoset, child))
    return out


def _after(own: list[int], s: int, infoset: list[int], child: list[int]) -> list[int]:
    """Return positions of the sequences that go on from advice ``s``, itself among them."""
    on: list[int] = []
    for k, t in enumerate(own):
        if t == s or (infoset[k] > 0 and child[infoset[k]] in on):
            on.append(k)
    return on


def _own_ends(reduced: Reduction, i: int) -> list[Floats]:
    """Return, for each of a player's sequences, his payoffs at its ends by the others' plans.

    Arrays broadcast over joint plans: the player's own axis has length 1.
    """
    sequences = reduced.sequences
    shape = [len(own) for own in reduced.plans]
    shape[i] = 1
    ends = [np.zeros(shape) for _ in range(sequences.n_sequences[i])]
    for row, paid in zip(sequences.sequence, sequences.payoff[:, i], strict=True):
        met = np.full((1,) * len(shape), paid)
        for j, s in enumerate(row):
            if j != i:
                met = met * _along(reduced.plans[j][:, s], j, shape)
        ends[row[i]] = ends[row[i]] + met
    return ends


def _along(vector: Floats, axis: int, shape: tuple[int, ...] | list[int]) -> Floats:
    """Return a vector along one axis of joint plans, broadcasting over the others."""
    view = [1] * len(shape)
    view[axis] = len(vector)
    return vector.reshape(view)


def _programme(
    triggers: list[_Trigger], worth: Floats, maximize: bool, time_limit: float
) -> Floats:
    """Return the best probabilities of joint plans that nobody gains by leaving.

    Columns: joint plans, then what leaving is worth at each set of each trigger. Rows: a set is
    worth each of its sequences at least; following is worth leaving; probabilities sum to one.
    """
    from scipy.sparse import csr_array, hstack, vstack

    n = len(worth)
    n_values = sum(len(trigger.child) for trigger in triggers)
    plans, values = [], []
    base = 0
    for trigger in triggers:
        below = np.zeros((len(trigger.infoset) + 1, n_values))
        for k, h in enumerate(trigger.infoset):
            below[k, base + h] -= 1.0
        for h, before in enumerate(trigger.child):
            if before >= 0:
                below[before, base + h] += 1.0
        below[-1, base] = 1.0
        plans.append(csr_array(np.vstack([trigger.leave, -trigger.follow[None, :]])))
        values.append(csr_array(below))
        base += len(trigger.child)
    once = csr_array(np.r_[np.ones(n), np.zeros(n_values)][None, :])
    rows = [hstack(pair) for pair in zip(plans, values, strict=True)]
    matrix = csr_array(vstack([*rows, once]))
    high = np.zeros(matrix.shape[0])
    high[-1] = 1.0
    low = np.full(matrix.shape[0], -np.inf)
    low[-1] = 1.0
    solution = solve_lp(
        np.r_[worth, np.zeros(n_values)],
        matrix,
        (low, high),
        (np.r_[np.zeros(n), np.full(n_values, -np.inf)], np.full(n + n_values, np.inf)),
        maximize=maximize,
        time_limit=time_limit,
    )
    return np.maximum(solution.x[:n], 0.0)
