"""Best offers from random states of Good Guys, predicted and played.

``python -m analysis.good_guys_grid N`` deals states from a seed, solves each as `analyze` does,
plays on with lifted bots, and prints how far predictions lie from what was measured.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from analysis.checks.good_guys import check_of
from analysis.engine_check import check, check_seed
from analysis.good_guys_states import random_scene
from engine.good_guys.rules import GoodGuysRules
from models.good_guys.boss_offer import first

STATES: Final = 60
GAMES: Final = 300
SEED: Final = 5
BANDS: Final = (0.0, 5.0, 12.0, 25.0, 45.0, np.inf)
"""Expected cards left, the table's not counted."""


class Row(NamedTuple):
    """One state: expected cards left, then the boss's chance as predicted and as played."""

    left: float
    predicted: float
    measured: float
    agrees: bool


def rows(players: int, states: int, games: int, seed: int = SEED) -> Iterator[Row]:
    """Yield each state's comparison."""
    rules, rng = GoodGuysRules.model_validate({"players": players}), np.random.default_rng(seed)
    for number in range(states):
        scene = random_scene(rules, rng)
        checked = check_of(scene, first(scene.position), check_seed(number))
        if checked is None:
            raise AssertionError(f"state {number} has no check")
        boss = check(*checked, games, workers=1)[0]
        left = scene.position.horizon.expected_left(scene.position.drawn)
        yield Row(left, boss["predicted"], boss["measured"], boss["agrees"])


def summary(found: list[Row], games: int) -> str:
    """Return a table's cells: states, agreeing, mean gap, and the error beyond chance, points."""
    _, predicted, measured, agrees = (np.array(column) for column in zip(*found, strict=True))
    gap = 100.0 * (predicted - measured)
    chance = 100.0**2 * (measured * (1.0 - measured)).mean() / games
    spread = gap.std(ddof=1) / len(gap) ** 0.5 if len(gap) > 1 else np.nan
    beyond = max(0.0, float((gap**2).mean() - chance)) ** 0.5
    return f"{len(gap)} | {int(agrees.sum())} | {gap.mean():+.1f} ± {spread:.1f} | {beyond:.1f}"


def main() -> None:
    """Print the table of each number of players."""
    for players in map(int, sys.argv[1:] or ("4", "5")):
        found = list(rows(players, STATES, GAMES))
        for low, high in [*pairwise(BANDS), (0.0, np.inf)]:
            band = [row for row in found if low <= row.left < high]
            if band:
                name = f"{low:g} to {high:g}" if high < np.inf else f"from {low:g}"
                sys.stdout.write(f"| {players} | {name} | {summary(band, GAMES)} |\n")


if __name__ == "__main__":
    main()
