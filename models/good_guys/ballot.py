"""The vote of all seats on one offer: the logit branch over the exact stage utilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.base import Assumption
from models.good_guys.branch import logit_path
from models.good_guys.continuation import MEAN_CARD, fill_results
from models.good_guys.position import Position
from models.good_guys.stage import (
    N_ACTIONS,
    NO,
    PASS,
    TIE,
    YES,
    count_results,
    expected_utilities,
    skim_chance,
)
from models.good_guys.table import vote_form
from solver.certificate import Certificate, certify
from solver.strategic import StrategicForm

Array = NDArray[np.float64]
ASSUMPTIONS: Final = (
    Assumption(
        "additive",
        "robberies and skims change utility by the money they move, apart from the count",
        "approximation",
        "exact for money; for win off by the curvature of the win chance over one card",
    ),
    Assumption(
        "continuation",
        "what comes after the count enters as values fitted to complete play",
        "approximation",
        "measured by the engine check",
    ),
    Assumption(
        "public",
        "every seat reckons with the public means of the stashes",
        "approximation",
        "skims and robberies known to some seats only are averaged over",
    ),
)
TOLERANCE: Final = 1e-9
PRECISE: Final = 1e-10  # residual that the branch is settled to


@dataclass(frozen=True, eq=False)
class Vote:
    """A logit answer to one offer, with its certificate from the literal table.

    Attributes
    ----------
    share : (n,)
        Money offered to each seat, relative to the boss, $k.
    mix, utility : (n, 5)
        Probabilities of YES, NO, SKIM, ROB, GUARD, and the expected utility of each.
    chance : (n+2,)
        Pass, tie, and NO by successor.
    results : (n, n+2)
        Utility of each result of the count.
    gain : (n, n)
        Utility of $1k more in each stash.
    """

    share: Array
    qre_lambda: float
    mix: Array
    utility: Array
    chance: Array
    residual: float
    results: Array
    gain: Array
    card: Array
    marker: NDArray[np.int64]

    @cached_property
    def form(self) -> StrategicForm:
        """The vote as a plain payoff table."""
        return vote_form(self.results, self.gain, self.card, MEAN_CARD, self.marker)

    @cached_property
    def certificate(self) -> Certificate:
        """Deviation gains by the independent evaluator."""
        return certify(self.form, self.mix.ravel())

    @property
    def values(self) -> Array:
        """Each seat's expected utility; (n,)."""
        return np.asarray((self.mix * self.utility).sum(axis=1))

    @property
    def boss_value(self) -> float:
        """The boss's expected utility."""
        return float(self.values[0])

    @property
    def pass_probability(self) -> float:
        """Chance of more YES than NO."""
        return float(self.chance[PASS])

    @property
    def tie_probability(self) -> float:
        """Chance of a tie, which pays the shares but costs the boss his seat."""
        return float(self.chance[TIE])


def solve_vote(
    position: Position,
    continuation: Array,
    share: Array,
    lambdas: Sequence[float] | None = None,
) -> list[Vote]:
    """Return the points of the principal logit branch at the given precisions.

    Parameters
    ----------
    position : Position
    continuation : flat array
        As ``continuation.pack_win`` or ``pack_money`` lay it out.
    share : (n,)
        Money offered to each seat, relative to the boss, $k.
    lambdas : sequence of float, optional
        Precisions per $1k, ascending; the position's own by default.
    """
    n, card, marker, place = position.n, position.card_means(), position.marker(), position.place()
    wealth, share = np.array(position.wealth), np.asarray(share, dtype=np.float64)
    dry, wet, gain = np.empty((n, n + 2)), np.empty((n, n + 2)), np.empty((n, n))
    fill_results(continuation, place, 0.0, wealth, share, dry, gain)
    fill_results(continuation, place, 1.0, wealth, share, wet, gain)
    votes = []
    for qre_lambda in (position.qre_lambda,) if lambdas is None else lambdas:
        mix, utility, chance = np.empty((n, N_ACTIONS)), np.empty((n, N_ACTIONS)), np.empty(n + 2)
        logit = np.array([qre_lambda, PRECISE])
        residual = logit_path((dry, wet, gain, card, MEAN_CARD, marker), logit, mix)
        results = dry + skim_chance(mix) * (wet - dry)
        expected_utilities(mix, results, gain, card, MEAN_CARD, marker, utility)
        count_results(mix[:, YES].copy(), mix[:, NO].copy(), chance)
        votes.append(
            Vote(share, qre_lambda, mix, utility, chance, residual, results, gain, card, marker)
        )
    return votes
