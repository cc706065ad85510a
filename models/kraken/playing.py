"""What a move is worth when complete games are played on after it: rates, errors, and the choice.

Models know no engine; what they are handed plays on, in tables drawn from what seat 0 believes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from models.kraken.measured import interval
from models.kraken.view import View

BLOCK: Final = 250
"""Games of a block, which are played together."""
LEVEL: Final = 0.99
"""Level at which the intervals of all moves hold together."""
GAMES: Final = {3: 40_000, 4: 40_000, 5: 30_000, 6: 20_000, 7: 12_000, 8: 10_000}
"""Games of an answer by number of players, shared among its moves: some seconds."""
MOST_GAMES: Final = 1_000_000


@dataclass(frozen=True)
class Course:
    """How a game goes on after a move.

    Attributes
    ----------
    talk : str
        How skeletons are taken to have talked so far.
    explorer, skeleton : str
        Bots that play on, seat 0 by his role.
    """

    talk: str
    explorer: str = "bayes"
    skeleton: str = "over-claimer"


REPLIES: Final = ("truthful", "hider")
"""Other skeletons whose play shows how far the answer hangs on that of the hardest tried."""


class Play(Protocol):
    """Plays complete games after each of some moves, in the same tables drawn from the belief."""

    def __call__(
        self, view: View, moves: Sequence[str], games: int, course: Course
    ) -> NDArray[np.bool_]:
        """Return whether explorers won, by game and move; (games, moves)."""


def games_for(view: View, moves: int, asked: int) -> int:
    """Return the games of each move: as many as asked for, else by number of players."""
    return asked or max(BLOCK, GAMES[view.players] // moves // BLOCK * BLOCK)


def worth_rows(won: NDArray[np.bool_], role: str) -> list[dict[str, Any]]:
    """Return what every move is worth, with errors that hold for all of them together.

    ``error`` is half the widest side of the interval of the chance to win, ``cost_error`` that of
    what the move costs against the best: all moves meet the same tables, so it is the smaller one.
    """
    games, moves = won.shape
    level = 1 - (1 - LEVEL) / moves
    z = NormalDist().inv_cdf((1 + level) / 2)
    mine = won if role == "explorer" else ~won
    best = int(mine.mean(axis=0).argmax())
    rows = []
    for k in range(moves):
        rate = float(won[:, k].mean())
        low, high = interval(float(won[:, k].sum()), games, level)
        lost = mine[:, best].astype(float) - mine[:, k]
        rows.append(
            {
                "explorers_win": rate,
                "value": float(mine[:, k].mean()),
                "error": max(high - rate, rate - low),
                "cost": float(lost.mean()),
                "cost_error": z * float(lost.std()) / sqrt(games),
                "games": games,
            }
        )
    return rows


def gain_left(rows: Sequence[dict[str, Any]]) -> float:
    """Return the most that another move may yet gain, at the level of the errors."""
    return max(0.0, *(row["cost_error"] - row["cost"] for row in rows), 0.0)


def told_apart(rows: Sequence[dict[str, Any]]) -> bool:
    """Return whether the games tell the best move from any other."""
    return any(row["cost"] > row["cost_error"] for row in rows)
