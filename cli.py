"""Command line of Equitable: each command declares its options, makes one call, renders one record.

Exit codes: 0 done, 1 a check failed, 2 bad input, 3 not solved to tolerance.
"""

from __future__ import annotations

import errno
import inspect
import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar, get_type_hints

import typer
from typer.core import TyperGroup

from analysis.options import Common

DONE, FAILED, BAD_INPUT, NOT_SOLVED, INTERRUPTED = 0, 1, 2, 3, 130

Options = TypeVar("Options", bound=Common)


class Analyze(TyperGroup):
    """The command group: helps in the asked language, and says in one line what is wrong."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line and exit with its code."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        try:
            code = super().main(*args, **{**kwargs, "standalone_mode": False})
            sys.stdout.flush()
        except Exception as error:
            code = _explain(error)
        if code == INTERRUPTED:
            print("interrupted", file=sys.stderr)  # noqa: T201
        sys.exit(code or DONE)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command with its help in the language that the arguments ask for."""
        command: Any = super().get_command(ctx, cmd_name)
        language = _asked_language(sys.argv)
        if command is not None and language != "en":
            from analysis.render.catalogues import catalogue

            translate = catalogue(language)
            for item in (command, *command.params):
                item.help = translate(item.help or "")
        return command


def _asked_language(arguments: list[str]) -> str:
    """Return the language asked for, before the options are read: help is printed while reading."""
    joined = " ".join(arguments)
    return "ko" if "--lang ko" in joined or "--lang=ko" in joined else "en"


def _explain(error: Exception) -> int:
    """Say in one line what the user did wrong, and return the exit code; our faults are raised."""
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        # The reader has left (as with `| head`); nothing may be flushed to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    if isinstance(error, typer.TyperException):
        line, code = _usage(error), error.exit_code
    elif isinstance(error, _bad_input()):
        line, code = str(error), BAD_INPUT
    elif isinstance(error, OSError) and error.filename is not None:
        line, code = f"{error.filename}: {error.strerror}", BAD_INPUT
    else:
        raise error
    print("error: " + " ".join(line.split()), file=sys.stderr)  # noqa: T201
    return code


def _bad_input() -> tuple[type[Exception], ...]:
    """Return the errors that mean bad input, by the packages that raise them."""
    from analysis.errors import BadInput
    from engine.api import EngineError
    from solver.errors import SolverError

    return BadInput, EngineError, SolverError


def _usage(error: typer.TyperException) -> str:
    """Return a usage error as one line: where, what was given, what is allowed."""
    context = getattr(error, "ctx", None)
    if context is None:
        return error.format_message()
    allowed = ""
    if hasattr(error, "option_name"):
        names = [name for item in context.command.get_params(context) for name in item.opts]
        allowed = "; allowed: " + ", ".join(name for name in names if name.startswith("-"))
    elif isinstance(context.command, TyperGroup):
        allowed = "; allowed: " + ", ".join(context.command.list_commands(context))
    return f"{context.command_path}: {error.format_message().rstrip('.')}{allowed}"


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
            return run(record(**given))

        hints = get_type_hints(record, include_extras=True)
        call.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [
                item.replace(annotation=hints[item.name])
                for item in inspect.signature(record).parameters.values()
            ]
        )
        call.__annotations__ = hints
        app.command(name, help=about)(call)
        return run

    return register
