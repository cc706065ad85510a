"""Who skims: only the first card counts, and it moves the deck towards the Fuzz."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np

from models.base import Assumption, ClosedForm, Lift, Parameter, Solution, read_parameters
from models.good_guys import ballot
from models.good_guys.continuation import MEAN_CARD
from models.good_guys.equilibria import solve_form
from models.good_guys.lifts import action_text, own_name
from models.good_guys.literal import Array, round_table, seats_form
from models.good_guys.position import Position, utility_of
from models.good_guys.scene import (
    deck_effect,
    offer_and_mix,
    read_seats,
    utility_of_money,
    values_after,
)
from models.good_guys.stage import GUARD, NO, SKIM, YES
from solver.extensive import ExtensiveForm
from solver.strategic import StrategicForm, to_extensive

QUESTION: Final = "Who tries to skim, when only the first SKIM in reveal order draws a card?"
SOURCE: Final = "docs/rules/good-guys.md, round steps 4 and 6"
ASSUMPTIONS: Final = (
    *ballot.ASSUMPTIONS,
    Assumption(
        "others-fixed",
        "seats outside the race mix as given",
        "exact",
        "none where all seats race, the default",
    ),
    Assumption(
        "no-robbery",
        "racers weigh SKIM against YES and NO, and GUARD where asked; none of them robs",
        "bound",
        "a seat that would rather rob leaves the race and makes later skims worth more",
    ),
)
PARAMETERS: Final = {
    "racers": Parameter("seats", "seats of the table", None),
    "guard": Parameter("", (False, True), False),
    "share": Parameter("$k", "an amount for each seat, the loot in all", None),
    "others": Parameter("", "logit, abstain, or probabilities of the five actions", "logit"),
}
KNOWN: Final = (
    ClosedForm(
        "votes worth nothing: what the race brings to each of k seats in reveal order",
        "the first seat's SKIM always draws; every later one draws nothing, whatever it plays",
        lambda k: (MEAN_CARD, *(0.0,) * (k - 1)),
    ),
)
LIFT: Final = Lift(
    question="action",
    covers=lambda observation: bool(observation.deck_left > 0),
    infoset_of=own_name,
    action_of=action_text,
    fallback="vote",
)


def build(
    position: Position, continuation: Array | None = None, **parameters: Any
) -> ExtensiveForm:
    """Return the racers, who choose unseen, as a tree."""
    given = read_parameters("skim-race", PARAMETERS, parameters)
    return to_extensive(_form(position, values_after(position, continuation), given))


def solve(
    position: Position,
    continuation: Array | None = None,
    *,
    time_limit: float = 60.0,
    **parameters: Any,
) -> Solution:
    """Return who skims, selected among the equilibria listed.

    Parameters
    ----------
    position : Position
    continuation : flat array, optional
        What comes after the count; the stored values by default.
    time_limit : float
        Seconds for Gambit, which is asked where two or three seats race.

    Raises
    ------
    BadQuestion
        If a parameter is out of range.
    """
    given = read_parameters("skim-race", PARAMETERS, parameters)
    after = values_after(position, continuation)
    form, racers = _form(position, after, given), _racers(position, given)
    scale = utility_of_money(position, after, racers)
    answer = solve_form(form, scale, position.qre_lambda, time_limit)
    chances = [answer.chance(None, k, "SKIM") for k in range(len(racers))]
    nobody = [1.0, *np.cumprod([1.0 - p for p in chances]).tolist()]
    share, mix = _others(position, after, given)
    moved = deck_effect(position, after, share)
    lift = answer.lift(position, share, mix)
    return answer.solution(
        sys.modules[__name__],
        "skim-race",
        utility_of(after),
        {
            "race": [
                {"seat": seat, "skim": skim, "first": a - b}
                for seat, skim, (a, b) in zip(racers, chances, pairwise(nobody), strict=True)
            ],
        },
        [
            {
                "skim": [answer.chance(profile, k, "SKIM") for k in range(len(racers))],
                "values": answer.by_seat(profile.certificate.payoffs),
            }
            for profile in answer.listed()
        ],
        [
            {**answer.worth(k, "SKIM"), "moved_deck": float(moved[seat])}
            for k, seat in enumerate(racers)
        ],
        lift,
    )


def _racers(position: Position, given: Mapping[str, Any]) -> Sequence[int]:
    asked = given["racers"]
    n = position.n
    return tuple(range(n)) if asked is None else read_seats("skim-race: racers", asked, n)


def _form(position: Position, after: Array, given: Mapping[str, Any]) -> StrategicForm:
    share, mix = _others(position, after, given)
    actions = (YES, NO, SKIM, GUARD) if given["guard"] else (YES, NO, SKIM)
    free = dict.fromkeys(_racers(position, given), actions)
    return seats_form(round_table(position, after, share), free, mix, "Good Guys: the skim race")


def _others(position: Position, after: Array, given: Mapping[str, Any]) -> tuple[Array, Array]:
    alone = len(_racers(position, given)) == position.n  # nobody else is left to mix
    mixed = {**given, "others": "abstain"} if alone else given
    return offer_and_mix("skim-race", position, after, mixed)
