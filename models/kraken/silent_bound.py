"""What the explorers secure by silence: a lower bound of the whole game."""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np

from models.base import Assumption, BadQuestion, ClosedForm, Parameter, Solution, read_parameters
from models.kraken.bounds import answer, bound, table
from models.kraken.kinds import ALIKE, ANY, PLAIN
from models.kraken.lifts import NO_ADVICE
from models.kraken.pile import ROUNDS
from models.kraken.position import Position
from models.kraken.two_tables import Table
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
PARAMETERS: Final = {
    "marker": Parameter("", ("explorer", "skeleton"), "explorer"),
}
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
    given = read_parameters("silent-bound", PARAMETERS, parameters)
    n, count = position.players, position.skeletons
    if count is None:
        raise BadQuestion("silent-bound: skeletons", count, "a number, for the tree")
    if position.revealed or n > 4:
        raise BadQuestion("silent-bound: tree", n, "3 or 4 players at a round's start")
    after = np.zeros((n + 1, 2))
    if position.round < ROUNDS:
        after = table(n, count, _SIGN)[position.round + 1][:, ::-1]
    marker = int(given["marker"] == "skeleton")
    if (n - count, count)[marker] == 0:
        raise BadQuestion("silent-bound: marker", given["marker"], "a side that has a seat")
    size, left = position.hand, position.treasures_left
    return Table(n, count, size, left, marker).form(after, ("uniform", "pooled"))


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
