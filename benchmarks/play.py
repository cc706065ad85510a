"""Complete games a CPU-second: batch play with observations against a Python loop over pyspiel.

Run ``python -m benchmarks.play``; medians of three. A decision is one answer of a policy that has
an observation before it: an offer of all cards counts once.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

import numpy as np

from engine.good_guys.batch import Bots, play_batch
from engine.good_guys.rules import GoodGuysRules

GAMES = 20_000
BAR = 40


def decisions_a_second(run: Callable[[], int]) -> float:
    """Return the median decisions a CPU-second of three runs, after one to compile."""
    run()
    rates = []
    for _ in range(3):
        start = process_time()
        decisions = run()
        rates.append(decisions / (process_time() - start))
    return median(rates)


def good_guys(players: int, names: list[str]) -> Callable[[], int]:
    """Return a run of complete games of some bots, cyclically seated."""
    from bots.base import bot, packed
    from bots.good_guys.dispatch import dispatch

    rules = GoodGuysRules(players=players)
    bots = Bots(*packed([bot("good-guys", name) for name in names], rules))
    seating = (np.arange(GAMES)[:, None] + np.arange(players)) % len(names)
    return lambda: int(play_batch(rules, dispatch, bots, seating).decisions.sum())


def pyspiel_loop(name: str, games: int) -> Callable[[], int]:
    """Return a run of uniformly random play of an OpenSpiel game in a Python loop."""
    import pyspiel

    game = pyspiel.load_game(name)

    def run() -> int:
        rng = np.random.default_rng(0)
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, _odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(outcomes[int(rng.random() * len(outcomes))])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(rng.random() * len(legal))])
                    decisions += 1
        return decisions

    return run


def stepwise(players: int, games: int) -> Callable[[], int]:
    """Return a run of single-step play by Python policies."""
    from engine.play import play_game
    from engine.registry import game

    class Random:
        def act(self, observation: object, legal: np.ndarray, rng: np.random.Generator) -> int:
            return int(legal[int(rng.random() * len(legal))])

    rules = GoodGuysRules(players=players)

    def run() -> int:
        found = game("good-guys")
        played = [play_game(found, rules, [Random()] * players, index=g) for g in range(games)]
        return sum(actor >= 0 for one in played for actor, _ in one.moves)

    return run


def main() -> None:
    """Print the table."""
    rows = {
        "good-guys 5, random": good_guys(5, ["random"]),
        "good-guys 5, mixed bots": good_guys(5, ["majority", "grudge", "robber", "honest"]),
        "good-guys 8, mixed bots": good_guys(8, ["majority", "grudge", "robber", "honest"]),
        "good-guys 5, Python policies step by step": stepwise(5, 20),
    }
    try:
        rows["pyspiel hearts, random, Python loop"] = pyspiel_loop("hearts", 300)
        rows["pyspiel liars_dice, random, Python loop"] = pyspiel_loop("liars_dice", 3000)
    except ImportError:
        print("open_spiel is not installed: pip install '.[bench]'")
    rates = {name: decisions_a_second(run) for name, run in rows.items()}
    peer = rates.get("pyspiel hearts, random, Python loop")
    print(f"{'decisions a CPU-second':<45}{'':>12}{'x hearts':>10}")
    for name, rate in rates.items():
        ratio = f"{rate / peer:10.1f}" if peer else ""
        print(f"{name:<45}{rate:12,.0f}{ratio}")
    if peer:
        ratio = rates["good-guys 5, random"] / peer
        print(f"bar: {BAR}x hearts; {'met' if ratio >= BAR else 'NOT met'} ({ratio:.1f}x)")


if __name__ == "__main__":
    main()
