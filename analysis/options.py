"""Options that commands share, as records: one field, one option of the command line.

Nothing heavy is imported here: ``analyze --help`` reads every record.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from typer import Argument, Option

Language = Literal["en", "ko"]

GameName = Annotated[str, Argument(metavar="GAME", help="Name of the game, as `games` lists it.")]
Players = Annotated[int | None, Option(metavar="N", help="Number of players.")]
Check = Annotated[bool, Option("--check/--no-check", help="Compare with complete play.")]
Out = Annotated[Path, Option(metavar="DIR", help="Folder to write to.")]


@dataclass(frozen=True, kw_only=True)
class Common:
    """Options of every command."""

    seed: Annotated[int, Option(min=0, metavar="N", help="Root of all randomness.")] = 0
    workers: Annotated[
        int | None, Option(min=1, metavar="N", help="Processes to use (default: all cores).")
    ] = None
    time_limit: Annotated[
        float, Option(min=0.001, metavar="SECONDS", help="Longest time for one solve.")
    ] = 60.0
    lang: Annotated[Language, Option(help="Language of the output.")] = "en"
    json: Annotated[bool, Option("--json", help="Print one JSON document on standard output.")] = (
        False
    )


@dataclass(frozen=True, kw_only=True)
class WithRules(Common):
    """Options of every command that plays or solves one game."""

    players: Players = None
    rules: Annotated[
        list[str] | None,
        Option(metavar="KEY=VALUE|@FILE", help="Rule option, or @file.toml; may be repeated."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Ask(WithRules):
    """Options of ``analyze GAME``; a game's own record adds the options that describe a state."""

    decision: Annotated[
        str | None, Option(metavar="NAME|list", help="Decision to solve, or `list` them.")
    ] = None
    check: Check = True
    games: Annotated[
        int | None, Option(min=1, metavar="N", help="Complete games the check plays.")
    ] = None
