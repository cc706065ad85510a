"""Which offer the boss should make: real cards to seats, then markers and the five-action vote."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.base import Assumption, ClosedForm, Lift, Parameter, Solution, read_parameters
from models.good_guys import ballot
from models.good_guys.advice import (
    ACTIONS,
    alternative,
    cards_of,
    offer_rows,
    sensitivity,
    surroundings,
    vote_rows,
)
from models.good_guys.backing import certificate, distinct, lift, margins, with_ranges
from models.good_guys.lifts import offer_text
from models.good_guys.position import Position
from models.good_guys.search import best_offers, price_offer
from models.good_guys.stored import stored
from models.good_guys.values import continuation_of
from solver.strategic import StrategicForm

Array = NDArray[np.float64]
QUESTION: Final = "Which split of the loot should the boss offer?"
SOURCE: Final = "docs/rules/good-guys.md, round steps 2 to 5"
ASSUMPTIONS: Final = (
    *ballot.ASSUMPTIONS,
    Assumption(
        "family",
        "offers searched: the k cheapest votes at a common premium and every coalition at equal "
        "prices, then single-card moves and swaps from the best of many until none helps; under "
        "other assumptions from fewer",
        "bound",
        "the value is a lower bound on the best offer's; full enumeration checks it for N = 4, 5",
    ),
    Assumption(
        "markers",
        "threat markers stand by a convention, by default before the richest other seat",
        "approximation",
        "the sensitivity table shows other conventions",
    ),
)
PARAMETERS: Final = {
    "range": Parameter("", ("auto", "never"), "auto"),
}
KNOWN: Final = (
    ClosedForm(
        "precision 0: every seat mixes evenly whatever it is offered, so the boss keeps all",
        "votes that do not depend on the shares have no price",
        lambda loot, n: (float(sum(loot)), *[0.0] * (n - 1)),
    ),
)


LIFT: Final = Lift(
    question="offer",
    covers=lambda observation: bool(observation.seat == observation.boss),
    infoset_of=lambda observation: f"drawn {int(observation.drawn)}",
    action_of=offer_text,
    fallback="the stored plan's offer that keeps all",
)


def build(position: Position, continuation: Array | None = None) -> StrategicForm:
    """Return the vote on the best offer found, as a strategic form."""
    values = continuation_of(position) if continuation is None else continuation
    return best_offers(position, values).offers[0].vote.form


def solve(
    position: Position,
    continuation: Array | None = None,
    *,
    time_limit: float = 60.0,
    **parameters: Any,
) -> Solution:
    """Return the best offer found, certified, with what surrounds it.

    The usual openings are shipped solved; they are read where nothing else is asked.
    """
    answer = first(position, continuation, **parameters)
    return complete(position, answer, continuation, time_limit=time_limit, **parameters)


def complete(
    position: Position,
    answer: Solution,
    continuation: Array | None = None,
    *,
    time_limit: float = 60.0,
    **parameters: Any,
) -> Solution:
    """Return an answer of :func:`first` with what takes longer: ranges and sensitivity."""
    if answer.sensitivity:
        return answer
    given = read_parameters("boss-offer", PARAMETERS, parameters)
    proof, cards = answer.certificate, cards_of(answer.recommendation["offer"])
    if given["range"] == "auto":
        values = continuation_of(position) if continuation is None else continuation
        best = price_offer(position, values, cards)
        proof = with_ranges(proof, position, best, time_limit)
    return replace(answer, certificate=proof, sensitivity=sensitivity(position, cards))


def first(position: Position, continuation: Array | None = None, **parameters: Any) -> Solution:
    """Return the best offer found, certified, without ranges and sensitivity."""
    read_parameters("boss-offer", PARAMETERS, parameters)
    if continuation is None and not parameters and (kept := stored(position, "boss-offer")):
        return kept
    values = continuation_of(position) if continuation is None else continuation
    found = best_offers(position, values)
    best = found.offers[0]
    unit = "probability" if position.utility == "win" else "$k"
    return Solution(
        question=QUESTION,
        decision="boss-offer",
        model="models.good_guys.boss_offer",
        utility=position.utility,
        unit=unit,
        assumptions=ASSUMPTIONS,
        recommendation={
            "type": "boss-offer",
            "loot": list(position.loot),
            "offer": offer_rows(best.cards),
            "pass_probability": best.vote.pass_probability,
            "tie_probability": best.vote.tie_probability,
            "boss_value": best.value,
            "votes": vote_rows(best.vote),
        },
        alternatives=tuple(alternative(offer) for offer in distinct(found)[1:6]),
        strategies={
            str(i): {"vote": dict(zip(ACTIONS, map(float, row), strict=True))}
            for i, row in enumerate(best.vote.mix)
        },
        values={str(i): float(v) for i, v in enumerate(best.vote.values)},
        certificate=certificate(position, best),
        sensitivity=(),
        details={
            **surroundings(position, values, found),
            "margins": margins(position, best.vote.certificate.payoff_range),
            "lift": lift(position),
        },
    )
