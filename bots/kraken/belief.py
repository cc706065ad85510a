"""What an explorer believes: a posterior over role sets from claims and cards, round by round.

Explorers are taken to announce truthfully; skeletons to mix a few ways of lying.
A seat's evidence is then a weight for every hand it may have been dealt, and the weight of a role
set is the sum over all ways to deal the treasures and the Kraken, each seat by its role.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from bots.kraken.tactics import unknown_cards
from engine.jit import kernel
from engine.kraken.observe import treasure_cards
from engine.kraken.state import (
    CURSE,
    DEALT,
    EXPLORER,
    KRAKEN,
    SEATS,
    SILENT,
    SKELETON,
    TREASURE,
)

TRUTH, MORE, NOTHING, ANY, HIDE = range(5)
"""Ways of skeletons in a mix: the truth, one treasure more, nothing, any claim alike.

A fifth number, if there is one and it is positive: explorers never announce the Kraken.
"""
MOST: Final = DEALT + 1
"""Treasures in a hand: 0 to 5."""
TOTAL: Final = SEATS + 1
"""Treasures in all hands: 0 to 8."""


@kernel()
def choose(n: int, k: int) -> float:
    """Return the binomial coefficient; 0 outside its range."""
    if k < 0 or n < 0 or k > n:
        return 0.0
    c = 1.0
    for i in range(k):
        c = c * (n - i) / (i + 1)
    return c


@kernel()
def ways(size: int, t: int, k: int, found: int, blanks: int) -> float:
    """Return the weight of a hand by the deal and by the cards turned up from it since.

    The deal counts the ways to choose the hand's places for its cards; the cards turned up are a
    random order of the hand.
    """
    if t + k > size or found > t or blanks > size - t - k:
        return 0.0
    w = choose(size, t) * choose(size - t, k)
    for i in range(found):
        w *= t - i
    for i in range(blanks):
        w *= size - t - k - i
    return w


@kernel()
def hides(mix: Any) -> bool:
    """Return whether explorers are taken never to announce the Kraken."""
    return len(mix) > HIDE and mix[HIDE] > 0.0


@kernel()
def lie_chance(code: int, t: int, k: int, left: int, size: int, mix: Any) -> float:
    """Return the chance that a skeleton with this hand makes this claim, by the assumed mix.

    Silence says nothing of a role: explorers are silent under the grasp, and so may skeletons be.
    """
    if code <= SILENT:
        return 1.0
    p = 0.0
    if code == 1 + 2 * t + (0 if hides(mix) else k):
        p += mix[TRUTH]
    more = min(t + 1, size, left)
    if code == 1 + 2 * more:
        p += mix[MORE]
    if code == 1:
        p += mix[NOTHING]
    return p + mix[ANY] / (2.0 * min(size, left) + 2.0)


@kernel()
def safe_at(o: Any, t0: int) -> bool:
    """Return whether curses were treasures when round ``t0`` was dealt: claims count them."""
    for j in range(o.reveals):
        if o.log_round[j] <= t0 and o.log_kind[j] == TREASURE:
            return True
    return o.curses == 0


@kernel()
def seat_weights(o: Any, t0: int, seat: int, mix: Any, hands: Any) -> None:
    """Fill a seat's weights of every hand of round ``t0`` (from 0), as explorer and as skeleton."""
    size, code, found, blanks = DEALT - t0, o.claim[t0, seat], 0, 0
    safe = safe_at(o, t0)
    for j in range(o.reveals):
        if o.log_round[j] == t0 + 1 and o.log_owner[j] == seat:
            treasure = o.log_kind[j] == TREASURE or (safe and o.log_kind[j] == CURSE)
            found += treasure
            blanks += not treasure
    now = t0 + 1 == o.round_number
    own = found + o.hand[TREASURE] + (o.hand[CURSE] if safe else 0)
    for t in range(MOST):
        for k in range(2):
            w = ways(size, t, k, found, blanks)
            if now and o.shown_seat == seat:
                w *= shown_chance(o, t - found, k, o.cards[seat])
            if now and seat == o.seat and o.cards[seat] > 0 and (t != own or k != o.hand[KRAKEN]):
                w = 0.0
            truth = code <= SILENT or code == 1 + 2 * t + (0 if hides(mix) else k)
            hands[EXPLORER, seat, t, k] = w if truth else 0.0
            hands[SKELETON, seat, t, k] = w * lie_chance(code, t, k, o.left[t0], size, mix)


