"""Independent evaluation of a profile: payoffs, best responses, regrets.

Shares nothing with the solvers but the tree as it was given (parents, owners, information sets,
probabilities, payments) and the order of actions in a strategy. Depths, reach and values are
computed here, and best responses by backward induction over the nodes themselves; no sequences.
Where a player forgets, a best response is the best of all his pure plans, tried one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod

import numpy as np
from numpy.typing import NDArray

from solver.errors import ImperfectRecall, Unsupported
from solver.extensive import ExtensiveForm, Floats
from solver.strategic import NormalForm, check_profile

UNREACHED = 1e-12
PLAN_LIMIT = 20_000

Indices = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Certificate:
    """What a profile is worth and how far from an equilibrium it is.

    Attributes
    ----------
    payoffs : (n_players,)
    gains : (n_players,)
        What each player gains by a best response to the others.
    best_response : (n_actions_total,)
        Pure best response of every player, as a flat 0/1 strategy.
    reach : (n_infosets,)
        Probability that each information set is reached under the profile.
    action_values : (n_actions_total,)
        Owner's payoff of each action, given the information set, if all play on as the profile
        says; NaN where the others never let play come there.
    regrets : (n_infosets,)
        How much the best action there beats the profile, by ``action_values``; NaN alike.

    For a strategic form each player has one information set.
    """

    payoffs: Floats
    gains: Floats
    best_response: Floats
    reach: Floats
    action_values: Floats
    regrets: Floats
    payoff_range: tuple[float, float]

    @property
    def epsilon(self) -> float:
        """Largest single deviation gain, in payoff units."""
        return float(self.gains.max())

    @property
    def nash_conv(self) -> float:
        """Sum of all players' deviation gains, in payoff units."""
        return float(self.gains.sum())

    @property
    def agent_gain(self) -> float:
        """Most that changing play at one information set alone gains its owner, in payoff units.

        Sets that are never reached gain nothing by it.
        """
        here = np.where(self.reach > UNREACHED, self.reach * self.regrets, 0.0)
        return float(np.nan_to_num(here).max(initial=0.0))

    @property
    def unreached(self) -> NDArray[np.bool_]:
        """Information sets that the profile never reaches; (n_infosets,)."""
        return self.reach <= UNREACHED


def certify(form: ExtensiveForm | NormalForm, strategy: Floats) -> Certificate:
    """Return the certificate of a profile.

    Parameters
    ----------
    form : ExtensiveForm or NormalForm
    strategy : (n_actions_total,)

    Raises
    ------
    BadGame
        If the strategy is no profile of distributions.
    ImperfectRecall
        If a player can meet an information set twice in one play: plans that draw anew each time
        may then do better than every pure one.
    Unsupported
        If a player forgets and has more than 20,000 pure plans.
    """
    check_profile(form.n_actions, strategy)
    if isinstance(form, ExtensiveForm):
        return _Walk(form, strategy).certificate()
    return _certify_normal(form, strategy)


def _certify_normal(form: NormalForm, mixed: Floats) -> Certificate:
    values = form.action_values(mixed)
    cuts = np.cumsum(form.n_actions)[:-1]
    mixes, by_player = np.split(mixed, cuts), np.split(values, cuts)
    payoffs = np.array([mix @ value for mix, value in zip(mixes, by_player, strict=True)])
    gains = np.array([value.max() for value in by_player]) - payoffs
    best = [np.eye(len(value))[value.argmax()] for value in by_player]
    return Certificate(
        payoffs=payoffs,
        gains=np.maximum(gains, 0.0),
        best_response=np.concatenate(best),
        reach=np.ones(len(payoffs)),
        action_values=values,
        regrets=np.maximum(gains, 0.0),
        payoff_range=form.payoff_range,
    )


