"""Measure the lifted bots of Good Guys beside the baselines.

``python -m analysis.good_guys_tables N`` prints the win rate of one bot among N-1 of another, for
the tables of ``docs/reference/good-guys-results.md``: each baseline against the lifted bot, both
ways, and the half-lifted bots. The odd one out takes each seat in turn.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

import numpy as np

from analysis.statistics import Estimate, rate_estimate
from bots.base import bot, packed
from bots.good_guys.dispatch import dispatch
from engine.good_guys.batch import Bots, play_batch
from engine.good_guys.rules import GoodGuysRules

GAMES: Final = {4: 600, 5: 400, 6: 300, 7: 350, 8: 280}
BASELINES: Final = (
    "random", "greedy", "fair", "majority", "grudge", "skimmer", "robber", "honest",
)  # fmt: skip
HARD: Final = ("majority", "grudge", "skimmer")
"""Tables where the lifted bot wins less than its share with some number of players."""
LIFTED: Final = "equilibrium"
HALVES: Final = ("equilibrium-offers", "equilibrium-votes")


def pairs() -> Iterator[tuple[str, str]]:
    """Yield who sits alone, and among copies of whom."""
    for name in BASELINES:
        yield LIFTED, name
        yield name, LIFTED
    for half in HALVES:
        for table in (LIFTED, *HARD):
            yield half, table


def alone(players: int, name: str, table: str, games: int, seed: int = 0) -> Estimate:
    """Return the win rate of one bot among copies of another; 95 % interval."""
    rules = GoodGuysRules.model_validate({"players": players})
    bots = Bots(*packed([bot("good-guys", name), bot("good-guys", table)], rules))
    game = np.arange(games)
    seating = np.ones((games, players), np.int64)
    seating[game, game % players] = 0
    played = play_batch(rules, dispatch, bots, seating, seed=seed)
    return rate_estimate(played.win_share[game, game % players], game, 0.95)


if __name__ == "__main__":
    for number in map(int, sys.argv[1:] or map(str, GAMES)):
        for name, table in pairs():
            found = alone(number, name, table, GAMES[number])
            rate, low, high = (100 * x for x in (found.mean, found.ci_low, found.ci_high))
            cells = f"{rate:.1f} ({low:.1f}..{high:.1f}) | {GAMES[number]}"
            sys.stdout.write(f"| {number} | {name} | {table} | {cells} |\n")
