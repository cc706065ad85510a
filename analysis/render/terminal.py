"""Text and JSON on the terminal: tables that never cut a cell, in any encoding and width."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from errno import EPIPE
from typing import Any, TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

# Rich needs some width; a pipe or a file has none, so no line may ever be broken for it.
UNBROKEN = 10_000


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave a reader that has gone to the command line, which counts it as no error."""
        raise BrokenPipeError(EPIPE, "the reader has left")


def console(stream: TextIO | None = None) -> Console:
    """Return a console on a stream (default: standard output) that prints text as it stands."""
    stream = stream or sys.stdout
    return _Console(
        file=stream,
        width=None if stream.isatty() else UNBROKEN,
        highlight=False,
        markup=False,
        emoji=False,
    )


class Page:
    """Prints headings, sentences and tables of one answer, section by section.

    ``lang`` is for data that bring their own translations, as titles of games do.
    """

    def __init__(self, lang: str = "en", stream: TextIO | None = None) -> None:
        self.lang = lang
        self._console = console(stream)

    def heading(self, text: str) -> None:
        """Print the title of a section."""
        self._console.print()
        self._console.print(Text(text, style="bold"))

    def raw(self, text: str) -> None:
        """Print text exactly as it is, never wrapped."""
        self._console.out(text, end="", highlight=False)

    def line(self, text: str, indent: int = 0) -> None:
        """Print one sentence or paragraph."""
        self._console.print(Text(" " * indent + text))

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Print a table; a column whose cells are all numbers is aligned to the right."""
        cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for index, name in enumerate(columns):
            numeric = all(_is_number(row[index]) for row in cells)
            table.add_column(Text(name), justify="right" if numeric else "left", overflow="fold")
        for row in cells:
            table.add_row(*(Text(cell) for cell in row))
        self._console.print(table)

    def pairs(self, items: Mapping[str, object]) -> None:
        """Print names and values, one a line, values aligned."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column()
        grid.add_column(overflow="fold")
        for name, value in items.items():
            grid.add_row(Text(name), Text(str(value)))
        self._console.print(grid)


_NUMBER = re.compile(r"[<>+-]?\$?\d[\d.,]*(e-?\d+)?k?( ?%| pp)?( (to|±) .*)?")


def _is_number(text: str) -> bool:
    return not text or _NUMBER.fullmatch(text) is not None


def money(value: float) -> str:
    """Return an amount in thousands of dollars as text, as in ``$3.25k``."""
    return f"{'-' if value < 0 else ''}${abs(value):.4g}k"


def percent(probability: float) -> str:
    """Return a probability as text; only an exact 0 or 1 is printed as such."""
    if 0 < probability < 0.0005:
        return "<0.1 %"
    if 0.9995 < probability < 1:
        return ">99.9 %"
    return f"{100 * probability:.1f} %"


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document on standard output, in ASCII, so that any encoding carries it.

    Raises
    ------
    ValueError
        If a number is not finite: JSON has no word for it.
    """
    sys.stdout.write(json.dumps(document, allow_nan=False, indent=1) + "\n")


def warn(text: str) -> None:
    """Print one line of warning on standard error."""
    console(sys.stderr).print(Text(text))
