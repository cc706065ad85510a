"""Command line of Equitable: each command declares its options, makes one call, renders one record.

Exit codes: 0 done, 1 a check failed, 2 bad input, 3 not solved to tolerance.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, TypeVar, get_type_hints

import typer
from typer.core import TyperGroup

from analysis.options import (
    Ask,
    Calibrate,
    Common,
    Compare,
    Export,
    OfBots,
    OfFile,
    OfGame,
    Report,
    SolveFile,
    Verify,
)

DONE, FAILED, BAD_INPUT, NOT_SOLVED, INTERRUPTED = 0, 1, 2, 3, 130

Options = TypeVar("Options", bound=Common)


class Analyze(TyperGroup):
    """The command group: helps in the asked language, and says in one line what is wrong."""

    _arguments: tuple[str, ...] = ()

    def main(self, args: Sequence[str] | None = None, *rest: Any, **options: Any) -> Any:
        """Run the command line and exit with its code."""
        self._arguments = tuple(sys.argv[1:] if args is None else args)
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        try:
            code = super().main(args, *rest, **{**options, "standalone_mode": False})
        except Exception as error:
            code = _explain(error, self._arguments)
        if code == INTERRUPTED:
            print("interrupted", file=sys.stderr)  # noqa: T201 - the exit's one line
        sys.exit(code or DONE)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command with its help in the language that the arguments ask for."""
        command: Any = super().get_command(ctx, cmd_name)
        language = _asked_language(self._arguments)
        if command is not None and language != "en":
            from analysis.render.catalogues import catalogue

            translate = catalogue(language)
            for item in (command, *command.params):
                item.help = translate(item.help or "")
        return command


def _asked_language(arguments: Sequence[str]) -> str:
    """Return the language asked for, before the options are read: help is printed while reading."""
    joined = " ".join(arguments)
    return "ko" if "--lang ko" in joined or "--lang=ko" in joined else "en"


def _explain(error: Exception, arguments: Sequence[str]) -> int:
    """Say in one line what the user did wrong, and return the exit code; our faults are raised."""
    if isinstance(error, typer.TyperException):
        line, code = _usage(error, arguments), error.exit_code
    elif isinstance(error, _bad_input()):
        line, code = str(error), BAD_INPUT
    elif isinstance(error, _not_solved()):
        line, code = str(error), NOT_SOLVED
    elif isinstance(error, OSError) and error.filename is not None:
        line, code = f"{error.filename}: {error.strerror}", BAD_INPUT
    else:
        raise error
    print("error: " + " ".join(line.split()), file=sys.stderr)  # noqa: T201 - the exit's one line
    return code


def _bad_input() -> tuple[type[Exception], ...]:
    """Return the errors that mean bad input, by the packages that raise them."""
    from analysis.errors import BadInput
    from engine.api import EngineError
    from solver.errors import BadGame, BadGameFile, ImperfectRecall, Unsupported

    return BadInput, EngineError, BadGame, BadGameFile, ImperfectRecall, Unsupported


def _not_solved() -> type[Exception]:
    """Return the error that means that nothing was found, or nothing that stands."""
    from solver.errors import SolverError

    return SolverError


def _usage(error: typer.TyperException, arguments: Sequence[str]) -> str:
    """Return a usage error as one line: where, what was given, what is allowed."""
    context = getattr(error, "ctx", None)
    if context is None:
        return error.format_message()
    line = f"{context.command_path}: {error.format_message().rstrip('.')}"
    parameter = getattr(error, "param", None)
    given = _given(parameter.opts, arguments) if parameter is not None else ""
    if given:
        return f"{line} (given {given!r})"
    if hasattr(error, "option_name"):
        names = [name for item in context.command.get_params(context) for name in item.opts]
        return f"{line}; allowed: " + ", ".join(name for name in names if name.startswith("-"))
    if isinstance(context.command, TyperGroup):
        return f"{line}; allowed: " + ", ".join(context.command.list_commands(context))
    return f"{line}; see {context.command_path} --help"


def _given(names: Sequence[str], arguments: Sequence[str]) -> str:
    """Return the text that the command line gives an option, which the error does not carry."""
    for word, following in zip(arguments, [*arguments[1:], ""], strict=True):
        name, equals, value = word.partition("=")
        if name in names:
            return value if equals else following
    return ""


