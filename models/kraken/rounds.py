"""The chain of rounds under conventions that one side commits to, the other knowing everything.

The committed side says nothing, and each of its seats picks by its own hand and what lies open in
the round; the other side knows all roles and its own hands, and replies exactly, round by round.
Committed explorers prove a lower bound, committed skeletons an upper one; both hold under public
commitment and TMECor, with any talk, since the answering side already knows all it could be told
and the committed side need not listen. Roles are known to the answering side from the start, so
what a round leaves to the next is treasures left, the marker, and the pattern of roles about it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from models.kraken.commitment import (
    Behavior,
    Bools,
    Convention,
    Reply,
    climb,
    evaluate,
    own_reach,
    pooled_reply,
    uniform,
)
from models.kraken.flat import leaf_payoff
from models.kraken.pile import ROUNDS, hand_size, role_patterns
from models.kraken.public import Floats, PublicTree, public_tree
from models.kraken.response import TeamGame
from solver.errors import SolveFailed, TimeLimit

Side = Literal["explorers", "skeletons"]
FLOOR: Final = 0.02


@dataclass(frozen=True, eq=False)
class Chain:
    """What one side's conventions prove.

    Attributes
    ----------
    value : float
        Explorers' chance from the start, roles as dealt, the marker on a random seat.
    table : mapping from (round, treasures left) to (n_patterns,)
        Explorers' chance at a round's start by role pattern, seats counted from the marker.
    behavior : mapping from (round, treasures left)
    """

    side: Side
    players: int
    value: float
    masks: tuple[int, ...]
    table: dict[tuple[int, int], Floats]
    behavior: dict[tuple[int, int], Behavior]
    seconds: float

    def by_skeletons(self) -> dict[int, float]:
        """Return the value from the start given the number of skeletons."""
        values = self.table[1, self.players]
        count = np.array([mask.bit_count() for mask in self.masks])
        return {int(s): float(values[count == s].mean()) for s in np.unique(count)}


def turned(mask: int, seat: int, players: int) -> int:
    """Return a pattern of seats counted from another seat."""
    return (mask >> seat | mask << (players - seat)) & ((1 << players) - 1)


def chain(
    players: int,
    side: Side,
    *,
    seconds: float = 5.0,
    starts: int = 3,
    sweeps: int = 2,
    seed: int = 0,
) -> Chain:
    """Return the best chain of conventions found for one side.

    Parameters
    ----------
    seconds : float
        For each climb; a round's start has ``starts`` of them, the first from uniform play.
    sweeps : int
        Passes over the rounds; each weighs role patterns by how the last one came to them.
    """
    begun = time.perf_counter()
    patterns = role_patterns(players)
    masks = tuple(mask for mask, _ in patterns)
    chances = np.array([float(chance) for _, chance in patterns])
    rng = np.random.default_rng(seed)
    best: Chain | None = None
    weights: dict[tuple[int, int], Floats] = {}
    for _ in range(sweeps):
        table: dict[tuple[int, int], Floats] = {}
        kept: dict[tuple[int, int], Behavior] = {}
        answers: dict[tuple[int, int], Floats] = {}
        for place in _places(players):
            weight = weights.get(place, chances)
            step = _Step(players, side, place, masks, weight, table)
            old = best.behavior[place] if best is not None else None
            table[place], kept[place], answers[place] = step.solve(rng, starts, seconds, old)
        value = float(chances @ table[1, players])
        spent = time.perf_counter() - begun
        found = Chain(side, players, value, masks, table, kept, spent)
        if best is None or _better(found, best):
            best = found
        weights = _visits(players, masks, chances, answers)
    assert best is not None
    return best


def _better(found: Chain, best: Chain) -> bool:
    gain = found.value - best.value
    return gain > 0 if found.side == "explorers" else gain < 0


def _places(players: int) -> list[tuple[int, int]]:
    """Return every (round, treasures left) at a round's start, last round first."""
    return [
        (round_, left)
        for round_ in range(ROUNDS, 0, -1)
        for left in range(1, players + 1)
        if round_ > 1 or left == players
    ]


