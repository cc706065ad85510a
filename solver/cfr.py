"""Counterfactual regret minimization: CFR, CFR+, DCFR and PDCFR+, for any number of players.

For two players with payoffs of constant sum the average profile converges to an equilibrium. For
others it need not: play as a whole converges to a coarse correlated equilibrium, the product of
averages is reported with the gain it leaves, and converges or not as the game will have it.

Source: Zinkevich et al. (2007); Tammelin (2014), CFR+; Brown and Sandholm (2019), DCFR; Xu et al.
(2024), PDCFR+.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import numpy as np

from solver.cfr_layout import lay_out
from solver.errors import BadGame, Unsupported
from solver.extensive import ExtensiveForm, Floats
from solver.progress import Progress, Step
from solver.result import SolveResult, certified, default_tolerance
from solver.sequence_form import behavior_from_plans, chance_reach, sequence_form
from solver.strategic import check_profile
from solver.versions import versions

if TYPE_CHECKING:
    from solver.cfr_kernel import Rule, State

_INF = float("inf")
_NO_FLOOR = -1e300
# alpha, beta, gamma, floor, predict: as the kernel's Rule.
_RULES: Mapping[str, tuple[float, float, float, float, float]] = {
    "cfr": (_INF, _INF, 0.0, _NO_FLOOR, 0.0),
    "cfr+": (_INF, _INF, 1.0, 0.0, 0.0),
    "dcfr": (1.5, 0.0, 2.0, _NO_FLOOR, 0.0),
    "pdcfr+": (2.3, _INF, 5.0, 0.0, 1.0),
}
VARIANTS = (*_RULES, "auto")
_AUTO = ("dcfr", "pdcfr+")
_CHECK_SECONDS = 0.25
_TRUST = 0.1


@dataclass(frozen=True, eq=False)
class Course:
    """How a run begins, averages and ends.

    Attributes
    ----------
    start : (n_actions_total,) array, path, or None
        Profile to begin with, or saved run to go on from, which decides the variant too; by default
        uniform play.
    gamma : float or None
        Power of the iteration by which the average is weighted, where the variant's is not wanted.
    save : path or None
        File to write the best run to at the end.
    """

    start: Floats | str | Path | None = None
    gamma: float | None = None
    save: str | Path | None = None


class Minimizer:
    """One run of one variant, which can go on, be saved, and be resumed.

    Examples
    --------
    >>> run = Minimizer(form, "cfr+")
    >>> run.iterate(1000)
    >>> run.save("run.npz")
    """

    def __init__(
        self, form: ExtensiveForm, variant: str = "dcfr", *, gamma: float | None = None
    ) -> None:
        from solver.cfr_kernel import Rule, State, start_uniform

        if variant not in _RULES:
            raise Unsupported(f"variant {variant!r}; allowed: {', '.join(_RULES)}")
        self.form, self.variant = form, variant
        self.sequences = sequence_form(form)
        self.layout = lay_out(self.sequences)
        self.rule: Rule = Rule(*_RULES[variant])
        if gamma is not None:
            self.rule = self.rule._replace(gamma=float(gamma))
        size = int(self.layout.game.empty[-1])
        self.iterations = 0
        self.state: State = State(*(np.zeros(size) for _ in State._fields))
        start_uniform(self.layout.game, self.state)

    def start_from(self, strategy: Floats) -> None:
        """Begin anew from a profile: regrets that choose it, as if it had been learnt a little.

        Parameters
        ----------
        strategy : (n_actions_total,)

        Raises
        ------
        BadGame
            If the strategy is no profile of distributions.
        """
        from solver.cfr_kernel import start_plan

        check_profile(self.form.n_actions, strategy)
        low, high = self.form.payoff_range
        inside = self.form.infoset >= 0
        chance = chance_reach(self.form)[inside]
        met = np.bincount(self.form.infoset[inside], chance, minlength=self.form.n_infosets)
        weight = _TRUST * max(high - low, 1e-12) * met[self.form.action_infoset]
        parts = zip(self.sequences.actions, self.layout.place, self.layout.chosen, strict=True)
        for actions, place, chosen in parts:
            own, here = actions[chosen[1:]], place[chosen][1:]
            self.state.behavior[here] = strategy[own]
            self.state.regret[here] = weight[own] * strategy[own]
        self.state.average[:] = 0.0
        self.iterations = 0
        start_plan(self.layout.game, self.state)

    def iterate(self, count: int) -> None:
        """Run so many more iterations."""
        from solver.cfr_kernel import iterate

        last = self.iterations + count
        iterate(self.layout.game, self.state, self.rule, self.iterations + 1, last)
        self.iterations = last

    def gains(self) -> Floats:
        """Return what each player gains by deviating from the average profile; (n_players,)."""
        from solver.cfr_kernel import deviation_gains

        plan = self._average_plan()
        return np.asarray(deviation_gains(self.layout.game, plan, np.zeros_like(plan)))

    def strategy(self) -> Floats:
        """Return the average profile as a behavior strategy; (n_actions_total,)."""
        plan = self._average_plan()
        plans = [plan[place] for place in self.layout.place]
        return behavior_from_plans(self.form, self.sequences, plans)

    def save(self, path: str | Path) -> None:
        """Write the run to an ``.npz`` file; an old one is replaced when the new one is whole."""
        unfinished = Path(f"{path}.part")
        with unfinished.open("wb") as file:
            np.savez(
                file,
                iterations=self.iterations,
                variant=self.variant,
                gamma=self.rule.gamma,
                game=self._digest(),
                **self.state._asdict(),
            )
        unfinished.replace(path)

    @classmethod
    def resume(cls, form: ExtensiveForm, path: str | Path) -> Minimizer:
        """Return the run that :meth:`save` wrote, of the same game.

        Raises
        ------
        BadGame
            If the file belongs to another game, or is no saved run.
        """
        try:
            with np.load(path, allow_pickle=False) as saved:
                run = cls(form, str(saved["variant"]), gamma=float(saved["gamma"]))
                arrays = {name: saved[name] for name in run.state._fields}
                iterations, game = int(saved["iterations"]), str(saved["game"])
        except (KeyError, ValueError, OSError, EOFError, BadZipFile, Unsupported) as error:
            raise BadGame(f"{path} is no saved run ({error})") from None
        if game != run._digest():
            raise BadGame(f"{path} is a run of another game")
        if any(a.shape != run.state.plan.shape for a in arrays.values()):
            raise BadGame(f"{path} is no saved run (arrays of another size)")
        run.state = run.state._replace(**arrays)
        run.iterations = iterations
        return run

    def _digest(self) -> str:
        """Return what tells this game from others: a hash of all that the kernel reads."""
        return sha256(b"".join(a.tobytes() for a in self.layout.game)).hexdigest()

    def _average_plan(self) -> Floats:
        """Return the average realization plan; the present one before the first iteration."""
        if self.iterations == 0:
            return self.state.plan.copy()
        empty = self.layout.game.empty
        total = np.repeat(self.state.average[empty[:-1]], np.diff(empty))
        average: Floats = self.state.average / total
        return average


def solve_cfr(
    form: ExtensiveForm,
    variant: str = "auto",
    *,
    iterations: int | None = None,
    tolerance: float | None = None,
    time_limit: float = 60.0,
    progress: Progress | None = None,
    course: Course | None = None,
) -> SolveResult:
    """Return the average profile of regret minimization, with its certificate.

    Parameters
    ----------
    variant : {"auto", "cfr", "cfr+", "dcfr", "pdcfr+"}
        ``auto`` runs the last two in turn and keeps the better.
    iterations : int, optional
        Largest number, those of a saved run not counted; otherwise until another limit.
    tolerance : float, optional
        Gain that still counts as none; by default 1e-6 of the payoff range.
    progress : callable, optional
        Told of the iterations and the largest gain about four times a second.
    course : Course, optional
        How to begin, to average and to save; by default from uniform play.

    Raises
    ------
    Unsupported
        If there is no such variant.
    BadGame
        If the saved run or the profile to begin with does not fit the game.
    ImperfectRecall
        If a player forgets.
    """
    start = time.perf_counter()
    tolerance = default_tolerance(form) if tolerance is None else tolerance
    course = course or Course()
    runs, origin = _begin(form, variant, course)
    best = run_all(runs, iterations, tolerance, start + time_limit, progress)
    if course.save is not None:
        best.save(course.save)
    profile = certified(form, best.strategy())
    epsilon = profile.certificate.epsilon
    zero_sum = form.n_players == 2 and form.constant_sum is not None
    return SolveResult(
        method=best.variant,
        selection=f"average of regret minimization from {origin}",
        profiles=(profile,),
        tolerance=tolerance,
        converged=epsilon <= tolerance,
        payoff_range=form.payoff_range,
        seconds=time.perf_counter() - start,
        residual=profile.certificate.nash_conv,
        note="" if zero_sum else "no promise of convergence to an equilibrium in such a game",
        parameters={"iterations": best.iterations, "gamma": best.rule.gamma},
        versions=versions("numba"),
    )


def _begin(form: ExtensiveForm, variant: str, course: Course) -> tuple[list[Minimizer], str]:
    """Return the runs, and in words what they begin with."""
    if isinstance(course.start, str | Path):
        return [Minimizer.resume(form, course.start)], "a saved run"
    names = _AUTO if variant == "auto" else (variant,)
    runs = [Minimizer(form, name, gamma=course.gamma) for name in names]
    if course.start is None:
        return runs, "uniform play"
    for run in runs:
        run.start_from(course.start)
    return runs, "a given profile"


def run_all(
    runs: list[Minimizer],
    iterations: int | None,
    tolerance: float,
    deadline: float,
    progress: Progress | None,
    stop: Callable[[], bool] = lambda: False,
) -> Minimizer:
    """Run in turns, checking about four times a second; return the run with the least gain."""
    gains = [float("inf")] * len(runs)
    goals = [run.iterations + (iterations or 0) for run in runs]
    block = 1 if iterations is None else max(1, min(16, iterations))
    while True:
        begun = time.perf_counter()
        for k, run in enumerate(runs):
            left = block if iterations is None else min(block, goals[k] - run.iterations)
            run.iterate(left)
            gains[k] = float(run.gains().max())
        best = int(np.argmin(gains))
        if progress is not None:
            progress(Step(runs[best].variant, runs[best].iterations, "iterations", gains[best]))
        now = time.perf_counter()
        done = iterations is not None and runs[best].iterations >= goals[best]
        if done or stop() or gains[best] <= 0.5 * tolerance or now >= deadline:
            return runs[best]
        pace = (now - begun) / block
        block = max(1, min(2 * block, int(min(_CHECK_SECONDS, deadline - now) / pace)))
