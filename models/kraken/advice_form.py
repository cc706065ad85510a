"""The advised decision as a tree, from a list of all worlds: the check of the fast path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from models.kraken.lookahead import Lookahead
from models.kraken.pile import hand_text
from models.kraken.view import EMPTY, KRAKEN, TREASURE, Reveal
from models.kraken.worlds import World, every_world
from solver.extensive import ExtensiveForm, TreeBuilder

PLAYERS = ("you", "the others")


class _Growing:
    """A tree in the making; all pay-offs go to the asking seat's side and the others'."""

    def __init__(self, ahead: Lookahead, worlds: Sequence[World], title: str) -> None:
        self.ahead, self.worlds = ahead, worlds
        self.tree = TreeBuilder(PLAYERS, title)
        self.own = ahead.view.role == "explorer"

    def pick(
        self, node: int, world: World, reveals: tuple[Reveal, ...], at: tuple[int, int]
    ) -> None:
        """Close a node as the reveal of a seat's card: ``at`` is (seat, reveals looked at)."""
        seat, depth = at
        cards = self._cards(world, reveals, seat)
        whole = sum(count for _, count in cards)
        nodes = self.tree.chance(node, [(card, count / whole) for card, count in cards])
        for child, (card, _) in zip(nodes, cards, strict=True):
            after = (*reveals, (seat, card))
            if card == KRAKEN:
                self.close(child, 0.0)
            elif sum(kind == TREASURE for _, kind in after) == self.ahead.view.now.left:
                self.close(child, 1.0)
            elif depth == 1 or len(after) == self.ahead.view.players:
                self.close(child, self._leaf(world, after, seat))
            else:
                self.turn(child, world, after, (seat, depth - 1))

    def turn(
        self, node: int, world: World, reveals: tuple[Reveal, ...], at: tuple[int, int]
    ) -> None:
        """Close a node as a holder's pick by the convention: ``at`` is (holder, reveals looked)."""
        holder, depth = at
        chosen = self.ahead.choices(reveals, holder, int(world.skeletons[holder]))
        shares = [(f"pick {seat}", 1.0 / len(chosen)) for seat in chosen]
        for child, seat in zip(self.tree.chance(node, shares), chosen, strict=True):
            self.pick(child, world, reveals, (seat, depth))

    def close(self, node: int, explorers: float) -> None:
        """Close a node as an end."""
        mine = explorers if self.own else 1.0 - explorers
        self.tree.terminal(node, [mine, 1.0 - mine])

    def _cards(self, world: World, reveals: tuple[Reveal, ...], seat: int) -> list[tuple[str, int]]:
        now = self.ahead.view.now
        (treasures, kraken), size = world.hands[seat], 6 - now.number
        found, blanks = reveals.count((seat, TREASURE)), reveals.count((seat, EMPTY))
        counts = {
            TREASURE: treasures - found,
            EMPTY: size - treasures - kraken - blanks,
            KRAKEN: kraken,
        }
        return [(card, count) for card, count in counts.items() if count > 0]

    def _leaf(self, world: World, reveals: tuple[Reveal, ...], holder: int) -> float:
        view, member = self.ahead.view, self.ahead.mine.sets[0]
        future = self.ahead.future(member)
        left = view.now.left - sum(card == TREASURE for _, card in reveals)
        row = member.tolist().index(list(world.skeletons))
        return float(future.after(left, len(reveals))[row, holder])


def pick_form(ahead: Lookahead, depth: int) -> ExtensiveForm:
    """Return the pick of seat 0 as a tree; later holders do as the lookahead says.

    Raises
    ------
    BadQuestion
        If there are too many worlds to list.
    """
    reveals = ahead.view.now.reveals
    worlds = every_world(ahead.mine, reveals)
    growing = _Growing(ahead, worlds, "Kraken: whose card to reveal")
    seats = ahead.picks(reveals, 0)
    chances = [(_text(world), world.weight) for world in worlds]
    nodes = growing.tree.chance(growing.tree.root, chances)
    for node, world in zip(nodes, worlds, strict=True):
        labels = [f"pick {seat}" for seat in seats]
        for child, seat in zip(
            growing.tree.decision(node, 0, "now", labels, label="you"), seats, strict=True
        ):
            growing.pick(child, world, reveals, (seat, depth))
    return growing.tree.build()


def _text(world: World) -> str:
    who = "".join("ES"[skeleton] for skeleton in world.skeletons)
    return f"{who}: {' / '.join(map(hand_text, world.hands))}"


def claim_form(options: Mapping[str, Lookahead], depth: int, marker: int) -> ExtensiveForm:
    """Return seat 0's claim as a tree, the talk of all others heard before.

    Parameters
    ----------
    options : mapping
        Claim to the round as it stands after it.

    Raises
    ------
    BadQuestion
        If there are too many worlds to list.
    """
    growing = {label: _Growing(ahead, (), "") for label, ahead in options.items()}
    first = next(iter(options.values()))
    worlds = every_world(first.mine, ())
    tree = TreeBuilder(PLAYERS, "Kraken: what to claim")
    nodes = tree.chance(tree.root, [(_text(world), world.weight) for world in worlds])
    for node, world in zip(nodes, worlds, strict=True):
        said = tree.decision(node, 0, "now", list(options), label="you")
        for child, label in zip(said, options, strict=True):
            growing[label].tree = tree
            growing[label].turn(child, world, (), (marker, depth))
    return tree.build()
