"""The talk and the reveals of one round, as everybody hears and sees them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from models.kraken.pile import Hand, hand_size

TREASURE, EMPTY, KRAKEN, CURSE = "treasure", "empty", "kraken", "curse"
CARDS: Final = (TREASURE, EMPTY)
VANISHED, GRASP, IDENTITY, PRESENCE, LIGHT, OBSESSION = SPECIALS = (
    "vanished",
    "grasp",
    "identity",
    "presence",
    "light",
    "obsession",
)

KINDS: Final = (EMPTY, TREASURE, KRAKEN, CURSE, *SPECIALS)
"""Every kind of card, in the order in which counts of cards are kept."""

Reveal = tuple[int, str]
"""Whose card was revealed, and what it was."""


class Light(NamedTuple):
    """A card that the light in the deep has shown.

    Attributes
    ----------
    seat, card
        Whose card, and what it is.
    at : int or None
        Place among the reveals at which that very card was turned up; None while it lies there.
    """

    seat: int
    card: str
    at: int | None = None


@dataclass(frozen=True)
class Heard:
    """The talk and the reveals of one round.

    Attributes
    ----------
    number : int
        Of the round, 1 to 4.
    left : int
        Treasures face down at the deal, curses among them.
    claims : tuple of Hand or None
        What each seat says he was dealt; None for silence.
    reveals : tuple of (seat, card)
    unspoken : frozenset of int
        Seats whose turn to speak is still to come.
    safe : bool
        Whether curses counted as treasures at the deal: claims then count them too.
    light : Light or None
        The card that the light has shown in this round.
    """

    number: int
    left: int
    claims: tuple[Hand | None, ...]
    reveals: tuple[Reveal, ...] = ()
    unspoken: frozenset[int] = frozenset()
    safe: bool = True
    light: Light | None = None

    def count(self, seat: int, card: str) -> int:
        """Return how many such cards of a seat were revealed in this round."""
        return self.reveals.count((seat, card))

    def turned(self, seat: int) -> int:
        """Return how many cards of a seat were revealed in this round."""
        return sum(owner == seat for owner, _ in self.reveals)

    def is_treasure(self, card: str) -> bool:
        """Return whether claims of this round count a card among the treasures."""
        return card == TREASURE or (card == CURSE and self.safe)

    def cards_seen(self, seat: int) -> list[str]:
        """Return what all have seen of a seat's hand: cards revealed, and one that light shows."""
        seen = [card for owner, card in self.reveals if owner == seat]
        lit = self.light
        return [*seen, lit.card] if lit and lit.at is None and lit.seat == seat else seen

    def seen(self, seat: int) -> tuple[int, int]:
        """Return the treasures seen of a seat's hand, and the other cards but the Kraken."""
        cards = self.cards_seen(seat)
        treasures = sum(map(self.is_treasure, cards))
        return treasures, len(cards) - treasures - cards.count(KRAKEN)

    def withdrawn(self, seat: int) -> bool:
        """Return whether the presence has taken a seat's other cards away."""
        return (seat, PRESENCE) in self.reveals

    def pickers(self, first: int = -1) -> list[int]:
        """Return who picked each card; ``first``, unless told, stands for the unknown first one."""
        picked, holder, held = [], first, False
        for owner, card in self.reveals:
            picked.append(holder)
            held = held or card == OBSESSION
            if card == OBSESSION or not held:
                holder = owner
        return picked

    def holder(self, first: int) -> int:
        """Return who holds the marker after the reveals; before any, ``first``."""
        shown = next((owner for owner, card in self.reveals if card == OBSESSION), None)
        if shown is not None:
            return shown
        return self.reveals[-1][0] if self.reveals else first

    def vanished(self, players: int) -> int:
        """Return 1 if a treasure vanished in this round, which is then one action longer."""
        cards = [card for _, card in self.reveals]
        if VANISHED not in cards:
            return 0
        return int(self.left < players or TREASURE in cards[: cards.index(VANISHED)])

    def says(self, seat: int, claim: Hand | None) -> Heard:
        """Return the round after a seat's claim."""
        claims = (*self.claims[:seat], claim, *self.claims[seat + 1 :])
        return replace(self, claims=claims, unspoken=self.unspoken - {seat})

    def to_speak(self, seat: int) -> Heard:
        """Return the round with a seat still to speak."""
        return replace(self, unspoken=self.unspoken | {seat})

    @property
    def size(self) -> int:
        """Cards of each hand at the deal."""
        return hand_size(self.number)


def claim_text(claim: Hand | None) -> str:
    """Return a claim as it is given on the command line: ``2``, ``1K``, or ``-`` for silence."""
    return "-" if claim is None else f"{claim[0]}{'K' * claim[1]}"
