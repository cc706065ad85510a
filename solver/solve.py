"""One call for any game: choose a method, solve, select, prove."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import TypeAlias

import numpy as np

from solver.certificate import certify
from solver.cfr import VARIANTS, Course, solve_cfr
from solver.errors import ImperfectRecall, SolveFailed, TimeLimit, Unsupported
from solver.extensive import ExtensiveForm
from solver.gambit import FORGETFUL, METHODS, solve_gambit
from solver.perfect import payoff_dominant, undominated
from solver.progress import Progress
from solver.quantal import solve_logit
from solver.race import filled, race_zero_sum
from solver.rationalize import proven
from solver.reduction import count_plans, reduce
from solver.refine import refine_zero_sum
from solver.result import Profile, SolveResult, certified, default_tolerance
from solver.scaling import scale_of, scaled, unscaled
from solver.size import size_of
from solver.strategic import StrategicForm, to_extensive
from solver.versions import versions
from solver.zero_sum import solve_zero_sum

Form: TypeAlias = ExtensiveForm | StrategicForm

ENUMERATED = ("enummixed", "enumpoly", "enumpure")
NASH_METHODS = ("auto", "lp", *(m for m in METHODS if m != "lp"), *VARIANTS[:-1])
SELECTIONS = ("any", "undominated", "payoff-dominant", "objective", "logit")
_AMONG_ALL = ("undominated", "payoff-dominant", "objective")
RECALL_FREE = (*FORGETFUL, "logit")
_LP_ROWS = 60_000
_RACE_SECONDS = 0.5
_SPARE_SECONDS = 0.5
_TREE_CELLS = 1_000_000
_ENUMERATED_PLANS = 400
_POLY_PLANS = 64
_PIVOTING_PLANS = 40_000
_LOGIT_ACTIONS = 300


@dataclass(frozen=True)
class Options:
    """What is asked of a solve.

    Attributes
    ----------
    method : str
        One of :data:`NASH_METHODS`.
    selection : str
        One of :data:`SELECTIONS`.
    every : bool
        All equilibria, where a method finds them all.
    sequential : bool
        Sensible play at unreached information sets too; always for two-player constant-sum games.
    exact : bool
        Fractions, proven in exact arithmetic.
    tolerance : float, optional
        Largest gain of an equilibrium; by default 1e-6 of the payoff range.
    objective : int, optional
        For selection ``objective``: the player whose payoff is to be largest; by default the sum.
    qre_lambda : float, optional
        For ``logit``: the precision; by default the limit.
    iterations : int, optional
        For regret minimization.
    course : Course, optional
        How regret minimization begins, averages and is saved.
    progress : callable, optional
        Told now and then where the solve stands.
    """

    method: str = "auto"
    selection: str = "any"
    every: bool = False
    sequential: bool = False
    exact: bool = False
    time_limit: float = 60.0
    tolerance: float | None = None
    objective: int | None = None
    qre_lambda: float | None = None
    iterations: int | None = None
    course: Course | None = None
    progress: Progress | None = None


def solve(form: Form, options: Options | None = None) -> SolveResult:
    """Return a certified solution of a game.

    Raises
    ------
    Unsupported
        If method, selection and game do not go together.
    ImperfectRecall
        If a player forgets and the method does not allow it.
    SolveFailed
        If nothing was found, or what was found is no equilibrium. Where it was the time that did
        not suffice, the best profile so far is returned, and is not converged.
    """
    options = options or Options()
    for name, given, allowed in (
        ("method", options.method, NASH_METHODS),
        ("selection", options.selection, SELECTIONS),
    ):
        if given not in allowed:
            raise Unsupported(f"{name} {given!r}; allowed: {', '.join(allowed)}")
    if isinstance(form, ExtensiveForm):
        require_recall(form, options.method)
    scale = scale_of(form)
    if not scale.is_plain:
        inner = solve(scaled(form, scale), _divided(options, scale.unit))
        return unscaled(form, inner, scale)
    start = time.perf_counter()
    result = _first_success(form, planned(form, options), options, start + options.time_limit)
    result = _selected(form, result, options)
    if options.tolerance is not None and options.qre_lambda is None:
        within = result.epsilon <= options.tolerance
        result = replace(result, tolerance=options.tolerance, converged=within)
    if options.exact:
        result = _exact(form, result, max(start + options.time_limit - time.perf_counter(), 1.0))
    return replace(result, seconds=time.perf_counter() - start)


def _divided(options: Options, unit: float) -> Options:
    """Return what is asked in the units of the divided game."""
    tolerance, precision = options.tolerance, options.qre_lambda
    return replace(
        options,
        tolerance=None if tolerance is None else tolerance / unit,
        qre_lambda=None if precision is None else precision * unit,
    )


def require_recall(form: ExtensiveForm, method: str) -> None:
    """Refuse a game in which a player forgets, unless the method allows it.

    Raises
    ------
    ImperfectRecall
        Names the player, the information set, and the methods that allow it.
    """
    if not form.recall_fault or (method in RECALL_FREE and not form.absent_minded):
        return
    allowed = "none" if form.absent_minded else ", ".join(RECALL_FREE)
    raise ImperfectRecall(f"{form.recall_fault}; methods that allow it: {allowed}")


def planned(form: Form, options: Options) -> list[str]:
    """Return the methods to try, the preferred one first.

    Raises
    ------
    Unsupported
        If the method asked for cannot give the selection asked for.
    """
    by_logit = options.selection == "logit" or (options.sequential and not _is_zero_sum(form))
    fitting = ("auto", "logit") if by_logit else ("auto", "lp", "logit")
    if (by_logit or options.sequential) and options.method not in fitting:
        what = "selection logit" if options.selection == "logit" else "sequential play"
        raise Unsupported(f"method {options.method!r} for {what}; allowed: {', '.join(fitting)}")
    if by_logit:
        return ["logit"]
    if options.method != "auto":
        return [options.method]
    if options.course is not None:
        return ["auto cfr"]
    if _deciders(form) <= 1:
        return ["best response"]
    if options.every or options.selection in _AMONG_ALL:
        return ["enummixed"] if form.n_players == 2 else ["enumpoly"]
    if _is_zero_sum(form):
        return ["lp"] if size_of(form).rows <= _LP_ROWS else ["auto cfr"]
    return _general(form)


def _general(form: Form) -> list[str]:
    """Return the methods to try for a game without special structure."""
    plans = prod(count_plans(form)) if isinstance(form, ExtensiveForm) else prod(form.n_actions)
    methods = []
    if form.n_players == 2:
        methods += ["enummixed"] if plans <= _ENUMERATED_PLANS else []
        methods += ["lcp"] if plans <= _PIVOTING_PLANS else []
    elif plans <= _POLY_PLANS:
        methods.append("enumpoly")
    if int(form.n_actions.sum()) <= _LOGIT_ACTIONS:
        methods.append("logit")
    return [*methods, "auto cfr"]


def _deciders(form: Form) -> int:
    """Return how many players have any decision to make."""
    if isinstance(form, ExtensiveForm):
        return len(np.unique(form.infoset_player))
    return form.n_players


def _is_zero_sum(form: Form) -> bool:
    return form.n_players == 2 and form.constant_sum is not None


def _first_success(
    form: Form, methods: Sequence[str], options: Options, deadline: float
) -> SolveResult:
    """Return the first converged result; failing all, the best profile or the last error."""
    best: SolveResult | None = None
    failure: SolveFailed | None = None
    for k, method in enumerate(methods):
        left = max(deadline - time.perf_counter(), 0.1)
        share = left if k + 1 == len(methods) else left / 2
        try:
            result = _run(form, method, replace(options, time_limit=share))
        except SolveFailed as error:
            failure = error
            if isinstance(error, TimeLimit) and k + 1 == len(methods) and best is None:
                return _so_far(form, error, options)
            continue
        if result.converged:
            return result
        if best is None or result.epsilon < best.epsilon:
            best = result
    if best is not None:
        return best
    raise failure or SolveFailed("no method was tried")


def _run(form: Form, method: str, options: Options) -> SolveResult:
    runs: dict[str, Callable[[], SolveResult]] = {
        "best response": lambda: _optimum(form),
        "lp": lambda: _linear(form, options),
        "logit": lambda: solve_logit(
            form,
            options.qre_lambda,
            tolerance=options.tolerance,
            time_limit=options.time_limit,
            progress=options.progress,
        ),
        "auto cfr": lambda: _minimized(form, "auto", options),
        **{name: lambda: _minimized(form, method, options) for name in VARIANTS[:-1]},
    }
    if method in runs:
        return runs[method]()
    return solve_gambit(form, method, time_limit=options.time_limit, progress=options.progress)


def _so_far(form: Form, error: TimeLimit, options: Options) -> SolveResult:
    """Return the best profile that a little regret minimization finds, not converged."""
    forgetful = isinstance(form, ExtensiveForm) and bool(form.recall_fault)
    huge = isinstance(form, StrategicForm) and form.payoff[0].size > _TREE_CELLS
    seconds = min(max(0.1 * options.time_limit, _SPARE_SECONDS), 10 * _SPARE_SECONDS)
    if forgetful or huge:
        found = _uniform(form)
    else:
        found = solve_cfr(_tree(form), "auto", time_limit=seconds, progress=options.progress)
    return replace(found, converged=False, note=f"{error}; shown is the best of {found.selection}")


def _uniform(form: Form) -> SolveResult:
    return SolveResult(
        method="uniform",
        selection="uniform play",
        profiles=(certified(form, form.uniform_strategy()),),
        tolerance=default_tolerance(form),
        converged=False,
        payoff_range=form.payoff_range,
        seconds=0.0,
        versions=versions(),
    )


def _tree(form: Form) -> ExtensiveForm:
    return form if isinstance(form, ExtensiveForm) else to_extensive(form)


def _optimum(form: Form) -> SolveResult:
    """Solve a game of one player: a best response to nobody is his optimum."""
    start = time.perf_counter()
    best = certify(form, form.uniform_strategy()).best_response
    profile = certified(form, best)
    return SolveResult(
        method="best response",
        selection="an optimum of the only player",
        profiles=(profile,),
        tolerance=default_tolerance(form),
        converged=profile.certificate.epsilon <= default_tolerance(form),
        payoff_range=form.payoff_range,
        seconds=time.perf_counter() - start,
        versions=versions(),
    )


def _linear(form: Form, options: Options) -> SolveResult:
    tree = _tree(form)
    if _is_zero_sum(form) and size_of(form).lp_seconds > _RACE_SECONDS:
        return race_zero_sum(tree, time_limit=options.time_limit, progress=options.progress)
    end = time.perf_counter() + options.time_limit
    result = solve_zero_sum(tree, time_limit=options.time_limit)
    try:
        return refine_zero_sum(tree, result, time_limit=max(end - time.perf_counter(), 0.01))
    except TimeLimit:
        return replace(result, note="no time was left for play off the path")


def _minimized(form: Form, variant: str, options: Options) -> SolveResult:
    return solve_cfr(
        _tree(form),
        variant,
        iterations=options.iterations,
        tolerance=options.tolerance,
        time_limit=options.time_limit,
        progress=options.progress,
        course=options.course,
    )


def _selected(form: Form, result: SolveResult, options: Options) -> SolveResult:
    """Return a result with the profiles that a selection keeps."""
    if options.every and not result.complete and options.method not in ("auto", *ENUMERATED):
        said = f"{result.method} does not look for all equilibria; enummixed and enumpoly do"
        result = replace(result, note=f"{result.note}; {said}" if result.note else said)
    if options.selection not in _AMONG_ALL or not result.converged:
        return result
    if options.selection == "payoff-dominant":
        kept, why = payoff_dominant(result.profiles), "payoff-dominant"
    elif options.selection == "undominated":
        kept, why = _undominated(form, result.profiles), _undominated_name(form)
    else:
        kept, why = _best_for(result.profiles, options.objective), "best for the objective"
    if not kept:
        raise SolveFailed(f"none of {len(result.profiles)} equilibria found is {why}")
    among = "of all equilibria" if result.complete else "among those found"
    complete = result.complete and options.every
    return replace(result, profiles=tuple(kept), selection=f"{why}, {among}", complete=complete)


def _best_for(profiles: Sequence[Profile], player: int | None) -> list[Profile]:
    """Return the profiles of the largest payoff of a player, or of the largest sum.

    Of two players' equilibria the extreme points suffice: payoffs are linear in each one's mix.
    """
    worth = [
        float(p.certificate.payoffs.sum() if player is None else p.certificate.payoffs[player])
        for p in profiles
    ]
    scale = max(1.0, *map(abs, worth))
    return [p for p, x in zip(profiles, worth, strict=True) if x >= max(worth) - 1e-9 * scale]


def _undominated(form: Form, profiles: Sequence[Profile]) -> list[Profile]:
    if isinstance(form, StrategicForm):
        return undominated(form, profiles)
    reduced = reduce(form)
    tables = [certified(reduced.strategic, reduced.mixed(p.strategy)) for p in profiles]
    kept = undominated(reduced.strategic, tables)
    return [p for p, table in zip(profiles, tables, strict=True) if table in kept]


def _undominated_name(form: Form) -> str:
    if form.n_players == 2:
        return "undominated, hence trembling-hand perfect in the strategic form"
    return "undominated (necessary for trembling-hand perfection)"


def _exact(form: Form, result: SolveResult, time_limit: float) -> SolveResult:
    """Return a result in fractions; one that could not be proven is not converged."""
    profiles = tuple(proven(form, p, time_limit=time_limit) for p in result.profiles)
    if result.method == "lp" and not profiles[0].exact:
        # The refined plan is no vertex of the programme; its plain solution is one.
        tree = _tree(form)
        plain = solve_zero_sum(tree, time_limit=time_limit)
        plain = filled(tree, plain, result.strategy, "best against trembles")
        vertex = proven(form, plain.profiles[0], time_limit=time_limit)
        if vertex.exact:
            result, profiles = replace(result, selection=plain.selection), (vertex,)
    missing = sum(not profile.exact for profile in profiles)
    note = f"{missing} of {len(profiles)} profiles could not be proven in fractions"
    return replace(
        result,
        profiles=profiles,
        converged=result.converged and not missing,
        note=note if missing else result.note,
    )
