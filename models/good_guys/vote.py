"""How each seat votes on a given offer: YES and NO alone by Gambit, and all five actions."""

from __future__ import annotations

from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.base import Certificate, ClosedForm, Lift, Parameter, Solution, read_parameters
from models.good_guys.advice import reasons, vote_rows
from models.good_guys.backing import lift, margins
from models.good_guys.ballot import ASSUMPTIONS, Vote, solve_vote
from models.good_guys.continuation import MEAN_CARD
from models.good_guys.lifts import action_text, own_name
from models.good_guys.position import Position
from models.good_guys.scene import read_share, values_after
from models.good_guys.table import vote_form
from solver.strategic import StrategicForm

Array = NDArray[np.float64]
QUESTION: Final = "How will each seat vote on this offer, and will it pass?"
SOURCE: Final = "docs/rules/good-guys.md, round steps 3 to 5; Turocy (2005) for the branch"
PARAMETERS: Final = {
    "share": Parameter("$k", "an amount for each seat, the loot in all", None),
}
KNOWN: Final = (
    ClosedForm(
        "precision 0: five actions alike; chance of more YES than NO",
        "multinomial count of n ballots with chances 1/5, 1/5, 3/5",
        lambda n: sum(
            comb(n, y) * comb(n - y, k) * 3 ** (n - y - k) / 5**n
            for y in range(n + 1)
            for k in range(min(y, n - y + 1))
        ),
    ),
)
LIFT: Final = Lift(
    question="action",
    covers=lambda observation: True,
    infoset_of=own_name,
    action_of=action_text,
    fallback="none: the stage solver answers every vote",
)
PRECISIONS: Final = (0.5, 1.0, 2.0, 5.0)


def build(
    position: Position, continuation: Array | None = None, **parameters: Any
) -> StrategicForm:
    """Return the vote on the offer as a table of all five actions."""
    return _vote(position, continuation, parameters).form


def solve(
    position: Position,
    continuation: Array | None = None,
    *,
    time_limit: float = 60.0,
    **parameters: Any,
) -> Solution:
    """Return the logit answer to one offer; by default the boss keeps all.

    Raises
    ------
    BadQuestion
        If the share is not one amount a seat, or does not add up to the loot.
    """
    after = values_after(position, continuation)
    share = read_share("vote: share", _given(parameters)["share"], position)
    asked = sorted({*PRECISIONS, position.qre_lambda})
    points = {v.qre_lambda: v for v in solve_vote(position, after, share, asked)}
    vote = points[position.qre_lambda]
    certificate = vote.certificate
    return Solution(
        question=QUESTION,
        decision="vote",
        model=__name__,
        utility=position.utility,
        unit="probability" if position.utility == "win" else "$k",
        assumptions=ASSUMPTIONS,
        recommendation={
            "type": "vote",
            "share": share.tolist(),
            "pass_probability": vote.pass_probability,
            "tie_probability": vote.tie_probability,
            "boss_value": vote.boss_value,
            "votes": vote_rows(vote),
        },
        alternatives=(),
        strategies={str(i): {"vote": row.tolist()} for i, row in enumerate(vote.mix)},
        values={str(i): float(x) for i, x in enumerate(vote.values)},
        certificate=Certificate(
            method="pseudo-arclength continuation of the logit branch",
            selection=vote.selection,
            residual=vote.residual,
            epsilon=certificate.epsilon,
            nash_conv=certificate.nash_conv,
            payoff_range=certificate.payoff_range,
            range_reason="asked of boss-offer, which computes correlated equilibria",
        ),
        sensitivity=tuple(
            {
                "parameter": "qre_lambda",
                "value": qre_lambda,
                "boss_value": point.boss_value,
                "pass_probability": point.pass_probability,
                "residual": point.residual,
            }
            for qre_lambda, point in points.items()
        ),
        details={
            "seats": reasons(vote),
            "yes_no": yes_no(vote, time_limit),
            "margins": margins(position, certificate.payoff_range),
            "lift": lift(position),
        },
    )


def yes_no(vote: Vote, time_limit: float) -> dict[str, Any]:
    """Return all pure equilibria of the vote without SKIM, ROB and GUARD, as Gambit lists them."""
    from solver.gambit import solve_gambit

    form = vote_form(vote.results, vote.gain, vote.card, MEAN_CARD, vote.marker, n_actions=2)
    found = solve_gambit(form, "enumpure", time_limit=time_limit)
    ballots = ["".join("YN"[int(m[1] > 0.5)] for m in form.split(p.strategy))
               for p in found.profiles]  # fmt: skip
    passing = [b for b in ballots if b.count("Y") > b.count("N")]
    return {
        "method": found.method,
        "pure_equilibria": len(ballots),
        "passing": len(passing),
        "ballots": sorted(ballots)[:20],
        "epsilon": max((p.certificate.epsilon for p in found.profiles), default=None),
    }


def _given(parameters: dict[str, Any]) -> dict[str, Any]:
    return read_parameters("vote", PARAMETERS, parameters)


def _vote(position: Position, continuation: Array | None, parameters: dict[str, Any]) -> Vote:
    after = values_after(position, continuation)
    share = read_share("vote: share", _given(parameters)["share"], position)
    return solve_vote(position, after, share)[0]
