"""Solve the usual questions and write the answers that ship in ``results/``.

Run ``make openings`` after new win values have been put there, ``make money`` after a change of
the chain of rounds.
"""

from __future__ import annotations

import json
import sys
from dataclasses import astuple
from pathlib import Path
from typing import Any, Final

import numpy as np

from engine.good_guys.rules import GoodGuysRules
from models.good_guys.boss_offer import solve
from models.good_guys.continuation import Horizon
from models.good_guys.position import Position
from models.good_guys.stored import document
from models.good_guys.values import chain_key, continuation_of, solved_chain

# Precision and whether nobody places a marker: the default and what its sensitivity table asks.
CHAINS: Final = ((0.5, False), (1.0, False), (2.0, False), (5.0, False), (1.0, True))


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


def write_money(folder: Path, players: range = range(4, 9)) -> list[Path]:
    """Solve the chain of rounds in money at every precision asked for; return the files written.

    The chains of :data:`CHAINS` are stored beside the horizon, which a reader compares, and each
    chain's worst residual.
    """
    written = []
    for n in players:
        horizon = Horizon.from_rules(GoodGuysRules.model_validate({"players": n}))
        chains: dict[str, Any] = {}
        residuals = []
        for qre_lambda, unmarked in CHAINS:
            table, _, worst = solved_chain(horizon, qre_lambda, unmarked)
            chains[chain_key(qre_lambda, unmarked)] = table
            residuals.append(worst)
        path = folder / f"money-{n}.npz"
        np.savez_compressed(
            path, horizon=np.array(astuple(horizon)), residuals=np.array(residuals), **chains
        )
        written.append(path)
    return written


if __name__ == "__main__":
    shipped = Path(__file__).resolve().parent.parent / "results" / "good_guys"
    if "money" in sys.argv[1:]:
        write_money(shipped)
    else:
        write_openings(shipped)
