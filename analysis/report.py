"""Reports for designers: answers first, then tables, method, assumptions, certificates."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analysis.asking import Asked, ask, state_module
from analysis.errors import BadInput
from analysis.files import write_atomically
from analysis.options import Report
from analysis.parts import game_part
from analysis.progress import bar
from analysis.render.catalogues import Translate, catalogue
from analysis.setup import seats_of
from engine.registry import game as find_game

FORMATS = ("html", "md", "json")


@dataclass(frozen=True)
class Section:
    """One question of a report.

    Attributes
    ----------
    name : str
        Short name, used for files and links.
    question, answer : str
        The answer is one sentence or a few.
    columns, rows : sequences of str
        The numbers behind it.
    picture : str
        SVG, or nothing.
    """

    name: str
    question: str
    answer: str
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    picture: str = ""


@dataclass(frozen=True)
class Contents:
    """A whole report.

    Attributes
    ----------
    title, lead : str
    sections : sequence of Section
        Answers first, then what they stand on.
    commands : sequence of str
        Command lines that repeat the numbers.
    documents : mapping
        Number of players to the answer's JSON document.
    measured : mapping
        Number of players to what complete play showed.
    """

    title: str
    lead: str
    sections: Sequence[Section]
    commands: Sequence[str]
    documents: Mapping[int, Mapping[str, Any]]
    measured: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)


def players_of(text: str, seats: range) -> list[int]:
    """Return the numbers of players that ``4-8`` or ``4,6`` means.

    Raises
    ------
    BadInput
        If the text means none, or some that the game does not allow.
    """
    allowed = f"numbers from {seats[0]} to {seats[-1]}, as 4-8 or 4,6"
    found: list[int] = []
    for part in text.split(","):
        low, dash, high = part.partition("-")
        if not (low.isdecimal() and (high.isdecimal() or not dash)):
            raise BadInput("--players", text, allowed)
        found += range(int(low), int(high if dash else low) + 1)
    if not found or not set(found) <= set(seats):
        raise BadInput("--players", text, allowed)
    return sorted(set(found))


def formats_of(text: str) -> list[str]:
    """Return the formats of a list separated by commas.

    Raises
    ------
    BadInput
        If one is not known.
    """
    found = text.split(",")
    if not set(found) <= set(FORMATS):
        raise BadInput("--format", text, ",".join(FORMATS))
    return found


def make(options: Report) -> list[Path]:
    """Write a report and return its files.

    Raises
    ------
    BadInput, EngineError
        If an option is not as it should be; nothing is written then.
    """
    game = find_game(options.game)
    players, formats = players_of(options.players, seats_of(game)), formats_of(options.format)
    chapter = game_part("reports", options.game)
    _ = catalogue(options.lang)
    asked, measured, checks = {}, {}, {}
    with bar("report") as progress:
        for step, n in enumerate(players):
            asked[n] = ask(options.game, _question(options, n))
            checks[n] = asked[n].check()
            measured[n] = chapter.measure(asked[n], options.games, options.workers)
            progress((step + 1) / len(players))
    contents = chapter.contents(options, asked, checks, measured, _)
    return _write(contents, formats, options.out, options.lang, _)


def _question(options: Report, players: int) -> Any:
    """Return the options of the answer that a report asks for, with as many games of check."""
    return state_module(options.game).Options(
        players=players,
        rules=options.rules,
        seed=options.seed,
        workers=options.workers,
        time_limit=options.time_limit,
        lang=options.lang,
        games=options.games,
    )


def _write(
    contents: Contents, formats: Sequence[str], out: Path, lang: str, _: Translate
) -> list[Path]:
    from analysis.render import pages

    writers: dict[str, Callable[[], dict[str, str]]] = {
        "html": lambda: {"report.html": pages.html(contents, lang, _)},
        "md": lambda: pages.markdown(contents, _),
        "json": lambda: {"report.json": json.dumps(document(contents), allow_nan=False, indent=1)},
    }
    written = []
    for name in formats:
        for file, text in writers[name]().items():
            write_atomically(out / file, text.encode())
            written.append(out / file)
    return written


def document(contents: Contents) -> dict[str, Any]:
    """Return the report as a JSON document, pictures left out."""
    return {
        "title": contents.title,
        "lead": contents.lead,
        "sections": [
            {
                "name": section.name,
                "question": section.question,
                "answer": section.answer,
                "columns": list(section.columns),
                "rows": [list(row) for row in section.rows],
            }
            for section in contents.sections
        ],
        "commands": list(contents.commands),
        "answers": {str(n): dict(found) for n, found in contents.documents.items()},
        "measured": {str(n): dict(found) for n, found in contents.measured.items()},
    }


def answers_of(
    asked: Mapping[int, Asked], checks: Mapping[int, list[dict[str, Any]]]
) -> dict[int, dict[str, Any]]:
    """Return the JSON document of every answer of a report."""
    return {n: item.document(checks[n]) for n, item in asked.items()}
