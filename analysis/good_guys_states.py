"""Random states of Good Guys, of all stages of a game, and batches joined to one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

import numpy as np

from analysis.questions.good_guys import Scene, values_of
from engine.good_guys.batch import BatchResult
from engine.good_guys.rules import GoodGuysRules
from models.good_guys.position import Position

REJECTIONS: Final = (0.5, 0.2, 0.15, 0.1, 0.05)
"""Shares of states whose pot was rejected so often."""
LATE: Final = 0.7
"""Power of the uniform number that says how far a state has come: below 1, more late states."""
EVEN: Final = 6.0
"""Concentration of the seats' chances to own a card that was paid."""


def random_scene(rules: GoodGuysRules, rng: np.random.Generator) -> Scene:
    """Return a state with the boss to offer: cards of a shuffled deck, uneven stashes."""
    n = rules.players
    rejections = int(rng.choice(len(REJECTIONS), p=REJECTIONS))
    table = n + rules.loot_extra + rejections * rules.rejection_cards
    deepest = sum(rules.pile_layout()[: rules.fuzz_pile])
    drawn = int(table + rng.random() ** LATE * (deepest - table))
    start, deck = values_of(rules.start_loot), values_of(rules.deck_counts)
    rng.shuffle(deck)
    owner = rng.choice(n, size=drawn - table, p=rng.dirichlet(np.full(n, EVEN)))
    paid = np.array(deck[table:drawn], np.int64)
    hands = tuple(
        tuple(sorted([*start, *paid[owner == seat].tolist()], reverse=True)) for seat in range(n)
    )
    position = Position.opening(rules).with_(
        loot=tuple(sorted(deck[:table], reverse=True)),
        drawn=drawn,
        rejections=rejections,
        stash_cards=tuple(map(len, hands)),
        wealth=tuple(float(sum(hand)) for hand in hands),
        dealt=False,
    )
    return Scene(position, hands)


def joined(parts: Sequence[BatchResult]) -> BatchResult:
    """Return batches as one, the games of their traces numbered anew."""
    arrays = [f.name for f in fields(BatchResult) if f.name not in ("outcome_names", "questions")]
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(p, name) for p in parts]) for name in arrays
    }
    columns["trace"]["game"] = np.arange(len(columns["trace"]))[:, None]
    return BatchResult(**columns)
