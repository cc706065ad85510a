"""Catalogues: every message has a translation, with the same blanks to fill in."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
import typer
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from analysis.render.catalogues import catalogue
from cli import app
from engine.good_guys.rules import GoodGuysRules
from engine.options import describe
from engine.registry import GAMES, game
from models.good_guys.advice import WHY
from models.good_guys.position import Position
from models.good_guys.stored import stored
from models.kraken import advice, balance, blind, kinds, played
from models.kraken.position import Position as KrakenPosition
from models.registry import DECISIONS

ROOT = Path(__file__).parents[2]
KOREAN = ROOT / "analysis" / "render" / "locale" / "ko.po"


def marked() -> Iterator[str]:
    """Messages that the source passes to the translator."""
    for found in extract_from_dir(str(ROOT / "analysis"), keywords={"_": None}):
        yield found[2] if isinstance(found[2], str) else found[2][0]


def help_texts() -> Iterator[str]:
    command = typer.main.get_command(app)
    for item in [command, *command.commands.values()]:  # type: ignore[attr-defined]  # a group
        yield item.help
        yield from (parameter.help for parameter in item.params if parameter.help)


def data() -> Iterator[str]:
    """Messages that games bring along: rule options and reasons of the end."""
    for name in GAMES:
        found = game(name)
        rules = found.rules_type(players=5)
        yield from (option.description for option in describe(rules))
        yield from (outcome.replace("_", " ") for outcome in found.outcomes if outcome)


def models() -> Iterator[str]:
    """Sentences of the models: questions, assumptions, and what the shipped answers say."""
    for game_decisions in DECISIONS.values():
        for path in game_decisions.values():
            model = import_module(path)
            yield model.QUESTION
            for item in model.ASSUMPTIONS:
                yield from (item.kind, item.statement, item.effect)
    yield from WHY.values()
    for players in range(4, 9):
        rules = GoodGuysRules.model_validate({"players": players})
        found = stored(Position.opening(rules), "boss-offer")
        assert found is not None
        yield from (found.certificate.method, found.certificate.range_reason)
        yield from (row["name"] for row in found.details["naive"])
    yield from kraken()


def kraken() -> Iterator[str]:
    """Sentences of Kraken's answers, and the names of its bounds."""
    yield from (kinds.PROVEN, kinds.MEASURED, played.METHOD, played.CONCEPT)
    for item in (*played.ASSUMPTIONS, balance.EXPANDED):
        yield from (item.kind, item.statement, item.effect)
    yield from (advice.METHOD, advice.CONCEPT, advice.OTHERS_FOLLOW, advice.TALK_DRAWN)
    for players in range(3, 9):
        position = KrakenPosition(players)
        for concept in balance.PARAMETERS["concept"].allowed:
            answer = balance.solve(position, concept=concept)
            yield from (answer.certificate.method, answer.certificate.selection)
            yield answer.certificate.range_reason
            yield from (answer.recommendation[key] for key in ("concept", "lower_by", "upper_by"))
        certificate = blind.solve(position).certificate
        yield from (certificate.method, certificate.selection, certificate.range_reason)


def messages() -> set[str]:
    return {*marked(), *help_texts(), *data(), *models()} - {""}


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def korean() -> dict[str, str]:
    with KOREAN.open("rb") as file:
        return {str(m.id): str(m.string) for m in read_po(file, locale="ko") if m.id}


def test_every_message_is_translated() -> None:
    translated = {name for name, text in korean().items() if text}
    assert sorted(messages() - translated) == []


def test_no_translation_is_left_over() -> None:
    assert sorted(set(korean()) - messages()) == []


def test_translations_fill_the_same_blanks_and_are_korean() -> None:
    for message, text in korean().items():
        assert blanks(message) == blanks(text), message
        assert re.search("[가-힣]", text) or text in {"YES", "NO"}, message


def test_catalogue_translates_and_leaves_the_unknown_alone() -> None:
    assert catalogue("en")("Players") == "Players"
    assert catalogue("ko")("Players") == korean()["Players"]
    assert catalogue("ko")("no such message") == "no such message"
    assert catalogue("ko")("") == ""
    with pytest.raises(FileNotFoundError):
        catalogue("xx")
