"""Two-player constant-sum games by the sequence-form linear programme.

Source: Koller, Megiddo and von Stengel (1996); von Stengel (1996).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from solver.errors import Unsupported
from solver.extensive import ExtensiveForm, Ints
from solver.lp import Engine, LpSolution, solve_lp
from solver.result import SolveResult, certified, default_tolerance, demand_nash
from solver.sequence_form import SequenceForm, behavior_from_plans, sequence_form
from solver.versions import versions

if TYPE_CHECKING:
    from scipy.sparse import csr_array


def solve_zero_sum(
    form: ExtensiveForm, *, engine: Engine | None = None, time_limit: float = 60.0
) -> SolveResult:
    """Return an equilibrium of a two-player constant-sum game.

    The first player's plan is the programme's solution, the second's its dual; the certificate
    measures both in the tree, and their gains add up to the duality gap.

    Raises
    ------
    Unsupported
        If the game has not two players or no constant sum.
    ImperfectRecall
        If a player forgets.
    TimeLimit, SolveFailed
        If there is no proven optimum, or the profile is no equilibrium.
    """
    require_zero_sum(form)
    start = time.perf_counter()
    sequences = sequence_form(form)
    solution = plan_programme(sequences, engine, time_limit)
    n_sequences = sequences.n_sequences
    own = solution.x[: n_sequences[0]]
    other = np.abs(solution.duals[: n_sequences[1]])
    profile = certified(form, behavior_from_plans(form, sequences, [own, other]))
    return demand_nash(
        SolveResult(
            method="lp",
            selection="minimax; every equilibrium has the same value",
            profiles=(profile,),
            tolerance=default_tolerance(form),
            converged=False,
            payoff_range=form.payoff_range,
            seconds=time.perf_counter() - start,
            residual=profile.certificate.nash_conv,
            parameters={
                "engine": solution.engine,
                "rows": int(sum(n_sequences) - n_sequences[0] + len(sequences.infosets[0]) + 1),
                "sequences": n_sequences,
            },
            versions=versions("ortools"),
        )
    )


def require_zero_sum(form: ExtensiveForm) -> None:
    """Refuse a game that is not for two players with payoffs of constant sum.

    Raises
    ------
    Unsupported
        Says which of the two.
    """
    if form.n_players != 2:
        raise Unsupported(f"the method needs two players; the game has {form.n_players}")
    if form.constant_sum is None:
        raise Unsupported("the method needs payoffs of constant sum; the game's sum varies")


def plan_programme(sequences: SequenceForm, engine: Engine | None, time_limit: float) -> LpSolution:
    """Solve for the first player's best plan against the second's best replies.

    Columns are the first player's sequences, then the values of the second player's information
    sets and of the start. Rows are the second player's sequences (what he gets there bounds the
    value of the set he is in), then the first player's flow constraints.
    """
    from scipy.sparse import csr_array, hstack, vstack

    payoff = payoff_matrix(sequences, 0)
    flow = flow_matrix(sequences.parent[0], sequences.local_infoset[0])
    reply = flow_matrix(sequences.parent[1], sequences.local_infoset[1])
    unused = csr_array((flow.shape[0], reply.shape[0]))
    matrix = csr_array(vstack([hstack([-payoff.T, reply.T]), hstack([flow, unused])]))
    n_x, n_v = flow.shape[1], reply.shape[0]
    start = np.zeros(flow.shape[0])
    start[0] = 1.0
    objective = np.zeros(n_x + n_v)
    objective[n_x] = 1.0
    return solve_lp(
        objective,
        matrix,
        (np.r_[np.full(reply.shape[1], -np.inf), start], np.r_[np.zeros(reply.shape[1]), start]),
        (np.r_[np.zeros(n_x), np.full(n_v, -np.inf)], np.full(n_x + n_v, np.inf)),
        maximize=True,
        engine=engine,
        time_limit=time_limit,
    )


def flow_matrix(parent: Ints, local_infoset: Ints) -> csr_array:
    """Return the constraints of a realization plan: sparse (n_infosets + 1, n_sequences).

    The first row fixes the empty sequence; in every other, an information set's sequences sum to
    the one that leads to it, so that the row's product with a plan is 0.
    """
    from scipy.sparse import csr_array

    n_sets, n_sequences = len(parent), len(local_infoset) + 1
    rows = np.concatenate([[0], local_infoset + 1, np.arange(1, n_sets + 1)])
    columns = np.concatenate([np.arange(n_sequences), parent])
    signs = np.concatenate([np.ones(n_sequences), -np.ones(n_sets)])
    return csr_array((signs, (rows, columns)), shape=(n_sets + 1, n_sequences))


def payoff_matrix(sequences: SequenceForm, i: int) -> csr_array:
    """Return a player's payoffs; sparse (own n_sequences, the other's n_sequences)."""
    from scipy.sparse import csr_array

    own, other = sequences.sequence[:, i], sequences.sequence[:, 1 - i]
    shape = (sequences.n_sequences[i], sequences.n_sequences[1 - i])
    return csr_array((sequences.payoff[:, i], (own, other)), shape=shape)
