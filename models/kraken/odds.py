"""Odds of cards and roles, seat by seat: of the exact belief, or of tables drawn from it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from models.kraken.advice import belief_now, belief_rows, clean
from models.kraken.belief import TALKS, Believing, Floats
from models.kraken.heard import CURSE, KRAKEN, SPECIALS, TREASURE, claim_text
from models.kraken.hidden import INDEX, Hidden, face_down, hidden
from models.kraken.table import by_curses
from models.kraken.view import View

TABLES: Final = 20_000
"""Tables behind odds that are drawn: they err by at most half a percentage point, 95 of 100."""


@dataclass(frozen=True, eq=False)
class Odds:
    """What a face-down card of each seat may be, and what to believe of the seats.

    Attributes
    ----------
    cards : mapping of str to (n,)
        Chance of a treasure, the Kraken, a curse that strikes, a special card.
    skeleton : (n,)
    seats : list of dict
        Rows as :func:`models.kraken.advice.belief_rows` returns them.
    explained : bool
        Whether some set of roles explains the talk of this round.
    """

    cards: dict[str, Floats]
    skeleton: Floats
    seats: list[dict[str, Any]]
    explained: bool

    def of(self, seat: int) -> dict[str, float]:
        """Return the odds of a seat's card as fields of a row."""
        chances = {name: clean(chance[seat]) for name, chance in self.cards.items()}
        return self.fields(chances, seat)

    def shown(self, seat: int, card: str, *, safe: bool) -> dict[str, float]:
        """Return the odds of a card that all have seen."""
        treasure = card == TREASURE or (card == CURSE and safe)
        is_ = {
            "treasure": treasure,
            "kraken": card == KRAKEN,
            "curse": card == CURSE and not safe,
            "special": card in SPECIALS,
        }
        return self.fields({name: float(value) for name, value in is_.items()}, seat)

    def fields(self, chances: dict[str, float], seat: int) -> dict[str, float]:
        """Return chances of a card as fields of a row."""
        found = {f"{name}_probability": chance for name, chance in chances.items()}
        found["empty_probability"] = clean(1.0 - sum(chances.values()))
        return found | {"skeleton_probability": clean(self.skeleton[seat])}


def odds_of(view: View, talk: str) -> Odds:
    """Return the odds of a view: exact in the basic game, of drawn tables with expansions."""
    if not (view.curse or view.specials):
        believing = Believing(view, TALKS[talk], private=True)
        belief = belief_now(believing)
        none = np.zeros(view.players)
        cards = {
            "treasure": belief.treasure.sum(axis=0),
            "kraken": belief.kraken.sum(axis=0),
            "curse": none,
            "special": none,
        }
        seats = belief_rows(view, belief)
        return Odds(cards, belief.skeleton, seats, believing.explained)
    explained = any(believing.explained for _, believing in by_curses(view, TALKS[talk]))
    tables = hidden(view, TALKS[talk], TABLES, np.random.default_rng(0))
    return _of_tables(view, tables, explained)


def _of_tables(view: View, tables: Hidden, explained: bool) -> Odds:
    now, lit = view.now, view.now.light
    down = face_down(view, tables)[0].astype(float)
    if lit is not None and lit.at is None:
        down[:, lit.seat, INDEX[lit.card]] -= 1
    mean = down.mean(axis=0) / np.maximum(down.sum(axis=2).max(axis=0), 1.0)[:, None]
    # Safe: a treasure has been face up by now, in this round or before.
    safe = now.safe or TREASURE in [card for _, card in now.reveals]
    curse = mean[:, INDEX[CURSE]]
    cards = {
        "treasure": mean[:, INDEX[TREASURE]] + (curse if safe else 0.0),
        "kraken": mean[:, INDEX[KRAKEN]],
        "curse": np.zeros_like(curse) if safe else curse,
        "special": mean[:, [INDEX[card] for card in SPECIALS]].sum(axis=1),
    }
    skeleton = tables.skeletons.mean(axis=0)
    seats = [_seat_row(view, tables, seat, skeleton) for seat in range(view.players)]
    return Odds(cards, skeleton, seats, explained)


def _seat_row(view: View, tables: Hidden, seat: int, skeleton: Floats) -> dict[str, Any]:
    dealt = tables.dealt[:, seat]
    treasures = dealt[:, INDEX[TREASURE]] + (dealt[:, INDEX[CURSE]] if view.now.safe else 0)
    kraken, count = dealt[:, INDEX[KRAKEN]], len(dealt)
    likely = Counter(zip(treasures.tolist(), kraken.tolist(), strict=True)).most_common(3)
    return {
        "seat": seat,
        "claim": claim_text(view.now.claims[seat]),
        "skeleton_probability": clean(skeleton[seat]),
        "treasures": float(treasures.mean()),
        "kraken_probability": clean(kraken.mean()),
        "hands": {claim_text(hand): clean(hits / count) for hand, hits in likely},
    }
