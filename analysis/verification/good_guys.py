"""Shipped answers of Good Guys, derived again.

The stored strategy goes through the independent evaluator, the chances of the vote are counted
over every combination of ballots, and complete play is measured against the predictions. The
fitted win chances have no second method: complete play is their check.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

import numpy as np

from analysis.checks.good_guys import check_of
from analysis.engine_check import check, check_seed
from analysis.questions.good_guys import VALUES, Options, scene
from engine.good_guys.rules import GoodGuysRules
from models.base import Solution
from models.good_guys.position import Position
from models.good_guys.search import price_offer
from models.good_guys.stored import stored
from models.good_guys.values import continuation_of
from solver.certificate import certify

ACTIONS = ("yes", "no", "skim", "rob", "guard")
TOLERANCE = 1e-6


def checks(players: int, games: int, seed: int, workers: int | None) -> Iterator[dict[str, Any]]:
    """Yield one row for each check of the shipped answer for a number of players."""
    rules = GoodGuysRules.model_validate({"players": players})
    asked = scene(Options(players=players), rules)
    name = f"boss-offer-{players}"
    solution = stored(asked.position, "boss-offer")
    known = float(solution is not None)
    yield _row(name, "solved with the shipped win chances", "fingerprint", 1.0, known, 0.0)
    if solution is None:
        return
    yield from _certificate(name, asked.position, solution)
    yield from _ballots(name, solution)
    found = check_of(asked, solution, check_seed(seed))
    for row in check(found[0], found[1], games, workers) if found else ():
        slack = row["margin"] + (row["ci_high"] - row["ci_low"]) / 2
        told, seen = row["predicted"], row["measured"]
        played = _row(name, row["quantity"], "complete play", told, seen, slack)
        yield {**played, "ok": row["agrees"]}


def _certificate(name: str, position: Position, solution: Solution) -> Iterator[dict[str, Any]]:
    """Price the stored offer afresh and evaluate the stored votes in its payoff table."""
    cards = tuple(
        tuple(row["cards"].count(value) for value in VALUES)
        for row in solution.recommendation["offer"]
    )
    offer = price_offer(position, continuation_of(position), cards)
    votes = np.array([[row[a] for a in ACTIONS] for row in solution.recommendation["votes"]])
    # Stored probabilities are rounded.
    found = certify(offer.vote.form, (votes / votes.sum(axis=1, keepdims=True)).ravel())
    stored_epsilon = solution.certificate.epsilon or 0.0
    value = solution.recommendation["boss_value"]
    method = "independent evaluator on the literal payoff table"
    yield _row(name, "epsilon", method, stored_epsilon, found.epsilon, TOLERANCE)
    yield _row(name, "boss_value", method, value, float(found.payoffs[0]), TOLERANCE)


def _ballots(name: str, solution: Solution) -> Iterator[dict[str, Any]]:
    """Count the vote over all combinations of YES, NO and abstention."""
    chances = [
        {1: row["yes"], -1: row["no"], 0: row["skim"] + row["rob"] + row["guard"]}
        for row in solution.recommendation["votes"]
    ]
    passes = ties = 0.0
    for ballots in product((1, -1, 0), repeat=len(chances)):
        chance = prod(seat[ballot] for seat, ballot in zip(chances, ballots, strict=True))
        passes += chance * (sum(ballots) > 0)
        ties += chance * (sum(ballots) == 0)
    for quantity, found in (("pass_probability", passes), ("tie_probability", ties)):
        expected = solution.recommendation[quantity]
        yield _row(name, quantity, "count of all ballots", expected, found, TOLERANCE)


def _row(
    name: str, quantity: str, method: str, expected: float, found: float, tolerance: float
) -> dict[str, Any]:
    return {
        "result": name,
        "quantity": quantity,
        "method": method,
        "stored": expected,
        "derived": found,
        "tolerance": tolerance,
        "ok": bool(abs(expected - found) <= tolerance),
    }
