"""A position at the beginning of a round, from what a person can tell about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.api import EngineError, Position
from engine.kraken.batch import initial_state
from engine.kraken.check import check_state
from engine.kraken.rounds import begin_action, next_round
from engine.kraken.rules import KrakenRules
from engine.kraken.state import (
    CLAIM,
    CURSE,
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


@dataclass(frozen=True)
class Past:
    """What expansions have left on the table at a deal.

    Attributes
    ----------
    up : mapping
        Cards face up by name, those of all rounds before.
    curses : int
        Curses among the treasures of the game; 0 without the captain's curse.
    boxed : str
        The special card that stays in the box; empty without special cards.
    safe : bool
        Whether a treasure was face up at any time: curses are treasures from then on.
    last : str
        Kind of the last treasure turned up, if it can still vanish; else empty.
    """

    up: Cards = field(default_factory=dict)
    curses: int = 0
    boxed: str = ""
    safe: bool = False
    last: str = ""


@dataclass(frozen=True)
class Told:
    """A round that is over, as everybody remembers it.

    Attributes
    ----------
    number, left : int
        The round, and the treasures and curses face down at its deal.
    claims : sequence of int
        Code of each seat's claim.
    log : sequence of (picker, owner, kind)
        Cards turned up, in order; kinds by name.
    """

    number: int
    left: int
    claims: Sequence[int]
    log: Sequence[tuple[int, int, str]]


def at_deal(
    rules: KrakenRules,
    roles: Sequence[str],
    *,
    round_number: int = 1,
    treasures_left: int | None = None,
    marker: int = 0,
    past: Past | None = None,
) -> Position:
    """Return the position before a round's deal.

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
    past : Past, optional
        What lies face up; asked for with expansions. By default treasures and empty chests.

    Raises
    ------
    EngineError
        If there is no such position.
    """
    n, record = rules.players, rules.record()
    if past is None and (rules.curse or rules.special):
        raise EngineError("a given position with curse or special cards; allowed: with its past")
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
    _lay(s, past or _plain_past(found, up))
    next_round(s, record)
    check_state(s, record)
    return Position(rules, record, s)


def _plain_past(found: int, up: int) -> Past:
    cards = {"treasure": found, "empty": up - found}
    return Past(cards, safe=found > 0, last="treasure" if found else "")


def _lay(s: Any, past: Past) -> None:
    """Lay out what the past left face up; the pile is the rest."""
    if past.curses:
        s.pile[TREASURE], s.pile[CURSE] = s.n - past.curses, past.curses
    if past.boxed:
        s.boxed = _kind(past.boxed)
        s.pile[s.boxed] = 0
    for name, count in past.up.items():
        s.up[_kind(name)] += count
    s.safe = int(past.safe)
    s.last_treasure = _kind(past.last) if past.last else 0
    s.pile -= s.up


def _kind(name: str) -> int:
    if name not in KIND_NAMES:
        raise EngineError(f"card {name!r}; allowed: {', '.join(KIND_NAMES)}")
    return KIND_NAMES.index(name)


def with_history(position: Position, rounds: Sequence[Told]) -> Position:
    """Return the position with the talk and the reveals of earlier rounds on record."""
    s = copy_record(position.record)
    for told in rounds:
        s.left[told.number - 1] = told.left
        s.claim[told.number - 1, : len(told.claims)] = told.claims
        for picker, owner, name in told.log:
            k = int(s.reveals)
            s.log_round[k], s.log_picker[k] = told.number, picker
            s.log_owner[k], s.log_kind[k] = owner, _kind(name)
            s.reveals += 1
            s.turned += 1
    check_state(s, position.numbers)
    return Position(position.rules, position.numbers, s)


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
            s.hand[seat, _kind(name)] = count
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
