"""Team equilibria with a common random signal (TMECor): one programme, or column generation.

The players of a team share payoffs and draw a joint pure plan before play; the draw is theirs
alone, and nothing is said during play. Where both sides' joint plans make a small table, one
programme over all of them is the whole answer. Beyond that plans are added as they are needed
(double oracle): each side keeps a few joint plans; the programme mixes them;
a mixed-integer programme finds each side's exact best joint plan against the other's mix, until
neither side gains. The oracles' bounds are the certificate: the value lies between them.

Source: von Stengel and Koller (1997); Celli and Gatti (2018); McMahan, Gordon and Blum (2003).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolveFailed, TimeLimit, Unsupported
from solver.extensive import ExtensiveForm, Floats
from solver.lp import solve_lp
from solver.progress import Progress, Step
from solver.reduction import count_plans, plan_rows
from solver.sequence_form import SequenceForm, sequence_form
from solver.zero_sum import flow_matrix

Plan = tuple[NDArray[np.bool_], ...]

ALL_PLANS = 100_000


@dataclass(frozen=True, eq=False)
class Side:
    """One side's mix of joint pure plans.

    Attributes
    ----------
    players : tuple of int
    plans : tuple of plans
        A plan says of every action of the tree, for each player of the side, whether it is taken;
        one (n_actions_total,) array of bool for each of ``players``.
    probability : (n_plans,)
    """

    players: tuple[int, ...]
    plans: tuple[Plan, ...]
    probability: Floats


@dataclass(frozen=True, eq=False)
class TeamResult:
    """A team equilibrium.

    Attributes
    ----------
    value : float
        The team's summed payoffs under both mixes.
    bounds : (float, float)
        What the team secures, and what the others hold it to: proven by the oracles.
    converged : bool
        Whether the bounds are within the tolerance of each other.
    rounds : int
        Of adding plans.
    all_plans : bool
        Whether one programme held all joint plans.
    """

    team: Side
    others: Side
    value: float
    bounds: tuple[float, float]
    tolerance: float
    converged: bool
    rounds: int
    all_plans: bool
    seconds: float


def solve_teams(
    form: ExtensiveForm,
    team: Sequence[int],
    *,
    tolerance: float | None = None,
    time_limit: float = 60.0,
    progress: Progress | None = None,
) -> TeamResult:
    """Return an equilibrium between a team and all other players, each side with its own signal.

    Parameters
    ----------
    team : sequence of int
        Players of the first side; the rest are the second.
    tolerance : float, optional
        Distance of the bounds that counts as none; by default 1e-6 of the payoff range.

    Raises
    ------
    Unsupported
        If a side is empty, or all payoffs together have no constant sum.
    ImperfectRecall
        If a player forgets.
    TimeLimit
        If not even one round of best plans was done in time.
    """
    sides = _check_sides(form, team)
    start = time.perf_counter()
    low, high = form.payoff_range
    tolerance = 1e-6 * max(high - low, 1e-9) if tolerance is None else tolerance
    search = _DoubleOracle(sequence_form(form), sides, start + time_limit)
    counts = count_plans(form)
    whole = prod(counts) <= ALL_PLANS
    if whole:
        search.take_all([[range(counts[i]) for i in side] for side in sides])
    while not whole and search.gap > tolerance and time.perf_counter() < start + time_limit:
        try:
            grown = search.advance()
        except TimeLimit:
            break
        if progress is not None:
            progress(Step("team", search.rounds, "rounds", search.gap))
        if not grown:
            break
    if not np.isfinite(search.gap):
        raise TimeLimit(f"no best plan within {time_limit:.3g} s")
    mixes, value = search.mix()
    return TeamResult(
        team=search.side(form, 0, mixes[0]),
        others=search.side(form, 1, mixes[1]),
        value=value,
        bounds=search.bounds,
        tolerance=tolerance,
        converged=search.gap <= tolerance,
        rounds=search.rounds,
        all_plans=whole,
        seconds=time.perf_counter() - start,
    )


def _check_sides(
    form: ExtensiveForm, team: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first = tuple(sorted(set(team)))
    rest = tuple(i for i in range(form.n_players) if i not in first)
    if not first or not rest or not set(first) <= set(range(form.n_players)):
        raise Unsupported(f"team {list(team)}; allowed: some of 0 to {form.n_players - 1}, not all")
    if form.constant_sum is None:
        raise Unsupported("teams need payoffs of constant sum; the game's sum varies")
    return first, rest


@dataclass(frozen=True, eq=False)
class _Pure:
    """A joint pure plan: sequences of each player, and the ends that it lets happen."""

    sequences: tuple[NDArray[np.bool_], ...]
    takes: NDArray[np.bool_]

    def same(self, other: _Pure) -> bool:
        return bool((self.takes == other.takes).all())


class _Oracle:
    """Finds a side's best joint pure plan for given worths of the ends.

    Unknowns are 0/1 plans of each player, and for each tuple of the side's sequences, whether it
    is played: at most each of its parts, at least their sum less one for each part but one.
    """

    def __init__(self, sequences: SequenceForm, side: tuple[int, ...]) -> None:
        from scipy.sparse import block_diag, csr_array, hstack

        self.columns = sequences.sequence[:, list(side)]
        self.tuples, self.group = np.unique(self.columns, axis=0, return_inverse=True)
        sizes = [sequences.n_sequences[i] for i in side]
        self.cuts = np.cumsum(sizes)
        flows = [flow_matrix(sequences.parent[i], sequences.local_infoset[i]) for i in side]
        n, k = self.tuples.shape
        at = self.tuples + np.concatenate([[0], self.cuts[:-1]])
        rows = np.repeat(np.arange(n), k)
        total = int(self.cuts[-1])
        parts = csr_array((np.ones(n * k), (rows, at.ravel())), shape=(n, total))
        single = csr_array((np.ones(n * k), (np.arange(n * k), at.ravel())), shape=(n * k, total))
        copies = csr_array((np.ones(n * k), (np.arange(n * k), rows)), shape=(n * k, n))
        unit = csr_array((np.ones(n), (np.arange(n), np.arange(n))), shape=(n, n))
        flow = block_diag(flows, format="csr")
        self.fixed = np.concatenate([np.eye(1, f.shape[0]).ravel() for f in flows])
        self.flow = hstack([flow, csr_array((flow.shape[0], n))], format="csr")
        self.below = hstack([-single, copies], format="csr")
        self.above = hstack([parts, -unit], format="csr")
        self.k = k

    def best(self, worth: Floats, deadline: float) -> tuple[_Pure, float]:
        """Return the best plan, and a proven bound on what any plan gets.

        Parameters
        ----------
        worth : (n_entries,)
            What each end is worth if it is let happen.
        """
        from scipy.optimize import Bounds, LinearConstraint, milp

        reward = np.bincount(self.group.ravel(), worth, minlength=len(self.tuples))
        n_x = int(self.cuts[-1])
        size = n_x + len(self.tuples)
        found = milp(
            np.concatenate([np.zeros(n_x), -reward]),
            integrality=np.r_[np.ones(n_x), np.zeros(len(self.tuples))],
            bounds=Bounds(np.zeros(size), np.ones(size)),
            constraints=[
                LinearConstraint(self.flow, self.fixed, self.fixed),
                LinearConstraint(self.below, -np.inf, 0.0),
                LinearConstraint(self.above, -np.inf, self.k - 1.0),
            ],
            options={"time_limit": max(deadline - time.perf_counter(), 0.05), "mip_rel_gap": 0.0},
        )
        if found.x is None:
            if found.status == 1:
                raise TimeLimit("no best joint plan within the time limit")
            raise SolveFailed(f"no best joint plan: {found.message}")
        plan = np.split(found.x[:n_x] > 0.5, self.cuts[:-1])
        takes = np.logical_and.reduce(
            [own[column] for own, column in zip(plan, self.columns.T, strict=True)]
        )
        return _Pure(tuple(plan), takes), -float(found.mip_dual_bound)


class _DoubleOracle:
    """The plans in play of both sides, and what is proven of the value so far."""

    def __init__(
        self, sequences: SequenceForm, sides: tuple[tuple[int, ...], ...], deadline: float
    ) -> None:
        self.sequences, self.players, self.deadline = sequences, sides, deadline
        self.worth = sequences.payoff[:, list(sides[0])].sum(axis=1)
        self.oracles = [_Oracle(sequences, side) for side in sides]
        self.bounds, self.rounds = (-np.inf, np.inf), 0
        # Each side starts with what would be best if the other let everything happen.
        starts = [oracle.best(self._signed(k), deadline) for k, oracle in enumerate(self.oracles)]
        self.plans = [[plan] for plan, _ in starts]

    @property
    def gap(self) -> float:
        """Distance of the bounds."""
        return float(self.bounds[1] - self.bounds[0])

    def advance(self) -> bool:
        """Add both sides' best plans against the other's mix; say whether one was new."""
        mixes, _ = self.mix()
        self.rounds += 1
        fresh = []
        for k, oracle in enumerate(self.oracles):
            takes = np.array([plan.takes for plan in self.plans[1 - k]], dtype=np.float64)
            weight = mixes[1 - k] @ takes
            fresh.append(oracle.best(self._signed(k) * weight, self.deadline))
        self.bounds = max(self.bounds[0], -fresh[1][1]), min(self.bounds[1], fresh[0][1])
        grown = False
        for own, (plan, _) in zip(self.plans, fresh, strict=True):
            if not any(plan.same(old) for old in own):
                own.append(plan)
                grown = True
        return grown

    def take_all(self, plans: Sequence[Sequence[range]]) -> None:
        """Put every joint plan of both sides in play; the bounds are then those of the table."""
        for k, (players, ranges) in enumerate(zip(self.players, plans, strict=True)):
            rows = [
                plan_rows(self.sequences, i, len(r)) for i, r in zip(players, ranges, strict=True)
            ]
            columns = self.sequences.sequence[:, list(players)].T
            self.plans[k] = []
            for chosen in product(*ranges):
                own = tuple(table[c] > 0.5 for table, c in zip(rows, chosen, strict=True))
                takes = np.logical_and.reduce(
                    [plan[column] for plan, column in zip(own, columns, strict=True)]
                )
                self.plans[k].append(_Pure(own, takes))
        mixes, _ = self.mix()
        table = self.table()
        self.bounds = float((mixes[0] @ table).min()), float((table @ mixes[1]).max())

    def table(self) -> Floats:
        """Return what the first side gets from each pair of plans in play."""
        first, second = (np.array([p.takes for p in side], dtype=np.float64) for side in self.plans)
        worth: Floats = (first * self.worth) @ second.T
        return worth

    def mix(self) -> tuple[list[Floats], float]:
        """Return both sides' equilibrium mixes of the plans in play, and the value."""
        from scipy.sparse import csr_array

        table = self.table()
        n, m = table.shape
        # Maximize v where every second plan leaves at least v, and probabilities sum to one.
        block = np.block([[table.T, -np.ones((m, 1))], [np.ones((1, n)), np.zeros((1, 1))]])
        solution = solve_lp(
            np.r_[np.zeros(n), 1.0],
            csr_array(block),
            (np.r_[np.zeros(m), 1.0], np.r_[np.full(m, np.inf), 1.0]),
            (np.r_[np.zeros(n), -np.inf], np.full(n + 1, np.inf)),
            maximize=True,
        )
        own, other = np.maximum(solution.x[:n], 0.0), np.abs(solution.duals[:m])
        return [own / own.sum(), other / other.sum()], solution.objective

    def side(self, form: ExtensiveForm, k: int, mix: Floats) -> Side:
        """Return a side's mix in the tree's numbering."""
        kept = np.flatnonzero(mix > 1e-12)
        plans = []
        for c in kept:
            parts = []
            for i, own in zip(self.players[k], self.plans[k][c].sequences, strict=True):
                taken = np.zeros(len(form.action_infoset), dtype=bool)
                taken[self.sequences.actions[i]] = own[1:]
                parts.append(taken)
            plans.append(tuple(parts))
        return Side(self.players[k], tuple(plans), mix[kept] / mix[kept].sum())

    def _signed(self, k: int) -> Floats:
        return self.worth if k == 0 else -self.worth
