"""A team's exact best joint plan in a round, when its members know neither each other nor hands.

The team draws nothing and tells nothing beyond what everybody sees. So what a common onlooker knows
of a member is the set of hands with which its plan would have led here: a state is a public node
with such a set for each seat (a team belief DAG). At a seat's turn the plan splits its set among
the actions; the value of a state is the best split, and the parts of a split add up, since the
other team's members at that seat act by their own given plan, whatever the sets.

Source: Zhang, Farina, Sandholm (2022), "Team belief DAG"; for claims the same split, message by
message.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from models.kraken.public import Floats, Node, PublicTree

Bools: TypeAlias = NDArray[np.bool_]
Plan: TypeAlias = NDArray[np.bool_]
"""Whether a plan lets a leaf happen, by leaf, seat and hand; (n_leaves, players, n_types)."""


@dataclass(frozen=True, eq=False)
class TeamGame:
    """A round between two teams that do not know their own members.

    Attributes
    ----------
    public : PublicTree
    patterns : (n_patterns, players)
        Whether each seat is a skeleton.
    worth : (n_leaves, n_deals, n_patterns)
        Explorers' chance at the leaf, times all chances that lead there.
    """

    public: PublicTree
    patterns: Bools
    worth: Floats

    @classmethod
    def of(cls, public: PublicTree, patterns: list[tuple[int, float]], payoff: Floats) -> TeamGame:
        """Return the game of role patterns, bit masks with chances, and leaf pay-offs."""
        seats = np.arange(public.players)
        masks = np.array([mask >> seats & 1 for mask, _ in patterns], dtype=bool)
        weight = np.array([chance for _, chance in patterns])
        worth = public.leaf_reach[:, :, None] * public.chance[:, None] * payoff[:, None, :] * weight
        return cls(public, masks, worth)

    def takes(self, plan: Floats | Plan, side: int) -> Floats:
        """Return how far a side's plan lets each end happen; (n_leaves, n_deals, n_patterns).

        Parameters
        ----------
        plan : (n_leaves, players, n_types)
            Product of the own actions' probabilities on the way to a leaf.
        side : int
            0 explorers, 1 skeletons.
        """
        public = self.public
        out = np.ones(self.worth.shape)
        for seat in range(public.players):
            of_deal = plan[:, seat, public.hands[:, seat]].astype(np.float64)
            own = self.patterns[:, seat] == bool(side)
            out[:, :, own] *= of_deal[:, :, None]
        return out

    def best_plan(self, weight: Floats, side: int) -> tuple[Plan, float]:
        """Return a side's best joint plan against the other's mix, and the explorers' chance.

        Parameters
        ----------
        weight : (n_leaves, n_deals, n_patterns)
            How far the other side lets each end happen.
        side : int
            0 maximizes the explorers' chance, 1 minimizes it.
        """
        sign = 1.0 if side == 0 else -1.0
        search = _Search(self, sign * self.worth * weight, side)
        value = search.solve()
        return search.plan(), sign * value


class _Search:
    """Values of all states of one side against given weights of the ends."""

    def __init__(self, game: TeamGame, weight: Floats, side: int) -> None:
        self.public, self.weight = game.public, weight
        self.own = game.patterns == bool(side)
        n_types = self.public.n_types
        sets = np.arange(1 << n_types)
        self.inside = (sets[:, None] >> np.arange(n_types) & 1).astype(np.float64)
        self.values: dict[int, Floats] = {}
        self.masks = {
            bytes(row): np.flatnonzero((self.own == row).all(axis=1))
            for row in np.unique(self.own, axis=0)
        }

    def solve(self) -> float:
        """Fill the values of all nodes, children first; return the root's."""
        nodes = self.public.nodes
        for at in range(len(nodes) - 1, -1, -1):
            self.values[at] = self._value(at, nodes[at])
        return float(self.values[0].ravel()[-1])

    def _value(self, at: int, node: Node) -> Floats:
        """Return a node's values; one axis a seat: its sets if it acted before, else length 1."""
        after = [self._after(node, action) for action in range(len(node.labels))]
        acted = node.seat in node.acted
        full = np.stack([np.moveaxis(a, node.seat, 0) for a in np.broadcast_arrays(*after)])
        flat = np.ascontiguousarray(full.reshape(len(after), full.shape[1], -1))
        best = _split(flat, not acted)
        shape = (best.shape[0], *full.shape[2:])
        return np.moveaxis(best.reshape(shape), 0, node.seat)

    def _after(self, node: Node, action: int) -> Floats:
        """Return the values after an action, summed over the cards that may turn up."""
        leaves = [k for leaf, k in node.outcomes[action] if leaf]
        inner = [k for leaf, k in node.outcomes[action] if not leaf]
        total: Floats = np.zeros((1,) * self.public.players)
        for k in inner:
            total = total + self.values[k]
        if leaves:
            total = total + self._ends(self.weight[leaves].sum(axis=0), {*node.acted, node.seat})
        if total.shape[node.seat] == 1:  # an action that ends at once, never worth anything
            total = np.repeat(total, len(self.inside), axis=node.seat)
        return total

    def _ends(self, weight: Floats, acted: set[int]) -> Floats:
        """Return what ends are worth by the acting seats' sets; weight: (n_deals, n_patterns)."""
        public = self.public
        n, n_types = public.players, public.n_types
        total: Floats = np.zeros((1,) * n)
        for key, rows in self.masks.items():
            own = np.frombuffer(key, dtype=bool)
            bound = [i for i in range(n) if own[i] and i in acted]
            by_deal = weight[:, rows].sum(axis=1)
            if not by_deal.any():
                continue
            table = np.zeros((n_types,) * len(bound))
            if bound:
                np.add.at(table, tuple(public.hands[:, i] for i in bound), by_deal)
            else:
                table += by_deal.sum()
            for axis in range(len(bound)):
                table = np.moveaxis(np.tensordot(self.inside, table, (1, axis)), 0, axis)
            total = total + table.reshape([len(self.inside) if i in bound else 1 for i in range(n)])
        return total

    def plan(self) -> Plan:
        """Return a best plan, from the root down."""
        public = self.public
        n, n_types = public.players, public.n_types
        full = (1 << n_types) - 1
        taken = np.zeros((len(public.leaves), n, n_types), dtype=bool)
        stack = [(0, [full] * n)]
        while stack:
            at, sets = stack.pop()
            node = public.nodes[at]
            place = [slice(None) if i == node.seat else sets[i] for i in range(n)]
            rows = np.stack([self._row(node, a, place) for a in range(len(node.labels))])
            for action, part in enumerate(_best_parts(rows, sets[node.seat])):
                here = [*sets]
                here[node.seat] = part
                for leaf, k in node.outcomes[action]:
                    if leaf:
                        taken[k] = self.inside[here].astype(bool)
                    else:
                        stack.append((k, here))
        return taken

    def _row(self, node: Node, action: int, place: list[slice | int]) -> Floats:
        """Return an action's values by the acting seat's set, the others' sets given."""
        after = self._after(node, action)
        index = tuple(
            p if isinstance(p, slice) or after.shape[i] > 1 else 0 for i, p in enumerate(place)
        )
        return after[index]


