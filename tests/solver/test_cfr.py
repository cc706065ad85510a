"""Regret minimization: by hand for one step, known values, three players, saved runs."""

import numpy as np
import pytest

from solver.certificate import certify
from solver.cfr import Minimizer, solve_cfr
from solver.errors import BadGame, ImperfectRecall, Unsupported
from solver.sequence_form import plans_from_behavior, sequence_form
from solver.strategic import StrategicForm, to_extensive
from solver.zero_sum import solve_zero_sum
from tests.solver import games

VARIANTS = ["cfr", "cfr+", "dcfr", "pdcfr+"]


def test_one_iteration_by_hand():
    # Uniform against [[2, -1], [0, 0]]: the row's values are 1/2 and 0, its regrets 1/4 and -1/4,
    # so that it plays the first row; to that the column's values are -2 and 1, its regrets -3/2
    # and 3/2. These profiles are the first in the average.
    form = to_extensive(StrategicForm.from_tables([[2, -1], [0, 0]], [[-2, 1], [0, 0]]))
    run = Minimizer(form, "cfr")
    run.iterate(1)
    assert run.strategy().tolist() == [1, 0, 0, 1]
    assert sorted(run.state.regret.tolist()) == [-1.5, -0.25, 0, 0, 0.25, 1.5]


@pytest.mark.parametrize("variant", [*VARIANTS, "auto"])
def test_kuhn(variant):
    result = solve_cfr(games.kuhn(), variant, tolerance=1e-3, time_limit=20)
    assert result.converged
    assert result.payoffs[0] == pytest.approx(-1 / 18, abs=1e-3)


@pytest.mark.parametrize(
    ("make", "value", "iterations"),
    [
        (games.chance_in_middle, 32 / 55, 2000),
        (lambda: games.liars_dice(3), 1 / 9, 2000),
        (lambda: games.goofspiel(4), 0, 2000),
        (games.leduc, -0.085606424078, 3000),
    ],
)
def test_values(make, value, iterations):
    result = solve_cfr(make(), iterations=iterations, tolerance=1e-9)
    assert result.payoffs[0] == pytest.approx(value, abs=2e-4)
    # The true value lies within the players' gains.
    payoff, gains = result.payoffs[0], result.profiles[0].certificate.gains
    assert payoff - gains[1] - 1e-12 <= value <= payoff + gains[0] + 1e-12


@pytest.mark.parametrize("seed", range(6))
def test_agrees_with_the_programme(seed):
    form = games.random_tree(seed, depth=5)
    low, high = form.payoff_range
    value = solve_zero_sum(form).payoffs[0]
    result = solve_cfr(form, tolerance=1e-4 * (high - low), time_limit=20)
    assert result.payoffs[0] == pytest.approx(value, abs=1e-3 * (high - low))


def test_gains_are_the_certificates():
    form = games.kuhn3()
    run = Minimizer(form, "dcfr")
    for count in (0, 1, 7):
        run.iterate(count)
        assert run.gains() == pytest.approx(certify(form, run.strategy()).gains, abs=1e-12)


def test_three_players():
    result = solve_cfr(games.kuhn3(), tolerance=1e-3, time_limit=20)
    assert "no promise" in result.note
    assert result.payoffs.sum() == pytest.approx(0)
    # Here the averages do converge.
    assert result.converged


def test_the_average_weighs_plans_by_the_power_asked_for():
    form = to_extensive(games.SHIFTED_PENNIES)
    seen = {0.0: [], 2.0: []}
    for gamma, plans in seen.items():
        for count in (1, 2, 3):
            run = Minimizer(form, "cfr", gamma=gamma)
            run.iterate(count)
            plans.append(run.strategy())
    one, two, three = seen[0.0]
    second, third = 2 * two - one, 3 * three - 2 * two
    assert seen[2.0][2] == pytest.approx((one + 4 * second + 9 * third) / 14)


def test_saved_and_resumed_runs_are_one_run(tmp_path):
    form = games.leduc()
    whole, half = Minimizer(form, "pdcfr+"), Minimizer(form, "pdcfr+")
    whole.iterate(40)
    half.iterate(15)
    half.save(tmp_path / "run.npz")
    resumed = Minimizer.resume(form, tmp_path / "run.npz")
    resumed.iterate(25)
    assert resumed.iterations == 40
    assert np.array_equal(resumed.strategy(), whole.strategy())
    with pytest.raises(BadGame, match="another game"):
        Minimizer.resume(games.kuhn(), tmp_path / "run.npz")
    (tmp_path / "not.npz").write_bytes(b"nothing")
    with pytest.raises(BadGame, match="no saved run"):
        Minimizer.resume(form, tmp_path / "not.npz")


def test_time_limit_and_progress():
    seen = []
    result = solve_cfr(games.leduc(), tolerance=0, time_limit=0.6, progress=seen.append)
    assert not result.converged
    assert result.seconds < 3
    assert len(seen) > 2
    assert seen[-1].epsilon == pytest.approx(result.epsilon, abs=1e-9)


def test_plans_are_realization_plans():
    form = games.kuhn()
    run = Minimizer(form, "dcfr")
    run.iterate(50)
    plans = plans_from_behavior(form, sequence_form(form), run.strategy())
    average = run._average_plan()
    for plan, place in zip(plans, run.layout.place, strict=True):
        assert average[place] == pytest.approx(plan)


def test_refusals():
    with pytest.raises(Unsupported, match=r"allowed: cfr, cfr\+, dcfr, pdcfr\+"):
        solve_cfr(games.kuhn(), "magic")
    with pytest.raises(ImperfectRecall):
        solve_cfr(games.absent_minded_driver())


def test_forced_moves_are_left_out_of_the_loops():
    # Goofspiel's last card is no choice: the layout holds the others alone, the strategy all.
    form = games.goofspiel(4)
    run = Minimizer(form, "cfr+")
    choices = int(form.n_actions[form.n_actions > 1].sum())
    assert len(run.state.plan) == choices + 2
    run.iterate(200)
    strategy = run.strategy()
    assert (strategy[form.n_actions[form.action_infoset] == 1] == 1).all()
    assert certify(form, strategy).gains == pytest.approx(run.gains(), abs=1e-9)


@pytest.mark.parametrize("variant", ["cfr", "cfr+", "dcfr", "pdcfr+"])
def test_a_warm_start_stays_near_what_it_is_given(variant):
    form = games.leduc()
    known = solve_zero_sum(form)
    warm, cold = Minimizer(form, variant), Minimizer(form, variant)
    warm.start_from(known.strategy)
    assert warm.gains().max() < 1e-6
    assert warm.strategy() == pytest.approx(known.strategy, abs=1e-9)
    for run in (warm, cold):
        run.iterate(5)
    assert warm.gains().max() < cold.gains().max() / 2
    with pytest.raises(BadGame, match="sum to"):
        warm.start_from(np.zeros(len(known.strategy)))


def test_an_average_by_another_power():
    # Weights t^2: of plans 1 and 2 the average is (1 * first + 4 * second) / 5.
    form = games.kuhn()
    run = Minimizer(form, "cfr", gamma=2.0)
    plans = []
    for _ in range(2):
        run.iterate(1)
        plans.append(run.state.plan.copy())
    assert run._average_plan() == pytest.approx((plans[0] + 4 * plans[1]) / 5)
