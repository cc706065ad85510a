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


def source_of(paths: Sequence[str]) -> str:
    """Return the digest of program text, by paths from the project's root."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update((ROOT / path).read_bytes())
    return digest.hexdigest()


def provenance(
    name: str, rules: dict[str, Any], method: str, seed: int, seconds: float
) -> dict[str, Any]:
    """Return the head of a file of Kraken's results."""
    return {
        "game": "kraken",
        "name": name,
        "rules": rules,
        "method": method,
        "seed": seed,
        "source": source_of(KRAKEN_PLAY),
        "sources": list(KRAKEN_PLAY),
        "versions": {**versions("numba", "numpy", "ortools"), "python": platform.python_version()},
        "seconds": round(seconds, 1),
    }
