"""A position in the middle of a game, from what a person can tell about it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.api import EngineError, Position
from engine.good_guys.batch import initial_state
from engine.good_guys.check import check_state
from engine.good_guys.rounds import open_offer
from engine.good_guys.rules import GoodGuysRules
from engine.good_guys.state import LOWEST_VALUE, VALUES

Cards = Sequence[int]


def at_offer(
    rules: GoodGuysRules,
    table: Cards,
    stashes: Sequence[Cards],
    *,
    boss: int = 0,
    boss_terms: int = 1,
    rejections: int = 0,
    payoff_cards: Sequence[int] | None = None,
) -> Position:
    """Return the position before an offer.

    Parameters
    ----------
    rules : GoodGuysRules
    table : sequence of int
        Loot on the table, values in $k.
    stashes : sequence of sequences of int, length n
        Loot of each seat, values in $k; taken as known to all. The rest of the loot is the deck.
    boss : int
    boss_terms : int
        The boss's rounds in office, this one included, that count towards the boss limit.
    rejections : int
        NO results on this pot.
    payoff_cards : sequence of int, optional
        Payoff cards of each seat; as dealt by default.

    Raises
    ------
    EngineError
        If the cards do not exist, or more have left the deck than can lie above the Fuzz.
    """
    n = rules.players
    numbers = rules.record()
    s = initial_state(rules)
    if len(stashes) != n:
        raise EngineError(f"{len(stashes)} stashes; allowed: one for each of {n} players")
    expected = numbers.round_cards + rejections * numbers.rejection_cards
    if len(table) != expected:
        raise EngineError(
            f"{len(table)} loot cards on the table; allowed: {expected} after {rejections} NO"
        )
    s.table[:] = _counts(table, "the table")
    s.stash[:n] = [_counts(cards, f"the stash of seat {i}") for i, cards in enumerate(stashes)]
    s.deck[:] = numbers.loot_counts - s.table - s.stash.sum(axis=0)
    for v in range(VALUES):
        if s.deck[v] < 0:
            held = int(numbers.loot_counts[v])
            raise EngineError(
                f"{held - s.deck[v]} cards of ${v + LOWEST_VALUE}k; allowed: {held} in the game"
            )
    s.known[:] = s.stash
    s.hidden[:] = 0.0
    s.unseen[:] = s.deck
    s.drawn = numbers.loot - s.deck.sum()
    if payoff_cards is not None:
        s.payoff[:n] = payoff_cards
    s.boss, s.round_number, s.rejections = boss, 1, rejections
    if not 0 <= boss < n:
        raise EngineError(f"boss {boss}; allowed: seats 0 to {n - 1}")
    s.terms[boss] = boss_terms - 1
    open_offer(s, numbers)
    check_state(s, numbers)
    return Position(rules, numbers, s)


def _counts(cards: Cards, place: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    counts = np.zeros(VALUES, np.int64)
    for value in cards:
        if not LOWEST_VALUE <= value < LOWEST_VALUE + VALUES:
            raise EngineError(f"a card of {value} on {place}; allowed: values 2, 3, 4, 5")
        counts[value - LOWEST_VALUE] += 1
    return counts
