"""Fit the continuation values of Good Guys to complete play, in turns.

Solve, lift, play complete games, measure how often each seat of each stage went on to win, fit,
solve again. The result is a document for ``results/`` with its provenance.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import version
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analysis.checks.good_guys import before_offer
from analysis.good_guys_fit import deck_left, fit
from analysis.good_guys_states import joined, random_scene
from bots.good_guys.dispatch import dispatch
from bots.good_guys.equilibrium import PLAN_LEFT, pack
from bots.good_guys.info import EQUILIBRIUM
from engine.good_guys.batch import BatchResult, Bots, play_batch
from engine.good_guys.rules import GoodGuysRules
from models.good_guys.continuation import MEAN_CARD, Horizon
from models.good_guys.offers import PREMIUMS, SOLVED, leader_markers, screen_offers
from models.good_guys.reveal import NO_BRIBES
from models.good_guys.richest import DECK_KNOTS, POT_KNOTS, ROLES, TEN, WEALTH
from models.good_guys.values import Winning, model_source, winning

Array = NDArray[np.float64]
COLUMNS: Final = 6
TRACE: Final = 80
SETTLING: Final = 2
"""Last steps, which keep the plan of offers and pool their games, as their play hardly differs."""


def first_guess(players: int, qre_lambda: float) -> Winning:
    """Return a start: wealth counts more the fewer cards are left, the boss is slightly ahead."""
    slope = 1.2 / np.sqrt(4.0 + 1.5 * DECK_KNOTS)
    weights = np.zeros((ROLES + players, len(DECK_KNOTS), len(POT_KNOTS)))
    weights[WEALTH] = TEN * slope[:, None]
    weights[ROLES] = 2.0 * slope[:, None] * POT_KNOTS
    plan = np.zeros((len(PLAN_LEFT), COLUMNS, 2))
    plan[:, :, 0], plan[:, :, 1] = players // 2, 2.0
    return Winning(weights, 0.8, (1.0, 1.0), plan, qre_lambda)


def self_play(rules: GoodGuysRules, values: Winning, seed: int, games: int) -> BatchResult:
    """Play complete games with every seat lifted from ``values``; offers are traced."""
    return _play(rules, values, seed, np.zeros((games, rules.players), np.int64))


def scattered_play(rules: GoodGuysRules, values: Winning, seed: int, games: int) -> BatchResult:
    """Play on from a random state in each game, on other deals than :func:`self_play`.

    Early in a game all are equally rich, and late all that is left of most chances is decided: what
    wealth is worth shows best where it is uneven.
    """
    rng, seating = np.random.default_rng([seed, games]), np.zeros((1, rules.players), np.int64)
    parts = [
        _play(rules, values, seed, seating, games + game, before_offer(random_scene(rules, rng)))
        for game in range(games)
    ]
    return joined(parts)


def _play(
    rules: GoodGuysRules, values: Winning, seed: int, seating: Any, first: int = 0,
    start: Any = None,
) -> BatchResult:  # fmt: skip
    params = pack(np.array([values.qre_lambda, 1e-6]), values.plan, values.packed)
    return play_batch(
        rules, dispatch, Bots([EQUILIBRIUM], params, [0]), seating, seed=seed, first_game=first,
        start=None if start is None else start.record, trace=TRACE,
    )  # fmt: skip


def plan_offers(
    rules: GoodGuysRules, played: Any, values: Winning, gathered: Array, samples: int, seed: int
) -> Winning:
    """Return the values with the plan that does best on sampled stages of complete play.

    ``gathered`` (2, n_left, n_rejections, n, n_premiums) holds the gains over keeping all and
    their weights, by plan; it is updated, older rounds at half weight, so that plans of nearly
    equal gain do not take turns.
    """
    n, horizon = rules.players, Horizon.from_rules(rules)
    rows = played.trace[played.trace["index"] >= 0]
    left = deck_left(horizon, rows["drawn"]) + rows["pot"].sum(axis=1)
    band = np.searchsorted(PLAN_LEFT, left, side="right") - 1
    column = np.minimum(rows["rejections"], COLUMNS - 1)
    rng = np.random.default_rng(seed)
    plan, logit = values.plan.copy(), np.array([values.qre_lambda, 1e-6])
    card = np.full(n, MEAN_CARD)
    gathered *= 0.5
    for b, c in np.ndindex(len(PLAN_LEFT), COLUMNS):
        where = np.flatnonzero((band == b) & (column == c))
        for row in rows[rng.choice(where, min(samples, len(where)), replace=False)]:
            wealth = np.roll(row["public"][:n].astype(np.float64), -int(row["boss"]))
            place = horizon.place(int(row["drawn"]), int(row["rejections"]))
            _, value, residual, plans = screen_offers(
                values.packed,
                place,
                (wealth, card, leader_markers(wealth), wealth / MEAN_CARD, NO_BRIBES, 0.0),
                float(row["pot_value"]),
                logit,
            )
            for (votes, premium), v, r in zip(plans, value, residual, strict=True):
                if r <= SOLVED:
                    at = (b, c, int(votes), int(np.searchsorted(PREMIUMS, premium)))
                    gathered[0][at] += v - value[0]
                    gathered[1][at] += 1.0
        # A plan that was often out of reach counts as keeping all, the policy's own way out.
        weight = gathered[1, b, c]
        if weight.max() > 0.0:
            gain = gathered[0, b, c] / weight.max()
            votes, premium = np.unravel_index(np.argmax(gain), gain.shape)
            plan[b, c] = votes, PREMIUMS[premium] if votes else 0.0
    return replace(values, plan=plan)


def calibrate(
    players: int, *, qre_lambda: float = 1.0, rounds: int = 5, games: int = 4000,
    samples: int = 20, seed: int = 1, report: Any = None, shipped: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Run the loop from a first guess or the shipped values; return the document for results."""
    rules = GoodGuysRules.model_validate({"players": players})
    values, history = first_guess(players, qre_lambda), list[dict[str, float]]()
    if shipped:
        values = replace(winning(players), qre_lambda=qre_lambda)
    gathered = np.zeros((2, len(PLAN_LEFT), COLUMNS, players, len(PREMIUMS)))
    pooled = list[BatchResult]()
    for step in range(rounds):
        last = step == rounds - 1
        count = 4 * games if last else games
        played = self_play(rules, values, seed + step, count)
        scattered = scattered_play(rules, values, seed + step, count)
        before = values.weights[WEALTH].copy()
        pooled = [*(pooled if step > rounds - SETTLING else ()), played, scattered]
        fitted = fit(rules, joined(pooled), values)
        values = fitted if step == 0 and not shipped else _halfway(values, fitted)
        if step < rounds - SETTLING:
            values = plan_offers(rules, played, values, gathered, samples, seed + step)
        change = float(np.abs(values.weights[WEALTH] - before).max() / TEN)
        history.append({"round": step, "slope_change": change, **_facts(played)})
        if report is not None:
            report(history[-1])
    return {
        "game": "good-guys",
        "players": players,
        "rules": rules.model_dump(mode="json"),
        "method": "conditional logit on self-play of the lifted logit equilibrium",
        "qre_lambda": qre_lambda,
        "seed": seed,
        "games": games,
        "rounds": rounds,
        "samples": samples,
        "start": "shipped values" if shipped else "first guess",
        "version": version("equitable"),
        "model_source": model_source(),
        "history": history,
        "deck_knots": DECK_KNOTS.tolist(),
        "pot_knots": POT_KNOTS.tolist(),
        "weights": values.weights.round(6).tolist(),
        "end_kappa": round(values.end_kappa, 6),
        "end_doubt": [round(x, 6) for x in values.end_doubt],
        "plan": values.plan.tolist(),
    }


def _halfway(before: Winning, after: Winning) -> Winning:
    """Return the mean of two fits: whole steps make play and values chase each other."""
    return replace(
        before,
        weights=0.5 * (before.weights + after.weights),
        end_kappa=0.5 * (before.end_kappa + after.end_kappa),
        end_doubt=tuple((0.5 * (np.array(before.end_doubt) + after.end_doubt)).tolist()),
    )


def _facts(played: Any) -> dict[str, float]:
    offers = played.offers.mean()
    return {
        "offers": round(float(offers), 3),
        "failed": round(float(played.noes.mean()), 3),
        "ties": round(float(played.ties.mean()), 3),
        "passed": round(float(played.passes.mean()), 3),
    }
