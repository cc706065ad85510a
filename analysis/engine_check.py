"""Predicted against measured: a model's numbers beside complete play from the same state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from analysis.parallel import in_order
from analysis.statistics import mean_estimate, rate_estimate

LEVEL = 0.99
GAMES_PER_BLOCK = 50
# Where no time decides. Lifted bots that solve every vote play some tens of games a second.
FIXED_GAMES = 1000
SECONDS = 30.0
# The seeds of the check lie apart from those of tournaments and of fitting.
STREAM = 0x0C4EC

Progress = Callable[[int, float], None]


@dataclass(frozen=True)
class Prediction:
    """A number a model stands by.

    Attributes
    ----------
    quantity, unit : str
    predicted : float
    margin : float
        What the model's approximations may add to the interval, in the unit; 0 where exact.
    """

    quantity: str
    unit: str
    predicted: float
    margin: float


class Block(NamedTuple):
    """What a block of complete games showed.

    Attributes
    ----------
    values : mapping of str to (GAMES_PER_BLOCK,)
        Each quantity in each game.
    asked, covered, fallbacks : float
        Decisions of the lifted bots: all, those that a model answers, and among these those that
        its fallback answered.
    """

    values: Mapping[str, NDArray[np.float64]]
    asked: float
    covered: float
    fallbacks: float


class Playout(Protocol):
    """Plays a block of :data:`GAMES_PER_BLOCK` complete games; picklable."""

    def __call__(self, block: int) -> Block:
        """Return what the block showed."""


def check_seed(seed: int) -> int:
    """Return the seed of the games that check an answer asked with ``seed``."""
    return int(np.random.SeedSequence([seed, STREAM]).generate_state(1, np.uint64)[0] >> 1)


def check(
    playout: Playout,
    predictions: Sequence[Prediction],
    games: int | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[dict[str, Any]]:
    """Play on from the asked state and compare.

    Parameters
    ----------
    playout : Playout
    predictions : sequence of Prediction
    games : int, optional
        Rounded up to whole blocks; by default as many as fit in :data:`SECONDS`.
    workers : int, optional
    progress : callable, optional
        Called with the games played and the share of the work done.

    Returns
    -------
    list of dict
        The rows of ``engine_check`` in the JSON document.
    """
    blocks = -(-games // GAMES_PER_BLOCK) if games else 10_000
    started, played = monotonic(), list[Block]()
    for block in in_order(playout, range(blocks), workers):
        played.append(block)
        spent = (monotonic() - started) / SECONDS
        if progress is not None:
            progress(len(played) * GAMES_PER_BLOCK, len(played) / blocks if games else spent)
        if not games and spent >= 1:
            break
    asked, covered = sum(b.asked for b in played), sum(b.covered for b in played)
    shares = {
        "coverage": covered / asked if asked else None,
        "fallback_rate": sum(b.fallbacks for b in played) / covered if covered else None,
    }
    return [
        {**_row(item, np.concatenate([b.values[item.quantity] for b in played])), **shares}
        for item in predictions
    ]


def _row(item: Prediction, values: NDArray[np.float64]) -> dict[str, Any]:
    bounded = item.unit == "probability"
    estimate = (rate_estimate if bounded else mean_estimate)(values, np.arange(len(values)), LEVEL)
    low, high = estimate.ci_low - item.margin, estimate.ci_high + item.margin
    return {
        "quantity": item.quantity,
        "unit": item.unit,
        "predicted": item.predicted,
        "measured": estimate.mean,
        "ci_low": estimate.ci_low,
        "ci_high": estimate.ci_high,
        "level": LEVEL,
        "games": len(values),
        "margin": item.margin,
        "agrees": bool(low <= item.predicted <= high),
    }
