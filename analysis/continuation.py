"""Measure what Kraken is worth at a round's start: ``python -m analysis.continuation PLAYERS``.

The lifted bots play on from every round's start, by treasures left and role pattern; nobody
remembers anything of earlier rounds.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from analysis.provenance import provenance
from bots.kraken.info import play_roles
from engine.kraken.rules import KrakenRules
from engine.kraken.setup import at_deal
from engine.kraken.state import EXPLORERS_WIN, ROLES, ROUNDS
from models.kraken.pile import role_patterns

SEED: Final = 20_262
GAMES: Final = {3: 6_000, 4: 2_000}
METHOD: Final = "complete play of the lifted bots from each round's start"


def measured(players: int, games: int) -> Iterator[dict[str, Any]]:
    """Yield the explorers' wins from every round's start after the first, the marker at seat 0."""
    rules = KrakenRules.model_validate({"players": players})
    for round_ in range(2, ROUNDS + 1):
        for left in range(1, players + 1):
            for mask, _ in role_patterns(players):
                roles = [ROLES[mask >> seat & 1] for seat in range(players)]
                start = at_deal(rules, roles, round_number=round_, treasures_left=left)
                played = play_roles(
                    rules, "equilibrium", "equilibrium", games, seed=SEED, start=start.record
                )
                wins = int((played.outcome == EXPLORERS_WIN).sum())
                place = {"round": round_, "treasures_left": left, "skeletons": mask}
                yield place | {"games": games, "wins": wins}


def main(players: Sequence[int], folder: Path) -> None:
    """Write the results file of each number of players."""
    for n in players:
        start = time.perf_counter()
        rows = list(measured(n, GAMES[n]))
        seconds = time.perf_counter() - start
        head = provenance("continuation", {"players": n}, METHOD, SEED, seconds)
        text = json.dumps(head | {"rows": rows}).replace("}, {", "},\n {") + "\n"
        (folder / f"continuation-{n}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    target = Path(__file__).resolve().parent.parent / "results" / "kraken"
    main([int(n) for n in sys.argv[1:]] or list(GAMES), target)
