"""Correlated equilibria against ranges found by hand."""

import numpy as np
import pytest

from solver import correlated
from solver.correlated import correlated_equilibrium, correlated_ranges, disobedience
from solver.errors import BadGame
from solver.strategic import StrategicForm
from tests.solver import games


def test_chicken_by_hand():
    # Payoffs 6,6 / 2,7 / 7,2 / 0,0 with probabilities x, y, y', z. Obeying the first action asks
    # for x <= 2y and x <= 2y', obeying the second for 2z <= y' and 2z <= y; welfare is
    # 12x + 9(y + y'): most at x : y : y' : z = 2 : 1 : 1 : 0, least at 0 : 2 : 2 : 1.
    welfare = games.CHICKEN.payoff.sum(axis=0)
    best = correlated_equilibrium(games.CHICKEN, welfare)
    assert best.objective == pytest.approx(10.5)
    assert sorted(best.probability) == pytest.approx([1 / 4, 1 / 4, 1 / 2])
    assert best.gain <= 1e-12
    worst = correlated_equilibrium(games.CHICKEN, welfare, maximize=False)
    assert worst.objective == pytest.approx(36 / 5)


def test_range_of_each_payoff():
    # Chicken's extremes are its pure equilibria: 7 and 2.
    ranges = correlated_ranges(games.CHICKEN)
    assert ranges == {"player 1": pytest.approx((2, 7)), "player 2": pytest.approx((2, 7))}
    assert correlated_ranges(games.PENNIES)["player 1"] == pytest.approx((0, 0))
    # Battle of the sexes: the mixed equilibrium's 6/5 is the least, 3 the most.
    assert correlated_ranges(games.BATTLE)["player 1"] == pytest.approx((6 / 5, 3))


def test_coarse_is_wider():
    # Rock-paper-scissors where a tie gives both 1/2; masses D of ties, W and L of the first
    # player's wins and losses. That nobody gains by "one further than told" asks for
    # D/2 + 3L/2 <= 2W and D/2 + 3W/2 <= 2L, in sum D <= (W + L)/2 = 1/3: welfare is at most 1/3,
    # as in uniform play. Before they are told, ties alone hold: a fixed action gives 1/6.
    table = np.array([[0.5, -1, 1], [1, 0.5, -1], [-1, 1, 0.5]])
    form = StrategicForm.from_tables(table, table.T)
    welfare = form.payoff.sum(axis=0)
    assert correlated_equilibrium(form, welfare).objective == pytest.approx(1 / 3)
    coarse = correlated_equilibrium(form, welfare, coarse=True)
    assert coarse.objective == pytest.approx(1)
    assert coarse.coarse


def test_three_players_minority():
    # Two of three alike lose nothing, the odd one out wins 1: payoffs sum to 1 or 0.
    shape = (2, 2, 2)
    tables = np.zeros((3, *shape))
    for cell in np.ndindex(shape):
        for i in range(3):
            tables[(i, *cell)] = sum(c == cell[i] for c in cell) == 1
    form = StrategicForm.from_tables(*tables)
    for name, (low, high) in correlated_ranges(form).items():
        # A pure equilibrium gives any one player all: (1,0,0) is obeyed by the two losers.
        assert (name, low, high) == (name, pytest.approx(0), pytest.approx(1))


class Structure:
    """A table seen only through its prices."""

    def __init__(self, table):
        self.table = table
        self.players, self.n_actions = table.players, table.n_actions
        self.payoff_range = table.payoff_range

    def action_values(self, mixed):
        return self.table.action_values(mixed)


@pytest.mark.parametrize("coarse", [False, True])
def test_structure_and_columns_equal_the_table(coarse, monkeypatch):
    rng = np.random.default_rng(3)
    form = StrategicForm.from_tables(*rng.integers(-5, 6, size=(4, 4, 4, 4, 4)))
    direct = correlated_ranges(form, coarse=coarse)
    for name, bounds in correlated_ranges(Structure(form), coarse=coarse).items():
        assert bounds == pytest.approx(direct[name])
    monkeypatch.setattr(correlated, "_DIRECT_ENTRIES", 0)
    monkeypatch.setattr(correlated, "_COLUMNS_A_ROUND", 20)
    for name, bounds in correlated_ranges(form, coarse=coarse).items():
        assert bounds == pytest.approx(direct[name], abs=1e-7)


def test_disobedience_by_hand():
    # Always (1,1) in Chicken: going over to the second action gains 1.
    assert disobedience(games.CHICKEN, np.array([[0, 0]]), np.ones(1), coarse=False) == 1
    assert disobedience(games.CHICKEN, np.array([[0, 0]]), np.ones(1), coarse=True) == 1
    # Half (1,1), half (2,2): told 1, going over gains 1/2; told 2, it gains 1.
    both = np.array([[0, 0], [1, 1]])
    half = np.full(2, 0.5)
    assert disobedience(games.CHICKEN, both, half, coarse=False) == 0.5 * 1 + 0.5 * 2
    assert disobedience(games.CHICKEN, both, half, coarse=True) == 0.5 * 2


def test_wrong_objective():
    with pytest.raises(BadGame, match="size 3; allowed: 4"):
        correlated_equilibrium(games.PENNIES, np.zeros(3))
