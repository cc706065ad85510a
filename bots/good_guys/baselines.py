"""Bots by rule. Each answers ``(observation, params, out)``; see ``engine.good_guys.batch.POLICY``.

They never start a deal; with payoffs they decline or accept what is put to them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bots.good_guys.tactics import (
    act,
    buy_majority,
    equal_share,
    keep_all,
    mark,
    offer_equally,
    richest_other,
    share,
    threatened,
    trade,
)
from engine.good_guys.batch import uniform
from engine.good_guys.state import ACTION, GUARD, MARKER, NO, OFFER, ROB, SEATS, SKIM, TALK, YES
from engine.jit import kernel


@kernel()
def random(o: Any, params: Any, out: Any) -> int:
    """Choose uniformly: every card's receiver, and every other legal action."""
    return uniform(o, out)


@kernel()
def greedy(o: Any, params: Any, out: Any) -> int:
    """Keep everything as boss; otherwise vote for whoever gives at least an equal share.

    Models a player who sees only the loot on the table.
    """
    if o.question == OFFER:
        keep_all(o, out)
    elif o.question == ACTION:
        mine = o.seat == o.boss or share(o, o.seat) >= equal_share(o)
        return act(o, YES if mine else NO)
    elif o.question != MARKER and o.question != TALK:
        return trade(o)
    return 0


@kernel()
def fair(o: Any, params: Any, out: Any) -> int:
    """Offer equal shares; vote for them, up to ``params[0]`` $k that cards cannot split.

    Models a table norm of equal division.
    """
    if o.question == OFFER:
        offer_equally(o, out)
    elif o.question == ACTION:
        return act(o, YES if share(o, o.seat) >= equal_share(o) - params[0] else NO)
    elif o.question != MARKER and o.question != TALK:
        return trade(o)
    return 0


@kernel()
def majority(o: Any, params: Any, out: Any) -> int:
    """Buy the smallest majority, poorest seats first, at ``params[0]`` equal shares each.

    Models a boss who knows that half the table costs half the pot; votes by the same price.
    """
    price = params[0] * equal_share(o)
    if o.question == OFFER:
        buy_majority(o, price, o.wealth, out)
    elif o.question == ACTION:
        return act(o, YES if o.seat == o.boss or share(o, o.seat) >= price else NO)
    elif o.question != MARKER and o.question != TALK:
        return trade(o)
    return 0


@kernel()
def resent(o: Any, params: Any, dislike: Any) -> int:
    """Fill the dislike of every seat; return the most disliked other seat."""
    best = -1
    leader = richest_other(o)
    for k in range(1, o.n):
        seat = (o.seat + k) % o.n
        dislike[seat] = params[0] * o.robbed_by[seat] + params[1] * o.voted_against[seat]
        if seat == leader:
            dislike[seat] += params[2]
        if best < 0 or dislike[seat] > dislike[best]:
            best = seat
    return best


@kernel()
def grudge(o: Any, params: Any, out: Any) -> int:
    """Remember who robbed it and voted against it, and mind the leader.

    Models retaliation: dislike is ``params[0]`` a robbery suffered, ``params[1]`` a NO against its
    offers or shares, ``params[2]`` for the richest. It buys its majority from the least disliked,
    votes NO to the most disliked boss, and marks the most disliked seat, which it robs rather than
    vote for a poor share.
    """
    dislike = np.zeros(SEATS)
    foe = resent(o, params, dislike)
    if o.question == OFFER:
        buy_majority(o, equal_share(o), dislike, out)
    elif o.question == MARKER:
        return mark(o, foe)
    elif o.question == ACTION:
        if o.seat == o.boss or (o.boss != foe and share(o, o.seat) >= equal_share(o)):
            return act(o, YES)
        return act(o, NO if o.boss == foe else ROB)
    elif o.question != TALK:
        return trade(o)
    return 0


@kernel()
def skimmer(o: Any, params: Any, out: Any) -> int:
    """Take the top card every round; as boss pay a majority and vote YES.

    Models abstention for a sure gain: a vote is worth a card only where it decides.
    """
    if o.question == OFFER:
        buy_majority(o, equal_share(o), o.wealth, out)
    elif o.question == ACTION:
        return act(o, YES if o.seat == o.boss else SKIM)
    elif o.question != MARKER and o.question != TALK:
        return trade(o)
    return 0


@kernel()
def robber(o: Any, params: Any, out: Any) -> int:
    """Rob the richest other player every round; as boss pay a majority and vote YES.

    Models pure aggression, marked beforehand: a table of guards starves it.
    """
    if o.question == OFFER:
        buy_majority(o, equal_share(o), o.wealth, out)
    elif o.question == MARKER:
        return mark(o, richest_other(o)) if o.seat != o.boss else 0
    elif o.question == ACTION:
        return act(o, YES if o.seat == o.boss else ROB)
    elif o.question != TALK:
        return trade(o)
    return 0


@kernel()
def honest(o: Any, params: Any, out: Any) -> int:
    """Vote YES exactly for at least an equal share, and say so beforehand; offer equally.

    Models a voter whose word can be believed.
    """
    vote = YES if share(o, o.seat) >= equal_share(o) else NO
    if o.question == OFFER:
        offer_equally(o, out)
    elif o.question == TALK:
        return 1 + vote
    elif o.question == ACTION:
        return act(o, vote)
    elif o.question != MARKER:
        return trade(o)
    return 0


@kernel()
def guardian(o: Any, params: Any, out: Any) -> int:
    """Guard whenever a marker lies before it and its share is poor; otherwise as `majority`.

    Models deterrence: who marks it may lose a card.
    """
    if o.question == ACTION and threatened(o) and share(o, o.seat) < equal_share(o):
        return act(o, GUARD)
    return majority(o, params, out)


@kernel()
def opportunist(o: Any, params: Any, out: Any) -> int:
    """Take what the seat allows: the office if next in line, a card or a robbery if not.

    Models a calculating player without a theory of the others: it buys the cheapest majority; with
    a good share it votes YES; next in line it votes NO; marked it guards; otherwise it skims where
    it is early enough to come first, and else robs the richest.
    """
    offset = (o.seat - o.boss) % o.n
    if o.question == OFFER:
        buy_majority(o, params[0] * equal_share(o), o.wealth, out)
    elif o.question == MARKER:
        return mark(o, richest_other(o)) if offset > o.n // 2 else 0
    elif o.question == ACTION:
        if offset == 0 or share(o, o.seat) >= params[0] * equal_share(o):
            return act(o, YES)
        if offset == 1:
            return act(o, NO)
        if threatened(o):
            return act(o, GUARD)
        return act(o, SKIM if offset <= o.n // 2 else ROB)
    elif o.question != TALK:
        return trade(o)
    return 0
