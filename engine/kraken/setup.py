"""A position at the beginning of a round, from what a person can tell about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.api import EngineError, Position
from engine.kraken.batch import initial_state
from engine.kraken.check import check_state
from engine.kraken.rounds import begin_action, next_round
from engine.kraken.rules import KrakenRules
from engine.kraken.state import (
    CLAIM,
    DEALT,
    EMPTY,
    KIND_NAMES,
    KINDS,
    ROLES,
    ROUNDS,
    TREASURE,
)
from engine.records import copy_record

Cards = Mapping[str, int]


def at_deal(
    rules: KrakenRules,
    roles: Sequence[str],
    *,
    round_number: int = 1,
    treasures_left: int | None = None,
    marker: int = 0,
) -> Position:
    """Return the position before a round's deal, in a game without expansions.

    Parameters
    ----------
    rules : KrakenRules
    roles : sequence of str, length n
        ``explorer`` or ``skeleton`` for each seat.
    round_number : int
        1 to 4.
    treasures_left : int, optional
        Treasures still face down; by default all.
    marker : int
        Who starts the round.

    Raises
    ------
    EngineError
        If there is no such position.
    """
    n, record = rules.players, rules.record()
    if rules.curse or rules.special:
        raise EngineError("a given position with curse or special cards; allowed: without")
    if len(roles) != n or not set(roles) <= set(ROLES):
        raise EngineError(f"roles {list(roles)}; allowed: {n} of {', '.join(ROLES)}")
    if not 0 <= marker < n:
        raise EngineError(f"marker {marker}; allowed: seats 0 to {n - 1}")
    up = (round_number - 1) * n
    found = n - (n if treasures_left is None else treasures_left)
    if not (1 <= round_number <= ROUNDS and 0 <= found < n and found <= up):
        raise EngineError(
            f"{treasures_left} treasures left in round {round_number}; "
            f"allowed: {max(1, n - up)} to {n} in rounds 1 to {ROUNDS}"
        )
    s = initial_state(rules)
    for seat, role in enumerate(roles):
        s.role[seat] = ROLES.index(role)
        s.undealt[s.role[seat]] -= 1
    s.marker, s.round_number, s.face_up = marker, round_number - 1, up
    s.up[TREASURE], s.up[EMPTY] = found, up - found
    s.safe, s.last_treasure = (1, TREASURE) if found else (0, 0)
    s.pile -= s.up
    next_round(s, record)
    check_state(s, record)
    return Position(rules, record, s)


def with_hands(position: Position, hands: Sequence[Cards]) -> Position:
    """Return the position after a deal in which every seat gets the cards named.

    Parameters
    ----------
    position : Position
        As :func:`at_deal` returns it.
    hands : sequence of mapping, length n
        Cards by name, as ``{"treasure": 2, "kraken": 1}``; the rest of each hand is empty.

    Raises
    ------
    EngineError
        If the cards are not those of the pile.
    """
    s, n = copy_record(position.record), position.rules.players
    size = DEALT + 1 - int(s.round_number)
    if len(hands) != n:
        raise EngineError(f"{len(hands)} hands; allowed: one for each of {n} players")
    for seat, hand in enumerate(hands):
        for name, count in hand.items():
            if name not in KIND_NAMES:
                raise EngineError(f"card {name!r}; allowed: {', '.join(KIND_NAMES)}")
            s.hand[seat, KIND_NAMES.index(name)] = count
        s.hand[seat, EMPTY] += size - s.hand[seat].sum()
        s.cards[seat] = size
    for k in range(KINDS):
        if s.hand[:, k].sum() != s.pile[k] or s.hand[:, k].min() < 0:
            raise EngineError(
                f"{s.hand[:, k].sum()} cards {KIND_NAMES[k]} dealt; allowed: {s.pile[k]}"
            )
    s.pile[:] = 0
    s.turn = 0
    s.drawn += n * size
    if position.numbers.claims:
        s.phase = CLAIM
    else:
        begin_action(s, position.numbers)
    return Position(position.rules, position.numbers, s)
