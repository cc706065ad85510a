"""Measure Kraken's expansions: ``python -m analysis.expansions PLAYERS``.

Believing explorers, whom no tested reply presses below the others, meet several skeletons on the
same series of deals under each reading of the curse and with each special card in the box.
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
from engine.api import Position
from engine.kraken.game import GAME
from engine.kraken.rules import KrakenRules
from engine.kraken.state import (
    EXPLORERS_WIN,
    KIND_NAMES,
    OUTCOMES,
    SPECIALS,
    VANISHED,
)
from models.kraken.pile import skeleton_chances

SEED: Final = 20_263
GAMES: Final = {3: 20_000, 4: 12_000, 5: 6_000, 6: 3_000, 7: 2_000, 8: 1_000}
EXPLORERS: Final = "bayes"
SKELETONS: Final = ("truthful", "mimic", "over-claimer")
METHOD: Final = "complete play of bayes against each tested reply, roles as dealt, same seeds"


def variants() -> Iterator[tuple[str, dict[str, Any], int]]:
    """Yield each variant's name, its rule options, and the special card left in the box."""
    yield "basic", {}, -1
    yield "curse, all six treasures may come", {"curse": True, "curse_pool": "all"}, -1
    yield "curse, treasures in play only", {"curse": True, "curse_pool": "in_play"}, -1
    for k in range(SPECIALS):
        yield f"special cards without {KIND_NAMES[VANISHED + k]}", {"special": True}, VANISHED + k


def start_of(rules: KrakenRules, skeletons: int, boxed: int) -> Position:
    """Return the position with roles dealt, and one special card put into the box if it is given.

    Which seats are the skeletons does not matter: the marker starts at random.
    """
    position = GAME.initial(rules)
    for seat in range(rules.players):
        position = GAME.apply(position, int(seat < skeletons))
    return position if boxed < 0 else GAME.apply(position, boxed)


def rows(players: int) -> Iterator[dict[str, Any]]:
    """Yield what happened in each variant by reply and number of skeletons."""
    for name, options, boxed in variants():
        rules = KrakenRules.model_validate({"players": players, **options})
        for skeleton in SKELETONS:
            for count, chance in skeleton_chances(players).items():
                games = max(100, round(GAMES[players] * float(chance)))
                played = play_roles(
                    rules,
                    EXPLORERS,
                    skeleton,
                    games,
                    seed=SEED,
                    first_game=1_000_000 * count,
                    start=start_of(rules, count, boxed).record,
                )
                ends = {
                    text: int((played.outcome == k).sum())
                    for k, text in enumerate(OUTCOMES)
                    if text
                }
                head = {"variant": name, "reply": skeleton, "skeletons": count, "games": games}
                yield head | {"wins": int((played.outcome == EXPLORERS_WIN).sum()), "ends": ends}


def main(players: Sequence[int], folder: Path) -> None:
    """Write the results file of each number of players."""
    for n in players:
        start = time.perf_counter()
        found = list(rows(n))
        seconds = time.perf_counter() - start
        head = provenance("expansion", {"players": n}, METHOD, SEED, seconds)
        text = json.dumps(head | {"rows": found}).replace('}, {"v', '},\n {"v') + "\n"
        (folder / f"expansion-{n}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    target = Path(__file__).resolve().parent.parent / "results" / "kraken"
    main([int(n) for n in sys.argv[1:]] or list(GAMES), target)
