"""A large linear programme with regret minimization beside it, so that there is always an answer.

A simplex code shows nothing until it has proven its optimum. While it works in a thread of its own,
regret minimization runs here: it says how far it is, and its best profile is the answer where the
programme does not end in time.
"""

from __future__ import annotations

import time
from dataclasses import replace
from threading import Thread

import numpy as np

from solver.cfr import Minimizer, run_all
from solver.errors import SolveFailed
from solver.extensive import ExtensiveForm, Floats
from solver.progress import Progress
from solver.result import SolveResult, certified, default_tolerance, demand_nash
from solver.sequence_form import plans_from_behavior, sequence_form
from solver.versions import versions
from solver.zero_sum import require_zero_sum, solve_zero_sum

_WAIT_SECONDS = 0.05
_VARIANTS = ("dcfr", "pdcfr+")
_NEVER = 1e-9


def race_zero_sum(
    form: ExtensiveForm, *, time_limit: float = 60.0, progress: Progress | None = None
) -> SolveResult:
    """Return the programme's solution; where it is not done in time, the best average so far.

    Raises
    ------
    Unsupported
        If the game is not for two players with payoffs of constant sum.
    ImperfectRecall
        If a player forgets.
    """
    require_zero_sum(form)
    start = time.perf_counter()
    end = start + time_limit
    solved: list[SolveResult] = []
    failed: list[SolveFailed] = []

    def programme() -> None:
        try:
            solved.append(solve_zero_sum(form, time_limit=time_limit))
        except SolveFailed as error:
            failed.append(error)

    thread = Thread(target=programme, daemon=True)
    thread.start()
    runs = [Minimizer(form, name) for name in _VARIANTS]
    tolerance = default_tolerance(form)
    best = run_all(runs, None, tolerance, end, progress, stop=lambda: not thread.is_alive())
    while thread.is_alive() and time.perf_counter() < end:
        thread.join(_WAIT_SECONDS)
    if solved:
        result = filled(form, solved[0], best.strategy(), "as regret minimization")
        return replace(result, seconds=time.perf_counter() - start)
    profile = certified(form, best.strategy())
    said = f" ({failed[0]})" if failed else ""
    return SolveResult(
        method=best.variant,
        selection="average of regret minimization from uniform play",
        profiles=(profile,),
        tolerance=tolerance,
        converged=profile.certificate.epsilon <= tolerance,
        payoff_range=form.payoff_range,
        seconds=time.perf_counter() - start,
        residual=profile.certificate.nash_conv,
        note=f"the linear programme was not done within {time_limit:.3g} s{said}",
        parameters={"iterations": best.iterations},
        versions=versions("ortools", "numba"),
    )


def filled(form: ExtensiveForm, result: SolveResult, other: Floats, how: str) -> SolveResult:
    """Return a programme's solution that plays as another profile where its own plan never leads.

    What a player does there changes no payoff, so the profile is as good an equilibrium as before;
    but it is no advice out of nothing any more.
    """
    sequences = sequence_form(form)
    plans = plans_from_behavior(form, sequences, result.strategy)
    strategy = result.strategy.copy()
    for own, before, local, plan in zip(
        sequences.actions, sequences.parent, sequences.local_infoset, plans, strict=True
    ):
        never = own[plan[before[local]] <= _NEVER]
        strategy[never] = other[never]
    if np.array_equal(strategy, result.strategy):
        return result
    profile = certified(form, strategy)
    return demand_nash(
        replace(
            result,
            profiles=(profile,),
            selection=f"{result.selection}; {how} where a player's own plan never leads",
            residual=profile.certificate.nash_conv,
        )
    )
