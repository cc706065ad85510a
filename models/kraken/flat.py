"""From a round's public tree to an extensive form: whoever knows what decides there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import numpy as np

from models.kraken.public import Floats, PublicTree
from solver.extensive import ExtensiveForm, TreeBuilder

Mover = Callable[[int, int, int], tuple[int, Hashable, str] | None]
"""From pattern number, deal number and seat to player, what he knows, and how it is written.

None where the seat picks at random.
"""


def round_form(
    public: PublicTree,
    patterns: Sequence[tuple[str, float]],
    payoff: Floats,
    mover: Mover,
    players: tuple[Sequence[str], Sequence[int]],
    title: str,
) -> ExtensiveForm:
    """Return a round as a tree: roles, then the deal, then talk and reveals.

    Parameters
    ----------
    patterns : sequence of (label, chance)
        Who the skeletons may be.
    payoff : (n_leaves, n_patterns)
        Explorers' chance at each end of the round.
    mover : callable
    players : (names, sides)
        Side 0 are explorers, 1 skeletons. All pay-offs go to the first player of each side.
    """
    names, sides = players
    growing = _Growing(public, payoff, mover, TreeBuilder(names, title), sides)
    tree = growing.tree
    roots = tree.chance(tree.root, patterns) if len(patterns) > 1 else [tree.root]
    for pattern, root in enumerate(roots):
        dealt = [(str(d), float(p)) for d, p in enumerate(public.chance)]
        for deal, node in enumerate(tree.chance(root, dealt)):
            growing.grow(node, 0, pattern, deal)
    return tree.build()


class _Growing:
    """A tree in the making."""

    def __init__(
        self,
        public: PublicTree,
        payoff: Floats,
        mover: Mover,
        tree: TreeBuilder,
        sides: Sequence[int],
    ) -> None:
        self.public, self.payoff, self.mover, self.tree = public, payoff, mover, tree
        self.first = [list(sides).index(side) for side in (0, 1)]

    def grow(self, node: int, at: int, pattern: int, deal: int) -> None:
        """Close a node as the turn at a public node, and all that follows."""
        outcomes = self.public.nodes[at].outcomes
        for child, follow in zip(self._turn(node, at, pattern, deal), outcomes, strict=True):
            self._reveal(child, at, follow, pattern, deal)

    def _turn(self, node: int, at: int, pattern: int, deal: int) -> range:
        here = self.public.nodes[at]
        known = self.mover(pattern, deal, here.seat)
        if known is None:
            share = 1.0 / len(here.labels)
            return self.tree.chance(node, [(label, share) for label in here.labels])
        player, key, text = known
        # The node's number stands for all that was said and revealed before.
        label = f"{self.public.history(at)} | {text}"
        return self.tree.decision(node, player, (at, key), list(here.labels), label=label)

    def _reveal(
        self, node: int, at: int, outcomes: list[tuple[bool, int]], pattern: int, deal: int
    ) -> None:
        public, found = self.public, []
        for leaf, number in outcomes:
            reach = (public.leaf_reach if leaf else public.reach)[number, deal]
            if reach > 0:
                found.append((leaf, number, reach / public.reach[at, deal]))
        chances = [(str(k), p) for k, (_, _, p) in enumerate(found)]
        after = [node] if len(found) == 1 else list(self.tree.chance(node, chances))
        for (leaf, number, _), end in zip(found, after, strict=True):
            if leaf:
                self._close(end, float(self.payoff[number, pattern]))
            else:
                self.grow(end, number, pattern, deal)

    def _close(self, node: int, value: float) -> None:
        paid = [0.0] * len(self.tree.players)
        paid[self.first[0]], paid[self.first[1]] = value, 1.0 - value
        self.tree.terminal(node, paid)


def leaf_payoff(public: PublicTree, after: Callable[[int, int], Sequence[float]]) -> Floats:
    """Return the explorers' chance at each leaf; (n_leaves, n_patterns).

    Parameters
    ----------
    after : callable from treasures left and the marker's seat
        The chance at the next round's start under each pattern.
    """
    width = len(after(1, 0))
    rows = []
    for leaf in public.leaves:
        fixed = {"Kraken": 0.0, "treasures": 1.0}.get(leaf.end)
        rows.append([fixed] * width if fixed is not None else after(leaf.treasures, leaf.marker))
    return np.array(rows, dtype=np.float64)
