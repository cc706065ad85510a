"""Options of No Touch Kraken; every default of the rules page is a field.

Source: docs/rules/kraken.md, whose marks the descriptions repeat: (s) stated by the printed rules,
(p) found in public rules or several implementations, (d) our documented default.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from engine.api import Rules
from engine.kraken.state import DEALT, RULES, SPECIALS
from engine.records import new_record

Count = Annotated[int, Field(ge=0, le=1000)]

ROLE_PILES = {3: (3, 2), 4: (3, 2), 5: (4, 2), 6: (4, 2), 7: (5, 3), 8: (6, 3)}
"""Explorer and skeleton cards of the role pile, by number of players (s)."""
BOX_TREASURES = 8
"""Treasures in the box of the game (s)."""


class KrakenRules(Rules):
    """Frozen options of one game of No Touch Kraken."""

    players: int = Field(ge=3, le=8, description="Number of players (s).")

    explorer_cards: int = Field(
        default_factory=lambda data: ROLE_PILES[data["players"]][0],
        ge=1,
        le=9,
        description="Explorer cards in the role pile: 3, 3, 4, 4, 5, 6 for 3 to 8 players (s).",
    )
    skeleton_cards: int = Field(
        default_factory=lambda data: ROLE_PILES[data["players"]][1],
        ge=0,
        le=9,
        description="Skeleton cards in the role pile: 2, 2, 2, 2, 3, 3 for 3 to 8 players (s).",
    )
    undealt_roles: Literal["hidden", "shown"] = Field(
        "hidden", description="Role cards that are not dealt stay unseen, or all see them (d)."
    )
    first_marker: Literal["random"] | Count = Field(
        "random", description="First holder of the action marker: random, or a seat from 0 (d)."
    )
    claims: bool = Field(
        True, description="Each player announces once per round after the deal, or is silent (d)."
    )
    claims_per_action: bool = Field(
        False,
        description="Before each reveal too: a target is announced, each may claim, then the "
        "final choice (d).",
    )
    three_explorers_time: Literal["all_lose", "explorers_win"] = Field(
        "all_lose", description="What three explorers without a skeleton get when time is up (d)."
    )
    clockwise: bool = Field(
        False, description="Eight players act once per round each, in seat order (s option)."
    )
    clockwise_start: Literal["same", "last_revealed"] = Field(
        "same", description="Who starts the next round then: the same seat, or as usual (d)."
    )
    tokens: int = Field(
        0, ge=0, le=10, description="Tokens that end a series of games: 3 (s); 0: one game."
    )

    curse: bool = Field(False, description="The greedy captain's curse (s option).")
    curse_pool: Literal["all", "in_play"] = Field(
        "all",
        description="Treasures that may fill up the pile: all six left in the box, or N-2 (d).",
    )
    curse_mix: Literal["hidden", "shown"] = Field(
        "hidden", description="Whether the number of curses in play is known (d)."
    )
    curse_vanishes: bool = Field(
        True, description="A curse that counts as a treasure can vanish as one (d)."
    )

    special: bool = Field(False, description="Five of the six special cards (s option).")

    @property
    def empties(self) -> int:
        """Empty chests without expansions: 4N-1 beside N treasures and the Kraken."""
        return self.players * (DEALT - 1) - 1

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        pile = self.explorer_cards + self.skeleton_cards
        if pile < self.players:
            raise ValueError(f"the role pile has {pile} cards for {self.players} players")
        if isinstance(self.first_marker, int) and self.first_marker >= self.players:
            raise ValueError(
                f"first_marker is {self.first_marker}; seats are 0 to {self.players - 1}"
            )
        if self.clockwise and self.players != 8:
            raise ValueError(f"clockwise is for 8 players (s), not {self.players}")
        return self

    def record(self) -> Any:
        """Return the options in numbers, as the kernels read them (dtype ``RULES``)."""
        r = new_record(RULES)
        r.n, r.explorers, r.skeletons = self.players, self.explorer_cards, self.skeleton_cards
        r.empty = self.empties - (SPECIALS - 1 if self.special else 0)
        r.first_marker = -1 if self.first_marker == "random" else self.first_marker
        r.claims, r.per_action = self.claims, self.claims_per_action
        r.undealt_shown = self.undealt_roles == "shown"
        r.clockwise, r.clockwise_last = self.clockwise, self.clockwise_start == "last_revealed"
        r.time_saves = self.three_explorers_time == "explorers_win"
        r.tokens = self.tokens
        r.curse = self.curse
        r.box_treasures = (BOX_TREASURES if self.curse_pool == "all" else self.players) - 2
        r.mix_shown, r.curse_vanishes = self.curse_mix == "shown", self.curse_vanishes
        r.special = self.special
        return r
