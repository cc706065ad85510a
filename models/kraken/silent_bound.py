"""What the explorers secure by silence: a lower bound of the whole game."""

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

QUESTION: Final = "What do the explorers secure if they say nothing and pick a seat at random?"
SOURCE: Final = "docs/rules/kraken.md, sections 2 to 5"
CONCEPT: Final = ANY
ASSUMPTIONS: Final = (
    Assumption(
        "silent-uniform",
        "explorers say nothing and pick every other seat with cards alike",
        "bound",
        "the value is at least this: they may do better",
    ),
    Assumption(
        "skeletons-share",
        "skeletons know each other and each other's hands",
        "bound",
        "exact where talk is free, since nobody listens but they; lower than with less talk",
    ),
    ALIKE,
    PLAIN,
)
KNOWN: Final = (
    ClosedForm(
        "a single skeleton among three gains nothing: the value of blind play, 11/52",
        "both other seats are alike to him, and his picks come as blind as theirs",
        lambda players, skeletons: bound(players, skeletons, -1.0, 1, players),
    ),
)
LIFT: Final = NO_ADVICE
_SIGN: Final = -1.0


def build(position: Position, **parameters: Any) -> ExtensiveForm:
    """Return one round as a tree: skeletons decide together, the others pick at random.

    Raises
    ------
    BadQuestion
        If the number of skeletons is not given, more than four play, or the round has begun.
    """
    return informed_round("silent-bound", position, parameters, _SIGN)


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
    read_parameters("silent-bound", PARAMETERS, parameters)
    return answer(sys.modules[__name__], "silent-bound", position, _SIGN)
