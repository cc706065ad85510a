"""`analyze good-guys` as a user types it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from cli import app


def run(line: str) -> Result:
    return CliRunner().invoke(app, ["good-guys", *line.split()], prog_name="analyze")


def document(line: str) -> dict[str, Any]:
    result = run(line + " --json")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.mark.parametrize("players", range(4, 9))
def test_default_answer_for_every_number_of_players(players: int) -> None:
    found = document(f"--players {players} --no-check")
    best = found["recommendation"]
    assert best["type"] == "boss-offer"
    assert len(best["loot"]) == players + 2
    offered = sorted(card for row in best["offer"] for card in row["cards"])
    assert offered == sorted(best["loot"])
    for row in best["votes"]:
        assert sum(value for name, value in row.items() if name != "seat") == pytest.approx(1)
    assert len(best["votes"]) == players
    assert 0 < best["pass_probability"] + best["tie_probability"] < 1
    # One of the seats finishes richest; ties are shared.
    assert sum(found["values"].values()) == pytest.approx(1, abs=0.02)
    assert found["certificate"]["residual"] <= 1e-9
    assert all(row["value"] <= best["boss_value"] for row in found["alternatives"])
    assert found["engine_check"] == []
    assert found["details"]["dealt"] is True


def test_given_state_is_the_state_answered() -> None:
    found = document("--players 4 --loot 5,4,4,3,2,2 --cards-left 80 --boss-terms 2 --no-check")
    assert found["recommendation"]["loot"] == [5, 4, 4, 3, 2, 2]
    assert found["details"]["dealt"] is False


def test_engine_check_is_part_of_the_answer() -> None:
    rows = document("--players 4 --games 50 --workers 1")["engine_check"]
    assert rows[0]["quantity"] == "boss_value"
    assert all(row["games"] == 50 for row in rows)
    assert all(row["ci_low"] <= row["measured"] <= row["ci_high"] for row in rows)


def test_decisions_are_listed_and_solved() -> None:
    listed = json.loads(run("--decision list --json").stdout)
    names = [row["decision"] for row in listed["decisions"]]
    assert names[0] == "boss-offer"
    found = document("--players 5 --decision bargaining --set shares=divisible --no-check")
    # Votes only, money, odd number of players, accept when indifferent: the boss keeps all
    # (docs/rules/good-guys.md, facts).
    assert found["decision"] == "bargaining"
    assert found["recommendation"]["offer"][0]["share"] == sum(
        row["share"] for row in found["recommendation"]["offer"]
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--players 3", "4 to 8"),
        ("--players five", "'five'"),
        ("--players 5 --loot 5,4", "7 cards"),
        ("--players 5 --loot=-5,4,4,3,2,2,3", "2 to 5"),
        ("--players 5 --loot a,b", "2 to 5"),
        ("--players 5 --cards-left=-3", "34 to 113"),
        ("--players 5 --utility luck", "'win', 'money'"),
        ("--players 5 --qre-lambda 0", "above 0"),
        ("--players 5 --decision chess", "boss-offer"),
        ("--players 5 --set colour=red", "'colour'"),
        ("--players 5 --set colour", "NAME=VALUE"),
        ("--players 5 --payoffs --rules payoffs=false", "twice"),
        ("--players 5 --seats 4", "--seats"),
        ("", "--players"),
    ],
)
def test_bad_states_are_one_line(line: str, says: str) -> None:
    result = run(line)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert says in result.stderr


def test_text_answers_in_both_languages() -> None:
    english = run("--players 5 --no-check")
    assert english.exit_code == 0
    assert "The boss's best offer found" in english.stdout
    korean = run("--players 5 --no-check --lang ko")
    assert "찾은 보스의 최선 제안" in korean.stdout


def test_an_answer_beyond_tolerance_exits_with_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analysis.answer.RESIDUAL", -1.0)
    result = run("--players 5 --no-check --json")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["decision"] == "boss-offer"
