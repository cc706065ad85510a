"""The record of a solved game file: keys, order, certificates, fractions."""

import json

import pytest

import analysis.solve
from analysis.errors import BadInput
from analysis.solve import Asked, describe, solve_file
from analysis.solve_keys import by_infoset
from solver.errors import BadGameFile, ImperfectRecall, TimeLimit, Unsupported
from solver.gamefile import write_game
from solver.solve import Options
from tests.solver import games

KEYS = {"game", "method", "selection", "tolerance", "equilibria", "complete", "seconds"}


@pytest.fixture
def written(tmp_path):
    def write(form):
        file = tmp_path / "game.efg"
        file.write_text(write_game(form), encoding="utf-8")
        return file

    return write


def test_kuhn(written):
    record = solve_file(written(games.kuhn()), Options(exact=True))
    assert record.keys() >= KEYS
    assert record["game"]["players"] == ["first", "second"]
    assert (record["game"]["form"], record["game"]["zero_sum"]) == ("extensive", True)
    assert record["game"]["payoff_range"] == [-2, 2]
    (found,) = record["equilibria"]
    assert found["payoffs_exact"] == {"first": "-1/18", "second": "1/18"}
    assert found["strategies"]["second"]["1 bet"]["call"] == pytest.approx(1 / 3)
    assert found["strategies_exact"]["second"]["1 bet"]["call"] == "1/3"
    assert found["epsilon"] <= record["tolerance"]
    assert len(found["strategies"]["first"]) == 6
    json.dumps(record, allow_nan=False)


def test_a_table_with_several_equilibria(written):
    record = solve_file(written(games.BATTLE))
    assert len(record["equilibria"]) == 3
    assert record["complete"]
    assert record["game"]["form"] == "strategic"
    assert set(record["equilibria"][0]["strategies"]["player 1"]) == {""}


def test_unreached_sets_are_named(written):
    record = solve_file(written(games.trust()), Options(method="enumpure"))
    assert record["equilibria"][0]["unreached"] == {"truster": [], "trusted": ["trusted"]}
    values = record["equilibria"][0]["action_values"]["trusted"]["trusted"]
    assert set(values) == {"honour", "abuse"}
    json.dumps(record, allow_nan=False)


def test_keys_where_labels_are_missing_or_repeated(tmp_path):
    file = tmp_path / "odd.efg"
    file.write_text(
        'EFG 2 R "" { "" "A" "A" }\n'
        'p "" 1 9 "same" { "x" "x" } 0\n'
        'p "" 1 4 "same" { "" "y" } 0\nt "" 0\nt "" 0\n'
        'p "" 2 1 "" { "l" "#1" } 0\nt "" 0\nt "" 0\n'
    )
    record = solve_file(file)
    strategies = record["equilibria"][0]["strategies"]
    assert list(strategies) == ["#1", "#2", "#3"]
    assert list(strategies["#1"]) == ["#4", "#9"]
    assert list(strategies["#1"]["#9"]) == ["#1", "#2"]
    assert list(strategies["#1"]["#4"]) == ["#1", "y"]
    assert list(strategies["#2"]["#1"]) == ["l", "#2"]


def test_correlated(written):
    record = solve_file(written(games.CHICKEN), Options(method="ce"))
    (found,) = record["equilibria"]
    assert sum(found["payoffs"].values()) == pytest.approx(10.5)
    assert sum(row["probability"] for row in found["distribution"]) == pytest.approx(1)
    assert record["range"]["player 1"] == pytest.approx([2, 7])
    selfish = solve_file(written(games.CHICKEN), Options(method="ce"), Asked(objective="player 2"))
    assert selfish["equilibria"][0]["payoffs"]["player 2"] == pytest.approx(7)
    with pytest.raises(BadInput, match="allowed: welfare, player 1, player 2"):
        solve_file(written(games.CHICKEN), Options(method="ce"), Asked(objective="x"))


def test_a_device_out_of_time_leaves_play_without_one(written, monkeypatch):
    def never(*_):
        raise TimeLimit("no optimum within 1 s")

    monkeypatch.setattr(analysis.solve, "correlated", never)
    record = solve_file(written(games.CHICKEN), Options(method="ce"))
    assert not record["converged"]
    assert "no optimum within 1 s; shown is play without a device" in record["note"]
    # Chicken's equilibria: one swerves (7, 2 or 2, 7), or both mix, worth 14/3 each.
    for equilibrium in record["equilibria"]:
        paid = sorted(equilibrium["payoffs"].values())
        assert min(abs(paid[0] - 2) + abs(paid[1] - 7), abs(paid[0] - 14 / 3)) < 1e-3


def test_advice_move_by_move(written):
    record = solve_file(written(games.one_card_poker()), Options(method="efce"))
    assert record["range"]["Ann"] == pytest.approx([1 / 3, 1 / 3])
    json.dumps(record, allow_nan=False)


def test_teams(written):
    record = solve_file(
        written(games.kuhn3_small()), Options(method="team"), Asked(team=["one", "three"])
    )
    (found,) = record["equilibria"]
    assert record["range"]["one + three"] == pytest.approx([0, 0], abs=1e-5)
    assert found["payoffs"]["two"] == pytest.approx(0, abs=1e-5)
    plans = found["distribution"]["one + three"]
    assert sum(row["probability"] for row in plans) == pytest.approx(1)
    assert set(plans[0]["profile"]) == {"one", "three"}
    json.dumps(record, allow_nan=False)
    with pytest.raises(Unsupported, match="allowed: some of one, two, three"):
        solve_file(written(games.kuhn3_small()), Options(method="team"), Asked(team=["four"]))


def test_bad_files(written, tmp_path):
    with pytest.raises(ImperfectRecall, match="crossing"):
        solve_file(written(games.absent_minded_driver()))
    bad = tmp_path / "bad.nfg"
    bad.write_text('NFG 1 R "" { "A" } { 2 } 1')
    with pytest.raises(BadGameFile, match="line 1, column 27"):
        solve_file(bad)
    with pytest.raises(Unsupported, match="method 'x'; allowed: auto"):
        solve_file(written(games.kuhn()), Options(method="x"))


def test_describe_and_order():
    form = games.absent_minded_driver()
    assert describe(form)["perfect_recall"] is False
    assert describe(games.SHIFTED_PENNIES)["zero_sum"] is False
    assert describe(games.SHIFTED_PENNIES)["constant_sum"] == -4
    assert by_infoset(games.trust(), [1, 2, 3, 4])["trusted"] == {
        "trusted": {"honour": 3, "abuse": 4}
    }
