"""Under ``--lang ko`` no sentence of any decision of Good Guys is left in English."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from cli import app
from models.registry import decisions
from tests.cli.test_kraken_korean import leaks

NAMES = re.compile("Gambit|^[YN, ]+$")  # of its methods; ballots

STATES = {
    "boss-offer": ("--players 4 --games 50", "--players 5 --cards-left 40", "--players 7"),
    "payoff": ("--players 4 --payoffs --games 50",),
    "boss-limit": ("--players 4 --rules boss_limit=true --games 50",),
}


@pytest.mark.parametrize("name", list(decisions("good-guys")))
def test_no_english_is_left(name: str) -> None:
    for line in STATES.get(name, ("--players 4 --games 50",)):
        words = ["good-guys", *line.split(), "--lang", "ko", "--decision", name, "--workers", "1"]
        words += [] if "--games" in words else ["--no-check"]
        result = CliRunner().invoke(app, words, prog_name="analyze")
        assert result.exit_code == 0, result.output
        assert [part for part in leaks(result.stdout) if not NAMES.search(part)] == [], line
