"""A recorded game, replayed move by move against the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.api import CHANCE, TERMINAL
from engine.options import make_rules
from engine.record import read_record, replay
from engine.registry import game as find_game


def replayed(path: Path) -> dict[str, Any]:
    """Return what a record's moves do; ``result`` is null where they stop before the end.

    Raises
    ------
    EngineError
        If the record cannot be read or breaks a rule; names the entry and the rule.
    """
    record = read_record(path)
    game = find_game(record.game)
    rules = make_rules(game.rules_type, {**record.rules, "players": record.players})
    position, moves = game.initial(rules), []
    for step in replay(record):
        moves.append(
            {
                "index": step.index,
                "by": "chance" if step.actor == CHANCE else step.actor,
                "move": game.action_text(step.before, step.action),
            }
        )
        position = step.after
    result = None
    if game.actor(position) == TERMINAL:
        result = {
            "outcome": game.outcome(position),
            "returns": game.returns(position).tolist(),
            "win_share": game.win_shares(position).tolist(),
        }
    return {
        "game": record.game,
        "players": record.players,
        "rules": rules.model_dump(mode="json"),
        "moves": moves,
        "state": game.encode(position),
        "result": result,
    }
