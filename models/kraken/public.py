"""One round as everybody sees it: claims and reveals, and the deals behind them.

Seats are counted from the holder of the marker, who is seat 0. A node is a seat's turn to speak or
to pick; an action leads to one outcome for each card that may turn up. Nothing of roles is here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.kraken.pile import Hand, deals, hand_types

Floats = NDArray[np.float64]
LOST: Final = "Kraken"
WON: Final = "treasures"
OPEN: Final = "open"


@dataclass(frozen=True)
class Leaf:
    """How a round ends: ``end`` is one of LOST, WON, OPEN; the last two fields count if OPEN."""

    parent: int
    action: int
    end: str
    treasures: int
    marker: int


@dataclass
class Node:
    """A seat's turn.

    Attributes
    ----------
    parent, action : int
        Node before and the action that led here; -1 at the root.
    outcomes : list by action of (is leaf, number of the node or leaf)
    acted : tuple of int
        Seats that had a turn before, ascending.
    card : str
        What turned up just before; empty where nothing did.
    """

    parent: int
    action: int
    seat: int
    labels: tuple[str, ...]
    acted: tuple[int, ...]
    card: str = ""
    outcomes: list[list[tuple[bool, int]]] = field(default_factory=list)
    last: bool = False


@dataclass(frozen=True, eq=False)
class PublicTree:
    """A round's public tree with its deals.

    Attributes
    ----------
    types : (n_types,)
        Hands as (treasures, Kraken).
    hands : (n_deals, players)
        Type of each seat's hand.
    chance : (n_deals,)
    nodes, leaves : lists
        Parents come before their children.
    reach, leaf_reach : (n_nodes, n_deals), (n_leaves, n_deals)
        Chance of all cards on the way, given the deal and that the picks are made.
    """

    players: int
    types: tuple[Hand, ...]
    hands: NDArray[np.int64]
    chance: Floats
    nodes: tuple[Node, ...]
    leaves: tuple[Leaf, ...]
    reach: Floats
    leaf_reach: Floats

    @property
    def n_types(self) -> int:
        """Number of different hands."""
        return len(self.types)

    def history(self, at: int) -> str:
        """Return what everybody heard and saw before a node, such as ``pick 1: empty``."""
        steps: list[str] = []
        while (node := self.nodes[at]).parent >= 0:
            step = self.nodes[node.parent].labels[node.action]
            steps.append(f"{step}: {node.card}" if node.card else step)
            at = node.parent
        return "; ".join(reversed(steps)) or "start"


@cache
def public_tree(
    players: int, size: int, treasures: int, reveals: int | None = None, messages: int = 0
) -> PublicTree:
    """Return a round's tree.

    Parameters
    ----------
    size : int
        Cards in each hand.
    treasures : int
        Treasures left in the pile.
    reveals : int, optional
        Reveals in the round; as many as players by default.
    messages : int
        Messages that each seat may choose from, once, in seat order before the first reveal; 0
        where nobody speaks.
    """
    return _Builder(players, size, treasures, players if reveals is None else reveals).tree(
        messages
    )


class _Builder:
    def __init__(self, players: int, size: int, treasures: int, reveals: int) -> None:
        self.players, self.size, self.treasures, self.reveals = players, size, treasures, reveals
        self.types = tuple(hand_types(size, treasures))
        number = {hand: k for k, hand in enumerate(self.types)}
        dealt = list(deals(players, size, treasures))
        self.hands = np.array([[number[hand] for hand in hands] for hands, _ in dealt])
        self.chance = np.array([float(chance) for _, chance in dealt])
        self.cards = np.array([hands for hands, _ in dealt], dtype=np.float64)
        self.nodes: list[Node] = []
        self.leaves: list[Leaf] = []
        self.reach: list[Floats] = []
        self.leaf_reach: list[Floats] = []

    def tree(self, messages: int) -> PublicTree:
        self._speak(-1, -1, 0, messages, np.ones(len(self.chance)))
        return PublicTree(
            self.players,
            self.types,
            self.hands,
            self.chance,
            tuple(self.nodes),
            tuple(self.leaves),
            np.array(self.reach),
            np.array(self.leaf_reach),
        )

    def _add(self, parent: int, action: int, seat: int, labels: list[str], reach: Floats) -> int:
        before: tuple[int, ...] = ()
        if parent >= 0:
            before = tuple(sorted({*self.nodes[parent].acted, self.nodes[parent].seat}))
        self.nodes.append(Node(parent, action, seat, tuple(labels), before))
        self.reach.append(reach)
        return len(self.nodes) - 1

    def _speak(self, parent: int, action: int, seat: int, messages: int, reach: Floats) -> int:
        """Add the claims from a seat on, then the picks; return the number of the first node."""
        if messages == 0 or seat == self.players:
            return self._pick(parent, action, 0, (0,) * self.players, (0,) * self.players, reach)
        node = self._add(parent, action, seat, [f"say {m}" for m in range(messages)], reach)
        for message in range(messages):
            child = self._speak(node, message, seat + 1, messages, reach)
            self.nodes[node].outcomes.append([(False, child)])
        return node

    def _pick(
        self,
        parent: int,
        action: int,
        seat: int,
        gone: tuple[int, ...],
        found: tuple[int, ...],
        reach: Floats,
    ) -> int:
        """Add the pick of a seat and all that follows; return its number.

        ``gone`` and ``found`` count the cards and treasures revealed from each hand.
        """
        targets = [i for i in range(self.players) if i != seat and gone[i] < self.size]
        node = self._add(parent, action, seat, [f"pick {i}" for i in targets], reach)
        self.nodes[node].last = sum(gone) + 1 == self.reveals
        for number, i in enumerate(targets):
            left = self.size - gone[i]
            treasure = (self.cards[:, i, 0] - found[i]) / left
            kraken = self.cards[:, i, 1] / left
            outcomes = []
            for chance, more in ((kraken, -1), (treasure, 1), (1 - kraken - treasure, 0)):
                after = np.where(reach > 0, reach * np.maximum(chance, 0.0), 0.0)
                after[after < 1e-12] = 0.0
                if after.any():
                    outcomes.append(self._turn(node, number, i, gone, found, more, after))
            self.nodes[node].outcomes.append(outcomes)
        return node

    def _turn(
        self,
        node: int,
        action: int,
        seat: int,
        gone: tuple[int, ...],
        found: tuple[int, ...],
        more: int,
        reach: Floats,
    ) -> tuple[bool, int]:
        """Add what follows a revealed card: the Kraken (-1), a treasure (1) or nothing (0)."""
        left = self.treasures - sum(found) - max(more, 0)
        gone = tuple(g + (i == seat) for i, g in enumerate(gone))
        found = tuple(f + (i == seat and more > 0) for i, f in enumerate(found))
        if more < 0 or left == 0 or sum(gone) == self.reveals:
            end = LOST if more < 0 else WON if left == 0 else OPEN
            self.leaves.append(Leaf(node, action, end, left, seat))
            self.leaf_reach.append(reach)
            return True, len(self.leaves) - 1
        child = self._pick(node, action, seat, gone, found, reach)
        self.nodes[child].card = "treasure" if more else "empty"
        return False, child
