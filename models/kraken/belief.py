"""What to believe of roles and hands: the exact posterior under a stated way of talking.

Explorers announce truthfully; skeletons mix a few ways of lying. For every set of seats that may
be the skeletons, each seat has a weight for each hand (its ways in the deal, the cards revealed
from it, its claim), and all hands together must hold the treasures left and the Kraken: a
convolution over seats, exact up to rounding. Rounds are dealt afresh, so their weights multiply.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb, perm
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.kraken.heard import KRAKEN, Heard, Reveal
from models.kraken.pile import FIRST_HAND, Hand, hand_size, role_patterns
from models.kraken.view import View

Floats = NDArray[np.float64]

TRUTH, MORE, NOTHING, ANYTHING = range(4)
MIX: Final = (0.4, 0.2, 0.1, 0.3)
"""Assumed ways of skeletons: the truth, one treasure more, nothing, any claim alike; no Kraken
in the middle two."""
TALKS: Final[Mapping[str, tuple[float, ...]]] = {
    "mixed": MIX,
    "truth": (0.97, 0.0, 0.0, 0.03),
    "one more": (0.0, 0.97, 0.0, 0.03),
    "nothing": (0.0, 0.0, 0.97, 0.03),
    "anything": (0.0, 0.0, 0.0, 1.0),
}
"""Ways of skeletons by name; a little of anything keeps every claim possible."""
MOST: Final = FIRST_HAND + 1


def weights_of(players: int) -> tuple[float, float]:
    """Return what explorers weigh the Kraken and a skeleton as next holder with, by players.

    As the Bayes bots do, for whom they were found by trial.
    """
    return (2.0, 0.2) if players == 3 else (1.5, 0.5)


def lie_chance(claim: Hand | None, hand: Hand, left: int, size: int, mix: Any) -> float:
    """Return the chance that a skeleton with a hand makes a claim; silence tells nothing."""
    if claim is None:
        return 1.0
    more = (min(hand[0] + 1, size, left), 0)
    chance = mix[TRUTH] * (claim == hand) + mix[MORE] * (claim == more)
    return float(
        chance + mix[NOTHING] * (claim == (0, 0)) + mix[ANYTHING] / (2 * min(size, left) + 2)
    )


def hand_weights(heard: Heard, seat: int, mix: Any) -> Floats:
    """Return the weight of every hand as explorer and as skeleton; (2, 6 treasures, 2 Krakens)."""
    size, claim = hand_size(heard.number), heard.claims[seat]
    found, blanks = heard.seen(seat)
    kraken = KRAKEN in heard.cards_seen(seat)
    out = np.zeros((2, MOST, 2))
    for t in range(min(size, heard.left) + 1):
        for k in range(int(kraken), 2):
            rest = size - t - k
            if rest >= blanks and t >= found:
                w = comb(size, t) * comb(size - t, k) * perm(t, found) * perm(rest, blanks)
                out[0, t, k] = w * (claim is None or claim == (t, k))
                out[1, t, k] = w * lie_chance(claim, (t, k), heard.left, size, mix)
    return out


def joined(total: Floats, weights: Floats) -> Floats:
    """Return the distribution of treasures and Krakens in all hands, one more hand added.

    Parameters
    ----------
    total : (sets, left + 1, 2)
    weights : (sets, 6, 2)
    """
    out = np.zeros_like(total)
    width = total.shape[1]
    for t in range(min(MOST, width)):
        for k in range(2):
            w = weights[:, t, k]
            if w.any():
                out[:, t:, k:] += w[:, None, None] * total[:, : width - t, : 2 - k]
    return out


@dataclass(frozen=True, eq=False)
class Belief:
    """A posterior.

    Attributes
    ----------
    member : (sets, n)
        Whether a seat is a skeleton, for each set of skeletons that may be.
    hands : (sets, n, 6, 2)
        Joint weight of a set and a seat's hand, as dealt; sums to 1 over sets and hands.
    treasure, kraken : (sets, n)
        Joint weight of a set, and that a face-down card of the seat is a treasure, the Kraken.
    """

    member: NDArray[np.bool_]
    hands: Floats
    treasure: Floats
    kraken: Floats

    @cached_property
    def weight(self) -> Floats:
        """Chance of each set; (sets,)."""
        total: Floats = self.hands[:, 0].sum(axis=(1, 2))
        return total

    @property
    def skeleton(self) -> Floats:
        """Chance that a seat is a skeleton; (n,)."""
        chance: Floats = self.weight @ self.member
        return chance


@dataclass(frozen=True, eq=False)
class Believing:
    """Posteriors of a round as its cards are revealed.

    Attributes
    ----------
    private : bool
        Whether seat 0's role and hand are known, as they are to him; else what all know.
    curses : int
        Curses in play: until they are safe they are no treasures, and no claim counts them.
    """

    view: View
    mix: tuple[float, ...]
    private: bool
    curses: int = 0

    def goal(self, heard: Heard) -> int:
        """Return the treasures in all hands of a round, as its claims count them."""
        return heard.left if heard.safe else heard.left - self.curses

    @property
    def sets(self) -> tuple[NDArray[np.bool_], Floats]:
        """Sets of skeletons that may be: members (sets, n), and chance before this round."""
        return self._told[:2]

    @property
    def before(self) -> tuple[float, ...]:
        """How likely each earlier round's talk and treasures are, given the rounds before it."""
        return self._told[2]

    @cached_property
    def _told(self) -> tuple[NDArray[np.bool_], Floats, tuple[float, ...]]:
        view, n = self.view, self.view.players
        patterns = role_patterns(n, view.skeletons)
        member = np.array([[mask >> i & 1 for i in range(n)] for mask, _ in patterns], bool)
        weight = np.array([float(chance) for _, chance in patterns])
        if self.private:
            for seat, role in ((0, view.role), *view.roles):
                weight = weight * (member[:, seat] == (role == "skeleton"))
        weight, likely = weight / weight.sum(), []
        for heard in view.rounds[:-1]:
            told = weight * self._whole(heard, member)
            likely.append(float(told.sum()))
            # A round that no set explains, as when an explorer lies, says nothing.
            weight = told / told.sum() if told.sum() > 0 else weight
        keep = weight > 0
        return member[keep], weight[keep] / weight.sum(), tuple(likely)

    def _whole(self, heard: Heard, member: NDArray[np.bool_]) -> Floats:
        tables = self._tables(heard, member, now=False)
        return together(tables, self.goal(heard))

    def _tables(self, heard: Heard, member: NDArray[np.bool_], *, now: bool) -> Floats:
        """Return each set's weights of every seat's hands; (sets, n, 6, 2)."""
        tables = []
        for i in range(member.shape[1]):
            known = self.private and now and i == 0 and self.view.dealt is not None
            own = hand_weights(heard.says(0, None) if known else heard, i, self.mix)
            if known:
                only = np.zeros((MOST, 2))
                only[self.view.dealt] = 1.0
                own = own * only
            tables.append(own[member[:, i].astype(int)])
        return np.stack(tables, axis=1)

    @cached_property
    def explained(self) -> bool:
        """Whether some set explains what was said and revealed in this round."""
        return bool(self._weights(self.view.now).sum() > 0)

    def _weights(self, heard: Heard) -> Floats:
        return self.sets[1] * together(self.tables(heard), self.goal(heard))

    def tables(self, heard: Heard) -> Floats:
        """Return each set's weights of every seat's hands in the round at hand."""
        return self._tables(heard, self.sets[0], now=True)

    @cached_property
    def likely(self) -> float:
        """How likely this round's talk and treasures are, its claims left out if unexplained."""
        return float(self._weights(self.round_after(self.view.now.reveals)).sum())

    def round_after(self, reveals: tuple[Reveal, ...]) -> Heard:
        """Return the round with other reveals; without its claims where no set explains them."""
        claims = self.view.now.claims if self.explained else (None,) * self.view.players
        return replace(self.view.now, claims=claims, reveals=reveals)

    @cached_property
    def _known(self) -> dict[tuple[Reveal, ...], Belief | None]:
        return {}

    def at(self, reveals: tuple[Reveal, ...]) -> Belief | None:
        """Return the posterior after these reveals of the round; None if they cannot be."""
        if reveals not in self._known:
            self._known[reveals] = self._at(reveals)
        return self._known[reveals]

    def _at(self, reveals: tuple[Reveal, ...]) -> Belief | None:
        now = self.round_after(reveals)
        member, weight = self.sets
        tables = self.tables(now)
        joint = weight[:, None, None, None] * tables * rests(tables, self.goal(now))
        whole = joint[:, 0].sum()
        if whole <= 0:
            return None
        joint /= whole
        n, size = self.view.players, hand_size(now.number)
        found = np.array([now.seen(i)[0] for i in range(n)])
        cards = np.array([size - len(now.cards_seen(i)) for i in range(n)])
        hidden = np.array([KRAKEN not in now.cards_seen(i) for i in range(n)])
        each = np.maximum(np.arange(MOST)[None, :] - found[:, None], 0)
        share = np.maximum(cards, 1)
        treasure = np.einsum("mitk,it->mi", joint, each) / share
        return Belief(member, joint, treasure, joint[..., 1].sum(axis=2) * hidden / share)


