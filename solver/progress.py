"""What a running solve says of itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """Where a solve stands.

    Attributes
    ----------
    method : str
    count : int
        How much is done, in ``unit``: iterations, equilibria found, rounds, steps.
    epsilon : float or None
        Largest deviation gain of the best profile so far, in payoff units; None before there is
        one.
    """

    method: str
    count: int
    unit: str
    epsilon: float | None = None


Progress = Callable[[Step], None]
