"""The state machine of No Touch Kraken: who acts, what is legal, what chance does."""

from __future__ import annotations

from typing import Any

from engine.api import CHANCE, TERMINAL
from engine.jit import kernel
from engine.kraken.reveal import flip, hidden, pick, reveal, shine
from engine.kraken.rounds import (
    begin_action,
    deal_card,
    hand_size,
    has_won,
    next_round,
    next_setup,
    silenced,
)
from engine.kraken.state import (
    AIM,
    BOX,
    CLAIM,
    CLAIMS,
    CURSE,
    DEAL,
    DEAL_ROLES,
    EMPTY,
    END,
    FILL_PILE,
    FLIP,
    KINDS,
    PICK,
    PICKS,
    REVEAL,
    SHINE,
    SHOWN,
    SILENT,
    TALK,
    TREASURE,
    VANISHED,
)
from engine.rng import below, bits

# Streams of a game's key; a seat's own stream is SEAT_STREAM + seat.
SETUP_STREAM, DEAL_STREAM, REVEAL_STREAM, SEAT_STREAM = range(1, 5)
_SLOTS = 64
"""Counters of the set-up stream a game of a series may use."""


@kernel()
def actor(s: Any) -> int:
    """Return the seat to act, CHANCE or TERMINAL."""
    if s.phase == END:
        return TERMINAL
    if s.phase <= DEAL or s.phase == REVEAL or s.phase == FLIP:
        return CHANCE
    if s.phase == CLAIM or s.phase == TALK:
        return (s.marker + s.turn) % s.n
    if s.phase == SHINE:
        return s.target
    return s.marker


@kernel()
def legal(s: Any, seat: int, mask: Any) -> None:
    """Mark the legal actions of the seat to act in ``mask.legal``."""
    if s.phase == CLAIM or s.phase == TALK:
        mask.codes = CLAIMS
        legal_claims(s, seat, mask)
        return
    mask.codes = PICKS
    for i in range(PICKS):
        mask.legal[i] = 0
    for i in range(s.n):
        if s.phase == SHINE:
            mask.legal[i] = s.cards[i] > 0
        else:
            mask.legal[i] = i != seat and s.cards[i] > (s.shown_seat == i)
    if s.phase != SHINE and s.shown_seat >= 0 and s.shown_seat != seat:
        mask.legal[SHOWN] = 1


@kernel()
def legal_claims(s: Any, seat: int, mask: Any) -> None:
    """Mark every hand that a seat may pretend to have been dealt; only silence under the grasp."""
    free = not silenced(s, seat)
    size, left = hand_size(s), s.left[s.round_number - 1]
    for a in range(CLAIMS):
        treasures, kraken = (a - 1) // 2, (a - 1) % 2
        mask.legal[a] = a == SILENT or (free and treasures + kraken <= size and treasures <= left)


@kernel()
def talk(s: Any, r: Any, a: int) -> None:
    """Announce, or stay silent; what was said in this round before still stands then."""
    seat = (s.marker + s.turn) % s.n
    said = s.round_number - 1
    if a != SILENT or s.claim[said, seat] < 0:
        s.claim[said, seat] = a
    s.turn += 1
    if s.turn == s.n:
        if s.phase == TALK:
            s.turn = 0
            s.phase = PICK
        else:
            begin_action(s, r)


@kernel()
def apply(s: Any, r: Any, a: int) -> None:
    """Take a legal action, or a possible chance outcome."""
    if s.phase == DEAL:
        deal_card(s, r, a)
    elif s.phase == CLAIM or s.phase == TALK:
        talk(s, r, a)
    elif s.phase == PICK:
        pick(s, r, a)
    elif s.phase == REVEAL:
        reveal(s, r, a)
    elif s.phase == AIM:
        s.aim = a
        s.phase = TALK
    elif s.phase == SHINE:
        shine(s, a)
    elif s.phase == FLIP:
        flip(s, r, a)
    else:
        set_up(s, r, a)


@kernel()
def set_up(s: Any, r: Any, a: int) -> None:
    """Take a chance outcome of the set-up."""
    if s.phase == DEAL_ROLES:
        s.role[s.turn] = a
        s.undealt[a] -= 1
        s.turn += 1
        if s.turn == s.n:
            next_setup(s, r)
    elif s.phase == FILL_PILE:
        s.pile[a] += 1
        s.turn += 1
        if s.turn == s.n - 3:
            next_setup(s, r)
    elif s.phase == BOX:
        s.boxed = a
        s.pile[a] = 0
        next_setup(s, r)
    else:
        s.marker = a
        next_round(s, r)


@kernel()
def weigh(s: Any, r: Any, odds: Any) -> int:
    """Fill the weight of each outcome of the chance event; return the total, whole numbers."""
    total = 0
    for k in range(KINDS):
        w = 0
        if s.phase == DEAL:
            w = s.pile[k]
        elif s.phase == REVEAL:
            w = hidden(s, s.target, k)
        elif s.phase == FLIP:
            w = s.hand[s.target, k]
        elif s.phase == DEAL_ROLES:
            w = s.undealt[k] if k < 2 else 0
        elif s.phase == FILL_PILE:
            w = boxed_treasures(s, r, k)
        elif s.phase == BOX:
            w = k >= VANISHED
        else:
            w = k < s.n
        odds.of[k] = w
        total += w
    return total


@kernel()
def boxed_treasures(s: Any, r: Any, kind: int) -> int:
    """Return how many cards of a kind may still fill up the treasure pile."""
    if kind == TREASURE:
        return r.box_treasures - (s.pile[TREASURE] - 2)
    if kind == CURSE:
        return 3 - s.pile[CURSE]
    return 0


@kernel()
def sample(s: Any, r: Any, key: Any, odds: Any) -> int:
    """Return the outcome that a game's key draws for the chance event at hand."""
    if s.phase == DEAL:
        # Most events are deals: no weights are written for them.
        left = s.n * hand_size(s) - s.turn
        draw = below(bits(key, DEAL_STREAM, s.drawn), left)
        for k in range(EMPTY, KINDS):
            draw -= s.pile[k]
            if draw < 0:
                return k
        return EMPTY
    total = weigh(s, r, odds)
    if s.phase == REVEAL or s.phase == FLIP:
        word = bits(key, REVEAL_STREAM, 2 * s.turned + (s.phase == FLIP))
    else:
        word = bits(key, SETUP_STREAM, (s.games * 4 + s.phase) * _SLOTS + s.turn)
    draw = below(word, total)
    chosen = 0
    for k in range(KINDS):
        if odds.of[k] > 0:
            chosen = k
            draw -= int(odds.of[k])
            if draw < 0:
                break
    return chosen


@kernel()
def settle(s: Any, r: Any, result: Any) -> None:
    """Fill the returns and win shares; a seat that forfeited gets nothing."""
    fewest, sharers = 1 << 30, 0
    for i in range(s.n):
        if s.token[i] < fewest:
            fewest, sharers = s.token[i], 0
        sharers += s.token[i] == fewest
    for i in range(s.n):
        share = 0.0
        if r.tokens > 0:
            share = 1.0 / sharers if s.token[i] == fewest else 0.0
        elif has_won(s, i):
            share = 1.0
        result.role[i] = s.role[i]
        if result.forfeit[i] == 0:
            result.win_share[i] = share
            result.returns[i] = share
