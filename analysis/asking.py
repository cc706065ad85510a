"""One question, answered: options to state, state to solution, solution against complete play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from time import perf_counter
from typing import Any

from analysis.answer import document
from analysis.engine_check import FIXED_GAMES, check, check_seed
from analysis.errors import BadInput
from analysis.options import Ask
from analysis.parts import game_part
from analysis.progress import bar
from analysis.setup import setup
from models.base import Solution
from models.registry import DECISIONS, decisions


@dataclass(frozen=True)
class Asked:
    """A question with its solution, ready to be shown and checked.

    Attributes
    ----------
    first : Solution
        The answer as far as it is found at once; :attr:`solution` completes it.
    complete : callable
    """

    game: str
    options: Ask
    rules: Any
    scene: Any
    first: Solution
    complete: Callable[[], Solution]
    started: float

    @cached_property
    def solution(self) -> Solution:
        """The whole answer."""
        return self.complete()

    def check(self) -> list[dict[str, Any]]:
        """Play on from the asked state, every seat by lifted bots; rows as in the document.

        Empty where the options forbid it or no lifted bot plays this solution.
        """
        options = self.options
        if not options.check:
            return []
        checks = import_module(f"analysis.checks.{state_name(self.game)}")
        found = checks.check_of(self.scene, self.solution, check_seed(options.seed))
        if found is None:
            return []
        playout, predictions = found
        games = options.games or (FIXED_GAMES if options.json else None)
        with bar("complete games") as progress:
            return check(
                playout, predictions, games, options.workers, lambda _, share: progress(share)
            )

    def document(self, rows: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the document that ``--json`` prints."""
        return document(
            self.game,
            self.rules.model_dump(mode="json"),
            self.solution,
            rows,
            seed=self.options.seed,
            seconds=perf_counter() - self.started,
        )


def state_name(game: str) -> str:
    """Return a game's name as modules spell it."""
    return game.replace("-", "_")


def state_module(game: str) -> Any:
    """Return the module that holds a game's state options and reads them."""
    return game_part("questions", game)


def decision_module(game: str, name: str | None) -> tuple[str, Any]:
    """Return a decision's name and its model; the game's first decision by default.

    Raises
    ------
    BadInput
        If the game has no model of that decision.
    """
    known = decisions(game)
    if not known:
        raise BadInput("GAME", game, f"{', '.join(DECISIONS)}; no other game has a model yet")
    if name is None:
        name = next(iter(known))
    if name not in known:
        raise BadInput("decision", name, ", ".join(known))
    return name, import_module(known[name])


def parameters_of(model: Any, texts: list[str]) -> dict[str, Any]:
    """Return the parameters of a model from ``NAME=VALUE`` texts, as the types it allows.

    Raises
    ------
    BadInput
        If a text is no ``NAME=VALUE``.
    """
    given: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadInput("--set", text, "NAME=VALUE")
        given[name] = _typed(value, model.PARAMETERS.get(name))
    return given


def _typed(text: str, parameter: Any) -> Any:
    """Return a text as the listed value it spells, else as a number where it is one."""
    for value in parameter.allowed if parameter and not isinstance(parameter.allowed, str) else ():
        if text.lower() == str(value).lower():
            return value
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def ask(game: str, options: Ask) -> Asked:
    """Solve the decision that the options ask about.

    Raises
    ------
    BadInput, EngineError
        If options, rules or state are not as they should be.
    """
    started = perf_counter()
    _, rules = setup(game, options)
    state = state_module(game)
    scene = state.scene(options, rules)
    asked = options.decision
    if asked is None and hasattr(state, "asks"):
        asked = state.asks(scene)
    _, model = decision_module(game, asked)
    given = parameters_of(model, options.set or [])
    limits = {"time_limit": options.time_limit, **given}
    if getattr(model, "PLAYS", False):
        plays = game_part("playing", game)
        limits["play"] = plays.playing(rules, options.seed, options.workers)
    if hasattr(model, "first"):
        first = model.first(scene.position, **given)
        complete = partial(model.complete, scene.position, first, **limits)
    else:
        first = model.solve(scene.position, **limits)
        complete = partial(identity, first)
    return Asked(game, options, rules, scene, first, complete, started)


def identity(solution: Solution) -> Solution:
    """Return an answer that is complete from the start."""
    return solution


def list_decisions(game: str) -> dict[str, Any]:
    """Return the decisions of a game with their questions and parameters."""
    rows = []
    for name, path in decisions(game).items():
        model = import_module(path)
        parameters: Mapping[str, Any] = model.PARAMETERS
        rows.append(
            {
                "decision": name,
                "question": model.QUESTION,
                "source": model.SOURCE,
                "parameters": {
                    key: {"unit": item.unit, "allowed": item.allowed, "default": item.default}
                    for key, item in parameters.items()
                },
            }
        )
    return {"game": game, "decisions": rows}
