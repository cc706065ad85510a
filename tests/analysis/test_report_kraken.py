"""Kraken's report: the questions a designer asks, answered from complete play."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from analysis.kraken_play import matchup, rate, rules_with, started
from analysis.options import Report
from analysis.report import make
from analysis.reports.kraken import lost, six
from analysis.statistics import wilson
from models.kraken.pile import skeleton_chances


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kraken")
    make(
        Report(
            game="kraken",
            players="3,4",
            format="html,md,json",
            out=folder,
            games=300,
            workers=1,
            lang="en",
        )
    )
    return folder


def test_every_question_is_answered(written: Path) -> None:
    page = (written / "report.html").read_text()
    for question in (
        "How often do explorers fail?",
        "What does one skeleton more change?",
        "What is honest talk worth?",
        "When should explorers hide the Kraken?",
        "What is the marker worth?",
        "Which lie serves skeletons best?",
        "What does each expansion change?",
        "When do games end?",
        "What is proven?",
        "Do complete games bear the predictions out?",
        "analyze kraken --players 3 --seed 0",
    ):
        assert question in page, question
    assert "Do six players" not in page  # not asked for
    assert page.count("<svg") >= 7
    assert not re.search(r"(src|href)=[\"'](https?:)?//|<script|@import|<link", page)


def test_numbers_hold_together(written: Path) -> None:
    document = json.loads((written / "report.json").read_text())
    for players, found in document["measured"].items():
        headline = found["headline"]
        ends = headline["endings"]
        assert sum(row["rate"] for row in ends.values()) == pytest.approx(1)
        assert ends["explorers_win"]["rate"] == headline["explorers_win"]["rate"]
        assert sum(row["games"] for row in headline["by_skeletons"].values()) == 300
        assert set(headline["by_skeletons"]) <= set(map(str, skeleton_chances(int(players))))
        assert set(found["expansions"]) == {
            "curse",
            "curse, in play",
            "specials",
            "curse and specials",
        }


def test_the_proven_bracket_stands_with_its_width(written: Path) -> None:
    document = json.loads((written / "report.json").read_text())
    rows = next(s for s in document["sections"] if s["name"] == "certificates")["rows"]
    for players, _, low, _, high, _, width in rows:
        best = document["answers"][players]["recommendation"]
        assert (low, high) == (f"{100 * best['lower']:.1f} %", f"{100 * best['upper']:.1f} %")
        assert width == f"{100 * (best['upper'] - best['lower']):.1f} pp"


def test_korean_report(tmp_path: Path) -> None:
    make(Report(game="kraken", players="3", out=tmp_path, games=50, workers=1, lang="ko"))
    page = (tmp_path / "report.html").read_text()
    assert "정직한 말은 얼마나 값진가?" in page


def test_plays_of_the_basic_game_are_not_shown_with_the_curse(tmp_path: Path) -> None:
    make(
        Report(game="kraken", players="3", rules=["curse=true"], out=tmp_path, games=50, workers=1)
    )
    page = (tmp_path / "report.html").read_text()
    assert "How often do explorers fail?" in page
    assert "Which lie serves skeletons best?" not in page


def test_random_play_is_the_closed_form() -> None:
    """Uniform picks win 11 of 52 games with three players (docs/rules/kraken.md, facts)."""
    found = matchup(rules_with(3), "random", "random", 5000, seed=1)["explorers_win"]
    low, high = wilson(found["rate"], 5000, 0.999)
    assert low < 11 / 52 < high


def test_a_round_start_without_treasures_to_find_in_time() -> None:
    """Two skeletons of three: one explorer cannot find 3 treasures in the last 3 cards alone."""
    found = started(rules_with(3), [0, 1], 500, 1, round_number=4, treasures_left=3)
    assert found["games"] == 500
    assert found["rate"] < 0.2


def test_failures_are_what_is_left_of_wins() -> None:
    import numpy as np

    won = rate(np.array([True, False, False, False]))
    assert lost(won)["rate"] == pytest.approx(0.75)
    assert lost(won)["ci_low"] == pytest.approx(1 - won["ci_high"])
    assert rate(np.zeros(0))["rate"] is None


@pytest.mark.parametrize(("middle", "word"), [(0.2, "No"), (0.5, "Yes")])
def test_six_players_are_compared_with_their_neighbours(middle: float, word: str) -> None:
    def found(value: float) -> dict[str, Any]:
        row = {"rate": value, "ci_low": value - 0.05, "ci_high": value + 0.05, "games": 100}
        return {"headline": {"explorers_win": row, "by_skeletons": {"2": row}}}

    section = six({5: found(0.25), 6: found(middle), 7: found(0.15)}, lambda text: text)
    assert section.answer.startswith(word)


def test_roles_known_help_explorers() -> None:
    """One treasure left in the last round: who knows the skeleton keeps the marker from him."""
    fresh, known = (
        started(rules_with(4), [1], 1500, 2, known=told, round_number=4, treasures_left=1)
        for told in (False, True)
    )
    assert known["ci_low"] > fresh["ci_high"] + 0.1
