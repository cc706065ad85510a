"""The fates of offers along the chain of rounds, from plans whose outcome is known."""

import numpy as np
import pytest

from engine.good_guys.rules import GoodGuysRules
from models.good_guys.chain import fates
from models.good_guys.continuation import Horizon


def plan(horizon, passed, tied):
    table = np.zeros((horizon.last + 1, 13, horizon.players + 2))
    table[:, :, -2], table[:, :, -1] = passed, tied
    return table


@pytest.mark.parametrize(("n", "rounds"), [(4, 11.818), (5, 10.667)])
def test_all_yes_games_have_the_rounds_of_the_rules_page(n, rounds):
    horizon = Horizon.from_rules(GoodGuysRules(players=n))
    assert fates(horizon, plan(horizon, 1.0, 0.0)) == pytest.approx([rounds, 0, 0], abs=5e-4)
    assert fates(horizon, plan(horizon, 0.25, 0.75)).sum() == pytest.approx(rounds, abs=5e-4)


def test_all_no_games_draw_two_cards_an_offer():
    # A depth D lets seven cards be drawn, then two at a time: 1 + floor((D - 7) / 2) offers.
    horizon = Horizon.from_rules(GoodGuysRules(players=5))
    depths = np.arange(horizon.first, horizon.last + 1)
    offers = (1 + (depths - 7) // 2).mean()
    assert fates(horizon, plan(horizon, 0.0, 0.0)) == pytest.approx([0, 0, offers])
