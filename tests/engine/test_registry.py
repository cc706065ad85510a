"""Every game of the registry is complete: rules page, counts, notation, bots, models."""

from pathlib import Path

import pytest

from bots.base import bots_of
from engine.api import CHANCE, TERMINAL
from engine.registry import GAMES, game
from models.registry import decisions

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_all_its_parts(name):
    found = game(name)
    assert found.name == name
    assert set(found.title) >= {"en", "ko"}
    for page in (f"{name}.md", f"{name}.ko.md"):
        assert (ROOT / "docs" / "rules" / page).is_file()
    assert (ROOT / "tests" / "engine" / f"perft_{name.replace('-', '_')}.txt").is_file()
    assert "random" in bots_of(name)
    assert decisions(name)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_plays_by_the_protocol_with_every_number_of_players(name):
    found = game(name)
    field = found.rules_type.model_json_schema()["properties"]["players"]
    for players in range(field["minimum"], field["maximum"] + 1):
        rules = found.rules_type(players=players)
        position, steps = found.initial(rules), 0
        while (actor := found.actor(position)) != TERMINAL:
            if actor == CHANCE:
                assert found.chance_stream(position) in found.chance_streams
                action = found.sample(position, players)
            else:
                action = int(found.legal_actions(position)[steps % 2 - 1])
            text = found.action_text(position, action)
            assert found.parse_move(position, text) == [action]
            if steps % 50 == 0:
                again = found.parse(rules, found.encode(position))
                assert again.record.tobytes() == position.record.tobytes()
            position, steps = found.apply(position, action), steps + 1
        assert found.outcome(position) in found.outcomes
        assert found.returns(position).shape == (players,)
