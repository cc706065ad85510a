"""One proposal under majority vote at the least cost, and the chain of such rounds.

Votes only. A seat votes YES where its vote decides and YES suits it, so the proposer buys a
coalition that is just large enough. The seats left out vote NO, which names the successor: the
nearest of them, or a bought seat nearer still that changes its mind. That is why the price of a
seat depends on who else is bought.
Source: ``docs/rules/good-guys.md``, round step 5; Baron and Ferejohn (1989) for the closed rule.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from models.good_guys.continuation import (
    FIRST,
    LAST,
    MEAN_CARD,
    REJECTION_CARDS,
    ROUND_CARDS,
    end_chance,
)
from models.good_guys.stage import PASS, SUCCESSOR, TIE

Array = NDArray[np.float64]
NO_WINS: Final = 2
ROTATES, PASSES, FAILS = 0, 1, 2
ACCEPT, STRICT, PAID = 0, 1, 2
ACCEPTANCE: Final = ("accept", "strict", "paid")
SAME: Final = 1e-9


class Customs(NamedTuple):
    """How the table bargains.

    Attributes
    ----------
    unit : float
        What shares are multiples of, $k; 0 where money divides (a strict price is then the
        infimum).
    acceptance : int
        A seat votes YES where that is as good as NO (:data:`ACCEPT`), only where it is better
        (:data:`STRICT`), or only where it is also paid something now (:data:`PAID`).
    ties : int
        A tie pays and moves the office on (:data:`ROTATES`), counts as YES (:data:`PASSES`) or as
        NO (:data:`FAILS`).
    random_boss : bool
        Whether the next boss is drawn by lot instead of by the count.
    discount : float
        Worth today of $1k one vote later.
    limit : int
        Rounds a boss may serve in a row; 0 for no limit.
    """

    unit: float = 0.0
    acceptance: int = ACCEPT
    ties: int = ROTATES
    random_boss: bool = False
    discount: float = 1.0
    limit: int = 0


@kernel()
def size_of(coalition: int) -> int:
    """Return the number of seats in a coalition, a set of bits."""
    size = 0
    while coalition:
        size += coalition & 1
        coalition >>= 1
    return size


@kernel()
def result_of(yes: int, n: int, ties: int) -> int:
    """Return PASS, TIE or NO_WINS when ``yes`` of ``n`` seats vote YES and the others NO."""
    margin = 2 * yes - n
    if margin == 0:
        return (TIE, PASS, NO_WINS)[ties]
    return PASS if margin > 0 else NO_WINS


@kernel()
def successor_of(coalition: int, n: int) -> int:
    """Return the nearest seat outside the coalition; the boss where there is no other."""
    for seat in range(1, n):
        if not coalition >> seat & 1:
            return seat
    return 0


@kernel()
def buy(after: Array, coalition: int, pot: float, customs: Customs, share: Array) -> bool:
    """Fill ``share`` (n,) with the cheapest offer that buys a coalition; say whether it does.

    It does not where no money moves a vote, or where the boss himself would then vote NO.
    ``after`` (n, n+2) is what follows a pass, a tie, and NO by successor, shares of this round
    not counted.
    """
    n = after.shape[0]
    result = result_of(size_of(coalition), n, customs.ties)
    spent = 0.0
    share[:] = 0.0
    more = result_of(size_of(coalition) + 1, n, customs.ties)
    other = result_of(size_of(coalition) - 1, n, customs.ties)
    for i in range(1, n):
        if not coalition >> i & 1:
            if more != result and after[i, more] > after[i, result] + SAME:
                return False  # a tie that a seat left out would turn into a pass
            continue
        less = coalition & ~(1 << i)
        if other == NO_WINS:
            gap = after[i, SUCCESSOR + successor_of(less, n)] - after[i, result]
            share[i] = _price(gap, customs)
        else:  # the share is paid either way, so no money moves this vote
            gap = after[i, other] - after[i, result]
            if gap > SAME or (customs.acceptance != ACCEPT and gap >= -SAME):
                return False
            share[i] = customs.unit if customs.acceptance == PAID else 0.0
        spent += share[i]
    share[0] = pot - spent
    column = SUCCESSOR + successor_of(coalition, n) if other == NO_WINS else other
    lost = 0.0 if other == NO_WINS else share[0]
    stays = share[0] + after[0, result] >= lost + after[0, column] - SAME
    return stays and spent <= pot + SAME


@kernel()
def _price(gap: float, customs: Customs) -> float:
    if customs.unit == 0.0:
        return max(gap, 0.0)
    cards = gap / customs.unit
    strictly = customs.acceptance != ACCEPT
    whole = np.floor(cards + SAME) + 1.0 if strictly else np.ceil(cards - SAME)
    return max(whole, 1.0 if customs.acceptance == PAID else 0.0) * customs.unit


@kernel()
def failing_votes(after: Array, pot: float, ties: int) -> int:
    """Return who votes YES where the boss keeps all and NO wins, in equilibrium.

    Usually nobody; where the nearest seat does not want the office, the fewest that make it
    stable, the best for the boss among these. Nobody too where no pure equilibrium is of this kind.
    """
    n = after.shape[0]
    found, fewest, best = 0, n, -np.inf
    for yes in range(2**n):
        size = size_of(yes)
        if size > fewest or result_of(size, n, ties) != NO_WINS:
            continue
        column = SUCCESSOR + successor_of(yes, n)
        stable = True
        for i in range(n):
            other = yes ^ (1 << i)
            result = result_of(size_of(other), n, ties)
            if result == NO_WINS:
                result = SUCCESSOR + successor_of(other, n)
            paid = pot if i == 0 and result < SUCCESSOR else 0.0
            if paid + after[i, result] > after[i, column] + SAME:
                stable = False
        if stable and (size < fewest or after[0, column] > best + SAME):
            found, fewest, best = yes, size, after[0, column]
    return found


@kernel()
def cheapest_offer(
    after: Array, pot: float, customs: Customs, share: Array
) -> tuple[int, int, int]:
    """Fill ``share`` (n,) with the boss's best offer.

    Returns the result, the seats that vote YES, and the number of coalitions that serve the boss
    alike, of which the one of the farthest seats is taken. Where no coalition is worth its price
    the boss keeps all and NO wins.
    """
    n = after.shape[0]
    trial = np.empty(n)
    failing = failing_votes(after, pot, customs.ties)
    result, chosen, alike = NO_WINS, 0, 1
    best = after[0, SUCCESSOR + successor_of(failing, n)]
    for coalition in range(2**n - 1, 0, -2):  # all with the boss; the farthest seats first
        size = size_of(coalition)
        outcome = result_of(size, n, customs.ties)
        decisive = outcome != result_of(size - 1, n, customs.ties)
        if outcome == NO_WINS or not decisive or not buy(after, coalition, pot, customs, trial):
            continue
        value = trial[0] + after[0, outcome]
        if value > best + SAME or (chosen == 0 and value >= best - SAME):
            best, result, chosen, alike = value, outcome, coalition, 1
        elif value >= best - SAME:
            alike += 1
    if chosen:
        buy(after, chosen, pot, customs, share)
    else:
        share[:] = 0.0
        share[0] = pot
    return result, chosen if chosen else failing, alike


@kernel()
def fill_after(
    place: NDArray[np.int64], state: NDArray[np.int64], table: Array, customs: Customs, after: Array
) -> None:
    """Fill ``after`` (n, n+2) with the $k to come after each result of the count.

    Parameters
    ----------
    place : (>=4,)
        First and last depth of the Fuzz, cards drawn for a round and after a NO.
    state : (3,)
        Cards drawn, rejections, and rounds left to the boss after this one.
    table : (n_drawn, n_rejections, n_terms, n)
        Values before an offer, by rounds left to the boss after it.
    """
    n, limited = after.shape[0], customs.limit > 0
    drawn, rejections, terms = state
    for r in range(n + 2):
        paid = r <= TIE
        boss = 0 if r == PASS else 1 % n if r == TIE else r - SUCCESSOR
        cards = place[ROUND_CARDS] if paid else place[REJECTION_CARDS]
        # At the limit the office moves on and the former boss draws a card, unless voted out.
        rewarded = limited and terms == 0 and (paid or boss == 0)
        if rewarded:
            boss, cards = 1 % n, cards + 1
        left = terms - 1 if boss == 0 and limited else table.shape[2] - 1
        again = 0 if paid else min(rejections + 1, table.shape[1] - 1)
        now = drawn + cards
        alive = 1.0 - end_chance(place[FIRST], place[LAST], drawn, cards)
        for i in range(n):
            value = 0.0
            if now < table.shape[0]:
                for b in range(n if customs.random_boss else 1):
                    seat = (i - (b if customs.random_boss else boss)) % n
                    value += table[now, again, left, seat]
                value /= n if customs.random_boss else 1
            after[i, r] = customs.discount * alive * value
            if rewarded and i == 0:
                after[i, r] += MEAN_CARD


@kernel()
def backward(place: NDArray[np.int64], customs: Customs, table: Array) -> None:
    """Fill ``table`` (n_drawn, n_rejections, n_terms, n) with the $k to come before each offer.

    ``table`` starts at zero and runs over the cards drawn, 0 to the last depth, this table's
    included. Every result draws cards, so one sweep from the end is exact.
    """
    n = table.shape[3]
    after, share = np.empty((n, n + 2)), np.empty(n)
    state = np.empty(3, np.int64)
    usual, more = place[ROUND_CARDS], place[REJECTION_CARDS]
    for drawn in range(table.shape[0] - 1, usual - 1, -1):
        for rejections in range(min(table.shape[1] - 1, (drawn - usual) // more), -1, -1):
            for terms in range(table.shape[2]):
                state[:] = drawn, rejections, terms
                fill_after(place, state, table, customs, after)
                pot = MEAN_CARD * (usual + more * rejections)
                result, yes, _ = cheapest_offer(after, pot, customs, share)
                column = SUCCESSOR + successor_of(yes, n) if result == NO_WINS else result
                for i in range(n):
                    paid = share[i] if result != NO_WINS else 0.0
                    table[drawn, rejections, terms, i] = paid + after[i, column]
