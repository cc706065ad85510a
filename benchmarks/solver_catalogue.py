"""Gambit's own catalogue, solved whole: ``python -m benchmarks.solver_catalogue``.

Prints a Markdown table with a status for each game of the installed package.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from solver.errors import ImperfectRecall, SolverError
from solver.gamefile import read_game
from solver.solve import Options, solve

SECONDS = 20.0


def catalogue() -> list[Path]:
    """Return the game files of the installed package, found without importing it."""
    spec = find_spec("pygambit")
    if spec is None or not spec.submodule_search_locations:
        return []
    root = Path(next(iter(spec.submodule_search_locations))) / "catalog_data"
    return sorted([*root.rglob("*.efg"), *root.rglob("*.nfg")])


def status(path: Path) -> str:
    """Return one row of the table."""
    name = "/".join(path.parts[path.parts.index("catalog_data") + 1 :])
    form = read_game(path)
    head = f"| {name} | {form.n_players} "
    try:
        result = solve(form, Options(time_limit=SECONDS))
    except ImperfectRecall as error:
        return f"{head}| refused | | | {error} |"
    except SolverError as error:
        return f"{head}| failed | | | {error} |"
    low, high = form.payoff_range
    word = "solved" if result.converged else "not to tolerance"
    count = f"{len(result.profiles)}{' (all)' if result.complete else ''}"
    epsilon = result.epsilon / max(high - low, 1e-300)
    return f"{head}| {word} | {result.method} | {count} | {epsilon:.1e} {result.note} |"


def main() -> None:
    """Print the table."""
    print("| game | players | status | method | equilibria | ε / payoff range, note |")
    print("|---|---|---|---|---|---|")
    for path in catalogue():
        print(status(path), flush=True)


if __name__ == "__main__":
    main()
