"""How often offers pass, tie and fail a game when money alone counts, by the precision of choices.

The solved chain of rounds gives the chances, so the table is exact up to the chain's own
assumptions. Run ``python -m analysis.fates 4 5 6``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from engine.good_guys.rules import GoodGuysRules
from models.good_guys.chain import fates
from models.good_guys.continuation import Horizon
from models.good_guys.values import solved_chain

PRECISIONS: Final = (0.25, 0.5, 1.0, 2.0, 5.0)


def rows(players: int) -> Iterator[dict[str, float]]:
    """Yield the offers of a game by their fate, one row a precision, in 1/$1k."""
    horizon = Horizon.from_rules(GoodGuysRules.model_validate({"players": players}))
    for qre_lambda in PRECISIONS:
        _, plan, worst = solved_chain(horizon, qre_lambda, unmarked=False)
        passed, tied, failed = fates(horizon, plan)
        yield {
            "players": players,
            "lambda": qre_lambda,
            "offers": passed + tied + failed,
            "pass": passed,
            "tie": tied,
            "fail": failed,
            "residual": worst,
        }


if __name__ == "__main__":
    for number in map(int, sys.argv[1:] or ["5"]):
        for row in rows(number):
            cells = " | ".join(f"{value:.3g}" for value in row.values())
            sys.stdout.write(f"| {cells} |\n")
