"""Whole tables drawn from what seat 0 believes: roles, and every card that lies face down.

Roles, treasures and the Kraken come from the posterior. Curses that do not count as treasures yet,
and special cards, lie among the other cards as the shuffle has it, but for what was seen of them;
whoever spoke has no grasp before him.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from models.base import BadQuestion
from models.kraken.belief import Believing
from models.kraken.heard import CURSE, EMPTY, GRASP, KINDS, KRAKEN, SPECIALS, TREASURE
from models.kraken.table import boxed_chances, by_curses, seen_by_you, table_of, unseen_specials
from models.kraken.view import View
from models.kraken.worlds import draws

Ints = NDArray[np.int64]
INDEX = {card: k for k, card in enumerate(KINDS)}
MOST_TRIES = 200


@dataclass(frozen=True, eq=False)
class Hidden:
    """What is hidden, one table a row.

    Attributes
    ----------
    skeletons : (tables, n) of bool
    dealt : (tables, n, kinds) of int
        Cards of each hand at the deal, counted by kind.
    past : (tables, kinds) of int
        Cards face up from rounds not told of.
    boxed : (tables,) of int
        The special card in the box, an index into the kinds; -1 without special cards.
    curses : (tables,) of int
        In play.
    """

    skeletons: NDArray[np.bool_]
    dealt: Ints
    past: Ints
    boxed: Ints
    curses: Ints

    def rows(self, which: NDArray[np.bool_] | slice) -> Hidden:
        """Return some of the tables."""
        return Hidden(*(getattr(self, f.name)[which] for f in fields(self)))


def hidden(view: View, mix: tuple[float, ...], count: int, rng: np.random.Generator) -> Hidden:
    """Return tables drawn independently from what seat 0 believes.

    Raises
    ------
    BadQuestion
        If what was seen cannot be, as when a seat speaks that must hold the grasp.
    """
    options = by_curses(view, mix)
    chances = np.array([weight for weight, _ in options])
    parts: list[Hidden] = []
    missing = count
    for _ in range(MOST_TRIES):
        split = rng.multinomial(missing, chances)
        drawn = [
            _tables(believing, int(k), rng)
            for k, (_, believing) in zip(split, options, strict=True)
            if k
        ]
        parts += [part.rows(_free_to_speak(view, part)) for part in drawn]
        missing = count - sum(len(part.boxed) for part in parts)
        if missing == 0:
            joined = [np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(Hidden)]
            return Hidden(*joined)
    raise BadQuestion("--claims", "words of a seat that must hold the grasp", "silence of one seat")


def face_down(view: View, tables: Hidden) -> tuple[Ints, Ints]:
    """Return each hand's face-down cards, and the cards put away for the next round.

    Shapes are (tables, n, kinds) and (tables, kinds).
    """
    now, left = view.now, tables.dealt.copy()
    away = np.zeros((len(left), len(KINDS)), np.int64)
    for owner, card in now.reveals:
        left[:, owner, INDEX[card]] -= 1
    for seat in range(view.players):
        if now.withdrawn(seat):
            away += left[:, seat]
            left[:, seat] = 0
    back = table_of(view).returned
    if back:
        away[:, INDEX[back]] += 1
    return left, away


def _free_to_speak(view: View, tables: Hidden) -> NDArray[np.bool_]:
    spoke = [i for i, claim in enumerate(view.now.claims) if claim is not None]
    free: NDArray[np.bool_] = tables.dealt[:, spoke, INDEX[GRASP]].sum(axis=1) == 0
    return free


def _tables(believing: Believing, count: int, rng: np.random.Generator) -> Hidden:
    """Return tables with some number of curses, before asking who may speak."""
    view, now = believing.view, believing.view.now
    found, n = draws(believing, now.reveals, count, rng), view.players
    # Behind the hands, as one more: what lies face up and was not told of.
    table, dealt = table_of(view), np.zeros((count, n + 1, len(KINDS)), np.int64)
    dealt[:, :n, INDEX[TREASURE]], dealt[:, :n, INDEX[KRAKEN]] = found.treasures, found.kraken
    dealt[:, :n, INDEX[EMPTY]] = now.size - found.treasures - found.kraken
    dealt[:, n, INDEX[TREASURE]], dealt[:, n, INDEX[EMPTY]] = table.untold
    boxed = _boxed(view, count, rng)
    seen = [*seen_by_you(view), []]
    for i, cards in enumerate(seen):
        for card in cards:
            if card not in (TREASURE, EMPTY, KRAKEN):
                _turn(dealt, i, card, 1, safe=now.safe)
    out = table.up[CURSE] + sum(cards.count(CURSE) for cards in seen)
    # A game that goes on has no curse in its past, so curses are laid out before special cards.
    closed = seen if now.safe else [*seen[:n], [EMPTY] * table.untold[1]]
    _scatter(dealt, closed, CURSE, np.full(count, believing.curses - out), rng, safe=now.safe)
    for card in unseen_specials(view):
        _scatter(dealt, seen, card, (boxed != INDEX[card]).astype(np.int64), rng)
    number = np.full(count, believing.curses)
    return Hidden(found.skeletons, dealt[:, :n], dealt[:, n], boxed, number)


def _boxed(view: View, count: int, rng: np.random.Generator) -> Ints:
    chances = boxed_chances(view)
    if not chances:
        return np.full(count, -1)
    names = [INDEX[card] for card in chances]
    return rng.choice(names, size=count, p=list(chances.values()))


def _turn(dealt: Ints, seat: int, card: str, count: Ints | int, *, safe: bool) -> None:
    """Let some of a hand's empty chests, or treasures, be another card."""
    source = TREASURE if card == CURSE and safe else EMPTY
    dealt[:, seat, INDEX[source]] -= count
    dealt[:, seat, INDEX[card]] += count


def _scatter(
    dealt: Ints,
    seen: list[list[str]],
    card: str,
    counts: Ints,
    rng: np.random.Generator,
    *,
    safe: bool = False,
) -> None:
    """Lay so many cards of a kind among those that nobody has seen, each place as likely."""
    source = TREASURE if card == CURSE and safe else EMPTY
    shown = np.array([cards.count(source) for cards in seen])
    for k in range(int(counts.max(initial=0))):
        free = dealt[:, :, INDEX[source]] - shown
        ladder = free.cumsum(axis=1)
        if np.any((ladder[:, -1] <= 0) & (counts > k)):
            raise BadQuestion("state", "more cards seen than there are", "cards of one game")
        level = rng.random(len(dealt)) * ladder[:, -1]
        seat = (ladder <= level[:, None]).sum(axis=1).clip(max=free.shape[1] - 1)
        rows = np.flatnonzero(counts > k)
        dealt[rows, seat[rows], INDEX[source]] -= 1
        dealt[rows, seat[rows], INDEX[card]] += 1


__all__ = ("SPECIALS", "Hidden", "face_down", "hidden")
