"""Play Kraken's lifted bots against all others: ``python -m analysis.lifted PLAYERS``.

Measured beside it: the game by the number of skeletons, by the role of the first marker holder,
and how many decisions the model covers.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analysis.provenance import provenance
from bots.base import bot, packed
from bots.kraken.dispatch import dispatch
from bots.kraken.equilibrium import tally
from engine.kraken.batch import BatchResult, Bots, play_batch
from engine.kraken.rules import KrakenRules
from engine.kraken.state import EXPLORERS_WIN, SKELETON

SEED: Final = 20_264
GAMES: Final = {3: 40_000, 4: 20_000, 5: 10_000, 6: 6_000, 7: 4_000, 8: 2_500}
HEADLINE: Final = 4
"""Times as many games of the lifted bots among themselves."""
LIFTED: Final = "equilibrium"
EXPLORERS: Final = (LIFTED, "bayes")
SKELETONS: Final = (
    *(LIFTED, "truthful", "mimic", "over-claimer", "zero-claimer"),
    *("rusher", "staller", "hider", "random"),
)
METHOD: Final = "complete play, one bot a role, the marker first at seat 0, same deals in each row"


def play(
    players: int, explorer: str, skeleton: str, games: int
) -> tuple[BatchResult, NDArray[np.float64]]:
    """Return games of one bot a role, and the tally of the lifted bot's decisions; (3,)."""
    rules = KrakenRules.model_validate({"players": players, "first_marker": 0})
    kinds, params, starts = packed([bot("kraken", name) for name in (explorer, skeleton)], rules)
    seating = np.broadcast_to(np.arange(2), (1, players, 2))
    bots = Bots(kinds, params, starts)
    played = play_batch(rules, dispatch, bots, seating, seed=SEED, games=games)
    counts = np.zeros(3)
    for name, start in zip((explorer, skeleton), starts, strict=True):
        if name == LIFTED:
            counts += tally(params[start:])
    return played, counts


def counted(played: BatchResult, which: NDArray[np.bool_]) -> list[int]:
    """Return the number of games and of explorers' wins among some of them."""
    return [int(which.sum()), int((played.outcome[which] == EXPLORERS_WIN).sum())]


def rows(players: int, games: int) -> Iterator[dict[str, Any]]:
    """Yield every pairing's wins by number of skeletons and first marker."""
    for explorer in EXPLORERS:
        for skeleton in SKELETONS:
            many = games * (HEADLINE if explorer == skeleton else 1)
            played, counts = play(players, explorer, skeleton, many)
            count = (played.role == SKELETON).sum(axis=1)
            first = played.role[:, 0] == SKELETON
            asked, covered, fallbacks = counts.tolist()
            yield {
                "explorer": explorer,
                "skeleton": skeleton,
                "games": many,
                "wins": counted(played, count >= 0)[1],
                "by_skeletons": {str(k): counted(played, count == k) for k in np.unique(count)},
                "first_explorer": counted(played, ~first),
                "first_skeleton": counted(played, first),
                "outcomes": {
                    name: int((played.outcome == k).sum())
                    for k, name in enumerate(played.outcome_names)
                    if name
                },
                "coverage": covered / asked if asked else None,
                "fallback_rate": fallbacks / covered if covered else None,
            }


def main(players: Sequence[int], folder: Path) -> None:
    """Write the results file of each number of players."""
    for n in players:
        start = time.perf_counter()
        found = list(rows(n, GAMES[n]))
        seconds = time.perf_counter() - start
        head = provenance("lifted", {"players": n}, METHOD, SEED, seconds)
        text = json.dumps(head | {"rows": found}).replace('}, {"e', '},\n {"e') + "\n"
        (folder / f"lifted-{n}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    target = Path(__file__).resolve().parent.parent / "results" / "kraken"
    main([int(n) for n in sys.argv[1:]] or list(GAMES), target)
