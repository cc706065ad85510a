"""Random states against complete play: the states can be, and the summary counts right."""

import numpy as np
import pytest

from analysis.checks.good_guys import before_offer
from analysis.good_guys_grid import Row, rows, summary
from analysis.good_guys_states import random_scene
from engine.good_guys.game import GAME
from engine.good_guys.rules import GoodGuysRules


@pytest.mark.parametrize("players", [4, 6, 8])
def test_random_states_can_be(players):
    rules, rng = GoodGuysRules(players=players), np.random.default_rng(players)
    for _ in range(20):
        scene = random_scene(rules, rng)
        start = before_offer(scene)
        # The engine refuses a state whose cards do not add up.
        assert GAME.encode(GAME.parse(rules, GAME.encode(start))) == GAME.encode(start)
        held = sum(map(len, scene.stashes)) - players * sum(rules.start_loot)
        assert held + len(scene.position.loot) == scene.position.drawn


def test_error_beyond_chance():
    # Gaps of 10 points each way; 100 games at one half have a variance of 25 squared points.
    found = [Row(5.0, 0.6, 0.5, True), Row(5.0, 0.4, 0.5, False)]
    assert summary(found, 100) == f"2 | 1 | +0.0 ± 10.0 | {75**0.5:.1f}"


def test_a_state_is_solved_and_played():
    (row,) = rows(4, 1, 50)
    assert 0.0 <= row.predicted <= 1.0
    assert 0.0 <= row.measured <= 1.0
