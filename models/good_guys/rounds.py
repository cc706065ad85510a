"""Rounds with votes only: the offer of one state, its tree and its certificate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.base import BadQuestion, Certificate
from models.good_guys.continuation import FIRST, LAST, MEAN_CARD, Horizon
from models.good_guys.lifts import offer_label
from models.good_guys.literal import choice_form, pure_equilibria, pure_strategy, seat_key
from models.good_guys.majority import (
    ACCEPTANCE,
    NO_WINS,
    Customs,
    backward,
    buy,
    cheapest_offer,
    failing_votes,
    fill_after,
    result_of,
    size_of,
    successor_of,
)
from models.good_guys.position import Position
from models.good_guys.stage import NO, SUCCESSOR, TIE, YES
from models.good_guys.table import ACTION_LABELS, vote_form
from solver.certificate import certify
from solver.correlated import correlated_ranges
from solver.extensive import ExtensiveForm
from solver.strategic import StrategicForm

Array = NDArray[np.float64]
RESULTS = ("pass", "tie", "no")


@dataclass(frozen=True, eq=False)
class Round:
    """One round, solved with all rounds after it.

    Attributes
    ----------
    after : (n, n+2)
        $k to come after a pass, a tie, and NO by successor, this round's shares not counted.
    pot : float
        Loot on the table, $k.
    share : (n,)
        The boss's offer, $k.
    result : int
        Pass, tie or NO.
    coalition : int
        Seats that vote YES, a set of bits.
    alike : int
        Number of coalitions that serve the boss equally well.
    """

    customs: Customs
    after: Array
    pot: float
    share: Array
    result: int
    coalition: int
    alike: int

    @property
    def n(self) -> int:
        """Number of seats."""
        return len(self.share)

    @property
    def values(self) -> Array:
        """$k to come of each seat, this round's share included; (n,)."""
        if self.result == NO_WINS:
            return np.asarray(self.after[:, SUCCESSOR + successor_of(self.coalition, self.n)])
        return np.asarray(self.share + self.after[:, self.result])

    def worth(self) -> dict[str, float]:
        """Return the boss's $k to come, and his part of what all will get."""
        own, total = float(self.values[0]), float(self.values.sum())
        return {"boss_value": own, "boss_share": own / total if total > 0.0 else 0.0}

    def boss_value(self, offer: Offer) -> float:
        """Return the boss's $k to come if the offer's coalition votes YES and no other seat."""
        result = result_of(size_of(offer.coalition), self.n, self.customs.ties)
        if result == NO_WINS:
            return float(self.after[0, SUCCESSOR + successor_of(offer.coalition, self.n)])
        return float(offer.share[0] + self.after[0, result])


@dataclass(frozen=True, eq=False)
class Offer:
    """A way to divide the pot, and who then votes YES (a set of bits)."""

    label: str
    share: Array
    coalition: int


