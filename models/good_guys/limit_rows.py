"""The boss limit beside other numbers of rounds left, and in votes with all five actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from models.good_guys import bargaining
from models.good_guys.ballot import TOLERANCE, solve_vote
from models.good_guys.literal import Array
from models.good_guys.position import Position, utility_of
from models.good_guys.rounds import RESULTS, Round, asked_round
from models.good_guys.scene import UNITS


def with_defaults(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all parameters of ``bargaining``, those not given at their defaults."""
    return {**{name: p.default for name, p in bargaining.PARAMETERS.items()}, **given}


def limit_row(state: Round) -> dict[str, Any]:
    """Return the result of a round, the boss's worth, and the $k he pays away."""
    return {"result": RESULTS[state.result], **state.worth(), "paid": float(state.share[1:].sum())}


def by_rounds_left(position: Position, given: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the boss's worth at every number of rounds left, and without a limit."""
    rounds = position.rules.boss_limit_rounds
    for left in range(1, rounds + 1):
        state = asked_round(position.with_(terms=rounds - left + 1), with_defaults(given))
        yield {"rounds_left": left, **limit_row(state)}
    state = asked_round(_without_limit(position), with_defaults(given))
    yield {"rounds_left": None, **limit_row(state)}


def votes_on_all(position: Position, continuation: Array) -> Iterator[dict[str, Any]]:
    """Yield the vote of all five actions on an offer that keeps all, with and without a limit."""
    keep = np.eye(position.n)[0] * float(sum(position.loot))
    for limited, asked in ((True, position), (False, _without_limit(position))):
        vote = solve_vote(asked, continuation, keep)[0]
        if vote.residual <= TOLERANCE:
            yield {
                "actions": "all five",
                "limit": limited,
                "pass_probability": vote.pass_probability,
                "tie_probability": vote.tie_probability,
                "boss_value": vote.boss_value,
                "utility": utility_of(continuation),
                "unit": UNITS[utility_of(continuation)],
                "epsilon": vote.certificate.epsilon,
            }


def _without_limit(position: Position) -> Position:
    return position.with_(rules=position.rules.model_copy(update={"boss_limit": False}))
