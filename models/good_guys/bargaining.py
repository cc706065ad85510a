"""What the boss's office is worth if only votes count, and what breaks that answer."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.base import (
    Assumption,
    ClosedForm,
    Lift,
    Parameter,
    Solution,
    read_parameters,
)
from models.good_guys.continuation import MEAN_CARD
from models.good_guys.knife_edge import departures
from models.good_guys.lifts import offer_text
from models.good_guys.majority import ACCEPTANCE
from models.good_guys.position import Position
from models.good_guys.rounds import (
    RESULTS,
    asked_round,
    certify_round,
    lift_round,
    offer_form,
    offers_of,
    strategies_of,
)
from solver.extensive import ExtensiveForm

QUESTION: Final = "What must a boss give away for a majority, if only votes and money count?"
SOURCE: Final = "docs/rules/good-guys.md, round steps 1, 2 and 5; Baron and Ferejohn (1989)"
ASSUMPTIONS: Final = (
    Assumption(
        "votes-only",
        "every seat plays YES or NO; nobody skims, robs or guards",
        "bound",
        "the most that the office can be worth; the noisy chain shows what abstaining takes away",
    ),
    Assumption(
        "decisive",
        "a seat votes YES only where its vote decides, so a boss buys the smallest majority",
        "exact",
        "without it any offer can pass: a vote that does not decide is worth nothing",
    ),
    Assumption(
        "mean-cards",
        "every loot card still to come is worth the deck's mean",
        "approximation",
        "none on shares where money divides; whole cards are then all alike",
    ),
)
PARAMETERS: Final = {
    "acceptance": Parameter("", ACCEPTANCE, "accept"),
    "shares": Parameter("", ("divisible", "cards"), "divisible"),
    "recognition": Parameter("", ("endogenous", "random"), "endogenous"),
    "discount": Parameter("a vote", "above 0, at most 1", 1.0),
    "noise": Parameter("compare with noisy votes of all five actions", (True, False), True),
    "depth": Parameter("loot cards above the Fuzz", "a number; unknown by default", None),
}
KNOWN: Final = (
    ClosedForm(
        "odd N, accepting seats, known depth: the boss keeps every pot",
        "backward induction: only the nearest NO voter gains by a NO, and a majority does "
        "without that seat",
        lambda n, cards_left, pot: MEAN_CARD * (pot + (n + 2) * (cards_left // (n + 2))),
    ),
    ClosedForm(
        "odd N, strict seats, whole cards, last round: one card to each of (N-1)/2 seats",
        "the same, each bought seat having nothing to lose",
        lambda n: (n - 1) // 2,
    ),
    ClosedForm(
        "closed rule, random recognition: what the proposer keeps of a pie",
        "Baron and Ferejohn (1989)",
        lambda n, discount: 1.0 - discount * (n - 1) / (2.0 * n),
    ),
)
LIFT: Final = Lift(
    question="offer",
    covers=lambda observation: bool(observation.boss == observation.seat),
    infoset_of=lambda observation: "choice",
    action_of=offer_text,
    fallback="boss-offer",
)


def build(position: Position, **parameters: Any) -> ExtensiveForm:
    """Return one round as a tree: the cheapest offer to every smallest majority, then the vote.

    Payoffs are $k to come, the rounds after this one solved already.
    """
    state = asked_round(position, read_parameters("bargaining", PARAMETERS, parameters))
    return offer_form(state, offers_of(state))


def solve(
    position: Position,
    continuation: NDArray[np.float64] | None = None,
    *,
    time_limit: float = 60.0,
    **parameters: Any,
) -> Solution:
    """Return the boss's offer and every seat's $k to come, by backward induction.

    Parameters
    ----------
    position : Position
    continuation : flat array, optional
        Values in money of rounds with all five actions: what abstaining makes of the office.
    time_limit : float
        Not needed: the sweep takes well under a second.
    **parameters
        As :data:`PARAMETERS`.

    Raises
    ------
    BadQuestion
        If a parameter is unknown or out of range.
    """
    given = read_parameters("bargaining", PARAMETERS, parameters)
    state = asked_round(position, given)
    offers = offers_of(state)
    return Solution(
        question=QUESTION,
        decision="bargaining",
        model="models.good_guys.bargaining",
        utility="money",
        unit="$k",
        assumptions=ASSUMPTIONS,
        recommendation={
            "type": "bargaining",
            "offer": [{"seat": i, "share": float(x)} for i, x in enumerate(state.share)],
            "result": RESULTS[state.result],
            "equally_good_coalitions": state.alike,
            **state.worth(),
        },
        alternatives=tuple({"offer": o.label, "value": state.boss_value(o)} for o in offers[1:]),
        strategies=strategies_of(state, offers),
        values={str(i): float(v) for i, v in enumerate(state.values)},
        certificate=certify_round(state, offers),
        sensitivity=tuple(departures(position, given, continuation)),
        details={"lift": lift_round(state, given["depth"])},
    )
