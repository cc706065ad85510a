"""What a tournament's games say: rates by bot, seat, outcome and pair, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.statistics import (
    Estimate,
    bonferroni,
    group_influence,
    paired_difference,
    rate_estimate,
)

LEVEL = 0.95

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Games:
    """Results of complete games, one row a game.

    Attributes
    ----------
    deal : ndarray of shape (games,)
        Number of the deal, ``0 … deals-1``; games of one deal share their chance events.
    seating : ndarray of shape (games, seats)
        Bot in each seat.
    win_share : ndarray of shape (games, seats)
        1 for the winner, 1/k for each of k who tie.
    payoff : ndarray of shape (games, seats)
        Payoff at the end, in the game's unit.
    outcome : ndarray of shape (games,)
        Index of the reason of the end.
    forfeits : ndarray of shape (games, seats)
        Whether the bot in the seat forfeited.
    """

    deal: Ints
    seating: Ints
    win_share: Floats
    payoff: Floats
    outcome: Ints
    forfeits: NDArray[np.bool_]

    def head(self, size: int) -> Games:
        """Return the first games."""
        return Games(**{f.name: getattr(self, f.name)[:size] for f in fields(self)})

    @staticmethod
    def join(parts: Sequence[Games]) -> Games:
        """Return the games of all parts, in order."""
        return Games(
            **{f.name: np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(Games)}
        )


def by_bot(games: Games, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return each bot's games, win rate per seat played, mean payoff and forfeits."""
    rows = []
    for bot, name in enumerate(names):
        held = games.seating == bot
        rows.append(
            {
                "name": name,
                "games": int(held.any(axis=1).sum()),
                **_rate("win_rate", _win_rate(games, bot, LEVEL)),
                "mean_payoff": float(games.payoff[held].mean()) if held.any() else None,
                "forfeits": int(games.forfeits[held].sum()),
            }
        )
    return rows


def by_seat(games: Games, rotated: bool = True) -> list[dict[str, Any]]:
    """Return the win rate of each seat, every bot counting alike even where rotation is cut.

    Bots that are seated by role, not ``rotated``, count as often as their role is dealt.
    """
    rows = []
    for seat in range(games.seating.shape[1]):
        held = games.seating[:, seat]
        weights = 1.0 / np.bincount(held)[held] if rotated else None
        values = games.win_share[:, seat]
        rows.append({"seat": seat, **_rate("win_rate", _estimate(values, games.deal, weights))})
    return rows


def by_outcome(games: Games, names: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return the rate of each way in which a game ends."""
    return {
        name: _rate("rate", _estimate((games.outcome == code).astype(float), games.deal))
        for code, name in enumerate(names)
        if name  # the empty name means that the game goes on
    }


def by_pair(games: Games, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the difference in win rate of every two bots, paired by deal.

    The intervals hold together at :data:`LEVEL` (Bonferroni over the pairs).
    """
    pairs = list(combinations(range(len(names)), 2))
    level = bonferroni(LEVEL, len(pairs))
    estimates = [_win_rate(games, bot, level) for bot in range(len(names))]
    influence = [_influence(games, bot) for bot in range(len(names))]
    rows = []
    for a, b in pairs:
        first, second = estimates[a], estimates[b]
        if first is None or second is None:
            continue
        low, high = paired_difference(first, second, _correlation(influence[a], influence[b]))
        rows.append(
            {
                "a": names[a],
                "b": names[b],
                "win_rate_difference": first.mean - second.mean,
                "ci_low": low,
                "ci_high": high,
                "family_level": LEVEL,
                "adjustment": "bonferroni",
                "significant": bool(low > 0 or high < 0),
            }
        )
    return rows


def _seats_of(games: Games, bot: int) -> tuple[Floats, Ints]:
    rows, seats = np.nonzero(games.seating == bot)
    return games.win_share[rows, seats], games.deal[rows]


def _win_rate(games: Games, bot: int, level: float) -> Estimate | None:
    values, deals = _seats_of(games, bot)
    return rate_estimate(values, deals, level) if values.size else None


def _influence(games: Games, bot: int) -> Floats:
    values, deals = _seats_of(games, bot)
    influence = np.zeros(int(games.deal.max()) + 1)
    if values.size:
        found = group_influence(values, np.ones_like(values), deals)
        influence[: found.size] = found
    return influence


def _correlation(first: Floats, second: Floats) -> float:
    scale = float(np.sqrt((first @ first) * (second @ second)))
    return max(-1.0, min(1.0, float(first @ second) / scale)) if scale > 0 else 0.0


def _estimate(values: Floats, deals: Ints, weights: Floats | None = None) -> Estimate:
    return rate_estimate(values, deals, LEVEL, weights)


def _rate(name: str, estimate: Estimate | None) -> dict[str, Any]:
    if estimate is None:
        return {name: None, "ci_low": 0.0, "ci_high": 1.0}
    return {name: estimate.mean, "ci_low": estimate.ci_low, "ci_high": estimate.ci_high}
