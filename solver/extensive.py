"""Game trees as flat arrays, and the builder that makes and checks them."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.errors import BadGame, ImperfectRecall
from solver.rational import Number, as_fraction, needs_fraction

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int32]

CHANCE = -1
TERMINAL = -2
_OPEN = -3
PROBABILITY_TOLERANCE = 1e-9


@dataclass(frozen=True, eq=False)
class ExtensiveForm:
    """A finite game in extensive form; made by :class:`TreeBuilder` or :meth:`from_arrays`.

    Node 0 is the root; children have higher numbers than their parent and stand side by side.
    Actions of all information sets are numbered through: action ``a`` of information set ``h`` is
    ``action_offset[h] + a``. A behavior strategy is one array over that numbering, and the number
    also names the sequence that ends with the action (``-1`` is the empty sequence).

    Attributes
    ----------
    parent : (n_nodes,)
        Parent node, ``-1`` at the root.
    player : (n_nodes,)
        Player to move, :data:`CHANCE` or :data:`TERMINAL`.
    infoset : (n_nodes,)
        Information set, numbered over all players; ``-1`` where no player moves.
    prob : (n_nodes,)
        Chance probability of the edge into the node; 1 where its parent is no chance node.
    paid : (n_nodes, n_players)
        What the players are paid at each node; payments along a path add up.
    infoset_player, infoset_number : (n_infosets,)
        Owner of each information set and the owner's own count (from 1 unless a file differs).
    action_label : tuple of tuples
        Action labels of each information set; their number is the number of actions.
    chance_label : mapping from chance node to its outcome labels, where given
    exact_prob, exact_paid : mapping from node
        Given fractions that no float holds.
    """

    title: str
    players: tuple[str, ...]
    parent: Ints
    player: NDArray[np.int8]
    infoset: Ints
    prob: Floats
    paid: Floats
    infoset_player: Ints
    infoset_number: Ints
    infoset_label: tuple[str, ...]
    action_label: tuple[tuple[str, ...], ...]
    chance_label: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    exact_prob: Mapping[int, Fraction] = field(default_factory=dict)
    exact_paid: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_links(self)
        _check_infosets(self)
        _check_numbers(self)

    @classmethod
    def from_arrays(
        cls,
        players: Sequence[str],
        parent: ArrayLike,
        player: ArrayLike,
        infoset: ArrayLike,
        prob: ArrayLike,
        paid: ArrayLike,
        title: str = "",
    ) -> ExtensiveForm:
        """Return a form from plain arrays, without labels; the fast way for large trees.

        Raises
        ------
        BadGame
            If the arrays are no game; recall is not checked.
        """
        infosets = np.asarray(infoset, dtype=np.int32)
        movers = np.asarray(player, dtype=np.int8)
        parents = np.asarray(parent, dtype=np.int32)
        inner = np.flatnonzero(infosets >= 0)
        owner = np.zeros(int(infosets.max(initial=-1)) + 1, dtype=np.int32)
        owner[infosets[inner]] = movers[inner]
        size = np.zeros(len(owner), dtype=np.int64)
        size[infosets[inner]] = np.bincount(parents[1:], minlength=len(parents))[inner]
        unlabelled = {n: ("",) * n for n in set(size.tolist())}
        return cls(
            title=title,
            players=tuple(players),
            parent=parents,
            player=movers,
            infoset=infosets,
            prob=np.asarray(prob, dtype=np.float64),
            paid=np.asarray(paid, dtype=np.float64),
            infoset_player=owner,
            infoset_number=_count_within(owner),
            infoset_label=("",) * len(owner),
            action_label=tuple(unlabelled[n] for n in size.tolist()),
        )

    @property
    def n_nodes(self) -> int:
        """Number of nodes, terminal ones included."""
        return len(self.parent)

    @property
    def n_players(self) -> int:
        """Number of players, chance not counted."""
        return len(self.players)

    @property
    def n_infosets(self) -> int:
        """Number of information sets of all players."""
        return len(self.infoset_player)

    @cached_property
    def n_children(self) -> Ints:
        """Number of children of each node."""
        return np.bincount(self.parent[1:], minlength=self.n_nodes).astype(np.int32)

    @cached_property
    def first_child(self) -> Ints:
        """First child of each node; 0 where there is none."""
        first = np.zeros(self.n_nodes, dtype=np.int32)
        starts = _block_starts(self.parent)
        first[self.parent[starts]] = starts
        return first

    @cached_property
    def action(self) -> Ints:
        """Position of each node among its parent's children; ``-1`` at the root."""
        position = np.arange(self.n_nodes, dtype=np.int32) - self.first_child[self.parent]
        position[0] = -1
        return position

    @cached_property
    def n_actions(self) -> Ints:
        """Number of actions of each information set."""
        return np.array([len(labels) for labels in self.action_label], dtype=np.int32)

    @cached_property
    def payoff(self) -> Floats:
        """Total payoff along the path at terminal nodes, 0 elsewhere; (n_nodes, n_players)."""
        if not self.paid[self.player != TERMINAL].any():
            return self.paid
        total = self.paid.copy()
        for nodes in self.levels[1:]:
            total[nodes] += total[self.parent[nodes]]
        total[self.player != TERMINAL] = 0.0
        return total

    @cached_property
    def action_offset(self) -> Ints:
        """First action number of each information set, and the total; shape (n_infosets + 1,)."""
        return np.concatenate([[0], np.cumsum(self.n_actions)]).astype(np.int32)

    @cached_property
    def action_infoset(self) -> Ints:
        """Information set of each action number."""
        return np.repeat(np.arange(self.n_infosets, dtype=np.int32), self.n_actions)

    @cached_property
    def action_player(self) -> Ints:
        """Owner of each action number."""
        return self.infoset_player[self.action_infoset]

    @cached_property
    def terminals(self) -> Ints:
        """Terminal nodes, ascending."""
        return np.flatnonzero(self.player == TERMINAL).astype(np.int32)

    @cached_property
    def edge(self) -> Ints:
        """Action number of the edge into each node; ``-1`` at the root and after chance."""
        mover = self.infoset[np.maximum(self.parent, 0)]
        decided = (self.parent >= 0) & (mover >= 0)
        number = self.action_offset[np.maximum(mover, 0)] + self.action
        return np.where(decided, number, -1).astype(np.int32)

    @cached_property
    def levels(self) -> tuple[Ints, ...]:
        """Nodes by depth: the root, its children, and so on."""
        levels = [np.zeros(1, dtype=np.int32)]
        while True:
            inner = levels[-1][self.n_children[levels[-1]] > 0]
            if not len(inner):
                return tuple(levels)
            levels.append(_ranges(self.first_child[inner], self.n_children[inner]))

    @cached_property
    def own_sequence(self) -> Ints:
        """Each player's last own action before a node; shape (n_nodes, n_players), -1 for none."""
        last = np.full((self.n_nodes, self.n_players), -1, dtype=np.int32)
        for nodes in self.levels[1:]:
            last[nodes] = last[self.parent[nodes]]
            own = nodes[self.edge[nodes] >= 0]
            last[own, self.action_player[self.edge[own]]] = self.edge[own]
        return last

    @cached_property
    def parent_sequence(self) -> Ints:
        """Owner's last action before each information set, -1 for none; needs perfect recall."""
        before = np.full(self.n_infosets, -1, dtype=np.int32)
        nodes = np.flatnonzero(self.infoset >= 0)
        before[self.infoset[nodes]] = self.own_sequence[nodes, self.player[nodes]]
        return before

    @property
    def payoff_range(self) -> tuple[float, float]:
        """Lowest and highest payoff of any player."""
        ends = self.payoff[self.terminals]
        return float(ends.min()), float(ends.max())

    @cached_property
    def constant_sum(self) -> float | None:
        """The sum of all players' payoffs where it is the same at every end, else None."""
        total = self.payoff[self.terminals].sum(axis=1)
        scale = max(1.0, float(np.abs(self.payoff).max(initial=0.0)))
        return float(total[0]) if np.ptp(total) <= 1e-12 * scale else None

    @cached_property
    def recall_fault(self) -> str:
        """Why recall is imperfect, naming player and information set; empty where it is perfect."""
        nodes = np.flatnonzero(self.infoset >= 0)
        before = self.own_sequence[nodes, self.player[nodes]]
        wrong = np.flatnonzero(before != self.parent_sequence[self.infoset[nodes]])
        if not len(wrong):
            return ""
        twice = self._met_twice
        h = int(self.infoset[nodes[wrong[0]]]) if twice < 0 else twice
        absent = "can meet it twice in one play"
        what = "forgets an own move on the way to it" if twice < 0 else absent
        return f"imperfect recall: {self.owner_name(h)} {what}: {self.infoset_name(h)}"

    @property
    def absent_minded(self) -> bool:
        """Whether a player can meet an information set twice in one play."""
        return self._met_twice >= 0

    @cached_property
    def _met_twice(self) -> int:
        """The first set that can be met twice in one play; -1 where there is none."""
        nodes = np.flatnonzero(self.infoset >= 0)
        before = self.own_sequence[nodes, self.player[nodes]]
        wrong = np.unique(self.infoset[nodes][before != self.parent_sequence[self.infoset[nodes]]])
        for h in wrong.tolist():
            if any(self._passes(int(node), h) for node in np.flatnonzero(self.infoset == h)):
                return int(h)
        return -1

    def require_perfect_recall(self) -> None:
        """Refuse a game in which a player forgets.

        Raises
        ------
        ImperfectRecall
            Names the player and the information set.
        """
        if self.recall_fault:
            raise ImperfectRecall(self.recall_fault)

    def owner_name(self, h: int) -> str:
        """Return the name of the player who moves at an information set."""
        player = int(self.infoset_player[h])
        return self.players[player] or f"player #{player + 1}"

    def exact_payoff(self, node: int) -> tuple[Fraction, ...]:
        """Return the total payoff at a terminal node in fractions, as given."""
        total = (Fraction(0),) * self.n_players
        while node >= 0:
            here = self.exact_paid.get(node) or tuple(map(as_fraction, self.paid[node]))
            total = tuple(a + b for a, b in zip(total, here, strict=True))
            node = int(self.parent[node])
        return total

    def exact_chance(self, node: int) -> tuple[Fraction, ...]:
        """Return the probabilities of a chance node in fractions that sum to one.

        Floats are read as decimals, or as fractions with a denominator up to a million where
        only these sum to one; failing both, the last probability takes the remainder.
        """
        first = int(self.first_child[node])
        children = range(first, first + int(self.n_children[node]))
        given = [self.exact_prob.get(k) or as_fraction(self.prob[k]) for k in children]
        if sum(given) != 1:
            simple = [p.limit_denominator(10**6) for p in given]
            given = simple if sum(simple) == 1 else [*given[:-1], 1 - sum(given[:-1], Fraction(0))]
        return tuple(given)

    def infoset_name(self, h: int) -> str:
        """Return an information set as messages name it: number and label."""
        label = self.infoset_label[h]
        return f"information set #{self.infoset_number[h]}" + (f" ({label})" if label else "")

    def uniform_strategy(self) -> Floats:
        """Return the behavior strategy that takes all actions alike; shape (n_actions_total,)."""
        return np.repeat(1.0 / self.n_actions, self.n_actions)

    def split(self, strategy: Floats) -> list[Floats]:
        """Return a flat strategy as one array for each information set."""
        return np.split(strategy, self.action_offset[1:-1]) if self.n_infosets else []

    def _passes(self, node: int, h: int) -> bool:
        """Say whether the path to a node meets an information set before it."""
        node = int(self.parent[node])
        while node >= 0:
            if self.infoset[node] == h:
                return True
            node = int(self.parent[node])
        return False


