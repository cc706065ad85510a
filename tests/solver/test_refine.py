"""Play off the path: best replies by hand where the programme alone says nothing."""

import numpy as np
import pytest

from solver.certificate import certify
from solver.extensive import TreeBuilder
from solver.refine import refine_zero_sum
from solver.zero_sum import solve_zero_sum
from tests.solver import games


def blunder():
    """Going out is worth 5; going on 1 or 2 as the second player likes, who should take 1."""
    b = TreeBuilder(["one", "two"])
    out, on = b.decision(0, 0, "one", ["out", "on"])
    b.terminal(out, [5, -5])
    low, high = b.decision(on, 1, "two", ["low", "high"])
    b.terminal(low, [1, -1])
    b.terminal(high, [2, -2])
    return b.build()


def test_a_mistake_is_punished_as_well_as_possible():
    form = blunder()
    result = refine_zero_sum(form, solve_zero_sum(form))
    assert result.strategy == pytest.approx([1, 0, 1, 0])
    assert result.profiles[0].certificate.unreached.tolist() == [False, True]
    assert "trembles" in result.selection


@pytest.mark.parametrize("make", [games.kuhn, games.leduc, lambda: games.liars_dice(3)])
def test_the_value_and_the_certificate_hold(make):
    form = make()
    plain = solve_zero_sum(form)
    refined = refine_zero_sum(form, plain)
    assert refined.payoffs[0] == pytest.approx(plain.payoffs[0], abs=1e-9)
    assert refined.epsilon <= refined.tolerance


def test_off_path_regrets_shrink():
    # Against a little noise, the refined profile leaves less to gain at every set.
    form = games.leduc()
    plain = solve_zero_sum(form)
    refined = refine_zero_sum(form, plain)
    assert "trembles" in refined.selection
    noise = form.uniform_strategy()

    def off_path_regret(result):
        trembling = 0.99 * result.strategy + 0.01 * noise
        loose = plain.profiles[0].certificate.unreached
        return np.nan_to_num(certify(form, trembling).regrets)[loose].sum()

    assert off_path_regret(refined) < 0.5 * off_path_regret(plain)


def test_nothing_to_refine():
    form = games.one_card_poker()
    result = solve_zero_sum(form)
    assert refine_zero_sum(form, result) is result
