"""Gambit's methods, each in a child process with a time limit; every answer is certified.

A native crash or hang ends the child alone. What it returns is checked by our own certificate, and
where its numbers are fractions, in exact arithmetic too.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from solver.certificate import certify
from solver.errors import SolveFailed, TimeLimit, Unsupported
from solver.exact import exact_gains
from solver.extensive import ExtensiveForm, Floats
from solver.gamefile import write_game
from solver.progress import Progress, Step
from solver.result import Profile, SolveResult, default_tolerance, demand_nash
from solver.strategic import StrategicForm
from solver.versions import versions

CHILD = Path(__file__).with_name("gambit_child.py")
_EXACT_NODES = 20_000
_SAME = 1e-9
_LOOK_SECONDS = 0.5
# What can be asked where a player forgets: pure plans, and agents one by one.
FORGETFUL = ("enumpure", "enumpure-agent")

Form: TypeAlias = ExtensiveForm | StrategicForm


@dataclass(frozen=True)
class Method:
    """What one of Gambit's methods is for."""

    selection: str
    two_players: bool = False
    constant_sum: bool = False
    agent: bool = False
    nash: bool = True
    options: tuple[tuple[str, Any], ...] = ()


_SOME = "one equilibrium; which one depends on where the method starts"
_REGRET = (("maxregret", 1e-7),)
METHODS: Mapping[str, Method] = {
    "lp": Method("minimax; every equilibrium has the same value", True, True),
    "lcp": Method("equilibria that complementary pivoting reaches", True),
    "enumpure": Method("every equilibrium in pure strategies"),
    "enumpure-agent": Method("every pure agent equilibrium", agent=True, nash=False),
    "enummixed": Method("extreme points of all equilibria", True),
    "enumpoly": Method("every isolated equilibrium, support by support"),
    "gnm": Method("equilibria on the path of a global Newton method"),
    "ipa": Method(_SOME),
    "simpdiv": Method(_SOME, options=_REGRET),
    "liap": Method(_SOME, options=(*_REGRET, ("maxiter", 10_000))),
    "liap-agent": Method(
        "one agent equilibrium", agent=True, nash=False, options=(*_REGRET, ("maxiter", 10_000))
    ),
    "logit": Method("limit of the principal branch of logit equilibria"),
    "hp": Method("tracing procedure from the uniform prior"),
}


