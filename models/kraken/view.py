"""What one seat sees: his own hand and role, and everybody's claims and reveals, round by round.

Seats count clockwise from the asking one, who is seat 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from models.base import BadQuestion
from models.kraken.pile import Hand, hand_size
from models.kraken.position import Position

ROLES: Final = ("explorer", "skeleton")
TREASURE, EMPTY, KRAKEN = "treasure", "empty", "kraken"
CARDS: Final = (TREASURE, EMPTY)

Reveal = tuple[int, str]
"""Whose card was revealed, and what it was."""


@dataclass(frozen=True)
class Heard:
    """The talk and the reveals of one round.

    Attributes
    ----------
    number : int
        Of the round, 1 to 4.
    left : int
        Treasures face down at the deal.
    claims : tuple of Hand or None
        What each seat says he was dealt; None for silence.
    reveals : tuple of (seat, card)
    unspoken : frozenset of int
        Seats whose turn to speak is still to come.
    """

    number: int
    left: int
    claims: tuple[Hand | None, ...]
    reveals: tuple[Reveal, ...] = ()
    unspoken: frozenset[int] = frozenset()

    def count(self, seat: int, card: str) -> int:
        """Return how many such cards of a seat were revealed in this round."""
        return self.reveals.count((seat, card))

    def says(self, seat: int, claim: Hand | None) -> Heard:
        """Return the round after a seat's claim."""
        claims = (*self.claims[:seat], claim, *self.claims[seat + 1 :])
        return replace(self, claims=claims, unspoken=self.unspoken - {seat})

    def to_speak(self, seat: int) -> Heard:
        """Return the round with a seat still to speak."""
        return replace(self, unspoken=self.unspoken | {seat})


@dataclass(frozen=True)
class View(Position):
    """A position as seat 0 sees it.

    Attributes
    ----------
    role : str
        Of seat 0: ``explorer`` or ``skeleton``.
    dealt : Hand or None
        What seat 0 was dealt in this round; None where it is not told.
    marker : int
        Who holds the marker.
    rounds : tuple of Heard
        Rounds with evidence, in order; the last one is the round at hand.
    specials : bool
        Whether special cards are in play.
    curse : str
        The pool that the captain's curse draws from, ``all`` or ``in_play``; empty without it.
    """

    role: str = "explorer"
    dealt: Hand | None = None
    marker: int = 0
    rounds: tuple[Heard, ...] = ()
    specials: bool = False
    curse: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.role not in ROLES:
            raise BadQuestion("role", self.role, ", ".join(ROLES))
        if not 0 <= self.marker < self.players:
            raise BadQuestion("marker", self.marker, f"seats 0 to {self.players - 1}")
        for heard in self.rounds:
            _check_round(self.players, heard)
        if self.dealt is not None:
            _check_hand("hand", self.dealt, hand_size(self.round), self.now.left)
            own = [card for seat, card in self.now.reveals if seat == 0]
            treasures = own.count(TREASURE)
            blanks = hand_size(self.round) - sum(self.dealt)
            if treasures > self.dealt[0] or len(own) - treasures > blanks:
                raise BadQuestion(
                    "hand", claim_text(self.dealt), "one that holds what was revealed"
                )

    @property
    def now(self) -> Heard:
        """The round at hand; nobody has spoken and nothing been told of it by default."""
        if self.rounds:
            return self.rounds[-1]
        return Heard(self.round, self.treasures_left, (None,) * self.players)

    def cards(self, seat: int) -> int:
        """Return the face-down cards before a seat."""
        return hand_size(self.round) - sum(owner == seat for owner, _ in self.now.reveals)

    def heard(self, now: Heard) -> View:
        """Return the view with another story of the round at hand."""
        return replace(self, rounds=(*self.rounds[:-1], now))


def _check_hand(where: str, hand: Hand, size: int, left: int) -> None:
    treasures, kraken = hand
    if not (0 <= treasures <= left and kraken in (0, 1) and treasures + kraken <= size):
        allowed = f"up to {min(left, size)} treasures, with or without K, of {size} cards"
        raise BadQuestion(where, claim_text(hand), allowed)


def _check_round(players: int, heard: Heard) -> None:
    size = hand_size(heard.number)
    if len(heard.claims) != players:
        raise BadQuestion("claims", f"{len(heard.claims)} seats", f"{players}, one for each")
    for claim in heard.claims:
        if claim is not None:
            _check_hand("claims", claim, size, heard.left)
    if len(heard.reveals) > players:
        raise BadQuestion("revealed", f"{len(heard.reveals)} cards", f"{players} a round")
    for seat in range(players):
        if sum(owner == seat for owner, _ in heard.reveals) > size:
            raise BadQuestion("revealed", f"seat {seat}", f"{size} cards of a seat in this round")
    for (picker, _), (owner, _) in pairwise(heard.reveals):
        if picker == owner:
            raise BadQuestion("revealed", f"seat {owner} twice running", "never the holder's own")
    if sum(card == TREASURE for _, card in heard.reveals) > heard.left:
        raise BadQuestion("revealed", heard.reveals, f"{heard.left} treasures, all that were left")


def claim_text(claim: Hand | None) -> str:
    """Return a claim as it is given on the command line: ``2``, ``1K``, or ``-`` for silence."""
    return "-" if claim is None else f"{claim[0]}{'K' * claim[1]}"
