"""Regret matching for simultaneous games of many players, priced by structure and not by table.

Play as a whole converges to a coarse correlated equilibrium, and the distance to one is reported.
The product of the average mixes is another matter: its certificate says what a player gains.

Source: Hart and Mas-Colell (2000); Tammelin (2014) for regrets that forget what is below zero.
"""

from __future__ import annotations

import time

import numpy as np

from solver.extensive import Floats
from solver.result import SolveResult, certified, default_tolerance
from solver.strategic import NormalForm
from solver.versions import versions


def solve_regret(
    form: NormalForm,
    *,
    iterations: int = 20_000,
    tolerance: float | None = None,
    time_limit: float = 60.0,
    start: Floats | None = None,
) -> SolveResult:
    """Return the product of average mixes of regret matching, with its certificate.

    Parameters
    ----------
    start : (n_actions_total,), optional
        First profile; uniform by default.

    Returns
    -------
    SolveResult
        ``parameters["coarse_gap"]`` is what a player would have gained by one fixed action over
        all of play: the distance of play as a whole to a coarse correlated equilibrium.
        ``converged`` is about the product of averages, as everywhere.
    """
    begun = time.perf_counter()
    tolerance = default_tolerance(form) if tolerance is None else tolerance
    run = _Run(form, start)
    done = 0
    while done < iterations and time.perf_counter() - begun < time_limit:
        block = min(max(16, done), iterations - done, 4096)
        for t in range(done + 1, done + block + 1):
            run.step(t)
            if time.perf_counter() - begun >= time_limit:
                break
        done = t
        if certified(form, run.average()).certificate.epsilon <= tolerance:
            break
    profile = certified(form, run.average())
    origin = "uniform play" if start is None else "a given profile"
    return SolveResult(
        method="regret matching",
        selection=f"average of regret matching from {origin}",
        profiles=(profile,),
        tolerance=tolerance,
        converged=profile.certificate.epsilon <= tolerance,
        payoff_range=form.payoff_range,
        seconds=time.perf_counter() - begun,
        note="no promise of convergence to an equilibrium",
        parameters={"iterations": done, "coarse_gap": run.coarse_gap()},
        versions=versions(),
    )


class _Run:
    """Regrets and averages; iteration ``t`` counts ``t`` times."""

    def __init__(self, form: NormalForm, start: Floats | None) -> None:
        self.form = form
        self.sizes = form.n_actions
        self.first = np.concatenate([[0], np.cumsum(self.sizes)[:-1]])
        uniform = np.repeat(1.0 / self.sizes, self.sizes)
        self.mix = uniform if start is None else start.astype(np.float64)
        self.regret = np.zeros_like(self.mix)
        self.total_mix = np.zeros_like(self.mix)
        self.total_value = np.zeros_like(self.mix)
        self.total_payoff = np.zeros(len(self.sizes))
        self.weight = 0.0

    def step(self, t: int) -> None:
        """Play once, count it, and learn from it."""
        value = self.form.action_values(self.mix)
        payoff = np.add.reduceat(self.mix * value, self.first)
        self.total_mix += t * self.mix
        self.total_value += t * value
        self.total_payoff += t * payoff
        self.weight += t
        self.regret = np.maximum(self.regret + value - np.repeat(payoff, self.sizes), 0.0)
        total = np.repeat(np.add.reduceat(self.regret, self.first), self.sizes)
        uniform = np.repeat(1.0 / self.sizes, self.sizes)
        self.mix = np.where(total > 0, self.regret / np.where(total > 0, total, 1.0), uniform)

    def average(self) -> Floats:
        """Return every player's average mix; flat."""
        average: Floats = self.total_mix / self.weight
        return average

    def coarse_gap(self) -> float:
        """Return the most that a fixed action would have gained over all of play."""
        best = np.maximum.reduceat(self.total_value, self.first)
        return float((best - self.total_payoff).max() / self.weight)
