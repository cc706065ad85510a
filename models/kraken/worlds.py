"""Whole worlds behind a belief: who is what and who holds what, listed or drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from models.base import BadQuestion
from models.kraken.belief import MORE, MOST, NOTHING, TRUTH, Believing, joined, start
from models.kraken.pile import Hand, hand_size
from models.kraken.view import Reveal

MOST_WORLDS: Final = 20_000


@dataclass(frozen=True)
class World:
    """One way the hidden things may be.

    Attributes
    ----------
    skeletons : tuple of bool
    hands : tuple of Hand
        As dealt in this round.
    weight : float
        Its chance; worlds of a list sum to 1.
    """

    skeletons: tuple[bool, ...]
    hands: tuple[Hand, ...]
    weight: float


def every_world(believing: Believing, reveals: tuple[Reveal, ...]) -> list[World]:
    """Return every world with its chance.

    Raises
    ------
    BadQuestion
        If there are too many to list.
    """
    found = []
    for world in _worlds(believing, reveals):
        found.append(world)
        if len(found) > MOST_WORLDS:
            raise BadQuestion("tree: worlds", f"over {MOST_WORLDS}", f"up to {MOST_WORLDS}")
    whole = sum(world.weight for world in found)
    return [World(w.skeletons, w.hands, w.weight / whole) for w in found]


def _worlds(believing: Believing, reveals: tuple[Reveal, ...]) -> Iterator[World]:
    member, weight = believing.sets
    now = believing.round_after(reveals)
    tables = believing.tables(now)
    for s, skeletons in enumerate(member.tolist()):
        stack: list[tuple[tuple[Hand, ...], float, int, int]] = [((), weight[s], now.left, 1)]
        while stack:
            hands, w, left, kraken = stack.pop()
            if len(hands) == len(skeletons):
                if left == kraken == 0:
                    yield World(tuple(skeletons), hands, w)
                continue
            for t in range(min(left, MOST - 1) + 1):
                for k in range(kraken + 1):
                    own = float(tables[s, len(hands), t, k])
                    if own > 0:
                        stack.append(((*hands, (t, k)), w * own, left - t, kraken - k))


def draw(believing: Believing, reveals: tuple[Reveal, ...], rng: np.random.Generator) -> World:
    """Return one world, drawn with its chance."""
    member, weight = believing.sets
    now = believing.round_after(reveals)
    tables = believing.tables(now)
    ends = [start(len(member), now.left)]
    for i in range(member.shape[1] - 1, -1, -1):
        ends.append(joined(ends[-1], tables[:, i]))
    chance = weight * ends[-1][:, now.left, 1]
    s = int(rng.choice(len(chance), p=chance / chance.sum()))
    hands: list[Hand] = []
    left, kraken = now.left, 1
    for i in range(member.shape[1]):
        after = ends[member.shape[1] - 1 - i][s]
        options = [
            ((t, k), float(tables[s, i, t, k] * after[left - t, kraken - k]))
            for t in range(min(left, MOST - 1) + 1)
            for k in range(kraken + 1)
        ]
        odds = np.array([w for _, w in options])
        hand = options[int(rng.choice(len(odds), p=odds / odds.sum()))][0]
        hands.append(hand)
        left, kraken = left - hand[0], kraken - hand[1]
    return World(tuple(member[s].tolist()), tuple(hands), 1.0)


def spoken(world: World, seat: int, left: int, number: int, mix: tuple[float, ...],
           rng: np.random.Generator) -> Hand:  # fmt: skip
    """Return what a seat of a world claims: explorers the truth, skeletons by the mix."""
    hand, size = world.hands[seat], hand_size(number)
    way = int(rng.choice(4, p=np.array(mix))) if world.skeletons[seat] else TRUTH
    if way == TRUTH:
        return hand
    if way == MORE:
        return min(hand[0] + 1, size, left), 0
    if way == NOTHING:
        return 0, 0
    # A claim of all cards as treasures leaves no room for the Kraken.
    treasures, kraken = divmod(int(rng.integers(2 * min(size, left) + 2)), 2)
    return min(treasures, size - kraken), kraken
