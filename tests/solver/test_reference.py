"""Known values that no single solver's test holds."""

from fractions import Fraction as F

import numpy as np
import pytest

from solver.exact import exact_gains
from solver.extensive import TreeBuilder
from solver.gambit import solve_gambit
from solver.solve import Options, solve
from tests.solver import brute, games


def mafia(n, m):
    """Day first: anybody is hanged at random; by night the mafia kills one of the town."""
    b = TreeBuilder(["town"], "Mafia")

    def day(node, town, mob):
        if mob == 0 or mob >= town:
            # Day breaks on a mafia that is no minority, or on none.
            b.terminal(node, [int(mob == 0)])
            return
        total = town + mob
        innocent, guilty = b.chance(node, [("town", F(town, total)), ("mafia", F(mob, total))])
        night(innocent, town - 1, mob)
        night(guilty, town, mob - 1)

    def night(node, town, mob):
        day(node, town - 1 if mob else town, mob)

    day(b.root, n - m, m)
    return b.build()


@pytest.mark.parametrize(
    ("n", "m", "chance"),
    [(3, 1, F(1, 3)), (5, 1, F(7, 15)), (7, 1, F(19, 35)), (5, 2, F(2, 15))],
)
def test_mafia_without_detective(n, m, chance):
    # Braverman, Etesami and Mossel (2008); (5, 2) by hand: 2/5 guilty, then one of three: 1/3.
    payoffs, gains = exact_gains(mafia(n, m), [])
    assert payoffs == (chance,)
    assert gains == (0,)
    assert solve(mafia(n, m)).payoffs[0] == pytest.approx(float(chance))


def test_the_skew_matrix_has_both_mixes_and_what_is_between():
    one, other = (F(1, 2), 0, F(1, 2), 0), (F(1, 3), F(1, 3), 0, F(1, 3))
    between = tuple((a + b) / 2 for a, b in zip(one, other, strict=True))
    for x in (one, other, between):
        for y in (one, other, between):
            payoffs, gains = exact_gains(games.SKEW, [F(p) for p in (*x, *y)])
            assert (payoffs, gains) == ((0, 0), (0, 0))


def test_the_degenerate_twin_has_exactly_three():
    result = solve_gambit(games.TWIN, "enummixed")
    assert {p.strategy_exact for p in result.profiles} == {
        (1, 0, 0, 1, 0),
        (F(4, 5), F(1, 5), 0, F(2, 3), F(1, 3)),
        (0, F(1, 3), F(2, 3), F(1, 3), F(2, 3)),
    }


def test_the_absent_minded_driver_by_recursion():
    # 4 p (1 - p) + p^2 is most at p = 2/3: 4/3; the crossing is met 1 + 2/3 times.
    form = games.absent_minded_driver()
    values = {p: brute.play(form, np.array([1 - p, p]))[0] for p in (0.5, 0.6, 2 / 3, 0.7, 1.0)}
    assert max(values, key=values.get) == 2 / 3
    assert values[2 / 3] == pytest.approx(4 / 3)


@pytest.mark.parametrize("seed", [1, 4])
def test_programme_gambit_and_regret_minimization_agree(seed):
    form = games.random_tree(seed, depth=4)
    low, high = form.payoff_range
    exact = solve_gambit(form, "lp")
    assert solve(form).payoffs == pytest.approx(exact.payoffs, abs=1e-9 * (high - low))
    learnt = solve(form, Options(method="pdcfr+"))
    assert learnt.payoffs == pytest.approx(exact.payoffs, abs=2e-6 * (high - low))


def test_no_trust_is_what_the_trust_game_comes_to():
    for profile in solve(games.trust()).profiles:
        assert profile.strategy[:2].tolist() == [0, 1]
        assert profile.certificate.unreached.tolist() == [False, True]
