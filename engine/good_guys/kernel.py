"""The rules of Good Guys as pure steps over one state record: whose turn, what is legal, apply."""

from __future__ import annotations

from typing import Any

from engine.api import CHANCE, TERMINAL
from engine.good_guys.cards import clockwise, deck_size, stash_size, wealth
from engine.good_guys.deals import answer, apply_deal, legal_deals
from engine.good_guys.reveal import resolve, reward, skim, staked_loot, take
from engine.good_guys.rounds import begin_round, turn_up_loot
from engine.good_guys.state import (
    ACCEPT,
    ACTION,
    ANSWER,
    DEAL,
    DEALS,
    DECLINE,
    DRAW,
    END,
    FIRST_BOSS,
    FUZZ,
    GIFT,
    GUARD,
    MARKER,
    OFFER,
    REWARD,
    ROB,
    SKIM_DRAW,
    TALK,
    THEFT,
    VALUES,
)
from engine.jit import kernel
from engine.rng import below, bits, uniform

# Streams of a game's key; a seat's own stream is SEAT_STREAM + seat.
SETUP_STREAM, DECK_STREAM, THEFT_STREAM, SEAT_STREAM = range(1, 5)


@kernel()
def actor(s: Any) -> int:
    """Return the seat to act, CHANCE or TERMINAL."""
    if s.phase == END:
        return TERMINAL
    if s.phase == FIRST_BOSS or s.phase == DRAW or s.phase >= SKIM_DRAW:
        return CHANCE
    if s.phase == OFFER:
        return s.boss
    if s.phase == ANSWER:
        return s.seller
    return clockwise(s.n, s.boss, s.turn)


@kernel()
def next_card(s: Any) -> int:
    """Return the value index of the card to assign next, the highest left; -1 if none."""
    for v in range(VALUES - 1, -1, -1):
        if s.unassigned[v] > 0:
            return v
    return -1


@kernel()
def action_codes(s: Any) -> int:
    """Return one more than the highest action code of the phase."""
    if s.phase == ACTION:
        return GUARD + 1
    if s.phase == TALK:
        return GUARD + 2
    if s.phase == MARKER:
        return s.n + 1
    if s.phase == OFFER:
        return s.n
    return ACCEPT + 1 if s.phase == ANSWER else DEALS


@kernel()
def legal(s: Any, r: Any, mask: Any) -> None:
    """Mark the legal actions of the seat to act in ``mask.legal``."""
    seat = actor(s)
    mask.codes = action_codes(s)
    for a in range(mask.codes):
        mask.legal[a] = 0
    if s.phase == GIFT or s.phase == DEAL:
        legal_deals(s, r, seat, mask)
    elif s.phase == OFFER:
        for offset in range(s.last_receiver, s.n):
            mask.legal[clockwise(s.n, s.boss, offset)] = 1
    elif s.phase == ANSWER:
        mask.legal[DECLINE] = 1
        mask.legal[ACCEPT] = 1
    else:
        legal_commitment(s, r, seat, mask)


@kernel()
def legal_commitment(s: Any, r: Any, seat: int, mask: Any) -> None:
    """Mark what a seat may announce, threaten or do."""
    if s.phase == TALK:
        for a in range(GUARD + 2):
            mask.legal[a] = 1
    elif s.phase == MARKER:
        mask.legal[0] = 1
        for i in range(s.n):
            if i != seat and (not r.rob_empty_forbidden or stash_size(s, i) > 0):
                mask.legal[1 + i] = 1
    else:
        for a in range(GUARD + 1):
            mask.legal[a] = r.marker_bluff or s.marker[seat] == 0 or a == ROB


@kernel()
def assign(s: Any, r: Any, receiver: int) -> None:
    """Assign the next card; the offer is complete when none is left."""
    v = next_card(s)
    s.unassigned[v] -= 1
    s.offer[receiver, v] += 1
    s.last_receiver = (receiver - s.boss) % s.n if s.unassigned[v] > 0 else 0
    if next_card(s) < 0:
        s.last_receiver = 0
        s.phase = TALK if r.talk_turns > 0 else after_talk(r)


@kernel()
def after_talk(r: Any) -> int:
    """Return the phase that follows the talk."""
    return DEAL if r.gifts or r.tokens > 0 or r.proposals > 0 else MARKER


