"""What is in the box, by number of players: role pile, cards, and the chances of a deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Final

from models.base import BadQuestion

ROUNDS: Final = 4
FIRST_HAND: Final = 5
ROLE_PILE: Final = {3: (3, 2), 4: (3, 2), 5: (4, 2), 6: (4, 2), 7: (5, 3), 8: (6, 3)}
"""Explorers and skeletons in the role pile, by number of players."""

Hand = tuple[int, int]
"""Treasures, and Kraken (0 or 1), in a hand."""


def check_players(players: int) -> None:
    """Refuse a number of players that the rules do not know.

    Raises
    ------
    BadQuestion
        If it is not 3 to 8.
    """
    if players not in ROLE_PILE:
        raise BadQuestion("players", players, "3 to 8")


def skeleton_chances(players: int) -> dict[int, Fraction]:
    """Return the chance of each number of skeletons in play: a hypergeometric deal of roles."""
    check_players(players)
    explorers, skeletons = ROLE_PILE[players]
    ways = {
        s: comb(skeletons, s) * comb(explorers, players - s)
        for s in range(skeletons + 1)
        if 0 <= players - s <= explorers
    }
    total = sum(ways.values())
    return {s: Fraction(count, total) for s, count in ways.items()}


def role_patterns(players: int, skeletons: int | None = None) -> list[tuple[int, Fraction]]:
    """Return sets of seats that may be the skeletons, as bit masks, each with its chance.

    Parameters
    ----------
    skeletons : int, optional
        Their number where it is given; by default as roles are dealt.
    """
    chances = skeleton_chances(players) if skeletons is None else {skeletons: Fraction(1)}
    return [
        (sum(1 << seat for seat in seats), chance / comb(players, count))
        for count, chance in chances.items()
        for seats in combinations(range(players), count)
    ]


def hand_size(round_: int) -> int:
    """Return the cards dealt to each player in a round, 1 to 4."""
    return FIRST_HAND + 1 - round_


def hand_types(size: int, treasures: int) -> list[Hand]:
    """Return the hands of some size that can be dealt while some treasures are left."""
    return [(t, kraken) for kraken in (0, 1) for t in range(min(treasures, size - kraken) + 1)]


def hand_text(hand: Hand) -> str:
    """Return a hand in words."""
    return f"{hand[0]} treasures" + (", Kraken" if hand[1] else "")


def deals(hands: int, size: int, treasures: int) -> Iterator[tuple[tuple[Hand, ...], Fraction]]:
    """Yield every deal of the pile to hands of equal size with its chance; nothing is left over."""
    total = comb(hands * size, treasures) * (hands * size - treasures)
    for keeper in range(hands):
        for found in _spread(hands, size, treasures, keeper):
            ways = 1
            for seat, t in enumerate(found):
                ways *= comb(size, t) * (size - t if seat == keeper else 1)
            yield (
                tuple((t, int(seat == keeper)) for seat, t in enumerate(found)),
                Fraction(ways, total),
            )


def _spread(
    hands: int, size: int, left: int, keeper: int, seat: int = 0
) -> Iterator[Sequence[int]]:
    """Yield the treasures of each hand from a seat on; the keeper's hand also holds the Kraken."""
    if seat == hands:
        if left == 0:
            yield ()
        return
    for t in range(min(left, size - int(seat == keeper)) + 1):
        for rest in _spread(hands, size, left - t, keeper, seat + 1):
            yield (t, *rest)
