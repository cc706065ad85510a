"""Under ``--lang ko`` no sentence of any decision of Kraken is left in English."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from cli import app
from models.registry import decisions

STATES = {
    "reveal": (
        "--players 3 --my-hand 1 --claims 1,1,1K --set games=250",
        "--players 3 --my-hand 0 --claims 1,0,3K --role skeleton --set games=250",
        "--players 4 --my-hand 1 --claims 1,1,1,1 --set future=blind",
        "--players 3 --curse --specials --my-hand 1 --claims -,2,1K --set games=250",
        "--players 5 --specials --my-hand 1 --claims 1,1,1,1K,- --revealed 1T,2L>4T,0E "
        "--set games=250",
    ),
    "claim": (
        "--players 3 --my-hand 1 --claims ?,1,1K --set games=250",
        "--players 3 --my-hand 1 --claims ?,?,1K --set future=blind",
        "--players 3 --specials --my-hand 0+grasp --claims ?,?,1K --set games=250",
    ),
    "balance": ("--players 3", "--players 3 --curse", "--players 5 --specials"),
    "round": ("--players 3 --round 4 --found 2 --set after=blind",),
    "blind": ("--players 3", "--players 5 --round 2 --found 1"),
}
NAMES = {"TMECor"}
"""Words of Korean texts that are names."""
ENGLISH = re.compile(r"(?<![-+\w])[A-Za-z]{2,}(?:[,;:]? [A-Za-z]{2,})+")


def leaks(text: str) -> list[str]:
    """Return what reads as English: two words in a row, in one cell."""
    found = [part for cell in re.split(r" {2,}|\n", text) for part in ENGLISH.findall(cell)]
    return [part for part in found if not set(re.findall(r"\w+", part)) <= NAMES]


def test_a_leak_would_be_seen() -> None:
    assert leaks("남은 보물  treasures left  3 pp") == ["treasures left"]
    assert leaks("truth, lambda 0.3") == ["truth, lambda"]
    assert leaks("부풀리는 사람 (over-claimer)  TMECor  later-play") == []


@pytest.mark.parametrize("name", list(decisions("kraken")))
def test_no_english_is_left(name: str) -> None:
    for line in STATES.get(name, ("--players 3",)):
        words = ["kraken", *line.split(), "--lang", "ko"]
        if "--decision" not in words:
            words += ["--decision", name, "--no-check"]
        result = CliRunner().invoke(app, words, prog_name="analyze")
        assert result.exit_code in (0, 3), result.output
        assert leaks(result.stdout) == [], line


def test_the_engine_check_speaks_korean() -> None:
    line = "kraken --players 3 --my-hand 1 --claims 1,1,1K --set games=250 --games 50 --workers 1"
    result = CliRunner().invoke(app, [*line.split(), "--lang", "ko"], prog_name="analyze")
    assert result.exit_code == 0, result.output
    assert leaks(result.stdout) == []
