"""A table: one game, its rules and the bots that sit down to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bots.base import policy_of
from bots.play import ByRole, Results, play
from engine.api import Rules
from engine.play import Policy
from engine.registry import game as find_game


@dataclass(frozen=True)
class Table:
    """Game, rules and bots; small and picklable, so that any process can play it.

    Attributes
    ----------
    game : str
        Name in the registry.
    rules : Rules
    bots : tuple of str
        As given on the command line; a name may repeat.
    by_role : bool
        Bot ``k`` plays whoever is dealt role ``k``; otherwise bots fill the seats in turn.
    """

    game: str
    rules: Rules
    bots: tuple[str, ...]
    by_role: bool = False

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.rules.players

    @property
    def names(self) -> list[str]:
        """Names that tell the bots apart: a repeated one becomes ``random#2``."""
        seen: Counter[str] = Counter()
        names = []
        for bot in self.bots:
            seen[bot] += 1
            names.append(bot if seen[bot] == 1 else f"{bot}#{seen[bot]}")
        return names

    @property
    def turns(self) -> int:
        """Number of rotations of the bots around the table: one where roles seat them."""
        return 1 if self.by_role else len(self.bots)

    def document(self) -> dict[str, Any]:
        """Return the table's part of a JSON document."""
        return {
            "game": self.game,
            "players": self.seats,
            "rules": self.rules.model_dump(mode="json"),
        }

    @property
    def outcomes(self) -> Sequence[str]:
        """Reasons of the end, by index."""
        return find_game(self.game).outcomes

    def play(self, seating: NDArray[np.int64], seed: int, first_deal: int) -> Results:
        """Play deal ``first_deal + i`` with the bots of row ``i`` of ``seating``."""
        if self.by_role:
            roles = np.arange(len(self.bots))
            seating = np.broadcast_to(roles, (*seating.shape, len(self.bots)))
        return play(self.game, self.rules, self.bots, seating, seed=seed, first_game=first_deal)

    def policies(self, turn: int) -> list[Policy]:
        """Return a player for each seat, the bots turned by some seats."""
        # One player a seat, so that what a bot remembers stays its own.
        tables = [
            [policy_of(self.game, name, self.rules) for name in self.bots]
            for _ in range(self.seats)
        ]
        if self.by_role:
            return [ByRole(bots) for bots in tables]
        return [bots[(turn + seat) % len(bots)] for seat, bots in enumerate(tables)]
