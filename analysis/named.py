"""What the commands that derive results of Kraken take: numbers of players, workers, a folder."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

PLAYERS: Final = range(3, 9)
FOLDER: Final = Path(__file__).resolve().parent.parent / "results" / "kraken"


class _Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {message}\n")


def asked(
    about: str | None, words: Sequence[str] | None = None, *, more: bool = False
) -> Namespace:
    """Return ``players``, ``workers``, ``out``, and ``more`` where a command can go on.

    Bad input ends with one line and exit code 2.
    """
    parser = _Parser(description=(about or "").partition("\n")[0])
    parser.add_argument("players", type=int, nargs="*", metavar="PLAYERS", help="3 to 8; all")
    parser.add_argument("--workers", type=int, default=1, help="processes; changes no result")
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder to write to")
    if more:
        parser.add_argument("--more", action="store_true", help="go on from the stored table")
    given = parser.parse_args(words)
    for n in given.players:
        if n not in PLAYERS:
            parser.error(f"PLAYERS: {n} is not allowed; allowed: {PLAYERS[0]} to {PLAYERS[-1]}")
    if given.workers < 1:
        parser.error(f"--workers: {given.workers} is not allowed; allowed: a number from 1")
    if not given.out.is_dir():
        parser.error(f"--out: {given.out} is no folder")
    given.players = given.players or list(PLAYERS)
    return given
