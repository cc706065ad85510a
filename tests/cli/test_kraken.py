"""`analyze kraken` as a user types it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from cli import app
from models.registry import decisions

TALK = "--players 4 --round 2 --found 1 --my-hand 1 --claims 1,2,1K,0 --set games=2000"


def run(line: str) -> Result:
    return CliRunner().invoke(app, ["kraken", *line.split()], prog_name="analyze")


def document(line: str) -> dict[str, Any]:
    result = run(line + " --json")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.mark.parametrize("players", range(3, 9))
def test_balance_for_every_number_of_players(players: int) -> None:
    found = document(f"--players {players} --no-check")
    best = found["recommendation"]
    assert best["type"] == "balance"
    assert best["blind"] < best["explorers_win"] < best["upper"]
    assert best["lower"] < best["upper"]
    assert found["values"]["explorers"] == best["explorers_win"]
    for row in found["alternatives"]:
        assert row["ci_low"] <= row["explorers_win"] <= row["ci_high"]
    wins = [row["explorers_win"] for row in found["alternatives"]]
    assert wins == sorted(wins, reverse=True)  # one skeleton more never helps explorers
    assert {row["round"] for row in found["details"]["rounds"]} == {1, 2, 3, 4}
    ended = sum(r["explorers_win"] + r["skeletons_win"] for r in found["details"]["rounds"])
    assert ended == pytest.approx(1)


@pytest.mark.parametrize("flags", ["--curse", "--specials", "--curse --specials"])
def test_balance_with_expansions(flags: str) -> None:
    found = document(f"--players 5 --no-check {flags}")
    assert found["recommendation"]["expansion"]
    assert found["rules"]["curse"] == ("--curse" in flags)
    plain = document("--players 5 --no-check")
    assert found["recommendation"]["explorers_win"] != plain["recommendation"]["explorers_win"]


def test_whom_to_reveal() -> None:
    found = document(TALK + " --no-check")
    best = found["recommendation"]
    assert best["type"] == "reveal"
    rows = [best, *found["alternatives"]]
    assert {row["seat"] for row in rows} == {1, 2, 3}
    for row in rows:
        cards = ("treasure", "kraken", "empty", "curse", "special")
        odds = [row[f"{card}_probability"] for card in cards]
        assert sum(odds) == pytest.approx(1)
        assert row["value"] <= best["value"]
    # Two treasures are left beside mine: seats 1 and 2 cannot both hold what they say.
    beliefs = {row["seat"]: row for row in found["details"]["beliefs"]}
    assert sum(row["treasures"] for row in beliefs.values()) == pytest.approx(3)
    assert beliefs[1]["skeleton_probability"] > 0.5
    assert sum(row["kraken_probability"] for row in beliefs.values()) == pytest.approx(1)
    assert found["certificate"]["epsilon"] is None
    low, high = found["certificate"]["range"]["explorers"]
    assert low < best["explorers_win"] < high
    assert all(row["games"] == 2000 and row["error"] > 0 for row in rows)


def test_a_skeleton_wants_the_opposite() -> None:
    explorer, skeleton = document(TALK + " --no-check"), None
    skeleton = document(TALK + " --role skeleton --no-check")
    assert skeleton["recommendation"]["value"] == pytest.approx(
        1 - skeleton["recommendation"]["explorers_win"]
    )
    # The hand said to hold the Kraken is the skeleton's pick, and the explorer's last.
    assert skeleton["recommendation"]["seat"] == 2
    assert explorer["alternatives"][-1]["seat"] == 2


def test_what_to_claim() -> None:
    found = document(
        "--players 3 --my-hand 1 --marker 1 --claims ?,1,1K --no-check --set games=250"
    )
    assert found["recommendation"]["type"] == "claim"
    rows = [found["recommendation"], *found["alternatives"]]
    # 0 to 3 treasures with and without the Kraken, and silence.
    assert len(rows) == 9
    assert sum(row["true"] for row in rows) == 1
    line = "--players 3 --my-hand 1 --claims 1,1,1K --decision claim --no-check --set games=250"
    forced = document(line)
    assert forced["decision"] == "claim"


def test_earlier_rounds_tell_of_roles(tmp_path: Path) -> None:
    file = tmp_path / "talk.txt"
    # Seat 1 said three treasures in round 1, and two of his cards were empty besides.
    file.write_text("1,3,0,0 | 1E 2E 1E 0E\n1,1,1,1\n")
    line = f"--players 4 --claims {file} --my-hand 1 --no-check --set games=250"
    suspicious = document(line)["details"]["beliefs"][1]["skeleton_probability"]
    few = "--my-hand 1 --no-check --set games=250"
    alone = document(f"--players 4 --round 2 --claims 1,1,1,1 {few}")
    assert suspicious > alone["details"]["beliefs"][1]["skeleton_probability"]


def test_every_decision_is_listed_and_answers() -> None:
    listed = json.loads(run("--decision list --json").stdout)
    names = [row["decision"] for row in listed["decisions"]]
    assert names == list(decisions("kraken"))
    assert {"reveal", "claim", "balance", "blind"} <= set(names)
    for name in set(names) - {"reveal", "claim", "round"}:  # which ask for a state, or for time
        result = run(f"--players 3 --decision {name} --no-check")
        assert result.exit_code == 0, name
        assert result.stdout.count("\n") > 5
        assert document(f"--players 3 --decision {name} --no-check")["decision"] == name


def test_engine_check_is_part_of_the_answer() -> None:
    rows = document("--players 3 --decision blind --games 500 --workers 1")["engine_check"]
    assert rows[0]["quantity"] == "explorers_win"
    assert rows[0]["predicted"] == pytest.approx(11 / 52)
    rows = document(TALK + " --games 50 --workers 1")["engine_check"]
    assert {row["quantity"] for row in rows} > {"explorers_win", "treasure_probability"}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "--players"),
        ("--players 2", "3 to 8"),
        ("--players 9", "3 to 8"),
        ("--players five", "'five'"),
        ("--players 5 --round 5", "1 to 4"),
        ("--players 5 --round=-1", "1 to 4"),
        ("--players 5 --found 5 --round 2", "0 to 4"),
        ("--players 5 --my-hand x", "2 or 1K"),
        ("--players 5 --my-hand=-1", "2 or 1K"),
        ("--players 5 --my-hand 6", "5 cards"),
        ("--players 5 --claims 1,2", "5 claims"),
        ("--players 5 --claims none.txt", "a file"),
        ("--players 5 --claims 9,1,1,1,1", "5 cards"),
        ("--players 5 --revealed 7T", "0 to 4"),
        ("--players 5 --revealed=-2", "1T,2E"),
        ("--players 5 --revealed 3", "whose they were"),
        ("--players 5 --role squid", "'skeleton'"),
        ("--players 5 --marker 7", "0 to 4"),
        ("--players 5 --marker 2 --claims 1,1,1,1,1", "only the holder"),
        ("--players 5 --decision chess", "reveal"),
        ("--players 5 --decision claim", "--my-hand"),
        ("--players 5 --my-hand 1C --claims 1,1,1,1,1", "2 or 1K"),
        ("--players 5 --specials --my-hand 1+lamp --claims 1,1,1,1,1", "light+grasp"),
        ("--players 5 --curses 1 --my-hand 1", "--curse"),
        ("--players 4 --curse --curses 3 --my-hand 1", "1, 2"),
        ("--players 5 --revealed 1C", "treasure, empty"),
        ("--players 5 --curse --revealed 1C,0E --claims 1,1,1,1,1", "game that goes on"),
        ("--players 5 --specials --revealed 1G,0E --claims 1,1,1,1,1", "was silent"),
        ("--players 5 --specials --revealed 1V,2V,0E --claims 1,1,1,1,1", "once"),
        ("--players 5 --specials --revealed 1P,2E,1E,0E --claims 1,1,1,1,1", "with cards"),
        ("--players 5 --specials --revealed 1L,0E --claims 1,1,1,1,1", "1L>3T"),
        ("--players 5 --found 0 --revealed 1T,0E --claims 1,1,1,1,1", "--found"),
        ("--players 5 --curse --my-hand 1 --claims 1,1,1,1,1 --set future=blind", "complete"),
        ("--players 5 --my-hand 1 --claims 1,1,1,1,1 --set games=-1", "1000000"),
        ("--players 5 --curse --rules curse=false", "twice"),
        ("--players 5 --decision reveal --set depth=9", "0, 1, 2"),
        ("--players 8 --rules clockwise=true", "clockwise=False"),
        ("--players 5 --rules tokens=3", "tokens=0"),
        ("--players 5 --rules claims=false --decision claim --my-hand 1", "nobody speaks"),
        ("--players 5 --seats 4", "--seats"),
    ],
)
def test_bad_states_are_one_line(line: str, says: str) -> None:
    result = run(line)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert says in result.stderr


def test_text_answers_in_both_languages() -> None:
    english = run(TALK + " --no-check").stdout
    assert "Reveal a card of seat" in english
    assert english.index("Why:") < english.index("What to believe of each seat")
    korean = run(TALK + " --no-check --lang ko").stdout
    assert "카드를 공개하라" in korean
    assert "explorer" not in korean.split("검증")[0]
    assert "탐험대는" in run("--players 5 --no-check --lang ko").stdout


def test_korean_columns_are_aligned() -> None:
    """Every row of a table is as wide as its rule, wide characters counting twice."""
    from unicodedata import east_asian_width

    lines = run(TALK + " --no-check --lang ko").stdout.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("자리") and "보물" in line)

    def width(text: str) -> int:
        return sum(1 + (east_asian_width(letter) in "WF") for letter in text)

    assert len({width(line) for line in lines[start : start + 5]}) == 1


def test_the_whole_game_shows_the_bracket_and_its_width_and_no_middle() -> None:
    result = run("--players 5 --decision whole-game --json")
    assert result.exit_code == 3  # the bracket is not closed
    found = json.loads(result.stdout)
    best, (low, high) = found["recommendation"], found["certificate"]["range"]["explorers"]
    assert found["values"]["explorers"] == [low, high] == [best["lower"], best["upper"]]
    assert found["values"]["skeletons"] == pytest.approx([1 - high, 1 - low])
    assert best["width"] == pytest.approx(high - low)
    text = run("--players 5 --decision whole-game").stdout
    for part in (f"{100 * low:.1f} % .. {100 * high:.1f} %", f"{best['width']:.4g}"):
        assert part in text
    middle = (low + high) / 2
    assert f"{100 * middle:.1f} %" not in text
    assert f"{middle:.3g}" not in text


@pytest.mark.parametrize("decision", ["reveal", "claim"])
@pytest.mark.parametrize("role", ["explorer", "skeleton"])
@pytest.mark.parametrize(
    "flags",
    [
        "--curse",
        "--curse --rules curse_pool=in_play",
        "--curse --curses 1",
        "--curse --rules curse_vanishes=false",
        "--specials",
        "--curse --specials",
        "--curse --rules curse_pool=in_play --specials",
    ],
)
def test_advice_with_every_expansion(flags: str, role: str, decision: str) -> None:
    said = "?,1,1,-" if decision == "claim" else "1,1,1,-"
    line = f"--players 4 --my-hand 1 --claims {said} --marker {int(decision == 'claim')} {flags}"
    found = document(f"{line} --role {role} --set games=250 --games 50 --workers 1")
    assert found["decision"] == decision
    rows = [found["recommendation"], *found["alternatives"]]
    assert all(row["error"] > 0 and row["games"] == 250 for row in rows)
    assert {row["parameter"] for row in found["sensitivity"]} == {"talk", "skeletons"}
    assert found["engine_check"][0]["quantity"] == "explorers_win"
    assert "expansions" in {item["id"] for item in found["assumptions"]}


def test_what_the_light_has_shown_can_be_picked() -> None:
    line = "--players 5 --specials --my-hand 1 --claims 1,1,1,1K,- --revealed 1T,2L>4T,0E"
    found = document(f"{line} --no-check --set games=250")
    shown = [r for r in (found["recommendation"], *found["alternatives"]) if r["shown"]]
    assert [(row["seat"], row["treasure_probability"]) for row in shown] == [(4, 1.0)]
    after = "--players 5 --specials --my-hand 1 --claims 1,1,1,1K,- --revealed 1T,2L>4T,4T*,0E"
    rows = document(f"{after} --no-check --set games=250")
    assert not any(row["shown"] for row in rows["alternatives"])


def test_a_role_that_was_shown_is_known() -> None:
    line = "--players 5 --specials --my-hand 1 --claims 1,1,1,1K,- --revealed 2I=S,0E"
    found = document(f"{line} --no-check --set games=250")
    assert found["details"]["beliefs"][2]["skeleton_probability"] == 1


def test_only_silence_under_the_grasp() -> None:
    line = "--players 4 --specials --my-hand 1+grasp --claims ?,?,1,0 --marker 2"
    found = document(f"{line} --no-check --set games=250")
    assert (found["recommendation"]["claim"], found["alternatives"]) == ("-", [])
