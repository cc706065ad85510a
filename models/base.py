"""What a model is: a question, its assumptions, a solvable form, and the lift back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class Assumption:
    """One simplification of a model, and what it does to the answer."""

    id: str
    statement: str
    kind: Literal["exact", "bound", "approximation"]
    effect: str


@dataclass(frozen=True)
class Certificate:
    """How good a solution is, measured by an evaluator independent of the solver.

    Attributes
    ----------
    residual : float or None
        Largest violation of the selection's own equations (logit); None for linear programmes.
    epsilon, nash_conv : float
        Largest single deviation gain and the sum of all, in payoff units.
    payoff_range : (float, float)
        Lowest and highest payoff in the form, the scale of ``epsilon``.
    range : mapping or None
        Per seat or team, lowest and highest payoff over the alternatives (correlated equilibria).
    """

    method: str
    selection: str
    residual: float | None
    epsilon: float
    nash_conv: float
    payoff_range: tuple[float, float]
    range: Mapping[str, tuple[float, float]] | None = None
    range_reason: str = ""


@dataclass(frozen=True)
class Solution:
    """A solved decision: what ``analyze`` prints before the engine check.

    The fields are those of the command's JSON document; see ``docs/reference/json.md``.
    """

    question: str
    decision: str
    model: str
    utility: Literal["win", "money"]
    unit: str
    assumptions: tuple[Assumption, ...]
    recommendation: Mapping[str, Any]
    alternatives: tuple[Mapping[str, Any], ...]
    strategies: Mapping[str, Any]
    values: Mapping[str, float]
    certificate: Certificate
    sensitivity: tuple[Mapping[str, Any], ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
