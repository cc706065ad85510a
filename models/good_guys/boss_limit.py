"""What the limit on rounds as boss does to offers and votes, above all in the last round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from models.base import (
    Assumption,
    BadQuestion,
    ClosedForm,
    Lift,
    Solution,
    read_parameters,
)
from models.good_guys import bargaining
from models.good_guys.continuation import MEAN_CARD
from models.good_guys.lifts import offer_text
from models.good_guys.limit_rows import by_rounds_left, limit_row, votes_on_all, with_defaults
from models.good_guys.literal import Array
from models.good_guys.position import Position
from models.good_guys.rounds import (
    Round,
    asked_round,
    certify_round,
    lift_round,
    offer_form,
    offers_of,
    strategies_of,
)
from models.good_guys.scene import values_after
from solver.extensive import ExtensiveForm

QUESTION: Final = "What changes when the boss must go after this round, rewarded with one card?"
SOURCE: Final = "docs/rules/good-guys.md, option boss_limit"
ASSUMPTIONS: Final = (
    *bargaining.ASSUMPTIONS,
    Assumption(
        "consecutive",
        "rounds in a row count, failed ones too, and a boss voted out draws no reward",
        "exact",
        "as the rules' defaults; other settings of boss_limit_* are not modelled",
    ),
)
PARAMETERS: Final = {
    name: bargaining.PARAMETERS[name] for name in ("acceptance", "shares", "depth")
}
KNOWN: Final = (
    ClosedForm(
        "odd N, accepting seats, known depth, no third boss to come: the boss keeps every pot of "
        "his rounds and draws the reward where he lives to see it",
        "backward induction as in bargaining; the office moves on by itself after the last round",
        lambda n, cards_left, pot, rounds_left: (
            MEAN_CARD
            * (
                pot
                + (n + 2) * min(rounds_left - 1, cards_left // (n + 2))
                + (cards_left // (n + 2) >= rounds_left - 1)
            )
        ),
    ),
)
LIFT: Final = Lift(
    question="offer",
    covers=lambda observation: bool(
        observation.boss == observation.seat
        and 0 < observation.boss_limit <= observation.boss_terms + 1
    ),
    infoset_of=lambda observation: "choice",
    action_of=offer_text,
    fallback="boss-offer",
)


def build(position: Position, **parameters: Any) -> ExtensiveForm:
    """Return the round as a tree: the cheapest offer to every smallest majority, then the vote."""
    state = _round(position, read_parameters("boss-limit", PARAMETERS, parameters))
    return offer_form(state, offers_of(state))


def solve(
    position: Position,
    continuation: Array | None = None,
    *,
    time_limit: float = 60.0,
    **parameters: Any,
) -> Solution:
    """Return the boss's offer under the limit, beside every other number of rounds left.

    Parameters
    ----------
    position : Position
        ``terms`` says how many rounds the boss has been boss, this one included.
    continuation : flat array, optional
        What comes after a vote with all five actions, which some rows show; the stored values
        by default.
    time_limit : float
        Not needed: the sweep takes well under a second.

    Raises
    ------
    BadQuestion
        If the rules have no limit, or a parameter is out of range.
    """
    given = read_parameters("boss-limit", PARAMETERS, parameters)
    state = _round(position, given)
    offers = offers_of(state)
    rules = position.rules
    return Solution(
        question=QUESTION,
        decision="boss-limit",
        model=__name__,
        utility="money",
        unit="$k",
        assumptions=ASSUMPTIONS,
        recommendation={
            "type": "boss-limit",
            "rounds_left": rules.boss_limit_rounds - position.terms + 1,
            "offer": [{"seat": i, "share": float(x)} for i, x in enumerate(state.share)],
            **limit_row(state),
        },
        alternatives=tuple({"offer": o.label, "value": state.boss_value(o)} for o in offers[1:]),
        strategies=strategies_of(state, offers),
        values={str(i): float(v) for i, v in enumerate(state.values)},
        certificate=certify_round(state, offers),
        sensitivity=(
            *by_rounds_left(position, given),
            *votes_on_all(position, values_after(position, continuation)),
        ),
        details={"lift": lift_round(state, given["depth"])},
    )


def _round(position: Position, given: Mapping[str, Any]) -> Round:
    rules = position.rules
    if not rules.boss_limit:
        raise BadQuestion("boss-limit: rules", "boss_limit=false", "boss_limit=true")
    if not 1 <= position.terms <= rules.boss_limit_rounds:
        raise BadQuestion("boss-limit: terms", position.terms, f"1 to {rules.boss_limit_rounds}")
    return asked_round(position, with_defaults(given))