class _Walk:
    """A tree with a profile, walked from the root down and back.

    Attributes
    ----------
    rows : list of (n_nodes_k,)
        Nodes by their distance from the root.
    mover : (n_nodes,)
        Who moved into each node; chance (-1) at the root.
    slot : (n_nodes,)
        Where the strategy holds the action into each node; -1 at the root and after chance.
    step : (n_nodes,)
        Probability of the edge into each node.
    others : (n_nodes, n_players)
        Probability of each node if a player does all to come there.
    reach : (n_nodes,)
    """

    def __init__(self, form: ExtensiveForm, strategy: Floats) -> None:
        self.form, self.strategy = form, strategy
        self.parent = form.parent.astype(np.int64)
        self.rows = _rows(self.parent)
        above = np.maximum(self.parent, 0)
        self.mover = np.where(self.parent >= 0, form.player[above], -1)
        self.first = np.cumsum([0, *map(len, form.action_label)])
        self.slot = self._slots(form.infoset[above])
        self.step = np.where(self.slot >= 0, np.append(strategy, 1.0)[self.slot], form.prob)
        self.others = np.ones((form.n_nodes, form.n_players))
        self.reach = np.ones(form.n_nodes)
        for row in self.rows[1:]:
            up, step = self.parent[row], self.step[row]
            self.reach[row] = self.reach[up] * step
            for i in range(form.n_players):
                self.others[row, i] = self.others[up, i] * np.where(self.mover[row] == i, 1.0, step)

    def certificate(self) -> Certificate:
        """Return what the profile is worth, and what everybody could gain."""
        form = self.form
        value = self._values()
        best = [self._best_response(i) for i in range(form.n_players)]
        action_values, regrets = self._action_values(value)
        inside = form.infoset >= 0
        met = np.bincount(form.infoset[inside], self.reach[inside], minlength=form.n_infosets)
        response = np.zeros(len(self.strategy))
        for _, taken in best:
            response[taken] = 1.0
        return Certificate(
            payoffs=value[0],
            gains=np.maximum([worth for worth, _ in best] - value[0], 0.0),
            best_response=response,
            reach=met.astype(np.float64),
            action_values=action_values,
            regrets=regrets,
            payoff_range=form.payoff_range,
        )

    def _slots(self, before: NDArray[np.int32]) -> Indices:
        """Return the place of the action into each node, from the set ``before`` it."""
        order = np.argsort(self.parent, kind="stable")  # children keep their order
        ordered = self.parent[order]
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order)) - np.searchsorted(ordered, ordered)
        return np.where((self.parent >= 0) & (before >= 0), self.first[before] + place, -1)

    def _values(self) -> Floats:
        """Return every player's expected payoff from each node on; (n_nodes, n_players)."""
        value = self.form.paid.copy()
        for row in self.rows[:0:-1]:
            np.add.at(value, self.parent[row], self.step[row, None] * value[row])
        return value

    @cached_property
    def last(self) -> Indices:
        """The place of each player's last action before each node; (n_nodes, n_players)."""
        last = np.full((self.form.n_nodes, self.form.n_players), -1, dtype=np.int64)
        for row in self.rows[1:]:
            last[row] = last[self.parent[row]]
            decided = row[self.slot[row] >= 0]
            last[decided, self.mover[decided]] = self.slot[decided]
        return last

    def _forgets(self, i: int) -> bool:
        """Say whether a player comes to one of his sets by different own actions."""
        own = np.flatnonzero(self.form.player == i)
        before = self.last[own, i]
        lowest = np.full(self.form.n_infosets, len(self.strategy))
        np.minimum.at(lowest, self.form.infoset[own], before)
        return bool((lowest[self.form.infoset[own]] != before).any())

    def _best_response(self, i: int) -> tuple[float, Indices]:
        """Return a player's best-response value and the actions that reach it.

        Nodes are worth their payments and what follows them, weighted by how chance and the others
        let play come there. Sets that come after more own moves are decided first.
        """
        if self._forgets(i):
            return self._best_plan(i)
        moves = np.zeros(self.form.n_nodes, dtype=np.int64)
        for row in self.rows[1:]:
            moves[row] = moves[self.parent[row]] + (self.mover[row] == i)
        worth = self.others[:, i] * self.form.paid[:, i]
        taken = [np.zeros(0, dtype=np.int64)]
        for count in range(int(moves.max()), -1, -1):
            for row in self.rows[:0:-1]:
                up = row[(moves[row] == count) & (self.mover[row] != i)]
                np.add.at(worth, self.parent[up], worth[up])
            after = np.flatnonzero((moves == count) & (self.mover == i))
            best = self._best_slots(after, worth)
            chosen = after[np.isin(self.slot[after], best)]
            worth[self.parent[chosen]] += worth[chosen]
            taken.append(best)
        return float(worth[0]), np.concatenate(taken)

    def _best_slots(self, after: Indices, worth: Floats) -> Indices:
        """Return the best action of each set that nodes come after; the first of equals."""
        total = np.bincount(self.slot[after], worth[after], minlength=len(self.strategy))
        sets = np.unique(self.form.infoset[self.parent[after]]).tolist()
        best = [self.first[h] + np.argmax(total[self.first[h] : self.first[h + 1]]) for h in sets]
        return np.array(best, dtype=np.int64)

    def _best_plan(self, i: int) -> tuple[float, Indices]:
        """Return the value and the actions of the best of a forgetful player's pure plans."""
        form = self.form
        for node in np.flatnonzero(form.player == i).tolist():
            up = int(self.parent[node])
            while up >= 0:
                if form.infoset[up] == form.infoset[node]:
                    raise ImperfectRecall(form.recall_fault)
                up = int(self.parent[up])
        sets = np.flatnonzero(form.infoset_player == i).tolist()
        plans = prod(len(form.action_label[h]) for h in sets)
        if plans > PLAN_LIMIT:
            raise Unsupported(f"{form.recall_fault}; {plans:.3g} pure plans, allowed: {PLAN_LIMIT}")
        worth = self.others[:, i] * form.paid[:, i]
        ranges = (range(int(self.first[h]), int(self.first[h + 1])) for h in sets)
        values = ((self._plan_value(i, plan, worth), plan) for plan in product(*ranges))
        value, plan = max(values, key=lambda pair: pair[0])
        return value, np.array(plan, dtype=np.int64)

    def _plan_value(self, i: int, plan: Sequence[int], worth: Floats) -> float:
        takes = np.zeros(len(self.strategy) + 1, dtype=bool)
        takes[list(plan)] = True
        open_to = (self.mover != i) | takes[self.slot]
        for row in self.rows[1:]:
            open_to[row] &= open_to[self.parent[row]]
        return float(worth[open_to].sum())

    def _action_values(self, value: Floats) -> tuple[Floats, Floats]:
        """Return conditional action values and the regret at each information set."""
        after = np.flatnonzero(self.slot >= 0)
        up, movers, slots = self.parent[after], self.mover[after], self.slot[after]
        forgets = np.array([self._forgets(i) for i in range(self.form.n_players)])
        weight = np.where(forgets[movers], self.reach[up], self.others[up, movers])
        total = len(self.strategy)
        numerator = np.bincount(slots, weight * value[after, movers], minlength=total)
        weights = np.bincount(slots, weight, minlength=total)
        with np.errstate(divide="ignore", invalid="ignore"):
            values = np.where(weights > 0, numerator / weights, np.nan)
        if not total:
            return values, np.zeros(0)
        starts = self.first[:-1]
        played = np.where(self.strategy > 0, self.strategy * values, 0.0 * values)
        regrets = np.maximum.reduceat(values, starts) - np.add.reduceat(played, starts)
        return values, np.where(np.isnan(regrets), np.nan, np.maximum(regrets, 0.0))


def _rows(parent: Indices) -> list[Indices]:
    """Return the nodes by their distance from the root, which halving jumps count."""
    depth = (parent >= 0).astype(np.int64)
    above = np.maximum(parent, 0)
    while above.any():
        depth += depth[above]
        above = above[above]
    order = np.argsort(depth, kind="stable")
    return np.split(order, np.cumsum(np.bincount(depth))[:-1])
