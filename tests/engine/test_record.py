"""Game records: written, read, replayed, refused."""

import json
import re
from pathlib import Path

import pytest

from engine.api import EngineError
from engine.good_guys.rules import GoodGuysRules
from engine.play import play_game
from engine.record import (
    MAX_BYTES,
    BadRecord,
    parse_record,
    read_record,
    record_of,
    replay,
    write_record,
)
from engine.registry import game

GAME = game("good-guys")
DOCS = Path(__file__).parents[2] / "docs" / "reference" / "record.md"


class Anything:
    def act(self, observation, legal_actions, rng):
        return rng.choice(legal_actions)


def played(**options):
    rules = GoodGuysRules(players=4, **options)
    moves = play_game(GAME, rules, [Anything()] * 4, seed=3).moves
    return record_of(GAME, GAME.initial(rules), moves), moves


@pytest.mark.parametrize("options", [{}, {"payoffs": True, "boss_limit": True, "talk_turns": 2}])
def test_a_played_game_replays_move_by_move(options):
    record, moves = played(**options)
    again = parse_record(write_record(record))
    assert again == record
    assert [(step.actor, step.action) for step in replay(again)] == list(moves)


def test_chance_may_stand_in_the_setup():
    record, moves = played()
    streams = {"first_boss": [], "deck": [], "theft": []}
    for step in replay(record):
        if step.actor == -1:
            text = GAME.action_text(step.before, step.action)
            streams[GAME.chance_stream(step.before)].append(text)
    decisions = [move for move in record.moves if move.by != "chance"]
    short = record.model_copy(update={"setup": streams, "moves": decisions})
    assert [(step.actor, step.action) for step in replay(short)] == list(moves)


def test_the_example_of_the_documentation_replays():
    example = re.search(r"```json\n(.*?)```", DOCS.read_text(), re.S).group(1)
    assert len(list(replay(parse_record(example)))) == 1 + 6 + 6 + 2


def record(moves, **changes):
    document = {
        "game": "good-guys",
        "players": 4,
        "setup": {"first_boss": [1], "deck": [5, 4, 4, 3, 2, 2]},
        "moves": moves,
        **changes,
    }
    return json.dumps(document)


OFFER = {"by": 1, "move": {"offer": {"1": [5, 4], "0": [4, 3, 2, 2]}}}


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ([{"by": 1, "move": "1: 5,5"}], "moves/0: another 5 is not allowed here"),
        ([{"by": 1, "move": "1: 5"}], "moves/0: an offer without 4,4,3,2,2"),
        ([{"by": 1, "move": "7: 5"}], "moves/0: seat 7 is not allowed here"),
        ([{"by": 1, "move": "1: five"}], "moves/0: offer '1: five'; allowed"),
        ([{"by": 0, "move": "silent"}], "moves/0: by 0; the rules call on 1"),
        ([OFFER, {"by": 2, "move": "silent"}], "moves/1: by 2; the rules call on 1"),
        ([OFFER, {"by": 1, "move": "marker 2"}], "moves/1: 'marker 2' is no move of phase talk"),
        ([OFFER, {"by": "chance", "move": "5"}], "moves/1: by chance; the rules call on 1"),
        ([OFFER, {"by": 1, "move": {"sing": "x"}}], "moves/1: move {'sing': 'x'}; allowed"),
        ([{"by": -1, "move": "x"}], "moves/0/by"),
        ([{"by": 1}], "moves/0/move"),
    ],
)
def test_an_illegal_entry_is_refused_with_its_index_and_rule(moves, message):
    with pytest.raises(EngineError) as refused:
        list(replay(parse_record(record(moves))))
    assert str(refused.value).removeprefix("record: ").startswith(message)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "chess"}, "game 'chess'; allowed: good-guys"),
        ({"players": 3}, "players = 3; allowed: 4 to 8"),
        ({"rules": {"piles": 0}}, "rules option piles = 0; allowed"),
        ({"rules": {"pile": 1}}, "rules option 'pile' does not exist"),
        ({"setup": {"dice": [1]}}, "setup/dice; allowed: first_boss, deck, theft"),
        ({"setup": {"first_boss": [9]}}, "setup/first_boss: '9' is no move|setup/first_boss"),
        ({"setup": {"first_boss": [1], "deck": ["fuzz"]}}, "setup/deck: fuzz is not allowed"),
        ({"extra": 1}, "record: extra"),
        ({"result": {"outcome": "fuzz_in_round", "returns": [1]}}, "result: the moves do not"),
        ({"players": "many"}, "record: players"),
    ],
)
def test_a_wrong_head_is_refused(changes, message):
    with pytest.raises(EngineError) as refused:
        list(replay(parse_record(record([], **changes))))
    assert re.match(message, str(refused.value))
    assert "\n" not in str(refused.value)


def test_a_wrong_result_or_a_move_after_the_end_is_refused():
    whole, _ = played()
    wrong = whole.model_copy(
        update={"result": whole.result.model_copy(update={"outcome": "fuzz_skimmed"})}
    )
    with pytest.raises(BadRecord, match="result/outcome fuzz_skimmed; the moves give"):
        list(replay(wrong))
    returns = tuple(x + 1 for x in whole.result.returns)
    wrong = whole.model_copy(
        update={"result": whole.result.model_copy(update={"returns": returns})}
    )
    with pytest.raises(BadRecord, match="result/returns"):
        list(replay(wrong))
    longer = whole.model_copy(update={"moves": [*whole.moves, whole.moves[-1]]})
    with pytest.raises(BadRecord, match=rf"moves/{len(whole.moves)}: the game is over"):
        list(replay(longer))


def test_files_that_are_no_records(tmp_path):
    big, empty, binary = tmp_path / "big", tmp_path / "empty", tmp_path / "binary"
    big.write_bytes(b" " * (MAX_BYTES + 1))
    empty.write_text("")
    binary.write_bytes(b"\xff\xfe\x00")
    for path, message in (
        (big, "has more than"),
        (empty, "Invalid JSON"),
        (binary, "not UTF-8"),
        (tmp_path / "none", "cannot be read: No such file"),
        (tmp_path, "cannot be read: Is a directory"),
    ):
        with pytest.raises(BadRecord, match=message):
            read_record(path)
