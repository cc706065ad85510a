"""Equilibria of the small forms: all that Gambit lists, one of them selected, all certified."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.base import Certificate, Solution
from models.good_guys.backing import lift_votes
from models.good_guys.literal import pure_equilibria, pure_strategy, seat_key
from models.good_guys.position import Position, Utility
from models.good_guys.scene import UNITS
from models.good_guys.table import ACTION_LABELS
from solver.certificate import certify
from solver.correlated import correlated_ranges
from solver.errors import SolveFailed
from solver.gambit import solve_gambit
from solver.logit import logit_branch
from solver.result import Profile, certified, default_tolerance
from solver.strategic import StrategicForm

Array = NDArray[np.float64]
ENUMERABLE_PLAYERS: Final = 3
MOST_LISTED: Final = 20
TRACE: Final = 1e-12
# Precisions per $k that lead towards the limit of the logit branch.
PATH: Final = (1.0, 5.0, 20.0, 80.0)


@dataclass(frozen=True, eq=False)
class Answer:
    """A selected profile of a form, and the others it was selected from.

    Attributes
    ----------
    strategy : (n_actions_total,)
    profiles : tuple of Profile
        Equilibria listed; empty where the answer is a logit point.
    certificate : Certificate
    indifferent : tuple of str
        Players with more than one best action: only indifference decides between them.
    """

    form: StrategicForm
    strategy: Array
    profiles: tuple[Profile, ...]
    certificate: Certificate
    indifferent: tuple[str, ...]

    def mixes(self) -> list[Array]:
        """Return each player's probabilities."""
        return self.form.split(self.strategy)

    def payoffs(self) -> Array:
        """Return each player's expected utility; (n_players,)."""
        return certify(self.form, self.strategy).payoffs

    def by_seat(self, payoffs: Array) -> dict[str, float]:
        """Return the players' payoffs by seat."""
        return {seat_key(p): float(x) for p, x in zip(self.form.players, payoffs, strict=True)}

    def chance(self, profile: Profile | None, player: int, label: str) -> float:
        """Return the probability of an action, in a listed profile or in the selected one."""
        strategy = self.strategy if profile is None else profile.strategy
        mix = self.form.split(strategy)[player]
        return float(mix[self.form.action_label[player].index(label)])

    def solution(
        self,
        model: ModuleType,
        decision: str,
        utility: Utility,
        recommendation: Mapping[str, Any],
        alternatives: Sequence[Mapping[str, Any]] = (),
        sensitivity: Sequence[Mapping[str, Any]] = (),
        lift: Mapping[str, Any] | None = None,
    ) -> Solution:
        """Return the answer as the solution of a model's decision."""
        players = self.form.players
        return Solution(
            question=model.QUESTION,
            decision=decision,
            model=model.__name__,
            utility=utility,
            unit=UNITS[utility],
            assumptions=model.ASSUMPTIONS,
            recommendation={"type": decision, **recommendation},
            alternatives=tuple(alternatives),
            strategies={
                seat_key(player): {"action": dict(zip(labels, map(float, mix), strict=True))}
                for player, labels, mix in zip(
                    players, self.form.action_label, self.mixes(), strict=True
                )
            },
            values=self.by_seat(self.payoffs()),
            certificate=self.certificate,
            sensitivity=tuple(sensitivity),
            details={
                "indifferent": ", ".join(map(seat_key, self.indifferent)) or "nobody",
                "lift": lift,
            },
        )

    def lift(self, position: Position, share: Array, others: Array) -> dict[str, Any] | None:
        """Return how complete play follows the answer; ``others`` (n, 5) is how seats mix else."""
        mix = others.copy()
        for player, labels, own in zip(
            self.form.players, self.form.action_label, self.mixes(), strict=True
        ):
            seat = int(seat_key(player))
            mix[seat] = 0.0
            mix[seat, [ACTION_LABELS.index(label) for label in labels]] = own
        return lift_votes(position, share, mix, self.certificate.payoff_range)

    def listed(self) -> list[Profile]:
        """Return the listed equilibria that differ in payoffs, the first player's best first."""
        distinct: dict[tuple[float, ...], Profile] = {}
        for profile in self.profiles:
            distinct.setdefault(tuple(profile.certificate.payoffs.round(9).tolist()), profile)
        return [distinct[payoffs] for payoffs in sorted(distinct, reverse=True)][:MOST_LISTED]

    def worth(self, player: int, label: str) -> dict[str, Any]:
        """Return a player's expected utility of an action, and of the best other one."""
        values = self.form.split(self.form.action_values(self.strategy))[player].tolist()
        own = values.pop(self.form.action_label[player].index(label))
        seat = seat_key(self.form.players[player])
        return {"seat": seat, "action": label, "value": own, "best_other": max(values)}


