"""A decision's game as a file that Gambit and other programs read."""

from __future__ import annotations

from io import StringIO
from typing import Any

from analysis.asking import decision_module, parameters_of, state_module
from analysis.options import Export
from analysis.setup import setup
from solver.gamefile import write_game


def exported(options: Export) -> dict[str, Any]:
    """Return the game of a decision at a typical opening as the text of a game file.

    Raises
    ------
    BadInput, EngineError
        If game, decision, rules or parameters are not as they should be.
    """
    game, rules = setup(options.game, options)
    state = state_module(game.name)
    asked = state.Options(players=options.players, rules=options.rules, seed=options.seed)
    name, model = decision_module(game.name, options.decision)
    form = model.build(
        state.scene(asked, rules).position, **parameters_of(model, options.set or [])
    )
    text = write_game(form)
    return {
        "game": game.name,
        "players": rules.players,
        "decision": name,
        "format": options.format,
        "text": text if options.format == "efg" else _strategic(text),
    }


def _strategic(tree: str) -> str:
    """Return the strategic form of a tree, made by Gambit."""
    import pygambit

    return str(pygambit.read_efg(StringIO(tree)).to_nfg())
