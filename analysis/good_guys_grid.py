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
from analysis.questions.good_guys import VALUES, Scene
from engine.good_guys.rules import GoodGuysRules
from models.good_guys.boss_offer import first
from models.good_guys.position import Position

STATES: Final = 60
GAMES: Final = 300
SEED: Final = 5
REJECTIONS: Final = (0.5, 0.2, 0.15, 0.1, 0.05)
"""Shares of states whose pot was rejected so often."""
LATE: Final = 0.7
"""Power of the uniform number that says how far a state has come: below 1, more late states."""
EVEN: Final = 6.0
"""Concentration of the seats' chances to own a card that was paid."""
BANDS: Final = (0.0, 5.0, 12.0, 25.0, 45.0, np.inf)
"""Expected cards left, the table's not counted."""


class Row(NamedTuple):
    """One state: expected cards left, then the boss's chance as predicted and as played."""

    left: float
    predicted: float
    measured: float
    agrees: bool


def random_scene(rules: GoodGuysRules, rng: np.random.Generator) -> Scene:
    """Return a state with the boss to offer: cards of a shuffled deck, uneven stashes."""
    n = rules.players
    rejections = int(rng.choice(len(REJECTIONS), p=REJECTIONS))
    table = n + rules.loot_extra + rejections * rules.rejection_cards
    deepest = sum(rules.pile_layout()[: rules.fuzz_pile])
    drawn = int(table + rng.random() ** LATE * (deepest - table))
    start = [v for v, count in zip(VALUES, rules.start_loot, strict=True) for _ in range(count)]
    counts = zip(VALUES, rules.loot_counts, rules.start_loot, strict=True)
    deck = [v for v, count, dealt in counts for _ in range(count - n * dealt)]
    rng.shuffle(deck)
    owner = rng.choice(n, size=drawn - table, p=rng.dirichlet(np.full(n, EVEN)))
    paid = np.array(deck[table:drawn], np.int64)
    hands = tuple(
        tuple(sorted([*start, *paid[owner == seat].tolist()], reverse=True)) for seat in range(n)
    )
    position = Position.opening(rules).with_(
        loot=tuple(sorted(deck[:table], reverse=True)),
        drawn=drawn,
        rejections=rejections,
        stash_cards=tuple(map(len, hands)),
        wealth=tuple(float(sum(hand)) for hand in hands),
        dealt=False,
    )
    return Scene(position, hands)


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
