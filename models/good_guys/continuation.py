"""What the rest of the game is worth after each result of the count.

Two utilities. *Money*: expected $k still to come, from a table of the ``bargaining`` model by
cards drawn, rejections and seat relative to the boss. *Win*: the chance of finishing richest, a
softmax of wealth and role whose coefficients are fitted to complete play (``Winning``).
Source: ``docs/rules/good-guys.md``, set-up (pile layout) and round steps 1 and 5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from models.good_guys.stage import PASS, SUCCESSOR, TIE

Array = NDArray[np.float64]
MEAN_CARD: Final = 3.5
# Entries of ``place``, the public whereabouts of a vote (int64).
FIRST, LAST, ROUND_CARDS, REJECTION_CARDS, DRAWN, REJECTIONS, POT, TERMS, GUARD_ONE = range(9)
MONEY, WIN = 0, 1
HEAD: Final = 5  # entries of a packed fit before its knots
SMALLEST_GAIN: Final = 1e-9


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
        """Lay out the piles as the rules say; the deck holds what is left after dealing."""
        n = rules.players
        loot = sum(rules.loot_counts) - n * sum(rules.start_loot)
        small, larger = divmod(loot, rules.piles)
        late = rules.pile_remainder == "last"
        sizes = rules.pile_sizes or [
            small + ((rules.piles - 1 - i if late else i) < larger) for i in range(rules.piles)
        ]
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


def pack_win(
    coefficients: Array, knots: Array, end_kappa: float, end_doubt: tuple[float, float]
) -> Array:
    """Return the flat form of the fitted chance to finish richest.

    ``coefficients`` (1 + n, n_knots) holds, at each knot of expected cards left, the slope κ per
    $k of wealth and the weight of each role (seat relative to the boss) per pot of usual size;
    ``end_kappa`` is the slope once the game has ended where the last round's transfers are left
    out, and blur it; ``end_doubt`` makes the slope where they are counted, :func:`end_slope`.
    """
    head = [float(WIN), float(knots.shape[0]), end_kappa, *end_doubt]
    return np.concatenate((head, knots, coefficients.ravel()))


@kernel()
def win_chance(
    continuation: Array, left: float, pot: float, boss: int, wealth: Array, out: Array
) -> float:
    """Fill ``out`` (n,) with each seat's chance to finish richest; return the slope κ there.

    ``left`` counts the loot cards to come, table included; ``pot`` is in pots of usual size.
    """
    n = wealth.shape[0]
    size = int(continuation[1])
    knots = continuation[HEAD : HEAD + size]
    start = HEAD + size
    coefficients = continuation[start : start + (n + 1) * size].reshape(n + 1, size)
    k = 0
    while k < size - 2 and left > knots[k + 1]:
        k += 1
    t = min(1.0, max(0.0, (left - knots[k]) / (knots[k + 1] - knots[k])))
    kappa = (1.0 - t) * coefficients[0, k] + t * coefficients[0, k + 1]
    for i in range(n):
        role = 1 + (i - boss) % n
        weight = (1.0 - t) * coefficients[role, k] + t * coefficients[role, k + 1]
        out[i] = kappa * wealth[i] + pot * weight
    _softmax(out)
    return float(kappa)


@kernel()
def end_slope(continuation: Array, doubt: float) -> float:
    """Return the slope κ per $k at the end, with all transfers counted.

    ``doubt`` is the number of cards of a stash that are not public: drawn unseen, taken or lost to
    a thief; 0 where all stashes are known. What the last round moves unseen is in the constant.
    """
    return float(1.0 / np.sqrt(continuation[3] + continuation[4] * doubt))


@kernel()
def _softmax(out: Array) -> None:
    top, total = out.max(), 0.0
    for i in range(out.shape[0]):
        out[i] = np.exp(out[i] - top)
        total += out[i]
    for i in range(out.shape[0]):
        out[i] /= total


@kernel()
def rewarded(place: NDArray[np.int64], result: int) -> bool:
    """Return whether a boss at the limit leaves with a card: his round paid or nobody else said NO.

    Source: ``docs/rules/good-guys.md``, option ``boss_limit``.
    """
    return bool(place[TERMS] == 1 and (result <= TIE or result == SUCCESSOR))


@kernel()
def value_after(
    continuation: Array,
    place: NDArray[np.int64],
    result: int,
    skims: int,
    wealth: Array,
    slope: float,
    spare: Array,
    out: Array,
) -> None:
    """Fill ``out`` (n,) with the utilities after one result of the count.

    Parameters
    ----------
    place : (9,)
        As :func:`fill_results` reads it.
    result : int
        Column of a table of results: pass, tie, NO by successor.
    skims : int
        Cards that skims drew this round, 0 or 1.
    wealth : (n,)
        $k of each seat once everything is paid, the reward included; for money what is gained.
    slope : float
        κ per $k once the game has ended; 1 for money.
    spare : (n,)
        Overwritten.
    """
    n = wealth.shape[0]
    win, paid, reward = continuation[0] == WIN, result <= TIE, rewarded(place, result)
    boss = 1 if reward or result == TIE else 0 if result == PASS else result - SUCCESSOR
    cards = place[ROUND_CARDS] if paid else place[REJECTION_CARDS]
    size = cards if paid else place[POT] + cards
    drawn = cards + skims + (1 if reward else 0)
    over = end_chance(place[FIRST], place[LAST], place[DRAWN], drawn)
    for i in range(n):
        out[i] = 0.0
    if over < 1.0:
        now = place[DRAWN] + drawn
        if win:
            left = expected_left(place[FIRST], place[LAST], now) + size
            win_chance(continuation, left, size / (1.0 * place[ROUND_CARDS]), boss, wealth, spare)
        else:
            _money_to_come(continuation, now, 0 if paid else place[REJECTIONS] + 1, boss, spare)
        for i in range(n):
            out[i] = (1.0 - over) * (spare[i] + (0.0 if win else wealth[i]))
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
    slope = continuation[2] if win else 1.0
    after, value, spare = np.empty(n), np.empty(n), np.empty(n)
    for r in range(n + 2):
        for i in range(n):
            after[i] = (wealth[i] if win else 0.0) + (share[i] if r <= TIE else 0.0)
            results[i, r] = 0.0
        after[0] += MEAN_CARD if rewarded(place, r) else 0.0
        for extra in range(2):
            weight = skims if extra == 1 else 1.0 - skims
            value_after(continuation, place, r, extra, after, slope, spare, value)
            for i in range(n):
                results[i, r] += weight * value[i]
    _fill_gain(continuation, place, wealth, value, gain)


@kernel()
def _money_to_come(continuation: Array, drawn: int, rejections: int, boss: int, out: Array) -> None:
    n = out.shape[0]
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
        _softmax(out)


@kernel()
def _fill_gain(
    continuation: Array, place: NDArray[np.int64], wealth: Array, value: Array, gain: Array
) -> None:
    n = wealth.shape[0]
    kappa = 1.0
    if continuation[0] == WIN:
        left = expected_left(place[FIRST], place[LAST], place[DRAWN]) + place[POT]
        kappa = win_chance(
            continuation, left, place[POT] / (1.0 * place[ROUND_CARDS]), 0, wealth, value
        )
    for i in range(n):
        for j in range(n):
            same = 1.0 if i == j else 0.0
            gain[i, j] = same
            if continuation[0] == WIN:
                gain[i, j] = kappa * value[i] * (same - value[j])
        # A seat without any chance left still needs a scale for its logit response.
        gain[i, i] = max(gain[i, i], SMALLEST_GAIN)
