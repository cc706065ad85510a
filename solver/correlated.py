"""Correlated and coarse correlated equilibria by linear programme, for any linear objective.

The unknowns are probabilities of pure profiles. A small game is one programme; a large one grows
its columns: the few profiles in play are priced against all others until none is worth adding.

Source: Aumann (1974); Moulin and Vial (1978) for the coarse kind.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from solver.errors import BadGame, SolveFailed, TimeLimit
from solver.extensive import Floats, Ints
from solver.lp import LpSolution, solve_lp
from solver.strategic import NormalForm, StrategicForm

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_DIRECT_ENTRIES = 20_000
_COLUMNS_A_ROUND = 200
_REDUCED_COST = 1e-9


@dataclass(frozen=True, eq=False)
class CorrelatedResult:
    """One correlated equilibrium that is best for an objective.

    Attributes
    ----------
    profiles : (n_support, n_players)
        Pure profiles of positive probability.
    probability : (n_support,)
    objective : float
    payoffs : (n_players,)
    gain : float
        Most that a player gains by disobeying, as measured from the payoffs anew: for the
        correlated kind summed over recommendations, for the coarse kind by a fixed action.
    coarse : bool
    columns : int
        Number of profiles that the last programme held.
    """

    profiles: Ints
    probability: Floats
    objective: float
    payoffs: Floats
    gain: float
    coarse: bool
    columns: int
    seconds: float


def correlated_equilibrium(
    form: NormalForm,
    objective: Floats,
    *,
    coarse: bool = False,
    maximize: bool = True,
    time_limit: float = 60.0,
) -> CorrelatedResult:
    """Return a correlated equilibrium that maximizes or minimizes a linear objective.

    Parameters
    ----------
    form : NormalForm
        A table, or a structure that prices actions.
    objective : (*n_actions)
        Worth of each pure profile; any array with as many entries, in C order.
    coarse : bool
        Whether a player can only give up the device before he hears its recommendation.

    Raises
    ------
    BadGame
        If the objective has the wrong size.
    TimeLimit, SolveFailed
        If no optimum is proven, or the answer is no equilibrium.
    """
    return _Programme(form, coarse).solve(np.ravel(objective), maximize, time_limit)


def correlated_ranges(
    form: NormalForm,
    objectives: Mapping[str, Floats] | None = None,
    *,
    coarse: bool = False,
    time_limit: float = 60.0,
) -> dict[str, tuple[float, float]]:
    """Return the lowest and highest value of each objective over all correlated equilibria.

    Parameters
    ----------
    objectives : mapping from name to (*n_actions), optional
        By default each player's payoff, under the player's name.
    time_limit : float
        Seconds, for all together.
    """
    programme = _Programme(form, coarse)
    if objectives is None:
        objectives = dict(zip(form.players, programme.payoffs.T, strict=True))
    end = time.perf_counter() + time_limit
    ranges = {}
    for name, objective in objectives.items():
        low, high = (
            programme.solve(np.ravel(objective), up, end - time.perf_counter()).objective
            for up in (False, True)
        )
        ranges[name] = (low, high)
    return ranges


def profile_payoffs(form: NormalForm) -> Floats:
    """Return every player's payoff in every pure profile; (n_profiles, n_players), C order."""
    return _Programme(form, coarse=True).payoffs


