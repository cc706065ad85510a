"""What every file of results measured in complete play says of itself."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from solver.versions import versions

ROOT: Final = Path(__file__).resolve().parent.parent
KRAKEN_PLAY: Final = (
    *(f"bots/kraken/{name}.py" for name in ("equilibrium", "bayes", "belief", "tactics")),
    *(f"engine/kraken/{name}.py" for name in ("kernel", "reveal", "rounds", "observe")),
)
"""Program text that decides how the lifted bots of Kraken play."""
RESPONDER: Final = (*KRAKEN_PLAY, "analysis/families.py", "analysis/responder.py")
"""The same with the search for replies."""
SEARCH: Final = (*RESPONDER, "analysis/alone.py", "analysis/conventions.py")
"""The same with the growth of the table of conventions."""


def source_of(paths: Sequence[str]) -> str:
    """Return the digest of program text, by paths from the project's root."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update((ROOT / path).read_bytes())
    return digest.hexdigest()


def provenance(
    name: str,
    rules: dict[str, Any],
    method: str,
    seed: int,
    seconds: float | None = None,
    sources: Sequence[str] = KRAKEN_PLAY,
) -> dict[str, Any]:
    """Return the head of a file of Kraken's results; without ``seconds`` it repeats to the byte."""
    head = {
        "game": "kraken",
        "name": name,
        "rules": rules,
        "method": method,
        "seed": seed,
        "source": source_of(sources),
        "sources": list(sources),
        "versions": {**versions("numba", "numpy", "ortools"), "python": platform.python_version()},
    }
    return head if seconds is None else head | {"seconds": round(seconds, 1)}
