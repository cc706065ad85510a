"""At a limit the best profile so far is handed out, with its gain, and is not called solved."""

import pytest

from solver import gambit, race
from solver.certificate import certify
from solver.errors import SolveFailed, TimeLimit
from solver.race import filled, race_zero_sum
from solver.solve import Options, solve
from solver.zero_sum import solve_zero_sum
from tests.solver import games


def test_a_hanging_method_leaves_the_best_so_far(monkeypatch, tmp_path):
    child = tmp_path / "child.py"
    child.write_text("import time\ntime.sleep(60)")
    monkeypatch.setattr(gambit, "CHILD", child)
    result = solve(games.kuhn(), Options(method="lcp", time_limit=0.5))
    assert not result.converged
    assert "found nothing within 0.5 s" in result.note
    assert result.epsilon == certify(games.kuhn(), result.strategy).epsilon
    assert result.seconds < 20


def test_a_wrong_answer_is_no_best_so_far(monkeypatch, tmp_path):
    child = tmp_path / "child.py"
    child.write_text(
        "import sys\nsys.stdin.read()\n"
        """print('{"profile": {"0": "1", "1": "0", "2": "0", "3": "1"}}')\n"""
        """print('{"done": true, "reason": "", "skipped": 0, "cliques": [1]}')\n"""
    )
    monkeypatch.setattr(gambit, "CHILD", child)
    with pytest.raises(SolveFailed, match="gains 2 by deviating"):
        solve(games.BATTLE, Options(method="enummixed"))


def test_a_programme_in_time_is_the_answer():
    seen = []
    result = race_zero_sum(games.liars_dice(4), progress=seen.append)
    assert result.method == "lp"
    assert result.payoffs[0] == pytest.approx(1 / 16, abs=1e-9)
    assert seen
    assert seen[0].unit == "iterations"


def test_a_programme_out_of_time_leaves_regret_minimization(monkeypatch):
    def never(form, *, time_limit):
        raise TimeLimit("no optimum")

    monkeypatch.setattr(race, "solve_zero_sum", never)
    monkeypatch.setattr(race, "default_tolerance", lambda form: 0.0)
    result = race_zero_sum(games.leduc(), time_limit=1)
    assert result.method in ("dcfr", "pdcfr+")
    assert not result.converged
    assert 0 < result.epsilon < 4
    assert "not done within 1 s (no optimum)" in result.note


def test_play_where_the_own_plan_never_leads_changes_nothing_else():
    form = games.kuhn()
    plain = solve_zero_sum(form)
    other = form.uniform_strategy()
    result = filled(form, plain, other, "as told")
    assert result.payoffs == pytest.approx(plain.payoffs)
    assert result.epsilon <= 1e-9
    changed = result.strategy != plain.strategy
    assert (result.strategy[changed] == other[changed]).all()


def test_a_programme_that_leaves_no_time_to_refine_is_still_the_answer(monkeypatch):
    def never(form, result, *, time_limit):
        raise TimeLimit("no optimum")

    monkeypatch.setattr("solver.solve.refine_zero_sum", never)
    result = solve(games.kuhn())
    assert result.converged
    assert result.payoffs[0] == pytest.approx(-1 / 18)
    assert "off the path" in result.note
