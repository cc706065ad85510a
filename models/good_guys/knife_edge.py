"""What breaks the knife-edge answer of the votes-only chain, one departure at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.good_guys.continuation import MONEY
from models.good_guys.majority import ACCEPTANCE
from models.good_guys.position import Position
from models.good_guys.rounds import RESULTS, Round, asked_round


def departures(
    position: Position,
    given: Mapping[str, Any],
    continuation: NDArray[np.float64] | None,
) -> Iterator[dict[str, Any]]:
    """Yield what each departure from the question asked does to the boss.

    Indifference and whole cards, a known depth, lots instead of succession, impatience, another
    number of seats (the opening of a game with default rules), and, where ``continuation`` holds
    values in money of rounds with all five actions, abstaining and noise.
    """
    middle = position.drawn + round(position.horizon.expected_left(position.drawn))
    changes: list[dict[str, Any]] = [
        {"acceptance": a, "shares": s} for a, s in product(ACCEPTANCE, ("divisible", "cards"))
    ]
    changes += [{"depth": middle}, {"recognition": "random"}, {"discount": 0.9}]
    for change in changes:
        yield {**change, **_worth(asked_round(position, {**given, **change}))}
    n = position.n + 1 if position.n < 8 else position.n - 1
    other = Position.opening(type(position.rules)(players=n))
    yield {"players": n, **_worth(asked_round(other, {**given, "depth": None}))}
    if continuation is not None and continuation[0] == MONEY:
        table = continuation[4:].reshape([int(size) for size in continuation[1:4]])
        values = table[position.drawn, min(position.rejections, table.shape[1] - 1)]
        yield {
            "actions": "all five, with noise",
            "boss_value": float(values[0]),
            "boss_share": float(values[0] / values.sum()),
        }


def _worth(state: Round) -> dict[str, Any]:
    return {"result": RESULTS[state.result], **state.worth()}
