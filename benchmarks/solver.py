"""Solver against its peers, in one run: ``python -m benchmarks.solver``.

Prints Markdown tables and draws the growth curves (``--curves FILE.svg``). All times are CPU
seconds, those of child processes included, so that other work on the machine does not count; the
median of three where they are short. Rates are iterations a CPU-second. OpenSpiel (extra
``bench``) runs its C++ CFR and CFR+ on its own games, Gambit its own methods in the child process,
GLOP and HiGHS the bare programme. ``--quick`` leaves out the largest games.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from solver.certificate import certify
from solver.cfr import Minimizer
from solver.extensive import ExtensiveForm, TreeBuilder
from solver.gambit import solve_gambit
from solver.gamefile import read_game, write_game
from solver.quantal import solve_logit
from solver.sequence_form import sequence_form
from solver.solve import Options, solve
from solver.strategic import StrategicForm
from solver.zero_sum import plan_programme, solve_zero_sum
from tests.solver import games

REPEATS = 3
GAMBIT_SECONDS = 20.0


def _goofspiel(cards: int) -> str:
    return (
        f"turn_based_simultaneous_game(game=goofspiel(num_cards={cards},"
        "points_order=descending,imp_info=true,returns_type=win_loss))"
    )


GAMES: dict[str, tuple[Callable[[], ExtensiveForm], str]] = {
    "Kuhn poker": (games.kuhn, "kuhn_poker"),
    "Leduc poker": (games.leduc, "leduc_poker"),
    "liar's dice, 3 sides": (lambda: games.liars_dice(3), "liars_dice(dice_sides=3)"),
    "liar's dice, 4 sides": (lambda: games.liars_dice(4), "liars_dice(dice_sides=4)"),
    "liar's dice, 5 sides": (lambda: games.liars_dice(5), "liars_dice(dice_sides=5)"),
    "liar's dice, 6 sides": (lambda: games.liars_dice(6), "liars_dice(dice_sides=6)"),
    "goofspiel, 4 cards": (lambda: games.goofspiel(4), _goofspiel(4)),
    "goofspiel, 5 cards": (lambda: games.goofspiel(5), _goofspiel(5)),
}
LARGE = ("liar's dice, 6 sides", "goofspiel, 5 cards")
Curves = dict[str, tuple[list[float], list[float]]]


def cpu() -> float:
    """Return the CPU seconds of this process and of its ended children so far."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def median_seconds(work: Callable[[], Any]) -> float:
    """Return the median CPU time of a piece of work."""
    times = []
    for _ in range(REPEATS):
        start = cpu()
        work()
        times.append(cpu() - start)
    return statistics.median(times)


