"""What a bot is, where each game's bots are listed, and how a user's own bot is loaded."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from engine.api import EngineError
from engine.play import Policy

GAMES = {
    "good-guys": "bots.good_guys.info",
    "kraken": "bots.kraken.info",
}
"""Module of each game's bots: ``BOTS``, ``single_step(info, rules)``, and ``batch`` play."""


@dataclass(frozen=True)
class BotInfo:
    """A compiled bot as people and the batch loop know it.

    Attributes
    ----------
    name, game : str
    kind : int
        Number in the game's dispatcher.
    title, models : mapping
        Name and what it stands for, by language.
    properties : tuple of str
        What can be relied on; tests play games and check it.
    parameters : callable
        From rules to the bot's flat parameters (float64).
    """

    name: str
    game: str
    kind: int
    title: Mapping[str, str]
    models: Mapping[str, str]
    properties: tuple[str, ...]
    parameters: Callable[[Any], NDArray[np.float64]]


def bots_of(game: str) -> dict[str, BotInfo]:
    """Return the bots of a game by name.

    Raises
    ------
    EngineError
        If no bots are listed for such a game.
    """
    if game not in GAMES:
        raise EngineError(f"bots for game {game!r}; allowed: {', '.join(GAMES)}")
    return {info.name: info for info in import_module(GAMES[game]).BOTS}


def bot(game: str, name: str) -> BotInfo:
    """Return one bot.

    Raises
    ------
    EngineError
        If the game has no bot of that name; lists those it has.
    """
    known = bots_of(game)
    if name not in known:
        raise EngineError(f"bot {name!r} of {game}; allowed: {', '.join(known)}, FILE.py:Class")
    return known[name]


def packed(
    infos: Sequence[BotInfo], rules: Any
) -> tuple[list[int], NDArray[np.float64], list[int]]:
    """Return kinds, flat parameters and offsets of some bots, as batch play takes them."""
    arrays = [info.parameters(rules) for info in infos]
    starts = np.cumsum([0, *map(len, arrays)])[:-1]
    params = np.concatenate([np.zeros(0), *arrays])
    return [info.kind for info in infos], params, starts.tolist()


def policy_of(game: str, name: str, rules: Any) -> Policy:
    """Return a bot by name, or a user's ``FILE.py:Class``, for single-step play.

    Raises
    ------
    EngineError
        If there is no such bot.
    """
    if is_user_bot(name):
        return user_bot(name)
    info = bot(game, name)
    return cast(Policy, import_module(GAMES[game]).single_step(info, rules))


def is_user_bot(name: str) -> bool:
    """Return whether a bot's name means a class in a user's file."""
    return ".py:" in name


def user_bot(name: str) -> Policy:
    """Return an instance of the class that ``FILE.py:Class`` names; this runs the user's code.

    Raises
    ------
    EngineError
        If the file cannot be run, or has no such class with a method ``act``.
    """
    path, _, class_name = name.rpartition(":")
    if not Path(path).is_file():
        raise EngineError(f"bot {name!r}: there is no file {path}")
    spec = importlib.util.spec_from_file_location(f"user_bot_{Path(path).stem}", path)
    if spec is None or spec.loader is None:
        raise EngineError(f"bot {name!r}: {path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        policy = getattr(module, class_name)()
    except AttributeError:
        raise EngineError(f"bot {name!r}: {path} has no class {class_name}") from None
    except Exception as error:
        raise EngineError(f"bot {name!r}: {type(error).__name__}: {error}") from None
    if not callable(getattr(policy, "act", None)):
        raise EngineError(f"bot {name!r}: {class_name} has no method act")
    return cast(Policy, policy)
