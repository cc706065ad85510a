"""Which binding bribe to place, if any: the cheapest that turns the vote, and the best."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from models.base import (
    Assumption,
    ClosedForm,
    Lift,
    Parameter,
    Solution,
    read_parameters,
)
from models.good_guys import ballot
from models.good_guys.bribes import (
    asked_bribes,
    asking_prices,
    certify_bribe,
    label_of,
    lift_bribe,
    turning,
    votes_after,
    with_pairs,
)
from models.good_guys.lifts import bribe_text
from models.good_guys.literal import Array, choice_form, round_table, seats_form
from models.good_guys.position import Position, utility_of
from models.good_guys.scene import UNITS, others_mix, values_after
from models.good_guys.stage import N_ACTIONS
from models.good_guys.table import ACTION_LABELS
from solver.errors import SolveFailed
from solver.extensive import ExtensiveForm

QUESTION: Final = "Which binding bribe is worth its cards, and how little turns the vote?"
SOURCE: Final = "docs/rules/good-guys.md, option payoffs"
ASSUMPTIONS: Final = (
    *ballot.ASSUMPTIONS,
    Assumption(
        "one-briber",
        "one player bribes, up to two seats for the same vote; nobody answers with a bribe",
        "bound",
        "what the option is worth to the first to use it, before others outbid him",
    ),
)
PARAMETERS: Final = {
    "briber": Parameter("seat", "a seat of the table", 0),
    "action": Parameter("", ("YES", "NO"), "YES"),
    "payoff_cards": Parameter("cards of $1k", "0 to those of the rules; all by default", None),
    "loot": Parameter("$k", "values of loot cards the briber would stake, such as 2,3", ()),
    "targets": Parameter("seats", "seats other than the briber's", None),
    "others": Parameter("", "in the tree: logit, abstain, or probabilities", "logit"),
    "share": Parameter("$k", "an amount for each seat, the loot in all", None),
}
KNOWN: Final = (
    ClosedForm(
        "fewest $1k cards that a seat whose vote decides takes for the other vote",
        "it gives up what its own vote is worth above the other, and takes if not worse off",
        lambda own, other: max(0, int(np.ceil(own - other))),
    ),
)
LIFT: Final = Lift(
    question="deal",
    covers=lambda observation: bool(observation.tokens > 0 or observation.open == 1),
    infoset_of=lambda observation: "choice",
    action_of=bribe_text,
    fallback="greedy",
)


def build(
    position: Position, continuation: Array | None = None, **parameters: Any
) -> ExtensiveForm:
    """Return briber and target alone: a bribe or none, then the target's action, in the open.

    The briber votes as he asks the target to; the other seats mix as given.
    """
    given, share, bribes = asked_bribes(position, read_parameters("payoff", PARAMETERS, parameters))
    after = values_after(position, continuation)
    mix = others_mix(position, after, share, given["others"])
    briber, target = given["briber"], bribes[0].target
    free = {briber: (bribes[0].action,), target: tuple(range(N_ACTIONS))}
    choices = []
    for bribe in (None, *(bribe for bribe in bribes if bribe.target == target)):
        table = round_table(position, after, share, [bribe] if bribe else [])
        choices.append((label_of((bribe,) if bribe else ()), seats_form(table, free, mix, "")))
    return choice_form(sorted(free).index(briber), choices, "Good Guys: a binding bribe")


def solve(
    position: Position,
    continuation: Array | None = None,
    *,
    time_limit: float = 60.0,
    **parameters: Any,
) -> Solution:
    """Return the bribes that are best for the briber, all seats answering on the logit branch.

    Parameters
    ----------
    position : Position
    continuation : flat array, optional
        What comes after the count; the stored values by default.
    time_limit : float
        Seconds; bribes not tried by then, the dearest, are left out and counted in ``details``.

    Raises
    ------
    BadQuestion
        If the rules have no payoffs, or a parameter is out of range.
    """
    given, share, bribes = asked_bribes(position, read_parameters("payoff", PARAMETERS, parameters))
    after = values_after(position, continuation)
    plain = ballot.solve_vote(position, after, share)[0]
    choices = with_pairs(bribes, given["payoff_cards"], given["loot"])
    rows = votes_after(position, after, plain, choices, time_limit)
    solved = [row for row in rows if row.residual <= ballot.TOLERANCE]
    if rows[0] not in solved:
        raise SolveFailed("payoff: the vote without a bribe was not solved; lower --qre-lambda")
    briber = given["briber"]
    best = max(solved, key=lambda row: float(row.values[briber]))  # of equals the cheapest
    return Solution(
        question=QUESTION,
        decision="payoff",
        model=__name__,
        utility=utility_of(after),
        unit=UNITS[utility_of(after)],
        assumptions=ASSUMPTIONS,
        recommendation={
            "type": "payoff",
            "briber": briber,
            **best.row(briber),
            "gain": float(best.values[briber] - rows[0].values[briber]),
            "turns_the_vote": turning(solved, given),
        },
        alternatives=tuple(row.row(briber) for row in solved if row is not best),
        strategies={
            str(i): {"action": dict(zip(ACTION_LABELS, map(float, mix), strict=True))}
            for i, mix in enumerate(best.mix)
        },
        values={str(i): float(v) for i, v in enumerate(best.values)},
        certificate=certify_bribe(position, after, share, best, time_limit),
        sensitivity=asking_prices(plain, bribes),
        details={
            "bribes": len(choices),
            "solved": len(solved) - 1,
            "lift": lift_bribe(position, share, best, briber),
        },
    )