class TreeBuilder:
    """Builds an :class:`ExtensiveForm` from the root down.

    Every node starts open and is closed by exactly one of :meth:`chance`, :meth:`decision` and
    :meth:`terminal`; the first two return the children, to be closed in any order.

    Examples
    --------
    >>> b = TreeBuilder(players=["Ann", "Bob"], title="Matching pennies")
    >>> for i, node in enumerate(b.decision(b.root, 0, "Ann", ["heads", "tails"])):
    ...     for j, end in enumerate(b.decision(node, 1, "Bob", ["heads", "tails"])):
    ...         b.terminal(end, [1, -1] if i == j else [-1, 1])
    >>> b.build().n_infosets
    2
    """

    root = 0

    def __init__(self, players: Sequence[str], title: str = "") -> None:
        self.players = tuple(players)
        self.title = title
        self._parent = array("i", [-1])
        self._player = array("b", [_OPEN])
        self._infoset = array("i", [-1])
        self._prob = array("d", [1.0])
        self._paid_node = array("i")
        self._paid = array("d")
        self._infosets: dict[tuple[int, Hashable], int] = {}
        self._owner: list[int] = []
        self._owned = [0] * len(self.players)
        self._number: list[int] = []
        self._label: list[str] = []
        self._actions: list[tuple[str, ...]] = []
        self._chance_label: dict[int, tuple[str, ...]] = {}
        self._exact_prob: dict[int, Fraction] = {}
        self._exact_paid: dict[int, tuple[Fraction, ...]] = {}

    def chance(self, node: int, outcomes: Sequence[tuple[str, Number]]) -> range:
        """Close a node as a chance event and return its children.

        Parameters
        ----------
        node : int
        outcomes : sequence of (label, probability)
            Probabilities are at least 0 and sum to one (within 1e-9); fractions stay exact.

        Raises
        ------
        BadGame
            If there is no outcome, or the probabilities do not fit.
        """
        self._close(node, CHANCE)
        if not outcomes:
            raise BadGame(f"chance node {node} has no outcome; at least one is needed")
        children = self._grow(node, len(outcomes))
        for child, (_, given) in zip(children, outcomes, strict=True):
            self._prob[child] = float(given)
            if self._prob[child] < 0:
                raise BadGame(f"probability {given} at chance node {node}; allowed: at least 0")
            if needs_fraction(given):
                self._exact_prob[child] = as_fraction(given)
        total = sum(self._prob[child] for child in children)
        if not abs(total - 1) <= PROBABILITY_TOLERANCE:
            raise BadGame(f"probabilities at chance node {node} sum to {total:.12g}, not to 1")
        if any(label for label, _ in outcomes):
            self._chance_label[node] = tuple(label for label, _ in outcomes)
        return children

    def decision(
        self,
        node: int,
        player: int,
        infoset: Hashable,
        actions: Sequence[str],
        *,
        label: str | None = None,
        number: int | None = None,
    ) -> range:
        """Close a node as a player's move and return its children, one for each action.

        Parameters
        ----------
        node : int
        player : int
            From 0.
        infoset : hashable
            What the player knows; nodes with equal keys share an information set.
        actions : sequence of str
            Labels, the same at every node of the information set.
        label, number : optional
            Shown name (default: the key as text) and the owner's count of it.

        Raises
        ------
        BadGame
            If the player does not exist or the actions differ within the information set.
        """
        self._close(node, player)
        if not 0 <= player < len(self.players):
            raise BadGame(f"player {player} at node {node}; allowed: 0 to {len(self.players) - 1}")
        labels = tuple(actions)
        h = self._infosets.get((player, infoset))
        if h is None:
            h = self._infosets[player, infoset] = len(self._owner)
            self._owner.append(player)
            self._owned[player] += 1
            self._number.append(self._owned[player] if number is None else number)
            self._label.append(str(infoset) if label is None else label)
            self._actions.append(labels)
        if self._actions[h] != labels or not labels:
            raise BadGame(
                f"actions {list(labels)} at node {node} in information set {infoset!r}; "
                f"allowed: {list(self._actions[h]) or 'at least one'}"
            )
        self._infoset[node] = h
        return self._grow(node, len(labels))

    def terminal(self, node: int, payoffs: Sequence[Number]) -> None:
        """Close a node as an end of the game with each player's payoff.

        Raises
        ------
        BadGame
            If the number of payoffs is not that of the players.
        """
        self._close(node, TERMINAL)
        self.pay(node, payoffs)

    def pay(self, node: int, payoffs: Sequence[Number]) -> None:
        """Pay the players at any node; payoffs along a path add up."""
        if len(payoffs) != len(self.players):
            raise BadGame(f"{len(payoffs)} payoffs at node {node}; allowed: {len(self.players)}")
        self._paid_node.append(node)
        self._paid.extend(payoffs)  # type: ignore[arg-type]  # any number with __float__ will do
        if any(map(needs_fraction, payoffs)):
            self._exact_paid[node] = tuple(map(as_fraction, payoffs))

    def build(self, *, allow_imperfect_recall: bool = False) -> ExtensiveForm:
        """Return the finished tree, checked.

        Raises
        ------
        BadGame
            If a node is open or a payoff is not finite.
        ImperfectRecall
            If a player forgets and that is not allowed.
        """
        if _OPEN in self._player:
            node = self._player.index(_OPEN)
            raise BadGame(f"node {node} is open; close it by chance, decision or terminal")
        paid = np.zeros((len(self._parent), len(self.players)))
        payments = np.array(self._paid).reshape(-1, len(self.players))
        np.add.at(paid, np.array(self._paid_node, dtype=np.int32), payments)
        form = ExtensiveForm(
            title=self.title,
            players=self.players,
            parent=np.array(self._parent, dtype=np.int32),
            player=np.array(self._player, dtype=np.int8),
            infoset=np.array(self._infoset, dtype=np.int32),
            prob=np.array(self._prob),
            paid=paid,
            infoset_player=np.array(self._owner, dtype=np.int32),
            infoset_number=np.array(self._number, dtype=np.int32),
            infoset_label=tuple(self._label),
            action_label=tuple(self._actions),
            chance_label=self._chance_label,
            exact_prob=self._exact_prob,
            exact_paid=self._exact_paid,
        )
        if not allow_imperfect_recall:
            form.require_perfect_recall()
        return form

    def _close(self, node: int, player: int) -> None:
        if not 0 <= node < len(self._player):
            raise BadGame(f"node {node}; allowed: 0 to {len(self._player) - 1}")
        if self._player[node] != _OPEN:
            raise BadGame(f"node {node} is closed already")
        self._player[node] = player

    def _grow(self, node: int, n: int) -> range:
        first = len(self._parent)
        self._parent.extend([node] * n)
        self._player.extend([_OPEN] * n)
        self._infoset.extend([-1] * n)
        self._prob.extend([1.0] * n)
        return range(first, first + n)


