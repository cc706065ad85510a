"""Double oracle between two teams of a round: the plans in play, and what is proven of the value.

Source: McMahan, Gordon and Blum (2003); Celli and Gatti (2018).
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from models.kraken.public import Floats
from models.kraken.response import Plan, TeamGame
from solver.lp import solve_lp


@dataclass(frozen=True, eq=False)
class Mixes:
    """Both teams' mixes of joint plans (TMECor).

    Attributes
    ----------
    plans : two lists of plans
    probability : two arrays
    bounds : (float, float)
        What the explorers secure, and what the skeletons hold them to: exact best joint plans.
    value : float
        Explorers' chance under both mixes.
    rounds : int
        Best plans asked of each side.
    """

    plans: tuple[list[Plan], list[Plan]]
    probability: tuple[Floats, Floats]
    bounds: tuple[float, float]
    value: float
    rounds: int
    seconds: float

    @property
    def gap(self) -> float:
        """Distance of the bounds."""
        return self.bounds[1] - self.bounds[0]

    def weight(self, game: TeamGame, side: int) -> Floats:
        """Return how far a side's mix lets each end happen."""
        pairs = zip(self.probability[side], self.plans[side], strict=True)
        return np.asarray(sum(p * game.takes(plan, side) for p, plan in pairs))


def solve_matrix(table: Floats) -> tuple[Floats, Floats, float]:
    """Return both sides' mixes and the value of a matrix of the row player's gains."""
    from scipy.sparse import csr_array

    n, m = table.shape
    block = np.block([[table.T, -np.ones((m, 1))], [np.ones((1, n)), np.zeros((1, 1))]])
    solution = solve_lp(
        np.r_[np.zeros(n), 1.0],
        csr_array(block),
        (np.r_[np.zeros(m), 1.0], np.r_[np.full(m, np.inf), 1.0]),
        (np.r_[np.zeros(n), -np.inf], np.full(n + 1, np.inf)),
        maximize=True,
    )
    own, other = np.maximum(solution.x[:n], 0.0), np.abs(solution.duals[:m])
    return own / own.sum(), other / other.sum(), solution.objective


def double_oracle(
    game: TeamGame, *, tolerance: float = 1e-9, time_limit: float = 60.0, most: int = 100_000
) -> Mixes:
    """Return a team equilibrium of a round, each side with its own common signal.

    Ends when the exact bounds are within the tolerance, no new plan is found, or time is up; the
    bounds hold in any case.
    """
    start = time.perf_counter()
    shape = game.worth.shape
    plans: tuple[list[Plan], list[Plan]] = ([], [])
    flat: tuple[list[Floats], list[Floats]] = ([], [])
    used = np.flatnonzero(game.worth.ravel())
    worth = game.worth.ravel()[used]

    def add(side: int, plan: Plan) -> bool:
        row = game.takes(plan, side).ravel()[used]
        if any((row == old).all() for old in flat[side]):
            return False
        plans[side].append(plan)
        flat[side].append(row)
        return True

    for side in (0, 1):
        add(side, game.best_plan(np.ones(shape), side)[0])
    bounds, rounds = (0.0, 1.0), 0
    table = np.zeros((0, 0))
    while True:
        table = _grow(table, flat, worth)
        own, other, value = solve_matrix(table)
        mixes = (own, other)
        fresh = []
        for side in (0, 1):
            weight = np.zeros(game.worth.size)
            weight[used] = mixes[1 - side] @ np.array(flat[1 - side])
            fresh.append(game.best_plan(weight.reshape(shape), side))
        rounds += 1
        bounds = max(bounds[0], fresh[1][1]), min(bounds[1], fresh[0][1])
        here = fresh[0][1] - fresh[1][1]
        late = time.perf_counter() - start > time_limit or rounds >= most
        if here <= tolerance or late:
            break
        grown = [add(side, fresh[side][0]) for side in (0, 1)]
        if not any(grown):
            break
    seconds = time.perf_counter() - start
    return Mixes(plans, mixes, bounds, value, rounds, seconds)


def _grow(table: Floats, flat: tuple[list[Floats], list[Floats]], worth: Floats) -> Floats:
    """Return the matrix of explorers' chances with the new rows and columns filled in."""
    n, m = len(flat[0]), len(flat[1])
    old_n, old_m = table.shape
    grown = np.zeros((n, m))
    grown[:old_n, :old_m] = table
    for i in range(old_n, n):
        grown[i] = np.array(flat[1]) @ (worth * flat[0][i])
    if old_n:
        above = np.array(flat[0][:old_n])
        for j in range(old_m, m):
            grown[:old_n, j] = above @ (worth * flat[1][j])
    return grown
