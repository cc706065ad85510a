"""Any game file, solved: the record that ``analyze solve`` prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from analysis.errors import BadInput
from analysis.solve_cost import cost
from analysis.solve_given import counts, locks, profile, read_strategies
from analysis.solve_joint import CORRELATED, TEAM, WELFARE, correlated, team_record
from analysis.solve_keys import Form, by_infoset, infoset_keys, plain, player_keys
from solver.certificate import certify
from solver.cfr import VARIANTS, Course
from solver.errors import TimeLimit, Unsupported
from solver.extensive import ExtensiveForm
from solver.gamefile import read_game
from solver.locking import Locked, lock
from solver.quantal import LambdaFit, fit_lambda, logit_path
from solver.result import Profile, SolveResult, certified
from solver.size import size_of
from solver.solve import NASH_METHODS, Options, solve
from solver.strategic import to_extensive
from solver.versions import versions

Record: TypeAlias = dict[str, Any]

METHODS = (*NASH_METHODS, *CORRELATED, TEAM)
_BY_ITERATION = ("auto", *VARIANTS)


@dataclass(frozen=True)
class Asked:
    """What is asked of a file beside the solver's options.

    Attributes
    ----------
    objective : str
        What selection ``objective`` and correlated equilibria maximize: ``welfare``, the sum of
        payoffs, or the key of a player.
    team : sequence of str
        Keys of the players who play together, for method ``team``.
    locks : sequence of str
        Fixed play, as :func:`analysis.solve_given.locks` reads it.
    begin : path, optional
        Record or strategies that regret minimization begins with.
    resume, save : paths, optional
        Saved run to go on from, and file to save the run to.
    averaging : float, optional
        Power of the iteration by which regret minimization weights its average.
    fit : path, optional
        Counted choices that the precision of a logit equilibrium is fitted to.
    path : bool
        Whether to add points of the logit branch.
    before : callable, optional
        Told of the game and its cost before the solve begins.
    """

    objective: str = WELFARE
    team: Sequence[str] = ()
    locks: Sequence[str] = ()
    begin: Path | None = None
    resume: Path | None = None
    save: Path | None = None
    averaging: float | None = None
    fit: Path | None = None
    path: bool = False
    before: Callable[[Record], None] | None = None


def solve_file(
    path: str | Path, options: Options | None = None, asked: Asked | None = None
) -> Record:
    """Return the solution of a game file as one JSON-ready record.

    Parameters
    ----------
    options : Options, optional
        As for :func:`solver.solve.solve`; ``method`` may also be ``ce``, ``cce``, ``efce`` or
        ``team``.

    Returns
    -------
    dict
        As ``docs/reference/solver.md`` describes it.

    Raises
    ------
    BadInput
        If an option does not fit the game or another option.
    SolverError
        If the file is malformed, the method does not fit, or nothing was found.
    """
    options, asked = options or Options(), asked or Asked()
    if options.method not in METHODS:
        raise Unsupported(f"method {options.method!r}; allowed: {', '.join(METHODS)}")
    form = read_game(path)
    _check_together(form, options, asked)
    options = _completed(form, options, asked)
    if asked.before is not None:
        asked.before({"game": describe(form), "cost": cost(form, options)})
    if options.method in CORRELATED:
        try:
            solved = correlated(form, options, asked.objective)
        except TimeLimit as error:
            solved = _without_device(form, options, error)
    elif options.method == TEAM:
        solved = team_record(form, options, asked.team)
    elif asked.fit is not None:
        solved = _fitted(form, options, asked.fit)
    elif asked.locks:
        solved = _locked(form, options, asked.locks)
    else:
        solved = _nash(form, solve(form, options))
    if asked.path:
        solved["path"] = _path(form, options)
    return {"game": describe(form), **solved}


def _without_device(form: Form, options: Options, error: TimeLimit) -> Record:
    """Return play that needs no device, where the programme of one did not end in time."""
    seconds = max(0.1 * options.time_limit, 1.0)
    result = solve(form, replace(options, method="auto", time_limit=seconds))
    note = f"{error}; shown is play without a device: obeying it, nobody could gain more"
    return _nash(form, replace(result, converged=False, complete=False, note=note))


def _check_together(form: Form, options: Options, asked: Asked) -> None:
    """Refuse options that do not go together."""
    fits: list[tuple[str, bool, Sequence[str]]] = [
        ("--team", bool(asked.team), (TEAM,)),
        ("--fit-counts", asked.fit is not None, ("auto", "logit")),
        ("--qre-path", asked.path, ("auto", "logit")),
        ("--qre-lambda", options.qre_lambda is not None, ("logit",)),
        ("--lock", bool(asked.locks), NASH_METHODS),
        ("--exact", options.exact, NASH_METHODS),
        ("--all", options.every, NASH_METHODS),
        ("--selection", options.selection != "any", NASH_METHODS),
        ("--iterations", options.iterations is not None, _BY_ITERATION),
        *((name, given, _BY_ITERATION) for name, given in _course_options(asked).items()),
    ]
    for name, given, methods in fits:
        if given and options.method not in methods:
            raise BadInput(f"method with {name}", options.method, ", ".join(methods))
    if asked.begin is not None and asked.resume is not None:
        raise BadInput("--begin", "--resume beside it", "one of them")
    if asked.fit is not None and asked.locks:
        raise BadInput("--fit-counts", "--lock beside it", "one of them")
    if options.method == TEAM and not asked.team:
        raise BadInput("--team", "nobody", f"some of {', '.join(player_keys(form))}")


def _course_options(asked: Asked) -> dict[str, bool]:
    return {
        "--begin": asked.begin is not None,
        "--resume": asked.resume is not None,
        "--save": asked.save is not None,
        "--averaging": asked.averaging is not None,
    }


def _completed(form: Form, options: Options, asked: Asked) -> Options:
    """Return the solver's options with what the rest asks of them."""
    keys = player_keys(form)
    if asked.objective not in (WELFARE, *keys):
        raise BadInput("objective", asked.objective, ", ".join((WELFARE, *keys)))
    player = None if asked.objective == WELFARE else keys.index(asked.objective)
    options = replace(options, objective=player)
    if not any(_course_options(asked).values()):
        return options
    start: Any = asked.resume
    if asked.begin is not None:
        start = profile(form, read_strategies(asked.begin))
    return replace(options, course=Course(start=start, gamma=asked.averaging, save=asked.save))