def our_rate(form: ExtensiveForm, variant: str = "cfr+") -> float:
    """Return iterations a CPU-second."""
    run = Minimizer(form, variant)
    run.iterate(10)
    count = max(20, 30_000_000 // form.n_nodes)
    return count / median_seconds(lambda: run.iterate(count))


def their_rate(name: str, solver: str = "CFRPlusSolver") -> float | None:
    """Return OpenSpiel's iterations a CPU-second, or None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    run = getattr(pyspiel, solver)(pyspiel.load_game(name))
    start = cpu()
    run.evaluate_and_update_policy()
    count = max(2, int(0.5 / (cpu() - start)))

    def work() -> None:
        for _ in range(count):
            run.evaluate_and_update_policy()

    return count / median_seconds(work)


def seconds_to(form: ExtensiveForm, variant: str, target: float, limit: float) -> str:
    """Return the seconds, loops alone, to a NashConv, or how far it came."""
    run = Minimizer(form, variant)
    run.iterate(1)
    spent = 0.0
    while spent < limit:
        start = cpu()
        run.iterate(max(10, run.iterations // 4))
        spent += cpu() - start
        gap = float(run.gains().sum())
        if gap <= target:
            return f"{spent:.3g} s ({run.iterations})"
    return f"{gap:.1e} at {limit:g} s"


def regret_table(names: list[str], curves: Curves) -> None:
    """Print CFR and CFR+ rates beside OpenSpiel's, and times to NashConv 1e-6."""
    print("| game | nodes | CFR it/s | ratio | CFR+ it/s | ratio | DCFR to 1e-6 | PDCFR+ to 1e-6 |")
    print("|---|---|---|---|---|---|---|---|")
    for name in names:
        make, theirs = GAMES[name]
        form = make()
        cells = []
        for variant, solver in (("cfr", "CFRSolver"), ("cfr+", "CFRPlusSolver")):
            ours, other = our_rate(form, variant), their_rate(theirs, solver)
            cells += [f"{ours:.0f}", "" if other is None else f"{ours / other:.0f}"]
        reached = [seconds_to(form, variant, 1e-6, 10.0) for variant in ("dcfr", "pdcfr+")]
        print(f"| {name} | {form.n_nodes} | {' | '.join(cells + reached)} |", flush=True)


def programme_table(names: list[str], curves: Curves) -> None:
    """Print the time from tree to certified solution beside bare GLOP and HiGHS."""
    print("| game | rows | building the tree | tree to solution | bare GLOP | bare HiGHS | ratio |")
    print("|---|---|---|---|---|---|---|")
    for name in names:
        make = GAMES[name][0]
        building = median_seconds(make)
        result = solve_zero_sum(make())

        def whole(make: Callable[[], ExtensiveForm] = make) -> None:
            solve_zero_sum(make())

        sequences = sequence_form(make())
        bare = {
            engine: median_seconds(
                lambda sequences=sequences, engine=engine: plan_programme(sequences, engine, 300.0)
            )
            for engine in ("glop", "highs")
        }
        total = median_seconds(whole)
        print(
            f"| {name} | {result.parameters['rows']} | {building:.3f} s | {total:.3f} s "
            f"| {bare['glop']:.3f} s | {bare['highs']:.3f} s "
            f"| {total / bare[result.parameters['engine']]:.2f} |",
            flush=True,
        )


def growth_table(names: list[str], curves: Curves) -> None:
    """Print how times grow with random trees."""
    print("| nodes | rows | LP | CFR+ it/s | certificate |")
    print("|---|---|---|---|---|")
    for depth in (4, 5, 6, 7, 8):
        form = random_form(depth)
        begun = cpu()
        lp = solve_zero_sum(form, time_limit=600)
        programme = cpu() - begun
        spent = median_seconds(lambda form=form, lp=lp: certify(form, lp.strategy))
        rate = our_rate(form)
        print(
            f"| {form.n_nodes} | {lp.parameters['rows']} | {programme:.3f} s "
            f"| {rate:.0f} | {1000 * spent:.1f} ms |",
            flush=True,
        )
        for label, seconds in (
            ("trees: LP", programme),
            ("trees: 1000 CFR+ iterations", 1000 / rate),
            ("trees: certificate", spent),
        ):
            _point(curves, label, form.n_nodes, seconds)


def _point(curves: Curves, label: str, size: float, seconds: float) -> None:
    xs, ys = curves.setdefault(label, ([], []))
    xs.append(size)
    ys.append(seconds)


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


def tables_table(names: list[str], curves: Curves) -> None:
    """Print how times grow with random tables: ours, and Gambit's for the same ones."""
    print("| actions each | LP, zero sum | Gambit lp | lcp, general sum | logit | Gambit logit |")
    print("|---|---|---|---|---|---|")
    for n in (4, 8, 16, 32):
        rng = np.random.default_rng(n)
        first, second = rng.integers(-99, 100, size=(2, n, n))
        zero = StrategicForm.from_tables(first.tolist(), (-first).tolist())
        general = StrategicForm.from_tables(first.tolist(), second.tolist())
        cells = {
            "tables: LP": _timed(lambda form=zero: solve(form, Options(method="lp"))),
            "tables: Gambit lp": _gambit(zero, "lp", {"rational": False}),
            "tables: Gambit lcp": _gambit(general, "lcp", {"rational": False, "stop_after": 1}),
            "tables: logit": _timed(lambda form=general: solve_logit(form, time_limit=120)),
            "tables: Gambit logit": _gambit(general, "logit", {}),
        }
        for label, cell in cells.items():
            if isinstance(cell, float):
                _point(curves, label, n, cell)
        shown = [f"{c:.3f} s" if isinstance(c, float) else c for c in cells.values()]
        print(f"| {n} | {' | '.join(shown)} |", flush=True)


def _timed(work: Callable[[], Any]) -> float | str:
    start = cpu()
    try:
        found = work()
    except ValueError as error:
        return str(error)
    spent = cpu() - start
    return spent if found.converged else f"{spent:.3f} s, not to tolerance"


def _gambit(form: ExtensiveForm | StrategicForm, method: str, options: dict[str, Any]) -> Any:
    return _timed(lambda: solve_gambit(form, method, time_limit=GAMBIT_SECONDS, options=options))


def gambit_table(names: list[str], curves: Curves) -> None:
    """Print Gambit's methods on trees beside ours; the child's start is in its times."""
    print("| game | ours, LP | Gambit lp, double | lp, rational | lcp | our logit | Gambit logit |")
    print("|---|---|---|---|---|---|---|")
    for name in ("Kuhn poker", "liar's dice, 3 sides"):
        form = GAMES[name][0]()
        cells = [
            median_seconds(lambda form=form: solve_zero_sum(form)),
            _gambit(form, "lp", {"rational": False}),
            _gambit(form, "lp", {"rational": True}),
            _gambit(form, "lcp", {"rational": False}),
            _timed(lambda form=form: solve_logit(form, time_limit=GAMBIT_SECONDS)),
            _gambit(form, "logit", {}),
        ]
        shown = [f"{c:.3f} s" if isinstance(c, float) else c for c in cells]
        print(f"| {name} | {' | '.join(shown)} |", flush=True)


def exact_table(names: list[str], curves: Curves) -> None:
    """Print how long the proof in fractions takes, beside Gambit's rational programme above."""
    print("| game | exact solution | value to the first player |")
    print("|---|---|---|")
    for name in ("Kuhn poker", "liar's dice, 3 sides", "liar's dice, 4 sides", "Leduc poker"):
        start = cpu()
        result = solve(GAMES[name][0](), Options(exact=True, time_limit=120))
        exact = result.profiles[0].payoffs_exact
        value = "not proven" if exact is None else str(exact[0])
        print(f"| {name} | {cpu() - start:.2f} s | {value} |", flush=True)


def million_table(names: list[str], curves: Curves) -> None:
    """Print what a tree of more than a million nodes costs to build, each in its own process."""
    print("| built from | nodes | seconds | a million nodes | peak memory |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.efg"
        file.write_text(write_game(random_form(10)), encoding="utf-8")
        for source in ("generator", str(file)):
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.solver", "--build", source],
                capture_output=True,
                text=True,
                check=True,
            )
            nodes, seconds, memory = map(float, done.stdout.split())
            print(
                f"| {'file' if source == str(file) else source} | {nodes:.0f} | {seconds:.2f} s "
                f"| {1e6 * seconds / nodes:.2f} s | {memory:.0f} MB |",
                flush=True,
            )


def build(source: str) -> None:
    """Build a large tree and print nodes, seconds and peak megabytes of the process."""
    start = cpu()
    form = random_form(10) if source == "generator" else read_game(source)
    spent = cpu() - start
    # The peak of this programme alone; the usual count also holds that of whoever started it.
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    peak = int(status.partition("VmHWM:")[2].split()[0]) / 1024
    print(form.n_nodes, spent, peak)


def draw(curves: Curves, path: str) -> None:
    """Draw time against size, both on powers of ten."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), layout="constrained")
    for axes, kind, unit in zip(
        figure.subplots(1, 2), ("trees", "tables"), ("nodes", "actions each"), strict=True
    ):
        for label, (xs, ys) in curves.items():
            if label.startswith(kind):
                axes.loglog(xs, ys, marker="o", label=label.partition(": ")[2])
        axes.set(title=f"Random {kind}", xlabel=unit, ylabel="seconds")
        axes.legend(fontsize=8)
        axes.grid(alpha=0.3)
    figure.savefig(path, metadata={"Date": None})


TABLES = (
    ("Regret minimization", regret_table),
    ("Linear programmes", programme_table),
    ("Exact fractions", exact_table),
    ("Growth, random trees", growth_table),
    ("Growth, random tables", tables_table),
    ("Gambit", gambit_table),
    ("A million nodes", million_table),
)


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--curves", help="file for the growth curves")
    parser.add_argument("--quick", action="store_true", help="leave out the largest games")
    parser.add_argument("--only", help="part of the title of the tables to print")
    parser.add_argument("--build", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.build:
        build(asked.build)
        return
    solve_zero_sum(games.kuhn())  # imports and compilation are not measured
    names = [name for name in GAMES if not (asked.quick and name in LARGE)]
    curves: Curves = {}
    chosen = [row for row in TABLES if asked.only is None or asked.only in row[0]]
    for title, table in chosen:
        print(f"\n### {title}\n")
        table(names, curves)
    if asked.curves:
        draw(curves, asked.curves)


if __name__ == "__main__":
    main()
