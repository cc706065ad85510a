"""What a seat may know: a public part, kept in step as the game goes on, and a private part."""

from __future__ import annotations

from typing import Any

from engine.jit import kernel
from engine.kraken.kernel import SEAT_STREAM, actor, legal
from engine.kraken.rounds import skeletons_in_play, treasures_left
from engine.kraken.state import CURSE, KINDS, TREASURE
from engine.rng import bits

_LOT = 1 << 40
"""Counter of a seat's stream beyond those of its decisions."""


@kernel()
def observe_public(s: Any, r: Any, o: Any) -> None:
    """Fill what every seat knows; an observation of the same game before is brought up to date."""
    if o.games != s.games or o.reveals > s.reveals or o.round_number > s.round_number:
        o.reveals = 0
        o.round_number = 0
        for t in range(len(s.left)):
            o.left[t] = 0
            for i in range(s.n):
                o.claim[t, i] = -1
    observe_rounds(s, o)
    observe_log(s, o)
    o.n = s.n
    o.question = s.phase
    o.actions_left = s.n * s.round_number - s.face_up
    o.marker = s.marker
    o.starter = s.starter
    o.held = s.held
    o.clockwise = r.clockwise
    o.explorer_cards = r.explorers
    o.skeleton_cards = r.skeletons
    dealt = s.round_number > 0
    o.skeletons = skeletons_in_play(s, r) if dealt and all_know_skeletons(s, r) else -1
    o.treasures_left = treasures_left(s)
    o.curses = curses_in_play(s) if dealt and all_know_curses(s, r) else -1
    o.safe = s.safe
    o.special = r.special
    o.shown_seat = s.shown_seat
    o.shown_kind = s.shown_kind
    o.aim = s.aim
    o.games = s.games
    o.tokens = r.tokens
    down = 0
    for i in range(s.n):
        o.cards[i] = s.cards[i]
        o.found[i] = s.found[i]
        o.blanks[i] = s.blanks[i]
        o.token[i] = s.token[i]
        down += s.cards[i]
    for k in range(KINDS):
        o.up[k] = s.up[k]
    o.pile_count = 5 * s.n - down - s.face_up if dealt else 0


@kernel()
def observe_rounds(s: Any, o: Any) -> None:
    """Fill what was said in this round, and in rounds not observed yet."""
    for t in range(max(0, o.round_number - 1), s.round_number):
        o.left[t] = s.left[t]
        for i in range(s.n):
            o.claim[t, i] = s.claim[t, i]
    o.round_number = s.round_number


@kernel()
def observe_log(s: Any, o: Any) -> None:
    """Append the cards turned up since the last observation."""
    for k in range(o.reveals, s.reveals):
        o.log_round[k] = s.log_round[k]
        o.log_picker[k] = s.log_picker[k]
        o.log_owner[k] = s.log_owner[k]
        o.log_kind[k] = s.log_kind[k]
    o.reveals = s.reveals


@kernel()
def all_know_skeletons(s: Any, r: Any) -> bool:
    """Return whether the number of skeletons in play is common knowledge."""
    return r.undealt_shown or s.undealt[0] + s.undealt[1] == 0


@kernel()
def curses_in_play(s: Any) -> int:
    """Return the number of curses among the cards of this game."""
    total = s.pile[CURSE] + s.up[CURSE]
    for i in range(s.n):
        total += s.hand[i, CURSE]
    return total


@kernel()
def all_know_curses(s: Any, r: Any) -> bool:
    """Return whether the number of curses in play is common knowledge."""
    return not r.curse or r.mix_shown or s.n == 3


@kernel()
def observe_private(s: Any, r: Any, seat: int, key: Any, o: Any) -> None:
    """Fill what one seat knows beyond the public part, and its private random number."""
    o.seat = seat
    o.role = s.role[seat]
    for i in range(s.n):
        o.role_of[i] = s.role[i] if s.seen[seat, i] or i == seat else -1
    for k in range(KINDS):
        o.hand[k] = s.hand[seat, k]
    step = ((s.games * 16 + s.phase) * 8 + s.round_number) * 64 + s.reveals
    o.rng = bits(key, SEAT_STREAM + seat, step)
    o.lot = bits(key, SEAT_STREAM + seat, _LOT + s.games)
    if seat == actor(s):
        legal(s, seat, o)
    else:
        o.codes = 0


@kernel()
def treasure_cards(o: Any, kind: int) -> bool:
    """Return whether a kind now counts as a treasure."""
    return kind == TREASURE or (kind == CURSE and o.safe == 1)
