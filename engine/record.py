"""Game records: written by hand or by play, replayed move by move against the rules.

The format is documented in docs/reference/record.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, ValidationError

from engine.api import CHANCE, TERMINAL, EngineError, Game, Position
from engine.options import make_rules
from engine.registry import game as find_game

MAX_BYTES = 5_000_000
MAX_MOVES = 100_000


class BadRecord(EngineError):
    """A record that cannot be read, or an entry of it that the rules forbid."""


class Move(BaseModel):
    """One entry: a seat's action, a chance outcome, or words without effect."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    by: NonNegativeInt | Literal["chance"]
    move: str | int | dict[str, Any]


class Result(BaseModel):
    """The end, where the record tells it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    outcome: str
    returns: tuple[float, ...]


class GameRecord(BaseModel):
    """A whole game or its beginning.

    ``setup`` holds chance outcomes by stream, in order; an event whose outcome is not there must
    be among the moves, with ``"by": "chance"``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    players: int
    rules: dict[str, Any] = Field(default_factory=dict)
    setup: dict[str, list[str | int]] = Field(default_factory=dict)
    moves: list[Move] = Field(default_factory=list, max_length=MAX_MOVES)
    result: Result | None = None


@dataclass(frozen=True)
class Step:
    """One action of a replayed game.

    Attributes
    ----------
    index : int or None
        Entry of ``moves`` it comes from; None for a chance outcome of the set-up.
    before, after : Position
    actor, action : int
    """

    index: int | None
    before: Position
    actor: int
    action: int
    after: Position


def read_record(path: Path) -> GameRecord:
    """Return the record in a JSON file.

    Raises
    ------
    BadRecord
        If the file is missing, too large, no JSON, or not of the format; one line.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadRecord(f"record {path} has more than {MAX_BYTES} bytes")
        return parse_record(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise BadRecord(f"record {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"record {path} is not UTF-8 text") from None


def parse_record(text: str, name: str = "record") -> GameRecord:
    """Return the record in a JSON text; see :func:`read_record`."""
    try:
        return GameRecord.model_validate_json(text)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        place = "/".join(str(part) for part in fault["loc"]) or "document"
        raise BadRecord(f"{name}: {place}: {fault['msg']}") from None


def write_record(record: GameRecord) -> str:
    """Return a record as JSON text, one move a line."""
    document = record.model_dump(mode="json", exclude_none=True)
    moves = ",\n  ".join(json.dumps(move, ensure_ascii=False) for move in document.pop("moves"))
    result = document.pop("result", None)
    head = ",\n ".join(f'"{key}": {json.dumps(document[key])}' for key in document)
    tail = f',\n "result": {json.dumps(result)}' if result else ""
    return f'{{{head},\n "moves": [\n  {moves}\n ]{tail}}}\n'


def record_of(game: Game, start: Position, moves: Sequence[tuple[int, int]]) -> GameRecord:
    """Return the record of some actions and chance outcomes from the set-up on."""
    position, entries = start, []
    for actor, action in moves:
        by: Any = "chance" if actor == CHANCE else actor
        entries.append(Move(by=by, move=game.action_text(position, action)))
        position = game.apply(position, action)
    result = None
    if game.actor(position) == TERMINAL:
        returns = tuple(float(x) for x in game.returns(position))
        result = Result(outcome=game.outcome(position), returns=returns)
    options = start.rules.model_dump(mode="json", exclude={"players"})
    return GameRecord(
        game=game.name, players=start.rules.players, rules=options, moves=entries, result=result
    )


def replay(record: GameRecord) -> Iterator[Step]:
    """Yield the actions of a record, each checked against the rules.

    Raises
    ------
    BadRecord
        Names the entry and the rule that it breaks.
    """
    game = find_game(record.game)
    rules = make_rules(game.rules_type, {**record.rules, "players": record.players})
    position = game.initial(rules)
    setup = {stream: list(outcomes) for stream, outcomes in record.setup.items()}
    _check_streams(game, setup)
    for index, entry in enumerate(record.moves):
        if _is_talk(entry):
            continue
        for step in _from_setup(game, position, setup, entry):
            position = step.after
            yield step
        for step in _steps(game, position, index, entry):
            position = step.after
            yield step
    for step in _from_setup(game, position, setup, None):
        position = step.after
        yield step
    _check_end(game, position, setup, record.result)


def _check_streams(game: Game, setup: dict[str, list[Any]]) -> None:
    for stream in setup:
        if stream not in game.chance_streams:
            raise BadRecord(f"setup/{stream}; allowed: {', '.join(game.chance_streams)}")


def _is_talk(entry: Move) -> bool:
    """Return whether an entry is free talk: ``{"say": text}``, recorded without effect."""
    return isinstance(entry.move, dict) and set(entry.move) == {"say"}


def _from_setup(
    game: Game, position: Position, setup: dict[str, list[Any]], entry: Move | None
) -> Iterator[Step]:
    """Yield the chance outcomes that the set-up holds, up to the next entry's turn."""
    while game.actor(position) == CHANCE and (entry is None or entry.by != "chance"):
        stream = game.chance_stream(position)
        if not setup.get(stream):
            return
        text = setup[stream].pop(0)
        for step in _checked(game, position, None, text, f"setup/{stream}"):
            position = step.after
            yield step


def _steps(game: Game, position: Position, index: int, entry: Move) -> Iterator[Step]:
    actor = game.actor(position)
    if actor == TERMINAL:
        raise BadRecord(f"moves/{index}: the game is over: {game.outcome(position)}")
    due: int | str = "chance" if actor == CHANCE else actor
    if entry.by != due:
        event = f" ({game.chance_stream(position)})" if actor == CHANCE else ""
        raise BadRecord(f"moves/{index}: by {entry.by}; the rules call on {due}{event}")
    yield from _checked(game, position, index, entry.move, f"moves/{index}")


def _checked(
    game: Game, position: Position, index: int | None, move: Any, place: str
) -> Iterator[Step]:
    try:
        for action in game.parse_move(position, move):
            after = game.apply(position, action)
            yield Step(index, position, game.actor(position), action, after)
            position = after
    except EngineError as error:
        raise BadRecord(f"{place}: {error}") from None


def _check_end(
    game: Game, position: Position, setup: dict[str, list[Any]], result: Result | None
) -> None:
    unused = [stream for stream, outcomes in setup.items() if outcomes]
    if game.actor(position) != TERMINAL:
        if result is not None:
            raise BadRecord("result: the moves do not reach the end of the game")
        return
    if unused:
        raise BadRecord(f"setup/{unused[0]}: outcomes are left at the end of the game")
    if result is None:
        return
    returns = game.returns(position)
    if len(result.returns) != len(returns) or not np.allclose(result.returns, returns):
        raise BadRecord(f"result/returns {list(result.returns)}; the moves give {returns.tolist()}")
    if result.outcome != game.outcome(position):
        raise BadRecord(f"result/outcome {result.outcome}; the moves give {game.outcome(position)}")
