"""What backs the recommended offer: certificate, margins, and the bot that plays it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.base import Certificate
from models.good_guys.position import Position
from models.good_guys.search import Offer, Search

Array = NDArray[np.float64]
RANGE_SEATS: Final = 6


def distinct(found: Search) -> list[Offer]:
    """Return the offers that differ in some seat's share sum, best first."""
    seen: dict[tuple[float, ...], Offer] = {}
    for offer in found.offers:
        seen.setdefault(tuple(offer.vote.share), offer)
    return list(seen.values())


def certificate(position: Position, best: Offer) -> Certificate:
    """Return the certificate of the best offer's vote, without ranges."""
    proof = best.vote.certificate
    return Certificate(
        method="pseudo-arclength continuation of the logit branch",
        selection=best.vote.selection,
        residual=best.vote.residual,
        epsilon=proof.epsilon,
        nash_conv=proof.nash_conv,
        payoff_range=proof.payoff_range,
        range_reason=f"correlated equilibria are computed up to {RANGE_SEATS} seats",
    )


def with_ranges(
    found: Certificate, position: Position, best: Offer, time_limit: float
) -> Certificate:
    """Return the certificate with the range of every seat's payoff over correlated equilibria."""
    from solver.correlated import correlated_ranges
    from solver.errors import TimeLimit

    if position.n > RANGE_SEATS:
        return found
    try:
        ranges = correlated_ranges(best.vote.form, time_limit=time_limit)
    except TimeLimit as error:
        return replace(found, range_reason=f"correlated equilibria: {error}")
    by_seat = {str(i): pair for i, pair in enumerate(ranges.values())}
    return replace(found, range=by_seat, range_reason="")


def margins(position: Position, payoff_range: tuple[float, float]) -> dict[str, float]:
    """Return how far a prediction may lie off: .01 of a probability, 2 % of the payoff range."""
    low, high = payoff_range
    value = 0.01 if position.utility == "win" else 0.02 * (high - low)
    return {"boss_value": value, "pass_probability": 0.01, "tie_probability": 0.01}


def lift(position: Position) -> dict[str, str] | None:
    """Return the bot that plays the answer."""
    if position.utility != "win" or position.markers != "leader":
        return None
    return {"bot": "equilibrium"}


def lift_votes(
    position: Position, share: Array, mix: Array, payoff_range: tuple[float, float]
) -> dict[str, Any] | None:
    """Return what plays an offer and a vote on it by a book, and then on.

    Parameters
    ----------
    share : (n,)
        Money offered to each seat, $k.
    mix : (n, 5)
        Probabilities of every seat's actions.
    """
    found = lift(position)
    if found is None:
        return None
    margin = margins(position, payoff_range)["boss_value"]
    return {**found, "share": share.tolist(), "votes": mix.tolist(), "margin": margin}
