"""Conventions of explorers against conventions of skeletons, as a zero-sum game."""

from __future__ import annotations

from collections.abc import Mapping
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
from models.kraken.kinds import ALIKE, MEASURED, PLAIN, team_values
from models.kraken.lifts import CONVENTION
from models.kraken.matrix import form_of, mix_of, rule_values
from models.kraken.measured import (
    RULES,
    Table,
    convention_text,
    document_of,
    interval_given,
    table_of,
)
from models.kraken.position import Position
from models.kraken.public import Floats
from solver.extensive import ExtensiveForm

QUESTION: Final = "What shall explorers announce and believe, and how shall skeletons lie?"
SOURCE: Final = "docs/rules/kraken.md, sections 3 to 5"
CONCEPT: Final = "rule heard by all; each side draws one of the measured conventions in secret"
ASSUMPTIONS: Final = (
    Assumption(
        "measured-conventions",
        "each side plays one of the conventions in the results file through the whole game",
        "approximation",
        "a side with better plans than these does better; the gain found by searching is given",
    ),
    Assumption(
        "rule-heard",
        "what explorers announce is agreed aloud, so skeletons reply to that rule",
        "exact",
        "none: it is the value of public commitment as far as the announcements go",
    ),
    Assumption(
        "secret-weights",
        "a side's members share a secret draw among its conventions",
        "approximation",
        "drawn by each alone, as the bots do, the value moves; the pure row is what needs no draw",
    ),
    ALIKE,
    PLAIN,
)
PARAMETERS: Final = {"claims": Parameter("", ("best", *RULES), "best")}
KNOWN: Final = (
    ClosedForm(
        "two rows, two columns: the value of a measured table without a saddle point",
        "von Neumann: (ad - bc) / (a + d - b - c)",
        lambda a, b, c, d: (a * d - b * c) / (a + d - b - c),
    ),
)
LIFT: Final = CONVENTION


def build(position: Position, **parameters: Any) -> ExtensiveForm:
    """Return the table of one rule as a tree; of the best rule by default.

    Raises
    ------
    BadQuestion
        If the game has begun, or nothing was measured for so many players.
    """
    return form_of(_best(position, parameters)[1].value)


def _best(position: Position, given: Mapping[str, Any]) -> tuple[str, Table]:
    asked = read_parameters("conventions", PARAMETERS, given)["claims"]
    if position.face_up:
        raise BadQuestion("conventions: cards face up", position.face_up, "0, the game's start")
    document = document_of(position.players)
    tables = {rule: table_of(document, rule) for rule in (RULES if asked == "best" else (asked,))}
    rule = max(tables, key=lambda name: mix_of(tables[name].value)[0])
    return rule, tables[rule]


def solve(position: Position, *, time_limit: float = 60.0, **parameters: Any) -> Solution:
    """Return the mixes of conventions, their value, and its interval from the cells' intervals.

    Raises
    ------
    BadQuestion
        If the game has begun, or nothing was measured for so many players.
    """
    rule, table = _best(position, parameters)
    document = document_of(position.players)
    value, rows, columns, epsilon = mix_of(table.value, time_limit)
    bounds = mix_of(table.low)[0], mix_of(table.high)[0]
    given = {k: float(rows @ by @ columns) for k, by in table.by_skeletons.items()}
    if position.skeletons is not None:
        value = given[position.skeletons]
        bounds = interval_given(document, value, position.skeletons, table.value.size)
    worst = table.value.min(axis=1)
    strategies = {
        "explorers": _named(document["explorers"], table.rows, rows),
        "skeletons": _named(document["skeletons"], table.columns, columns),
    }
    return Solution(
        question=QUESTION,
        decision="conventions",
        model=__name__,
        utility="win",
        unit="probability",
        assumptions=ASSUMPTIONS,
        recommendation={
            "type": "conventions",
            "claims": rule,
            "value": value,
            "ci_low": bounds[0],
            "ci_high": bounds[1],
            "single": convention_text(document["explorers"][table.rows[int(worst.argmax())]]),
            "single_value": float(worst.max()),
            "mixes": strategies,
        },
        alternatives=tuple(rule_values(document)),
        strategies=strategies,
        values=team_values(value),
        certificate=Certificate(
            method="linear programme over measured cells",
            selection=CONCEPT,
            residual=None,
            epsilon=epsilon,
            nash_conv=epsilon,
            payoff_range=(0.0, 1.0),
            range={"explorers": bounds},
            range_reason=MEASURED,
        ),
        sensitivity=tuple(document["responders"]),
        details={"by_skeletons": given, "lift": {"bot": "equilibrium"}},
    )


def _named(
    conventions: list[Mapping[str, Any]], numbers: tuple[int, ...], mix: Floats
) -> dict[str, float]:
    shares = zip(numbers, np.round(mix, 6), strict=True)
    return {convention_text(conventions[k]): float(p) for k, p in shares if p > 0}
