"""What a round's start is worth to the explorers, from a stated origin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.kraken.blind import ending_chances
from models.kraken.pile import ROUNDS, hand_size
from models.kraken.values import stored

PLAYED, BLIND, SILENT, POOLED = "played", "blind", "silent", "pooled"
ORIGINS: Final = (PLAYED, BLIND, SILENT, POOLED)
"""Complete play of bots, blind play's closed form, and the two bounds of the whole game."""
EXPLORER, SKELETON = 0, 1

Floats = NDArray[np.float64]


def round_start(
    players: int,
    round_: int,
    left: int,
    held: tuple[int, int],
    origin: str,
    known: float = 0.0,
) -> float:
    """Return the explorers' chance at a round's start.

    Parameters
    ----------
    left : int
        Treasures face down.
    held : (int, int)
        Number of skeletons; and 0 where an explorer holds the marker, 1 where a skeleton does.
    known : float
        How much of the roles explorers know: 0 as dealt, 1 all; only measured plays differ.
    """
    if left == 0:
        return 1.0
    if round_ > ROUNDS:
        return 0.0
    at = round_, left, *held
    kept = _kept(players, origin, "starts").get(at)
    if kept is None:
        cards = players * hand_size(round_)
        return float(ending_chances(cards, left, players * (ROUNDS + 1 - round_))[0])
    if known == 0.0 or origin != PLAYED:
        return kept
    return (1.0 - known) * kept + known * _kept(players, origin, "starts_known").get(at, kept)


@cache
def _kept(players: int, origin: str, name: str) -> dict[tuple[int, int, int, int], float]:
    document = stored("plays" if origin == PLAYED else "bounds", players)
    if origin == BLIND or document is None:
        return {}
    found: dict[tuple[int, int, int, int], float] = {}
    for row in document[name] if origin == PLAYED else document["rows"]:
        at = row["round"], row["treasures_left"], row["skeletons"]
        if origin == PLAYED:
            found[*at, ("explorer", "skeleton").index(row["marker"])] = row["rate"]
        elif row["bound"] == origin:
            for marker, name in enumerate(("marker_explorer", "marker_skeleton")):
                if row[name] is not None:
                    found[*at, marker] = row[name]
    return found


@dataclass(frozen=True, eq=False)
class Future:
    """The explorers' chance in the middle of a round whose rest is played blind.

    Attributes
    ----------
    member : (sets, n)
        Sets of seats that may be the skeletons.
    known : float
        How much of the roles explorers know, from 0 to 1.
    """

    players: int
    round: int
    member: NDArray[np.bool_]
    origin: str
    known: float = 0.0

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """Skeletons in each set."""
        counts: NDArray[np.int64] = self.member.sum(axis=1)
        return counts

    @cached_property
    def _tables(self) -> dict[tuple[int, int], Floats]:
        return {}

    def after(self, left: int, reveals: int) -> Floats:
        """Return the chance after a reveal, by set and by who then holds the marker; (sets, n).

        Parameters
        ----------
        left : int
            Treasures face down.
        reveals : int
            Cards revealed in the round.
        """
        if (left, reveals) not in self._tables:
            self._tables[left, reveals] = self._after(left, reveals)
        return self._tables[left, reveals]

    def _after(self, left: int, reveals: int) -> Floats:
        rest, n = self.players - reveals, self.players
        if left == 0:
            return np.ones(self.member.shape)
        if rest == 0:
            starts = np.array([[self._start(left, c, m) for m in (0, 1)] for c in range(n + 1)])
            by_marker: Floats = starts[self.counts[:, None], self.member.astype(int)]
            return by_marker
        cards = n * hand_size(self.round) - reveals
        by_count = np.array([self._blind(cards, left, rest, count) for count in range(n + 1)])
        return np.repeat(by_count[self.counts][:, None], n, axis=1)

    def _start(self, left: int, count: int, marker: int) -> float:
        held = count, marker
        return round_start(self.players, self.round + 1, left, held, self.origin, self.known)

    def _blind(self, cards: int, left: int, rest: int, count: int) -> float:
        """Return the chance where ``rest`` more cards are revealed blindly, then a round begins."""
        total, share = float(ending_chances(cards, left, rest)[0]), count / self.players
        for found in range(min(left - 1, rest) + 1):
            ways = comb(left, found) * comb(cards - left - 1, rest - found)
            start = (1 - share) * self._start(left - found, count, EXPLORER)
            start += share * self._start(left - found, count, SKELETON)
            total += ways / comb(cards, rest) * start
        return total
