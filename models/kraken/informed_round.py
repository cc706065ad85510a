"""One round as a tree where a side decides together and the other picks at random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from models.base import BadQuestion, Parameter, read_parameters
from models.kraken.bounds import table
from models.kraken.pile import ROUNDS
from models.kraken.position import Position
from models.kraken.two_tables import Table
from solver.extensive import ExtensiveForm

PARAMETERS: Final = {
    "marker": Parameter("", ("explorer", "skeleton"), "explorer"),
}
MOST_PLAYERS: Final = 4


def informed_round(
    decision: str, position: Position, given: Mapping[str, Any], sign: float
) -> ExtensiveForm:
    """Return a round with what the same play gets in the rounds that follow.

    Parameters
    ----------
    decision : str
        Whose tree it is, for what is told of bad input.
    given : mapping
        Of ``PARAMETERS``.
    sign : float
        1 where the explorers decide together, -1 where the skeletons do.

    Raises
    ------
    BadQuestion
        If the number of skeletons is not given, more than four play, or the round has begun.
    """
    asked = read_parameters(decision, PARAMETERS, given)
    n, count = position.players, position.skeletons
    if count is None:
        raise BadQuestion(f"{decision}: skeletons", count, "a number, for the tree")
    if position.revealed or n > MOST_PLAYERS:
        raise BadQuestion(f"{decision}: tree", n, "3 or 4 players at a round's start")
    marker = int(asked["marker"] == "skeleton")
    if (n - count, count)[marker] == 0:
        raise BadQuestion(f"{decision}: marker", asked["marker"], "a side that has a seat")
    explorers = sign > 0
    after = np.zeros((n + 1, 2))
    if position.round < ROUNDS:
        own_first = table(n, n - count if explorers else count, sign)[position.round + 1]
        after = own_first if explorers else own_first[:, ::-1]
    kinds = ("pooled", "uniform") if explorers else ("uniform", "pooled")
    return Table(n, count, position.hand, position.treasures_left, marker).form(after, kinds)
