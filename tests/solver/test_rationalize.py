"""Fractions behind floating point: proven where they exist, never claimed where they do not."""

from fractions import Fraction as F

import numpy as np
import pytest

from solver.exact import exact_gains
from solver.rationalize import proven
from solver.result import certified
from solver.strategic import StrategicForm, to_extensive
from solver.zero_sum import solve_zero_sum
from tests.solver import games


@pytest.mark.parametrize(
    ("make", "value"),
    [
        (games.kuhn, F(-1, 18)),
        (games.chance_in_middle, F(32, 55)),
        (lambda: games.liars_dice(3), F(1, 9)),
        (lambda: to_extensive(games.ONEILL), F(-1, 5)),
    ],
)
def test_programmes_become_fractions(make, value):
    form = make()
    profile = proven(form, solve_zero_sum(form).profiles[0])
    assert profile.exact
    assert profile.payoffs_exact[0] == value


def test_what_is_near_is_not_proven():
    # (3/5, 2/5) is the mixed equilibrium; a profile some way from it is none, and stays a float.
    near = certified(games.BATTLE, np.array([0.6001, 0.3999, 0.4, 0.6]))
    assert proven(games.BATTLE, near) is near


def test_large_denominators_are_solved_for():
    # The mixed equilibrium's probability is 7001/1007004, in lowest terms: no rounding to a
    # denominator up to a million finds it, the equations do.
    form = StrategicForm.from_tables([[1000003, 0], [0, 7001]], [[0, 7001], [1000003, 0]])
    p = F(7001, 1007004)
    profile = certified(form, np.array([1 - p, p, p, 1 - p], dtype=float))
    assert profile.certificate.epsilon < 1e-6
    assert proven(form, profile).strategy_exact == (1 - p, p, p, 1 - p)
    assert exact_gains(form, [1 - p, p, p, 1 - p])[1] == (0, 0)
