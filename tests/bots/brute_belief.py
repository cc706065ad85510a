"""What a truthful explorer should believe, by going through every deal card by card.

Written from the assumptions alone: roles from the pile, a uniform deal, explorers who tell the
truth, skeletons who mix truth, one treasure more, nothing, and any claim. Imports nothing of ours.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial


def beliefs(n, piles, size, left, own, seat, claims, turned, mix, hide=False):
    """Return for each other seat (P treasure, P Kraken of a face-down card, P skeleton).

    ``own`` is (treasures, Kraken) dealt to ``seat``, ``claims`` a pair for each seat, ``turned``
    the treasures and other cards turned up before each seat. With ``hide`` explorers, and
    skeletons who tell the truth, never speak of the Kraken.
    """
    total, sums = Fraction(0), [[Fraction(0)] * 3 for _ in range(n)]
    others = [i for i in range(n) if i != seat]
    for count in range(n):
        for skeletons in combinations(others, count):
            roles = comb(piles[1], count) * factorial(count)
            roles *= comb(piles[0], n - count) * factorial(n - count)
            for treasures in product(range(min(size, left) + 1), repeat=n):
                if sum(treasures) != left or treasures[seat] != own[0]:
                    continue
                for holder in range(n):
                    if (holder == seat) != (own[1] == 1):
                        continue
                    hands = [(t, int(i == holder)) for i, t in enumerate(treasures)]
                    w = Fraction(roles)
                    for i, hand in enumerate(hands):
                        w *= deals(size, *hand) * order(size, *hand, *turned[i])
                        if i in skeletons:
                            w *= says(claims[i], hand, size, left, mix, hide)
                        else:
                            w *= claims[i] == truth_of(hand, hide)
                    total += w
                    for i in others:
                        face_down = size - sum(turned[i])
                        sums[i][0] += w * Fraction(hands[i][0] - turned[i][0], face_down)
                        sums[i][1] += w * Fraction(hands[i][1], face_down)
                        sums[i][2] += w * (i in skeletons)
    return [[float(x / total) for x in row] for row in sums]


def deals(size, t, k):
    return comb(size, t) * comb(size - t, k) if t + k <= size else 0


def order(size, t, k, found, blanks):
    """Return the chance to turn up these cards, none of them the Kraken, in any one order."""
    cards, w = Counter(treasure=t, blank=size - t - k), Fraction(1)
    for name in ["treasure"] * found + ["blank"] * blanks:
        w *= Fraction(max(cards[name], 0), size)
        cards[name] -= 1
        size -= 1
    return w


def truth_of(hand, hide):
    return (hand[0], 0) if hide else hand


def says(claim, hand, size, left, mix, hide):
    truth, more, nothing, anything = mix
    ways = [(t, k) for t in range(min(size, left) + 1) for k in (0, 1)]
    p = Fraction(0)
    p += truth if claim == truth_of(hand, hide) else 0
    p += more if claim == (min(hand[0] + 1, size, left), 0) else 0
    p += nothing if claim == (0, 0) else 0
    return p + anything / len(ways)
