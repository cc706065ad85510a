"""Complete games a CPU-second: batch play with observations against a Python loop over pyspiel.

Run ``python -m benchmarks.play``; medians of three. A decision is one answer of a policy that has
an observation before it: an offer of all cards counts once.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

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


def kraken(explorer: str, skeleton: str, games: int = GAMES) -> Callable[[], int]:
    """Return a run of complete five-player games of Kraken with a bot for each role."""
    from bots.kraken.info import play_roles
    from engine.kraken.rules import KrakenRules

    rules = KrakenRules(players=5)
    return lambda: int(play_roles(rules, explorer, skeleton, games).decisions.sum())


def million_krakens() -> list[float]:
    """Return CPU seconds of three times 10^6 games, truthful explorers against over-claimers."""
    run, seconds = kraken("truthful", "over-claimer", 1_000_000), []
    for _ in range(3):
        start = process_time()
        run()
        seconds.append(process_time() - start)
    return seconds


def pyspiel_loop(name: str, games: int, tuned: bool) -> Callable[[], int]:
    """Return a run of uniformly random play of an OpenSpiel game in a Python loop.

    The plain loop chooses as OpenSpiel's own example does (``open_spiel/python/examples``);
    the tuned one draws everything with one fast uniform number, chance without its weights.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    rng = np.random.default_rng(0)

    def pick(items: list[Any]) -> Any:
        return items[int(rng.random() * len(items))] if tuned else random.choice(items)

    def chance(outcomes: list[tuple[int, float]]) -> int:
        if tuned:
            return int(pick(outcomes)[0])
        actions, odds = zip(*outcomes, strict=True)
        return int(np.random.choice(actions, p=odds))  # noqa: NPY002 (as in the example)

    def run() -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(chance(state.chance_outcomes()))
                else:
                    state.apply_action(pick(state.legal_actions()))
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
        "kraken 5, random": kraken("random", "random"),
        "kraken 5, truthful against over-claimer": kraken("truthful", "over-claimer"),
        "kraken 5, bayes against over-claimer": kraken("bayes", "over-claimer", 2000),
    }
    hearts = "pyspiel hearts, random, its example's loop"
    tuned = "pyspiel hearts, random, tuned loop"
    try:
        rows[hearts] = pyspiel_loop("hearts", 200, tuned=False)
        rows[tuned] = pyspiel_loop("hearts", 200, tuned=True)
    except ImportError:
        print("open_spiel is not installed: pip install '.[bench]'")
    rates = {name: decisions_a_second(run) for name, run in rows.items()}
    peer = rates.get(hearts)
    print(f"{'decisions a CPU-second':<45}{'':>12}{'x hearts':>10}")
    for name, rate in rates.items():
        ratio = f"{rate / peer:10.1f}" if peer else ""
        print(f"{name:<45}{rate:12,.0f}{ratio}")
    took = median(million_krakens())
    print(f"10^6 games of kraken, 5 players, one core: {took:.2f} CPU-s (bar: 5 s on two cores)")
    if peer:
        ours = rates["good-guys 5, random"]
        verdict = "met" if ours >= BAR * peer else "NOT met"
        print(f"bar: {BAR}x hearts; {verdict} against the example's loop ({ours / peer:.1f}x);")
        print(f"     {ours / rates[tuned]:.1f}x against the tuned loop")


if __name__ == "__main__":
    main()