def describe(form: Form) -> Record:
    """Return what kind of game a form is, and its size."""
    extensive = isinstance(form, ExtensiveForm)
    fault = form.recall_fault if isinstance(form, ExtensiveForm) else ""
    sum_of_payoffs = form.constant_sum
    size = asdict(size_of(form)) if not fault else {}
    return {
        "title": form.title,
        "players": player_keys(form),
        "form": "extensive" if extensive else "strategic",
        "zero_sum": sum_of_payoffs is not None and abs(sum_of_payoffs) < 1e-9,
        "constant_sum": sum_of_payoffs,
        "perfect_recall": not fault,
        "payoff_range": list(form.payoff_range),
        "size": {**size, "sequences": list(size["sequences"])} if size else None,
    }


def _nash(form: Form, result: SolveResult) -> Record:
    return {
        "method": result.method,
        "selection": result.selection,
        "tolerance": result.tolerance,
        "residual": result.residual,
        "converged": result.converged,
        "equilibria": [_equilibrium(form, found) for found in result.profiles],
        "complete": result.complete,
        "note": result.note,
        "parameters": {k: plain(v) for k, v in result.parameters.items()},
        "versions": dict(result.versions),
        "seconds": result.seconds,
    }


def _equilibrium(form: Form, found: Profile) -> Record:
    certificate = found.certificate
    players = player_keys(form)
    # An exact profile is proven to leave no gain; what floats show of one is their rounding.
    gains = certificate.gains * (not found.exact)
    record: Record = {
        "strategies": by_infoset(form, found.strategy.tolist()),
        "payoffs": dict(zip(players, certificate.payoffs.tolist(), strict=True)),
        "gains": dict(zip(players, gains.tolist(), strict=True)),
        "epsilon": float(gains.max()),
        "nash_conv": float(gains.sum()),
        "exact": found.exact,
        "unreached": _unreached(form, found),
        "action_values": by_infoset(form, list(map(plain, certificate.action_values.tolist()))),
        "regrets": _regrets(form, found),
    }
    if found.strategy_exact is not None and found.payoffs_exact is not None:
        record["strategies_exact"] = by_infoset(form, list(map(str, found.strategy_exact)))
        record["payoffs_exact"] = dict(zip(players, map(str, found.payoffs_exact), strict=True))
    return record


