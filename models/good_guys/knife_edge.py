"""What breaks the knife-edge answer of the votes-only chain, one departure at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.good_guys.chain import solve_chain
from models.good_guys.continuation import FIRST, LAST, MONEY, REJECTION_CARDS, ROUND_CARDS
from models.good_guys.majority import ACCEPTANCE
from models.good_guys.offers import SOLVED
from models.good_guys.position import Position
from models.good_guys.rounds import RESULTS, Round, asked_round

PRECISIONS: Final = (0.5, 1.0, 2.0)


def departures(
    position: Position,
    given: Mapping[str, Any],
    continuation: NDArray[np.float64] | None,
) -> Iterator[dict[str, Any]]:
    """Yield what each departure from the question asked does to the boss.

    Indifference and whole cards, a known depth, lots instead of succession, impatience, another
    number of seats (the opening of a game with default rules). Abstaining and noise: two rounds
    of a known depth with all five actions, at several precisions; and all rounds, where
    ``continuation`` holds their values in money.
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
    depth = len(position.loot) + position.n + position.rules.loot_extra
    start = position.with_(drawn=len(position.loot))
    votes = asked_round(start, {**given, "depth": depth})
    yield {"actions": "votes", "depth": depth, **_worth(votes)}
    for qre_lambda in PRECISIONS if given["noise"] else ():
        values, residual = noisy_values(start, depth, qre_lambda)
        row = {"actions": "all five", "depth": depth, "qre_lambda": qre_lambda}
        worth = _part(values) if residual <= SOLVED else {}  # no number for a vote not solved
        yield {**row, **worth, "residual": residual}
    if continuation is not None and continuation[0] == MONEY:
        table = continuation[4:].reshape([int(size) for size in continuation[1:4]])
        values = table[position.drawn, min(position.rejections, table.shape[1] - 1)]
        yield {"actions": "all five", **_part(values)}


def noisy_values(
    position: Position, depth: int, qre_lambda: float
) -> tuple[NDArray[np.float64], float]:
    """Return $k to come in rounds with all five actions, and the worst residual of their votes.

    The logit answer of every round at one precision, offers from the screened family, the Fuzz at
    a known depth; (n,).
    """
    n, place = position.n, position.place()
    place[FIRST] = place[LAST] = depth
    most = (depth - int(place[ROUND_CARDS])) // int(place[REJECTION_CARDS]) + 1
    table, plan = np.zeros((depth + 1, most + 1, n)), np.zeros((depth + 1, most + 1, n + 2))
    residual = solve_chain(place, (np.arange(n) + 1) % n, qre_lambda, table, plan)
    return np.asarray(table[position.drawn, position.rejections]), residual


def _part(values: NDArray[np.float64]) -> dict[str, float]:
    return {"boss_value": float(values[0]), "boss_share": float(values[0] / values.sum())}


def _worth(state: Round) -> dict[str, Any]:
    return {"result": RESULTS[state.result], **state.worth()}
