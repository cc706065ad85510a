"""Options of Good Guys; every default of the rules page is a field.

Source: docs/rules/good-guys.md, whose marks the descriptions repeat: (s) stated by the printed
rules, (p) found in public rules or reviews, (d) our documented default.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from engine.api import Rules
from engine.good_guys.state import RULES, VALUES
from engine.records import new_record

Count = Annotated[int, Field(ge=0, le=1000)]
FourCounts = tuple[Count, Count, Count, Count]

PILES = {4: (6, 4), 5: (7, 5), 6: (5, 4), 7: (7, 6), 8: (5, 5)}
"""Piles of the deck, and the pile from the top that holds the Fuzz, by number of players (s)."""


class GoodGuysRules(Rules):
    """Frozen options of one game of Good Guys."""

    players: int = Field(ge=4, le=8, description="Number of players (s).")

    loot_counts: FourCounts = Field(
        (35, 35, 35, 35), description="Loot cards worth $2k, $3k, $4k, $5k (d; the total 140 is p)."
    )
    start_loot: FourCounts = Field(
        (1, 1, 1, 1), description="Loot cards of each value every player starts with (s)."
    )
    piles: int = Field(
        default_factory=lambda data: PILES[data["players"]][0],
        ge=1,
        le=1000,
        description="Piles the deck is stacked from: 6, 7, 5, 7, 5 for 4 to 8 players (s).",
    )
    fuzz_pile: int = Field(
        default_factory=lambda data: PILES[data["players"]][1],
        ge=1,
        le=1000,
        description="Pile from the top that holds the Fuzz: 4, 5, 4, 6, 5 for 4 to 8 players (s).",
    )
    pile_remainder: Literal["first", "last"] = Field(
        "first", description="Which piles are one card larger where they cannot be equal (d)."
    )
    pile_sizes: tuple[Count, ...] | None = Field(
        None, description="Loot cards of each pile from the top, instead of equal piles (d)."
    )
    first_boss: Literal["random"] | Count = Field(
        "random", description="First boss: random, or a seat from 0 (d)."
    )
    loot_extra: int = Field(
        2, ge=-3, le=20, description="Cards drawn for a round beyond one a player (s)."
    )
    rejection_cards: int = Field(
        2, ge=1, le=20, description="Cards added after the vote fails (s)."
    )
    fuzz_loot: Literal["lost", "boss"] = Field(
        "lost", description="What becomes of loot on the table when the Fuzz ends the game (d)."
    )
    ties: Literal["shared", "all", "none"] = Field(
        "shared", description="Equally rich winners share the win, all win, or none does (d)."
    )

    talk_turns: int = Field(
        1, ge=0, le=5, description="Turns of announcing an action before the commitment (d)."
    )
    markers: Literal["simultaneous", "in_turn", "with_actions"] = Field(
        "simultaneous",
        description="Threat markers: shown together before actions are chosen, placed openly "
        "clockwise from the boss, or shown together with the actions (d).",
    )
    marker_bluff: bool = Field(
        True, description="A seat with a placed marker may choose another action than ROB (d)."
    )
    skim_hidden: bool = Field(True, description="The skimmed card stays hidden (d).")
    rob_empty: Literal["nothing", "forbidden"] = Field(
        "nothing",
        description="A marker before a player without loot: no effect, or not allowed (d).",
    )
    guard_takes: Literal["each", "one"] = Field(
        "each", description="A guard takes a card from each robber, or from the first only (d)."
    )

    payoffs: bool = Field(False, description="Payoff cards, tokens and binding bribes (s option).")
    payoff_cards: int = Field(5, ge=0, le=5, description="Payoff cards of each player (s).")
    payoff_tokens: int = Field(2, ge=0, le=2, description="Payoff tokens of each player (s).")
    gifts: bool = Field(
        default_factory=lambda data: bool(data["payoffs"]),
        description="Cards may be given away before the offer and before the commitment; as "
        "`payoffs` unless set (d).",
    )
    bribes_face_up: bool = Field(True, description="Binding bribes lie face up (d).")
    bribe_settles: Literal["revealed", "in_turn"] = Field(
        "revealed",
        description="A bribe is settled as soon as the target's action is revealed, an early "
        "GUARD included, or in the target's turn (d).",
    )
    escrow_safe: bool = Field(True, description="Cards of a placed bribe cannot be robbed (d).")
    purchase_proposals: int = Field(
        2, ge=0, le=5, description="Purchases of payoff cards a seat may propose a round (d)."
    )

    boss_limit: bool = Field(False, description="A boss is replaced after some rounds (s option).")
    boss_limit_rounds: int = Field(3, ge=1, le=99, description="Rounds of that limit (s).")
    boss_limit_counts: Literal["consecutive", "total"] = Field(
        "consecutive", description="Rounds as boss count in a row, or all of them (d)."
    )
    boss_limit_failed: bool = Field(True, description="Rounds whose vote fails count too (d).")
    boss_limit_on_no: bool = Field(
        False, description="A boss whom a NO voter replaces at the limit is rewarded too (d)."
    )
    boss_limit_at_end: bool = Field(
        False, description="The reward is drawn even when a skimmed Fuzz ends the game (d)."
    )
    reward_hidden: bool = Field(True, description="The former boss's reward stays hidden (d).")

    @property
    def deck_counts(self) -> tuple[int, ...]:
        """Loot cards of $2k to $5k in the deck after dealing."""
        counts = zip(self.loot_counts, self.start_loot, strict=True)
        return tuple(count - self.players * dealt for count, dealt in counts)

    @property
    def loot(self) -> int:
        """Loot cards in the deck after dealing."""
        return sum(self.deck_counts)

    def pile_layout(self) -> tuple[int, ...]:
        """Return the loot cards of each pile from the top, the Fuzz not counted."""
        if self.pile_sizes is not None:
            return self.pile_sizes
        size, larger = divmod(self.loot, self.piles)
        first = self.pile_remainder == "first"
        return tuple(
            size + int(i < larger if first else i >= self.piles - larger) for i in range(self.piles)
        )

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for value, (count, dealt) in enumerate(zip(self.loot_counts, self.start_loot, strict=True)):
            if count < self.players * dealt:
                raise ValueError(
                    f"loot_counts has {count} cards of ${value + 2}k; dealing needs "
                    f"{self.players * dealt}"
                )
        if self.pile_sizes is not None:
            if len(self.pile_sizes) != self.piles:
                raise ValueError(f"pile_sizes has {len(self.pile_sizes)} piles, not {self.piles}")
            if sum(self.pile_sizes) != self.loot:
                raise ValueError(
                    f"pile_sizes holds {sum(self.pile_sizes)} cards; the deck has {self.loot}"
                )
        if self.fuzz_pile > self.piles:
            raise ValueError(f"fuzz_pile is {self.fuzz_pile}; there are {self.piles} piles")
        if isinstance(self.first_boss, int) and self.first_boss >= self.players:
            raise ValueError(f"first_boss is {self.first_boss}; seats are 0 to {self.players - 1}")
        return self

    def record(self) -> Any:
        """Return the options in numbers, as the kernels read them (dtype ``RULES``)."""
        layout = self.pile_layout()
        above = sum(layout[: self.fuzz_pile - 1])
        r = new_record(RULES)
        r.n, r.loot = self.players, self.loot
        for v in range(VALUES):
            r.start_loot[v], r.loot_counts[v] = self.start_loot[v], self.loot_counts[v]
        r.fuzz_low, r.fuzz_high = above, above + layout[self.fuzz_pile - 1]
        r.first_boss = -1 if self.first_boss == "random" else self.first_boss
        r.round_cards = self.players + self.loot_extra
        r.rejection_cards = self.rejection_cards
        r.fuzz_to_boss = self.fuzz_loot == "boss"
        r.talk_turns = self.talk_turns
        r.markers = ("simultaneous", "in_turn", "with_actions").index(self.markers)
        r.marker_bluff = self.marker_bluff
        r.skim_hidden = self.skim_hidden
        r.rob_empty_forbidden = self.rob_empty == "forbidden"
        r.guard_takes_one = self.guard_takes == "one"
        r.ties = ("shared", "all", "none").index(self.ties)
        r.payoff_cards = self.payoff_cards if self.payoffs else 0
        r.tokens = self.payoff_tokens if self.payoffs else 0
        r.gifts = self.gifts
        r.bribes_face_up = self.bribes_face_up
        r.bribe_in_turn = self.bribe_settles == "in_turn"
        r.escrow_safe = self.escrow_safe
        r.proposals = self.purchase_proposals if self.payoffs else 0
        r.boss_limit = self.boss_limit_rounds if self.boss_limit else 0
        r.limit_total = self.boss_limit_counts == "total"
        r.limit_failed = self.boss_limit_failed
        r.limit_on_no = self.boss_limit_on_no
        r.limit_at_end = self.boss_limit_at_end
        r.reward_hidden = self.reward_hidden
        return r
