"""Linear programmes from arrays, by GLOP and HiGHS; only a proven optimum is a result."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

from solver.errors import SolveFailed, TimeLimit
from solver.extensive import Floats

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Engine = Literal["glop", "highs"]
LARGE_ROWS = 5_000
PLAIN_GLOP = "use_preprocessing: false use_dual_simplex: false"
"""The primal simplex on the programme as it stands: another path where the usual one breaks off."""


@dataclass(frozen=True, eq=False)
class LpSolution:
    """An optimum.

    Attributes
    ----------
    x : (n_columns,)
    duals : (n_rows,)
        Change of the objective for a unit more of each row's bound.
    engine : str
        The solver that proved it.
    """

    x: Floats
    duals: Floats
    objective: float
    engine: str
    seconds: float


def solve_lp(
    objective: Floats,
    matrix: csr_array,
    row_bounds: tuple[Floats, Floats],
    column_bounds: tuple[Floats, Floats],
    *,
    maximize: bool = False,
    engine: Engine | None = None,
    time_limit: float = 60.0,
) -> LpSolution:
    """Return an optimum of a linear programme.

    Parameters
    ----------
    objective : (n_columns,)
    matrix : sparse (n_rows, n_columns)
    row_bounds, column_bounds : pairs of arrays
        Lower and upper bounds, infinite where there is none.
    engine : {"glop", "highs"}, optional
        Both are simplex codes. By default GLOP for small programmes and HiGHS for large ones. Where
        it finds no optimum (GLOP may say ABNORMAL) the other is tried, then GLOP the plain way.
    time_limit : float
        Seconds.

    Raises
    ------
    TimeLimit
        If time ran out before an optimum was proven.
    SolveFailed
        If no attempt proves an optimum: infeasible, unbounded, or numerically out of reach.
    """
    start = time.perf_counter()
    said = []
    problem = _Problem(objective, matrix, row_bounds, column_bounds, maximize)
    for name, settings in _attempts(engine, matrix.shape[0]):
        left = max(time_limit - (time.perf_counter() - start), 0.01)
        if name == "glop":
            status, x, duals, value = _run_glop(problem, left, settings)
        else:
            status, x, duals, value = _run_highs(problem, left)
        if status == "OPTIMAL":
            return LpSolution(x, duals, value, name, time.perf_counter() - start)
        said.append(f"{name}{' plain' if settings else ''}: {status}")
        if time.perf_counter() - start >= time_limit:
            raise TimeLimit(f"no optimum within {time_limit:.3g} s ({'; '.join(said)})")
    raise SolveFailed(f"the linear programme has no proven optimum ({'; '.join(said)})")


def _attempts(engine: Engine | None, rows: int) -> list[tuple[Engine, str]]:
    """Return engines with settings of their own, in the order in which they are tried."""
    glop: tuple[Engine, str] = ("glop", "")
    highs: tuple[Engine, str] = ("highs", "")
    plain: tuple[Engine, str] = ("glop", PLAIN_GLOP)
    if engine == "highs":
        return [highs]
    if engine == "glop":
        return [glop, plain]
    return [glop, highs, plain] if rows <= LARGE_ROWS else [highs, glop, plain]


_Outcome: TypeAlias = tuple[str, Floats, Floats, float]  # status, x, duals, objective
_NOTHING = np.empty(0)


class _Problem(NamedTuple):
    objective: Floats
    matrix: csr_array
    row_bounds: tuple[Floats, Floats]
    column_bounds: tuple[Floats, Floats]
    maximize: bool


def _run_glop(problem: _Problem, time_limit: float, settings: str) -> _Outcome:
    from ortools.linear_solver.python.model_builder_helper import (
        ModelBuilderHelper,
        ModelSolverHelper,
    )
    from scipy.sparse import csr_matrix

    model = ModelBuilderHelper()
    fill: Any = model.fill_model_from_sparse_data  # its stub has scalars for arrays
    objective, matrix, row_bounds, column_bounds, maximize = problem
    fill(*column_bounds, objective, *row_bounds, csr_matrix(matrix))
    model.set_maximize(maximize)
    solver = ModelSolverHelper("glop")
    solver.set_time_limit_in_seconds(time_limit)
    solver.set_solver_specific_parameters(settings)
    solver.solve(model)
    if not solver.has_solution() or solver.status().name != "OPTIMAL":
        return solver.status().name, _NOTHING, _NOTHING, float("nan")
    x, duals = np.array(solver.variable_values()), np.array(solver.dual_values())
    return "OPTIMAL", x, duals, float(solver.objective_value())


def _run_highs(problem: _Problem, time_limit: float) -> _Outcome:
    """Run HiGHS by SciPy: OR-Tools 9.15 hands out row activities as duals, and prints."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, vstack

    run: Any = linprog  # its stub has no sparse matrices

    objective, matrix, (low, high), column_bounds, maximize = problem
    sign = -1.0 if maximize else 1.0
    equal = low == high
    below = np.flatnonzero(~equal & (high < np.inf))
    above = np.flatnonzero(~equal & (low > -np.inf))
    found = run(
        sign * objective,
        A_ub=csr_array(vstack([matrix[below], -matrix[above]])),
        b_ub=np.concatenate([high[below], -low[above]]),
        A_eq=matrix[equal],
        b_eq=low[equal],
        bounds=np.stack(column_bounds, axis=1),
        method="highs-ds",
        options={"time_limit": time_limit},
    )
    if found.status != 0:
        return found.message.partition(".")[0], _NOTHING, _NOTHING, float("nan")
    duals = np.zeros(len(low))
    duals[equal] = found.eqlin.marginals
    duals[below] = found.ineqlin.marginals[: len(below)]
    duals[above] -= found.ineqlin.marginals[len(below) :]
    return "OPTIMAL", found.x, sign * duals, sign * float(found.fun)
