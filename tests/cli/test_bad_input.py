"""Bad input of every kind: exit 2, one plain line on standard error, nothing on standard output."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli import app


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, prog_name="analyze")


BAD = {
    "no command": ("", "rules"),
    "unknown command": ("solver", "'solver'"),
    "unknown game": ("rules chess --players 5", "good-guys"),
    "unknown option": ("games --colour red", "--colour"),
    "missing value": ("games --seed", "--seed"),
    "text for a number": ("games --seed zero", "'zero'"),
    "negative seed": ("games --seed=-1", "'-1'"),
    "no workers": ("games --workers 0", "'0'"),
    "unknown language": ("games --lang fr", "'en', 'ko'"),
    "missing argument": ("rules", "GAME"),
    "extra argument": ("games good-guys", "good-guys"),
    "missing players": ("rules good-guys", "4 to 8"),
    "three players": ("rules good-guys --players 3", "4 to 8"),
    "nine players": ("rules good-guys --players 9", "4 to 8"),
    "unknown rule": ("rules good-guys --players 5 --rules colour=red", "colour"),
    "bad rule value": ("rules good-guys --players 5 --rules payoffs=maybe", "true, false"),
    "rule without value": ("rules good-guys --players 5 --rules payoffs", "KEY=VALUE"),
    "rules file not there": ("rules good-guys --players 5 --rules @none.toml", "none.toml"),
    "two values": (
        "rules good-guys --players 5 --rules piles=3 --rules piles=4",
        "twice",
    ),
    "missing bots": ("compare good-guys --players 5", "--bots"),
    "unknown bot": ("compare good-guys --players 5 --bots fair,nobody", "'nobody'"),
    "empty bot": ("compare good-guys --players 5 --bots fair,,greedy", "commas"),
    "no games": ("compare good-guys --players 5 --bots fair --games 0", "'0'"),
    "bot file not there": ("compare good-guys --players 5 --bots none.py:Bot", "none.py"),
    "unknown game of bots": ("bots chess", "good-guys"),
    "two players of Kraken": ("rules kraken --players 2", "3 to 8"),
    "clockwise for seven": ("rules kraken --players 7 --rules clockwise=true", "8 players"),
    "a role without a bot": (
        "compare kraken --players 5 --bots explorer=bayes",
        "explorer=NAME,skeleton=NAME of kraken",
    ),
    "half by role": ("compare kraken --players 5 --bots bayes,skeleton=mimic", "explorer=NAME"),
    "an unknown role": (
        "compare kraken --players 5 --bots explorer=bayes,squid=mimic",
        "skeleton=NAME",
    ),
    "roles without a bot name": (
        "compare kraken --players 5 --bots explorer=,skeleton=mimic",
        "names separated by commas",
    ),
    "roles in a game without": (
        "compare good-guys --players 5 --bots explorer=fair,skeleton=fair",
        "names of good-guys",
    ),
    "no values of a game": ("calibrate kraken --players 5", "good-guys"),
    "no results of a game": ("verify chess", "good-guys"),
    "no decision of a game": ("export kraken chess --players 5", "reveal"),
    "a tree of too many worlds": ("export kraken reveal --players 8", "worlds"),
    "roles in a series": (
        "compare kraken --players 5 --bots explorer=bayes,skeleton=mimic --rules tokens=3",
        "one bot a seat",
    ),
}


@pytest.mark.parametrize(("line", "says"), BAD.values(), ids=BAD.keys())
def test_bad_input_is_one_plain_line(line: str, says: str) -> None:
    result = run(*line.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_json_does_not_change_how_errors_look() -> None:
    result = run("rules", "good-guys", "--players", "3", "--json")
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_resume_folder_of_another_tournament_is_refused(tmp_path: Path) -> None:
    line = f"compare good-guys --players 4 --bots fair --games 5 --workers 1 --resume {tmp_path}"
    assert run(*line.split()).exit_code == 0
    result = run(*line.replace("--games 5", "--games 6").split())
    assert result.exit_code == 2
    assert "--resume" in result.stderr