class _Programme:
    """Incentive constraints of one game, kept for several objectives.

    ``deviation[s, k]`` is the payoff of action ``k`` (numbered through all players) to its owner
    while the others play as in profile ``s``.
    """

    def __init__(self, form: NormalForm, coarse: bool) -> None:
        self.form, self.coarse = form, coarse
        sizes = form.n_actions
        self.offset = np.concatenate([[0], np.cumsum(sizes)])
        self.profiles = np.indices(tuple(sizes.tolist())).reshape(len(sizes), -1).T
        self.deviation = _deviation_payoffs(form, self.profiles)
        chosen = self.profiles + self.offset[:-1]
        self.payoffs = np.take_along_axis(self.deviation, chosen, axis=1)
        # Profiles that earlier answers put weight on: where the next programme starts.
        self.held = np.empty(0, np.int64)

    @property
    def n_rows(self) -> int:
        """Number of incentive constraints."""
        sizes = self.form.n_actions.astype(np.int64)
        return int(sizes.sum() if self.coarse else (sizes * sizes).sum())

    def columns(self, chosen: NDArray[np.int64]) -> csr_array:
        """Return the gains of each deviation at some profiles; sparse (n_rows, n_chosen)."""
        from scipy.sparse import csr_array, vstack

        blocks = []
        for i, size in enumerate(self.form.n_actions):
            gain = self._gains(i, chosen)
            if self.coarse:
                blocks.append(csr_array(gain.T))
                continue
            # Row (a, b) gains where a is recommended and b is played.
            rows = self.profiles[chosen, i, None] * size + np.arange(size)
            at = np.repeat(np.arange(len(chosen)), size)
            shape = (size * size, len(chosen))
            blocks.append(csr_array((gain.ravel(), (rows.ravel(), at)), shape=shape))
        stacked: csr_array = csr_array(vstack(blocks))
        return stacked

    def priced(self, duals: Floats) -> Floats:
        """Return the price of every profile's column at given row duals; (n_profiles,)."""
        total = np.zeros(len(self.profiles))
        everything = np.arange(len(self.profiles))
        start = 0
        for i, size in enumerate(self.form.n_actions):
            stop = start + (size if self.coarse else size * size)
            own = duals[start:stop].reshape(-1, size)
            start = stop
            weights = own[np.zeros_like(everything) if self.coarse else self.profiles[:, i]]
            total += np.einsum("sa,sa->s", weights, self._gains(i, everything))
        return total

    def solve(self, objective: Floats, maximize: bool, time_limit: float) -> CorrelatedResult:
        """Return the best equilibrium for an objective over profiles."""
        if objective.shape != (len(self.profiles),):
            raise BadGame(f"objective of size {objective.size}; allowed: {len(self.profiles)}")
        start = time.perf_counter()
        worth = objective if maximize else -objective
        if len(self.profiles) * int(self.form.n_actions.sum()) <= _DIRECT_ENTRIES:
            chosen = np.arange(len(self.profiles))
            found = self._master(chosen, worth, 0.0, time_limit)
        else:
            chosen, found = self._grow(worth, start + time_limit)
        held = np.flatnonzero(found.x[: len(chosen)] > 1e-12)
        probability = found.x[held] / found.x[held].sum()
        support = chosen[held]
        self.held = np.union1d(self.held, support)
        result = CorrelatedResult(
            profiles=self.profiles[support].astype(np.int32),
            probability=probability,
            objective=float(probability @ objective[support]),
            payoffs=probability @ self.payoffs[support],
            gain=disobedience(self.form, self.profiles[support], probability, coarse=self.coarse),
            coarse=self.coarse,
            columns=len(chosen),
            seconds=time.perf_counter() - start,
        )
        low, high = self.form.payoff_range
        if not result.gain <= 1e-6 * max(high - low, 1e-6):
            raise SolveFailed(f"the programme's answer leaves a gain of {result.gain:.3g}")
        return result

    def _gains(self, i: int, chosen: NDArray[np.int64]) -> Floats:
        own = self.deviation[chosen, self.offset[i] : self.offset[i + 1]]
        gains: Floats = own - self.payoffs[chosen, i, None]
        return gains

    def _master(
        self, chosen: NDArray[np.int64], worth: Floats, penalty: float, time_limit: float
    ) -> LpSolution:
        """Solve over some profiles; with a penalty, a last column buys off all constraints."""
        from scipy.sparse import csr_array, hstack, vstack

        gains = self.columns(chosen)
        slack = csr_array(np.full((self.n_rows, 1), -1.0))
        ones = csr_array(np.r_[np.ones(len(chosen)), 0.0][None, :])
        matrix = csr_array(vstack([hstack([gains, slack]), ones]))
        high = np.r_[np.zeros(self.n_rows), 1.0]
        low = np.r_[np.full(self.n_rows, -np.inf), 1.0]
        top = np.r_[np.full(len(chosen), np.inf), np.inf if penalty else 0.0]
        return solve_lp(
            np.r_[worth[chosen], -penalty],
            matrix,
            (low, high),
            (np.zeros(len(top)), top),
            maximize=True,
            time_limit=time_limit,
        )

    def _grow(self, worth: Floats, deadline: float) -> tuple[NDArray[np.int64], LpSolution]:
        """Add the profiles of the best reduced cost until none is left."""
        scale = max(float(np.ptp(worth)), 1e-9)
        low, high = self.form.payoff_range
        penalty = 1e3 * scale / max(high - low, 1e-9)
        spread = np.linspace(0, len(self.profiles) - 1, _COLUMNS_A_ROUND).astype(np.int64)
        chosen = np.union1d(spread, self.held)
        while True:
            left = deadline - time.perf_counter()
            if left <= 0:
                raise TimeLimit(f"no optimum yet, {len(chosen)} profiles in play")
            found = self._master(chosen, worth, penalty, left)
            reduced = worth - self.priced(found.duals[:-1]) - found.duals[-1]
            reduced[chosen] = -np.inf
            best = np.argpartition(reduced, -_COLUMNS_A_ROUND)[-_COLUMNS_A_ROUND:]
            best = best[reduced[best] > _REDUCED_COST * scale]
            if not len(best):
                if found.x[-1] > 1e-9 * max(high - low, 1.0):
                    penalty *= 1e3
                    continue
                return chosen, found
            chosen = np.concatenate([chosen, best])


def _deviation_payoffs(form: NormalForm, profiles: NDArray[np.int64]) -> Floats:
    """Return each action's payoff to its owner at each profile; (n_profiles, n_actions_total)."""
    sizes = form.n_actions
    offset = np.concatenate([[0], np.cumsum(sizes)])
    out = np.empty((len(profiles), offset[-1]))
    if isinstance(form, StrategicForm):
        for i, size in enumerate(sizes):
            for a in range(size):
                at = profiles.copy()
                at[:, i] = a
                out[:, offset[i] + a] = form.payoff[(i, *at.T)]
        return out
    eye = np.zeros(offset[-1])
    for row, profile in zip(out, profiles, strict=True):
        eye[:] = 0.0
        eye[profile + offset[:-1]] = 1.0
        row[:] = form.action_values(eye)
    return out


def disobedience(
    form: NormalForm, profiles: Ints | NDArray[np.int64], probability: Floats, *, coarse: bool
) -> float:
    """Return the most that a player gains by deviating from a distribution over profiles.

    Independent of the programme: the game prices each profile of the support anew.
    """
    sizes = form.n_actions
    offset = np.concatenate([[0], np.cumsum(sizes)])
    swaps = [np.zeros((size, size)) for size in sizes]
    for profile, p in zip(profiles, probability, strict=True):
        pure = np.zeros(offset[-1])
        pure[profile + offset[:-1]] = 1.0
        values = np.split(form.action_values(pure), offset[1:-1])
        for i, a in enumerate(profile):
            swaps[i][a] += p * (values[i] - values[i][a])
    if coarse:
        return max(float(swap.sum(axis=0).max()) for swap in swaps)
    return max(float(swap.max(axis=1).sum()) for swap in swaps)
