"""One call for any game: choose a method, solve, select, prove."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import TypeAlias

from solver.certificate import certify
from solver.cfr import VARIANTS, Progress, solve_cfr
from solver.errors import SolveFailed, Unsupported
from solver.extensive import ExtensiveForm
from solver.gambit import METHODS, solve_gambit
from solver.perfect import payoff_dominant, undominated
from solver.quantal import solve_logit
from solver.rationalize import proven
from solver.reduction import count_plans, reduce
from solver.refine import refine_zero_sum
from solver.result import Profile, SolveResult, certified, default_tolerance
from solver.size import size_of
from solver.strategic import StrategicForm, to_extensive
from solver.versions import versions
from solver.zero_sum import solve_zero_sum

Form: TypeAlias = ExtensiveForm | StrategicForm

ENUMERATED = ("enummixed", "enumpoly", "enumpure")
NASH_METHODS = ("auto", "lp", *(m for m in METHODS if m != "lp"), *VARIANTS[:-1])
SELECTIONS = ("any", "undominated", "payoff-dominant", "logit")
_LP_ROWS = 60_000
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
    qre_lambda : float, optional
        For ``logit``: the precision; by default the limit.
    iterations : int, optional
        For regret minimization.
    """

    method: str = "auto"
    selection: str = "any"
    every: bool = False
    sequential: bool = False
    exact: bool = False
    time_limit: float = 60.0
    tolerance: float | None = None
    qre_lambda: float | None = None
    iterations: int | None = None
    progress: Progress | None = None


def solve(form: Form, options: Options | None = None) -> SolveResult:
    """Return a certified solution of a game.

    Raises
    ------
    Unsupported
        If method, selection and game do not go together.
    ImperfectRecall
        If a player forgets.
    TimeLimit, SolveFailed
        If nothing was found, or what was found is no equilibrium.
    """
    options = options or Options()
    for name, given, allowed in (
        ("method", options.method, NASH_METHODS),
        ("selection", options.selection, SELECTIONS),
    ):
        if given not in allowed:
            raise Unsupported(f"{name} {given!r}; allowed: {', '.join(allowed)}")
    if isinstance(form, ExtensiveForm):
        form.require_perfect_recall()
    start = time.perf_counter()
    result = _first_success(form, _plan(form, options), options, start + options.time_limit)
    result = _selected(form, result, options)
    if options.tolerance is not None and options.qre_lambda is None:
        within = result.epsilon <= options.tolerance
        result = replace(result, tolerance=options.tolerance, converged=within)
    if options.exact:
        result = _exact(form, result)
    return replace(result, seconds=time.perf_counter() - start)


def _plan(form: Form, options: Options) -> list[str]:
    """Return the methods to try, the preferred one first."""
    if options.every or options.selection in ("undominated", "payoff-dominant"):
        if options.method in ENUMERATED:
            return [options.method]
        return ["enummixed"] if form.n_players == 2 else ["enumpoly"]
    if options.selection == "logit" or (options.sequential and not _is_zero_sum(form)):
        return ["logit"]
    if options.method != "auto":
        return [options.method]
    if form.n_players == 1:
        return ["best response"]
    if _is_zero_sum(form):
        return ["lp"] if size_of(form).rows <= _LP_ROWS else ["auto cfr"]
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
        "logit": lambda: solve_logit(form, options.qre_lambda, time_limit=options.time_limit),
        "auto cfr": lambda: _minimized(form, "auto", options),
        **{name: lambda: _minimized(form, method, options) for name in VARIANTS[:-1]},
    }
    if method in runs:
        return runs[method]()
    return solve_gambit(form, method, time_limit=options.time_limit)


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
    result = solve_zero_sum(tree, time_limit=options.time_limit)
    return refine_zero_sum(tree, result, time_limit=options.time_limit)


def _minimized(form: Form, variant: str, options: Options) -> SolveResult:
    return solve_cfr(
        _tree(form),
        variant,
        iterations=options.iterations,
        tolerance=options.tolerance,
        time_limit=options.time_limit,
        progress=options.progress,
    )


def _selected(form: Form, result: SolveResult, options: Options) -> SolveResult:
    """Return a result with the profiles that a selection keeps."""
    if options.selection == "payoff-dominant":
        kept, why = payoff_dominant(result.profiles), "payoff-dominant among those found"
    elif options.selection == "undominated":
        kept, why = _undominated(form, result.profiles), _undominated_name(form)
    else:
        return result
    if not kept:
        raise SolveFailed(f"none of {len(result.profiles)} equilibria found is {why}")
    complete = result.complete and options.every
    return replace(result, profiles=tuple(kept), selection=why, complete=complete)


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


def _exact(form: Form, result: SolveResult) -> SolveResult:
    """Return a result in fractions; one that could not be proven is not converged."""
    profiles = tuple(proven(form, profile) for profile in result.profiles)
    missing = sum(not profile.exact for profile in profiles)
    note = f"{missing} of {len(profiles)} profiles could not be proven in fractions"
    return replace(
        result,
        profiles=profiles,
        converged=result.converged and not missing,
        note=note if missing else result.note,
    )