def solve_gambit(
    form: Form,
    method: str,
    *,
    time_limit: float = 60.0,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> SolveResult:
    """Return what a method of Gambit finds, certified.

    Where a player forgets, only pure plans and agents are asked for: ``enumpure`` then keeps, of
    all pure agent equilibria, those that no pure plan of anybody beats.

    Parameters
    ----------
    method : str
        A key of :data:`METHODS`.
    options : mapping, optional
        Keyword arguments of Gambit's function, numbers and booleans only; ``rational=False`` asks
        ``lp``, ``lcp`` and ``enummixed`` for floating point.

    Raises
    ------
    Unsupported
        If there is no such method or the game does not fit it.
    TimeLimit
        If the time limit passed before anything was found.
    SolveFailed
        If Gambit crashed, refused, found nothing, or returned what is no equilibrium.
    """
    if method not in METHODS:
        raise Unsupported(f"method {method!r}; allowed: {', '.join(METHODS)}")
    kind = METHODS[method]
    _check_fit(form, method, kind)
    start = time.perf_counter()
    chosen = dict(kind.options) | dict(options or {})
    forgetful = isinstance(form, ExtensiveForm) and bool(form.recall_fault)
    run = "enumpure-agent" if forgetful else method
    answers, stopped = _run_child(form, run, chosen, time_limit, progress)
    profiles = _distinct([_profile(form, a["profile"]) for a in answers if "profile" in a])
    if forgetful and kind.nash:
        profiles = [p for p in profiles if p.certificate.epsilon <= default_tolerance(form)]
    done = next((a for a in answers if "done" in a), None)
    if not profiles:
        _explain_nothing(method, done, stopped, time_limit)
    result = SolveResult(
        method=method,
        selection=kind.selection,
        profiles=tuple(profiles),
        tolerance=default_tolerance(form),
        converged=False,
        payoff_range=form.payoff_range,
        seconds=time.perf_counter() - start,
        complete=_is_complete(method, done),
        note=_note(method, done, stopped, time_limit),
        parameters=chosen,
        versions=versions("pygambit"),
    )
    return demand_nash(result) if kind.nash else _demand_agents(result)


def logit_points(form: Form, lambdas: list[float], *, time_limit: float = 60.0) -> list[Floats]:
    """Return Gambit's points of the principal logit branch at the given precisions; flat."""
    answers, stopped = _run_child(form, "logit-lambda", {"lam": lambdas}, time_limit)
    if stopped:
        raise TimeLimit(f"Gambit's logit branch was not done within {time_limit:.3g} s")
    return [_probabilities(form, a["profile"])[0] for a in answers if "profile" in a]


def _check_fit(form: Form, method: str, kind: Method) -> None:
    if isinstance(form, ExtensiveForm):
        if method not in FORGETFUL or form.absent_minded:
            form.require_perfect_recall()
    elif kind.agent:
        raise Unsupported(f"{method} needs a game in extensive form")
    if kind.two_players and form.n_players != 2:
        raise Unsupported(f"{method} needs two players; the game has {form.n_players}")
    if kind.constant_sum and form.constant_sum is None:
        raise Unsupported(f"{method} needs payoffs of constant sum; the game's sum varies")


def _plain(form: Form) -> Form:
    """Return the game with action numbers for labels, by which answers are read back."""
    numbers = iter(range(int(form.n_actions.sum())))
    labels = tuple(tuple(str(next(numbers)) for _ in old) for old in form.action_label)
    players = tuple(str(i + 1) for i in range(form.n_players))
    if isinstance(form, StrategicForm):
        return replace(form, players=players, action_label=labels)
    sets = tuple(map(str, range(form.n_infosets)))
    numbered = np.arange(1, form.n_infosets + 1, dtype=np.int32)
    return replace(
        form, players=players, action_label=labels, infoset_label=sets, infoset_number=numbered
    )


def _run_child(
    form: Form,
    method: str,
    options: Mapping[str, Any],
    time_limit: float,
    progress: Progress | None = None,
) -> tuple[list[dict[str, Any]], bool]:
    """Return the child's answers, and whether it had to be stopped."""
    request = {
        "text": write_game(_plain(form)),
        "extensive": isinstance(form, ExtensiveForm),
        "method": method,
        "options": dict(options),
    }
    with subprocess.Popen(
        [sys.executable, "-P", str(CHILD)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        try:
            out, err, stopped = _communicate(child, request, time_limit, progress)
        except BaseException:
            child.kill()
            raise
    lines = [line for line in out.splitlines() if line.startswith("{") and line.endswith("}")]
    answers = [json.loads(line) for line in lines]
    refusal = next((a["error"] for a in answers if "error" in a), None)
    if refusal is not None:
        raise SolveFailed(f"Gambit's {method}: {' '.join(refusal.split())}")
    if not stopped and not any("done" in a for a in answers):
        last = err.strip().splitlines()[-1:] or [f"exit code {child.returncode}"]
        raise SolveFailed(f"Gambit's {method} crashed ({last[0]})")
    return answers, stopped


def _communicate(
    child: subprocess.Popen[str],
    request: Mapping[str, Any],
    time_limit: float,
    progress: Progress | None,
) -> tuple[str, str, bool]:
    """Return what the child wrote and complained, and whether it was stopped at the limit."""
    end = time.perf_counter() + time_limit
    text: str | None = json.dumps(request)
    while True:
        left = end - time.perf_counter()
        try:
            wait = max(min(left, _LOOK_SECONDS if progress else left), 0.001)
            out, err = child.communicate(text, timeout=wait)
        except subprocess.TimeoutExpired as so_far:
            if time.perf_counter() >= end:
                child.kill()
                return *child.communicate(), True
            if progress:
                found = str(so_far.output).count('"profile"')
                progress(Step(str(request["method"]), found, "equilibria"))
            text = None  # it has been sent
            continue
        return out, err, False


def _probabilities(
    form: Form, given: Mapping[str, str | float]
) -> tuple[Floats, tuple[Fraction, ...] | None]:
    """Return a flat profile, and in fractions where all numbers are; uniform where none is given.

    Gambit leaves information sets that a plan never reaches at zero or without a number.
    """
    size = int(form.n_actions.sum())
    exact = all(isinstance(p, str) for p in given.values())
    flat: list[Fraction | float] = []
    for block in form.split(np.arange(size, dtype=np.float64)):
        own = [given.get(str(int(k)), 0) for k in block]
        weights = [Fraction(p) if exact else _weight(float(p)) for p in own]
        total = sum(weights)
        flat += [w / total if total else Fraction(1, len(block)) for w in weights]
    strategy = np.array([float(p) for p in flat])
    return strategy, tuple(Fraction(p) for p in flat) if exact else None


def _weight(p: float) -> float:
    return p if p > 0 else 0.0  # not a number and rounding below zero


def _profile(form: Form, given: Mapping[str, str | float]) -> Profile:
    strategy, exact = _probabilities(form, given)
    profile = Profile(strategy, certify(form, strategy))
    small = not isinstance(form, ExtensiveForm) or form.n_nodes <= _EXACT_NODES
    if exact is None or not small:
        return profile
    if isinstance(form, ExtensiveForm) and form.recall_fault:
        return profile  # the exact proof is by sequences
    payoffs, gains = exact_gains(form, exact)
    if any(gains):
        return profile
    return replace(profile, strategy_exact=exact, payoffs_exact=payoffs)


def _distinct(profiles: list[Profile]) -> list[Profile]:
    kept: list[Profile] = []
    for profile in profiles:
        if all(np.abs(profile.strategy - other.strategy).max(initial=0) > _SAME for other in kept):
            kept.append(profile)
    return kept


def _is_complete(method: str, done: Mapping[str, Any] | None) -> bool:
    if done is None:
        return False
    if method == "enummixed":
        return all(size == 1 for size in done["cliques"])
    return method == "enumpoly" and not done["skipped"]


def _note(method: str, done: Mapping[str, Any] | None, stopped: bool, time_limit: float) -> str:
    if stopped:
        return f"stopped at the time limit of {time_limit:.3g} s; what was found until then"
    if done and done.get("cliques") and max(done["cliques"]) > 1:
        return "a continuum of equilibria; shown are its extreme points"
    if done and done["skipped"]:
        return f"{done['skipped']} supports are singular or were given up; more may exist there"
    return ""


def _explain_nothing(
    method: str, done: Mapping[str, Any] | None, stopped: bool, time_limit: float
) -> None:
    if stopped:
        raise TimeLimit(f"Gambit's {method} found nothing within {time_limit:.3g} s")
    reason = f" ({done['reason'].lower().replace('_', ' ')})" if done and done["reason"] else ""
    raise SolveFailed(f"Gambit's {method} found no equilibrium{reason}")


def _demand_agents(result: SolveResult) -> SolveResult:
    """Return agent equilibria as converged where no single agent gains, whatever a player would."""
    for profile in result.profiles:
        gain = profile.certificate.agent_gain
        if not gain <= result.tolerance:
            raise SolveFailed(
                f"{result.method} returned a profile from which one information set gains "
                f"{gain:.3g}; allowed: {result.tolerance:.3g}"
            )
    return replace(result, converged=True)
