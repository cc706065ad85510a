"""Linear programmes: only a proven optimum comes back."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from solver import lp
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


def break_off(monkeypatch, *broken):
    """Let attempts end as GLOP does now and then: with the word ABNORMAL and no numbers."""
    run_glop, run_highs = lp._run_glop, lp._run_highs
    none = "ABNORMAL", np.empty(0), np.empty(0), np.nan

    def glop(problem, time_limit, settings):
        kind = "plain" if settings else "glop"
        return none if kind in broken else run_glop(problem, time_limit, settings)

    def highs(problem, time_limit):
        return none if "highs" in broken else run_highs(problem, time_limit)

    monkeypatch.setattr(lp, "_run_glop", glop)
    monkeypatch.setattr(lp, "_run_highs", highs)


@pytest.mark.parametrize(
    ("broken", "engine", "by"),
    [
        (["glop"], None, "highs"),
        (["glop", "highs"], None, "glop"),
        (["glop"], "glop", "glop"),
    ],
)
def test_an_abnormal_end_is_tried_another_way(monkeypatch, broken, engine, by):
    break_off(monkeypatch, *broken)
    found = solve(
        [3, 2], [[1, 1], [1, 3], [1, 0]], [-INF] * 3, [4, 7, 3], maximize=True, engine=engine
    )
    assert found.engine == by
    assert found.x == pytest.approx([3, 1])
    assert found.duals == pytest.approx([2, 0, 1])


@pytest.mark.parametrize("engine", ["glop", "highs", None])
def test_abnormal_to_the_end_is_a_clear_error(monkeypatch, engine):
    break_off(monkeypatch, "glop", "highs", "plain")
    with pytest.raises(SolveFailed, match=r"no proven optimum \(.*ABNORMAL\)"):
        solve([1], [[1]], [1], [INF], engine=engine)
