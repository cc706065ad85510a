"""Logit quantal response equilibria of any form: at a precision, in the limit, or fitted to play.

In a tree every information set is an agent of its own (agent form); an action is worth its owner's
expected payoff given that it is taken. The principal branch starts at uniform play; where a
symmetric game's branch forks, the symmetric one is followed.

Source: McKelvey and Palfrey (1995, 1998); Turocy (2005, 2010).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solver.errors import BadGame, SolveFailed, TimeLimit, Unsupported
from solver.extensive import ExtensiveForm, Floats, Ints
from solver.logit import LogitPoint, PayoffOracle, logit_points
from solver.progress import Progress, Step
from solver.result import Profile, SolveResult, certified, default_tolerance
from solver.sequence_form import chance_reach
from solver.strategic import NormalForm
from solver.versions import versions

RESIDUAL = 1e-9
ACTION_LIMIT = 2_500
_NEVER = -1e5
_DOUBLINGS = 2.0 ** np.arange(-8, 24)


@dataclass(frozen=True, eq=False)
class LambdaFit:
    """The precision under which observed play is most likely.

    Attributes
    ----------
    qre_lambda : float
        In 1/payoff.
    log_likelihood : float
        In nats, over all counted choices.
    strategy : (n_actions_total,)
    at_limit : bool
        Whether the largest precision tried fits as well: play without errors.
    """

    qre_lambda: float
    log_likelihood: float
    strategy: Floats
    residual: float
    at_limit: bool
    seconds: float


def solve_logit(
    form: ExtensiveForm | NormalForm,
    qre_lambda: float | None = None,
    *,
    tolerance: float | None = None,
    max_steps: int = 5000,
    time_limit: float = 60.0,
    progress: Progress | None = None,
) -> SolveResult:
    """Return the point of the principal logit branch at a precision, or its limit.

    Parameters
    ----------
    qre_lambda : float, optional
        Precision in 1/payoff. Without it the branch is followed, the precision doubling, until no
        player gains more than the tolerance of an equilibrium.
    tolerance : float, optional
        Gain that still counts as none in the limit; by default 1e-6 of the payoff range.

    Returns
    -------
    SolveResult
        At a precision the residual is within 1e-9, and ``epsilon`` is no equilibrium's. In the
        limit, ``converged`` says whether it is within the tolerance.

    Raises
    ------
    TimeLimit, SolveFailed
        If the branch could not be followed to the precision; for the limit, to any.
    """
    start = time.perf_counter()
    tolerance = default_tolerance(form) if tolerance is None else tolerance
    enough = tolerance if qre_lambda is None else -1.0
    points = _certified_points(form, qre_lambda, max_steps, start + time_limit)
    reached = profile = None
    selection, note = _words(form, qre_lambda)
    try:
        for reached, profile in points:  # the last one is the answer
            if progress is not None:
                progress(Step("logit", reached.steps, "steps", profile.certificate.epsilon))
            if _gain(form, profile) <= enough:
                break
    except TimeLimit as error:
        if profile is None:
            raise
        note = str(error)
    limit = qre_lambda is None
    if reached is None or profile is None:
        raise SolveFailed(f"{selection}: the branch could not be followed")
    return SolveResult(
        method="logit",
        selection=selection,
        profiles=(profile,),
        tolerance=tolerance if limit else RESIDUAL,
        converged=not limit or _gain(form, profile) <= tolerance,
        payoff_range=form.payoff_range,
        seconds=time.perf_counter() - start,
        residual=reached.residual,
        note=note,
        parameters={"lambda": reached.qre_lambda, "steps": reached.steps},
        versions=versions(),
    )


def _words(form: ExtensiveForm | NormalForm, qre_lambda: float | None) -> tuple[str, str]:
    """Return the selection, and what must be said of it."""
    limit = qre_lambda is None
    where = "limit of the principal branch" if limit else f"principal branch at {qre_lambda:g}"
    if _forgetful(form):
        where += "; an agent equilibrium: nobody gains at one information set alone"
    note = "" if limit else "a logit point, with errors by design: no equilibrium"
    return f"logit, {where}", note


def _certified_points(
    form: ExtensiveForm | NormalForm, qre_lambda: float | None, max_steps: int, end: float
) -> Iterator[tuple[LogitPoint, Profile]]:
    """Yield the point of a precision, or those of doubling ones, as far as they are reached."""
    unit = max(form.payoff_range[1] - form.payoff_range[0], 1e-12)
    lambdas = (_DOUBLINGS / unit).tolist() if qre_lambda is None else [qre_lambda]
    for point in _branch(form, lambdas, max_steps, end):
        if not point.converged:
            return
        yield point, certified(form, point.mix)


def logit_path(
    form: ExtensiveForm | NormalForm,
    lambdas: Sequence[float] | None = None,
    *,
    max_steps: int = 20_000,
    time_limit: float = 60.0,
) -> list[LogitPoint]:
    """Return points of the principal logit branch, as far as it could be followed.

    Parameters
    ----------
    lambdas : sequence of float, optional
        Precisions in 1/payoff, ascending; by default 25 from 1/100 to 1000 over the payoff range.
    """
    low, high = form.payoff_range
    asked = np.geomspace(0.01, 1000.0, 25) / max(high - low, 1e-12) if lambdas is None else lambdas
    points: list[LogitPoint] = []
    try:
        for point in _branch(form, list(asked), max_steps, time.perf_counter() + time_limit):
            if not point.converged:
                break
            points.append(point)
    except TimeLimit:
        if not points:
            raise
    return points


def _forgetful(form: ExtensiveForm | NormalForm) -> bool:
    return isinstance(form, ExtensiveForm) and bool(form.recall_fault)


def _gain(form: ExtensiveForm | NormalForm, profile: Profile) -> float:
    """Return the gain that convergence is judged by: of agents, where a player forgets."""
    certificate = profile.certificate
    return certificate.agent_gain if _forgetful(form) else certificate.epsilon


def fit_lambda(
    form: ExtensiveForm | NormalForm,
    counts: Floats,
    *,
    max_lambda: float | None = None,
    time_limit: float = 60.0,
) -> LambdaFit:
    """Return the precision under which counted choices are most likely.

    Parameters
    ----------
    counts : (n_actions_total,)
        How often each action was chosen; at least 0, with some above.
    max_lambda : float, optional
        Largest precision tried; by default 1000 over the payoff range.

    Raises
    ------
    BadGame
        If the counts do not fit the game.
    TimeLimit, SolveFailed
        If the branch could not be followed.
    """
    start = time.perf_counter()
    end = start + time_limit
    if counts.shape != (int(form.n_actions.sum()),) or (counts < 0).any() or not counts.any():
        raise BadGame(f"counts; allowed: {int(form.n_actions.sum())} numbers from 0, not all 0")
    low, high = form.payoff_range
    top = 1000.0 / max(high - low, 1e-12) if max_lambda is None else max_lambda
    grid = np.geomspace(top * 1e-5, top, 60)
    at_limit = False
    for zoom in range(4):
        points = [p for p in _branch(form, grid.tolist(), 20_000, end) if p.converged]
        if not points:
            raise SolveFailed("the logit branch could not be followed")
        likelihood = [_log_likelihood(counts, point.mix) for point in points]
        best = int(np.argmax(likelihood))
        if zoom == 0:
            at_limit = bool(likelihood[-1] >= likelihood[best] - 1e-9)
        left, right = grid[max(best - 1, 0)], grid[min(best + 1, len(points) - 1)]
        grid = np.linspace(left, right, 20)
    point = points[best]
    return LambdaFit(
        qre_lambda=point.qre_lambda,
        log_likelihood=likelihood[best],
        strategy=point.mix,
        residual=point.residual,
        at_limit=at_limit,
        seconds=time.perf_counter() - start,
    )


def _log_likelihood(counts: Floats, mix: Floats) -> float:
    seen = counts > 0
    with np.errstate(divide="ignore"):
        return float(counts[seen] @ np.log(mix[seen]))


def _branch(
    form: ExtensiveForm | NormalForm, lambdas: Sequence[float], max_steps: int, end: float
) -> Iterator[LogitPoint]:
    """Yield points of the branch; past the deadline, asking for payoffs raises TimeLimit."""
    if int(form.n_actions.sum()) > ACTION_LIMIT:
        given = int(form.n_actions.sum())
        raise Unsupported(f"the logit branch of {given} actions; allowed: {ACTION_LIMIT}")
    agents: _Agents | None = None
    price: PayoffOracle
    if isinstance(form, ExtensiveForm):
        agents = _Agents(form)
        price = agents.values
    else:
        price = form.action_values

    def values(mix: Floats) -> Floats:
        if time.perf_counter() > end:
            raise TimeLimit("the logit branch was stopped at the time limit")
        return price(mix)

    try:
        yield from logit_points(
            values,
            form.n_actions.tolist(),
            lambdas,
            tolerance=RESIDUAL,
            max_steps=max_steps,
            slopes=None if agents is None else agents.slopes,
        )
    except np.linalg.LinAlgError:
        return  # a large system met a fork: the branch ends here


class _Agents:
    """Conditional payoffs of actions in a tree, from the paths to its ends.

    A player may forget, so long as no path meets one of his sets twice.

    ``through[z, k]`` says whether the path to end ``z`` takes action ``k``. Given that, action
    ``k`` is worth the mean of its owner's payoffs over the ends through it, weighted by their
    probabilities; weights are kept in logarithms, so that unlikely sets have a worth too.
    """

    def __init__(self, form: ExtensiveForm) -> None:
        from scipy.sparse import csc_array

        if form.absent_minded:
            form.require_perfect_recall()
        chance = chance_reach(form)
        ends = form.terminals
        rows, columns = _paths(form, ends)
        shape = (len(ends), len(form.action_infoset))
        self.through = csc_array((np.ones(len(rows)), (rows, columns)), shape=shape)
        self.rows = self.through.indices
        self.column = np.repeat(np.arange(shape[1]), np.diff(self.through.indptr))
        self.starts = self.through.indptr[:-1]
        self.payoff = form.payoff[ends[self.rows], form.action_player[self.column]]
        # Draws of probability 0 count as the rarest of all: sets after them alone have payoffs too.
        with np.errstate(divide="ignore"):
            self.log_chance = np.maximum(np.log(chance[ends]), _NEVER)
        self.offset, self.sizes = form.action_offset[:-1], form.n_actions

    def _weights(self, mix: Floats) -> Floats:
        """Return each end's share of the probability of each action it passes; flat entries."""
        with np.errstate(divide="ignore"):
            log_mix = np.maximum(np.log(mix), -700.0)
        log_reach = (self.log_chance + self.through @ log_mix)[self.rows]
        top = np.maximum.reduceat(log_reach, self.starts)
        weight = np.exp(log_reach - top[self.column])
        total = np.add.reduceat(weight, self.starts)
        share: Floats = weight / total[self.column]
        return share

    def values(self, mix: Floats) -> Floats:
        """Return each action's payoff to its owner, given that it is taken."""
        values: Floats = np.add.reduceat(self._weights(mix) * self.payoff, self.starts)
        return values

    def slopes(self, mix: Floats) -> Floats:
        """Return the derivative of the values by every log-probability, each set summing to 1."""
        from scipy.sparse import csr_array

        share = self._weights(mix)
        value = np.add.reduceat(share * self.payoff, self.starts)
        surplus = share * (self.payoff - value[self.column])
        shape = (len(value), self.through.shape[0])
        rates = (
            csr_array((surplus, (self.column, self.rows)), shape=shape) @ self.through
        ).toarray()
        within = np.add.reduceat(rates, self.offset, axis=1)
        out: Floats = rates - mix * np.repeat(within, self.sizes, axis=1)
        return out


def _paths(form: ExtensiveForm, ends: Ints) -> tuple[Ints, Ints]:
    """Return the pairs of an end's position and an action on its path."""
    rows, columns = [], []
    node, at = ends.copy(), np.arange(len(ends))
    while len(node):
        taken = form.edge[node] >= 0
        rows.append(at[taken])
        columns.append(form.edge[node[taken]])
        node = form.parent[node]
        above = node > 0
        node, at = node[above], at[above]
    return np.concatenate(rows), np.concatenate(columns)
