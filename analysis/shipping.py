"""Solve the usual questions and write the answers that ship in ``results/``.

Run ``make openings`` after new win values have been put there.
"""

from __future__ import annotations

import json
from pathlib import Path

from engine.good_guys.rules import GoodGuysRules
from models.good_guys.boss_offer import solve
from models.good_guys.position import Position
from models.good_guys.stored import document
from models.good_guys.values import continuation_of


def write_openings(folder: Path, players: range = range(4, 9)) -> list[Path]:
    """Solve the opening of seed 0 for each number of players; return the files written."""
    written = []
    for n in players:
        position = Position.opening(GoodGuysRules.model_validate({"players": n}))
        answer = document(position, solve(position, continuation_of(position)))
        path = folder / f"boss-offer-{n}.json"
        path.write_text(json.dumps(answer, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        written.append(path)
    return written


if __name__ == "__main__":
    write_openings(Path(__file__).resolve().parent.parent / "results" / "good_guys")
