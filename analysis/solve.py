"""Any game file, solved: the record that ``analyze solve`` prints."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from solver.correlated import CorrelatedResult, correlated_equilibrium, correlated_ranges
from solver.efce import efce
from solver.errors import Unsupported
from solver.extensive import ExtensiveForm, Floats
from solver.gamefile import read_game
from solver.reduction import reduce
from solver.result import Profile, SolveResult
from solver.size import size_of
from solver.solve import NASH_METHODS, Options, solve
from solver.strategic import StrategicForm, to_extensive
from solver.teams import Side, TeamResult, solve_teams

Form: TypeAlias = ExtensiveForm | StrategicForm
Record: TypeAlias = dict[str, Any]

CORRELATED = ("ce", "cce", "efce")
TEAM = "team"
METHODS = (*NASH_METHODS, *CORRELATED, TEAM)
WELFARE = "welfare"
_KINDS = {"ce": "a", "cce": "a coarse", "efce": "an extensive-form"}


def solve_file(
    path: str | Path,
    options: Options | None = None,
    *,
    objective: str = WELFARE,
    team: Sequence[str] = (),
) -> Record:
    """Return the solution of a game file as one JSON-ready record.

    Parameters
    ----------
    options : Options, optional
        As for :func:`solver.solve.solve`; ``method`` may also be ``ce``, ``cce``,
        ``efce`` or ``team``.
    objective : str
        What a correlated equilibrium maximizes: ``welfare``, the sum of payoffs, or the key of a
        player.
    team : sequence of str
        Keys of the players who play together, for ``team``.

    Returns
    -------
    dict
        As ``docs/reference/solver.md`` describes it.

    Raises
    ------
    SolverError
        If the file is malformed, the method does not fit, or nothing was found in time.
    """
    options = options or Options()
    form = read_game(path)
    if options.method not in METHODS:
        raise Unsupported(f"method {options.method!r}; allowed: {', '.join(METHODS)}")
    if options.method in CORRELATED:
        solved = _correlated(form, options, objective)
    elif options.method == TEAM:
        solved = _team(form, options, team)
    else:
        solved = _nash(form, solve(form, options))
    return {"game": describe(form), **solved}


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


def player_keys(form: Form) -> list[str]:
    """Return the key of each player: his name where it is one, else ``#i``."""
    return _keys(form.players, range(1, len(form.players) + 1))


def _keys(labels: Sequence[str], numbers: Sequence[int] | range) -> list[str]:
    """Return labels where they are unique and not empty, else ``#`` and the number."""
    seen = Counter(labels)
    return [
        label if label and seen[label] == 1 and not label.startswith("#") else f"#{number}"
        for label, number in zip(labels, numbers, strict=True)
    ]


def _nash(form: Form, result: SolveResult) -> Record:
    return {
        "method": result.method,
        "selection": result.selection,
        "tolerance": result.tolerance,
        "residual": result.residual,
        "converged": result.converged,
        "equilibria": [_equilibrium(form, profile) for profile in result.profiles],
        "complete": result.complete,
        "note": result.note,
        "parameters": {k: _plain(v) for k, v in result.parameters.items()},
        "versions": dict(result.versions),
        "seconds": result.seconds,
    }


def _equilibrium(form: Form, profile: Profile) -> Record:
    certificate = profile.certificate
    players = player_keys(form)
    record: Record = {
        "strategies": by_infoset(form, profile.strategy.tolist()),
        "payoffs": dict(zip(players, certificate.payoffs.tolist(), strict=True)),
        "epsilon": certificate.epsilon,
        "nash_conv": certificate.nash_conv,
        "exact": profile.exact,
        "unreached": _unreached(form, profile),
        "action_values": by_infoset(form, list(map(_plain, certificate.action_values.tolist()))),
    }
    if profile.strategy_exact is not None and profile.payoffs_exact is not None:
        record["strategies_exact"] = by_infoset(form, list(map(str, profile.strategy_exact)))
        record["payoffs_exact"] = dict(zip(players, map(str, profile.payoffs_exact), strict=True))
    return record


def by_infoset(form: Form, flat: Sequence[Any]) -> dict[str, dict[str, dict[str, Any]]]:
    """Return values of all actions by player, information set and action.

    Information sets come in the order of the owner's count of them.
    """
    out: dict[str, dict[str, dict[str, Any]]] = {key: {} for key in player_keys(form)}
    for player, key, h in _infosets(form):
        start, stop = int(form.action_offset[h]), int(form.action_offset[h + 1])
        actions = _keys(form.action_label[h], range(1, stop - start + 1))
        out[player][key] = dict(zip(actions, flat[start:stop], strict=True))
    return out


def _infosets(form: Form) -> list[tuple[str, str, int]]:
    """Return player key, key and number of every information set, in each owner's order."""
    players = player_keys(form)
    if isinstance(form, StrategicForm):
        return [(player, "", i) for i, player in enumerate(players)]
    out = []
    for i, player in enumerate(players):
        own = np.flatnonzero(form.infoset_player == i)
        own = own[np.argsort(form.infoset_number[own], kind="stable")]
        keys = _keys([form.infoset_label[h] for h in own], form.infoset_number[own].tolist())
        out += [(player, key, h) for key, h in zip(keys, own.tolist(), strict=True)]
    return out


def _unreached(form: Form, profile: Profile) -> dict[str, list[str]]:
    never = profile.certificate.unreached
    out: dict[str, list[str]] = {key: [] for key in player_keys(form)}
    for player, key, h in _infosets(form):
        if never[h]:
            out[player].append(key)
    return out


