"""Families of Kraken's conventions, as results files hold them: members, grids, neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

import numpy as np

from models.kraken.measured import RULES

Convention = Mapping[str, Any]

BELIEFS: Final = (
    (0.4, 0.2, 0.1, 0.3),
    (0.1, 0.6, 0.1, 0.2),
    (0.7, 0.1, 0.1, 0.1),
    (0.1, 0.1, 0.1, 0.7),
    (0.2, 0.2, 0.4, 0.2),
)
LAMBDAS: Final = (0.3, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0)
GAMMAS: Final = (0.0, 0.2, 0.5, 1.0, 2.0)
AMOUNTS: Final = (-5, -1, 0, 1, 2, 9)
KRAKEN: Final = range(3)
PICKS: Final = range(4)
OFTEN: Final = (0.3, 0.6, 1.0)
OFTEN_FINE: Final = (0.15, 0.3, 0.45, 0.6, 0.8, 1.0)
SINCE: Final = range(1, 5)
LEAN: Final = 0.25
"""How far a neighbour's expectation leans to one way of talking."""


def explorer(rule: str, lam: float, gamma: float, mix: Sequence[float]) -> Convention:
    """Return an explorers' convention."""
    return {"rule": rule, "lambda": lam, "gamma": gamma, "mix": list(mix)}


def skeleton(
    amount: int, kraken: int, picks: int, often: float = 1.0, since: int = 1
) -> Convention:
    """Return a skeletons' convention."""
    return {"amount": amount, "kraken": kraken, "picks": picks, "often": often, "since": since}


def row_of(convention: Convention) -> list[float]:
    """Return a convention as the compiled bot reads it."""
    if "rule" in convention:
        weights = [convention["lambda"], convention["gamma"], *convention["mix"]]
        return [float(RULES.index(convention["rule"])), *weights]
    return [float(convention[k]) for k in ("amount", "kraken", "picks", "often", "since")]


def convention_of(side: str, row: Sequence[float]) -> Convention:
    """Return the convention that the compiled bot reads as a row."""
    if side == "explorers":
        return explorer(RULES[int(row[0])], row[1], row[2], row[3:7])
    return skeleton(int(row[0]), int(row[1]), int(row[2]), row[3], int(row[4]))


def grid(side: str, rule: str) -> list[Convention]:
    """Return a family's members at the values of its grid; explorers' announce by the rule."""
    if side == "explorers":
        parts = product(LAMBDAS, GAMMAS, BELIEFS)
        return [explorer(rule, lam, gamma, mix) for lam, gamma, mix in parts]
    return [skeleton(*part) for part in product(AMOUNTS, KRAKEN, PICKS, OFTEN, SINCE)]


def drawn(rule: str, rng: np.random.Generator, count: int) -> list[Convention]:
    """Return explorers' conventions with expectations between those of the grid."""
    return [
        explorer(
            rule,
            float(rng.choice(LAMBDAS)),
            float(rng.choice(GAMMAS)),
            rng.dirichlet(np.ones(4)).round(2).tolist(),
        )
        for _ in range(count)
    ]


def neighbours(convention: Convention) -> Iterator[Convention]:
    """Yield the conventions that differ in one part, by grid values and by smaller steps."""
    for part, values in _steps(convention).items():
        for value in values:
            if value != convention[part]:
                yield {**convention, part: value}


def crossed(convention: Convention, other: Convention) -> Iterator[Convention]:
    """Yield a convention with one of its parts as another has it."""
    for part, value in other.items():
        if value != convention[part]:
            yield {**convention, part: value}


def _steps(convention: Convention) -> Mapping[str, Sequence[Any]]:
    if "rule" not in convention:
        return {
            "amount": AMOUNTS,
            "kraken": KRAKEN,
            "picks": PICKS,
            "often": OFTEN_FINE,
            "since": SINCE,
        }
    lam, gamma, mix = convention["lambda"], convention["gamma"], np.array(convention["mix"])
    leaning = ((1 - LEAN) * mix + LEAN * np.eye(4)).round(3)
    return {
        "lambda": (*LAMBDAS, round(0.8 * lam, 3), round(1.25 * lam, 3)),
        "gamma": (*GAMMAS, round(max(gamma - 0.1, 0.0), 3), round(gamma + 0.1, 3)),
        "mix": (*map(list, BELIEFS), *leaning.tolist()),
    }
