"""A round between teams that do not know their members, from a position; also as a tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from models.kraken.flat import leaf_payoff, round_form
from models.kraken.pile import hand_text, role_patterns
from models.kraken.position import Position
from models.kraken.public import Floats, PublicTree, public_tree
from models.kraken.response import TeamGame
from solver.extensive import ExtensiveForm

SIDES: Final = ("explorer", "skeleton")


@dataclass(frozen=True, eq=False)
class RoundGame:
    """A round as a game of teams.

    Attributes
    ----------
    patterns : tuple of (bit mask, chance)
        Which seats, counted from the marker, may be the skeletons.
    payoff : (n_leaves, n_patterns)
    """

    public: PublicTree
    patterns: tuple[tuple[int, float], ...]
    payoff: Floats

    @property
    def chances(self) -> Floats:
        """Chance of each role pattern."""
        return np.array([chance for _, chance in self.patterns])

    @property
    def teams(self) -> TeamGame:
        """The game as best joint plans read it."""
        return TeamGame.of(self.public, list(self.patterns), self.payoff)

    def form(self) -> ExtensiveForm:
        """Return the tree; players are the seats as explorers, then as skeletons.

        Everybody knows his own role, his hand and what is public.
        """
        public, n = self.public, self.public.players
        masks = [mask for mask, _ in self.patterns]
        used = [
            (side, seat)
            for side in (0, 1)
            for seat in range(n)
            if any(mask >> seat & 1 == side for mask in masks)
        ]
        number = {pair: k for k, pair in enumerate(used)}

        def mover(pattern: int, deal: int, seat: int) -> tuple[int, int, str]:
            kind = int(public.hands[deal, seat])
            side = masks[pattern] >> seat & 1
            text = f"{SIDES[side]}, {hand_text(public.types[kind])}"
            return number[side, seat], kind, text

        names = [f"{SIDES[side]} {seat}" for side, seat in used]
        labelled = [(f"{mask:0{n}b}", chance) for mask, chance in self.patterns]
        sides = [side for side, _ in used]
        return round_form(public, labelled, self.payoff, mover, (names, sides), "Kraken: a round")

    def explorers(self) -> list[int]:
        """Return the numbers of the tree's players who are explorers."""
        masks = [mask for mask, _ in self.patterns]
        seats = range(self.public.players)
        return list(range(sum(any(not mask >> seat & 1 for mask in masks) for seat in seats)))


def round_game(
    position: Position,
    after: Callable[[int, int], Sequence[float]] | None = None,
    *,
    messages: int = 0,
    size: int | None = None,
    reveals: int | None = None,
) -> RoundGame:
    """Return a position's round as a game of teams.

    Parameters
    ----------
    after : callable from treasures left and the marker's seat, optional
        Explorers' chance under each pattern at the next round's start; 0 by default.
    size, reveals : int, optional
        Cards a hand and reveals, where they are not to be the round's own (smaller trees).
    """
    patterns = tuple(
        (mask, float(chance))
        for mask, chance in role_patterns(position.players, position.skeletons)
    )
    cards = position.hand if size is None else size
    public = public_tree(position.players, cards, position.treasures_left, reveals, messages)
    zero = [0.0] * len(patterns)
    payoff = leaf_payoff(public, after or (lambda left, seat: zero))
    return RoundGame(public, patterns, payoff)
