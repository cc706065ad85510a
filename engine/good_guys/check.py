"""Whether a state can be: ranges, cards conserved, and the public mean in step with the counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.api import BadText
from engine.good_guys.state import (
    ACTION,
    ANSWER,
    BUYING,
    DRAW,
    END,
    FIRST_BOSS,
    FUZZ,
    GIFT,
    MARKER,
    OFFER,
    OUTCOMES,
    PHASES,
    SKIM_DRAW,
    TALK,
    THEFT,
)


def check_state(s: Any, r: Any) -> None:
    """Refuse an impossible state.

    Raises
    ------
    BadText
        Names what is impossible.
    """
    for fault in (*_range_faults(s, r), *_card_faults(s, r), *_phase_faults(s, r)):
        raise BadText(f"impossible state: {fault}")


def _range_faults(s: Any, r: Any) -> Iterator[str]:
    n = int(r.n)
    limits = {
        "phase": (0, len(PHASES) - 1),
        "turn": (0, n * max(1, int(r.talk_turns))),
        "boss": (-1 if s.phase == FIRST_BOSS else 0, n - 1),
        "outcome": (int(s.phase == END), len(OUTCOMES) - 1 if s.phase == END else 0),
        "fuzz_out": (0, 1),
        "claim": (0, 5),
        "marker": (0, n),
        "action": (-1, 4),
        "revealed": (0, 1),
        "skimmed": (0, 1),
        "thief": (0, n - 1),
        "loser": (0, n - 1),
        "last_receiver": (0, n - 1),
        "bribe_target": (-1, n - 1),
        "bribe_side": (0, 1),
        "open": (0, BUYING),
        "slot": (0, 2 * n - 1),
        "last_item": (0, FUZZ),
        "seller": (0, n - 1),
        "want": (0, 5),
        "last_boss": (-1, n - 1),
        "last_result": (-1, 2),
        "last_action": (-1, 4),
        "last_marker": (0, n),
    }
    if s.n != n:
        yield f"n={s.n}; the rules have {n} players"
    for field in s.dtype.names:
        low, high = limits.get(field, (0, 10**9))
        slack = 1e-6 if s.dtype[field].base.kind == "f" else 0
        if np.any(s[field] < low - slack) or np.any(s[field] > high + slack):
            yield f"{field} outside {low} to {high}"
    if any(s.marker[i] == 1 + i for i in range(n)):
        yield "marker before its owner"


def _card_faults(s: Any, r: Any) -> Iterator[str]:
    staked = s.bribe_cards.sum(axis=0)
    loot = s.deck + s.table + s.stash.sum(axis=0) + staked[:4]
    if not np.array_equal(loot, r.loot_counts):
        yield f"loot cards {loot.tolist()}; the rules have {r.loot_counts.tolist()}"
    if s.payoff.sum() + staked[4] != r.n * r.payoff_cards:
        yield f"payoff cards are not {r.n * r.payoff_cards} in all"
    if s.drawn != r.loot - s.deck.sum():
        yield f"drawn={s.drawn}; {r.loot - s.deck.sum()} loot cards have left the deck"
    if s.fuzz_out and not r.fuzz_low <= s.fuzz_depth <= min(r.fuzz_high, s.drawn):
        yield f"fuzz_depth={s.fuzz_depth}; allowed: {r.fuzz_low} to {min(r.fuzz_high, s.drawn)}"
    if not s.fuzz_out and s.drawn > r.fuzz_high:
        yield f"drawn={s.drawn}; at most {r.fuzz_high} cards lie above the Fuzz"
    counts = s.stash.sum(axis=1)
    if not r.bribes_face_up:
        counts = counts + s.bribe_cards[:, :4].sum(axis=1).reshape(-1, 2).sum(axis=1)
    if np.any(np.abs(s.known.sum(axis=1) + s.hidden - counts) > 1e-6):
        yield "known and hidden do not sum to the stash counts"
    if abs(s.unseen.sum() - s.deck.sum() - s.hidden.sum()) > 1e-6:
        yield "unseen does not sum to the deck and the hidden cards"


def _phase_faults(s: Any, r: Any) -> Iterator[str]:
    phase = PHASES[s.phase]
    deciding = GIFT <= s.phase <= ACTION
    offered = deciding or s.phase in (SKIM_DRAW, THEFT)
    assigned = s.offer.sum(axis=0) + s.unassigned
    faults = {
        f"to_draw={s.to_draw} in phase {phase}": (s.to_draw > 0) != (s.phase == DRAW)
        and s.phase != END,
        f"turn={s.turn} in phase {phase}": deciding and s.phase != TALK and s.turn >= r.n,
        "offer and unassigned do not sum to the table": offered
        and not np.array_equal(assigned, s.table),
        f"unassigned loot in phase {phase}": deciding and s.phase > OFFER and s.unassigned.any(),
        "no loot to assign in phase offer": s.phase == OFFER and not s.unassigned.any(),
        "the game has ended without the Fuzz": s.phase == END and not s.fuzz_out,
        "an open bribe or purchase after the deal window": s.phase in (MARKER, ACTION) and s.open,
        "a theft from an empty stash": s.phase == THEFT
        and r.escrow_safe
        and not s.stash[s.loser].any(),
        "a reveal past the last seat": s.phase in (SKIM_DRAW, THEFT) and s.turn >= r.n,
        "an answer without a proposal": s.phase == ANSWER and not (s.price.any() and s.want),
        "decisions after the Fuzz": deciding and s.fuzz_out,
    }
    yield from (text for text, wrong in faults.items() if wrong)
