"""The value of the whole game, between a proven lower and a proven upper bound."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from models.base import (
    Assumption,
    BadQuestion,
    Certificate,
    ClosedForm,
    Parameter,
    Solution,
    read_parameters,
)
from models.kraken import blind
from models.kraken.brackets import bounds_of, for_number
from models.kraken.kinds import ALIKE, ANY, FREE_TALK, PLAIN, PROVEN, PUBLIC_TALK, team_brackets
from models.kraken.lifts import NO_ADVICE
from models.kraken.pile import ROUNDS
from models.kraken.position import Position
from models.kraken.two_tables import Table
from solver.extensive import ExtensiveForm

QUESTION: Final = "What is the game worth to the explorers when both sides play their best?"
SOURCE: Final = "docs/rules/kraken.md, sections 2 to 5"
ASSUMPTIONS: Final = (
    Assumption(
        "free-talk",
        "TMECor with free talk: each side can agree on codes that the other cannot guess",
        "exact",
        "each side then knows its members and shares its hands; what is left are two players",
    ),
    Assumption(
        "public-below-secret",
        "public commitment is bounded above by TMECor with the same talk",
        "bound",
        "explorers who may also draw in secret can only gain",
    ),
    Assumption(
        "replies-know-all",
        "one side commits to silence and picks by its own hand, the other knows roles and hands",
        "bound",
        "proves a bound for either concept and any talk",
    ),
    ALIKE,
    PLAIN,
)
PARAMETERS: Final = {
    "concept": Parameter("", (FREE_TALK, PUBLIC_TALK, ANY), FREE_TALK),
    "marker": Parameter("", ("explorer", "skeleton"), "explorer"),
}
KNOWN: Final = (
    ClosedForm(
        "two skeletons and one explorer of three, bounded above by blind play under any talk",
        "both others are alike to him, and skeletons may pick at random",
        lambda: float(blind.KNOWN[0].value(3)),
    ),
)
LIFT: Final = NO_ADVICE


def build(position: Position, **parameters: Any) -> ExtensiveForm:
    """Return the last round between two tables as a tree, which the chain starts from.

    Raises
    ------
    BadQuestion
        If the position is not the start of round 4 with the number of skeletons given.
    """
    given = read_parameters("whole-game", PARAMETERS, parameters)
    count, n = position.skeletons, position.players
    if position.round != ROUNDS or position.revealed or count is None or n > 4:
        raise BadQuestion(
            "whole-game: tree",
            f"round {position.round}, skeletons {count}",
            f"the start of round {ROUNDS}, skeletons given, 3 or 4 players",
        )
    marker = int(given["marker"] == "skeleton")
    left = position.treasures_left
    if (n - count, count)[marker] == 0:
        raise BadQuestion("whole-game: marker", given["marker"], "a side that has a seat")
    return Table(n, count, position.hand, left, marker).form(np.zeros((left + 1, 2)))


def solve(position: Position, *, time_limit: float = 60.0, **parameters: Any) -> Solution:
    """Return the best proven bounds of the whole game under one concept.

    Parameters
    ----------
    position : Position
        The start of the game.
    time_limit : float
        Not needed: the bounds are read from the results.

    Raises
    ------
    BadQuestion
        If the game has begun.
    """
    given = read_parameters("whole-game", PARAMETERS, parameters)
    if position.face_up:
        raise BadQuestion("whole-game: cards face up", position.face_up, "0, the game's start")
    rows = bounds_of(position, given["concept"])
    lower = max((r for r in rows if r["side"] == "lower"), key=lambda r: float(r["value"]))
    upper = min((r for r in rows if r["side"] == "upper"), key=lambda r: float(r["value"]))
    bounds = lower["value"], upper["value"]
    width = max(0.0, bounds[1] - bounds[0])
    chances = position.skeleton_chances
    each = {count: for_number(rows, count) for count in chances}
    return Solution(
        question=QUESTION,
        decision="whole-game",
        model=__name__,
        utility="win",
        unit="probability",
        assumptions=ASSUMPTIONS,
        recommendation={
            "type": "whole-game",
            "concept": given["concept"],
            "lower": bounds[0],
            "upper": bounds[1],
            "width": width,
            "lower_by": lower["method"],
            "upper_by": upper["method"],
        },
        alternatives=tuple(
            {"skeletons": count, "chance": float(chance)} | each[count]
            for count, chance in chances.items()
        ),
        strategies={},
        values=team_brackets(bounds, chances, {n: found["upper"] for n, found in each.items()}),
        certificate=Certificate(
            method=f"{lower['method']} below, {upper['method']} above",
            selection=f"value of {given['concept']}",
            residual=None,
            epsilon=width,
            nash_conv=width,
            payoff_range=(0.0, 1.0),
            range={"explorers": bounds},
            range_reason=PROVEN,
        ),
        sensitivity=tuple(
            {"method": r["method"], "side": r["side"], "value": r["value"]} for r in rows
        ),
    )
