"""Exact equations, and exact fractions behind floating-point vertices."""

import time
from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.elimination import solve_exactly
from solver.errors import TimeLimit
from solver.exact import exact_gains
from solver.polish import polished
from solver.solve import Options, solve
from solver.strategic import StrategicForm, to_extensive
from solver.zero_sum import solve_zero_sum
from tests.solver import games

LATER = time.perf_counter() + 3600


@settings(deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 7), st.integers(1, 9))
def test_equations_hold_exactly(seed, n, m):
    rng = np.random.default_rng(seed)
    rows = [
        {int(k): F(int(rng.integers(-5, 6)), int(rng.integers(1, 5))) for k in range(n)}
        for _ in range(m)
    ]
    secret = [F(int(rng.integers(-9, 10)), int(rng.integers(1, 7))) for _ in range(n)]
    right = [sum((c * secret[k] for k, c in row.items()), F(0)) for row in rows]
    free = [F(int(x)) for x in rng.integers(-3, 4, size=n)]
    found = solve_exactly(rows, right, free, LATER)
    assert [sum((c * found[k] for k, c in row.items()), F(0)) for row in rows] == right
    # Left out of all equations, an unknown takes what it is told.
    assert solve_exactly([{0: F(2)}], [F(1)], [F(0), F(7)], LATER) == [F(1, 2), F(7)]


def test_equations_that_contradict_each_other():
    assert solve_exactly([{0: F(1)}, {0: F(2)}], [F(1), F(3)], [F(0)], LATER) is None
    with pytest.raises(TimeLimit):
        solve_exactly([{0: F(1)}], [F(1)], [F(0)], time.perf_counter() - 1)


@pytest.mark.parametrize(
    ("make", "value"),
    [
        (games.kuhn, F(-1, 18)),
        (lambda: games.liars_dice(3), F(1, 9)),
        (lambda: games.liars_dice(4), F(1, 16)),
        (lambda: games.goofspiel(4), F(0)),
        (games.chance_in_middle, F(32, 55)),
        (lambda: to_extensive(games.ONEILL), F(-1, 5)),
    ],
)
def test_vertices_of_known_games(make, value):
    form = make()
    guess = polished(form, solve_zero_sum(form).strategy)[0]
    payoffs, gains = exact_gains(form, guess)
    assert (payoffs[0], gains) == (value, (0, 0))


def test_leduc_in_fractions():
    # No rounding finds denominators of this size; -0.085606424078 is the published value.
    form = games.leduc()
    result = solve(form, Options(exact=True, time_limit=300))
    assert result.converged
    exact = result.profiles[0].payoffs_exact
    assert exact[0].denominator > 10**20
    assert float(exact[0]) == pytest.approx(-0.085606424078, abs=5e-13)
    assert exact_gains(form, result.profiles[0].strategy_exact)[1] == (0, 0)


def test_payoffs_of_any_sum():
    # Random tables: one of Gambit's exact equilibria, made floating, comes back as it was.
    rng = np.random.default_rng(4)
    for _ in range(4):
        tables = [rng.integers(-50, 51, size=(4, 4)).tolist() for _ in range(2)]
        form = StrategicForm.from_tables(*tables)
        for profile in solve(form, Options(method="enummixed")).profiles:
            found = polished(to_extensive(form), profile.strategy)
            assert profile.strategy_exact in found


def test_a_profile_that_is_none_is_not_proven():
    form = games.leduc()
    result = solve(form, Options(method="dcfr", iterations=30, exact=True))
    assert not result.profiles[0].exact
    assert not result.converged
    assert "could not be proven" in result.note