def _block_starts(parent: Ints) -> Ints:
    """Return the nodes that are the first of a run of children of one parent."""
    return (1 + np.flatnonzero(np.diff(parent))).astype(np.int32)


def _ranges(first: Ints, count: Ints) -> Ints:
    """Return the concatenation of ``first[i] … first[i] + count[i] - 1``."""
    ends = np.cumsum(count)
    within = np.arange(ends[-1], dtype=np.int32) - np.repeat(ends - count, count)
    joined: Ints = np.repeat(first, count) + within
    return joined.astype(np.int32)


def _count_within(owner: Ints) -> Ints:
    """Return each information set's count, from 1, among those of its owner."""
    number = np.zeros(len(owner), dtype=np.int32)
    for player in np.unique(owner):
        own = owner == player
        number[own] = np.arange(1, own.sum() + 1)
    return number


def _check_links(form: ExtensiveForm) -> None:
    """Refuse arrays that do not describe one tree with side-by-side children."""
    parent, n = form.parent, len(form.parent)
    for name in ("player", "infoset", "prob", "paid"):
        if len(getattr(form, name)) != n:
            raise BadGame(f"{name} has {len(getattr(form, name))} entries; allowed: {n}, as parent")
    if n == 0 or parent[0] != -1:
        raise BadGame("node 0 must be the root, with parent -1")
    wrong = np.flatnonzero((parent[1:] < 0) | (parent[1:] >= np.arange(1, n)))
    if len(wrong):
        node = int(wrong[0]) + 1
        raise BadGame(f"parent {parent[node]} of node {node}; allowed: 0 to {node - 1}")
    if len(_block_starts(parent)) != np.count_nonzero(form.n_children):
        raise BadGame("children of one node must have consecutive numbers")
    wrong = np.flatnonzero((form.player == TERMINAL) != (form.n_children == 0))
    if len(wrong):
        raise BadGame(f"node {wrong[0]} has {form.n_children[wrong[0]]} children; ends have none")


