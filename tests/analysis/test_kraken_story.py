"""Real games against what a seat makes of them: the same state, and chances that come true."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analysis.kraken_grid import EXPANSIONS, basic, expanded, measured
from analysis.kraken_state import states_of
from analysis.kraken_story import Story, Wanted, find, play_to, view_at
from analysis.playing.kraken import Tables
from bots.kraken.info import play_roles
from engine.kraken.game import GAME
from engine.kraken.rules import KrakenRules
from engine.kraken.state import KINDS
from models.kraken.heard import KINDS as NAMES
from models.kraken.hidden import Hidden
from models.kraken.playing import Course
from models.kraken.table import table_of
from models.kraken.view import View


def rules_of(players: int, name: str) -> KrakenRules:
    return KrakenRules.model_validate({"players": players, **EXPANSIONS[name]})


def truth(story: Story, seat: int, view: View) -> Hidden:
    """The table as it really lies, seats counted from one."""
    record, n = story.position.record, view.players
    order = [(seat + i) % n for i in range(n)]
    dealt = np.array(record.hand[order], np.int64)
    for owner, card in view.now.reveals:
        dealt[owner, NAMES.index(card)] += 1
    for owner in range(n):
        if view.now.withdrawn(owner):
            dealt[owner] += record.pile
            back = table_of(view).returned
            if back:
                dealt[owner, NAMES.index(back)] -= 1
    curses = int(record.hand[:, 3].sum() + record.up[3] + record.pile[3])
    skeletons = np.array(record.role[order], bool)
    rows = skeletons[None], dealt[None], np.zeros((1, KINDS), np.int64)
    return Hidden(*rows, np.array([int(record.boxed)]), np.array([curses]))


SAME = (
    *("phase", "round_number", "acted", "held", "undealt", "boxed", "pile", "up", "face_up"),
    *("safe", "last_treasure", "shown_kind", "left", "reveals", "log_round", "log_kind"),
)
BY_SEAT = ["role", "hand", "cards", "found", "blanks"]
SEATS = ["marker", "shown_seat"]


@pytest.mark.parametrize("name", EXPANSIONS)
@pytest.mark.parametrize("players", [3, 5])
def test_the_true_table_is_the_true_state(players: int, name: str) -> None:
    rules, compared = rules_of(players, name), 0
    for number in range(60):
        rng = np.random.default_rng([7, players, number])
        wanted = Wanted("reveal", 1 + number % 3, ("explorer", "skeleton")[number % 2])
        story = play_to(rules, wanted, rng)
        if story is None:
            continue
        seat, true = GAME.actor(story.position), story.position.record
        view = view_at(story, seat)
        state, compared = states_of(rules, view, truth(story, seat, view))[0], compared + 1
        order = [(seat + i) % players for i in range(players)]
        for field in SAME:
            assert np.array_equal(state[field], true[field]), (number, field)
        for field in BY_SEAT:
            assert np.array_equal(state[field][:players], true[field][order]), (number, field)
        for field in SEATS:
            there = int(true[field])
            assert int(state[field]) == (there if there < 0 else (there - seat) % players), field
        rolled = true.claim[:, order]
        assert np.array_equal(state.claim[:, :players], rolled)
        reveals = int(true.reveals)
        assert [(seat + int(i)) % players for i in state.log_owner[:reveals]] == list(
            map(int, true.log_owner[:reveals])
        )
    assert compared > 5


def outcomes(players: int, name: str, decision: str, games: int) -> tuple[Any, Any]:
    """Predicted chances and real endings, each of one real game played on from a decision."""
    rules, predicted, won = rules_of(players, name), [], []
    number = 0
    while len(won) < games:
        number += 1
        rng = np.random.default_rng([11, players, number])
        role = ("explorer", "skeleton")[number % 2]
        story = play_to(rules, Wanted(decision, 1 + number % 3, role, held=number % 4 > 1), rng)
        if story is None:
            continue
        seat = GAME.actor(story.position)
        view = view_at(story, seat)
        if decision == "reveal":
            seats = [i for i in range(1, players) if view.cards(i) > 0]
            move = f"pick {seats[int(rng.integers(len(seats)))]}"
            # Seats of the engine are counted from the asking one for the answer.
            real = f"pick {(int(move[5:]) + seat) % players}"
        else:
            move = real = "silent"
        (action,) = GAME.parse_move(story.position, real)
        after = GAME.apply(story.position, action).record
        # One block of games predicts; the real game is played a few times, as luck would have it.
        chance = Tables(rules, view, (move,), Course("mixed"), number)(0, 100).mean()
        ends = play_roles(rules, "bayes", "over-claimer", 5, seed=number + 10**6, start=after)
        predicted.append(chance)
        won.append((ends.outcome == 1).mean())
    return np.array(predicted), np.array(won)


@pytest.mark.parametrize(
    ("players", "name", "decision"),
    [
        (3, "basic", "reveal"),
        (4, "basic", "claim"),
        (3, "curse and specials", "reveal"),
        (4, "curse, in play", "claim"),
        (3, "specials", "claim"),
    ],
)
def test_chances_come_true_in_real_games(players: int, name: str, decision: str) -> None:
    """What a seat believes is right on average, and where it expects more there is more."""
    predicted, won = outcomes(players, name, decision, 150)
    gap = won - predicted
    assert abs(gap.mean()) < 3 * gap.std() / np.sqrt(len(gap))
    high = predicted > np.median(predicted)
    assert won[high].mean() > won[~high].mean()
    for half in (high, ~high):
        assert abs(gap[half].mean()) < 3 * gap[half].std() / np.sqrt(half.sum())


@pytest.mark.parametrize("number", range(0, 68, 5))
def test_advice_agrees_with_complete_play(number: int) -> None:
    """Some states of the grid, fewer games: every move within its error and the interval."""
    wanted = list(basic())[number]
    story = find(rules_of(3, "basic"), wanted, 500 + number)
    assert story is not None
    view = view_at(story, GAME.actor(story.position))
    found = measured(rules_of(3, "basic"), view, wanted.decision, 500, number)
    assert all(move["agrees"] for move in found["moves"])


@pytest.mark.parametrize("name", list(EXPANSIONS)[1:])
@pytest.mark.parametrize("players", [3, 4])
def test_advice_with_expansions_agrees(players: int, name: str) -> None:
    for number, wanted in enumerate(expanded(name)):
        if number % 5 == 0 or wanted.card:
            story = find(rules_of(players, name), wanted, 900 + number)
            if story is not None:
                view = view_at(story, GAME.actor(story.position))
                found = measured(rules_of(players, name), view, wanted.decision, 250, number)
                assert all(move["agrees"] for move in found["moves"])
