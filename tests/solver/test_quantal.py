"""Logit equilibria: solved equations, known closed forms, Gambit's branch, recovered precision."""

from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest

from solver import quantal
from solver.certificate import certify
from solver.errors import BadGame, SolveFailed, TimeLimit
from solver.gambit import logit_points
from solver.logit import logit_residual
from solver.quantal import _Agents, fit_lambda, solve_logit
from solver.strategic import StrategicForm
from solver.zero_sum import solve_zero_sum
from tests.solver import games

TABLES = [games.BATTLE, games.TWIN]
TREES = [games.kuhn, games.selten_horse]


def test_one_decision_is_the_logit_rule():
    form = StrategicForm.from_tables([1, 2, 4])
    for qre_lambda in (0.5, 3.0):
        weights = np.exp(qre_lambda * np.array([1, 2, 4]))
        result = solve_logit(form, qre_lambda)
        assert result.strategy == pytest.approx(weights / weights.sum())
        assert result.converged


def test_symmetric_pennies_stay_uniform():
    assert solve_logit(games.PENNIES, 7.0).strategy == pytest.approx([0.5] * 4)


@pytest.mark.parametrize("form", TABLES)
def test_tables_solve_their_equations_and_agree_with_gambit(form):
    unit = 1 / (form.payoff_range[1] - form.payoff_range[0])
    lambdas = [unit, 2 * unit]
    for qre_lambda, theirs in zip(lambdas, logit_points(form, lambdas), strict=True):
        ours = solve_logit(form, qre_lambda)
        residual = logit_residual(
            form.action_values, form.n_actions.tolist(), ours.strategy, qre_lambda
        )
        assert residual <= 1e-9
        assert ours.strategy == pytest.approx(theirs, abs=1e-5)


@pytest.mark.parametrize("make", TREES)
def test_trees_solve_the_agent_equations_and_agree_with_gambit(make):
    form = make()
    lambdas = [0.3, 1.0]
    for qre_lambda, theirs in zip(lambdas, logit_points(form, lambdas), strict=True):
        ours = solve_logit(form, qre_lambda).strategy
        # The certificate's conditional action values are another program's.
        values = certify(form, ours).action_values
        for block, worth in zip(form.split(ours), form.split(values), strict=True):
            response = np.exp(qre_lambda * (worth - worth.max()))
            assert block == pytest.approx(response / response.sum(), abs=1e-9)
        assert ours == pytest.approx(theirs, abs=1e-5)


def test_slopes_are_the_derivatives():
    form = games.selten_horse()
    agents = _Agents(form)
    logs = np.random.default_rng(0).normal(size=6)

    def normal(z):
        weights = np.exp(z)
        return weights / np.repeat(np.add.reduceat(weights, form.action_offset[:-1]), 2)

    slopes = agents.slopes(normal(logs))
    for k in range(6):
        step = np.zeros(6)
        step[k] = 1e-6
        numeric = (agents.values(normal(logs + step)) - agents.values(normal(logs - step))) / 2e-6
        assert slopes[:, k] == pytest.approx(numeric, abs=1e-8)


def test_limits():
    limit = solve_logit(games.kuhn())
    assert limit.converged
    assert limit.payoffs[0] == pytest.approx(-1 / 18, abs=1e-5)
    assert limit.payoffs == pytest.approx(solve_zero_sum(games.kuhn()).payoffs, abs=1e-5)
    # Trust: the branch ends in no trust, abuse; off the path too.
    trust = solve_logit(games.trust())
    assert trust.strategy == pytest.approx([0, 1, 0, 1], abs=1e-4)


def test_scale_and_names_change_nothing():
    base = solve_logit(games.BATTLE, 1.0).strategy
    scaled = StrategicForm.from_tables(*(games.BATTLE.payoff * 1000 + 1e6))
    assert solve_logit(scaled, 0.001).strategy == pytest.approx(base, abs=1e-7)
    flipped = StrategicForm.from_tables(*games.BATTLE.payoff[:, ::-1, ::-1])
    assert solve_logit(flipped, 1.0).strategy == pytest.approx(base[[1, 0, 3, 2]])


@pytest.mark.parametrize("form", [games.BATTLE, games.trust()])
def test_fit_recovers_the_precision(form):
    counts = solve_logit(form, 0.6).strategy * 1e6
    fit = fit_lambda(form, counts)
    assert fit.qre_lambda == pytest.approx(0.6, rel=2e-3)
    assert not fit.at_limit
    # Certain play fits the largest precision best.
    assert fit_lambda(StrategicForm.from_tables([0, 1]), np.array([0.0, 5.0])).at_limit


def test_time_limit(monkeypatch):
    # A clock that ticks once for every look at it: the branch is cut after some payoffs.
    ticks = count()
    monkeypatch.setattr(quantal, "time", SimpleNamespace(perf_counter=lambda: float(next(ticks))))
    form = games.kuhn()
    with pytest.raises(TimeLimit, match="stopped at the time limit"):
        solve_logit(form, 100.0, time_limit=10)
    short = solve_logit(form, time_limit=300)
    assert not short.converged
    assert "time limit" in short.note
    assert short.residual <= 1e-9


def test_refusals():
    with pytest.raises(BadGame, match="allowed: 4 numbers from 0"):
        fit_lambda(games.BATTLE, np.array([1.0, 2.0, -1.0, 0.0]))
    with pytest.raises(SolveFailed, match="branch at 1e"):
        solve_logit(games.CHICKEN, 1e9, max_steps=3)
