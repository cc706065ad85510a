"""Binding bribes: what a briber can put on his tokens, and the vote that follows."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any, Final

from models.base import BadQuestion, Certificate
from models.good_guys.backing import RANGE_SEATS, lift, margins
from models.good_guys.ballot import Vote, solve_vote
from models.good_guys.equilibria import stated
from models.good_guys.lifts import NO_BRIBE, bribe_label
from models.good_guys.literal import Array, round_table, seat_name
from models.good_guys.position import Position
from models.good_guys.reveal import Bribe
from models.good_guys.scene import read_cards, read_seats, read_share
from models.good_guys.stage import (
    PASS,
    TIE,
)
from models.good_guys.table import ACTION_LABELS
from solver.certificate import certify
from solver.strategic import StrategicForm

TOKENS: Final = 2
Bribes = tuple[Bribe, ...]
"""What one player puts on his tokens, at most one bribe on each; empty for none."""


@dataclass(frozen=True, eq=False)
class BribedVote:
    """The principal logit branch of the vote after bribes, or without any.

    Attributes
    ----------
    mix : (n, 5)
    values : (n,)
        Expected utility of each seat, the bribes included.
    paid : float
        Chance of a pass or a tie, which pay the shares.
    residual : float
    """

    bribes: Bribes
    mix: Array
    values: Array
    paid: float
    residual: float

    @property
    def money(self) -> int:
        """What lies on the tokens, $k."""
        return sum(bribe.money for bribe in self.bribes)

    def row(self, briber: int) -> dict[str, Any]:
        """Return the bribes and what they do, for tables; ``taken`` counts bribes."""
        return {
            "bribe": label_of(self.bribes),
            "money": self.money,
            "taken": sum(float(self.mix[b.target, b.action]) for b in self.bribes),
            "paid_probability": self.paid,
            "value": float(self.values[briber]),
        }


def label_of(bribes: Bribes) -> str:
    """Return bribes as a label of the form."""
    labels = []
    for bribe in bribes:
        items = [*map(str, sorted(bribe.loot)), *["payoff"] * bribe.payoff_cards]
        labels.append(bribe_label(ACTION_LABELS[bribe.action], bribe.target, items))
    return "; ".join(labels) or NO_BRIBE


def possible_bribes(
    giver: int, targets: Iterable[int], action: int, payoff_cards: int, loot: Sequence[int]
) -> list[Bribe]:
    """Return one bribe for each target and each sum that the cards make, of the fewest cards."""
    stakes: dict[int, tuple[int, tuple[int, ...]]] = {}
    for k, size in product(range(payoff_cards + 1), range(len(loot) + 1)):
        for cards in combinations(sorted(loot), size):
            money, best = k + sum(cards), stakes.get(k + sum(cards))
            if best is None or k + size < best[0] + len(best[1]):
                stakes[money] = k, cards
    return [
        Bribe(giver, target, action, *stakes[money])
        for target in targets
        for money in sorted(stakes)
        if money > 0
    ]


def with_pairs(bribes: Sequence[Bribe], payoff_cards: int, loot: Sequence[int]) -> list[Bribes]:
    """Return single bribes and those pairs to two targets that the cards allow together."""
    held = Counter(loot)
    pairs = [
        (one, other)
        for one, other in combinations(bribes, TOKENS)
        if one.target != other.target
        and one.payoff_cards + other.payoff_cards <= payoff_cards
        and Counter(one.loot) + Counter(other.loot) <= held
    ]
    return [*((bribe,) for bribe in bribes), *pairs]


def asked_bribes(
    position: Position, given: dict[str, Any]
) -> tuple[dict[str, Any], Array, list[Bribe]]:
    """Return the parameters of ``payoff`` as numbers, the offer, $k (n,), and single bribes.

    Raises
    ------
    BadQuestion
        If the rules have no payoffs, or a parameter is out of range.
    """
    rules, n = position.rules, position.n
    if not rules.payoffs:
        raise BadQuestion("payoff: rules", "payoffs=false", "payoffs=true (--payoffs)")
    (given["briber"],) = read_seats("payoff: briber", given["briber"], n)[:1]
    others = [seat for seat in range(n) if seat != given["briber"]]
    asked = given["targets"]
    targets = others if asked is None else read_seats("payoff: targets", asked, n)
    if not set(targets) <= set(others):
        raise BadQuestion("payoff: targets", asked, f"seats other than {given['briber']}")
    cards = rules.payoff_cards if given["payoff_cards"] is None else given["payoff_cards"]
    if cards not in range(rules.payoff_cards + 1):
        raise BadQuestion("payoff: payoff_cards", cards, f"0 to {rules.payoff_cards}")
    loot = read_cards("payoff: loot", given["loot"])
    action = ACTION_LABELS.index(given["action"])
    bribes = possible_bribes(given["briber"], targets, action, cards, loot)
    if not bribes:
        raise BadQuestion("payoff: payoff_cards", cards, "at least 1, or loot to stake")
    given |= {"payoff_cards": cards, "loot": loot}
    return given, read_share("payoff: share", given["share"], position), bribes


def vote_after(position: Position, continuation: Array, share: Array, bribes: Bribes) -> BribedVote:
    """Return the vote on an offer, $k (n,), after bribes, on the principal logit branch."""
    vote = solve_vote(position, continuation, share, bribes=bribes)[0]
    paid = float(vote.chance[PASS] + vote.chance[TIE])
    return BribedVote(bribes, vote.mix, vote.values, paid, vote.residual)


def votes_after(
    position: Position,
    continuation: Array,
    plain: Vote,
    choices: Sequence[Bribes],
    time_limit: float,
) -> list[BribedVote]:
    """Return the vote without a bribe, then after each choice, cheapest first, while time lasts.

    ``plain`` is the vote on the offer as it stands.
    """
    end = time.perf_counter() + time_limit
    rows = [vote_after(position, continuation, plain.share, ())]
    for bribes in sorted(choices, key=lambda pair: sum(bribe.money for bribe in pair)):
        if time.perf_counter() > end:
            break
        rows.append(vote_after(position, continuation, plain.share, bribes))
    return rows


def asking_prices(plain: Vote, bribes: Sequence[Bribe]) -> tuple[dict[str, Any], ...]:
    """Return what would move each target by itself, the others voting as without a bribe.

    The least money at which the named action is the target's best, $k, and the least that the
    cards can make of it; None where they cannot.
    """
    rows = []
    for target in sorted({bribe.target for bribe in bribes}):
        own = [bribe for bribe in bribes if bribe.target == target]
        giver, action = own[0].giver, own[0].action
        gap = plain.utility[target].max() - plain.utility[target, action]
        price = gap / (plain.gain[target, target] - plain.gain[target, giver])
        enough = [bribe.money for bribe in own if bribe.money >= price - 1e-9]
        least = 0 if price <= 0.0 else min(enough, default=None)
        rows.append({"seat": target, "price": float(price), "money": least})
    return tuple(rows)


def certify_bribe(
    position: Position, continuation: Array, share: Array, answer: BribedVote, time_limit: float
) -> Certificate:
    """Measure the vote after bribes in the literal table of the round."""
    form = StrategicForm(
        title="Good Guys: the vote after a bribe",
        players=tuple(map(seat_name, range(position.n))),
        payoff=round_table(position, continuation, share, list(answer.bribes)),
        action_label=(ACTION_LABELS,) * position.n,
    )
    selection = f"principal logit branch at {position.qre_lambda:g} per $1k"
    if position.n <= RANGE_SEATS:
        found = stated(form, answer.mix.ravel(), time_limit, "logit", selection)
        return replace(found, residual=answer.residual)
    measured = certify(form, answer.mix.ravel())
    return Certificate(
        method="logit",
        selection=selection,
        residual=answer.residual,
        epsilon=measured.epsilon,
        nash_conv=measured.nash_conv,
        payoff_range=measured.payoff_range,
        range_reason=f"correlated equilibria are computed up to {RANGE_SEATS} seats",
    )


def lift_bribe(
    position: Position, share: Array, answer: BribedVote, briber: int
) -> dict[str, Any] | None:
    """Return how complete play follows an offer, $k (n,), and the bribes after it."""
    found = lift(position)
    if found is None:
        return None
    margin = margins(position, (0.0, 1.0))["boss_value"]
    bribe = {"briber": briber, "bribe": label_of(answer.bribes), "margin": margin}
    return {**found, "share": share.tolist(), **bribe}


def turning(rows: Sequence[BribedVote], given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the cheapest bribe by which the likelier result becomes the one asked for."""
    wanted = given["action"] == "YES"
    turned = [row for row in rows if (row.paid >= 0.5) == wanted]
    return min((row.row(given["briber"]) for row in turned), key=lambda r: r["money"], default=None)
