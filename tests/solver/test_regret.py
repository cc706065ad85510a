"""Regret matching by structure: where it must converge, and what it says where it does not."""

import numpy as np
import pytest

from solver.regret import solve_regret
from solver.strategic import StrategicForm
from tests.solver import games


@pytest.mark.parametrize(
    ("form", "value"), [(games.ONEILL, -1 / 5), (games.SKEW, 0), (games.SHIFTED_PENNIES, -2)]
)
def test_zero_sum_games_converge(form, value):
    result = solve_regret(form, tolerance=1e-2)
    assert result.converged
    assert result.payoffs[0] == pytest.approx(value, abs=2e-2)


def test_dominance_is_found_at_once():
    form = StrategicForm.from_tables([[3, 0], [5, 1]], [[3, 5], [0, 1]])
    result = solve_regret(form)
    assert result.strategy == pytest.approx([0, 1, 0, 1], abs=1e-3)


def test_play_as_a_whole_comes_close_to_a_coarse_equilibrium():
    # Shapley's game, where the averages circle for ever.
    a = np.eye(3)
    form = StrategicForm.from_tables(a, np.roll(a, 1, axis=1))
    result = solve_regret(form, iterations=4000, start=np.array([1.0, 0, 0, 0, 1, 0]))
    assert result.parameters["coarse_gap"] < 1e-2


class Volunteers:
    """Eight players, each may call; a call costs 1, and somebody's call is worth 2 to all."""

    players = tuple(map(str, range(8)))
    n_actions = np.full(8, 2, dtype=np.int32)
    payoff_range = (0.0, 2.0)

    def action_values(self, mixed):
        silent = mixed[1::2]
        others = np.array([np.prod(np.delete(silent, i)) for i in range(8)])
        return np.stack([np.ones(8), 2 * (1 - others)], axis=1).ravel()


def test_many_players_by_structure():
    result = solve_regret(Volunteers(), iterations=3000)
    certificate = result.profiles[0].certificate
    silent = result.strategy[1::2]
    values = [2 * (1 - np.prod(np.delete(silent, i))) for i in range(8)]
    assert certificate.action_values[1::2] == pytest.approx(values)
    assert result.parameters["coarse_gap"] < 1e-2
