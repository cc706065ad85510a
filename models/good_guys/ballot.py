"""The vote of all seats on one offer: the logit branch over the exact stage utilities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.base import Assumption
from models.good_guys.branch import logit_path
from models.good_guys.continuation import MEAN_CARD
from models.good_guys.joint import JOINT_SEATS, near_end
from models.good_guys.literal import round_table
from models.good_guys.position import Position
from models.good_guys.pricing import fill_utility, payoffs_of, twins_near
from models.good_guys.reveal import Bribe
from models.good_guys.stage import (
    N_ACTIONS,
    NO,
    PASS,
    TIE,
    YES,
    count_results,
    skim_chance,
)
from models.good_guys.table import form_of, vote_form
from solver.certificate import Certificate, certify
from solver.strategic import StrategicForm

Array = NDArray[np.float64]
ASSUMPTIONS: Final = (
    Assumption(
        "additive",
        "robberies and skims change utility by the money they move, apart from the count",
        "approximation",
        "exact for money; for win off by the curvature of the win chance over one card. Where "
        "the Fuzz may come before the next offer, up to six seats vote on joint outcomes, and "
        "the votes of seven and eight are measured at them",
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
    table : callable, optional
        After bribes and near the end: what makes the table (n, 5, …, 5) of the literal reveal.
    near : bool
        Whether outcomes are valued jointly.
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
    table: Callable[[], Array] | None = None
    near: bool = False

    @cached_property
    def form(self) -> StrategicForm:
        """The vote as a plain payoff table."""
        if self.table is not None:
            return form_of(self.table())
        return vote_form(self.results, self.gain, self.card, MEAN_CARD, self.marker)

    @cached_property
    def certificate(self) -> Certificate:
        """Deviation gains by the independent evaluator."""
        return certify(self.form, self.mix.ravel())

    @property
    def branch_values(self) -> Array:
        """Each seat's expected utility at the payoffs that the branch was solved at; (n,)."""
        return np.asarray((self.mix * self.utility).sum(axis=1))

    @property
    def values(self) -> Array:
        """Each seat's expected utility; (n,)."""
        if self.near and len(self.mix) > JOINT_SEATS:
            return self.certificate.payoffs
        return self.branch_values

    @property
    def boss_value(self) -> float:
        """The boss's expected utility."""
        return float(self.values[0])

    @property
    def selection(self) -> str:
        """How the point was chosen among all logit points."""
        chosen = f"principal logit branch at lambda {self.qre_lambda:g} per $1k"
        if not self.near:
            return chosen
        if len(self.mix) <= JOINT_SEATS:
            return f"{chosen}, at joint outcomes"
        return f"{chosen}, of the additive payoffs; measured at joint outcomes"

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
    bribes: Sequence[Bribe] = (),
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
    bribes : sequence of Bribe
        What lies on tokens before seats.
    """
    n, place, share = position.n, position.place(), np.asarray(share, dtype=np.float64)
    seats, near = position.seats(bribes), near_end(continuation, place)
    twin = twins_near(continuation, place, seats)
    stage, table = payoffs_of(continuation, place, seats, share, twin)
    dry, wet, gain, card, _, marker, _ = stage
    literal = partial(round_table, position, continuation, share, bribes)
    votes = []
    for qre_lambda in (position.qre_lambda,) if lambdas is None else lambdas:
        mix, utility, chance = np.empty((n, N_ACTIONS)), np.empty((n, N_ACTIONS)), np.empty(n + 2)
        residual = logit_path(stage, table, np.array([qre_lambda, PRECISE]), mix)
        fill_utility(mix, stage, table, utility)
        results = dry + skim_chance(mix) * (wet - dry)
        count_results(mix[:, YES].copy(), mix[:, NO].copy(), chance)
        facts = (results, gain, card, marker, literal if near or bribes else None, near)
        votes.append(Vote(share, qre_lambda, mix, utility, chance, residual, *facts))
    return votes
