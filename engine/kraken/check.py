"""Whether a state can be: ranges, cards conserved, roles from the pile, phases in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.api import BadText
from engine.kraken.state import (
    AIM,
    BOX,
    CLAIM,
    CLAIMS,
    CURSE,
    DEAL,
    DEAL_ROLES,
    DEALT,
    EMPTY,
    END,
    FILL_PILE,
    FIRST_MARKER,
    FLIP,
    KINDS,
    KRAKEN,
    LIGHT,
    OUTCOMES,
    PHASES,
    PICK,
    PICKS,
    REVEAL,
    ROUNDS,
    SHINE,
    TALK,
    TREASURE,
    VANISHED,
)


def check_state(s: Any, r: Any) -> None:
    """Refuse an impossible state.

    Raises
    ------
    BadText
        Names what is impossible.
    """
    for faults in (_range_faults, _role_faults, _card_faults, _table_faults, _phase_faults):
        for fault in faults(s, r):
            raise BadText(f"impossible state: {fault}")


def _range_faults(s: Any, r: Any) -> Iterator[str]:
    n, dealt = int(r.n), s.phase >= DEAL
    limits = {
        "phase": (0, len(PHASES) - 1),
        "turn": (0, n * DEALT),
        "outcome": (int(s.phase == END), len(OUTCOMES) - 1 if s.phase == END else 0),
        "token": (0, int(r.tokens)),
        "games": (int(s.phase == END), 10**6),
        "round_number": (int(dealt), ROUNDS if dealt else 0),
        "marker": (0 if dealt else -1, n - 1 if dealt else -1),
        "starter": (0 if dealt else -1, n - 1 if dealt else -1),
        "held": (0, 1),
        "role": (0, 1),
        "boxed": (-1, KINDS - 1),
        "safe": (0, 1),
        "last_treasure": (0, CURSE),
        "shown_seat": (-1, n - 1),
        "shown_kind": (0, KINDS - 1),
        "aim": (-1, PICKS - 1),
        "target": (0, n - 1),
        "last_owner": (-1, n - 1),
        "seen": (0, 1),
        "claim": (-1, CLAIMS - 1),
        "reveals": (0, len(s.log_kind)),
        "log_round": (0, ROUNDS),
        "log_picker": (0, n - 1),
        "log_owner": (0, n - 1),
        "log_kind": (0, KINDS - 1),
    }
    if s.n != n:
        yield f"n={s.n}; the rules have {n} players"
    for field in s.dtype.names:
        low, high = limits.get(field, (0, 10**9))
        values = s[field]
        if np.any(values < low) or np.any(values > high):
            yield f"{field} outside {low} to {high}"


def _role_faults(s: Any, r: Any) -> Iterator[str]:
    dealt = int(s.turn) if s.phase == DEAL_ROLES else int(r.n)
    roles = np.bincount(np.asarray(s.role[:dealt], np.int64), minlength=2)
    whole = [int(r.explorers), int(r.skeletons)]
    if dealt > r.n or (roles + s.undealt).tolist() != whole or s.role[dealt:].any():
        yield f"roles dealt and not dealt are not {whole[0]} explorers and {whole[1]} skeletons"


def _card_faults(s: Any, r: Any) -> Iterator[str]:
    cards = s.pile + s.up + s.hand.sum(axis=0)
    curses, n = int(cards[CURSE]), int(r.n)
    filled = n if s.phase > FILL_PILE or not r.curse or n == 3 else 3
    if s.phase == FILL_PILE:
        filled = 3 + int(s.turn)
    low, high = (1, min(3, filled - 2)) if r.curse else (0, 0)
    specials = [int(r.special)] * (KINDS - VANISHED)
    if r.special and s.phase > BOX:
        if s.boxed < VANISHED:
            yield f"boxed={s.boxed}; one special card lies in the box"
        specials[int(s.boxed) - VANISHED] = 0
    elif s.boxed >= 0:
        yield f"boxed={s.boxed} before a special card was put in the box"
    if cards[TREASURE] + curses != filled or not low <= curses <= high:
        yield f"{cards[TREASURE]} treasures and {curses} curses; {filled} in all"
    if cards[EMPTY] != r.empty or cards[KRAKEN] != 1 or cards[VANISHED:].tolist() != specials:
        yield f"cards {cards.tolist()} are not those of the game"
    if s.up[KRAKEN] and s.phase != END:
        yield "the game goes on with the Kraken face up"


def _table_faults(s: Any, r: Any) -> Iterator[str]:
    n, dealing = int(r.n), s.phase == DEAL
    if not np.array_equal(s.cards, s.hand.sum(axis=1)):
        yield "cards are not the sizes of the hands"
    if s.face_up != s.up.sum() or s.face_up > n * ROUNDS:
        yield f"face_up={s.face_up}; {s.up.sum()} cards lie face up"
    if s.shown_seat >= 0 and s.hand[s.shown_seat, s.shown_kind] == 0:
        yield "a shown card that its owner does not have"
    if s.shown_seat >= 0 and (not s.up[LIGHT] or s.phase in (SHINE, FLIP)):
        yield "a shown card without the light in the deep"
    if s.last_treasure and not s.up[s.last_treasure]:
        yield "a last treasure that is not face up"
    if (s.up[TREASURE] or s.last_treasure) and not s.safe:
        yield "a treasure is face up, and the curse still strikes"
    size = DEALT + 1 - s.round_number
    if dealing and (
        s.turn >= n * size or s.pile.sum() != n * size - s.turn or s.face_up != 5 * n - n * size
    ):
        yield f"{s.pile.sum()} cards to deal at turn {s.turn} of round {s.round_number}"
    partly = [min(size, max(0, int(s.turn) - size * i)) for i in range(n)]
    if dealing and s.cards[:n].tolist() != partly:
        yield "hands that are not dealt in order"


def _phase_faults(s: Any, r: Any) -> Iterator[str]:
    phase, n = PHASES[s.phase], int(r.n)
    acting = s.phase in (CLAIM, AIM, TALK, PICK, REVEAL, SHINE, FLIP)
    others = s.cards.sum() - s.cards[s.marker]
    faults = {
        f"phase {phase} with the claims the rules have": (s.phase == CLAIM and not r.claims)
        or (s.phase in (AIM, TALK) and not r.per_action),
        f"turn={s.turn} in phase {phase}": s.phase in (CLAIM, TALK) and s.turn >= n,
        f"no card to pick in phase {phase}": s.phase in (AIM, TALK, PICK) and others == 0,
        f"no card to turn up in phase {phase}": s.phase in (REVEAL, FLIP)
        and s.cards[s.target] == (s.shown_seat == s.target),
        f"{s.face_up} cards face up in round {s.round_number}": acting
        and not n * (s.round_number - 1) <= s.face_up <= n * s.round_number,
        f"cards before the players in phase {phase}": s.phase < DEAL and s.cards.any(),
        f"phase {phase} without its expansion": (s.phase == FILL_PILE and (not r.curse or n == 3))
        or (s.phase == BOX and not r.special)
        or (s.phase == FIRST_MARKER and r.first_marker >= 0),
        "every treasure is face up": acting and s.up[TREASURE] + s.up[CURSE] == n,
        "clockwise order broken": bool(
            acting and r.clockwise and not s.held and s.phase not in (SHINE, FLIP)
        )
        and s.marker != (s.starter + s.acted) % n,
        f"unfilled pile at turn {s.turn}": s.phase == FILL_PILE and s.turn >= n - 3,
    }
    yield from (text for text, wrong in faults.items() if wrong)
