"""Reports: answers first, every question there, whole offline pages, honest numbers."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from analysis import report
from analysis.asking import Asked
from analysis.errors import BadInput
from analysis.options import Report
from analysis.questions.good_guys import scene
from analysis.render.plots import bars, changes
from analysis.report import formats_of, make, players_of
from analysis.reports.good_guys import measure
from analysis.setup import setup
from models.base import Solution


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch, solution: Solution) -> None:
    """Answers by a made-up solution, played on by a baseline bot."""

    def ask(game: str, options: Any) -> Asked:
        _, rules = setup(game, options)
        found = scene(options, rules)
        loot = list(found.position.loot)
        offer = [{"seat": 0, "cards": loot[1:]}, {"seat": 1, "cards": loot[:1]}]
        lift = {"bot": "grudge"}
        told = replace(
            solution,
            recommendation={**solution.recommendation, "loot": loot, "offer": offer},
            details={**solution.details, "lift": lift},
        )
        return Asked(game, options, rules, found, told, lambda: told, 0.0)

    monkeypatch.setattr(report, "ask", ask)


def options(folder: Path, **more: Any) -> Report:
    given = {"game": "good-guys", "players": "4-5", "format": "html,md,json", "games": 500}
    return Report(**{**given, "out": folder, "workers": 1, **more})


@pytest.mark.usefixtures("answered")
def test_files_lie_at_the_top_and_are_whole(tmp_path: Path) -> None:
    files = make(options(tmp_path))
    assert {"report.html", "report.md", "report.json"} <= {file.name for file in files}
    assert all(file.parent == tmp_path for file in files)
    page = (tmp_path / "report.html").read_text()
    assert len(page) < 500_000
    assert not re.search(r"(src|href)=[\"'](https?:)?//|<script|@import|<link", page)
    for question in (
        "What should the boss offer?",
        "What does each seat&#39;s vote cost?",
        "Is it good to be the first boss?",
        "Which action cards are dead options?",
        "What do rule options and assumptions change with 5 players?",
        "How good are these answers?",
        "Do complete games bear the predictions out?",
        "What do the answers assume?",
        "analyze good-guys --players 4 --seed 0",
    ):
        assert question in page, question
    # Answers come before what they stand on.
    assert page.index("What should the boss offer?") < page.index("How good are these answers?")
    assert page.count("<svg") >= 5


@pytest.mark.usefixtures("answered")
def test_markdown_pictures_exist_and_json_is_finite(tmp_path: Path) -> None:
    make(options(tmp_path))
    text = (tmp_path / "report.md").read_text()
    pictures = re.findall(r"\]\((.*?\.svg)\)", text)
    assert pictures
    assert all((tmp_path / name).exists() for name in pictures)

    def refuse(name: str) -> None:
        raise AssertionError(name)

    document = json.loads((tmp_path / "report.json").read_text(), parse_constant=refuse)
    assert set(document["answers"]) == {"4", "5"}
    assert document["measured"]["5"]["games"] == 500
    for found in document["measured"].values():
        for who in ("boss", "others"):
            rates = [row["rate"] for row in found["actions"][who].values()]
            assert sum(rates) == pytest.approx(1.0)
        assert sum(row["rate"] for row in found["results"].values()) == pytest.approx(1.0)


@pytest.mark.usefixtures("answered")
def test_korean_report(tmp_path: Path) -> None:
    make(options(tmp_path, players="5", format="html", lang="ko"))
    page = (tmp_path / "report.html").read_text()
    assert '<html lang="ko">' in page
    assert "보스는 무엇을 제안해야 하는가?" in page
    svg = page[page.index("<svg") : page.index("</svg>")]
    assert "보스" in svg  # as text, not as outlines
    assert "Malgun Gothic" in svg


@pytest.mark.usefixtures("answered")
def test_first_boss_is_measured_from_seat_zero(tmp_path: Path) -> None:
    """Checked against a plain tournament of one bot with the first boss fixed at seat 0."""
    from analysis.standings import by_seat
    from analysis.tables import Table
    from analysis.tournament import Plan, run
    from engine.good_guys.rules import GoodGuysRules

    asked = report.ask("good-guys", report._question(options(tmp_path), 5))
    found = measure(asked, 4000, 1)["first_boss_wins"]
    rules = GoodGuysRules(players=5, first_boss=0)
    games = run(Plan(Table("good-guys", rules, ("grudge",)), 4000, seed=99), workers=1)
    seat = by_seat(games)[0]
    error = np.hypot(found["ci_high"] - found["ci_low"], seat["ci_high"] - seat["ci_low"])
    assert abs(found["rate"] - seat["win_rate"]) < error


@pytest.mark.usefixtures("answered")
def test_action_cards_are_counted_as_they_are_played(tmp_path: Path) -> None:
    """A skimmer skims whenever it is not boss (a property its own tests hold)."""
    asked = report.ask("good-guys", report._question(options(tmp_path), 5))
    details = {**asked.solution.details, "lift": {"bot": "skimmer"}}
    told = replace(asked.solution, details=details)
    asked = replace(asked, complete=lambda: told)
    found = measure(asked, 100, 1)
    skims = found["actions"]["others"]["skim"]
    assert skims["rate"] == 1.0
    # 100 games with several offers of four skims each: far more than 100 votes.
    assert skims["ci_low"] > 0.99
    assert found["actions"]["boss"]["skim"]["rate"] == 0.0


def test_nothing_is_written_for_bad_input(tmp_path: Path) -> None:
    for bad in ({"players": "3-8"}, {"players": "x"}, {"format": "pdf"}, {"players": ""}):
        with pytest.raises(BadInput):
            make(options(tmp_path / "out", **bad))
    assert not (tmp_path / "out").exists()


def test_players_and_formats() -> None:
    assert players_of("4-6", range(4, 9)) == [4, 5, 6]
    assert players_of("8,4", range(4, 9)) == [4, 8]
    with pytest.raises(BadInput):
        players_of("6-4", range(4, 9))
    assert formats_of("html,json") == ["html", "json"]


def test_pictures_are_well_formed_repeatable_and_keep_text() -> None:
    def draw() -> str:
        return bars(["4", "5"], {"$2,000 … $3,000": [0.5, None]}, "승률", reference=[0.25, 0.2])

    svg = draw()
    assert svg == draw()
    ElementTree.fromstring(svg)
    assert "$2,000 … $3,000" in changes(["$2,000 … $3,000", "b"], [1.0, 3.0], 2.0, "$k")
    assert "승률" in svg
