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
from engine.api import Game


def compare(options: Compare) -> dict[str, Any]:
    """Play the tournament that the options describe and return its document.

    Raises
    ------
    BadInput, EngineError
        If the game, its rules or a bot is not as it should be.
    """
    started = perf_counter()
    game, rules = setup(options.game, options)
    plan = Plan(_table(game, rules, options), options.games, options.seed)
    with bar("games") as progress:
        games = run(plan, options.workers, options.resume, lambda done, of: progress(done / of))
    if options.save_games is not None:
        with bar("records") as progress:
            save_games(plan, options.save_games, lambda done, of: progress(done / of))
    for name, reason in forfeit_reasons(plan, games).items():
        warn(f"{name} forfeited games; the first time: {reason}")
    return {**summary(plan, games), "seconds": perf_counter() - started}


def _table(game: Game, rules: Any, options: Compare) -> Table:
    """Return the table of the bots, who fill the seats in turn, or by role where roles are named.

    Raises
    ------
    BadInput, EngineError
        If a bot does not exist, or not every role has one.
    """
    parts = tuple(name.strip() for name in options.bots.split(","))
    pairs = [part.partition("=") for part in parts]
    by_role = any(equals for _, equals, _ in pairs)
    if by_role:
        named = {role.strip(): name.strip() for role, equals, name in pairs if equals}
        if not game.roles or len(pairs) != len(game.roles) or set(named) != set(game.roles):
            roles = ",".join(f"{role}=NAME" for role in game.roles)
            raise BadInput("--bots", options.bots, f"{roles or 'names'} of {game.name}")
        if getattr(rules, "tokens", 0):
            raise BadInput("--bots", options.bots, "one bot a seat in a series with tokens")
        parts = tuple(named[role] for role in game.roles)
    return Table(options.game, rules, _known(options, parts), by_role)


def _known(options: Compare, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the bots' names, each known to exist before any game is played."""
    if not all(names):
        raise BadInput("--bots", options.bots, "names separated by commas")
    for name in dict.fromkeys(names):
        if is_user_bot(name):
            user_bot(name)
        else:
            bot(options.game, name)
    return names
