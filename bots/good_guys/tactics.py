"""Pieces that the bots of Good Guys share: shares, whole offers, whom to threaten."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.good_guys.state import (
    ACCEPT,
    ANSWER,
    DECLINE,
    LOWEST_VALUE,
    SEATS,
    VALUES,
    YES,
)
from engine.jit import kernel


@kernel()
def share(o: Any, seat: int) -> int:
    """Return the value offered to a seat, $k."""
    total = 0
    for v in range(VALUES):
        total += o.offer[seat, v] * (v + LOWEST_VALUE)
    return total


@kernel()
def equal_share(o: Any) -> float:
    """Return the value of the loot on the table for each seat, $k."""
    total = 0.0
    for v in range(VALUES):
        total += o.table[v] * (v + LOWEST_VALUE)
    return total / o.n


@kernel()
def keep_all(o: Any, out: Any) -> None:
    """Offer everything to the boss."""
    out[: SEATS * VALUES] = 0
    for v in range(VALUES):
        out[VALUES * o.boss + v] = o.table[v]


@kernel()
def offer_equally(o: Any, out: Any) -> None:
    """Offer each card, dearest first, to the seat that has least so far, clockwise from boss."""
    out[: SEATS * VALUES] = 0
    money = np.zeros(SEATS, np.int64)
    for v in range(VALUES - 1, -1, -1):
        for _ in range(o.table[v]):
            poorest = o.boss
            for k in range(1, o.n):
                seat = (o.boss + k) % o.n
                if money[seat] < money[poorest]:
                    poorest = seat
            money[poorest] += v + LOWEST_VALUE
            out[VALUES * poorest + v] += 1


@kernel()
def pay(out: Any, boss: int, seat: int, price: float) -> bool:
    """Move cards from the boss to a seat, worth at least ``price``; return whether they suffice."""
    paid = 0.0
    while paid < price:
        chosen = -1
        # The dearest card that does not overpay, else the cheapest of all.
        for v in range(VALUES):
            if out[VALUES * boss + v] > 0 and (chosen < 0 or v + LOWEST_VALUE <= price - paid):
                chosen = v
        if chosen < 0:
            return False
        out[VALUES * boss + chosen] -= 1
        out[VALUES * seat + chosen] += 1
        paid += chosen + LOWEST_VALUE
    return True


@kernel()
def buy_majority(o: Any, price: float, dislike: Any, out: Any) -> None:
    """Offer ``price`` $k to the n//2 seats disliked least (of equals the last in turn), keep rest.

    With the boss's own vote these are a majority. Who cannot be paid in full is not paid.
    """
    keep_all(o, out)
    for _ in range(o.n // 2):
        best = -1
        for k in range(o.n - 1, 0, -1):
            seat = (o.boss + k) % o.n
            free = True
            for v in range(VALUES):
                free = free and out[VALUES * seat + v] == 0
            if free and (best < 0 or dislike[seat] < dislike[best]):
                best = seat
        if not pay(out, o.boss, best, price):
            for v in range(VALUES):
                out[VALUES * o.boss + v] += out[VALUES * best + v]
                out[VALUES * best + v] = 0
            return


@kernel()
def richest_other(o: Any) -> int:
    """Return the richest other seat that holds loot, as far as known; -1 if none holds any."""
    best = -1
    for k in range(1, o.n):
        seat = (o.seat + k) % o.n
        if o.stash_count[seat] > 0 and (best < 0 or o.wealth[seat] > o.wealth[best]):
            best = seat
    return best


@kernel()
def threatened(o: Any) -> bool:
    """Return whether a marker lies before the observer."""
    markers = 0
    for i in range(o.n):
        markers += o.marker[i] == 1 + o.seat
    return markers > 0


@kernel()
def mark(o: Any, victim: int) -> int:
    """Return the marker action before a victim, or none where there is no victim."""
    return 1 + victim if victim >= 0 and o.legal[1 + victim] else 0


@kernel()
def act(o: Any, wanted: int) -> int:
    """Return the wanted action, or the first legal one where rules bind the marked seat."""
    if o.legal[wanted]:
        return wanted
    for a in range(VALUES + 1):
        if o.legal[a]:
            return a
    return YES


@kernel()
def trade(o: Any) -> int:
    """Answer in the gift and deal windows: give nothing; sell payoff cards above their worth."""
    if o.question == ANSWER:
        money = 0
        for v in range(VALUES):
            money += o.price[v] * (v + LOWEST_VALUE)
        return ACCEPT if money > o.want else DECLINE
    return 0
