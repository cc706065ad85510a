"""What a model is: a question, its assumptions, a solvable form, and the lift back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.api import EngineError, Observation


class BadQuestion(EngineError):
    """Bad input to a model: what was given, what is allowed, and where."""

    def __init__(self, where: str, given: object, allowed: str) -> None:
        super().__init__(f"{where}: {given!r} is not allowed; allowed: {allowed}")


@dataclass(frozen=True)
class Assumption:
    """One simplification of a model, and what it does to the answer."""

    id: str
    statement: str
    kind: Literal["exact", "bound", "approximation"]
    effect: str


@dataclass(frozen=True)
class Parameter:
    """What may be asked of a model beside the position.

    Attributes
    ----------
    allowed : tuple or str
        The values allowed, or in words where they cannot be listed.
    default : object
        None where the position gives it.
    """

    unit: str
    allowed: tuple[Any, ...] | str
    default: Any


def read_parameters(
    decision: str, parameters: Mapping[str, Parameter], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the parameters of a model, defaults filled in.

    Raises
    ------
    BadQuestion
        If one is unknown, or has a value that is not listed.
    """
    for name, value in given.items():
        if name not in parameters:
            raise BadQuestion(f"{decision}: parameter", name, ", ".join(parameters) or "none")
        allowed = parameters[name].allowed
        if not isinstance(allowed, str) and value not in allowed:
            raise BadQuestion(f"{decision}: {name}", value, ", ".join(map(str, allowed)))
    return {name: parameter.default for name, parameter in parameters.items()} | dict(given)


@dataclass(frozen=True)
class ClosedForm:
    """A right answer known beforehand: ``value`` computes it, ``source`` says where from."""

    statement: str
    source: str
    value: Callable[..., Any]


@dataclass(frozen=True)
class Lift:
    """The way from a solution back into complete play.

    Attributes
    ----------
    question : str
        The engine's question that it answers, by the name of the phase.
    covers : callable from an observation
        Whether the model speaks about it.
    infoset_of : callable from an observation
        Label of the information set of the solved form that it belongs to.
    action_of : callable from an observation and an action label of the form
        The action as the engine's notation writes it.
    fallback : str
        The model or bot that answers where this one does not.
    """

    question: str
    covers: Callable[[Observation], bool]
    infoset_of: Callable[[Observation], str]
    action_of: Callable[[Observation, str], str]
    fallback: str


@dataclass(frozen=True)
class Certificate:
    """How good a solution is, measured by an evaluator independent of the solver.

    Attributes
    ----------
    residual : float or None
        Largest violation of the selection's own equations (logit); None for linear programmes.
    epsilon, nash_conv : float or None
        Largest single deviation gain and the sum of all, in payoff units; None where the answer
        is no strategy but a rate or a bound.
    payoff_range : (float, float)
        Lowest and highest payoff in the form, the scale of ``epsilon``.
    range : mapping or None
        Per seat or team, lowest and highest payoff over the alternatives (correlated equilibria).
    """

    method: str
    selection: str
    residual: float | None
    epsilon: float | None
    nash_conv: float | None
    payoff_range: tuple[float, float]
    range: Mapping[str, tuple[float, float]] | None = None
    range_reason: str = ""


@dataclass(frozen=True)
class Solution:
    """A solved decision: what ``analyze`` prints before the engine check.

    The fields are those of the command's JSON document; see ``docs/reference/json.md``. ``values``
    has a number for each seat or team, or (lower, upper) where only bounds are proven.
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
    values: Mapping[str, Any]
    certificate: Certificate
    sensitivity: tuple[Mapping[str, Any], ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
