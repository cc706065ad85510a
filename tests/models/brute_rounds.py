"""Rounds with votes only, searched offer by offer and vote by vote in whole cards.

A seat votes YES only where its vote decides the result and suits it; no seat gains by another
vote. The boss takes the best for him, then the coalition of the farthest seats; where nothing can
pass he keeps all, and the fewest YES votes that are stable let NO win.
"""

from functools import cache
from itertools import product

ACCEPT, STRICT, PAID = 0, 1, 2


def splits(cards, seats):
    """All ways to give equal cards to seats."""
    if seats == 1:
        yield (cards,)
        return
    for own in range(cards + 1):
        for rest in splits(cards - own, seats - 1):
            yield (own, *rest)


class Table:
    """One offer at the table: what follows each result."""

    def __init__(self, n, passed, tied, failed, acceptance):
        self.n, self.acceptance = n, acceptance
        self.passed, self.tied, self.failed = passed, tied, failed

    def outcome(self, votes):
        yes = sum(votes)
        if 2 * yes > self.n:
            return "pass", self.passed
        if 2 * yes == self.n:
            return "tie", self.tied
        return "no", self.failed[next(i for i in [*range(1, self.n), 0] if not votes[i])]

    def gain(self, i, votes, share):
        """What seat i has by its vote above the other vote, and whether its vote decides."""
        (name, after), (other, follows) = (
            self.outcome([v ^ (flip and i == j) for j, v in enumerate(votes)])
            for flip in (False, True)
        )
        paid = share[i] * ((name != "no") - (other != "no"))
        return paid + after[i] - follows[i], name != other

    def stable(self, votes, share):
        return all(self.gain(i, votes, share)[0] >= 0 for i in range(self.n))

    def suits(self, votes, share):
        wanted = {ACCEPT: (0, 0), STRICT: (1, 0), PAID: (1, 1)}[self.acceptance]
        for i in range(1, self.n):
            gain, decides = self.gain(i, votes, share)
            if votes[i] and not (decides and share[i] >= wanted[1] and gain >= 0):
                return False
            if votes[i] and wanted[0] and gain == 0:
                return False
        return self.stable(votes, share)

    def failing(self, pot):
        keep = (pot, *[0] * (self.n - 1))
        found = [
            (sum(votes), -after[0], mask(votes), after)
            for votes in product((0, 1), repeat=self.n)
            for name, after in [self.outcome(votes)]
            if name == "no" and self.stable(votes, keep)
        ]
        return min(found)[3] if found else self.failed[1]

    def best(self, pot):
        """What each seat gets by the boss's best offer, all later rounds included."""
        failing = self.failing(pot)
        best = failing[0], 0, failing
        for rest in product((0, 1), repeat=self.n - 1):
            votes = (1, *rest)
            name, after = self.outcome(votes)
            if name == "no":
                continue
            for share in splits(pot, self.n):
                rank = share[0] + after[0], mask(votes)
                if rank > best[:2] and self.suits(votes, share):
                    best = *rank, tuple(s + a for s, a in zip(share, after, strict=True))
        return best[2]


def mask(votes):
    return sum(v << i for i, v in enumerate(votes))


def values_before_first_offer(n, depth, acceptance):
    """Cards to come to each seat, the Fuzz below ``depth`` loot cards."""

    @cache
    def values(drawn, pot):
        def go_on(cards, next_pot, boss):
            if drawn + cards > depth:
                return (0,) * n
            later = values(drawn + cards, next_pot)
            return tuple(later[(i - boss) % n] for i in range(n))

        passed, tied = go_on(n + 2, n + 2, 0), go_on(n + 2, n + 2, 1)
        failed = [go_on(2, pot + 2, boss) for boss in range(n)]
        return Table(n, passed, tied, failed, acceptance).best(pot)

    return values(n + 2, n + 2)
