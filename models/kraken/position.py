"""A state of Kraken as the models ask for it: what lies face up, and whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from models.base import BadQuestion
from models.kraken.pile import ROUNDS, check_players, hand_size, skeleton_chances


@dataclass(frozen=True)
class Position:
    """What everybody sees, before a reveal.

    Attributes
    ----------
    players : int
    round : int
        1 to 4.
    found : int
        Treasures face up.
    revealed : int
        Cards revealed in this round.
    skeletons : int or None
        Their number where it is taken as known; None as the roles are dealt.
    """

    players: int
    round: int = 1
    found: int = 0
    revealed: int = 0
    skeletons: int | None = None

    def __post_init__(self) -> None:
        check_players(self.players)
        if not 1 <= self.round <= ROUNDS:
            raise BadQuestion("round", self.round, f"1 to {ROUNDS}")
        if not 0 <= self.revealed < self.players:
            raise BadQuestion("revealed", self.revealed, f"0 to {self.players - 1}")
        most = min(self.players - 1, self.face_up)
        if not 0 <= self.found <= most:
            raise BadQuestion("found", self.found, f"0 to {most}")
        chances = skeleton_chances(self.players)
        if self.skeletons is not None and self.skeletons not in chances:
            raise BadQuestion("skeletons", self.skeletons, ", ".join(map(str, chances)))

    @property
    def face_up(self) -> int:
        """Cards revealed since the game began."""
        return self.players * (self.round - 1) + self.revealed

    @property
    def treasures_left(self) -> int:
        """Treasures still face down."""
        return self.players - self.found

    @property
    def hand(self) -> int:
        """Cards dealt to each player in this round."""
        return hand_size(self.round)

    @property
    def cards_left(self) -> int:
        """Cards face down."""
        return 5 * self.players - self.face_up

    @property
    def actions_left(self) -> int:
        """Reveals left until time is up, this round's and all later ones'."""
        return ROUNDS * self.players - self.face_up

    @property
    def skeleton_chances(self) -> dict[int, Fraction]:
        """Chance of each number of skeletons, as dealt or as given."""
        if self.skeletons is not None:
            return {self.skeletons: Fraction(1)}
        return skeleton_chances(self.players)

    def with_(self, **changes: Any) -> Position:
        """Return the position with some fields changed."""
        return replace(self, **changes)
