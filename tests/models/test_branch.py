"""The compiled branch against the solver for any game, its slopes against differences."""

from __future__ import annotations

import numpy as np
import pytest

from models.good_guys.branch import logit_path, settle
from models.good_guys.slopes import count_gradient, stage_slopes
from models.good_guys.stage import count_results, expected_utilities, skim_chance
from solver.logit import logit_branch

N_ACTIONS, SKIMMED = 5, 3.5


def random_stage(n, seed):
    rng = np.random.default_rng(seed)
    marker = rng.integers(-1, n, n)
    marker[marker == np.arange(n)] = -1
    dry, wet = rng.normal(0.0, 2.0, (2, n, n + 2))
    gain = 0.2 * rng.normal(size=(n, n)) + np.eye(n)
    np.fill_diagonal(gain, np.abs(np.diag(gain)) + 0.2)
    bribes = np.array([[0, n - 1, 0, 2, 1, 4], [1, n - 1, 1, 3, 0, 0]], float)
    return dry, wet, gain, 5.0 * rng.random(n), SKIMMED, marker, bribes


def utilities(stage, mix):
    dry, wet, gain, card, skimmed, marker, bribes = stage
    out = np.empty(mix.shape)
    results = dry + skim_chance(mix) * (wet - dry)
    expected_utilities(mix, results, gain, card, skimmed, marker, out)
    for giver, target, action, payoff_cards, _, loot in bribes.tolist():
        money, giver, target, action = payoff_cards + loot, int(giver), int(target), int(action)
        for i in range(len(mix)):
            taken = mix[target, action] if i != target else np.arange(N_ACTIONS) == action
            out[i] += money * (gain[i, target] - gain[i, giver]) * taken
    return out


@pytest.mark.parametrize("n", [4, 5, 8])
def test_slopes_are_the_limits_of_differences(n):
    stage, rng = random_stage(n, n), np.random.default_rng(n)
    mix = rng.dirichlet(np.ones(N_ACTIONS), n)
    utility, slope = np.empty((n, N_ACTIONS)), np.empty((n, N_ACTIONS, n, N_ACTIONS))
    stage_slopes(mix, stage, utility, slope)
    assert utility == pytest.approx(utilities(stage, mix), abs=1e-12)
    step = 1e-5
    for j in range(n):
        for b in range(N_ACTIONS):
            up, down = mix.copy(), mix.copy()
            up[j, b] += step
            down[j, b] -= step
            difference = (utilities(stage, up) - utilities(stage, down)) / (2 * step)
            assert slope[:, :, j, b] == pytest.approx(difference, abs=1e-7)


@pytest.mark.parametrize("n", [4, 7])
def test_the_count_has_one_chance_in_both_programs(n):
    rng = np.random.default_rng(n)
    votes = rng.dirichlet(np.ones(3), n)
    yes, no, worth = votes[:, 0].copy(), votes[:, 1].copy(), rng.normal(size=n + 2)
    chance, known = np.empty(n + 2), np.empty(n + 2)
    value = count_gradient(yes, no, worth, chance, np.empty(n), np.empty(n))
    count_results(yes, no, known)
    assert chance == pytest.approx(known, abs=1e-14)
    assert value == pytest.approx(known @ worth, abs=1e-13)


@pytest.mark.parametrize(("n", "seed"), [(4, 1), (4, 2), (5, 3), (6, 4)])
@pytest.mark.parametrize("qre_lambda", [0.5, 1.5])
def test_the_branch_is_the_one_the_general_solver_follows(n, seed, qre_lambda):
    stage = random_stage(n, seed)
    mix = np.empty((n, N_ACTIONS))
    residual = logit_path(stage, np.empty((0, 0)), np.array([qre_lambda, 1e-10]), mix)
    (point,) = logit_branch(
        lambda flat: utilities(stage, flat.reshape(n, N_ACTIONS)).ravel(),
        [N_ACTIONS] * n,
        [qre_lambda],
        np.diag(stage[2]).tolist(),
    )
    assert residual <= 1e-10
    assert point.converged
    assert mix.ravel() == pytest.approx(point.mix, abs=1e-8)
    response = np.exp(qre_lambda * utilities(stage, mix) / np.diag(stage[2])[:, None])
    assert mix == pytest.approx(response / response.sum(axis=1, keepdims=True), abs=1e-9)


@pytest.mark.parametrize("n", [4, 6, 8])
def test_a_vote_settles_from_that_on_like_payoffs(n):
    stage, logit = random_stage(n, n), np.array([0.5, 1e-10])
    start, mix = np.empty((n, N_ACTIONS)), np.empty((n, N_ACTIONS))
    logit_path(stage, np.empty((0, 0)), logit, start)
    moved = (stage[0] + 0.05, stage[1] * 1.01, *stage[2:])
    settled = start.copy()
    utility = np.empty((n, N_ACTIONS))
    assert settle(moved, np.empty((0, 0)), logit, settled, utility) <= 1e-10
    assert utility == pytest.approx(utilities(moved, settled), abs=1e-12)
    logit_path(moved, np.empty((0, 0)), logit, mix)
    assert settled == pytest.approx(mix, abs=1e-8)
    assert np.abs(mix - start).max() > 1e-4
