"""Joint plans in the record of a solved file: correlated and team equilibria."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from analysis.solve_keys import Form, by_infoset, label_keys, player_keys
from solver.correlated import CorrelatedResult, correlated_equilibrium, correlated_ranges
from solver.efce import efce
from solver.errors import Unsupported
from solver.extensive import ExtensiveForm, Floats
from solver.reduction import reduce
from solver.solve import Options
from solver.strategic import StrategicForm, to_extensive
from solver.teams import Side, TeamResult, solve_teams

Record: TypeAlias = dict[str, Any]

CORRELATED = ("ce", "cce", "efce")
TEAM = "team"
WELFARE = "welfare"
_KINDS = {"ce": "a", "cce": "a coarse", "efce": "an extensive-form"}


def correlated(form: Form, options: Options, objective: str) -> Record:
    """Return a correlated equilibrium that is best for an objective, and every payoff's range."""
    begun = time.perf_counter()
    table = form if isinstance(form, StrategicForm) else reduce(form).strategic
    worth = _worth(table, objective)

    def left() -> float:
        return max(begun + options.time_limit - time.perf_counter(), 0.01)

    if options.method == "efce":
        tree = form if isinstance(form, ExtensiveForm) else to_extensive(form)
        best = efce(tree, worth, time_limit=left())
        ranges = [
            [efce(tree, own, maximize=up, time_limit=left()).objective for up in (False, True)]
            for own in table.payoff
        ]
    else:
        coarse = options.method == "cce"
        best = correlated_equilibrium(table, worth, coarse=coarse, time_limit=left())
        found = correlated_ranges(table, coarse=coarse, time_limit=left())
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
    actions = [label_keys(own, range(1, len(own) + 1)) for own in table.action_label]
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


def team_record(form: Form, options: Options, team: Sequence[str]) -> Record:
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
        progress=options.progress,
    )
    return {
        "method": TEAM,
        "selection": "team equilibrium with a common random signal for each side (TMECor)",
        "tolerance": found.tolerance,
        "residual": max(found.bounds[1] - found.bounds[0], 0.0),
        "converged": found.converged,
        "equilibria": [_team_equilibrium(form, tree, found)],
        "range": {" + ".join(team): list(found.bounds)},
        "complete": False,
        "note": "probabilities of joint plans; actions that a plan never comes to are left out",
        "parameters": {
            "rounds": found.rounds,
            "all_plans": found.all_plans,
            "team": list(team),
        },
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
        "epsilon": max(found.bounds[1] - found.bounds[0], 0.0),
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
