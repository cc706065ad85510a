"""Fit the continuation values of Good Guys to complete play, until play and values agree.

Solve, lift, play complete games, measure how often each seat of each stage went on to win, fit,
solve again. The result is a document for ``results/`` with its provenance.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import version
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bots.good_guys.dispatch import dispatch
from bots.good_guys.equilibrium import PLAN_LEFT, pack
from bots.good_guys.info import EQUILIBRIUM
from engine.good_guys.batch import Bots, play_batch
from engine.good_guys.rules import GoodGuysRules
from models.good_guys.continuation import MEAN_CARD, Horizon, expected_left
from models.good_guys.offers import PREMIUMS, SOLVED, leader_markers, screen_offers
from models.good_guys.reveal import NO_BRIBES, reveal
from models.good_guys.values import Winning, model_source, winning

Array = NDArray[np.float64]
KNOTS: Final = np.array([0.0, 8.0, 16.0, 28.0, 45.0, 70.0, 100.0])
COLUMNS: Final = 6
TRACE: Final = 80
SMOOTH: Final = 3e-3  # ridge on differences between neighbouring knots, nats per stage


def first_guess(players: int, qre_lambda: float) -> Winning:
    """Return a start: wealth counts more the fewer cards are left, the boss is slightly ahead."""
    coefficients = np.zeros((players + 1, len(KNOTS)))
    coefficients[0] = 1.2 / np.sqrt(4.0 + 1.5 * KNOTS)
    coefficients[1] = 2.0 * coefficients[0]
    plan = np.zeros((len(PLAN_LEFT), COLUMNS, 2))
    plan[:, :, 0], plan[:, :, 1] = players // 2, 2.0
    return Winning(KNOTS, coefficients, 0.8, (1.0, 1.0), plan, qre_lambda)


def regrid(values: Winning) -> Winning:
    """Return the values on this module's knots."""
    rows = [np.interp(KNOTS, values.knots, row) for row in values.coefficients]
    return replace(values, knots=KNOTS, coefficients=np.array(rows))


def self_play(rules: GoodGuysRules, values: Winning, seed: int, games: int) -> Any:
    """Play complete games with every seat lifted from ``values``; offers are traced."""
    params = pack(np.array([values.qre_lambda, 1e-6]), values.plan, values.packed)
    bots = Bots([EQUILIBRIUM], params, [0])
    seating = np.zeros((games, rules.players), np.int64)
    return play_batch(rules, dispatch, bots, seating, seed=seed, trace=TRACE)


def fit(rules: GoodGuysRules, played: Any, before: Winning) -> Winning:
    """Return the values refitted to the outcomes of complete play (conditional logit)."""
    from scipy.optimize import minimize, minimize_scalar

    n, horizon = rules.players, Horizon.from_rules(rules)
    rows = played.trace[played.trace["index"] >= 0]
    share = played.win_share[rows["game"] - played.trace["game"].min()]
    wealth = rows["wealth"][:, :n].astype(np.float64)
    pot = rows["pot"].sum(axis=1)
    left = _left(horizon, rows["drawn"]) + pot
    hat = _hats(left)
    role = (np.arange(n)[None, :] - rows["boss"][:, None]) % n
    usual = pot / horizon.round_cards

    def loss(flat: Array) -> tuple[float, Array]:
        c = flat.reshape(n + 1, len(KNOTS))
        by_role = (hat @ c[1:].T) * usual[:, None]
        score = (hat @ c[0])[:, None] * wealth + np.take_along_axis(by_role, role, axis=1)
        score -= score.max(axis=1, keepdims=True)
        chance = np.exp(score)
        chance /= chance.sum(axis=1, keepdims=True)
        error = chance - share
        slope = np.zeros_like(c)
        slope[0] = hat.T @ (error * wealth).sum(axis=1)
        for i in range(n):
            at = (error * (role == i)).sum(axis=1) * usual
            slope[1 + i] = hat.T @ at
        steps = np.diff(c, axis=1)
        slope[:, 1:] += 2 * SMOOTH * len(rows) * steps
        slope[:, :-1] -= 2 * SMOOTH * len(rows) * steps
        total = -(share * np.log(chance + 1e-300)).sum() + SMOOTH * len(rows) * (steps**2).sum()
        return float(total) / len(rows), slope.ravel() / len(rows)

    bounds = [(0.01, None)] * len(KNOTS) + [(None, None)] * (n * len(KNOTS))
    start = before.coefficients.ravel()
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds)
    coefficients = found.x.reshape(n + 1, len(KNOTS))
    coefficients[1:] -= coefficients[1:].mean(axis=0)  # only differences between roles count
    last = _last_offers(played)
    paid = last["result"] <= 1
    final = last["wealth"][:, :n] + last["share"][:, :n] * paid[:, None]
    won = played.win_share[last["game"] - played.trace["game"].min()]

    def end_loss(kappa: float) -> float:
        score = kappa * (final - final.max(axis=1, keepdims=True))
        logs = score - np.log(np.exp(score).sum(axis=1, keepdims=True))
        return float(-(won * logs).sum())

    end = minimize_scalar(end_loss, bounds=(0.05, 5.0), method="bounded")
    doubt = fit_doubt(last, won, n)
    return replace(before, coefficients=coefficients, end_kappa=float(end.x), end_doubt=doubt)


