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
RuleOptions = Annotated[
    list[str] | None,
    Option(metavar="KEY=VALUE|@FILE", help="Rule option, or @file.toml; may be repeated."),
]
ModelParameters = Annotated[
    list[str] | None,
    Option(metavar="NAME=VALUE", help="Parameter of the decision's model; may be repeated."),
]


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

    players: Annotated[int | None, Option(metavar="N", help="Number of players.")] = None
    rules: RuleOptions = None
    results: Annotated[
        Path | None,
        Option(metavar="DIR", help="Folder of fitted values that `calibrate` wrote, to use here."),
    ] = None

    def rule_options(self) -> list[str]:
        """Return the rule options as texts, those of dedicated flags included."""
        return list(self.rules or [])


@dataclass(frozen=True, kw_only=True)
class OfGame(WithRules):
    """Options of a command whose argument is a game."""

    game: GameName


@dataclass(frozen=True, kw_only=True)
class Ask(WithRules):
    """Options of ``analyze GAME``; a game's own record adds the options that describe a state."""

    decision: Annotated[
        str | None, Option(metavar="NAME|list", help="Decision to solve, or `list` them.")
    ] = None
    set: ModelParameters = None
    check: Annotated[
        bool, Option("--check/--no-check", help="Compare the answer with complete play.")
    ] = True
    games: Annotated[
        int | None, Option(min=1, metavar="N", help="Complete games the check plays.")
    ] = None


@dataclass(frozen=True, kw_only=True)
class Calibrate(Common):
    """Options of ``analyze calibrate``."""

    game: GameName
    players: Annotated[int, Option(metavar="N", help="Number of players.")]
    qre_lambda: Annotated[
        float, Option(min=0.001, metavar="X", help="Precision of choices per $1k.")
    ] = 1.0
    steps: Annotated[
        int,
        Option(
            min=1,
            metavar="N",
            help="Times to solve, play and fit; all but the last two search the plan of offers.",
        ),
    ] = 5
    games: Annotated[int, Option(min=100, metavar="N", help="Complete games of each time.")] = 4000
    samples: Annotated[
        int, Option(min=1, metavar="N", help="Offers searched for each entry of the plan.")
    ] = 20
    start: Annotated[
        Literal["guess", "shipped"],
        Option(help="Where to begin: a guess, shipped values."),
    ] = "guess"
    results: Annotated[
        Path | None, Option(metavar="DIR", help="Folder to write to (default: the user's).")
    ] = None


@dataclass(frozen=True, kw_only=True)
class Export(OfGame):
    """Options of ``analyze export``."""

    decision: Annotated[
        str, Argument(metavar="DECISION", help="Decision, as --decision list names it.")
    ]
    format: Annotated[Literal["efg", "nfg"], Option(help="Game tree, or table of strategies.")] = (
        "efg"
    )
    set: ModelParameters = None


@dataclass(frozen=True, kw_only=True)
class Compare(OfGame):
    """Options of ``analyze compare``."""

    bots: Annotated[
        str,
        Option(
            metavar="A,B,…",
            help="Bots, as `bots` lists them, or FILE.py:Class (runs it); or ROLE=BOT,… by role.",
        ),
    ]
    games: Annotated[int, Option(min=1, metavar="N", help="Exact number of games.")] = 10_000
    save_games: Annotated[
        Path | None, Option(metavar="DIR", help="Write a record of every game into this folder.")
    ] = None
    resume: Annotated[
        Path | None,
        Option(metavar="DIR", help="Keep finished games here, and go on from them."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Report(Common):
    """Options of ``analyze report``."""

    game: GameName
    players: Annotated[str, Option(metavar="N-M", help="Numbers of players, as 4-8 or 4,6.")]
    rules: RuleOptions = None
    format: Annotated[str, Option(metavar="html,md,json", help="Formats, separated by commas.")] = (
        "html"
    )
    out: Annotated[Path, Option(metavar="DIR", help="Folder to write to.")] = Path("report")
    games: Annotated[
        int, Option(min=1, metavar="N", help="Complete games for each measurement.")
    ] = 1000


@dataclass(frozen=True, kw_only=True)
class Verify(Common):
    """Options of ``analyze verify``."""

    game: Annotated[str, Argument(metavar="[GAME]", help="Game whose results are verified.")] = (
        "good-guys"
    )
    players: Annotated[
        str, Option(metavar="N-M", help="Numbers of players, as 4-8 or 4,6 (default: all).")
    ] = ""
    games: Annotated[
        int, Option(min=1, metavar="N", help="Complete games for each number of players.")
    ] = 100_000


@dataclass(frozen=True, kw_only=True)
class OfBots(Common):
    """Options of ``analyze bots``."""

    game: Annotated[str, Argument(metavar="[GAME]", help="Only the bots of this game.")] = ""


@dataclass(frozen=True, kw_only=True)
class OfFile(Common):
    """Options of a command whose argument is a file."""

    file: Annotated[Path, Argument(metavar="FILE", help="File to read.")]


@dataclass(frozen=True, kw_only=True)
class SolveFile(OfFile):
    """Options of ``analyze solve``."""

    method: Annotated[
        str, Option(metavar="NAME", help="Method; `auto` chooses by the kind and size of game.")
    ] = "auto"
    selection: Annotated[
        str,
        Option(
            metavar="NAME",
            help="Which equilibrium: any, undominated, payoff-dominant, objective, logit.",
        ),
    ] = "any"
    all: Annotated[bool, Option("--all", help="Every equilibrium, where a method can.")] = False
    sequential: Annotated[
        bool, Option("--sequential", help="Sensible play where the game never gets to, too.")
    ] = False
    exact: Annotated[bool, Option("--exact", help="Fractions, proven in exact arithmetic.")] = False
    tolerance: Annotated[
        float | None,
        Option(min=0, metavar="X", help="Largest gain by deviating, in payoff units."),
    ] = None
    qre_lambda: Annotated[
        float | None, Option(min=0, metavar="X", help="Precision for method logit.")
    ] = None
    iterations: Annotated[
        int | None, Option(min=1, metavar="N", help="Iterations of regret minimization.")
    ] = None
    averaging: Annotated[
        float | None,
        Option(min=0, metavar="X", help="Power of the iteration by which averages are weighted."),
    ] = None
    begin: Annotated[
        Path | None,
        Option(metavar="FILE", help="Strategies that regret minimization begins with."),
    ] = None
    save: Annotated[
        Path | None, Option(metavar="FILE", help="Save the run of regret minimization.")
    ] = None
    resume: Annotated[
        Path | None, Option(metavar="FILE", help="Go on from a saved run of regret minimization.")
    ] = None
    objective: Annotated[
        str,
        Option(
            metavar="PLAYER",
            help="What selection objective, ce, cce and efce maximize: welfare or one's payoff.",
        ),
    ] = "welfare"
    team: Annotated[
        str, Option(metavar="PLAYER,…", help="Players who play together, for method team.")
    ] = ""
    lock: Annotated[
        list[str] | None,
        Option(
            metavar="PLAYER/INFOSET=P,P,…|@FILE",
            help="Fix play somewhere and solve the rest; may be repeated.",
        ),
    ] = None
    fit_counts: Annotated[
        Path | None,
        Option(metavar="FILE", help="Fit the precision of method logit to counted choices."),
    ] = None
    qre_path: Annotated[
        bool, Option("--qre-path", help="Add points of the logit branch, by precision.")
    ] = False
