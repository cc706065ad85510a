"""Gifts, binding bribes and purchases of payoff cards, in small steps.

Each seat has one turn a window, clockwise from the boss. Before the offer it may only give cards.
Before the commitment it may also place tokens with cards (canonical: item indices not descending)
and propose to buy payoff cards, which the seller accepts or declines at once.
"""

from __future__ import annotations

from typing import Any

from engine.good_guys.cards import give, stake, stash_size
from engine.good_guys.state import (
    ADD,
    ANSWER,
    BRIBING,
    BUY,
    BUYING,
    CLOSED,
    DEAL,
    DONE,
    GIFT,
    GIVE,
    MARKER,
    OFFER,
    PAYOFF_ITEM,
    SUBMIT,
    TOKEN,
    VALUES,
)
from engine.jit import kernel

ITEMS = VALUES + 1


@kernel()
def holds(s: Any, seat: int, item: int) -> int:
    """Return how many cards of an item a seat can still give away."""
    return s.payoff[seat] if item == PAYOFF_ITEM else s.stash[seat, item]


@kernel()
def staked(s: Any, slot: int) -> int:
    """Return the number of cards on a token."""
    total = 0
    for item in range(ITEMS):
        total += s.bribe_cards[slot, item]
    return total


@kernel()
def free_slot(s: Any, r: Any, seat: int) -> int:
    """Return the seat's first token at home, -1 if none."""
    for token in range(r.tokens):
        if s.bribe_target[2 * seat + token] < 0:
            return 2 * seat + token
    return -1


@kernel()
def legal_additions(s: Any, seat: int, mask: Any) -> None:
    """Allow the cards that may be added to the open bribe or price."""
    for item in range(s.last_item, ITEMS if s.open == BRIBING else VALUES):
        reserved = s.price[item] if s.open == BUYING else 0
        if holds(s, seat, item) > reserved:
            mask.legal[ADD + item] = 1


@kernel()
def legal_deals(s: Any, r: Any, seat: int, mask: Any) -> None:
    """Allow the small steps of the gift or deal window."""
    if s.open != CLOSED:
        legal_additions(s, seat, mask)
    if s.open == BUYING:
        if s.price[0] + s.price[1] + s.price[2] + s.price[3] > 0:
            mask.legal[SUBMIT] = 1
        return
    if s.open == BRIBING and staked(s, s.slot) == 0:
        return
    mask.legal[DONE] = 1
    for other in range(s.n):
        if other != seat:
            legal_with(s, r, seat, other, mask)


@kernel()
def legal_with(s: Any, r: Any, seat: int, other: int, mask: Any) -> None:
    """Allow gifts to, bribes of and purchases from one other player."""
    if r.gifts:
        for item in range(ITEMS):
            if holds(s, seat, item) > 0:
                mask.legal[GIVE + ITEMS * other + item] = 1
    if s.phase == GIFT:
        return
    cards = stash_size(s, seat)
    if cards + s.payoff[seat] > 0 and free_slot(s, r, seat) >= 0:
        mask.legal[TOKEN + 2 * other] = 1
        mask.legal[TOKEN + 2 * other + 1] = 1
    if cards > 0 and s.proposals[seat] < r.proposals:
        for want in range(1, s.payoff[other] + 1):
            # More than five payoff cards a purchase have no action; two purchases do it.
            if want <= ITEMS:
                mask.legal[BUY + ITEMS * other + want - 1] = 1


@kernel()
def close_turn(s: Any, r: Any) -> None:
    """Pass the window on clockwise, or leave it."""
    s.turn += 1
    s.steps = 0
    s.open = CLOSED
    s.slot = 0
    s.last_item = 0
    if s.turn == s.n:
        s.turn = 0
        s.phase = OFFER if s.phase == GIFT else MARKER


@kernel()
def add(s: Any, r: Any, seat: int, item: int) -> None:
    """Add one card to the open bribe or price."""
    s.last_item = item
    if s.open == BRIBING:
        stake(s, s.slot, item, r.bribes_face_up)
    else:
        s.price[item] += 1


@kernel()
def apply_deal(s: Any, r: Any, seat: int, step: int) -> None:
    """Take one small step of the gift or deal window."""
    if step == DONE:
        close_turn(s, r)
        return
    s.steps += 1
    if step == SUBMIT:
        s.proposals[seat] += 1
        s.phase = ANSWER
    elif step >= BUY:
        s.open = BUYING
        s.last_item = 0
        s.seller = (step - BUY) // ITEMS
        s.want = (step - BUY) % ITEMS + 1
    elif step >= ADD:
        add(s, r, seat, step - ADD)
    elif step >= TOKEN:
        s.open = BRIBING
        s.last_item = 0
        s.slot = free_slot(s, r, seat)
        s.bribe_target[s.slot] = (step - TOKEN) // 2
        s.bribe_side[s.slot] = (step - TOKEN) % 2
    else:
        s.open = CLOSED
        give(s, seat, (step - GIVE) // ITEMS, (step - GIVE) % ITEMS)


@kernel()
def answer(s: Any, r: Any, buyer: int, accepted: int) -> None:
    """Exchange loot for payoff cards at the agreed price, or not; the buyer goes on."""
    seller = s.seller
    for v in range(VALUES):
        while s.price[v] > 0:
            s.price[v] -= 1
            if accepted:
                give(s, buyer, seller, v)
    if accepted:
        s.payoff[seller] -= s.want
        s.payoff[buyer] += s.want
    s.open = CLOSED
    s.seller = 0
    s.want = 0
    s.last_item = 0
    s.phase = DEAL