@njit(cache=True)
def _split(after: Floats, root_only: bool) -> Floats:
    """Return the best split of each set among actions; from (n_actions, n_sets, rest).

    With ``root_only`` only the full set is split, and the first axis of the answer has length 1.
    """
    n_actions, n_sets, rest = after.shape
    best = after[0].copy()
    for action in range(1, n_actions):
        last = root_only and action == n_actions - 1
        grown = np.full((1 if last else n_sets, rest), -np.inf)
        for row in range(grown.shape[0]):
            whole = n_sets - 1 if last else row
            part = whole
            while True:  # all subsets of the whole
                left = whole ^ part
                for r in range(rest):
                    value = best[left, r] + after[action, part, r]
                    if value > grown[row, r]:
                        grown[row, r] = value
                if part == 0:
                    break
                part = (part - 1) & whole
        best = grown
    return best if n_actions > 1 or not root_only else best[n_sets - 1 :]


def _best_parts(rows: Floats, whole: int) -> list[int]:
    """Return the parts of a best split of a set, one for each action; rows: (n_actions, n_sets)."""
    n_sets = rows.shape[1]
    best, choice = rows[0].copy(), []
    for action in range(1, len(rows)):
        grown, part_of = np.full(n_sets, -np.inf), np.zeros(n_sets, dtype=np.int64)
        for s in range(n_sets):
            part = s
            while True:
                value = best[s ^ part] + rows[action, part]
                if value > grown[s]:
                    grown[s], part_of[s] = value, part
                if part == 0:
                    break
                part = (part - 1) & s
        best = grown
        choice.append(part_of)
    parts, left = [], whole
    for part_of in reversed(choice):
        part = int(part_of[left])
        parts.append(part)
        left ^= part
    return [left, *reversed(parts)]