def _unreached(form: Form, found: Profile) -> dict[str, list[str]]:
    never = found.certificate.unreached
    out: dict[str, list[str]] = {key: [] for key in player_keys(form)}
    for player, key, h in infoset_keys(form):
        if never[h]:
            out[player].append(key)
    return out


def _regrets(form: Form, found: Profile) -> dict[str, dict[str, float | None]]:
    """Return how much the best action beats the profile at each information set."""
    out: dict[str, dict[str, float | None]] = {key: {} for key in player_keys(form)}
    for player, key, h in infoset_keys(form):
        out[player][key] = plain(float(found.certificate.regrets[h]))
    return out


def _locked(form: Form, options: Options, asked: Sequence[str]) -> Record:
    """Return the solution of the game in which information sets play as they are told."""
    tree = form if isinstance(form, ExtensiveForm) else to_extensive(form)
    held = lock(tree, locks(form, asked))
    result = solve(held.form, options)
    lifted = tuple(_lifted(form, tree, held, found) for found in result.profiles)
    record = _nash(form, replace(result, profiles=lifted))
    fixed = np.ones(int(form.action_offset[-1]), dtype=bool)
    fixed[held.kept] = False
    players = player_keys(form)
    shown = by_infoset(form, [p if yes else None for p, yes in zip(held.fixed, fixed, strict=True)])
    record["locked"] = {
        who: {key: own for key, own in sets.items() if None not in own.values()}
        for who, sets in shown.items()
    }
    for found, lift in zip(record["equilibria"], lifted, strict=True):
        gains = certify(form, lift.strategy).gains
        found["unlocked_gains"] = dict(zip(players, gains.tolist(), strict=True))
    return record


def _lifted(form: Form, tree: ExtensiveForm, held: Locked, found: Profile) -> Profile:
    """Return a profile of the locked game as one of the whole game.

    Payoffs, values and reach are those of the whole game; gains are what players could win at the
    sets that are free.
    """
    strategy = held.lift(found.strategy)
    gains = found.certificate.gains
    whole = replace(certify(tree, strategy), gains=gains)
    if found.strategy_exact is None:
        return Profile(strategy, whole)
    exact = held.lift_exact(found.strategy_exact)
    return Profile(strategy, whole, exact, found.payoffs_exact)


def _fitted(form: Form, options: Options, path: Path) -> Record:
    """Return the logit equilibrium under which counted choices are most likely."""
    chosen = counts(form, read_strategies(path))
    fit = fit_lambda(form, chosen, time_limit=options.time_limit)
    record = _nash(form, _logit_result(form, fit, chosen.sum()))
    record["fit"] = {
        "lambda": fit.qre_lambda,
        "log_likelihood": fit.log_likelihood,
        "at_limit": fit.at_limit,
        "choices": float(chosen.sum()),
    }
    return record


def _logit_result(form: Form, fit: LambdaFit, n: float) -> SolveResult:
    note = "a logit point, with errors by design: no equilibrium"
    if fit.at_limit:
        note += "; the choices fit play without errors as well"
    return SolveResult(
        method="logit",
        selection=f"logit, principal branch at {fit.qre_lambda:g}, fitted to {n:g} choices",
        profiles=(certified(form, fit.strategy),),
        tolerance=1e-9,
        converged=True,
        payoff_range=form.payoff_range,
        seconds=fit.seconds,
        residual=fit.residual,
        note=note,
        parameters={"lambda": fit.qre_lambda},
        versions=versions(),
    )


def _path(form: Form, options: Options) -> list[Record]:
    """Return points of the principal logit branch, from errors to almost none."""
    players = player_keys(form)
    rows = []
    for point in logit_path(form, time_limit=options.time_limit):
        certificate = certify(form, point.mix)
        rows.append(
            {
                "lambda": point.qre_lambda,
                "residual": point.residual,
                "epsilon": certificate.epsilon,
                "payoffs": dict(zip(players, certificate.payoffs.tolist(), strict=True)),
                "strategies": by_infoset(form, point.mix.tolist()),
            }
        )
    return rows
