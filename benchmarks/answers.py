"""How long ``analyze good-guys`` takes to its first section: ``python -m benchmarks.answers``.

Processor seconds of the whole process until its first line stands on the screen, beyond those of a
bare ``import numba``, medians of :data:`RUNS` in a row; then seconds of the clock until all is
printed, the engine check left out. Positions are dealt from the seed; the fewer cards are left, the
nearer the Fuzz. Each is asked once before it is measured, as the first run may compile.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from statistics import median
from typing import Final

RUNS: Final = 3
ASKED: Final = (
    (4, 100), (4, 60), (5, 100), (5, 40), (6, 80), (6, 40), (7, 60), (7, 30), (8, 60), (8, 24),
)  # fmt: skip
"""Players, and cards left in the deck, those below the Fuzz included."""


def processor_seconds(arguments: Sequence[str], *, first_line: bool) -> float:
    """Return what a Python process has spent when it ends, or when its first line comes."""
    process = subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    if first_line:
        answered = process.stdout.readline()
        process.kill()
        assert answered, "no answer"
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0  # waited for already
    process.stdout.close()
    return usage.ru_utime + usage.ru_stime


def question(players: int, left: int) -> list[str]:
    """Return the arguments that ask for a position."""
    asked = f"good-guys --players {players} --cards-left {left} --no-check --workers 1"
    return ["-m", "cli", *asked.split()]


def main() -> None:
    """Print the table."""
    bare = median(processor_seconds(["-c", "import numba"], first_line=False) for _ in range(RUNS))
    print("| N | cards left | first section, processor s | all, s |\n|---|---|---|---|")
    for players, left in ASKED:
        asked = question(players, left)
        for _ in range(2):
            began = time.perf_counter()
            subprocess.run([sys.executable, *asked], capture_output=True, check=True)
            whole = time.perf_counter() - began
        spent = median(processor_seconds(asked, first_line=True) for _ in range(RUNS))
        print(f"| {players} | {left} | {spent - bare:.1f} | {whole:.1f} |", flush=True)


if __name__ == "__main__":
    main()
