"""What skeletons who pick at random hold the explorers to: an upper bound."""

from __future__ import annotations

import sys
from typing import Any, Final

from models.base import Assumption, ClosedForm, Solution, read_parameters
from models.kraken.bounds import answer, bound
from models.kraken.informed_round import PARAMETERS, informed_round
from models.kraken.kinds import ALIKE, ANY, PLAIN
from models.kraken.lifts import NO_ADVICE
from models.kraken.position import Position
from solver.extensive import ExtensiveForm

QUESTION: Final = (
    "What could explorers reach who know all roles and share their hands, against random picks?"
)
SOURCE: Final = "docs/rules/kraken.md, sections 2 to 5"
CONCEPT: Final = ANY
ASSUMPTIONS: Final = (
    Assumption(
        "roles-public",
        "explorers know all roles and each other's hands",
        "bound",
        "the value is at most this: they know less",
    ),
    Assumption(
        "skeletons-random",
        "skeletons pick every other seat with cards alike and say nothing of use",
        "bound",
        "the value is at most this: skeletons may do better",
    ),
    ALIKE,
    PLAIN,
)
KNOWN: Final = (
    ClosedForm(
        "a single explorer among three gains nothing: the value of blind play, 11/52",
        "both other seats are alike to him, and his picks come as blind as theirs",
        lambda players, skeletons: bound(players, skeletons, 1.0, 1, players),
    ),
)
LIFT: Final = NO_ADVICE
_SIGN: Final = 1.0


def build(position: Position, **parameters: Any) -> ExtensiveForm:
    """Return one round as a tree: explorers decide together, the others pick at random.

    Raises
    ------
    BadQuestion
        If the number of skeletons is not given, more than four play, or the round has begun.
    """
    return informed_round("pooled-bound", position, parameters, _SIGN)


def solve(position: Position, *, time_limit: float = 60.0, **parameters: Any) -> Solution:
    """Return the bound, over the deal of roles and for each number of skeletons.

    Parameters
    ----------
    position : Position
        At a round's start.
    time_limit : float
        Not needed: a second up to six players, a minute for eight.

    Raises
    ------
    BadQuestion
        If the round has begun.
    """
    read_parameters("pooled-bound", PARAMETERS, parameters)
    return answer(sys.modules[__name__], "pooled-bound", position, _SIGN)