@kernel()
def commit(s: Any, r: Any, seat: int, a: int) -> None:
    """Announce, place a marker or choose an action; the last seat closes the phase."""
    s.turn += 1
    turns = s.n
    if s.phase == TALK:
        turns = s.n * r.talk_turns
        if a > 0:
            s.claim[seat] = a
    elif s.phase == MARKER:
        s.marker[seat] = a
    else:
        s.action[seat] = a
    if s.turn < turns:
        return
    s.turn = 0
    if s.phase == TALK:
        s.phase = after_talk(r)
    elif s.phase == MARKER:
        s.phase = ACTION
    else:
        resolve(s, r)


@kernel()
def apply(s: Any, r: Any, a: int) -> None:
    """Take a legal action, or a possible chance outcome."""
    if s.phase == OFFER:
        assign(s, r, a)
    elif s.phase == TALK or s.phase == MARKER or s.phase == ACTION:
        commit(s, r, clockwise(s.n, s.boss, s.turn), a)
    elif s.phase == DRAW:
        turn_up_loot(s, r, a)
    elif s.phase == GIFT or s.phase == DEAL:
        apply_deal(s, r, clockwise(s.n, s.boss, s.turn), a)
    elif s.phase == ANSWER:
        answer(s, r, clockwise(s.n, s.boss, s.turn), a)
    elif s.phase == SKIM_DRAW:
        skim(s, r, a)
    elif s.phase == THEFT:
        take(s, r, a)
    elif s.phase == REWARD:
        reward(s, r, a)
    else:
        s.boss = a
        begin_round(s, r)


@kernel()
def hazard(s: Any, r: Any) -> float:
    """Return the probability that the next card of the deck is the Fuzz."""
    if s.fuzz_out or s.drawn < r.fuzz_low:
        return 0.0
    return 1.0 / (r.fuzz_high - s.drawn + 1)


@kernel()
def chance(s: Any, r: Any, odds: Any) -> int:
    """Fill the probability of each outcome of the chance event; return how many may occur."""
    for k in range(len(odds.of)):
        odds.of[k] = 0.0
    if s.phase == FIRST_BOSS:
        for i in range(s.n):
            odds.of[i] = 1.0 / s.n
        return s.n
    if s.phase == THEFT:
        return chance_of_theft(s, r, odds)
    fuzz = hazard(s, r)
    left = deck_size(s)
    for v in range(VALUES):
        if left > 0:
            odds.of[v] = (1.0 - fuzz) * s.deck[v] / left
    odds.of[FUZZ] = fuzz
    return FUZZ + 1


@kernel()
def chance_of_theft(s: Any, r: Any, odds: Any) -> int:
    """Fill the probability of each card a thief may draw."""
    total = stash_size(s, s.loser)
    staked = 0
    if not r.escrow_safe:
        staked = staked_loot(s, 2 * s.loser) + staked_loot(s, 2 * s.loser + 1)
    total += staked
    for v in range(VALUES):
        odds.of[v] = s.stash[s.loser, v] / total
        if staked > 0:
            for token in range(2):
                cards = s.bribe_cards[2 * s.loser + token, v]
                odds.of[VALUES + VALUES * token + v] = cards / total
    return 3 * VALUES if staked > 0 else VALUES


@kernel()
def sample(s: Any, r: Any, key: Any, odds: Any) -> int:
    """Return the outcome that a game's key draws for the chance event at hand."""
    if s.phase == FIRST_BOSS:
        return below(bits(key, SETUP_STREAM, 0), s.n)
    outcomes = chance(s, r, odds)
    if s.phase == THEFT:
        u = uniform(key, THEFT_STREAM, s.thefts)
    else:
        # The k-th card of the deck is drawn by counter k, whoever draws it.
        u = uniform(key, DECK_STREAM, s.drawn + s.fuzz_out)
    chosen = 0
    for k in range(outcomes):
        if odds.of[k] > 0.0:
            chosen = k
            u -= odds.of[k]
            if u < 0.0:
                break
    return chosen


@kernel()
def settle(s: Any, r: Any, result: Any) -> None:
    """Fill the returns and win shares; a seat that forfeited gets nothing."""
    best = -1
    winners = 0
    for i in range(s.n):
        if result.forfeit[i] == 0:
            money = wealth(s, i)
            result.returns[i] = money
            if money > best:
                best = money
                winners = 0
            winners += money == best
    for i in range(s.n):
        if result.forfeit[i] == 0 and result.returns[i] == best:
            if r.ties == 0:
                result.win_share[i] = 1.0 / winners
            elif r.ties == 1 or winners == 1:
                result.win_share[i] = 1.0
