"""The bridge to Gambit: right answers come back certified, wrong ones and crashes never do."""

from fractions import Fraction as F

import numpy as np
import pytest

from solver import gambit
from solver.errors import ImperfectRecall, SolveFailed, TimeLimit, Unsupported
from solver.gambit import METHODS, solve_gambit
from solver.strategic import StrategicForm, to_extensive
from solver.zero_sum import solve_zero_sum
from tests.solver import games

MIXED_BATTLE = (F(3, 5), F(2, 5), F(2, 5), F(3, 5))
BATTLE_EQUILIBRIA = {(1, 0, 1, 0), (0, 1, 0, 1), MIXED_BATTLE}


def test_all_equilibria_of_the_battle_of_the_sexes():
    result = solve_gambit(games.BATTLE, "enummixed")
    assert {p.strategy_exact for p in result.profiles} == BATTLE_EQUILIBRIA
    assert result.complete
    assert all(p.exact for p in result.profiles)
    mixed = next(p for p in result.profiles if p.strategy_exact == MIXED_BATTLE)
    assert mixed.payoffs_exact == (F(6, 5), F(6, 5))


def test_the_degenerate_twin():
    result = solve_gambit(games.TWIN, "enummixed")
    assert {p.strategy_exact for p in result.profiles} >= {
        (1, 0, 0, 1, 0),
        (F(4, 5), F(1, 5), 0, F(2, 3), F(1, 3)),
        (0, F(1, 3), F(2, 3), F(1, 3), F(2, 3)),
    }
    wrong = solve_gambit(games.TWIN_WRONG, "enummixed")
    assert (F(4, 5), F(1, 5), 0, F(2, 3), F(1, 3)) not in {p.strategy_exact for p in wrong.profiles}


def test_a_continuum_is_never_called_complete():
    flat = StrategicForm.from_tables(np.ones((2, 2), dtype=int), np.ones((2, 2), dtype=int))
    result = solve_gambit(flat, "enummixed")
    assert not result.complete
    assert "continuum" in result.note


@pytest.mark.parametrize("method", sorted(set(METHODS) - {"lp", "enumpure-agent", "liap-agent"}))
def test_every_method_on_a_table(method):
    result = solve_gambit(games.BATTLE, method, time_limit=30)
    assert result.converged
    for profile in result.profiles:
        distance = [np.abs(profile.strategy - np.array(e, float)).max() for e in BATTLE_EQUILIBRIA]
        assert min(distance) < 1e-5


@pytest.mark.parametrize("method", ["lp", "lcp", "logit"])
def test_methods_on_a_tree_agree_with_the_programme(method):
    form = games.chance_in_middle()
    result = solve_gambit(form, method)
    assert result.payoffs[0] == pytest.approx(32 / 55, abs=1e-6)
    assert result.payoffs[0] == pytest.approx(solve_zero_sum(form).payoffs[0], abs=1e-6)
    if method != "logit":
        assert result.profiles[0].payoffs_exact == (F(32, 55), F(-32, 55))


@pytest.mark.parametrize("method", ["enumpure-agent", "liap-agent"])
def test_agent_methods(method):
    result = solve_gambit(to_extensive(games.BATTLE), method)
    assert result.converged
    assert "agent" in result.selection


def test_trust_leaves_the_unreached_set_marked():
    profile = solve_gambit(games.trust(), "enumpure").profiles[0]
    assert profile.strategy_exact[:2] == (0, 1)
    assert profile.certificate.unreached.tolist() == [False, True]


def stub(monkeypatch, tmp_path, code):
    child = tmp_path / "child.py"
    child.write_text("import json, os, signal, sys, time\nsys.stdin.read()\n" + code)
    monkeypatch.setattr(gambit, "CHILD", child)


WRONG = 'print(json.dumps({"profile": {"0": "1", "1": "0", "2": "0", "3": "1"}}), flush=True)\n'
RIGHT = 'print(json.dumps({"profile": {"0": "1", "1": "0", "2": "1", "3": "0"}}), flush=True)\n'
DONE = 'print(json.dumps({"done": True, "reason": "", "skipped": 0, "cliques": [1]}))\n'


def test_a_wrong_answer_fails(monkeypatch, tmp_path):
    stub(monkeypatch, tmp_path, WRONG + DONE)
    # (T, R) of the battle: the row player gains 2 - 0, the column player 2 - 0.
    with pytest.raises(SolveFailed, match="gains 2 by deviating"):
        solve_gambit(games.BATTLE, "enummixed")
    stub(monkeypatch, tmp_path, RIGHT + DONE)
    assert solve_gambit(games.BATTLE, "enummixed").converged


def test_a_crash_is_one_clear_line(monkeypatch, tmp_path):
    stub(monkeypatch, tmp_path, "os.kill(os.getpid(), signal.SIGSEGV)")
    with pytest.raises(SolveFailed, match=r"Gambit's lcp crashed \(exit code -11\)"):
        solve_gambit(games.BATTLE, "lcp")


def test_a_hang_ends_at_the_limit(monkeypatch, tmp_path):
    stub(monkeypatch, tmp_path, "time.sleep(60)")
    with pytest.raises(TimeLimit, match=r"nothing within 0\.5 s"):
        solve_gambit(games.BATTLE, "lcp", time_limit=0.5)
    stub(monkeypatch, tmp_path, RIGHT + "time.sleep(60)")
    partial = solve_gambit(games.BATTLE, "lcp", time_limit=1.5)
    assert partial.strategy.tolist() == [1, 0, 1, 0]
    assert "time limit" in partial.note
    assert not partial.complete


def test_nothing_found_is_an_error(monkeypatch, tmp_path):
    stub(monkeypatch, tmp_path, DONE)
    with pytest.raises(SolveFailed, match="found no equilibrium"):
        solve_gambit(games.BATTLE, "gnm")
    # No pure equilibrium of matching pennies.
    monkeypatch.undo()
    with pytest.raises(SolveFailed, match="found no equilibrium"):
        solve_gambit(games.PENNIES, "enumpure")


def test_refusals():
    with pytest.raises(Unsupported, match="allowed: lp, lcp"):
        solve_gambit(games.BATTLE, "magic")
    with pytest.raises(Unsupported, match="constant sum"):
        solve_gambit(games.BATTLE, "lp")
    with pytest.raises(Unsupported, match="two players; the game has 3"):
        solve_gambit(games.selten_horse(), "lcp")
    with pytest.raises(Unsupported, match="extensive form"):
        solve_gambit(games.BATTLE, "liap-agent")
    with pytest.raises(ImperfectRecall):
        solve_gambit(games.absent_minded_driver(), "logit")
    with pytest.raises(SolveFailed, match="unexpected keyword"):
        solve_gambit(games.BATTLE, "logit", options={"colour": 1})
