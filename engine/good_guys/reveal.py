"""The reveal, from the boss clockwise: bribes, SKIM, ROB and GUARD, one card at a time."""

from __future__ import annotations

from typing import Any

from engine.good_guys.cards import (
    clockwise,
    deck_size,
    draw_to_stash,
    stash_size,
    steal,
    unstake,
)
from engine.good_guys.rounds import count, go_on
from engine.good_guys.state import (
    FUZZ,
    FUZZ_IN_REWARD,
    FUZZ_SKIMMED,
    GUARD,
    NO,
    ROB,
    SKIM,
    SKIM_DRAW,
    SLOTS,
    THEFT,
    VALUES,
    YES,
)
from engine.jit import kernel


@kernel()
def settle_bribes(s: Any, r: Any, target: int) -> None:
    """Pay the bribes before a seat, or return them; tokens go home either way."""
    for slot in range(SLOTS):
        if s.bribe_target[slot] != target:
            continue
        wanted = YES if s.bribe_side[slot] == 0 else NO
        receiver = target if s.action[target] == wanted else slot // 2
        for item in range(VALUES + 1):
            while s.bribe_cards[slot, item] > 0:
                unstake(s, slot, item, receiver, r.bribes_face_up)
        s.bribe_target[slot] = -1
        s.bribe_side[slot] = 0


@kernel()
def turn_up(s: Any, r: Any, seat: int, in_turn: int) -> None:
    """Reveal a seat's action, if it still lies hidden, and settle the bribes before it."""
    s.revealed[seat] = 1
    if r.tokens > 0 and (in_turn or not r.bribe_in_turn):
        settle_bribes(s, r, seat)


@kernel()
def staked_loot(s: Any, slot: int) -> int:
    """Return the number of loot cards on a placed token."""
    cards = s.bribe_cards
    return cards[slot, 0] + cards[slot, 1] + cards[slot, 2] + cards[slot, 3]


@kernel()
def within_reach(s: Any, r: Any, seat: int) -> int:
    """Return the number of a seat's loot cards that a thief may draw from."""
    cards = stash_size(s, seat)
    if not r.escrow_safe:
        cards += staked_loot(s, 2 * seat) + staked_loot(s, 2 * seat + 1)
    return cards


@kernel()
def threaten(s: Any, r: Any, robber: int) -> bool:
    """Set up a robbery or what a guard takes; return whether a card changes hands."""
    victim = s.marker[robber] - 1
    s.thief = robber
    s.loser = victim
    if s.action[victim] == GUARD:
        if not s.revealed[victim]:
            turn_up(s, r, victim, 0)
        s.thief = victim
        s.loser = robber
        s.guarded[victim] += 1
        if r.guard_takes_one and s.guarded[victim] > 1:
            return False
    return within_reach(s, r, s.loser) > 0


@kernel()
def resolve(s: Any, r: Any) -> None:
    """Go on with the reveal until a chance event or the count."""
    while s.turn < s.n:
        seat = clockwise(s.n, s.boss, s.turn)
        turn_up(s, r, seat, 1)
        action = s.action[seat]
        if action == SKIM and not s.skimmed:
            s.skimmed = 1
            s.thief = seat
            s.phase = SKIM_DRAW
            return
        if action == ROB and s.marker[seat] > 0 and threaten(s, r, seat):
            s.phase = THEFT
            return
        s.turn += 1
    count(s, r)


@kernel()
def skim(s: Any, r: Any, card: int) -> None:
    """Take the skimmed card; after the Fuzz a replacement, if any loot is left."""
    if card == FUZZ:
        s.fuzz_out = 1
        s.fuzz_depth = s.drawn
        if deck_size(s) > 0:
            return
    else:
        draw_to_stash(s, s.thief, card, r.skim_hidden)
    s.turn += 1
    resolve(s, r)


@kernel()
def reward(s: Any, r: Any, card: int) -> None:
    """Take the former boss's reward; the Fuzz is replaced and ends the game at once."""
    outcome = FUZZ_SKIMMED if s.fuzz_out and s.fuzz_depth < s.drawn else FUZZ_IN_REWARD
    if card == FUZZ:
        s.fuzz_out = 1
        s.fuzz_depth = s.drawn
        if deck_size(s) > 0:
            return
    else:
        draw_to_stash(s, s.thief, card, r.reward_hidden)
    go_on(s, r, outcome)


@kernel()
def take(s: Any, r: Any, outcome: int) -> None:
    """Move the stolen card: a value of the stash, or ``4 + 4 * token + value`` of a bribe."""
    robber = clockwise(s.n, s.boss, s.turn)
    s.thefts += 1
    if s.thief == robber:
        s.robbed[robber, s.loser] += 1
    if outcome < VALUES:
        steal(s, s.loser, s.thief, outcome)
    else:
        slot = 2 * s.loser + (outcome - VALUES) // VALUES
        value = outcome % VALUES
        unstake(s, slot, value, s.thief, r.bribes_face_up)
    s.turn += 1
    resolve(s, r)
