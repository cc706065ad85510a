"""The vote of all seats on one offer: the logit branch over the exact stage utilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.base import Assumption
from models.good_guys.continuation import MEAN_CARD, fill_results
from models.good_guys.position import Position
from models.good_guys.stage import (
    N_ACTIONS,
    NO,
    PASS,
    SKIM,
    TIE,
    YES,
    count_results,
    expected_utilities,
)
from models.good_guys.table import vote_form
from solver.certificate import Certificate, certify
from solver.logit import logit_branch
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
    wealth = np.array(position.wealth)
    results, gain, out = np.empty((n, n + 2)), np.empty((n, n)), np.empty((n, N_ACTIONS))
    asked = (position.qre_lambda,) if lambdas is None else tuple(lambdas)

    def price(mixed: Array) -> Array:
        mix = mixed.reshape(n, N_ACTIONS)
        expected_utilities(mix, results, gain, card, MEAN_CARD, marker, out)
        return out.ravel().copy()

    skims, points = 0.7, []
    for _ in range(3):  # the chance of a skim moves the deck: a short fixed point around the branch
        fill_results(continuation, place, skims, wealth, share, results, gain)
        points = logit_branch(price, [N_ACTIONS] * n, asked, np.diag(gain).tolist())
        mix = points[-1].mix.reshape(n, N_ACTIONS)
        before, skims = skims, 1.0 - float(np.prod(1.0 - mix[:, SKIM]))
        if abs(skims - before) < 1e-3:
            break
    votes = []
    for point in points:
        mix = point.mix.reshape(n, N_ACTIONS)
        chance = np.empty(n + 2)
        count_results(mix[:, YES].copy(), mix[:, NO].copy(), chance)
        utility = price(point.mix).reshape(n, N_ACTIONS)
        votes.append(
            Vote(
                np.asarray(share, dtype=np.float64), point.qre_lambda, mix, utility, chance,
                point.residual, results, gain, card, marker,
            )
        )  # fmt: skip
    return votes
