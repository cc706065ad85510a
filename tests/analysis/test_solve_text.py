"""The text of a solved file says what the record says."""

from io import StringIO

import pytest

from analysis.render.catalogues import catalogue
from analysis.render.solve import solved
from analysis.render.terminal import Page
from analysis.solve import solve_file
from solver.gamefile import write_game
from solver.solve import Options
from tests.solver import games


def shown(tmp_path, form, options=None, lang="en"):
    file = tmp_path / "game"
    file.write_text(write_game(form), encoding="utf-8")
    out = StringIO()
    solved(solve_file(file, options), Page(lang, out), catalogue(lang))
    return out.getvalue()


def test_exact_numbers_and_unreached_sets(tmp_path):
    text = shown(tmp_path, games.trust())
    assert "Trust game" in text
    assert "trusted (not reached)" in text
    assert "game tree, general sum, perfect recall, 5 nodes, 2 information sets" in text
    assert "proven in exact arithmetic" in text
    assert "…" not in text.replace("-1 … 2", "")


def test_several_and_all(tmp_path):
    text = shown(tmp_path, games.BATTLE)
    assert "Equilibrium 3 of 3" in text
    assert "These are all equilibria." in text
    assert "3/5" in text


def test_not_converged_is_said(tmp_path):
    text = shown(tmp_path, games.kuhn(), Options(method="cfr", iterations=5))
    assert "Not solved to tolerance" in text


def test_ranges(tmp_path):
    text = shown(tmp_path, games.CHICKEN, Options(method="ce"))
    assert "Range of each payoff" in text
    assert "player 1 2; player 2 1" in text


@pytest.mark.parametrize("form", [games.trust(), games.BATTLE])
def test_korean(tmp_path, form):
    text = shown(tmp_path, form, lang="ko")
    assert "균형" in text
    assert "Equilibrium" not in text
