"""Linear programmes: only a proven optimum comes back."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from solver.errors import SolveFailed, TimeLimit
from solver.lp import solve_lp

INF = np.inf


def solve(objective, rows, low, high, **options):
    columns = np.zeros(len(objective)), np.full(len(objective), INF)
    bounds = np.array(low, dtype=float), np.array(high, dtype=float)
    matrix = csr_array(np.array(rows, dtype=float))
    return solve_lp(np.array(objective, dtype=float), matrix, bounds, columns, **options)


@pytest.mark.parametrize("engine", ["glop", "highs", None])
def test_optimum_and_duals_by_hand(engine, capfd):
    # max 3x + 2y, x + y <= 4, x + 3y <= 7, x <= 3: at (3, 1); duals 2, 0, 1.
    found = solve(
        [3, 2], [[1, 1], [1, 3], [1, 0]], [-INF] * 3, [4, 7, 3], maximize=True, engine=engine
    )
    assert found.x == pytest.approx([3, 1])
    assert found.objective == pytest.approx(11)
    assert found.duals == pytest.approx([2, 0, 1])
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("engine", ["glop", "highs", None])
def test_unbounded_is_no_result(engine):
    # min 11a - 9.5b + 7.27c with a - b + c = 0, all at least 1: b = a + c makes it 1.5a - 2.23c.
    with pytest.raises(SolveFailed, match="no proven optimum"):
        solve_lp(
            np.array([11, -9.5, 7.27]),
            csr_array(np.array([[1.0, -1.0, 1.0]])),
            (np.zeros(1), np.zeros(1)),
            (np.ones(3), np.full(3, INF)),
            engine=engine,
        )


def test_infeasible_is_no_result():
    with pytest.raises(SolveFailed, match="no proven optimum"):
        solve([1], [[1], [1]], [2, -INF], [INF, 1])


def test_time_limit():
    rng = np.random.default_rng(0)
    size = 900
    with pytest.raises(TimeLimit, match=r"within 0\.01 s"):
        solve(
            rng.random(size),
            rng.random((size, size)),
            [-INF] * size,
            [1] * size,
            maximize=True,
            time_limit=0.01,
        )
