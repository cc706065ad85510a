"""What the captain's curse and each special card do to the balance, as measured."""

from __future__ import annotations

from typing import Any, Final

from models.base import (
    Assumption,
    BadQuestion,
    Certificate,
    ClosedForm,
    Parameter,
    Solution,
    read_parameters,
)
from models.kraken.blind import ending_chances
from models.kraken.kinds import ALIKE, MEASURED, team_values
from models.kraken.lifts import NO_ADVICE
from models.kraken.position import Position
from models.kraken.variants import BASIC, LEVEL, Z, change_row, left_out, rates_of, worst_of
from solver.extensive import ExtensiveForm, TreeBuilder

QUESTION: Final = "What does each expansion change in the balance between the sides?"
SOURCE: Final = "docs/rules/kraken.md, sections 7 and 8"
ASSUMPTIONS: Final = (
    Assumption(
        "best-tested",
        "believing explorers play against the tested reply that leaves them least",
        "approximation",
        "better skeletons lower every row; the differences between rows move less",
    ),
    Assumption(
        "unaware",
        "explorers' belief knows the curse and the cards only by what is counted in the claims",
        "approximation",
        "a side that learns to use an expansion gains by it what is not in the table",
    ),
    ALIKE,
)
PARAMETERS: Final = {"expansion": Parameter("", ("all", "curse", "special"), "all")}
KNOWN: Final = (
    ClosedForm(
        "blind play of the basic game, which no reply to silent blind explorers can change",
        "docs/rules/kraken.md, paragraph 10",
        lambda n: float(ending_chances(5 * n, n, 4 * n)[0]),
    ),
)
LIFT: Final = NO_ADVICE


def build(position: Position, **parameters: Any) -> ExtensiveForm:
    """Return the skeletons' choice of a tested reply in each variant, as a tree.

    Raises
    ------
    BadQuestion
        If nothing was measured for so many players.
    """
    given = read_parameters("expansion", PARAMETERS, parameters)
    rates = rates_of(position)
    tree = TreeBuilder(["explorers", "skeletons"], "Kraken: tested replies by expansion")
    names = [name for name in rates if _asked(name, given["expansion"])]
    outcomes = [(name, 1.0 / len(names)) for name in names]
    for name, node in zip(names, tree.chance(tree.root, outcomes), strict=True):
        replies = list(rates[name])
        for reply, leaf in zip(replies, tree.decision(node, 1, name, replies), strict=True):
            tree.terminal(leaf, [rates[name][reply][0], 1.0 - rates[name][reply][0]])
    return tree.build()


def _asked(name: str, expansion: str) -> bool:
    return expansion == "all" or name == BASIC or name.startswith(expansion)


def solve(position: Position, *, time_limit: float = 60.0, **parameters: Any) -> Solution:
    """Return the explorers' rate in each variant and what it changes against the basic game.

    Raises
    ------
    BadQuestion
        If the game has begun, or nothing was measured for so many players.
    """
    given = read_parameters("expansion", PARAMETERS, parameters)
    if position.face_up:
        raise BadQuestion("expansion: cards face up", position.face_up, "0, the game's start")
    worst = {name: worst_of(replies) for name, replies in rates_of(position).items()}
    basic = worst[BASIC]
    rows = [
        change_row(name, found, basic)
        for name, found in worst.items()
        if _asked(name, given["expansion"])
    ]
    special = [found for name, found in worst.items() if name.startswith("special")]
    return Solution(
        question=QUESTION,
        decision="expansion",
        model=__name__,
        utility="win",
        unit="probability",
        assumptions=ASSUMPTIONS,
        recommendation={"type": "expansion", "level": LEVEL, "variants": rows},
        alternatives=tuple(left_out(worst, special)) if given["expansion"] != "curse" else (),
        strategies={},
        values=team_values(basic[1]),
        certificate=Certificate(
            method="complete play",
            selection="the tested reply that leaves the explorers least",
            residual=None,
            epsilon=0.0,
            nash_conv=0.0,
            payoff_range=(0.0, 1.0),
            range={"explorers": (basic[1] - Z * basic[2], basic[1] + Z * basic[2])},
            range_reason=MEASURED,
        ),
    )
