"""What the next round's start is worth by role pattern, from a stated origin."""

from __future__ import annotations

from collections.abc import Callable

from models.base import BadQuestion
from models.kraken.blind import ending_chances
from models.kraken.pile import ROUNDS, role_patterns
from models.kraken.position import Position
from models.kraken.rounds import turned
from models.kraken.values import stored


def follow_up(position: Position, origin: str) -> Callable[[int, int], list[float]]:
    """Return the explorers' chance at the next round's start under each role pattern.

    Parameters
    ----------
    origin : str
        ``played``: measured between the lifted bots, whom nothing reminds of earlier rounds;
        ``blind``: the closed form of picks that use no knowledge.

    Returns
    -------
    callable from treasures left and the marker's seat
        Seats and patterns counted from this round's marker.

    Raises
    ------
    BadQuestion
        If nothing was measured for so many players.
    """
    n, coming = position.players, position.round + 1
    masks = [mask for mask, _ in role_patterns(n, position.skeletons)]
    if coming > ROUNDS:
        return lambda left, seat: [0.0] * len(masks)
    if origin == "blind":
        place = position.with_(round=coming, revealed=0)

        def blind(left: int, seat: int) -> list[float]:
            chance = float(ending_chances(place.cards_left, left, place.actions_left)[0])
            return [chance] * len(masks)

        return blind
    kept = stored("continuation", n)
    if kept is None:
        raise BadQuestion("round: players", n, "a number with stored results, or after=blind")
    found = {
        (row["treasures_left"], row["skeletons"]): row["wins"] / row["games"]
        for row in kept["rows"]
        if row["round"] == coming
    }
    return lambda left, seat: [found[left, turned(mask, seat, n)] for mask in masks]
