"""What one seat sees: his own hand and role, and everybody's claims and reveals, round by round.

Seats count clockwise from the asking one, who is seat 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from models.base import BadQuestion
from models.kraken.heard import (
    CARDS,
    CURSE,
    EMPTY,
    KRAKEN,
    SPECIALS,
    TREASURE,
    Heard,
    Light,
    Reveal,
    claim_text,
)
from models.kraken.pile import Hand, hand_size
from models.kraken.position import Position

__all__ = (
    "CARDS",
    "CURSE",
    "EMPTY",
    "KRAKEN",
    "ROLES",
    "SPECIALS",
    "TREASURE",
    "Heard",
    "Light",
    "Reveal",
    "View",
    "claim_text",
)
ROLES: Final = ("explorer", "skeleton")


@dataclass(frozen=True)
class View(Position):
    """A position as seat 0 sees it.

    Attributes
    ----------
    role : str
        Of seat 0: ``explorer`` or ``skeleton``.
    dealt : Hand or None
        What seat 0 was dealt in this round; None where it is not told. Curses count as treasures
        once they are safe.
    own : tuple of str
        Special cards and curses that seat 0 was dealt in this round, by name.
    marker : int
        Who holds the marker.
    rounds : tuple of Heard
        Rounds with evidence, in order; the last one is the round at hand.
    specials : bool
        Whether special cards are in play.
    curse : str
        The pool that the captain's curse draws from, ``all`` or ``in_play``; empty without it.
    curses : int or None
        Number of curses in play where it is known.
    roles : tuple of (seat, role)
        Roles that seat 0 was shown.
    curse_stays : bool
        Whether a face-up curse never vanishes as a treasure does.
    """

    role: str = "explorer"
    dealt: Hand | None = None
    own: tuple[str, ...] = ()
    marker: int = 0
    rounds: tuple[Heard, ...] = ()
    specials: bool = False
    curse: str = ""
    curses: int | None = None
    roles: tuple[tuple[int, str], ...] = ()
    curse_stays: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.role not in ROLES:
            raise BadQuestion("role", self.role, ", ".join(ROLES))
        if not 0 <= self.marker < self.players:
            raise BadQuestion("marker", self.marker, f"seats 0 to {self.players - 1}")
        for heard in self.rounds:
            _check_round(self.players, heard)
        if self.dealt is not None:
            self._check_own(self.dealt)

    def _check_own(self, dealt: Hand) -> None:
        """Refuse a hand that cannot be dealt, or does not hold what was revealed of it."""
        size, now = hand_size(self.round), self.now
        blanks = [card for card in self.own if card != CURSE or not now.safe]
        _check_hand("hand", dealt, size - len(blanks), now.left)
        shown = [card for seat, card in now.reveals if seat == 0]
        missing = [c for c in {*self.own, *SPECIALS} if shown.count(c) > self.own.count(c)]
        treasures, others = now.seen(0)
        if missing or treasures > dealt[0] or others > size - sum(dealt):
            raise BadQuestion("hand", claim_text(dealt), "one that holds what was revealed")

    @property
    def now(self) -> Heard:
        """The round at hand; nobody has spoken and nothing been told of it by default."""
        if self.rounds:
            return self.rounds[-1]
        safe = not self.curse or self.found > 0
        return Heard(self.round, self.treasures_left, (None,) * self.players, safe=safe)

    def cards(self, seat: int) -> int:
        """Return the face-down cards before a seat."""
        now = self.now
        return 0 if now.withdrawn(seat) else hand_size(self.round) - now.turned(seat)

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
    most = players + heard.vanished(players)
    if len(heard.reveals) > most:
        raise BadQuestion("revealed", f"{len(heard.reveals)} cards", f"{most} a round")
    for seat in range(players):
        if heard.turned(seat) > size:
            raise BadQuestion("revealed", f"seat {seat}", f"{size} cards of a seat in this round")
    for picker, (owner, _) in zip(heard.pickers()[1:], heard.reveals[1:], strict=True):
        if picker == owner:
            raise BadQuestion("revealed", f"seat {owner} twice running", "never the holder's own")
    _check_cards(heard)


def _check_cards(heard: Heard) -> None:
    """Refuse more cards of a kind than there are, and what the rules forbid to come up."""
    cards = [card for _, card in heard.reveals]
    found = sum(card in (TREASURE, CURSE) for card in cards)
    if found > heard.left:
        raise BadQuestion("revealed", f"{found} T", f"{heard.left} treasures, all that were left")
    for card in SPECIALS:
        if cards.count(card) > 1:
            raise BadQuestion("revealed", f"{card} twice", "once: there is one of each")
    for k, (seat, card) in enumerate(heard.reveals):
        if card == CURSE and not heard.safe and TREASURE not in cards[:k]:
            raise BadQuestion(
                "revealed", "a curse before any treasure", "cards of a game that goes on"
            )
        if any(seat == gone and kind == "presence" for gone, kind in heard.reveals[:k]):
            raise BadQuestion("revealed", f"seat {seat} after his presence", "seats with cards")
        if card == "grasp" and heard.claims[seat] is not None:
            raise BadQuestion(
                "revealed", f"the grasp of seat {seat}", "one of a seat that was silent"
            )
