"""What lies face up, and which curses and special cards nobody has seen yet."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import comb

from models.base import BadQuestion
from models.kraken.belief import Believing
from models.kraken.heard import CURSE, EMPTY, GRASP, KRAKEN, SPECIALS, TREASURE, VANISHED, Heard
from models.kraken.view import View

BOX_TREASURES = 8


@dataclass(frozen=True)
class Table:
    """The cards that everybody sees.

    Attributes
    ----------
    up : Counter
        Cards known to be face up at the deal of the round at hand, by kind.
    untold : (int, int)
        Treasures and other cards face up from rounds not told of, whose kind is not known: a
        treasure may be a curse, any other card a special one.
    last : str
        Kind of the last treasure turned up by then that can still vanish; empty if none.
    returned : str
        Kind of the treasure that vanished in the round at hand; empty if none.
    """

    up: Counter[str]
    untold: tuple[int, int]
    last: str
    returned: str


def table_of(view: View) -> Table:
    """Return what lies face up; the first treasure of rounds not told of is none but a treasure."""
    rounds = view.rounds[:-1]
    begun = view.rounds[0] if view.rounds else view.now
    untold = view.players - begun.left
    up = Counter({TREASURE: min(untold, 1)})
    last = TREASURE if untold else ""
    for heard in rounds:
        last, back = _laid(view, heard, up, last)
        up[back] -= bool(back)
    more = max(untold - 1, 0)
    others = view.players * (view.round - 1) - up.total() - more
    back = _laid(view, view.now, Counter(), last)[1]
    return Table(+up, (more, others), last, back)


def _laid(view: View, heard: Heard, up: Counter[str], last: str) -> tuple[str, str]:
    """Lay out a round's reveals; return the treasure that can vanish next, and that which did."""
    back = ""
    for _, card in heard.reveals:
        up[card] += 1
        if card == TREASURE or (card == CURSE and not view.curse_stays):
            last = card
        elif card == VANISHED:
            last, back = "", last
    return last, back


def unseen_specials(view: View) -> list[str]:
    """Return the special cards that seat 0 has not seen: all but one of them are in play."""
    if not view.specials:
        return []
    seen = {card for heard in view.rounds for _, card in heard.reveals} | set(view.own)
    if view.now.light:
        seen.add(view.now.light.card)
    return [card for card in SPECIALS if card not in seen]


def boxed_chances(view: View) -> dict[str, float]:
    """Return the chance of each special card to be the one in the box.

    Whoever spoke had no grasp before him: the fewer were silent in earlier rounds, the likelier
    the grasp lies in the box.
    """
    unseen = unseen_specials(view)
    silent = 1.0
    for heard in view.rounds[:-1]:
        silent *= sum(claim is None for claim in heard.claims) / view.players
    chances = {card: 1.0 if card == GRASP else silent for card in unseen}
    if GRASP not in unseen or sum(chances.values()) == 0:
        chances = dict.fromkeys(unseen, 1.0)
    whole = sum(chances.values())
    return {card: chance / whole for card, chance in chances.items()}


def curse_chances(view: View) -> dict[int, float]:
    """Return the chance of each number of curses in play, by the fill of the treasure pile."""
    n = view.players
    if not view.curse:
        return {0: 1.0}
    if view.curses is not None:
        return {view.curses: 1.0}
    return _filled(n, view.curse)


def _filled(players: int, pool: str) -> dict[int, float]:
    box, more = (BOX_TREASURES if pool == "all" else players) - 2, players - 3
    ways = {1 + e: comb(2, e) * comb(box, more - e) for e in range(min(2, more) + 1)}
    return {curses: count / comb(box + 2, more) for curses, count in ways.items() if count}


def curse_numbers(players: int, pool: str) -> tuple[int, ...]:
    """Return how many curses may be in play."""
    return tuple(_filled(players, pool))


def by_curses(
    view: View, mix: tuple[float, ...], *, private: bool = True
) -> list[tuple[float, Believing]]:
    """Return the chance of each number of curses after all that was seen, and the belief then.

    Raises
    ------
    BadQuestion
        If no number of curses allows what was seen.
    """
    found = []
    for curses, chance in curse_chances(view).items():
        believing = Believing(view, mix, private, curses)
        weight = chance * _evidence(believing)
        # Where some number explains this round's talk, those that do not are out.
        found.append((weight, believing, bool(weight) and believing.explained))
    if any(explained for _, _, explained in found):
        found = [row for row in found if row[2]]
    whole = sum(weight for weight, _, _ in found)
    if whole <= 0:
        raise BadQuestion("state", "cards that no deal explains", "cards of one game")
    return [(weight / whole, believing) for weight, believing, _ in found if weight > 0]


def seen_by_you(view: View) -> list[list[str]]:
    """Return what seat 0 has seen of every hand as dealt; all of his own where it is told."""
    seen = [view.now.cards_seen(i) for i in range(view.players)]
    if view.dealt is not None:
        treasures = view.dealt[0] - (view.own.count(CURSE) if view.now.safe else 0)
        own = [TREASURE] * treasures + [KRAKEN] * view.dealt[1] + list(view.own)
        seen[0] = own + [EMPTY] * (view.now.size - len(own))
    return seen


def _evidence(believing: Believing) -> float:
    """Return how likely all rounds are with a number of curses, up to a common factor."""
    view, out = believing.view, 1.0
    rounds = view.rounds or (view.now,)
    up: Counter[str] = Counter()
    last = TREASURE if rounds[0].left < view.players else ""
    for heard, told in zip(rounds, (*believing.before, believing.likely), strict=True):
        seen = [card for i in range(view.players) for card in heard.cards_seen(i)]
        if believing.private and heard is rounds[-1]:
            seen = [card for cards in seen_by_you(view) for card in cards]
        places = heard.left + max(view.players - rounds[0].left - 1, 0)
        out *= _likely(view, heard, believing.curses - up[CURSE], told, (seen, places))
        last, back = _laid(view, heard, up, last)
        up[back] -= bool(back)
    return out if believing.curses else float(believing.likely > 0)


def _likely(
    view: View, heard: Heard, curses: int, told: float, shown: tuple[list[str], int]
) -> float:
    """Return how likely a round is: which cards are treasures, and which of the rest curses.

    Parameters
    ----------
    curses : int
        Not known to be face up at the deal.
    told : float
        How likely its talk and its treasures are, as a weight of deals.
    shown : (list of str, int)
        Cards seen, and the places of treasures that may be curses once these are safe; which of
        the others are curses is as the shuffle has it.
    """
    (seen, pool), base, cards = shown, 1.0, view.players * heard.size
    drawn = [card for card in seen if heard.is_treasure(card)]
    if not heard.safe:
        treasures = heard.left - curses
        if treasures < 0:
            return 0.0
        pool = cards - treasures - 1
        drawn = [card for card in seen if card not in (TREASURE, KRAKEN)]
        base = told / (comb(cards, treasures) * (cards - treasures))
    known = drawn.count(CURSE)
    if not (known <= curses and len(drawn) - known <= pool - curses):
        return 0.0
    return base * comb(pool - len(drawn), curses - known) / comb(pool, curses)