@kernel()
def shown_chance(o: Any, treasures: int, kraken: int, cards: int) -> float:
    """Return how likely the light shows what it has shown, by what the hand has left."""
    if cards <= 0:
        return 1.0
    if o.shown_kind == KRAKEN:
        return kraken / cards
    if treasure_cards(o, o.shown_kind):
        return max(treasures, 0) / cards
    return max(cards - treasures - kraken, 0) / cards


@kernel()
def add_hand(total: Any, weights: Any, work: Any) -> None:
    """Add a seat's hand to the distribution over treasures and Krakens dealt."""
    for a in range(TOTAL):
        work[a, 0] = 0.0
        work[a, 1] = 0.0
    for t in range(MOST):
        for k in range(2):
            w = weights[t, k]
            if w > 0.0:
                for a in range(TOTAL - t):
                    for b in range(2 - k):
                        work[a + t, b + k] += w * total[a, b]
    for a in range(TOTAL):
        total[a, 0] = work[a, 0]
        total[a, 1] = work[a, 1]


@kernel()
def sum_hands(o: Any, t0: int, members: int, skip: int, hands: Any, work: Any) -> bool:
    """Fill ``work[0]`` with all hands but one, given the skeletons; False if impossible.

    A truthful claim leaves one hand, or two where the Kraken is not spoken of, so claims that
    contradict each other end the sum at once.
    """
    treasures, without, held = 0, 1.0, 0.0
    for i in range(o.n):
        code = o.claim[t0, i]
        if i != skip and not (members >> i) & 1 and code > SILENT:
            t = (code - 1) // 2
            treasures += t
            held = held * hands[EXPLORER, i, t, 0] + without * hands[EXPLORER, i, t, 1]
            without *= hands[EXPLORER, i, t, 0]
    if without + held == 0.0 or treasures > o.left[t0]:
        return False
    total = work[0]
    for a in range(TOTAL):
        total[a, 0] = 0.0
        total[a, 1] = 0.0
    total[treasures, 0] = without
    total[treasures, 1] = held
    for i in range(o.n):
        if i == skip:
            continue
        if (members >> i) & 1:
            add_hand(total, hands[SKELETON, i], work[1])
        elif o.claim[t0, i] <= SILENT:
            add_hand(total, hands[EXPLORER, i], work[1])
    return True


@kernel()
def right_deals(o: Any, t0: int, t: int, k: int, total: Any) -> float:
    """Return the weight of the deals that, with ``t`` and ``k`` more, hold just what was left."""
    least, most = 0, 0
    if not safe_at(o, t0):
        # The number of curses is unknown: any from one to three, alike.
        least = o.curses if o.curses > 0 else 1
        most = o.curses if o.curses > 0 else 3
    w = 0.0
    for curses in range(least, most + 1):
        rest = o.left[t0] - curses - t
        if rest >= 0 and k <= 1:
            w += total[rest, 1 - k]
    return w


@kernel()
def round_weight(o: Any, t0: int, members: int, hands: Any, work: Any) -> float:
    """Return the likelihood of a round if the skeletons are the seats in the bit set."""
    if not sum_hands(o, t0, members, -1, hands, work):
        return 0.0
    return right_deals(o, t0, 0, 0, work[0])


@kernel()
def prior(o: Any, members: int) -> float:
    """Return the weight of a role set before any talk: number of ways to deal the role cards."""
    count = 0
    for i in range(o.n):
        member = (members >> i) & 1
        count += member
        if o.role_of[i] >= 0 and (o.role_of[i] == SKELETON) != (member == 1):
            return 0.0
    if o.skeletons >= 0 and count != o.skeletons:
        return 0.0
    # Each set of seats with k skeletons has C(S, k) k! C(E, n-k) (n-k)! ordered deals.
    w = choose(o.skeleton_cards, count) * choose(o.explorer_cards, o.n - count)
    for i in range(count):
        w *= i + 1
    for i in range(o.n - count):
        w *= i + 1
    return w


