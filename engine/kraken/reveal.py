"""Turning a card up: ends of the game, special cards, and who takes the marker."""

from __future__ import annotations

from typing import Any

from engine.jit import kernel
from engine.kraken.rounds import after_action, finish, treasures_left
from engine.kraken.state import (
    CURSE,
    CURSE_REVEALED,
    EXPLORERS_WIN,
    FLIP,
    IDENTITY,
    KINDS,
    KRAKEN,
    KRAKEN_REVEALED,
    LIGHT,
    OBSESSION,
    PRESENCE,
    REVEAL,
    ROUNDS,
    SHINE,
    SHOWN,
    TIME_UP,
    TREASURE,
    VANISHED,
)


@kernel()
def hidden(s: Any, seat: int, kind: int) -> int:
    """Return how many cards of a kind lie before a seat, not counting one that light has shown."""
    return s.hand[seat, kind] - (s.shown_seat == seat and s.shown_kind == kind)


@kernel()
def pick(s: Any, r: Any, a: int) -> None:
    """Choose the card to turn up: chance draws it from a hand, or it is known."""
    if a == SHOWN:
        s.target = s.shown_seat
        s.shown_seat = -1
        reveal(s, r, s.shown_kind)
    else:
        s.target = a
        s.phase = REVEAL


@kernel()
def note(s: Any, kind: int) -> None:
    """Write a card turned up into the public log."""
    k = s.reveals
    s.log_round[k] = s.round_number
    s.log_picker[k] = s.marker
    s.log_owner[k] = s.target
    s.log_kind[k] = kind
    s.reveals += 1
    s.turned += 1
    if kind in (TREASURE, CURSE):
        s.found[s.target] += 1
    else:
        s.blanks[s.target] += 1


@kernel()
def reveal(s: Any, r: Any, kind: int) -> None:
    """Turn a card of the target up; it stays, and its owner takes the marker."""
    owner = s.target
    picker = s.marker
    note(s, kind)
    s.hand[owner, kind] -= 1
    s.cards[owner] -= 1
    s.up[kind] += 1
    s.face_up += 1
    s.last_owner = owner
    s.acted += 1
    ended = end_by(s, kind)
    if ended > 0:
        finish(s, r, ended)
        return
    if kind == IDENTITY:
        s.seen[picker, owner] = 1
    elif kind == OBSESSION:
        s.held = 1
        s.marker = owner
    elif kind == PRESENCE:
        withdraw(s, owner)
    elif kind == VANISHED and vanish(s) and s.round_number == ROUNDS:
        finish(s, r, TIME_UP)
        return
    elif kind == TREASURE:
        s.safe = 1
        s.last_treasure = TREASURE
    elif kind == CURSE and r.curse_vanishes:
        s.last_treasure = CURSE
    pass_marker(s, r)
    if kind == LIGHT and can_shine(s):
        s.phase = SHINE
    else:
        after_action(s, r)


@kernel()
def end_by(s: Any, kind: int) -> int:
    """Return the outcome that a card just turned up brings at once, 0 if none."""
    if kind == KRAKEN:
        return KRAKEN_REVEALED
    if kind == CURSE and not s.safe:
        return CURSE_REVEALED
    if treasures_left(s) == 0:
        return EXPLORERS_WIN
    return 0


@kernel()
def pass_marker(s: Any, r: Any) -> None:
    """Give the marker to the card's owner, or clockwise by option, unless it is held."""
    if s.held:
        return
    if r.clockwise:
        s.marker = (s.starter + s.acted) % s.n
    else:
        s.marker = s.last_owner


@kernel()
def vanish(s: Any) -> bool:
    """Return the last revealed treasure to the pile dealt next round; False if there is none."""
    kind = s.last_treasure
    if kind == 0:
        return False
    s.up[kind] -= 1
    s.face_up -= 1
    s.pile[kind] += 1
    s.last_treasure = 0
    return True


@kernel()
def withdraw(s: Any, owner: int) -> None:
    """Move a seat's face-down cards to the pile dealt next round."""
    for k in range(KINDS):
        s.pile[k] += s.hand[owner, k]
        s.hand[owner, k] = 0
    s.cards[owner] = 0
    if s.shown_seat == owner:
        s.shown_seat = -1
        s.shown_kind = 0


@kernel()
def can_shine(s: Any) -> bool:
    """Return whether a face-down card is there to be shown; none matters when time is up."""
    down = 0
    for i in range(s.n):
        down += s.cards[i]
    return down > 0 and s.face_up < s.n * ROUNDS


@kernel()
def shine(s: Any, seat: int) -> None:
    """Choose the hand whose card is shown; chance draws the card."""
    s.target = seat
    s.phase = FLIP


@kernel()
def flip(s: Any, r: Any, kind: int) -> None:
    """Show a card to all and turn it back: it is known until it is turned up or redealt."""
    s.shown_seat = s.target
    s.shown_kind = kind
    after_action(s, r)
