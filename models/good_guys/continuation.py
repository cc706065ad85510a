"""What the rest of the game is worth after each result of the count.

Two utilities. *Money*: expected $k still to come, from a table of the ``bargaining`` model by
cards drawn, rejections and seat relative to the boss. *Win*: the chance of finishing richest,
fitted to complete play (``richest``).
Source: ``docs/rules/good-guys.md``, set-up (pile layout) and round steps 1 and 5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from models.good_guys.richest import WIN, chances, features, softmax, weights_at, win_gain
from models.good_guys.stage import PASS, SUCCESSOR, TIE

Array = NDArray[np.float64]
MEAN_CARD: Final = 3.5
# Entries of ``place``, the public whereabouts of a vote (int64).
FIRST, LAST, ROUND_CARDS, REJECTION_CARDS, DRAWN, REJECTIONS, POT, TERMS, GUARD_ONE = range(9)
MONEY: Final = 0


@dataclass(frozen=True)
class Horizon:
    """Where the Fuzz can be: its depth is uniform on ``first … last`` loot cards above it."""

    players: int
    first: int
    last: int
    round_cards: int
    rejection_cards: int

    @classmethod
    def from_rules(cls, rules: Any) -> Horizon:
        """Read the piles of the rules; the deck holds what is left after dealing."""
        n, sizes = rules.players, rules.pile_layout()
        first = sum(sizes[: rules.fuzz_pile - 1])
        last = first + sizes[rules.fuzz_pile - 1]
        return cls(n, first, last, n + rules.loot_extra, rules.rejection_cards)

    def place(self, drawn: int, rejections: int, terms: int = 0) -> NDArray[np.int64]:
        """Return the whereabouts of a vote after ``drawn`` cards, its table included."""
        pot = self.round_cards + rejections * self.rejection_cards
        facts = (self.first, self.last, self.round_cards, self.rejection_cards)
        return np.array([*facts, drawn, rejections, pot, terms, 0], dtype=np.int64)

    def expected_left(self, drawn: int) -> float:
        """Return the mean number of loot cards still to be drawn before the Fuzz."""
        return float(expected_left(self.first, self.last, drawn))

    def end_chance(self, drawn: int, cards: int) -> float:
        """Return the chance that the Fuzz is among the next ``cards`` draws."""
        return float(end_chance(self.first, self.last, drawn, cards))


@kernel()
def expected_left(first: int, last: int, drawn: int) -> float:
    """Return E[D - drawn | D >= drawn] for a depth D uniform on ``first … last``."""
    low = max(first, drawn)
    return max(0.5 * (low + last) - drawn, 0.0)


@kernel()
def end_chance(first: int, last: int, drawn: int, cards: int) -> float:
    """Return P(D < drawn + cards | D >= drawn)."""
    low = max(first, drawn)
    if drawn + cards <= low:
        return 0.0
    return min(1.0, (drawn + cards - low) / (last - low + 1.0)) if last >= low else 1.0


def pack_money(table: Array) -> Array:
    """Return the flat form of a table (n_drawn, n_rejections, n) of $k still to come."""
    return np.concatenate(([float(MONEY), *map(float, table.shape)], table.ravel()))


@kernel()
def rewarded(place: NDArray[np.int64], result: int) -> bool:
    """Return whether a boss at the limit leaves with a card: his round paid or nobody else said NO.

    Source: ``docs/rules/good-guys.md``, option ``boss_limit``.
    """
    return bool(place[TERMS] == 1 and (result <= TIE or result == SUCCESSOR))


@kernel()
def outlook(
    continuation: Array, place: NDArray[np.int64], result: int, skims: int, ahead: Array
) -> tuple[float, int]:
    """Return the chance that a result of the count is the last, and who is boss if it is not.

    Parameters
    ----------
    place : (9,)
        As :func:`fill_results` reads it.
    result : int
        Column of a table of results: pass, tie, NO by successor.
    skims : int
        Cards that skims drew this round, 0 or 1.
    ahead : (3 + n,)
        Filled with what play goes on to: weights of ``richest``, or $k to come by seat.
    """
    paid, reward = result <= TIE, rewarded(place, result)
    boss = 1 if reward or result == TIE else 0 if result == PASS else result - SUCCESSOR
    cards = place[ROUND_CARDS] if paid else place[REJECTION_CARDS]
    size = cards if paid else place[POT] + cards
    drawn = cards + skims + (1 if reward else 0)
    over = end_chance(place[FIRST], place[LAST], place[DRAWN], drawn)
    now = place[DRAWN] + drawn
    if over < 1.0 and continuation[0] == WIN:
        left = expected_left(place[FIRST], place[LAST], now)
        weights_at(continuation, left, size / (1.0 * place[ROUND_CARDS]), ahead)
    elif over < 1.0:
        _money_to_come(continuation, now, 0 if paid else place[REJECTIONS] + 1, boss, ahead)
    return over, boss


@kernel()
def value_after(
    win: bool, over: float, boss: int, ahead: Array, wealth: Array, slope: float, room: Array,
    out: Array,
) -> None:  # fmt: skip
    """Fill ``out`` (n,) with the utilities of an :func:`outlook`.

    Parameters
    ----------
    wealth : (n,)
        $k of each seat once everything is paid, the reward included; for money what is gained.
    slope : float
        κ per $k once the game has ended; 1 for money.
    room : (4, n)
        Overwritten.
    """
    n, spare = wealth.shape[0], room[3]
    for i in range(n):
        out[i] = 0.0
    if over < 1.0:
        if win:
            features(wealth, room)
            chances(ahead, room, boss, spare)
        for i in range(n):
            out[i] = (1.0 - over) * (spare[i] if win else ahead[i] + wealth[i])
    if over > 0.0:
        _at_the_end(win, slope, wealth, spare)
        for i in range(n):
            out[i] += over * spare[i]


@kernel()
def fill_results(
    continuation: Array,
    place: NDArray[np.int64],
    skims: float,
    wealth: Array,
    share: Array,
    results: Array,
    gain: Array,
) -> None:
    """Fill ``results`` (n, n+2) and ``gain`` (n, n) of the vote on one offer.

    Parameters
    ----------
    continuation : flat array of :func:`pack_money` or :func:`pack_win`
    place : (9,)
        First and last depth of the Fuzz, cards drawn for a round and after a NO, cards drawn so
        far (the table's included), rejections, cards on the table, rounds left to the boss
        (0: no limit), whether a guard takes a card of one robber only.
    skims : float
        Chance that a skim moves the deck by one more card this round.
    wealth, share : (n,)
        $k, by seat relative to the boss.
    """
    n = wealth.shape[0]
    win = continuation[0] == WIN
    slope = continuation[1] if win else 1.0
    after, value, ahead, room = np.empty(n), np.empty(n), np.empty(3 + n), np.empty((4, n))
    for r in range(n + 2):
        for i in range(n):
            after[i] = (wealth[i] if win else 0.0) + (share[i] if r <= TIE else 0.0)
            results[i, r] = 0.0
        after[0] += MEAN_CARD if rewarded(place, r) else 0.0
        for extra in range(2):
            weight = skims if extra == 1 else 1.0 - skims
            over, boss = outlook(continuation, place, r, extra, ahead)
            value_after(win, over, boss, ahead, after, slope, room, value)
            for i in range(n):
                results[i, r] += weight * value[i]
    _fill_gain(continuation, place, wealth, gain)


@kernel()
def _money_to_come(continuation: Array, drawn: int, rejections: int, boss: int, out: Array) -> None:
    n = int(continuation[3])
    n_drawn, n_rejections = int(continuation[1]), int(continuation[2])
    table = continuation[4 : 4 + n_drawn * n_rejections * n].reshape(n_drawn, n_rejections, n)
    again = min(rejections, n_rejections - 1)
    for i in range(n):
        out[i] = table[drawn, again, (i - boss) % n] if drawn < n_drawn else 0.0


@kernel()
def _at_the_end(win: bool, slope: float, wealth: Array, out: Array) -> None:
    for i in range(out.shape[0]):
        out[i] = slope * wealth[i]
    if win:
        softmax(out)


@kernel()
def _fill_gain(continuation: Array, place: NDArray[np.int64], wealth: Array, gain: Array) -> None:
    if continuation[0] == WIN:
        left = expected_left(place[FIRST], place[LAST], place[DRAWN])
        win_gain(continuation, left, place[POT] / (1.0 * place[ROUND_CARDS]), wealth, gain)
        return
    gain[:] = 0.0
    for i in range(wealth.shape[0]):
        gain[i, i] = 1.0
