"""Whole worlds behind a belief: who is what and who holds what, listed or drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.base import BadQuestion
from models.kraken.belief import MORE, MOST, NOTHING, TRUTH, Believing, joined, start
from models.kraken.heard import Reveal
from models.kraken.pile import Hand, hand_size

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
        goal = believing.goal(now)
        stack: list[tuple[tuple[Hand, ...], float, int, int]] = [((), weight[s], goal, 1)]
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


@dataclass(frozen=True, eq=False)
class Draws:
    """Worlds drawn with their chances, one a row.

    Attributes
    ----------
    skeletons : (draws, n) of bool
    treasures, kraken : (draws, n) of int
        Of each hand as dealt in this round.
    """

    skeletons: NDArray[np.bool_]
    treasures: NDArray[np.int64]
    kraken: NDArray[np.int64]


def draws(
    believing: Believing, reveals: tuple[Reveal, ...], count: int, rng: np.random.Generator
) -> Draws:
    """Return worlds drawn with their chances: a set of skeletons, then hand after hand."""
    member, weight = believing.sets
    now = believing.round_after(reveals)
    tables, goal = believing.tables(now), believing.goal(now)
    ends = [start(len(member), goal)]
    for i in range(member.shape[1] - 1, -1, -1):
        ends.append(joined(ends[-1], tables[:, i]))
    chance = weight * ends[-1][:, goal, 1]
    rows = rng.choice(len(chance), size=count, p=chance / chance.sum())
    left, kraken = np.full(count, goal), np.ones(count, np.int64)
    hands = np.zeros((2, count, member.shape[1]), np.int64)
    for i in range(member.shape[1]):
        after_t = left[:, None, None] - np.arange(MOST)[None, :, None]
        after_k = kraken[:, None, None] - np.arange(2)[None, None, :]
        rest = ends[member.shape[1] - 1 - i]
        odds = tables[rows, i] * rest[rows[:, None, None], after_t.clip(0), after_k.clip(0)]
        odds = np.where((after_t >= 0) & (after_k >= 0), odds, 0.0).reshape(count, -1)
        ladder = odds.cumsum(axis=1)
        level = rng.random(count) * ladder[:, -1]
        hands[:, :, i] = np.divmod((ladder <= level[:, None]).sum(axis=1), 2)
        left, kraken = left - hands[0, :, i], kraken - hands[1, :, i]
    return Draws(member[rows], hands[0], hands[1])


def draw(believing: Believing, reveals: tuple[Reveal, ...], rng: np.random.Generator) -> World:
    """Return one world, drawn with its chance."""
    found = draws(believing, reveals, 1, rng)
    hands = zip(found.treasures[0].tolist(), found.kraken[0].tolist(), strict=True)
    return World(tuple(found.skeletons[0].tolist()), tuple(hands), 1.0)


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
