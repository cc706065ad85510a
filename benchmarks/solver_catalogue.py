"""Gambit's own catalogue, solved whole: ``python -m benchmarks.solver_catalogue``.

Prints a Markdown table with a status for each game of the installed package. Where a player
forgets, ``auto`` refuses, and the methods that allow it are asked: all equilibria in pure plans,
or, where there are none, agents by the logit limit.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from solver.errors import ImperfectRecall, SolverError
from solver.extensive import ExtensiveForm
from solver.gamefile import read_game
from solver.result import SolveResult
from solver.solve import Form, Options, solve

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
    said = ""
    for method in methods(form):
        try:
            return head + _solved(form, solve(form, Options(method=method, time_limit=SECONDS)))
        except ImperfectRecall as error:
            return f"{head}| refused | | | {error} |"
        except SolverError as error:
            said = str(error)
    return f"{head}| failed | | | {said} |"


def methods(form: Form) -> tuple[str, ...]:
    """Return the methods to try, the preferred one first."""
    forgetful = isinstance(form, ExtensiveForm) and form.recall_fault and not form.absent_minded
    return ("enumpure", "logit") if forgetful else ("auto",)


def _solved(form: Form, result: SolveResult) -> str:
    low, high = form.payoff_range
    forgetful = isinstance(form, ExtensiveForm) and bool(form.recall_fault)
    word = "solved" if result.converged else "not to tolerance"
    if forgetful:
        word = "pure plans" if result.method == "enumpure" else "agents alone"
    count = f"{len(result.profiles)}{' (all)' if result.complete else ''}"
    epsilon = result.epsilon / max(high - low, 1e-300)
    note = " ".join([result.note, form.recall_fault if isinstance(form, ExtensiveForm) else ""])
    return f"| {word} | {result.method} | {count} | {epsilon:.1e} {note.strip()} |"


def main() -> None:
    """Print the table."""
    print("| game | players | status | method | equilibria | ε / payoff range, note |")
    print("|---|---|---|---|---|---|")
    for path in catalogue():
        print(status(path), flush=True)


if __name__ == "__main__":
    main()
