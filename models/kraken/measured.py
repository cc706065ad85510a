"""Cells measured in complete play: who wins how often when one convention meets another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from models.base import BadQuestion
from models.kraken.public import Floats
from models.kraken.values import stored

RULES: Final = ("truth", "hide", "silence")
"""What explorers announce: all, all but the Kraken, nothing; in the order of the bot's numbers."""
LEVEL: Final = 0.95
"""Level at which all cells of a table hold together."""


@dataclass(frozen=True, eq=False)
class Table:
    """Explorers' chance to win by convention.

    Attributes
    ----------
    rows, columns : tuple of int
        Numbers of the conventions of explorers and skeletons in the results file.
    value, low, high : (n_rows, n_columns)
        Measured rate, and intervals that hold together at ``LEVEL``.
    by_skeletons : mapping to (n_rows, n_columns)
        Rate by the number of skeletons.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    value: Floats
    low: Floats
    high: Floats
    by_skeletons: Mapping[int, Floats]


def document_of(players: int) -> Mapping[str, Any]:
    """Return the results file of a number of players.

    Raises
    ------
    BadQuestion
        If there is none.
    """
    kept = stored("conventions", players)
    if kept is None:
        raise BadQuestion("conventions: players", players, "a number with stored results")
    return kept


def interval(wins: float, games: float, level: float) -> tuple[float, float]:
    """Return the Wilson score interval of a rate."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    rate, scale = wins / games, 1 + z * z / games
    half = z / scale * sqrt(rate * (1 - rate) / games + (z / (2 * games)) ** 2)
    centre = (rate + z * z / (2 * games)) / scale
    return max(0.0, min(rate, centre - half)), min(1.0, max(rate, centre + half))


def interval_given(
    document: Mapping[str, Any], value: float, skeletons: int, cells: int
) -> tuple[float, float]:
    """Return the interval of a value given the number of skeletons, at ``LEVEL`` for all cells.

    Cells share their deals, so a mix of them errs no more than one of them.
    """
    games = document["cells"][0]["by_skeletons"][str(skeletons)][0]
    return interval(value * games, games, 1 - (1 - LEVEL) / cells)


def table_of(document: Mapping[str, Any], rule: str) -> Table:
    """Return the table of the conventions that announce by one rule, all skeletons' against them.

    Intervals are widened for the number of cells (Bonferroni), so that all hold at once.
    """
    rows = tuple(k for k, c in enumerate(document["explorers"]) if c["rule"] == rule)
    columns = tuple(range(len(document["skeletons"])))
    cells = {(cell["row"], cell["column"]): cell for cell in document["cells"]}
    level = 1 - (1 - LEVEL) / (len(rows) * len(columns))
    shape = (len(rows), len(columns))
    value, low, high = (np.zeros(shape) for _ in range(3))
    counts = sorted(int(count) for count in document["cells"][0]["by_skeletons"])
    by_count = {count: np.zeros(shape) for count in counts}
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            cell = cells[row, column]
            value[i, j] = cell["wins"] / cell["games"]
            low[i, j], high[i, j] = interval(cell["wins"], cell["games"], level)
            for count in counts:
                games, wins = cell["by_skeletons"][str(count)]
                by_count[count][i, j] = wins / games if games else value[i, j]
    return Table(rows, columns, value, low, high, by_count)


def convention_text(convention: Mapping[str, Any]) -> str:
    """Return a convention in words."""
    if "rule" in convention:
        if convention["rule"] == "silence":
            return "silence, any pick"
        numbers = "/".join(f"{x:g}" for x in convention["mix"])
        weights = f"lambda {convention['lambda']:g}, gamma {convention['gamma']:g}"
        return f"{convention['rule']}, {weights}, expects {numbers}"
    amount = convention["amount"]
    said = "any number" if amount == 9 else f"{amount:+d} treasures" if amount else "true number"
    kraken = ("never the Kraken", "the Kraken as it is", "the Kraken falsely")[convention["kraken"]]
    picks = ("hunts", "wastes", "explores until the Kraken is said", "explores")
    often = "" if convention["often"] == 1 else f", {convention['often']:.0%} of the time"
    since = "" if convention["since"] == 1 else f", from round {convention['since']}"
    return f"{said}, {kraken}{often}; {picks[convention['picks']]}{since}"
