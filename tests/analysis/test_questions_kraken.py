"""State options of Kraken: what is given is meant, and what a state asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analysis.errors import BadInput
from analysis.questions.kraken import Options, Scene, asks, scene
from engine.kraken.rules import KrakenRules
from models.base import BadQuestion
from models.kraken.view import Heard


def asked(players: int = 5, **given: Any) -> Scene:
    options = Options(players=players, **given)
    rules = KrakenRules.model_validate(
        {"players": players, "curse": options.curse, "special": options.specials}
    )
    return scene(options, rules)


def test_nothing_told_asks_for_the_balance() -> None:
    found = asked()
    assert not found.given
    assert asks(found) == "balance"
    assert (found.position.round, found.position.found, found.position.revealed) == (1, 0, 0)
    # An expansion is no state.
    assert asks(asked(curse=True)) == "balance"


def test_a_hand_and_no_talk_ask_what_to_claim() -> None:
    found = asked(my_hand="1k", marker=3, claims="?,?,?,2,-")
    assert asks(found) == "claim"
    now = found.position.now
    assert found.position.dealt == (1, 1)
    assert now.claims == (None, None, None, (2, 0), None)
    assert now.unspoken == {0, 1, 2}
    # Nobody has spoken where no claims are told.
    assert asked(my_hand="0").position.now.unspoken == set(range(5))


def test_talk_heard_asks_whom_to_reveal() -> None:
    found = asked(my_hand="1", claims="1,2,0K,0,2", found=1, round=2)
    assert asks(found) == "reveal"
    assert found.position.now == Heard(2, 4, ((1, 0), (2, 0), (0, 1), (0, 0), (2, 0)))
    assert asks(asked(round=2)) == "reveal"


def test_nobody_claims_where_the_rules_are_silent() -> None:
    rules = KrakenRules.model_validate({"players": 5, "claims": False})
    assert asks(scene(Options(players=5, my_hand="1"), rules)) == "reveal"


def test_rounds_of_a_file_count_treasures_back(tmp_path: Path) -> None:
    file = tmp_path / "talk.txt"
    file.write_text("1,1,0,2,1 | 2E 1T 3T 4E 0E  # first\n\n1,1,0,0,1 | 1E, 0T, 3E\n")
    found = asked(claims=str(file), marker=3).position
    assert (found.round, found.found, found.revealed, found.marker) == (2, 3, 3, 3)
    first, now = found.rounds
    assert (first.number, first.left, len(first.reveals)) == (1, 5, 5)
    assert (now.number, now.left) == (2, 3)
    assert now.reveals == ((1, "empty"), (0, "treasure"), (3, "empty"))
    text = "1,1,0,2,1 | 2E 1T 3T 4E 0E; 1,1,0,0,1 | 1E 0T 3E"
    assert asked(claims=text).position == found


def test_reveals_say_who_holds_the_marker() -> None:
    found = asked(revealed="1T,2E,0E", claims="1,1,1,1,1").position
    assert (found.marker, found.found, found.revealed) == (0, 1, 3)
    assert asked(revealed="2").position.revealed == 2


def test_expansions_are_rule_options() -> None:
    assert Options(players=5, curse=True, specials=True).rule_options() == [
        "curse=true",
        "special=true",
    ]
    found = asked(curse=True, specials=True).position
    assert (found.curse, found.specials) == ("all", True)


BAD = {
    "claims of four": ({"claims": "1,2,3,0"}, "5 claims"),
    "no claim": ({"claims": "1,2,3,0,K"}, "number of treasures"),
    "no such file": ({"claims": "talk.txt"}, "a file"),
    "five rounds": ({"claims": ";".join(["1,1,1,1,1"] * 5)}, "one to four"),
    "more rounds than played": ({"claims": "1,1,1,1,1;1,1,1,1,1", "round": 1}, "--round"),
    "no such seat": ({"revealed": "5T"}, "0 to 4"),
    "no such card": ({"revealed": "1K"}, "treasure, empty"),
    "another marker": ({"revealed": "1T", "marker": 2}, "revealed last"),
    "reveals told twice": ({"revealed": "1T", "claims": "1,1,1,1,1 | 2T"}, "--claims"),
    "numbers differ": ({"revealed": "2", "claims": "1,1,1,1,1 | 2T"}, "--claims"),
    "round five": ({"round": 5}, "1 to 4"),
    "a hand in words": ({"my_hand": "two"}, "as 2 or 1K"),
}


@pytest.mark.parametrize(("given", "says"), BAD.values(), ids=BAD.keys())
def test_bad_options_are_refused(given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match="allowed") as caught:
        asked(**given)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


IMPOSSIBLE = {
    "all treasures found": {"found": 5, "round": 3},
    "found before any reveal": {"found": 1},
    "more than the hand holds": {"my_hand": "3K", "round": 3, "found": 1},
    "marker beyond the table": {"marker": 5},
    "skeletons of another game": {"skeletons": 3},
    "six reveals": {"revealed": "6"},
}


@pytest.mark.parametrize("given", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_impossible_states_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadQuestion):
        asked(**given)
