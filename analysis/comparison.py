"""`analyze compare`: from options to a tournament, from a tournament to its document."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from analysis.errors import BadInput
from analysis.options import Compare
from analysis.progress import bar
from analysis.render.terminal import warn
from analysis.setup import setup
from analysis.tables import Table
from analysis.tournament import Plan, forfeit_reasons, run, save_games, summary
from bots.base import bot, is_user_bot, user_bot


def compare(options: Compare) -> dict[str, Any]:
    """Play the tournament that the options describe and return its document.

    Raises
    ------
    BadInput, EngineError
        If the game, its rules or a bot is not as it should be.
    """
    started = perf_counter()
    _, rules = setup(options.game, options)
    plan = Plan(Table(options.game, rules, _names(options)), options.games, options.seed)
    with bar("games") as progress:
        games = run(plan, options.workers, options.resume, lambda done, of: progress(done / of))
    if options.save_games is not None:
        with bar("records") as progress:
            save_games(plan, options.save_games, lambda done, of: progress(done / of))
    for name, reason in forfeit_reasons(plan, games).items():
        warn(f"{name} forfeited games; the first time: {reason}")
    return {**summary(plan, games), "seconds": perf_counter() - started}


def _names(options: Compare) -> tuple[str, ...]:
    """Return the bots' names, each known to exist before any game is played."""
    names = tuple(name.strip() for name in options.bots.split(","))
    if not all(names):
        raise BadInput("--bots", options.bots, "names separated by commas")
    for name in dict.fromkeys(names):
        if is_user_bot(name):
            user_bot(name)
        else:
            bot(options.game, name)
    return names
