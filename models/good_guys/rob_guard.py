"""Who robs and who guards, the markers being placed."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Final

from models.base import (
    Assumption,
    BadQuestion,
    ClosedForm,
    Lift,
    Parameter,
    Solution,
    read_parameters,
)
from models.good_guys import ballot
from models.good_guys.continuation import MEAN_CARD
from models.good_guys.equilibria import solve_form
from models.good_guys.lifts import action_text, own_name, threatens_or_is_threatened
from models.good_guys.literal import Array, round_table, seats_form
from models.good_guys.position import Position, utility_of
from models.good_guys.scene import (
    offer_and_mix,
    read_seats,
    utility_of_money,
    values_after,
)
from models.good_guys.stage import GUARD, NO, ROB, SKIM, YES
from solver.extensive import ExtensiveForm
from solver.result import Profile
from solver.strategic import StrategicForm, to_extensive

QUESTION: Final = "Who robs and who guards, now that the markers stand?"
SOURCE: Final = "docs/rules/good-guys.md, round step 4"
ASSUMPTIONS: Final = (
    *ballot.ASSUMPTIONS,
    Assumption(
        "others-fixed",
        "only the victim and up to two robbers choose; the other seats mix as given",
        "approximation",
        "their answer to a robbery that is feared or planned is left out",
    ),
)
PARAMETERS: Final = {
    "victim": Parameter("seat", "a seat with a marker before it", None),
    "robbers": Parameter("seats", "one or two whose marker stands before the victim", None),
    "share": Parameter("$k", "an amount for each seat, the loot in all", None),
    "others": Parameter("", "logit, abstain, or probabilities of the five actions", "logit"),
}
KNOWN: Final = (
    ClosedForm(
        "one robber behind his victim, the vote decided: chances of ROB and GUARD, from the card "
        "means of the victim after his skim and of the robber",
        "indifference: the victim between SKIM and GUARD, the robber between ROB and late SKIM",
        lambda victim, robber, top=MEAN_CARD: (
            top / (victim + robber),
            victim / (top + victim + robber),
        ),
    ),
)
LIFT: Final = Lift(
    question="action",
    covers=threatens_or_is_threatened,
    infoset_of=own_name,
    action_of=action_text,
    fallback="vote",
)


def build(
    position: Position, continuation: Array | None = None, **parameters: Any
) -> ExtensiveForm:
    """Return the victim and the robbers, who choose unseen, as a tree."""
    return to_extensive(_form(position, values_after(position, continuation), parameters))


def solve(
    position: Position,
    continuation: Array | None = None,
    *,
    time_limit: float = 60.0,
    **parameters: Any,
) -> Solution:
    """Return who robs and who guards, selected among the equilibria that Gambit lists.

    Parameters
    ----------
    position : Position
    continuation : flat array, optional
        What comes after the count; the stored values by default.
    time_limit : float
        Seconds for Gambit.

    Raises
    ------
    BadQuestion
        If no marker stands, or a parameter is out of range.
    """
    after = values_after(position, continuation)
    given = read_parameters("rob-guard", PARAMETERS, parameters)
    share, mix = offer_and_mix("rob-guard", position, after, given)
    form = _form(position, after, parameters)
    victim, robbers = _cast(position, parameters)
    seats = sorted((victim, *robbers))
    scale = utility_of_money(position, after, seats)
    answer = solve_form(form, scale, position.qre_lambda, time_limit)

    def plan(profile: Profile | None = None) -> dict[str, Any]:
        chance = {seat: answer.chance(profile, seats.index(seat), "ROB") for seat in robbers}
        rob = [{"seat": seat, "probability": p} for seat, p in chance.items()]
        guard = answer.chance(profile, seats.index(victim), "GUARD")
        return {"victim": victim, "guard": guard, "rob": rob}

    worth = [answer.worth(k, "GUARD" if seat == victim else "ROB") for k, seat in enumerate(seats)]
    listed = [
        {**plan(profile), "values": answer.by_seat(profile.certificate.payoffs)}
        for profile in answer.listed()
    ]
    model = sys.modules[__name__]
    lift = answer.lift(position, share, mix)
    return answer.solution(model, "rob-guard", utility_of(after), plan(), listed, worth, lift)


def _cast(position: Position, parameters: Mapping[str, Any]) -> tuple[int, tuple[int, ...]]:
    """Return the victim and the robbers: by default the seat most threatened, first in order."""
    given = read_parameters("rob-guard", PARAMETERS, parameters)
    marker = position.marker().tolist()
    threatened = sorted({seat for seat in marker if seat >= 0})
    if not threatened:
        raise BadQuestion("rob-guard: markers", position.markers, "a marker before a seat")
    asked = given["victim"]
    victim = max(threatened, key=marker.count) if asked is None else asked
    if victim not in threatened:
        raise BadQuestion("rob-guard: victim", victim, ", ".join(map(str, threatened)))
    against = tuple(seat for seat, before in enumerate(marker) if before == victim)
    if given["robbers"] is None:
        return int(victim), against[:2]
    robbers = read_seats("rob-guard: robbers", given["robbers"], position.n)
    if not set(robbers) <= set(against) or len(robbers) > 2:
        raise BadQuestion("rob-guard: robbers", given["robbers"], f"one or two of {against}")
    return int(victim), robbers


def _form(position: Position, after: Array, parameters: Mapping[str, Any]) -> StrategicForm:
    given = read_parameters("rob-guard", PARAMETERS, parameters)
    victim, robbers = _cast(position, parameters)
    share, mix = offer_and_mix("rob-guard", position, after, given)
    free = {victim: (YES, NO, SKIM, GUARD), **dict.fromkeys(robbers, (YES, NO, SKIM, ROB))}
    return seats_form(round_table(position, after, share), free, mix, "Good Guys: rob and guard")
