"""Every decision of Good Guys against complete play: what is played, and what must come out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analysis.checks.good_guys import OfferPlayout, after_bribes, after_offer, check_of, value_of
from analysis.engine_check import check
from analysis.questions.good_guys import Options, scene
from analysis.setup import setup
from models.good_guys import bargaining, boss_limit, payoff, rob_guard, skim_race
from models.good_guys.boss_offer import first

GUARD, YES = np.eye(5)[4], np.eye(5)[0]


def asked(players: int, rules: list[str] | None = None, **given: Any) -> Any:
    options = Options(players=players, rules=rules, **given)
    return scene(options, setup("good-guys", options)[1])


def played(found: Any, games: int = 100) -> dict[str, Any]:
    assert found is not None
    return {row["quantity"]: row for row in check(found[0], found[1], games, workers=1)}


@pytest.mark.parametrize(
    ("mix", "passes", "ties"), [([GUARD] * 4, 0.0, 1.0), ([YES] * 4, 1.0, 0.0)], ids=["tie", "pass"]
)
def test_the_book_decides_the_first_count(mix: Any, passes: float, ties: float) -> None:
    state = asked(4)
    solution = first(state.position)
    playout, predictions = check_of(state, solution, 1) or pytest.fail("no check")
    book = OfferPlayout(
        playout.rules, playout.start, playout.bot, "win", 1, book=tuple(map(tuple, mix))
    )
    found = played((book, predictions), 50)
    assert found["pass_probability"]["measured"] == passes
    assert found["tie_probability"]["measured"] == ties


@pytest.mark.parametrize("model", [rob_guard, skim_race], ids=["rob-guard", "skim-race"])
def test_small_decisions_predict_every_chooser(model: Any) -> None:
    state = asked(4)
    solution = model.solve(state.position)
    found = played(check_of(state, solution, 3), 400)
    assert set(found) == {value_of(seat) for seat in solution.values}
    assert all(row["agrees"] for row in found.values())


def test_a_wrong_value_does_not_agree() -> None:
    state = asked(4)
    solution = rob_guard.solve(state.position)
    wrong = {seat: value + 0.2 for seat, value in solution.values.items()}
    object.__setattr__(solution, "values", wrong)
    assert not any(row["agrees"] for row in played(check_of(state, solution, 3), 400).values())


def test_the_bribe_lies_on_the_token_when_play_begins() -> None:
    state = asked(5, ["payoffs=true"])
    solution = payoff.solve(state.position, briber=0, targets=3, payoff_cards=5)
    found = check_of(state, solution, 5)
    assert found is not None
    assert solution.recommendation["money"] == sum(_staked(found[0]))  # payoff cards of $1k
    rows = played(found, 200)
    assert rows["paid_probability"]["agrees"]
    assert rows[value_of(0)]["agrees"]


def _staked(playout: OfferPlayout) -> list[int]:
    from engine.good_guys.game import GAME

    return GAME.parse(playout.rules, playout.start).record.bribe_cards.sum(axis=0).tolist()


def test_cards_that_the_briber_lacks_are_not_played() -> None:
    stashes = "5,5,5,5/4,4,4,4/3,3,3,3/2,2,2,2"
    state = asked(4, ["payoffs=true"], stashes=stashes, loot="5,4,4,3,2,2", cards_left=118)
    start = after_offer(state, {0: [5, 4, 4, 3, 2, 2]})
    assert after_bribes(start, 3, "yes to 1: 5") is None
    lying = after_bribes(start, 3, "yes to 1: 2")
    assert lying is not None
    assert lying.record.bribe_cards.sum() == 1


@pytest.mark.parametrize("players", [5, 7])
def test_bargaining_boss_keeps_every_pot_in_play(players: int) -> None:
    # odd N, accepting seats: the boss gets all (backward induction); the others get nothing ever
    state = asked(players)
    found = played(check_of(state, bargaining.solve(state.position), 7), 400)
    assert all(row["agrees"] for row in found.values())
    for seat in range(1, players):
        assert found[value_of(seat)]["measured"] == 0.0


@pytest.mark.parametrize("players", [4, 5, 6])
def test_the_limit_moves_money_as_predicted(players: int) -> None:
    state = asked(players, ["boss_limit=true"])
    found = played(check_of(state, boss_limit.solve(state.position), 9), 1000)
    assert all(row["agrees"] for row in found.values())


def test_customs_that_complete_play_does_not_know_have_no_check() -> None:
    state = asked(5)
    for given in ({"acceptance": "strict"}, {"depth": 80}, {"recognition": "random"}):
        assert check_of(state, bargaining.solve(state.position, noise=False, **given), 1) is None
