"""One question, answered: options to state, state to solution, solution against complete play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

from models.base import Certificate, Solution

RESIDUAL = 1e-9
# Gain by deviating, as a share of the payoff range, up to which a profile is an equilibrium.
EPSILON = 1e-6


def solved(certificate: Certificate) -> bool:
    """Return whether an answer meets the tolerance of its own selection."""
    if certificate.residual is not None:
        return certificate.residual <= RESIDUAL
    if certificate.epsilon is None:
        return True
    low, high = certificate.payoff_range
    return certificate.epsilon <= EPSILON * (high - low)


def document(
    game: str,
    rules: Mapping[str, Any],
    solution: Solution,
    check: Sequence[Mapping[str, Any]],
    **run: Any,
) -> dict[str, Any]:
    """Return the document that ``analyze GAME --json`` prints.

    Parameters
    ----------
    game : str
    rules : mapping
        JSON form of the rules.
    solution : Solution
    check : sequence of mappings
        Rows of the engine check.
    **run
        ``seed`` and ``seconds``.
    """
    certificate = asdict(solution.certificate)
    if certificate["range"] is not None:
        del certificate["range_reason"]
    return {
        "game": game,
        "players": rules["players"],
        "rules": dict(rules),
        "question": solution.question,
        "decision": solution.decision,
        "model": solution.model,
        "utility": solution.utility,
        "unit": solution.unit,
        "assumptions": [asdict(item) for item in solution.assumptions],
        "recommendation": dict(solution.recommendation),
        "alternatives": [dict(row) for row in solution.alternatives],
        "strategies": dict(solution.strategies),
        "values": dict(solution.values),
        "certificate": certificate,
        "sensitivity": [dict(row) for row in solution.sensitivity],
        "details": dict(solution.details),
        "engine_check": [dict(row) for row in check],
        "seed": run["seed"],
        "version": version("equitable"),
        "seconds": run["seconds"],
    }
