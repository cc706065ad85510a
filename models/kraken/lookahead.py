"""Picks looked ahead: what each is worth when later holders follow a stated convention.

By what all know, a later explorer weighs treasure against the Kraken and a skeleton as next holder,
and a later skeleton takes what looks worst one reveal deep; the asking seat then uses what he knows
himself. Chances are always
the asking seat's. After the last reveal looked at the rest of the round is blind, and the next
round's start is worth what :mod:`models.kraken.future` says.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log

import numpy as np
from numpy.typing import NDArray

from models.kraken.belief import Belief, Believing, Floats, weights_of
from models.kraken.future import EXPLORER, SKELETON, Future
from models.kraken.pile import role_patterns
from models.kraken.view import EMPTY, TREASURE, Reveal, View

Sets = NDArray[np.bool_]
FLOOR = 1e-3
"""The least chance taken of what all think impossible."""
TIE = 1e-10
"""Picks whose worth differs by no more are alike, and chosen alike."""


@dataclass(frozen=True, eq=False)
class Lookahead:
    """A round from one seat's view.

    Attributes
    ----------
    view : View
    mix : tuple of float
        How skeletons are taken to talk.
    origin : str
        Of the values of round starts.
    """

    view: View
    mix: tuple[float, ...]
    origin: str

    @cached_property
    def mine(self) -> Believing:
        """What seat 0 believes."""
        return Believing(self.view, self.mix, private=True)

    @cached_property
    def public(self) -> Believing:
        """What all believe who know neither seat 0's role nor his hand."""
        return Believing(self.view, self.mix, private=False)

    def with_origin(self, origin: str) -> Lookahead:
        """Return the same lookahead with other values of round starts; beliefs are shared."""
        other = Lookahead(self.view, self.mix, origin)
        other.__dict__.update(mine=self.mine, public=self.public)
        return other

    @cached_property
    def known(self) -> float:
        """How much all know of the roles, 0 as dealt to 1, as seat 0 expects it.

        The gain in log-probability of the true set by what all heard, as a share of all there is
        to gain: being misled counts as knowing less.
        """
        reveals, view = self.view.now.reveals, self.view
        mine, public = self.mine.at(reveals), self.public.at(reveals)
        if mine is None or public is None:
            return 0.0
        dealt = {mask: float(p) for mask, p in role_patterns(view.players, view.skeletons)}
        heard = dict(zip(_masks(public), public.weight, strict=True))
        gained = missing = 0.0
        for mask, weight in zip(_masks(mine), mine.weight, strict=True):
            gained += weight * log(max(heard.get(mask, 0.0), FLOOR) / dealt[mask])
            missing -= weight * log(dealt[mask])
        return float(min(1.0, max(0.0, gained / missing))) if missing > 0 else 0.0

    def future(self, member: Sets) -> Future:
        """Return what comes after the reveals looked at, for sets of skeletons."""
        view = self.view
        return Future(view.players, view.round, member, self.origin, self.known)

    @cached_property
    def _futures(self) -> tuple[Future, Future]:
        return self.future(self.mine.sets[0]), self.future(self.public.sets[0])

    def _left(self, reveals: tuple[Reveal, ...]) -> int:
        return self.view.now.left - sum(card == TREASURE for _, card in reveals)

    def shallow(self, belief: Belief, future: Future, reveals: tuple[Reveal, ...]) -> Floats:
        """Return the joint weight of each set and the explorers' win, by pick; (sets, n)."""
        left, shown = self._left(reveals), len(reveals) + 1
        empty = belief.weight[:, None] - belief.treasure - belief.kraken
        found = future.after(left - 1, shown) if left else np.ones(future.member.shape)
        worth: Floats = belief.treasure * found + empty * future.after(left, shown)
        return worth

    def picks(self, reveals: tuple[Reveal, ...], holder: int) -> list[int]:
        """Return the seats whose cards the holder may pick."""
        view = self.view
        before = view.now.reveals
        new = [owner for owner, _ in reveals[len(before) :]]
        return [
            seat
            for seat in range(view.players)
            if seat != holder and view.cards(seat) - new.count(seat) > 0
        ]

    def options(self, depth: int) -> dict[int, float]:
        """Return the explorers' chance by seat 0's pick, ``depth`` reveals looked at."""
        reveals = self.view.now.reveals
        belief = self.mine.at(reveals)
        assert belief is not None
        every = np.ones(len(belief.weight), bool)
        return {seat: self._pick(reveals, seat, depth, every) for seat in self.picks(reveals, 0)}

    def value(self, reveals: tuple[Reveal, ...], holder: int, depth: int, alive: Sets) -> float:
        """Return the explorers' chance when a holder is to pick.

        Parameters
        ----------
        alive : (sets,)
            The sets of skeletons that are still thought of.
        """
        belief = self.mine.at(reveals)
        if belief is None:
            return 0.0
        total = 0.0
        for role in (EXPLORER, SKELETON):
            sets = alive & (belief.member[:, holder] == (role == SKELETON))
            share = belief.weight[sets].sum() / belief.weight[alive].sum()
            if share > 0:
                seats = self.choices(reveals, holder, role)
                worth = sum(self._pick(reveals, seat, depth, sets) for seat in seats)
                total += share * worth / len(seats)
        return float(total)

    def choices(self, reveals: tuple[Reveal, ...], holder: int, role: int) -> list[int]:
        """Return whom a holder may pick by the convention of his role; equals alike."""
        who = 0 if holder == 0 else 1
        belief = (self.mine, self.public)[who].at(reveals)
        if belief is None:
            who, belief = 0, self.mine.at(reveals)
        assert belief is not None
        sets = belief.member[:, holder] == (role == SKELETON)
        if role == EXPLORER:
            worth = self._liked(belief, sets)
        else:
            worth = -self.shallow(belief, self._futures[who], reveals)[sets].sum(axis=0)
        seats = self.picks(reveals, holder)
        best = max(worth[seat] for seat in seats)
        return [seat for seat in seats if worth[seat] > best - TIE]

    def _liked(self, belief: Belief, sets: Sets) -> Floats:
        """Return how an explorer likes each seat's card: treasure, no Kraken, no skeleton."""
        kraken, skeleton = weights_of(self.view.players)
        odds = belief.treasure[sets].sum(axis=0) - kraken * belief.kraken[sets].sum(axis=0)
        liked: Floats = odds - skeleton * (belief.weight[sets] @ belief.member[sets])
        return liked

    def _pick(self, reveals: tuple[Reveal, ...], seat: int, depth: int, alive: Sets) -> float:
        """Return the explorers' chance when a seat's card is revealed."""
        belief = self.mine.at(reveals)
        if belief is None or belief.weight[alive].sum() == 0:
            return 0.0
        whole = belief.weight[alive].sum()
        if depth == 1 or len(reveals) + 1 == self.view.players:
            worth = self.shallow(belief, self._futures[0], reveals)
            return float(worth[alive, seat].sum() / whole)
        found = belief.treasure[alive, seat].sum() / whole
        empty = 1.0 - found - belief.kraken[alive, seat].sum() / whole
        total = 0.0
        for chance, card in ((found, TREASURE), (empty, EMPTY)):
            if chance <= 1e-15:
                continue
            after = (*reveals, (seat, card))
            done = self._left(after) == 0
            total += chance * (1.0 if done else self.value(after, seat, depth - 1, alive))
        return float(total)


def _masks(belief: Belief) -> list[int]:
    """Return the sets of a belief as bit masks."""
    masks: list[int] = (belief.member @ (1 << np.arange(belief.member.shape[1]))).tolist()
    return masks
