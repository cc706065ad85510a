"""From one offer to the next: drawing, counting, paying, and who is boss."""

from __future__ import annotations

from typing import Any

from engine.good_guys.cards import clear_round, clockwise, deck_size, draw_to_table, table_to_stash
from engine.good_guys.state import (
    CLOSED,
    DRAW,
    END,
    FIRST_BOSS,
    FUZZ,
    FUZZ_AFTER_NO,
    FUZZ_IN_ROUND,
    FUZZ_SKIMMED,
    GIFT,
    NO,
    OFFER,
    PASS,
    REJECTED,
    REWARD,
    SLOTS,
    TIE,
    VALUES,
    YES,
)
from engine.jit import kernel


@kernel()
def deal(s: Any, r: Any) -> None:
    """Fill a zeroed state with the set-up before the first chance event."""
    s.n = r.n
    for v in range(VALUES):
        s.deck[v] = r.loot_counts[v] - r.n * r.start_loot[v]
        s.unseen[v] = s.deck[v]
        for i in range(r.n):
            s.stash[i, v] = r.start_loot[v]
            s.known[i, v] = r.start_loot[v]
    for i in range(r.n):
        s.payoff[i] = r.payoff_cards
    s.last_boss = -1
    s.last_result = -1
    for i in range(len(s.action)):
        s.action[i] = -1
        s.last_action[i] = -1
    for k in range(SLOTS):
        s.bribe_target[k] = -1
    s.boss = r.first_boss
    if s.boss < 0:
        s.phase = FIRST_BOSS
    else:
        begin_round(s, r)


@kernel()
def begin_round(s: Any, r: Any) -> None:
    """Begin a new pot."""
    s.round_number += 1
    s.rejections = 0
    s.to_draw = r.round_cards
    s.phase = DRAW


@kernel()
def end(s: Any, r: Any, outcome: int) -> None:
    """End the game; loot on the table is lost, or the boss's by option."""
    s.phase = END
    s.outcome = outcome
    if r.fuzz_to_boss:
        for v in range(VALUES):
            table_to_stash(s, s.boss, v, s.table[v])


@kernel()
def turn_up_loot(s: Any, r: Any, card: int) -> None:
    """Draw one card to the table; the Fuzz ends the game at once."""
    if card == FUZZ:
        s.fuzz_out = 1
        s.fuzz_depth = s.drawn
        end(s, r, FUZZ_IN_ROUND if s.rejections == 0 else FUZZ_AFTER_NO)
        return
    draw_to_table(s, card)
    s.to_draw -= 1
    if s.to_draw == 0:
        open_offer(s, r)


@kernel()
def open_offer(s: Any, r: Any) -> None:
    """Let the boss divide the loot on the table."""
    clear_round(s)
    s.offers += 1
    s.turn = 0
    s.steps = 0
    s.open = CLOSED
    s.last_receiver = 0
    for v in range(VALUES):
        s.unassigned[v] = s.table[v]
    s.phase = GIFT if r.gifts else OFFER


@kernel()
def count(s: Any, r: Any) -> None:
    """Count YES against NO, pay or take back, and settle who is boss."""
    yes = 0
    no = 0
    for i in range(s.n):
        s.last_action[i] = s.action[i]
        s.last_marker[i] = s.marker[i]
        if s.action[i] == YES:
            yes += 1
        if s.action[i] == NO:
            no += 1
            note_no(s, i)
    s.last_boss = s.boss
    if no > yes:
        s.last_result = REJECTED
        s.noes += 1
    else:
        s.last_result = TIE if yes == no else PASS
        s.ties += yes == no
        s.passes += yes != no
        for i in range(s.n):
            for v in range(VALUES):
                table_to_stash(s, i, v, s.offer[i, v])
    follow(s, r)


@kernel()
def note_no(s: Any, voter: int) -> None:
    """Remember a NO against the boss and everyone the offer pays."""
    for j in range(s.n):
        paid = s.offer[j, 0] + s.offer[j, 1] + s.offer[j, 2] + s.offer[j, 3]
        if j != voter and (j == s.boss or paid > 0):
            s.against[voter, j] += 1


@kernel()
def successor(s: Any) -> int:
    """Return the boss of the next offer by the count alone, without the boss limit."""
    if s.last_result == TIE:
        return clockwise(s.n, s.boss, 1)
    if s.last_result == REJECTED:
        for k in range(1, s.n):
            if s.action[clockwise(s.n, s.boss, k)] == NO:
                return clockwise(s.n, s.boss, k)
    return s.boss


@kernel()
def follow(s: Any, r: Any) -> None:
    """Pass on the boss's office, reward a boss at the limit, and go on or end."""
    former = s.boss
    new = successor(s)
    rewarded = False
    if s.last_result != REJECTED or r.limit_failed:
        s.terms[former] += 1
    if r.boss_limit > 0 and s.terms[former] >= r.boss_limit:
        voted_out = s.last_result == REJECTED and new != former
        rewarded = r.limit_on_no or not voted_out
        if not voted_out:
            new = clockwise(s.n, former, 1)
        s.terms[former] = 0
    if new != former and not r.limit_total:
        s.terms[former] = 0
    s.boss = new
    s.thief = former
    over = s.fuzz_out == 1
    if rewarded and (not over or r.limit_at_end) and not (over and deck_size(s) == 0):
        s.phase = REWARD
    else:
        go_on(s, r, FUZZ_SKIMMED)


@kernel()
def go_on(s: Any, r: Any, outcome: int) -> None:
    """Begin the next offer, or end the game where the Fuzz is out."""
    if s.fuzz_out:
        end(s, r, outcome)
    elif s.last_result == REJECTED:
        s.rejections += 1
        s.to_draw = r.rejection_cards
        s.phase = DRAW
    else:
        begin_round(s, r)
