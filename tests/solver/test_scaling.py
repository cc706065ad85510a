"""Payoffs of any size and origin: pennies stay pennies."""

from fractions import Fraction as F

import numpy as np
import pytest

from solver.extensive import TreeBuilder
from solver.gamefile import parse_game
from solver.scaling import scale_of, scaled
from solver.solve import Options, solve
from solver.strategic import StrategicForm, to_extensive
from tests.solver import games

# Three for a match on heads, otherwise one: heads with 1/3, worth 1/3.
PENNIES = np.array([[3, -1], [-1, 1]])


def pennies(unit, origin):
    first = [[F(int(x)) * F(unit) + F(origin) for x in row] for row in PENNIES]
    second = [[F(int(-x)) * F(unit) + F(origin) for x in row] for row in PENNIES]
    return StrategicForm.from_tables(first, second)


SIZES = [("1e-12", 0), ("1e-300", 0), ("1e290", 0), ("1", "1e9"), ("1e-3", "-1e7"), ("1/3", "7e8")]


@pytest.mark.parametrize(("unit", "origin"), SIZES)
@pytest.mark.parametrize("make", [lambda form: form, to_extensive])
@pytest.mark.parametrize("method", ["lp", "pdcfr+"])
def test_strategies_stay_the_same(unit, origin, make, method):
    form = make(pennies(unit, origin))
    result = solve(form, Options(method=method))
    assert result.converged
    assert result.strategy == pytest.approx([1 / 3, 2 / 3] * 2, abs=1e-4)
    assert result.payoffs[0] == pytest.approx(float(F(origin) + F(unit) / 3), rel=1e-9)
    assert result.epsilon <= 1e-6 * 4 * float(F(unit))


def test_exact_payoffs_are_those_of_the_given_game():
    result = solve(pennies("1/3", "1e9"), Options(exact=True))
    assert result.profiles[0].payoffs_exact == (10**9 + F(1, 9), 10**9 - F(1, 9))


def test_payments_on_the_way():
    b = TreeBuilder(["one"])
    left, right = b.decision(0, 0, "", ["l", "r"])
    b.pay(left, [1e12])
    for end, x in zip(b.decision(left, 0, "more", ["a", "b"]), (1, 2), strict=True):
        b.terminal(end, [x])
    b.terminal(right, [10**12])
    form = b.build()
    assert scale_of(form).origin == 1e12
    assert scaled(form, scale_of(form)).payoff_range == (0, 2)
    assert solve(form).payoffs.tolist() == [1e12 + 2]


def test_a_plain_game_is_left_alone():
    for form in (games.kuhn(), games.BATTLE, parse_game('NFG 1 R "" { "A" } { 2 } 7 7')):
        assert scale_of(form).is_plain
    assert solve(parse_game('NFG 1 R "" { "A" } { 2 } 1e200 1e200')).payoffs.tolist() == [1e200]