def solve_round(position: Position, customs: Customs, depth: int | None = None) -> Round:
    """Return the round at a position, by backward induction over those after it.

    Parameters
    ----------
    position : Position
    customs : Customs
    depth : int, optional
        Loot cards above the Fuzz where that is known; else the pile holds it uniformly.
    """
    n, place = position.n, position.place()
    if depth is not None:
        place[FIRST] = place[LAST] = depth
    last, usual, more = int(place[LAST]), n + position.rules.loot_extra, int(place[3])
    rejections = max(position.rejections, (last - usual) // more) + 1
    table = np.zeros((last + 1, rejections + 1, max(1, customs.limit), n))
    backward(place, customs, table)
    left = max(0, customs.limit - position.terms)
    after, share = np.empty((n, n + 2)), np.empty(n)
    fill_after(place, np.array([position.drawn, position.rejections, left]), table, customs, after)
    pot = float(sum(position.loot))
    if customs.unit:  # whole cards are all alike, now and later
        pot = MEAN_CARD * len(position.loot)
    result, coalition, alike = cheapest_offer(after, pot, customs, share)
    return Round(customs, after, pot, share, result, coalition, alike)


def chain_of(rules: Any) -> tuple[Customs, Array]:
    """Return the default customs under some rules, and the $k to come before every offer."""
    horizon = Horizon.from_rules(rules)
    customs = Customs(limit=rules.boss_limit_rounds if rules.boss_limit else 0)
    place = horizon.place(0, 0)
    rejections = (horizon.last - horizon.round_cards) // horizon.rejection_cards + 1
    table = np.zeros((horizon.last + 1, rejections + 1, max(1, customs.limit), rules.players))
    backward(place, customs, table)
    return customs, table


def lift_round(state: Round, depth: int | None) -> dict[str, Any] | None:
    """Return the bot that plays a round on; None where complete play knows no such customs."""
    if state.customs != Customs(limit=state.customs.limit) or depth is not None:
        return None
    margin = 0.02 * float(state.values.sum())
    return {"bot": "bargainer", "share": state.share.tolist(), "margin": margin}


def asked_round(position: Position, given: Mapping[str, Any]) -> Round:
    """Return the round that the parameters of ``bargaining`` ask for.

    Raises
    ------
    BadQuestion
        If discount or depth is out of range.
    """
    if not 0.0 < given["discount"] <= 1.0:
        raise BadQuestion("bargaining: discount", given["discount"], "above 0, at most 1")
    depth = given["depth"]
    if depth is not None and depth < position.drawn:
        raise BadQuestion("bargaining: depth", depth, f"at least {position.drawn}, the cards drawn")
    customs = Customs(
        unit=MEAN_CARD if given["shares"] == "cards" else 0.0,
        acceptance=ACCEPTANCE.index(given["acceptance"]),
        random_boss=given["recognition"] == "random",
        discount=float(given["discount"]),
        limit=position.rules.boss_limit_rounds if position.rules.boss_limit else 0,
    )
    return solve_round(position, customs, depth)


def offers_of(state: Round) -> list[Offer]:
    """Return the boss's own choice, then the cheapest offer to every other smallest majority."""
    n, customs = state.n, state.customs
    found = {offer_label(state.share): Offer("", state.share, state.coalition)}
    keep = np.zeros(n)
    keep[0] = state.pot
    for coalition in range(2**n - 1, 0, -2):
        outcome, less = (result_of(size_of(coalition) - k, n, customs.ties) for k in (0, 1))
        share = np.empty(n)
        if NO_WINS != outcome != less and buy(state.after, coalition, state.pot, customs, share):
            found.setdefault(offer_label(share), Offer("", share, coalition))
    found.setdefault(
        offer_label(keep), Offer("", keep, failing_votes(state.after, state.pot, customs.ties))
    )
    return [Offer(label, offer.share, offer.coalition) for label, offer in found.items()]


def vote_on(state: Round, share: Array) -> StrategicForm:
    """Return the YES/NO vote on an offer as a plain table."""
    n, results = state.n, state.after.copy()
    results[:, : TIE + 1] += share[:, None]
    return vote_form(results, np.zeros((n, n)), np.zeros(n), 0.0, np.full(n, -1), n_actions=2)


def votes_of(state: Round, offer: Offer) -> list[int]:
    """Return every seat's vote: YES in the coalition, NO outside."""
    return [YES if offer.coalition >> i & 1 else NO for i in range(state.n)]


def offer_form(state: Round, offers: list[Offer]) -> ExtensiveForm:
    """Return the round as a tree: the boss picks an offer, then all vote unseen."""
    choices = [(offer.label, vote_on(state, offer.share)) for offer in offers]
    return choice_form(0, choices, "Good Guys: an offer and the vote on it")


def certify_round(state: Round, offers: list[Offer]) -> Certificate:
    """Measure the offer against all others, and the votes on every one of them.

    The tree says what the boss could gain by another offer; the vote on each offer is certified
    by itself, so that votes on offers not made count as well. The range is over all correlated
    equilibria of the vote on the offer made.
    """
    form = offer_form(state, offers)
    votes = [vote_on(state, offer.share) for offer in offers]
    played = [
        pure_strategy(vote, votes_of(state, offer))
        for vote, offer in zip(votes, offers, strict=True)
    ]
    whole = certify(form, np.concatenate([np.eye(len(offers))[0], *played]))
    single = [certify(vote, mix) for vote, mix in zip(votes, played, strict=True)]
    ranges = correlated_ranges(votes[0])
    return Certificate(
        method="backward induction",
        selection=(
            "smallest majority, each bought seat at its price; among equally good ones the "
            f"farthest seats ({state.alike} alike); the vote has {len(pure_equilibria(votes[0]))} "
            "pure equilibria"
        ),
        residual=None,
        epsilon=max(whole.epsilon, *(c.epsilon for c in single)),
        nash_conv=max(whole.nash_conv, *(c.nash_conv for c in single)),
        payoff_range=whole.payoff_range,
        range={seat_key(player): pair for player, pair in ranges.items()},
    )


def strategies_of(state: Round, offers: list[Offer]) -> dict[str, dict[str, dict[str, float]]]:
    """Return the boss's offer and every seat's vote on it, as documents hold them."""
    votes = [ACTION_LABELS[vote] for vote in votes_of(state, offers[0])]
    plans = {str(i): {"vote": {vote: 1.0}} for i, vote in enumerate(votes)}
    plans["0"]["offer"] = {offers[0].label: 1.0}
    return plans