def _check_infosets(form: ExtensiveForm) -> None:
    """Refuse information sets whose nodes differ in owner or number of actions."""
    if not form.players or form.paid.shape[1:] != (form.n_players,):
        raise BadGame(f"{form.paid.shape[1:]} payoffs a node; allowed: one for each player")
    if ((form.player < TERMINAL) | (form.player >= form.n_players)).any():
        raise BadGame(f"a node's player; allowed: {TERMINAL} to {form.n_players - 1}")
    if ((form.infoset >= 0) != (form.player >= 0)).any() or (
        form.infoset.max(initial=-1) >= form.n_infosets
    ):
        raise BadGame("every decision node, and no other, needs an information set")
    nodes = np.flatnonzero(form.infoset >= 0)
    sets = form.infoset[nodes]
    wrong = (form.infoset_player[sets] != form.player[nodes]) | (
        form.n_actions[sets] != form.n_children[nodes]
    )
    if wrong.any():
        name = form.infoset_name(int(sets[wrong][0]))
        raise BadGame(f"{name}: all its nodes need the same player and number of actions")


def _check_numbers(form: ExtensiveForm) -> None:
    """Refuse payments that are not finite and chance probabilities that are none."""
    if not np.isfinite(form.paid).all():
        node = int(np.flatnonzero(~np.isfinite(form.paid).all(axis=1))[0])
        raise BadGame(f"payoffs {form.paid[node].tolist()} at node {node}; allowed: finite numbers")
    total = np.bincount(form.parent[1:], weights=form.prob[1:], minlength=form.n_nodes)
    chance = form.player == CHANCE
    drawn = np.concatenate([[False], chance[form.parent[1:]]])
    if (form.prob[~drawn] != 1).any() or (form.prob < 0).any():
        raise BadGame("probabilities: at least 0 after chance, 1 elsewhere")
    wrong = np.flatnonzero(chance & ~(np.abs(total - 1) <= PROBABILITY_TOLERANCE))
    if len(wrong):
        node = int(wrong[0])
        raise BadGame(f"probabilities at chance node {node} sum to {total[node]:.12g}, not to 1")
