"""What a seat may know: a public part, filled once a phase, and a private part for each seat."""

from __future__ import annotations

from typing import Any

from engine.good_guys.cards import clockwise, deck_size, stash_size, wealth
from engine.good_guys.kernel import SEAT_STREAM, actor, legal, next_card
from engine.good_guys.state import (
    ACTION,
    ANSWER,
    LOWEST_VALUE,
    MARKER,
    OFFER,
    SLOTS,
    VALUES,
)
from engine.jit import kernel
from engine.rng import bits


@kernel()
def markers_hidden(s: Any, r: Any) -> bool:
    """Return whether placed markers are still secret."""
    return (s.phase == MARKER and r.markers != 1) or (s.phase == ACTION and r.markers == 2)


@kernel()
def public_wealth(o: Any, seat: int) -> float:
    """Return the public mean of a seat's money in $k."""
    money = float(o.payoff_cards[seat])
    for v in range(VALUES):
        money += o.public_stash[seat, v] * (v + LOWEST_VALUE)
    return money


@kernel()
def observe_public(s: Any, r: Any, o: Any) -> None:
    """Fill what every seat knows."""
    o.n = s.n
    o.boss = s.boss
    o.boss_limit = r.boss_limit
    o.guard_takes_one = r.guard_takes_one
    o.round_cards = r.round_cards
    o.rejection_cards = r.rejection_cards
    o.boss_terms = s.terms[s.boss] + 1 if s.boss >= 0 else 0
    o.round_number = s.round_number
    o.offers = s.offers
    o.drawn = s.drawn
    o.deck_left = deck_size(s)
    o.fuzz_first = s.fuzz_depth if s.fuzz_out else max(r.fuzz_low, s.drawn)
    o.fuzz_last = s.fuzz_depth if s.fuzz_out else r.fuzz_high
    o.rejections = s.rejections
    o.thefts = s.thefts
    o.last_boss = s.last_boss
    o.last_result = s.last_result
    for v in range(VALUES):
        o.table[v] = s.table[v]
        o.unseen[v] = s.unseen[v]
    for i in range(s.n):
        o.last_action[i] = s.last_action[i]
        o.last_marker[i] = s.last_marker[i]
        o.payoff_cards[i] = s.payoff[i]
        o.stash_count[i] = stash_size(s, i)
    observe_means(s, o)
    if r.tokens > 0:
        observe_bribes(s, r, o, -1)
    observe_phase(s, r, o)


@kernel()
def observe_phase(s: Any, r: Any, o: Any) -> None:
    """Fill all that becomes public between an offer and its count, deals apart."""
    o.question = s.phase
    complete = s.phase > OFFER
    hidden = markers_hidden(s, r)
    for i in range(s.n):
        o.claim[i] = s.claim[i]
        o.marker[i] = 0 if hidden else s.marker[i]
        for v in range(VALUES):
            o.offer[i, v] = s.offer[i, v] if complete else 0


@kernel()
def observe_means(s: Any, o: Any) -> None:
    """Fill the public mean of every stash: unseen cards are alike, in the deck or stolen."""
    unseen = s.unseen[0] + s.unseen[1] + s.unseen[2] + s.unseen[3]
    for i in range(s.n):
        scale = s.hidden[i] / unseen if unseen > 0.0 else 0.0
        for v in range(VALUES):
            o.public_stash[i, v] = s.known[i, v] + scale * s.unseen[v]
        o.wealth[i] = public_wealth(o, i)


@kernel()
def observe_bribes(s: Any, r: Any, o: Any, seat: int) -> None:
    """Fill the tokens on the table; face down, only giver and target know side and cards."""
    for slot in range(SLOTS):
        target = s.bribe_target[slot]
        seen = r.bribes_face_up or slot // 2 == seat or target == seat
        o.bribe_target[slot] = target
        o.bribe_side[slot] = s.bribe_side[slot] if seen else -1
        for item in range(VALUES + 1):
            o.bribe_cards[slot, item] = s.bribe_cards[slot, item] if seen else 0


@kernel()
def observe_private(s: Any, r: Any, seat: int, key: Any, o: Any) -> None:
    """Fill what one seat knows beyond the public part, and its private random number."""
    o.wealth[o.seat] = public_wealth(o, o.seat)
    o.seat = seat
    o.wealth[seat] = wealth(s, seat)
    for v in range(VALUES):
        o.stash[v] = s.stash[seat, v]
    for i in range(s.n):
        o.robbed_by[i] = s.robbed[i, seat]
        o.voted_against[i] = s.against[i, seat]
    if markers_hidden(s, r):
        for i in range(s.n):
            o.marker[i] = s.marker[i] if i == seat else 0
    if r.tokens > 0:
        observe_own_deals(s, r, seat, o)
    step = (s.offers * 16 + s.phase) * 64 + s.turn
    o.rng = bits(key, SEAT_STREAM + seat, step * 4096 + s.steps)
    if seat != actor(s):
        return
    legal(s, r, o)
    o.card = -1
    if s.phase == OFFER:
        o.card = next_card(s)
        for i in range(s.n):
            for v in range(VALUES):
                o.assigned[i, v] = s.offer[i, v]


@kernel()
def observe_own_deals(s: Any, r: Any, seat: int, o: Any) -> None:
    """Fill a seat's tokens, its unfinished bribe or purchase, and one put to it."""
    o.tokens = r.tokens
    for token in range(r.tokens):
        o.tokens -= s.bribe_target[2 * seat + token] >= 0
    if not r.bribes_face_up:
        observe_bribes(s, r, o, seat)
    mine = clockwise(s.n, s.boss, s.turn) == seat
    o.open = s.open if mine else 0
    o.slot = s.slot if mine else 0
    o.last_item = s.last_item if mine else 0
    shown = s.phase == ANSWER or mine
    o.buyer = clockwise(s.n, s.boss, s.turn) if shown else -1
    o.want = s.want if shown else 0
    for v in range(VALUES):
        o.price[v] = s.price[v] if shown else 0
