"""A table: one game, its rules and the bots that sit down to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bots.play import Results, play
from engine.api import Rules
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
    """

    game: str
    rules: Rules
    bots: tuple[str, ...]

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
        return play(self.game, self.rules, self.bots, seating, seed=seed, first_game=first_deal)