def fit_doubt(last: Any, won: Array, n: int) -> tuple[float, float]:
    """Return ``Winning.end_doubt`` from the last offers, their results and who won; (games, n).

    The constant from exact wealth, which leaves no card in doubt; then the slope from the public
    means.
    """
    paid = (last["result"] <= 1)[:, None]
    gained = last["share"][:, :n] * paid + np.array([_moved(row, n) for row in last])
    doubt = (last["hidden"] + 2.0 * last["thefts"]) / n
    nothing = np.zeros(len(last))
    constant = _spread(last["wealth"][:, :n] + gained, won, lambda x: x + nothing)
    slope = _spread(last["public"][:, :n] + gained, won, lambda x: constant + x * doubt)
    return constant, slope


def _spread(final: Array, won: Array, square: Any) -> float:
    """Return the number from which ``square`` makes the likeliest squared scales of the noise."""
    from scipy.optimize import minimize_scalar

    lead = final - final.max(axis=1, keepdims=True)

    def loss(x: float) -> float:
        score = lead / np.sqrt(square(x))[:, None]
        return float((won * (np.log(np.exp(score).sum(axis=1, keepdims=True)) - score)).sum())

    return float(minimize_scalar(loss, bounds=(0.01, 50.0), method="bounded").x)


def _moved(row: Any, n: int) -> Array:
    """Return what the skim and thefts of a traced offer move on average, by seat, $k; (n,)."""
    turn = -int(row["boss"])
    wealth = np.roll(row["public"][:n], turn)
    marker = np.roll(row["markers"][:n], turn)
    marker = np.where(marker > 0, (marker - 1 + turn) % n, -1)
    money, stash = np.empty(n), np.stack((wealth, wealth / MEAN_CARD))
    actions = np.roll(row["actions"][:n], turn)
    reveal(actions, stash, marker, NO_BRIBES, np.array([MEAN_CARD, 0.0]), np.empty((4, n)), money)
    return np.roll(money, -turn)


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
    left = _left(horizon, rows["drawn"]) + rows["pot"].sum(axis=1)
    band = np.searchsorted(PLAN_LEFT, left, side="right") - 1
    column = np.minimum(rows["rejections"], COLUMNS - 1)
    rng = np.random.default_rng(seed)
    plan, logit = values.plan.copy(), np.array([values.qre_lambda, 1e-6])
    card = np.full(n, MEAN_CARD)
    gathered *= 0.5
    for b, c in np.ndindex(len(PLAN_LEFT), COLUMNS):
        where = np.flatnonzero((band == b) & (column == c))
        for row in rows[rng.choice(where, min(samples, len(where)), replace=False)]:
            wealth = np.roll(row["wealth"][:n].astype(np.float64), -int(row["boss"]))
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
        values = replace(regrid(winning(players)), qre_lambda=qre_lambda)
    gathered = np.zeros((2, len(PLAN_LEFT), COLUMNS, players, len(PREMIUMS)))
    for step in range(rounds):
        last = step == rounds - 1
        played = self_play(rules, values, seed + step, 4 * games if last else games)
        before = values.coefficients[0].copy()
        fitted = fit(rules, played, values)
        values = fitted if step == 0 and not shipped else _halfway(values, fitted)
        if not last:
            values = plan_offers(rules, played, values, gathered, samples, seed + step)
        change = float(np.abs(values.coefficients[0] - before).max())
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
        "knots": values.knots.tolist(),
        "coefficients": values.coefficients.round(6).tolist(),
        "end_kappa": round(values.end_kappa, 6),
        "end_doubt": [round(x, 6) for x in values.end_doubt],
        "plan": values.plan.tolist(),
    }


def _halfway(before: Winning, after: Winning) -> Winning:
    """Return the mean of two fits: whole steps make play and values chase each other."""
    return replace(
        before,
        coefficients=0.5 * (before.coefficients + after.coefficients),
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


def _left(horizon: Horizon, drawn: Any) -> Array:
    known = {int(d): expected_left(horizon.first, horizon.last, int(d)) for d in np.unique(drawn)}
    return np.array([known[int(d)] for d in drawn])


def _hats(left: Array) -> Array:
    """Return the weights of the knots at each value; (rows, n_knots)."""
    eye = np.eye(len(KNOTS))
    return np.stack([np.interp(left, KNOTS, row) for row in eye], axis=1)


def _last_offers(played: Any) -> Any:
    count = (played.trace["index"] >= 0).sum(axis=1)
    return played.trace[np.arange(len(count)), np.maximum(count, 1) - 1]
