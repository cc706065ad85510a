"""A state of Good Guys as the models ask for it: seats relative to the boss, money in $k."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from models.good_guys.continuation import GUARD_ONE, POT, Horizon
from models.good_guys.joint import Seats
from models.good_guys.offers import leader_markers
from models.good_guys.reveal import Bribe, rows_of
from models.good_guys.richest import WIN

Utility = Literal["win", "money"]
MARKER_RULES = ("leader", "next", "none")


@dataclass(frozen=True)
class Position:
    """What is known before the boss's offer.

    Attributes
    ----------
    rules : Rules
        The game's options.
    loot : tuple of int
        Values of the face-up cards, $k, falling.
    wealth : tuple of float
        Public mean of each seat's stash and payoff cards, $k, from the boss clockwise.
    stash_cards : tuple of int
        Cards in each stash.
    drawn : int
        Loot cards that left the deck, those on the table included.
    rejections : int
        NO results on this pot.
    terms : int
        Rounds the boss has been boss, this one included.
    markers : str or tuple of int
        A convention of :data:`MARKER_RULES`, or the relative seat before whom each seat's marker
        stands (-1: none).
    dealt : bool
        Whether the table was dealt from the seed rather than given.
    """

    rules: Any
    loot: tuple[int, ...]
    wealth: tuple[float, ...]
    stash_cards: tuple[int, ...]
    drawn: int
    rejections: int = 0
    terms: int = 1
    utility: Utility = "win"
    qre_lambda: float = 1.0
    markers: str | tuple[int, ...] = "leader"
    seed: int = 0
    dealt: bool = False

    @classmethod
    def opening(cls, rules: Any, seed: int = 0, **given: Any) -> Position:
        """Deal a typical opening: the first table from a shuffled deck, starting stashes."""
        n = rules.players
        start = np.array(rules.start_loot)
        deck = np.repeat([2, 3, 4, 5], rules.deck_counts)
        table = np.random.default_rng(np.random.SeedSequence([seed, n])).choice(
            deck, n + rules.loot_extra, replace=False
        )
        wealth = float(start @ [2, 3, 4, 5]) + (rules.payoff_cards if rules.payoffs else 0)
        return cls(
            rules=rules,
            loot=tuple(sorted(map(int, table), reverse=True)),
            wealth=(wealth,) * n,
            stash_cards=(int(start.sum()),) * n,
            drawn=len(table),
            seed=seed,
            dealt=True,
            **given,
        )

    @property
    def n(self) -> int:
        """Number of seats."""
        return len(self.wealth)

    @property
    def horizon(self) -> Horizon:
        """Where the Fuzz can be."""
        return Horizon.from_rules(self.rules)

    def place(self) -> NDArray[np.int64]:
        """Return the whereabouts of the vote as the kernels read them."""
        limit = self.rules.boss_limit_rounds if self.rules.boss_limit else 0
        left = max(1, limit - self.terms + 1) if limit else 0
        place = self.horizon.place(self.drawn, self.rejections, left)
        place[POT] = len(self.loot)
        place[GUARD_ONE] = self.rules.guard_takes == "one"
        return place

    def marker(self) -> NDArray[np.int64]:
        """Return the relative seat before whom each marker stands, -1 for none."""
        n = self.n
        if not isinstance(self.markers, str):
            return np.array(self.markers, dtype=np.int64)
        if self.markers == "none":
            return np.full(n, -1, dtype=np.int64)
        if self.markers == "next" or self.utility == "money":
            return (np.arange(n) + 1) % n
        return np.asarray(leader_markers(np.array(self.wealth)))

    def card_means(self) -> NDArray[np.float64]:
        """Return the mean $k of a random loot card of each stash, 0 for an empty one.

        Payoff cards are wealth but cannot be robbed; each seat is taken to hold those dealt.
        """
        safe = self.rules.payoff_cards if self.rules.payoffs else 0
        return np.array(
            [
                (w - safe) / c if c else 0.0
                for w, c in zip(self.wealth, self.stash_cards, strict=True)
            ]
        )

    def seats(self, bribes: Sequence[Bribe] = ()) -> Seats:
        """Return the public facts by seat, and bribes before them, as the kernels read them.

        All stashes are taken as known, so no card is in doubt.
        """
        cards = np.array(self.stash_cards, dtype=np.float64)
        return np.array(self.wealth), self.card_means(), self.marker(), cards, rows_of(bribes), 0.0

    def with_(self, **changes: Any) -> Position:
        """Return the position with some fields changed."""
        return replace(self, **changes)


def utility_of(continuation: NDArray[np.float64]) -> Utility:
    """Return the utility that a packed continuation counts in."""
    return "win" if continuation[0] == WIN else "money"
