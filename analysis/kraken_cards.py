"""Cards and hands of No Touch Kraken as they are typed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.errors import BadInput

if TYPE_CHECKING:
    from engine.kraken.rules import KrakenRules
    from models.kraken.heard import Light

LETTERS = {
    "T": "treasure",
    "E": "empty",
    "K": "kraken",
    "C": "curse",
    "V": "vanished",
    "G": "grasp",
    "I": "identity",
    "P": "presence",
    "L": "light",
    "O": "obsession",
}
"""Letters of cards; the last six are the special ones."""
SPECIALS = tuple(LETTERS.values())[4:]
REVEALS = "seat and card in order, as 1T,2E (treasure, empty); or a number of cards"
EXPANDED = (
    "; C a curse, V G I P L O the special cards by their first letters; 2I=S where you were shown "
    "a skeleton (E an explorer), 1L>3T the card that the light showed, 3T* that card turned up"
)
HAND = "number of treasures, with K for the Kraken, as 2 or 1K"
HAND_EXPANDED = "; a C for each curse, special cards by name after a plus, as 1CK+light+grasp"
_CARD = re.compile(r"(\d)([TECVGIPLO])(?:=([ES])|>(\d)([TEKCVGIPO])|(\*))?")
_HAND = re.compile(r"(\d)(C*)(K?)((?:\+[A-Z]+)*)")


@dataclass(frozen=True)
class Shown:
    """Reveals of one round as they were told.

    Attributes
    ----------
    cards : tuple of (seat, card)
    light : Light or None
        The card that the light has shown.
    roles : tuple of (seat, role)
        Roles that seat 0 was shown.
    """

    cards: tuple[tuple[int, str], ...] = ()
    light: Light | None = None
    roles: tuple[tuple[int, str], ...] = ()


def letters_of(rules: KrakenRules) -> str:
    """Return the letters of the cards that may come up under the rules."""
    return "TE" + "C" * rules.curse + "VGIPLO" * rules.special


def reveals_of(where: str, text: str, rules: KrakenRules) -> Shown:
    """Read reveals in order: seat and card, separated by commas or spaces.

    Raises
    ------
    BadInput
        If a part is no seat and card of the game.
    """
    from models.kraken.heard import Light

    allowed = f"{REVEALS}, seats 0 to {rules.players - 1}"
    if rules.curse or rules.special:
        allowed += EXPANDED
    cards: list[tuple[int, str]] = []
    roles: list[tuple[int, str]] = []
    light: Light | None = None
    for part in re.split(r"[,\s]+", text.strip()) if text.strip() else []:
        match = _CARD.fullmatch(part.upper())
        letters = letters_of(rules)
        if match is None or int(match[1]) >= rules.players or match[2] not in letters:
            raise BadInput(where, part, allowed)
        seat, card = int(match[1]), LETTERS[match[2]]
        if match[3] and card == "identity":
            roles.append((seat, "skeleton" if match[3] == "S" else "explorer"))
        elif match[4] and card == "light" and _may_show(match, letters, rules.players):
            light = Light(int(match[4]), LETTERS[match[5]])
        elif match[6] and light is not None and light[:2] == (seat, card) and light.at is None:
            light = light._replace(at=len(cards))
        elif match[3] or match[4] or match[6]:
            raise BadInput(where, part, allowed)
        cards.append((seat, card))
    return Shown(tuple(cards), light, tuple(roles))


def _may_show(match: re.Match[str], letters: str, players: int) -> bool:
    return int(match[4]) < players and match[5] in letters + "K"


def hand_of(where: str, text: str, rules: KrakenRules) -> tuple[int, int, tuple[str, ...]]:
    """Return the treasures of a hand, the Kraken, and its curses and special cards by name.

    Raises
    ------
    BadInput
        If it is no hand of the game.
    """
    match = _HAND.fullmatch(text.strip().upper())
    names = tuple(filter(None, match[4].lower().split("+"))) if match else ()
    if (
        match is None
        or (match[2] and not rules.curse)
        or (names and not (rules.special and set(names) <= set(SPECIALS)))
        or len(set(names)) < len(names)
    ):
        raise BadInput(where, text, HAND + HAND_EXPANDED * (rules.curse or rules.special))
    return int(match[1]), len(match[3]), ("curse",) * len(match[2]) + names
