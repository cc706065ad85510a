"""Sensible play off the path: what to do where an equilibrium never comes.

A linear programme says nothing about information sets that its solution does not reach. Here the
game is solved again with every action taken with a small probability at least; then each player
takes, of all his equilibrium plans, the one that is best against the other's trembling play. Where
his own plan never leads, he plays as in the trembling game. The result is an equilibrium whatever
the size of the trembles, and weakly undominated.

Source: Selten (1975), trembles; van Damme (1991), admissible maximin play; Farina and Gatti
(2017), perturbed sequence-form programmes.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from solver.extensive import ExtensiveForm, Floats, Ints
from solver.lp import solve_lp
from solver.result import SolveResult, certified, demand_nash
from solver.sequence_form import (
    SequenceForm,
    behavior_from_plans,
    normalized,
    plans_from_behavior,
    sequence_form,
)
from solver.zero_sum import flow_matrix, payoff_matrix, require_zero_sum

if TYPE_CHECKING:
    from scipy.sparse import csr_array

TREMBLE = 1e-3
_SLACK = 1e-10
_NEVER = 1e-9


def refine_zero_sum(
    form: ExtensiveForm, result: SolveResult, *, tremble: float = TREMBLE, time_limit: float = 60.0
) -> SolveResult:
    """Return a solution that plays well against trembles, at unreached sets too.

    Parameters
    ----------
    result : SolveResult
        Of :func:`solver.zero_sum.solve_zero_sum`; it comes back as it is if it reaches all sets.
    tremble : float
        Least probability of every action; lowered where a set has many.

    Raises
    ------
    Unsupported
        If the game is not for two players with payoffs of constant sum.
    TimeLimit, SolveFailed
        If a programme has no proven optimum, or the profile is no equilibrium.
    """
    require_zero_sum(form)
    start = time.perf_counter()
    if not result.profiles[0].certificate.unreached.any():
        return result
    least = min(tremble, 0.1 / float(form.n_actions.max()))
    sequences = sequence_form(form)
    trembling = _trembling_behavior(form, sequences, least, time_limit)
    noisy = plans_from_behavior(form, sequences, trembling)
    plans = [
        _best_optimal_plan(sequences, i, noisy[1 - i], float(result.payoffs[i]), time_limit)
        for i in (0, 1)
    ]
    strategy = behavior_from_plans(form, sequences, plans)
    calm = normalized(form, np.maximum(trembling - 1.5 * least, 0.0))
    for own, sets, plan in zip(sequences.actions, sequences.infosets, plans, strict=True):
        weight = np.bincount(form.action_infoset[own], plan[1:], minlength=form.n_infosets)
        never = np.isin(form.action_infoset, sets[weight[sets] <= _NEVER])
        strategy[never] = calm[never]
    profile = certified(form, strategy)
    return demand_nash(
        replace(
            result,
            profiles=(profile,),
            selection=f"{result.selection}; best against trembles of {least:g}",
            residual=profile.certificate.nash_conv,
            seconds=result.seconds + time.perf_counter() - start,
            parameters={**result.parameters, "tremble": least},
        )
    )


def _best_optimal_plan(
    sequences: SequenceForm, i: int, against: Floats, value: float, time_limit: float
) -> Floats:
    """Return, of a player's plans that secure a value, the best against a plan of the other."""
    from scipy.sparse import csr_array, hstack, vstack

    payoff = payoff_matrix(sequences, i)
    flow = flow_matrix(sequences.parent[i], sequences.local_infoset[i])
    reply = flow_matrix(sequences.parent[1 - i], sequences.local_infoset[1 - i])
    n_x, n_v, n_worth = flow.shape[1], reply.shape[0], reply.shape[1]
    unused = csr_array((flow.shape[0], n_v))
    matrix = csr_array(vstack([hstack([-payoff.T, reply.T]), hstack([flow, unused])]))
    start = np.zeros(flow.shape[0])
    start[0] = 1.0
    lowest = np.r_[np.zeros(n_x), np.full(n_v, -np.inf)]
    lowest[n_x] = value - _SLACK * max(1.0, abs(value))
    solution = solve_lp(
        np.r_[payoff @ against, np.zeros(n_v)],
        matrix,
        (np.r_[np.full(n_worth, -np.inf), start], np.r_[np.zeros(n_worth), start]),
        (lowest, np.full(n_x + n_v, np.inf)),
        maximize=True,
        time_limit=time_limit,
    )
    return np.maximum(solution.x[:n_x], 0.0)


def _trembling_behavior(
    form: ExtensiveForm, sequences: SequenceForm, least: float, time_limit: float
) -> Floats:
    """Return a solution of the game with a least probability for every action.

    Columns: the first player's plan, the values of the second's sets, and the price of each of
    the second's least probabilities. Rows: the worth of the second's sequences, the first's flow,
    and the first's least probabilities.
    """
    from scipy.sparse import csr_array, hstack, vstack

    local, parent = sequences.local_infoset, sequences.parent
    floors = [_floor_matrix(parent[i][local[i]], least) for i in (0, 1)]
    flow, reply = flow_matrix(parent[0], local[0]), flow_matrix(parent[1], local[1])
    n_x, n_v, n_z = flow.shape[1], reply.shape[0], floors[1].shape[0]
    n_worth, n_flow, n_floor = reply.shape[1], flow.shape[0], floors[0].shape[0]
    own = vstack([-payoff_matrix(sequences, 0).T, flow, floors[0]])
    worth = vstack([reply.T, csr_array((n_flow + n_floor, n_v))])
    price = vstack([floors[1].T, csr_array((n_flow + n_floor, n_z))])
    objective = np.zeros(n_x + n_v + n_z)
    objective[n_x] = 1.0
    fixed = np.zeros(n_worth + n_flow)
    fixed[n_worth] = 1.0
    solution = solve_lp(
        objective,
        csr_array(hstack([own, worth, price])),
        (np.r_[fixed, np.zeros(n_floor)], np.r_[fixed, np.full(n_floor, np.inf)]),
        (
            np.r_[np.zeros(n_x), np.full(n_v, -np.inf), np.zeros(n_z)],
            np.full(len(objective), np.inf),
        ),
        maximize=True,
        time_limit=time_limit,
    )
    plans = [solution.x[:n_x], np.abs(solution.duals[:n_worth])]
    return behavior_from_plans(form, sequences, plans)


def _floor_matrix(leads_to: Ints, least: float) -> csr_array:
    """Return the constraints that an action takes its least share; (n_sequences - 1, n_sequences).

    ``leads_to[k]`` is the sequence before sequence ``k + 1``.
    """
    from scipy.sparse import csr_array

    n = len(leads_to)
    rows = np.tile(np.arange(n), 2)
    columns = np.concatenate([np.arange(1, n + 1), leads_to])
    weights = np.concatenate([np.ones(n), np.full(n, -least)])
    return csr_array((weights, (rows, columns)), shape=(n, n + 1))