app = typer.Typer(
    cls=Analyze,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Equilibrium analysis of hidden-information tabletop games.",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def command(
    name: str, record: type[Options], about: str
) -> Callable[[Callable[[Options], int | None]], Callable[[Options], int | None]]:
    """Register a function of one options record as a command: its fields become the options."""

    def register(run: Callable[[Options], int | None]) -> Callable[[Options], int | None]:
        def call(**given: Any) -> int | None:
            try:
                code = run(record(**given))
                sys.stdout.flush()
            except BrokenPipeError:
                # The reader has left (as with `| head`); nothing may be flushed to it at exit.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                return DONE
            return code

        hints = get_type_hints(record, include_extras=True)
        call.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # read by typer
            [
                item.replace(annotation=hints[item.name])
                for item in inspect.signature(record).parameters.values()
            ]
        )
        call.__annotations__ = hints
        app.command(name, help=about)(call)
        return run

    return register


@command("games", Common, "List the games.")
def _games(options: Common) -> None:
    from analysis import overview
    from analysis.render import lists

    lists.show(options, overview.games(), lists.games)


@command("rules", OfGame, "List a game's rule options: value, what is allowed, meaning.")
def _rules(options: OfGame) -> None:
    from analysis import overview
    from analysis.render import lists

    lists.show(options, overview.rules(options.game, options), lists.rules)


@command("bots", OfBots, "List the bots that play.")
def _bots(options: OfBots) -> None:
    from analysis import overview
    from analysis.render import lists

    lists.show(options, overview.bots(options.game), lists.bots)


@command("compare", Compare, "Play bots against each other on the same deals.")
def _compare(options: Compare) -> None:
    from analysis import comparison
    from analysis.render import lists, standings

    lists.show(options, comparison.compare(options), standings.compare)


@command("replay", OfFile, "Replay a recorded game against the rules.")
def _replay(options: OfFile) -> None:
    from analysis import replay
    from analysis.render import lists

    lists.show(options, replay.replayed(options.file), lists.replay)


@command("solve", SolveFile, "Solve a game file (.efg or .nfg) and prove the answer.")
def _solve(options: SolveFile) -> int:
    from analysis.render import lists
    from analysis.render.solve import solved
    from analysis.render.solving import watch
    from analysis.solve import Asked, solve_file
    from solver.solve import Options as Solving

    with watch(str(options.file), options.lang) as seen:
        solving = Solving(
            method=options.method,
            selection=options.selection,
            every=options.all,
            sequential=options.sequential,
            exact=options.exact,
            time_limit=options.time_limit,
            tolerance=options.tolerance,
            qre_lambda=options.qre_lambda,
            iterations=options.iterations,
            progress=seen.step,
        )
        asked = Asked(
            objective=options.objective,
            team=[name.strip() for name in options.team.split(",")] if options.team else (),
            locks=options.lock or (),
            begin=options.begin,
            resume=options.resume,
            save=options.save,
            averaging=options.averaging,
            fit=options.fit_counts,
            path=options.qre_path,
            before=seen.cost,
        )
        record = solve_file(options.file, solving, asked)
    lists.show(options, record, solved)
    return DONE if record["converged"] else NOT_SOLVED


@command("report", Report, "Write a designer's report: answers, pictures, tables, certificates.")
def _report(options: Report) -> None:
    from analysis import report
    from analysis.render import lists

    files = report.make(options)
    lists.show(options, {"files": [str(file) for file in files]}, lists.files)


@command("calibrate", Calibrate, "Fit continuation values to complete play, until they agree.")
def _calibrate(options: Calibrate) -> None:
    from analysis import calibration
    from analysis.render import lists

    lists.show(options, calibration.calibrated(options), lists.calibration)


@command("export", Export, "Write a decision's game as a file for Gambit and other programs.")
def _export(options: Export) -> None:
    from analysis import export
    from analysis.render import lists

    lists.show(options, export.exported(options), lists.text)


@command("verify", Verify, "Derive the shipped results again by other methods.")
def _verify(options: Verify) -> int:
    from analysis import verify
    from analysis.render import lists

    found = verify.verified(options)
    lists.show(options, found, lists.verification)
    return DONE if found["ok"] else FAILED


def _register_games() -> None:
    """Register a command for each game that has options of its own to ask about a state."""
    for item in iter_modules([str(Path(__file__).parent / "analysis" / "questions")]):
        game = item.name.replace("_", "-")
        record = import_module(f"analysis.questions.{item.name}").Options
        command(game, record, f"Solve a decision of {game}.")(partial(_ask, game))


def _ask(game: str, options: Ask) -> int:
    from analysis import answer, asking
    from analysis.render import answers, lists

    if options.decision == "list":
        lists.show(options, asking.list_decisions(game), answers.decisions)
        return DONE
    asked = asking.ask(game, options)
    answers.show(asked)
    return DONE if answer.solved(asked.solution.certificate) else NOT_SOLVED


_register_games()

if __name__ == "__main__":
    app()
