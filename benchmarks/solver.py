"""Solver against its peers, in one run: ``python -m benchmarks.solver``.

Prints Markdown tables. Rates are iterations a CPU-second, the median of three; OpenSpiel (extra
``bench``) runs its C++ CFR+ on its own games, Gambit its own LP in the child process.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from solver.certificate import certify
from solver.cfr import Minimizer
from solver.extensive import ExtensiveForm, TreeBuilder
from solver.gambit import solve_gambit
from solver.sequence_form import sequence_form
from solver.zero_sum import plan_programme, solve_zero_sum
from tests.solver import games

REPEATS = 3
GAMES: dict[str, tuple[Callable[[], ExtensiveForm], str]] = {
    "Kuhn poker": (games.kuhn, "kuhn_poker"),
    "Leduc poker": (games.leduc, "leduc_poker"),
    "liar's dice, 3 sides": (lambda: games.liars_dice(3), "liars_dice(dice_sides=3)"),
    "liar's dice, 4 sides": (lambda: games.liars_dice(4), "liars_dice(dice_sides=4)"),
    "liar's dice, 5 sides": (lambda: games.liars_dice(5), "liars_dice(dice_sides=5)"),
    "liar's dice, 6 sides": (lambda: games.liars_dice(6), "liars_dice(dice_sides=6)"),
    "goofspiel, 4 cards": (
        lambda: games.goofspiel(4),
        "turn_based_simultaneous_game(game=goofspiel(num_cards=4,points_order=descending,"
        "imp_info=true,returns_type=win_loss))",
    ),
}


def median_seconds(work: Callable[[], Any], clock: Callable[[], float]) -> float:
    """Return the median time of a piece of work."""
    times = []
    for _ in range(REPEATS):
        start = clock()
        work()
        times.append(clock() - start)
    return statistics.median(times)


def our_rate(form: ExtensiveForm) -> float:
    """Return CFR+ iterations a CPU-second."""
    run = Minimizer(form, "cfr+")
    run.iterate(10)
    count = max(20, 30_000_000 // form.n_nodes)
    return count / median_seconds(lambda: run.iterate(count), time.process_time)


def their_rate(name: str) -> float | None:
    """Return OpenSpiel's CFR+ iterations a CPU-second, or None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    run = pyspiel.CFRPlusSolver(pyspiel.load_game(name))
    start = time.process_time()
    run.evaluate_and_update_policy()
    count = max(2, int(0.5 / (time.process_time() - start)))

    def work() -> None:
        for _ in range(count):
            run.evaluate_and_update_policy()

    return count / median_seconds(work, time.process_time)


def seconds_to(form: ExtensiveForm, variant: str, target: float, limit: float) -> str:
    """Return the seconds, loops alone, to a NashConv, or how far it came."""
    run = Minimizer(form, variant)
    run.iterate(1)
    spent = 0.0
    while spent < limit:
        start = time.process_time()
        run.iterate(max(10, run.iterations // 4))
        spent += time.process_time() - start
        gap = float(run.gains().sum())
        if gap <= target:
            return f"{spent:.3g} s ({run.iterations})"
    return f"{gap:.1e} at {limit:g} s"


def regret_table() -> None:
    """Print CFR+ rates beside OpenSpiel's, and times to NashConv 1e-6."""
    print("| game | nodes | CFR+ it/s | OpenSpiel it/s | ratio | DCFR to 1e-6 | PDCFR+ to 1e-6 |")
    print("|---|---|---|---|---|---|---|")
    for name, (make, theirs) in GAMES.items():
        form = make()
        ours, other = our_rate(form), their_rate(theirs)
        ratio = "" if other is None else f"{ours / other:.0f}"
        reached = [seconds_to(form, variant, 1e-6, 10.0) for variant in ("dcfr", "pdcfr+")]
        rates = f"{ours:.0f} | {'' if other is None else f'{other:.3g}'}"
        print(f"| {name} | {form.n_nodes} | {rates} | {ratio} | {' | '.join(reached)} |")


def programme_table() -> None:
    """Print the time from tree to certified solution beside the bare programme's."""
    print("| game | rows | building the tree | tree to solution | bare LP | ratio | engine |")
    print("|---|---|---|---|---|---|---|")
    for name, (make, _) in GAMES.items():
        building = median_seconds(make, time.perf_counter)
        result = solve_zero_sum(make())

        def whole(make: Callable[[], ExtensiveForm] = make) -> None:
            solve_zero_sum(make())

        sequences = sequence_form(make())
        engine = result.parameters["engine"]
        bare = statistics.median(
            plan_programme(sequences, engine, 60.0).seconds for _ in range(REPEATS)
        )
        total = median_seconds(whole, time.perf_counter)
        print(
            f"| {name} | {result.parameters['rows']} | {building:.3f} s | {total:.3f} s "
            f"| {bare:.3f} s | {total / bare:.2f} | {engine} |"
        )


def growth_table() -> None:
    """Print how the programme's and regret minimization's times grow with random trees."""
    print("| nodes | rows | LP | CFR+ it/s | certificate |")
    print("|---|---|---|---|---|")
    for depth in (4, 5, 6, 7, 8):
        form = random_form(depth)
        lp = solve_zero_sum(form)
        start = time.perf_counter()
        certify(form, lp.strategy)
        spent = time.perf_counter() - start
        print(
            f"| {form.n_nodes} | {lp.parameters['rows']} | {lp.seconds:.3f} s "
            f"| {our_rate(form):.0f} | {1000 * spent:.1f} ms |"
        )


def random_form(depth: int) -> ExtensiveForm:
    """Return a zero-sum tree of four actions a move; each sees the other's moves by halves."""
    rng = np.random.default_rng(depth)
    b = TreeBuilder(["one", "two"])

    def grow(node: int, level: int, own: tuple[str, str]) -> None:
        if level == depth:
            x = float(rng.normal())
            b.terminal(node, (x, -x))
            return
        mover = level % 2
        for a, child in enumerate(b.decision(node, mover, own[mover], ("a", "b", "c", "d"))):
            seen = [view + str(a if i == mover else a // 2) for i, view in enumerate(own)]
            grow(child, level + 1, (seen[0], seen[1]))

    grow(b.root, 0, ("", ""))
    return b.build()


def gambit_table() -> None:
    """Print Gambit's LP beside ours on what it can do; the child's start is in both its times."""
    print("| game | ours | Gambit, double | Gambit, rational |")
    print("|---|---|---|---|")
    for name in ("Kuhn poker", "liar's dice, 3 sides"):
        form = GAMES[name][0]()
        cells = [f"{solve_zero_sum(form).seconds:.3f} s"]
        for rational in (False, True):
            try:
                found = solve_gambit(form, "lp", time_limit=60, options={"rational": rational})
                cells.append(f"{found.seconds:.2f} s")
            except ValueError as error:
                cells.append(str(error))
        print(f"| {name} | {' | '.join(cells)} |")


def main() -> None:
    """Print all tables."""
    solve_zero_sum(games.kuhn())  # imports and compilation are not measured
    for title, table in (
        ("Regret minimization", regret_table),
        ("Linear programmes", programme_table),
        ("Growth", growth_table),
        ("Gambit", gambit_table),
    ):
        print(f"\n### {title}\n")
        table()


if __name__ == "__main__":
    main()
