"""Reduced strategic forms: counts by hand, payoffs and the way back."""

import numpy as np
import pytest

from solver.certificate import certify
from solver.errors import Unsupported
from solver.extensive import TreeBuilder
from solver.reduction import count_plans, reduce
from solver.strategic import StrategicForm, to_extensive
from tests.solver import games
from tests.solver.test_certificate import random_strategy


def test_counts_by_hand():
    # First: for each of three cards check-fold, check-call or bet; second: 2 * 2 for each card.
    assert count_plans(games.kuhn()) == [27, 64]
    assert count_plans(games.selten_horse()) == [2, 2, 2]
    b = TreeBuilder(["one"])
    stop, on = b.decision(0, 0, "a", ["stop", "on"])
    b.terminal(stop, [0])
    for end in b.decision(on, 0, "b", ["l", "r"]):
        b.terminal(end, [1])
    reduced = reduce(b.build())
    assert reduced.strategic.action_label == (("stop", "on l", "on r"),)
    assert reduced.strategic.payoff.tolist() == [[0, 1, 1]]


def test_a_table_is_its_own_reduction():
    for table in (games.BATTLE, games.TWIN):
        assert np.array_equal(reduce(to_extensive(table)).strategic.payoff, table.payoff)


@pytest.mark.parametrize("make", [games.kuhn, games.selten_horse, games.chance_in_middle])
def test_there_and_back(make):
    form = make()
    reduced = reduce(form)
    strategy = random_strategy(form, np.random.default_rng(4))
    mixed = reduced.mixed(strategy)
    tree, table = certify(form, strategy), certify(reduced.strategic, mixed)
    assert table.payoffs == pytest.approx(tree.payoffs)
    assert table.gains == pytest.approx(tree.gains)
    back = certify(form, reduced.behavior(mixed))
    assert back.payoffs == pytest.approx(tree.payoffs)
    assert back.gains == pytest.approx(tree.gains)


def test_too_large():
    with pytest.raises(Unsupported, match="cells in strategic form"):
        reduce(games.liars_dice(3))
    with pytest.raises(Unsupported, match="allowed: 3"):
        reduce(to_extensive(StrategicForm.from_tables([[1, 2], [3, 4]], [[0, 0], [0, 0]])), limit=3)
