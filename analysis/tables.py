"""A table: one game, its rules and the bots that sit down to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.api import Rules


@dataclass(frozen=True)
class Played:
    """Results of some games, one row a game; see :class:`analysis.standings.Games`."""

    win_share: NDArray[np.float64]
    payoff: NDArray[np.float64]
    outcome: NDArray[np.int64]
    forfeits: NDArray[np.bool_]


class Player(Protocol):
    """Plays many complete games of one table."""

    outcomes: Sequence[str]

    def __call__(self, seating: NDArray[np.int64], seed: int, first_deal: int) -> Played:
        """Play deal ``first_deal + i`` with the bots of row ``i`` of ``seating``."""


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

    def player(self) -> Player:
        """Return what plays this table; made once in each process."""
        return _player(self)


@lru_cache(maxsize=4)
def _player(table: Table) -> Player:
    raise NotImplementedError
