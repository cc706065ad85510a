"""Skeletons who speak as explorers would: an upper bound of public commitment.

Everybody knows the explorers' convention, so a skeleton can speak exactly as an explorer with some
other hand. He draws that hand by a rule, and picks by a rule, from his own hand, the hand he feigns
and what lies open; so the rule works against every convention. Explorers are given more than any
convention could tell them: all explorers' hands, and the hands that skeletons feign, without who is
who. Roles come out at the round's end, and later rounds go on between two tables.

Explorers' best reply is exact: for each vector of reports, a plan says whom the marker's holder
picks if he is an explorer; what is open of a seat is whether it would so have come here. The rule
is improved by regret matching against best replies; any rule proves a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.kraken.public import Floats, Node, PublicTree

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Rule:
    """What a skeleton feigns and picks.

    Attributes
    ----------
    feign : (players, n_types, n_types)
        By seat and own hand, the chance of each hand to feign.
    pick : by node (n_types * n_types, n_actions)
        By own and feigned hand, the chance of each pick.
    """

    feign: Floats
    pick: list[Floats]


def even_rule(public: PublicTree) -> Rule:
    """Return the rule that feigns and picks at random."""
    k = public.n_types
    picks = [np.full((k * k, len(n.labels)), 1.0 / len(n.labels)) for n in public.nodes]
    return Rule(np.full((public.players, k, k), 1.0 / k), picks)


class ReportGame:
    """One round in which explorers hear all reports and know no roles.

    Parameters
    ----------
    patterns : sequence of (bit mask, chance)
    payoff : (n_leaves, n_patterns)
        Explorers' chance at each end of the round.
    """

    def __init__(
        self, public: PublicTree, patterns: Sequence[tuple[int, float]], payoff: Floats
    ) -> None:
        self.public = public
        self.chances = np.array([chance for _, chance in patterns])
        n, k = public.players, public.n_types
        rows = []
        for p, (mask, _) in enumerate(patterns):
            bad = [i for i in range(n) if mask >> i & 1]
            for d, hands in enumerate(public.hands):
                for feigned in np.ndindex(*(k,) * len(bad)):
                    heard, kind = hands.copy(), np.full(n, -1)
                    heard[bad], kind[bad] = feigned, hands[bad] * k + np.array(feigned, int)
                    rows.append([d, p, np.ravel_multi_index(tuple(heard), (k,) * n), *kind])
        table = np.array(rows, dtype=np.int64)
        deal, pattern, self.kind = table[:, 0], table[:, 1], table[:, 3:]
        heard_values, heard = np.unique(table[:, 2], return_inverse=True)
        self.shape = len(heard_values), len(patterns)
        self.cell: Ints = heard * len(patterns) + pattern
        weight = public.chance[deal] * self.chances[pattern]
        self.worth = public.leaf_reach[:, deal] * weight * payoff[:, pattern]
        sets = np.arange(1 << n)
        masks = np.array([mask for mask, _ in patterns])
        # Whether a set of seats that would have come here, were they explorers, fits a pattern.
        self.fits = ((masks[:, None] | sets) == (1 << n) - 1).astype(np.float64)

    def reach(self, rule: Rule) -> tuple[Floats, list[list[Floats]]]:
        """Return each seat's own chances to leaves and after nodes' actions, by both hands.

        Shapes (n_leaves, players, n_types²), and (players, n_types²) for each node and action.
        """
        public = self.public
        start = rule.feign.reshape(public.players, -1)
        after: list[list[Floats]] = []
        for at, node in enumerate(public.nodes):
            before = start if node.parent < 0 else after[node.parent][node.action]
            after.append([])
            for action in range(len(node.labels)):
                row = before.copy()
                row[node.seat] *= rule.pick[at][:, action]
                after[at].append(row)
        return np.array([after[leaf.parent][leaf.action] for leaf in public.leaves]), after

    def ends(self, reach: Floats, without: int = -1) -> Floats:
        """Return what each end is worth if explorers let it happen; (n_leaves, n_cases)."""
        out = self.worth.copy()
        for seat in range(self.public.players):
            case = np.flatnonzero(self.kind[:, seat] >= 0)
            if seat != without:
                out[:, case] *= reach[:, seat][:, self.kind[case, seat]]
        return out

    def best_reply(self, ends: Floats) -> tuple[float, Floats]:
        """Return explorers' best chance, and which ends it lets happen, by reports and pattern."""
        nodes = self.public.nodes
        size = self.shape[0] * self.shape[1]
        summed = np.array([np.bincount(self.cell, row, minlength=size) for row in ends])
        leaf = summed.reshape(-1, *self.shape) @ self.fits
        value: list[Floats] = [np.empty(0)] * len(nodes)
        choice: list[Ints] = [np.empty(0, np.int64)] * len(nodes)
        for at in range(len(nodes) - 1, -1, -1):
            value[at], choice[at] = _node_value(nodes[at], leaf, value)
        return float(value[0][:, -1].sum()), self._let(choice)

    def _let(self, choice: list[Ints]) -> Floats:
        public = self.public
        here: list[Ints] = [np.full(self.shape[0], self.fits.shape[1] - 1)] * len(public.nodes)
        taken = np.zeros((len(public.leaves), *self.shape))
        for at, node in enumerate(public.nodes):
            bit = 1 << node.seat
            picked = choice[at][np.arange(self.shape[0]), here[at]]
            for action, outcomes in enumerate(node.outcomes):
                after = np.where(picked == action, here[at], here[at] & ~bit)
                for is_leaf, k in outcomes:
                    if is_leaf:
                        taken[k] = self.fits[:, after].T
                    else:
                        here[k] = after
        return taken

    def bound(self, rule: Rule) -> tuple[float, Floats]:
        """Return the explorers' exact best chance against a rule, and it by role pattern."""
        ends = self.ends(self.reach(rule)[0])
        value, taken = self.best_reply(ends)
        let = (ends * taken.reshape(len(ends), -1)[:, self.cell]).sum(axis=0)
        by_pattern = np.bincount(self.cell % self.shape[1], let, minlength=self.shape[1])
        return value, by_pattern / self.chances

    def improve(self, iterations: int) -> Rule:
        """Return the average rule of regret matching against explorers' best replies."""
        rule = even_rule(self.public)
        regret, total = _zeros(rule), _zeros(rule)
        for t in range(1, iterations + 1):
            reach, after = self.reach(rule)
            _, taken = self.best_reply(self.ends(reach))
            for seat in range(self.public.players):
                self._regrets(seat, rule, self._cost(seat, reach, taken), regret)
                total.feign[seat] += t * rule.feign[seat]
                for at, node in enumerate(self.public.nodes):
                    if node.seat == seat:
                        own = np.array([row[seat] for row in after[at]]).T
                        total.pick[at] += t * own
            rule = _normal(regret)
        return _normal(total)

    def _cost(self, seat: int, reach: Floats, taken: Floats) -> Floats:
        """Return explorers' chance at each leaf by a seat's hands, its own chances left out."""
        case = np.flatnonzero(self.kind[:, seat] >= 0)
        let = taken.reshape(len(taken), -1)[:, self.cell[case]]
        ends = self.ends(reach, without=seat)[:, case] * let
        size = self.public.n_types**2
        return np.array([np.bincount(self.kind[case, seat], row, minlength=size) for row in ends])

    def _regrets(self, seat: int, rule: Rule, cost: Floats, regret: Rule) -> None:
        nodes = self.public.nodes
        value: list[Floats] = [np.zeros(cost.shape[1])] * len(nodes)
        for at in range(len(nodes) - 1, -1, -1):
            node = nodes[at]
            after = _after(node, cost, value)
            if node.seat == seat:
                value[at] = (rule.pick[at].T * after).sum(axis=0)
                grown = regret.pick[at] + value[at][:, None] - after.T
                regret.pick[at][:] = np.maximum(grown, 0.0)
            else:
                value[at] = after.sum(axis=0)
        feigned = value[0].reshape(rule.feign[seat].shape)
        mean = (rule.feign[seat] * feigned).sum(axis=1, keepdims=True)
        regret.feign[seat] = np.maximum(regret.feign[seat] + mean - feigned, 0.0)


