"""How often each side wins: blind play, proven bounds, and complete play of bots, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from models.base import (
    Assumption,
    BadQuestion,
    Certificate,
    Parameter,
    Solution,
    read_parameters,
)
from models.kraken import blind
from models.kraken.future import BLIND, round_start
from models.kraken.kinds import ALIKE, FREE_TALK, PLAIN, PUBLIC_TALK, team_values
from models.kraken.lifts import NO_ADVICE
from models.kraken.position import Position
from models.kraken.tallies import (
    by_matchup,
    by_round,
    by_skeletons,
    by_start,
    expansion_of,
    proven,
)
from models.kraken.values import stored
from solver.extensive import ExtensiveForm

QUESTION: Final = "How often does each side win, and what does it depend on?"
SOURCE: Final = "docs/rules/kraken.md, sections 1 to 5"
ASSUMPTIONS: Final = (
    Assumption(
        "tested-replies",
        "complete play is that of the bots named; skeletons are the hardest of those tried",
        "approximation",
        "tested replies are not all replies: explorers may win less, and better ones more",
    ),
    Assumption(
        "bounds-apart",
        "bounds are proven for the concept named beside them and are not those of bot play",
        "bound",
        "the value under that concept lies between them",
    ),
    ALIKE,
    PLAIN,
)
PARAMETERS: Final = {"concept": Parameter("", (PUBLIC_TALK, FREE_TALK), PUBLIC_TALK)}
KNOWN: Final = blind.KNOWN
LIFT: Final = NO_ADVICE
EXPANDED: Final = Assumption(
    "expansions",
    "complete play is with the expansions asked for, bounds and blind play are without",
    "bound",
    "bounds say nothing of the game with expansions",
)
MARGIN: Final = 0.01
"""What complete play may differ by beyond chance: the rates shown are themselves measured."""


def build(position: Position, **parameters: Any) -> ExtensiveForm:
    """Return blind play as a tree, which all else is compared with."""
    read_parameters("balance", PARAMETERS, parameters)
    return blind.build(position)


def solve(position: Position, *, time_limit: float = 60.0, **parameters: Any) -> Solution:
    """Return the balance of the game from its start.

    Parameters
    ----------
    position : Position
        Only its number of players, and of skeletons where it is given, count.
    time_limit : float
        Not needed: everything is stored or closed.

    Raises
    ------
    BadQuestion
        If no plays are stored for the number of players.
    """
    given = read_parameters("balance", PARAMETERS, parameters)
    n = position.players
    kept: Mapping[str, Any] | None = stored("plays", n)
    if kept is None:
        raise BadQuestion("balance: players", n, "a number with stored plays")
    opening = Position(n, skeletons=position.skeletons)
    name = expansion_of(position)
    lead = kept["expansions"][name] if name else kept["headline"]
    counts = tuple(by_skeletons(opening, lead, given["concept"]))
    value = sum(row["chance"] * row["explorers_win"] for row in counts)
    rows = proven(opening, given["concept"])
    lower = max((row for row in rows if row["side"] == "lower"), key=lambda row: row["value"])
    upper = min((row for row in rows if row["side"] == "upper"), key=lambda row: row["value"])
    return Solution(
        question=QUESTION,
        decision="balance",
        model=__name__,
        utility="win",
        unit="probability",
        assumptions=(*ASSUMPTIONS[:-1], EXPANDED) if name else ASSUMPTIONS,
        recommendation={
            "type": "balance",
            "expansion": name,
            "explorers_win": value,
            "explorer": lead["explorer"],
            "skeleton": lead["skeleton"],
            "blind": round_start(n, 1, n, (1, 0), BLIND),
            "concept": given["concept"],
            "lower": lower["value"],
            "upper": upper["value"],
            "lower_by": lower["method"],
            "upper_by": upper["method"],
        },
        alternatives=counts,
        strategies={},
        values=team_values(value, counts[0]["all_lose"] if counts[0]["skeletons"] == 0 else 0.0),
        certificate=Certificate(
            method="complete play of bots; bounds by backward induction",
            selection="measured, not solved",
            residual=None,
            epsilon=None,
            nash_conv=None,
            payoff_range=(0.0, 1.0),
            range_reason="a measured rate is no equilibrium; the bounds are shown with the answer",
        ),
        sensitivity=tuple(by_matchup(kept)),
        details={
            "rounds": by_round(lead),
            "starts": by_start(kept),
            "margin": MARGIN,
            "lift": {"explorer": lead["explorer"], "skeleton": lead["skeleton"]},
        },
    )