def _plain(value: Any) -> Any:
    """Return a value that JSON has a word for: lists for tuples, null for what is no number."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return list(value) if isinstance(value, tuple) else value


def _correlated(form: Form, options: Options, objective: str) -> Record:
    """Return a correlated equilibrium that is best for an objective, and every payoff's range."""
    begun = time.perf_counter()
    table = form if isinstance(form, StrategicForm) else reduce(form).strategic
    worth = _worth(table, objective)
    limit = options.time_limit
    if options.method == "efce":
        tree = form if isinstance(form, ExtensiveForm) else to_extensive(form)
        best = efce(tree, worth, time_limit=limit)
        ranges = [
            [efce(tree, own, maximize=up, time_limit=limit).objective for up in (False, True)]
            for own in table.payoff
        ]
    else:
        coarse = options.method == "cce"
        best = correlated_equilibrium(table, worth, coarse=coarse, time_limit=limit)
        found = correlated_ranges(table, coarse=coarse, time_limit=limit)
        ranges = [list(bounds) for bounds in found.values()]
    return {
        "method": options.method,
        "selection": f"{_KINDS[options.method]} correlated equilibrium of most {objective}",
        "tolerance": 1e-6 * (form.payoff_range[1] - form.payoff_range[0]),
        "residual": None,
        "converged": True,
        "equilibria": [_correlated_equilibrium(table, best)],
        "range": dict(zip(player_keys(table), ranges, strict=True)),
        "complete": False,
        "note": "probabilities of joint plans; players are told their own part alone",
        "parameters": {"columns": best.columns, "objective": objective},
        "versions": {},
        "seconds": time.perf_counter() - begun,
    }


def _worth(table: StrategicForm, objective: str) -> Floats:
    players = player_keys(table)
    if objective == WELFARE:
        total: Floats = table.payoff.sum(axis=0)
        return total
    if objective not in players:
        raise Unsupported(f"objective {objective!r}; allowed: {', '.join([WELFARE, *players])}")
    own: Floats = table.payoff[players.index(objective)]
    return own


def _correlated_equilibrium(table: StrategicForm, best: CorrelatedResult) -> Record:
    players = player_keys(table)
    actions = [_keys(own, range(1, len(own) + 1)) for own in table.action_label]
    marginal = [np.zeros(n) for n in table.n_actions]
    distribution = []
    for profile, p in zip(best.profiles, best.probability, strict=True):
        plan = {who: actions[i][profile[i]] for i, who in enumerate(players)}
        distribution.append({"profile": plan, "probability": float(p)})
        for i, a in enumerate(profile):
            marginal[i][a] += p
    mixes = zip(players, actions, marginal, strict=True)
    return {
        "distribution": distribution,
        "strategies": {
            who: {"": dict(zip(own, mix.tolist(), strict=True))} for who, own, mix in mixes
        },
        "payoffs": dict(zip(players, best.payoffs.tolist(), strict=True)),
        "epsilon": best.gain,
        "nash_conv": None,
        "exact": False,
        "unreached": {who: [] for who in players},
    }


def _team(form: Form, options: Options, team: Sequence[str]) -> Record:
    """Return a team equilibrium: both sides' joint plans, and proven bounds of the value."""
    keys = player_keys(form)
    wrong = [who for who in team if who not in keys]
    if wrong or not team:
        raise Unsupported(f"team {list(team)}; allowed: some of {', '.join(keys)}")
    tree = form if isinstance(form, ExtensiveForm) else to_extensive(form)
    found = solve_teams(
        tree,
        [keys.index(who) for who in team],
        tolerance=options.tolerance,
        time_limit=options.time_limit,
    )
    return {
        "method": TEAM,
        "selection": "team equilibrium with a common random signal for each side (TMECor)",
        "tolerance": found.tolerance,
        "residual": found.bounds[1] - found.bounds[0],
        "converged": found.converged,
        "equilibria": [_team_equilibrium(form, tree, found)],
        "range": {" + ".join(team): list(found.bounds)},
        "complete": False,
        "note": "probabilities of joint plans; actions that a plan never comes to are left out",
        "parameters": {"rounds": found.rounds, "team": list(team)},
        "versions": {},
        "seconds": found.seconds,
    }


def _team_equilibrium(form: Form, tree: ExtensiveForm, found: TeamResult) -> Record:
    keys = player_keys(form)
    total = tree.constant_sum or 0.0
    sides = [found.team, found.others]
    values = [found.value, total - found.value]
    names = [" + ".join(keys[i] for i in side.players) for side in sides]
    return {
        "distribution": {
            name: [
                {"profile": _joint_plan(form, side, plan), "probability": float(p)}
                for plan, p in zip(side.plans, side.probability, strict=True)
            ]
            for name, side in zip(names, sides, strict=True)
        },
        "strategies": {who: {} for who in keys},
        "payoffs": dict(zip(names, values, strict=True)),
        "epsilon": found.bounds[1] - found.bounds[0],
        "nash_conv": None,
        "exact": False,
        "unreached": {who: [] for who in keys},
    }


def _joint_plan(form: Form, side: Side, plan: Sequence[Any]) -> dict[str, dict[str, str]]:
    """Return what each player of a side does at every set that his own plan comes to."""
    keys = player_keys(form)
    out: dict[str, dict[str, str]] = {}
    for i, taken in zip(side.players, plan, strict=True):
        moves = by_infoset(form, taken.tolist())[keys[i]]
        out[keys[i]] = {
            infoset: next(action for action, yes in actions.items() if yes)
            for infoset, actions in moves.items()
            if any(actions.values())
        }
    return out