def solve_form(
    form: StrategicForm, scale: Sequence[float], qre_lambda: float, time_limit: float
) -> Answer:
    """Return the limit of the principal logit branch, or the equilibrium nearest to it.

    With two or three players Gambit lists all equilibria (or the extreme points of them, said in
    the certificate); with more, all pure ones are listed. Where there is none to list, the answer
    is the logit point at ``qre_lambda``, called so.

    Parameters
    ----------
    scale : (n_players,)
        Utility of $1k for each player.
    """
    points = logit_branch(form.action_values, form.n_actions.tolist(), PATH, scale)
    reached = [point for point in points if point.converged]
    method, profiles, complete = _list_all(form, time_limit)
    if reached:
        limit = reached[-1]
        selection = f"the principal logit branch at {limit.qre_lambda:g} per $1k"
        end = _without_traces(form, limit.mix)
        if certify(form, end).epsilon <= default_tolerance(form):
            facts = method, f"limit of {selection}", complete
            return _answer(form, end, profiles, facts, limit.residual, time_limit)
        if profiles:
            near = min(profiles, key=lambda p: float(np.abs(p.strategy - limit.mix).sum()))
            facts = method, f"nearest to {selection}", complete
            return _answer(form, near.strategy, profiles, facts, None, time_limit)
    if profiles:
        facts = method, "the first listed; the logit branch was not solved", complete
        return _answer(form, profiles[0].strategy, profiles, facts, None, time_limit)
    (point,) = logit_branch(form.action_values, form.n_actions.tolist(), [qre_lambda], scale)
    facts = "logit", f"principal logit branch at {qre_lambda:g} per $1k, no equilibrium", False
    return _answer(form, point.mix, (), facts, point.residual, time_limit)


def _without_traces(form: StrategicForm, strategy: Array) -> Array:
    """Return a profile without the traces of unused actions that a finite precision leaves."""
    kept = [np.where(mix < TRACE, 0.0, mix) for mix in form.split(strategy)]
    return np.concatenate([mix / mix.sum() for mix in kept])


def _list_all(form: StrategicForm, time_limit: float) -> tuple[str, tuple[Profile, ...], bool]:
    if 2 <= form.n_players <= ENUMERABLE_PLAYERS:
        method = "enummixed" if form.n_players == 2 else "enumpoly"
        try:
            result = solve_gambit(form, method, time_limit=time_limit)
        except SolveFailed:
            pass  # the pure ones are listed instead, and the certificate says so
        else:
            return f"Gambit {method}", result.profiles, result.complete
    pure = [pure_strategy(form, profile) for profile in pure_equilibria(form)]
    return "all pure profiles", tuple(certified(form, strategy) for strategy in pure), False


def _answer(
    form: StrategicForm,
    strategy: Array,
    profiles: tuple[Profile, ...],
    facts: tuple[str, str, bool],
    residual: float | None,
    time_limit: float,
) -> Answer:
    method, selection, complete = facts
    extent = "all" if complete else "not all: a continuum, or mixed ones left out"
    listed = f" ({len(profiles)} equilibria listed, {extent})" if profiles else ""
    found = stated(form, strategy, time_limit, method, selection + listed)
    certificate = replace(found, residual=residual)
    return Answer(form, strategy, profiles, certificate, _indifferent(form, strategy))


def stated(
    form: StrategicForm, strategy: Array, time_limit: float, method: str, selection: str
) -> Certificate:
    """Return the certificate of a profile, with each seat's range over correlated equilibria."""
    measured, ranges, reason = certify(form, strategy), None, ""
    try:
        found = correlated_ranges(form, time_limit=time_limit)
    except SolveFailed as error:
        reason = str(error)
    else:
        ranges = {seat_key(player): pair for player, pair in found.items()}
    return Certificate(
        method=method,
        selection=selection,
        residual=None,
        epsilon=measured.epsilon,
        nash_conv=measured.nash_conv,
        payoff_range=measured.payoff_range,
        range=ranges,
        range_reason=reason,
    )


def _indifferent(form: StrategicForm, strategy: Array) -> tuple[str, ...]:
    slack = default_tolerance(form)
    values = form.split(form.action_values(strategy))
    return tuple(
        player
        for player, value in zip(form.players, values, strict=True)
        if np.count_nonzero(value >= value.max() - slack) > 1
    )