def _after(node: Node, leaf: Floats, value: list[Floats]) -> Floats:
    """Return what follows each action, summed over the cards that may turn up."""
    return np.array(
        [
            sum(
                (leaf[k] if is_leaf else value[k] for is_leaf, k in outcomes),
                np.zeros_like(leaf[0]),
            )
            for outcomes in node.outcomes
        ]
    )


def _node_value(node: Node, leaf: Floats, value: list[Floats]) -> tuple[Floats, Ints]:
    """Return the best value by reports and set of seats, and the pick of the marker's holder."""
    after = _after(node, leaf, value)
    sets = np.arange(after.shape[2])
    without = after[:, :, sets & ~(1 << node.seat)]
    options = without.sum(axis=0) + after - without
    return options.max(axis=0), options.argmax(axis=0)


def _zeros(rule: Rule) -> Rule:
    return Rule(np.zeros_like(rule.feign), [np.zeros_like(p) for p in rule.pick])


def _normal(weights: Rule) -> Rule:
    def share(rows: Floats) -> Floats:
        total = rows.sum(axis=-1, keepdims=True)
        return np.where(total > 1e-15, rows / np.maximum(total, 1e-15), 1.0 / rows.shape[-1])

    return Rule(share(weights.feign), [share(p) for p in weights.pick])
