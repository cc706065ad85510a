"""What the Kraken models share in their answers: names, certificates of exact values, lifts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from models.base import Assumption, Certificate

TMECOR: Final = "TMECor"
PUBLIC: Final = "public commitment"
FREE_TALK: Final = "TMECor with free talk"
PUBLIC_TALK: Final = "public commitment with free talk"
ANY: Final = "either concept, any talk"

ALIKE: Final = Assumption(
    "alike",
    "cards of one hand are alike: a pick is the pick of a hand",
    "exact",
    "none: nobody knows where in his hand a card lies",
)
PLAIN: Final = Assumption(
    "no-expansion",
    "no captain's curse, no special cards, no fixed turn order",
    "exact",
    "none for the basic game",
)

# What a certificate's range is, where it is none over equilibria.
PROVEN: Final = "proven bounds of the value"
MEASURED: Final = "interval of the measured value"


def exact_certificate(method: str, selection: str) -> Certificate:
    """Return the certificate of a value that is computed and not searched for."""
    return Certificate(
        method=method,
        selection=selection,
        residual=None,
        epsilon=None,
        nash_conv=None,
        payoff_range=(0.0, 1.0),
        range_reason="the value is a number, not a choice among equilibria",
    )


def team_brackets(
    explorers: tuple[float, float], chances: Mapping[int, Any], most: Mapping[int, float]
) -> Mapping[str, Any]:
    """Return what is proven of both teams' chances to win, (lower, upper) each.

    Parameters
    ----------
    explorers : (float, float)
        Bounds of the explorers' chance.
    chances : mapping
        Chance of each number of skeletons. Where there are none and explorers fail, no team wins.
    most : mapping
        An upper bound of the explorers' chance for each number of skeletons.
    """
    low, high = explorers
    part = {count: float(chance) * most[count] for count, chance in chances.items()}
    alone = part.pop(0, 0.0)
    some = 1.0 - float(chances.get(0, 0))
    # Skeletons win where there are some and explorers fail.
    return {
        "explorers": explorers,
        "skeletons": (some - min(high, sum(part.values())), some - max(low - alone, 0.0)),
    }


def team_values(explorers: float, all_lose: float = 0.0) -> Mapping[str, Any]:
    """Return the chance to win of both teams; ``all_lose``: three explorers, N=3, no treasure."""
    return {"explorers": explorers, "skeletons": 1.0 - explorers - all_lose}