@kernel()
def posterior(o: Any, mix: Any, weight: Any, work: Any) -> None:
    """Fill the weight of every role set, by bit set.

    A round that no set explains, as when an explorer lies, says nothing: it is left out.
    """
    hands = np.zeros((2, SEATS, MOST, 2))
    sets = 1 << o.n
    likelihood = np.zeros(sets)
    for m in range(sets):
        weight[m] = prior(o, m)
    for t0 in range(o.round_number):
        for i in range(o.n):
            seat_weights(o, t0, i, mix, hands)
        largest = 0.0
        for m in range(sets):
            likelihood[m] = 0.0
            if weight[m] > 0.0:
                likelihood[m] = weight[m] * round_weight(o, t0, m, hands, work)
                largest = max(largest, likelihood[m])
        if largest > 0.0:
            for m in range(sets):
                weight[m] = likelihood[m] / largest


@kernel()
def marginals(o: Any, mix: Any, weight: Any, work: Any, view: Any) -> None:
    """Fill for every seat: chance of a treasure and the Kraken in an unknown card, of a skeleton.

    ``view`` has shape (seats, 4); the last column is the weight behind the others.
    """
    hands = np.zeros((2, SEATS, MOST, 2))
    t0 = o.round_number - 1
    for i in range(o.n):
        seat_weights(o, t0, i, mix, hands)
    for m in range(1 << o.n):
        if weight[m] > 0.0:
            for i in range(o.n):
                if i != o.seat and unknown_cards(o, i) > 0:
                    note_seat(o, t0, m, i, weight[m], hands, work, view)
    for i in range(o.n):
        if view[i, 3] > 0.0:
            for j in range(3):
                view[i, j] /= view[i, 3]


@kernel()
def note_seat(
    o: Any,
    t0: int,
    members: int,
    seat: int,
    weight: float,
    hands: Any,
    work: Any,
    view: Any,
) -> None:
    """Add what one role set says of a seat's unknown cards."""
    code, member = o.claim[t0, seat], (members >> seat) & 1
    said = max(code - 1, 0) // 2
    one = hands[EXPLORER, seat, said, 0] == 0.0 or hands[EXPLORER, seat, said, 1] == 0.0
    if code > SILENT and not member and one:
        note_hand(o, seat, said, int(hands[EXPLORER, seat, said, 0] == 0.0), weight, 0, view)
    elif sum_hands(o, t0, members, seat, hands, work):
        note_hands(o, t0, seat, weight, member, hands, work, view)


@kernel()
def note_hands(
    o: Any, t0: int, seat: int, weight: float, member: int, hands: Any, work: Any, view: Any
) -> None:
    """Add what one role set says of a seat's unknown cards, over all hands it may have."""
    whole = 0.0
    for t in range(MOST):
        for k in range(2):
            if hands[member, seat, t, k] > 0.0:
                whole += hands[member, seat, t, k] * right_deals(o, t0, t, k, work[0])
    for t in range(MOST):
        for k in range(2):
            if hands[member, seat, t, k] > 0.0 and whole > 0.0:
                w = weight / whole * hands[member, seat, t, k] * right_deals(o, t0, t, k, work[0])
                note_hand(o, seat, t, k, w, member, view)


@kernel()
def note_hand(o: Any, seat: int, t: int, k: int, w: float, member: int, view: Any) -> None:
    """Add one hand that a seat may have been dealt, with its weight."""
    lit, cards = o.shown_seat == seat, unknown_cards(o, seat)
    treasures = t - o.found[seat] - (lit and treasure_cards(o, o.shown_kind))
    view[seat, 0] += w * max(treasures, 0) / cards
    view[seat, 1] += w * max(k - (lit and o.shown_kind == KRAKEN), 0) / cards
    view[seat, 2] += w * member
    view[seat, 3] += w
