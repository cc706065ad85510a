"""State options of Good Guys: what is given is meant, what is left out is typical."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np
import pytest

from analysis.checks.good_guys import after_offer, before_offer, offered
from analysis.engine_check import GAMES_PER_BLOCK
from analysis.errors import BadInput
from analysis.questions.good_guys import Options, Scene, scene
from engine.api import IllegalAction
from engine.good_guys.game import GAME
from engine.good_guys.rules import GoodGuysRules
from models.base import Solution


def asked(players: int = 5, rules: dict[str, Any] | None = None, **given: Any) -> Scene:
    found = GoodGuysRules(players=players, **(rules or {}))
    return scene(Options(players=players, **given), found)


@pytest.mark.parametrize("players", range(4, 9))
def test_typical_opening(players: int) -> None:
    found = asked(players)
    assert len(found.position.loot) == players + 2
    assert found.position.drawn == players + 2
    assert found.stashes == ((5, 4, 3, 2),) * players  # $14k each
    assert found.position.wealth == (14.0,) * players
    assert found.position.dealt
    assert asked(players, seed=1).position.loot != asked(players, seed=2).position.loot
    assert asked(players).position.loot == found.position.loot


def test_given_loot_and_rejections() -> None:
    found = asked(loot="5,4,4,3,2,2,3")
    assert found.position.loot == (5, 4, 4, 3, 3, 2, 2)
    assert not found.position.dealt
    assert found.position.rejections == 0
    assert asked(loot="5,4,4,3,2,2,3,5,5").position.rejections == 1


def test_stashes_say_how_far_the_game_has_come() -> None:
    found = asked(loot="5,4,4,3,2,2,3", stashes="5,4,3,2,5,5/4:14/5:20/6:21/4:14")
    # 25 cards held of 20 dealt: 5 were paid, and 7 lie on the table.
    assert found.position.drawn == 12
    assert found.position.stash_cards == (6, 4, 5, 6, 4)
    assert found.position.wealth == (24.0, 14.0, 20.0, 21.0, 14.0)
    assert found.stashes[3] == (4, 4, 4, 3, 3, 3)


def test_round_and_cards_left_agree() -> None:
    # Round 3 of five players: two pots of 7 are paid, the third is on the table.
    found = asked(round=3)
    assert found.position.drawn == 21
    assert found.stashes == asked(cards_left=120 - 21).stashes
    assert sum(map(len, found.stashes)) == 5 * 4 + 14
    assert {len(stash) for stash in found.stashes} == {6, 7}


def test_payoff_cards_are_worth_their_thousand_each() -> None:
    assert asked(rules={"payoffs": True}).position.wealth == (19.0,) * 5


BAD = {
    "few cards": ({"loot": "5,4"}, "7 cards"),
    "one card too many": ({"loot": "5,4,4,3,2,2,3,5"}, "2 more for each rejection"),
    "no such card": ({"loot": "6,4,4,3,2,2,3"}, "2 to 5"),
    "negative": ({"loot": "-5,4,4,3,2,2,3"}, "2 to 5"),
    "text": ({"loot": "five,4,4,3,2,2,3"}, "2 to 5"),
    "empty": ({"loot": ""}, "2 to 5"),
    "seats": ({"stashes": "5,4/3"}, "5 seats"),
    "too rich": ({"stashes": "4:21/4:14/4:14/4:14/4:14"}, "2 to 5 each"),
    "half a card": ({"stashes": "4:14.5/4:14/4:14/4:14/4:14"}, "number:worth"),
    "lost cards": ({"stashes": "3:12/4:14/4:14/4:14/4:14"}, "20 to"),
    "round zero": ({"round": 0}, "1 to"),
    "round after the end": ({"round": 99}, "1 to"),
    "negative deck": ({"cards_left": -1}, "34 to 113"),
    "full deck": ({"cards_left": 120}, "34 to 113"),
    "two rounds": ({"round": 2, "cards_left": 100}, "one and the same"),
    "no term": ({"boss_terms": 0}, "from 1"),
    "lambda zero": ({"qre_lambda": 0.0}, "above 0"),
    "lambda not a number": ({"qre_lambda": float("nan")}, "above 0"),
}


@pytest.mark.parametrize(("given", "says"), BAD.values(), ids=BAD.keys())
def test_bad_states_are_refused(given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match="allowed") as caught:
        asked(**given)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_more_cards_of_a_value_than_there_are() -> None:
    with pytest.raises(BadInput, match="all there are"):
        asked(
            rules={"loot_counts": (35, 35, 35, 6)},
            loot="5,5,4,3,2,2,3",
            stashes="5,4,3,2/5,4,3,2/5,4,3,2/5,4,3,2/5,4,3,2",
        )


@pytest.mark.parametrize("given", [{}, {"round": 5}, {"loot": "5,4,4,3,2,2,3,5,5"}])
def test_engine_starts_from_the_same_cards(given: dict[str, Any]) -> None:
    found = asked(**given)
    record = before_offer(found).record
    cards = Counter(found.position.loot)
    assert record.table.tolist() == [cards[value] for value in (2, 3, 4, 5)]
    assert record.drawn == found.position.drawn
    assert record.rejections == found.position.rejections
    assert GAME.observation(before_offer(found), 0).boss_terms == 1
    assert record.stash.sum() == sum(map(len, found.stashes))
    observed = GAME.observation(before_offer(found), 0)
    assert observed.wealth[:5].tolist() == list(found.position.wealth)


def test_gifts_are_passed_over_before_the_offer() -> None:
    found = asked(rules={"payoffs": True})
    assert GAME.encode(after_offer(found, {0: found.position.loot})).startswith("phase=talk")


def test_offer_is_placed_as_announced() -> None:
    found = asked(loot="5,4,4,3,2,2,3")
    state = after_offer(found, {0: [5, 4, 4, 3, 2], 4: [3, 2]}).record
    assert state.offer[4].tolist() == [1, 1, 0, 0]
    assert state.offer[0].tolist() == [1, 1, 2, 1]
    with pytest.raises(IllegalAction):
        after_offer(found, {0: [5]})


def test_playout_measures_what_it_names() -> None:
    """Honest voters take equal shares: everybody gets $5k of $25k, so YES wins at once."""
    from analysis.checks.good_guys import OfferPlayout

    found = asked(loot="5,5,5,2,3,2,3")
    offer = {0: [5], 1: [5], 2: [5], 3: [2, 3], 4: [2, 3]}
    start = GAME.encode(after_offer(found, offer))
    values = OfferPlayout(found.position.rules, start, "honest", "win", seed=1)(0).values
    assert values["pass_probability"].tolist() == [1.0] * GAMES_PER_BLOCK
    assert values["tie_probability"].sum() == 0
    # Equal bots from equal stashes, but the boss keeps his office: somewhere near one in five.
    assert 0.1 < float(np.mean(values["boss_value"])) < 0.4


def test_a_vote_is_checked_where_cards_make_its_shares(solution: Solution) -> None:
    found = asked(loot="5,4,4,3,2,2,3")
    told = {"type": "vote", "share": [15.0, 0.0, 5.0, 0.0, 3.0]}
    cards = offered(found, replace(solution, recommendation=told))
    assert cards is not None
    assert [sum(row) for row in cards.values()] == told["share"]
    assert sorted(chain(*cards.values())) == [2, 2, 3, 3, 4, 4, 5]
    told = {"type": "vote", "share": [21.5, 0.0, 1.5, 0.0, 0.0]}
    assert offered(found, replace(solution, recommendation=told)) is None
