"""The regression of the win values: exact slopes, and known chances found again."""

from types import SimpleNamespace

import numpy as np
from scipy.optimize import check_grad

from analysis.calibrate import SETTLING, calibrate, first_guess, scattered_play, self_play
from analysis.good_guys_fit import _floors, _loss, _stages, deck_left, fit
from analysis.good_guys_states import joined
from engine.good_guys.rules import GoodGuysRules
from models.good_guys.continuation import Horizon
from models.good_guys.richest import (
    DECK_KNOTS,
    LEAD,
    POT_KNOTS,
    ROLES,
    WEALTH,
    chances,
    features,
    pack_win,
    weights_at,
)
from models.good_guys.values import winning

N = 4
RULES = GoodGuysRules(players=N)
SHAPE = (ROLES + N, len(DECK_KNOTS), len(POT_KNOTS))


def test_slopes_of_the_loss_are_its_differences():
    rng = np.random.default_rng(0)
    deck, pot, wealth = rng.uniform(0, 40, 50), rng.uniform(1, 3, 50), rng.uniform(9, 40, (50, N))
    read = _stages(deck, pot, wealth, rng.dirichlet(np.ones(N), 50))
    point = rng.normal(0.0, 0.3, np.prod(SHAPE))

    def loss(flat):
        return _loss(flat.reshape(SHAPE), read)

    assert check_grad(lambda x: loss(x)[0], lambda x: loss(x)[1], point) < 1e-6


def some_offers(rows, rng):
    """Return the traces (rows, 1) of made-up games of one offer each."""
    trace = self_play(RULES, first_guess(N, 1.0), 0, 1).trace[:1, :1].repeat(rows, axis=0)
    trace["game"], trace["index"] = np.arange(rows)[:, None], 0
    trace["boss"] = rng.integers(0, N, (rows, 1))
    trace["drawn"] = rng.integers(6, 84, (rows, 1))
    trace["pot"] = 0
    trace["pot"][:, :, 0] = rng.integers(6, 19, (rows, 1))
    trace["public"][:, :, :N] = rng.uniform(10.0, 40.0, (rows, 1, N))
    return trace


def chances_of(values, trace):
    """Return every seat's chance at each offer; (rows, n)."""
    out, weight, seen = np.empty((len(trace), N)), np.empty(ROLES + N), np.empty((ROLES, N))
    for chance, row in zip(out, trace[:, 0], strict=True):
        deck = deck_left(Horizon.from_rules(RULES), [row["drawn"]])[0]
        weights_at(values, deck, row["pot"].sum() / 6.0, weight)
        features(row["public"][:N], seen)
        chances(weight, seen, row["boss"], chance)
    return out


def test_known_chances_are_found_again():
    rng, weights = np.random.default_rng(3), np.zeros(SHAPE)
    weights[WEALTH] = np.linspace(1.5, 0.2, len(DECK_KNOTS))[:, None]
    weights[LEAD], weights[ROLES] = 0.8, 0.5 * POT_KNOTS
    true, offers = pack_win(weights, 0.5, (1.0, 1.0)), some_offers(20_000, rng)
    winner = [rng.choice(N, p=p) for p in chances_of(true, offers)]
    played = SimpleNamespace(trace=offers, win_share=np.eye(N)[winner])
    found = fit(RULES, played, first_guess(N, 1.0))
    fresh = some_offers(2_000, rng)
    wrong = chances_of(found.packed, fresh) - chances_of(true, fresh)
    # Some 250 free numbers on 20,000 winners tell a chance to about two points.
    assert np.sqrt((wrong**2).mean()) < 0.02
    assert (found.weights.ravel() >= _floors(SHAPE) - 1e-12).all()


def test_the_last_steps_keep_the_plan():
    found = calibrate(N, rounds=SETTLING, games=20, samples=1, shipped=True)
    np.testing.assert_array_equal(found["plan"], winning(N).plan)
    assert np.shape(found["weights"]) == SHAPE


def test_play_from_random_states_joins_play_from_the_set_up():
    values = first_guess(N, 1.0)
    whole, scattered = self_play(RULES, values, 3, 30), scattered_play(RULES, values, 3, 30)
    both = joined([whole, scattered])
    first = both.trace[:, 0]
    np.testing.assert_array_equal(first["game"], np.arange(60))  # as the fit finds who won
    np.testing.assert_array_equal(both.win_share[30:], scattered.win_share)
    assert (first["drawn"][:30] == N + 2).all()
    assert len(np.unique(first["drawn"][30:])) > 10
    uneven = np.ptp(first["public"][:, :N], axis=1) > 0.0
    assert not uneven[:30].any()
    assert uneven[30:].mean() > 0.8
