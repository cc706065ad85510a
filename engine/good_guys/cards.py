"""Moves of cards, each with what the public can infer from it.

The public mean of a stash is exact without payoffs: cards of visible origin are ``known``; a card
drawn unseen is exchangeable with the rest of the unseen loot; and a card stolen unseen is a
uniform draw from the victim's stash, so its mean moves in proportion. Cards given away or staked
face up are taken from ``known`` first, which is bookkeeping and no longer an exact mean.
"""

from __future__ import annotations

from typing import Any

from engine.good_guys.state import LOWEST_VALUE, PAYOFF_ITEM, SEATS, VALUES
from engine.jit import kernel


@kernel()
def clockwise(n: int, seat: int, steps: int) -> int:
    """Return the seat some steps clockwise from another; integer division would cost more."""
    seat += steps
    while seat >= n:
        seat -= n
    return seat


@kernel()
def stash_size(s: Any, seat: int) -> int:
    """Return the number of loot cards in a stash."""
    return s.stash[seat, 0] + s.stash[seat, 1] + s.stash[seat, 2] + s.stash[seat, 3]


@kernel()
def deck_size(s: Any) -> int:
    """Return the number of loot cards left in the deck."""
    return s.deck[0] + s.deck[1] + s.deck[2] + s.deck[3]


@kernel()
def wealth(s: Any, seat: int) -> int:
    """Return a seat's stash and payoff cards in $k."""
    total = s.payoff[seat]
    for v in range(VALUES):
        total += s.stash[seat, v] * (v + LOWEST_VALUE)
    return total


@kernel()
def draw_to_table(s: Any, v: int) -> None:
    """Turn the top loot card up on the table."""
    s.deck[v] -= 1
    s.unseen[v] -= 1.0
    s.drawn += 1
    s.table[v] += 1


@kernel()
def draw_to_stash(s: Any, seat: int, v: int, hidden: int) -> None:
    """Take the top loot card into a stash."""
    s.deck[v] -= 1
    s.drawn += 1
    s.stash[seat, v] += 1
    if hidden:
        s.hidden[seat] += 1.0
    else:
        s.unseen[v] -= 1.0
        s.known[seat, v] += 1.0


@kernel()
def table_to_stash(s: Any, seat: int, v: int, count: int) -> None:
    """Pay loot of one value from the table."""
    s.table[v] -= count
    s.stash[seat, v] += count
    s.known[seat, v] += count


@kernel()
def believe_unseen_move(s: Any, loser: int, taker: int) -> None:
    """Move the mean of one unseen card of ``loser`` to ``taker``."""
    total = s.hidden[loser]
    for v in range(VALUES):
        total += s.known[loser, v]
    for v in range(VALUES):
        moved = s.known[loser, v] / total
        s.known[loser, v] -= moved
        s.known[taker, v] += moved
    moved = s.hidden[loser] / total
    s.hidden[loser] -= moved
    s.hidden[taker] += moved


@kernel()
def believe_seen_leaving(s: Any, seat: int, v: int) -> None:
    """Take one card of a visible value out of the public mean of a stash."""
    left = 1.0
    part = min(left, s.known[seat, v])
    s.known[seat, v] -= part
    left -= part
    part = min(left, s.hidden[seat])
    s.hidden[seat] -= part
    s.unseen[v] -= part
    left -= part
    if left > 1e-12:
        total = 0.0
        for w in range(VALUES):
            total += s.known[seat, w]
        for w in range(VALUES):
            s.known[seat, w] -= left * s.known[seat, w] / total


@kernel()
def steal(s: Any, loser: int, taker: int, v: int) -> None:
    """Move one loot card between stashes, unseen by the others."""
    believe_unseen_move(s, loser, taker)
    s.stash[loser, v] -= 1
    s.stash[taker, v] += 1


@kernel()
def give(s: Any, giver: int, target: int, item: int) -> None:
    """Move one loot or payoff card openly."""
    if item == PAYOFF_ITEM:
        s.payoff[giver] -= 1
        s.payoff[target] += 1
        return
    believe_seen_leaving(s, giver, item)
    s.stash[giver, item] -= 1
    s.stash[target, item] += 1
    s.known[target, item] += 1.0


@kernel()
def stake(s: Any, slot: int, item: int, face_up: int) -> None:
    """Move one card of the giver onto a placed token."""
    giver = slot // 2
    s.bribe_cards[slot, item] += 1
    if item == PAYOFF_ITEM:
        s.payoff[giver] -= 1
        return
    s.stash[giver, item] -= 1
    if face_up:
        believe_seen_leaving(s, giver, item)


@kernel()
def unstake(s: Any, slot: int, item: int, receiver: int, face_up: int) -> None:
    """Move one staked card to ``receiver``; face down, the public still counts it the giver's."""
    s.bribe_cards[slot, item] -= 1
    if item == PAYOFF_ITEM:
        s.payoff[receiver] += 1
        return
    s.stash[receiver, item] += 1
    if face_up:
        s.known[receiver, item] += 1.0
    elif receiver != slot // 2:
        believe_unseen_move(s, slot // 2, receiver)


@kernel()
def believe_mean(s: Any, seat: int, v: int) -> float:
    """Return the public mean number of cards of one value in a stash."""
    total = s.unseen[0] + s.unseen[1] + s.unseen[2] + s.unseen[3]
    if s.hidden[seat] <= 0.0 or total <= 0.0:
        return s.known[seat, v]
    return s.known[seat, v] + s.hidden[seat] * s.unseen[v] / total


@kernel()
def clear_round(s: Any) -> None:
    """Take back markers, actions and claims before an offer."""
    for i in range(SEATS):
        s.claim[i] = 0
        s.marker[i] = 0
        s.action[i] = -1
        s.revealed[i] = 0
        s.guarded[i] = 0
        s.proposals[i] = 0
        for v in range(VALUES):
            s.offer[i, v] = 0
    s.skimmed = 0
