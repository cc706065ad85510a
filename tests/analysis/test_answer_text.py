"""Answers as text and as documents: everything the question asks for is there, and right."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest
from rich.cells import cell_len

from analysis.answer import document, solved
from analysis.render.answers import answer, engine_check
from analysis.render.catalogues import catalogue
from analysis.render.terminal import Page, money, percent
from models.base import Solution

ROW = {
    "quantity": "boss_value", "unit": "probability", "predicted": 0.2125, "measured": 0.21,
    "ci_low": 0.2, "ci_high": 0.22, "level": 0.99, "games": 20000, "margin": 0.01,
    "agrees": True, "coverage": 0.98, "fallback_rate": 0.02,
}  # fmt: skip


def text_of(solution: Solution, lang: str = "en") -> str:
    stream = io.StringIO()
    answer("good-guys", solution, Page(lang, stream), catalogue(lang))
    return stream.getvalue()


def test_every_part_of_the_answer_is_shown(solution: Solution) -> None:
    text = text_of(solution)
    for part in (
        "5 4 4 3 3 2 2 (7 cards, $23k)",  # loot
        "dealt from seed 7",
        "becomes boss after a NO, which is worth $2.5k more",
        "passes with 50.0 %, ties with 25.0 %",
        "fails with 25.0 %",
        "chance of finishing richest: 21.2 %",
        "-2.25 pp",  # cost of the alternative and of keeping all
        "not for sale",
        "$4k",
        "keep all",
        "principal branch at lambda 1 per $1k",
        "0.01",
        "0.04",
        "1e-12",
        "$31.5k",  # under money
        "stashes are public",
    ):
        assert part in text, part


def test_offer_goes_card_by_card_and_seat_by_seat(solution: Solution) -> None:
    lines = [line.split() for line in text_of(solution).splitlines()]
    assert ["0", "(boss)", "5", "4", "4", "3", "2", "$18k"] in lines
    assert ["4", "3", "2", "$5k"] in lines


def test_korean_answer_is_korean_and_aligned(solution: Solution) -> None:
    text = text_of(solution, "ko")
    assert "테이블 위의 장물" in text
    table = [line for line in text.splitlines() if "(보스)" in line or "찬성" in line]
    assert len({cell_len(line) for line in table[-2:]}) == 1


def test_unknown_recommendations_are_shown_plainly(solution: Solution) -> None:
    other = replace(
        solution,
        recommendation={"type": "rob-guard", "rob": 0.25},
        strategies={"robber": {"": {"ROB": 0.25, "YES": 0.75}}},
        alternatives=({"name": "never rob", "value": 0.1},),
    )
    text = text_of(other)
    assert "rob-guard" in text
    assert "25.0 %" in text
    assert "never rob" in text


def test_engine_check_names_a_miss() -> None:
    stream = io.StringIO()
    engine_check([ROW, {**ROW, "agrees": False}], Page("en", stream), catalogue("en"))
    text = stream.getvalue()
    assert "21.2 %" in text
    assert "20.0 % .. 22.0 %" in text
    assert " NO" in text
    assert "20000" in text
    assert "cover 98.0 % of all decisions" in text


def test_document_has_the_fixed_keys_and_is_finite(solution: Solution) -> None:
    found = document("good-guys", {"players": 5}, solution, [ROW], seed=3, seconds=0.5)
    assert [key for key in found if key != "details"] == [
        "game", "players", "rules", "question", "decision", "model", "utility", "unit",
        "assumptions", "recommendation", "alternatives", "strategies", "values", "certificate",
        "sensitivity", "engine_check", "seed", "version", "seconds",
    ]  # fmt: skip
    assert list(found["certificate"]) == [
        "method", "selection", "residual", "epsilon", "nash_conv", "payoff_range", "range",
    ]  # fmt: skip
    json.dumps(found, allow_nan=False)
    bare = replace(
        solution, certificate=replace(solution.certificate, range=None, range_reason="n")
    )
    certificate = document("g", {"players": 5}, bare, [], seed=0, seconds=0.0)["certificate"]
    assert (certificate["range"], certificate["range_reason"]) == (None, "n")


@pytest.mark.parametrize(
    ("residual", "epsilon", "expected"),
    [
        (1e-10, 0.1, True),  # a logit point stands by its residual, not by its Nash epsilon
        (1e-8, 0.0, False),
        (None, 4e-7, True),  # 1e-6 of the range .5 is 5e-7
        (None, 6e-7, False),
    ],
)
def test_solved_by_the_tolerance_of_the_selection(
    solution: Solution, residual: float | None, epsilon: float, expected: bool
) -> None:
    certificate = replace(solution.certificate, residual=residual, epsilon=epsilon)
    assert solved(certificate) is expected


def test_numbers_for_people() -> None:
    assert money(3.25) == "$3.25k"
    assert money(-2.0) == "-$2k"
    assert percent(0.0) == "0.0 %"
    assert percent(1e-5) == "<0.1 %"
    assert percent(0.99999) == ">99.9 %"
    assert percent(1.0) == "100.0 %"
