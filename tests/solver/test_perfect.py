"""Selection: dominated and dominating equilibria by hand."""

import numpy as np

from solver.gambit import solve_gambit
from solver.perfect import is_undominated, payoff_dominant, undominated
from solver.strategic import StrategicForm
from tests.solver import games

# Selten's example: (1,1) / (0,0) // (0,0) / (0,0): the second equilibrium is not perfect.
WEAK = StrategicForm.from_tables([[1, 0], [0, 0]], [[1, 0], [0, 0]])


def test_weak_dominance():
    assert is_undominated(WEAK, 0, np.array([1.0, 0]))
    assert not is_undominated(WEAK, 0, np.array([0, 1.0]))
    assert not is_undominated(WEAK, 1, np.array([0.9, 0.1]))
    # Dominated by a mix of the others, by no pure one.
    mixed = StrategicForm.from_tables([[3, 0], [0, 3], [1, 1]], [[0, 0]] * 3)
    assert not is_undominated(mixed, 0, np.array([0, 0, 1.0]))
    assert is_undominated(mixed, 0, np.array([0.5, 0.5, 0]))


def test_undominated_equilibria():
    every = solve_gambit(WEAK, "enummixed").profiles
    assert len(every) == 2
    kept = undominated(WEAK, every)
    assert [p.strategy.tolist() for p in kept] == [[1, 0, 1, 0]]


def test_payoff_dominance():
    stag = StrategicForm.from_tables([[4, 0], [3, 2]], [[4, 3], [0, 2]])
    every = solve_gambit(stag, "enummixed").profiles
    assert len(every) == 3
    assert payoff_dominant(every)[0].strategy.tolist() == [1, 0, 1, 0]
    assert len(payoff_dominant(every)) == 1
    # In the battle of the sexes two are best, one for each.
    assert len(payoff_dominant(solve_gambit(games.BATTLE, "enummixed").profiles)) == 2