class _Step:
    """One round's start: the game, as the committed side's climbs read it."""

    def __init__(
        self,
        players: int,
        side: Side,
        place: tuple[int, int],
        masks: tuple[int, ...],
        weight: Floats,
        table: dict[tuple[int, int], Floats],
    ) -> None:
        round_, left = place
        self.side, self.masks, self.weight = side, masks, weight
        self.public = public_tree(players, hand_size(round_), left)
        number = {mask: k for k, mask in enumerate(masks)}

        def after(remaining: int, seat: int) -> list[float]:
            if round_ == ROUNDS:
                return [0.0] * len(masks)
            follow = table[round_ + 1, remaining]
            return [float(follow[number[turned(mask, seat, players)]]) for mask in masks]

        payoff = leaf_payoff(self.public, after)
        shown = list(zip(masks, weight, strict=True))
        if side == "skeletons":  # the same game with the sides' names and aims exchanged
            whole = (1 << players) - 1
            payoff, shown = 1.0 - payoff, [(whole & ~mask, w) for mask, w in shown]
        self.game = TeamGame.of(self.public, shown, payoff)

    def solve(
        self, rng: np.random.Generator, starts: int, seconds: float, old: Behavior | None
    ) -> tuple[Floats, Behavior, Floats]:
        """Return explorers' chance by pattern, the play, and how often each leaf comes."""
        reply = pooled_reply(self.game)
        begin = [old if old is not None else uniform(self.public)]
        begin += [_shaken(self.public, rng) for _ in range(starts - 1)]
        found = [self._climb(reply, start, seconds) for start in begin]
        best = max(found, key=lambda convention: convention.value)
        by_pattern = best.by_pattern
        if self.side == "skeletons":
            by_pattern = 1.0 - by_pattern
        return by_pattern, best.behavior, self._leaves(best.behavior, best.answer)

    def _climb(self, reply: Reply, start: Behavior, seconds: float) -> Convention:
        """Return where a climb ends; where it began if a programme on the way fails."""
        try:
            return climb(self.game, reply, self.weight, start, time_limit=seconds)
        except (SolveFailed, TimeLimit):
            return evaluate(self.game, start, reply, self.weight)

    def _leaves(self, behavior: Behavior, answer: Bools) -> Floats:
        """Return the chance of each leaf given each pattern; (n_leaves, n_patterns)."""
        public = self.public
        reach = public.leaf_reach[:, :, None] * public.chance[:, None]
        taken = self.game.takes(own_reach(public, behavior), 0) * answer
        return np.asarray((reach * taken).sum(axis=1))


def _shaken(public: PublicTree, rng: np.random.Generator) -> Behavior:
    """Return play at random about the uniform."""
    return [rng.dirichlet(np.full(b.shape[1], 3.0), size=len(b)) for b in uniform(public)]


def _visits(
    players: int,
    masks: tuple[int, ...],
    chances: Floats,
    answers: dict[tuple[int, int], Floats],
) -> dict[tuple[int, int], Floats]:
    """Return how often play comes to each round's start with each pattern, as weights.

    A share of the prior stays in, so that no pattern is forgotten.
    """
    number = {mask: k for k, mask in enumerate(masks)}
    visits = {place: np.zeros(len(masks)) for place in answers}
    visits[1, players] = chances.copy()
    for round_, left in sorted(answers, key=lambda place: place[0]):
        public = public_tree(players, hand_size(round_), left)
        for leaf, share in zip(public.leaves, answers[round_, left], strict=True):
            if leaf.end == "open" and round_ < ROUNDS:
                target = visits[round_ + 1, leaf.treasures]
                for k, mask in enumerate(masks):
                    there = number[turned(mask, leaf.marker, players)]
                    target[there] += visits[round_, left][k] * share[k]
    return {
        place: (1 - FLOOR) * row / max(float(row.sum()), 1e-12) + FLOOR * chances
        for place, row in visits.items()
    }
