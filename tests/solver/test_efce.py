"""Extensive-form correlated equilibria against hand counts and against the plain kind."""

import numpy as np
import pytest

from solver.correlated import correlated_equilibrium
from solver.efce import efce
from solver.errors import BadGame, Unsupported
from solver.extensive import TreeBuilder
from solver.reduction import reduce
from solver.strategic import to_extensive
from tests.solver import games


def outside_option():
    """Out is worth 2, 0; in leads to a battle of the sexes for 3, 1 or 1, 3."""
    b = TreeBuilder(["one", "two"])
    out, enter = b.decision(0, 0, "door", ["out", "in"])
    b.terminal(out, [2, 0])
    for i, node in enumerate(b.decision(enter, 0, "battle", ["t", "b"])):
        for j, end in enumerate(b.decision(node, 1, "reply", ["l", "r"])):
            b.terminal(end, ([3, 1] if i == 0 else [1, 3]) if i == j else [0, 0])
    return b.build()


def test_advice_in_time_supports_more_than_advice_at_once():
    form = outside_option()
    table = reduce(form).strategic
    second = table.payoff[1]
    # Told all at once, the first player never enters for 1: the second gets 1 at most. Told at
    # the door only to enter, he does while the average is 2: half and half, the second gets 2.
    assert correlated_equilibrium(table, second).objective == pytest.approx(1)
    assert efce(form, second).objective == pytest.approx(2)
    assert efce(form, second).payoffs == pytest.approx([2, 2])


@pytest.mark.parametrize("table", [games.CHICKEN, games.BATTLE, games.TWIN])
def test_simultaneous_moves_are_the_plain_kind(table):
    for objective in (*table.payoff, table.payoff.sum(axis=0)):
        for maximize in (True, False):
            plain = correlated_equilibrium(table, objective, maximize=maximize)
            found = efce(to_extensive(table), objective, maximize=maximize)
            assert found.objective == pytest.approx(plain.objective, abs=1e-9)


def test_zero_sum_games_have_one_value():
    form = games.one_card_poker()
    for maximize in (True, False):
        payoff = reduce(form).strategic.payoff[0]
        assert efce(form, payoff, maximize=maximize).objective == pytest.approx(1 / 3)


@pytest.mark.parametrize("seed", [0, 3, 5, 7])
def test_every_plain_one_is_one(seed):
    form = games.random_tree(seed, players=2, depth=4, zero_sum=False)
    table = reduce(form).strategic
    welfare = table.payoff.sum(axis=0)
    assert efce(form).objective >= correlated_equilibrium(table, welfare).objective - 1e-7


def test_refusals():
    with pytest.raises(Unsupported, match="joint plans; allowed: 20000"):
        efce(games.kuhn3())
    with pytest.raises(BadGame, match="size 3; allowed: 4"):
        efce(games.trust(), np.zeros(3))