def together(tables: Floats, left: int) -> Floats:
    """Return each set's weight of all hands that hold the treasures and the Kraken; (sets,)."""
    if left < 0:
        return np.zeros(len(tables))
    total = start(len(tables), left)
    for i in range(tables.shape[1]):
        total = joined(total, tables[:, i])
    out: Floats = total[:, left, 1]
    return out


def start(sets: int, left: int) -> Floats:
    """Return the distribution over no hands at all."""
    total = np.zeros((sets, left + 1, 2))
    total[:, 0, 0] = 1.0
    return total


def rests(tables: Floats, left: int) -> Floats:
    """Return, for each seat's hand, the weight of all other hands that make up the pile."""
    sets, n = tables.shape[:2]
    before, after = [start(sets, left)], [start(sets, left)]
    for i in range(n - 1):
        before.append(joined(before[-1], tables[:, i]))
        after.append(joined(after[-1], tables[:, n - 1 - i]))
    out = np.zeros((sets, n, MOST, 2))
    for i in range(n):
        first, second = before[i], after[n - 1 - i]
        for t in range(min(MOST, left + 1)):
            a, b = first[:, : left - t + 1], second[:, left - t :: -1]
            # One Kraken: in this hand, or before it, or after it.
            out[:, i, t, 1] = (a[:, :, 0] * b[:, :, 0]).sum(axis=1)
            out[:, i, t, 0] = (a[:, :, 1] * b[:, :, 0] + a[:, :, 0] * b[:, :, 1]).sum(axis=1)
    return out
