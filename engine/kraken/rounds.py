"""From one deal to the next: setting up, dealing, who acts, when rounds and games end."""

from __future__ import annotations

from typing import Any

from engine.jit import kernel
from engine.kraken.state import (
    AIM,
    ALL_LOSE,
    BOX,
    CLAIM,
    CURSE,
    DEAL,
    DEAL_ROLES,
    DEALT,
    EMPTY,
    END,
    EXPLORERS_WIN,
    FILL_PILE,
    FIRST_MARKER,
    GRASP,
    KINDS,
    KRAKEN,
    PICK,
    ROUNDS,
    SEATS,
    SKELETON,
    SPECIALS,
    TIME_UP,
    TREASURE,
    VANISHED,
)


@kernel()
def open_game(s: Any, r: Any) -> None:
    """Set up a game before its first chance event; tokens and random counters stay."""
    s.n = r.n
    s.phase = DEAL_ROLES
    s.turn = 0
    s.round_number = 0
    s.marker = -1
    s.starter = -1
    s.boxed = -1
    s.shown_seat = -1
    s.aim = -1
    s.last_owner = -1
    s.face_up = 0
    s.safe = 0
    s.last_treasure = 0
    s.reveals = 0
    s.undealt[0] = r.explorers
    s.undealt[1] = r.skeletons
    clear_table(s)
    s.pile[EMPTY] = r.empty
    s.pile[KRAKEN] = 1
    s.pile[TREASURE] = 2 if r.curse else r.n
    s.pile[CURSE] = r.curse
    if r.special:
        for k in range(SPECIALS):
            s.pile[VANISHED + k] = 1


@kernel()
def clear_table(s: Any) -> None:
    """Take all cards and words of the last game off the table."""
    s.held = 0
    s.acted = 0
    s.target = 0
    s.shown_kind = 0
    for k in range(KINDS):
        s.pile[k] = 0
        s.up[k] = 0
    for i in range(SEATS):
        s.role[i] = 0
        s.cards[i] = 0
        s.found[i] = 0
        s.blanks[i] = 0
        for k in range(KINDS):
            s.hand[i, k] = 0
        for j in range(SEATS):
            s.seen[i, j] = 0
        for t in range(ROUNDS):
            s.claim[t, i] = -1
    for t in range(ROUNDS):
        s.left[t] = 0
    for k in range(len(s.log_kind)):
        s.log_round[k] = 0
        s.log_picker[k] = 0
        s.log_owner[k] = 0
        s.log_kind[k] = 0


@kernel()
def next_setup(s: Any, r: Any) -> None:
    """Go on to the next chance event of the set-up, or to the first deal."""
    s.turn = 0
    if s.phase < FILL_PILE and r.curse and r.n > 3:
        s.phase = FILL_PILE
    elif s.phase < BOX and r.special:
        s.phase = BOX
    elif s.phase < FIRST_MARKER and r.first_marker < 0:
        s.phase = FIRST_MARKER
    else:
        if r.first_marker >= 0:
            s.marker = r.first_marker
        next_round(s, r)


@kernel()
def treasures_left(s: Any) -> int:
    """Return the number of treasures and curses not face up; N are in play."""
    return s.n - s.up[TREASURE] - s.up[CURSE]


@kernel()
def next_round(s: Any, r: Any) -> None:
    """Collect the face-down cards and begin a round."""
    for i in range(s.n):
        if s.cards[i] > 0:
            for k in range(KINDS):
                s.pile[k] += s.hand[i, k]
                s.hand[i, k] = 0
            s.cards[i] = 0
        s.found[i] = 0
        s.blanks[i] = 0
    s.shown_seat = -1
    s.shown_kind = 0
    s.left[s.round_number] = treasures_left(s)
    s.round_number += 1
    s.starter = s.marker
    s.held = 0
    s.acted = 0
    s.turn = 0
    s.phase = DEAL


@kernel()
def hand_size(s: Any) -> int:
    """Return the number of cards a player is dealt this round."""
    return DEALT + 1 - s.round_number


@kernel()
def deal_card(s: Any, r: Any, kind: int) -> None:
    """Deal the next card; the players talk or act when all are dealt."""
    size = hand_size(s)
    seat = s.turn // size
    s.pile[kind] -= 1
    s.hand[seat, kind] += 1
    s.cards[seat] += 1
    s.turn += 1
    s.drawn += 1
    if s.turn == s.n * size:
        s.turn = 0
        if r.claims:
            s.phase = CLAIM
        else:
            begin_action(s, r)


@kernel()
def begin_action(s: Any, r: Any) -> None:
    """Let the marker holder pick a card, or first announce which."""
    s.turn = 0
    s.aim = -1
    s.phase = AIM if r.per_action else PICK


@kernel()
def silenced(s: Any, seat: int) -> bool:
    """Return whether the skeleton's grasp lies face down before a seat."""
    return s.hand[seat, GRASP] > 0


@kernel()
def skeletons_in_play(s: Any, r: Any) -> int:
    """Return the number of skeletons among the players."""
    return r.skeletons - s.undealt[SKELETON]


@kernel()
def after_action(s: Any, r: Any) -> None:
    """Begin the next action, round, or end the game when time is up."""
    if s.face_up < s.n * s.round_number:
        begin_action(s, r)
    elif s.round_number == ROUNDS:
        finish(s, r, TIME_UP)
    else:
        # The captain's obsession ends with the round: the last card's owner starts.
        if r.clockwise and not s.held and not r.clockwise_last:
            s.marker = s.starter
        else:
            s.marker = s.last_owner
        next_round(s, r)


@kernel()
def finish(s: Any, r: Any, outcome: int) -> None:
    """End the game; in a series its losers take tokens, and the next game may begin."""
    if outcome != EXPLORERS_WIN and skeletons_in_play(s, r) == 0:
        saved = outcome == TIME_UP and r.time_saves
        outcome = EXPLORERS_WIN if saved else ALL_LOSE
    s.outcome = outcome
    s.games += 1
    s.phase = END
    if r.tokens == 0:
        return
    most = 0
    for i in range(s.n):
        s.token[i] += not has_won(s, i)
        most = max(most, s.token[i])
    if most < r.tokens:
        s.outcome = 0
        open_game(s, r)


@kernel()
def has_won(s: Any, seat: int) -> bool:
    """Return whether a seat's side has won the game that ended."""
    if s.outcome == ALL_LOSE:
        return False
    return (s.outcome == EXPLORERS_WIN) == (s.role[seat] != SKELETON)
