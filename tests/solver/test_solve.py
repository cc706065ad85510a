"""One call for any game: the method it takes, and what it says of several equilibria."""

from fractions import Fraction as F

import numpy as np
import pytest

from solver.errors import ImperfectRecall, SolveFailed, Unsupported
from solver.extensive import TreeBuilder
from solver.size import size_of
from solver.solve import NASH_METHODS, Options, solve
from solver.strategic import StrategicForm
from tests.solver import games


def single():
    b = TreeBuilder(["one"])
    for x, node in zip((0, 1), b.chance(0, [("", F(1, 3)), ("", F(2, 3))]), strict=True):
        for y, end in zip((0, 2), b.decision(node, 0, x, ["a", "b"]), strict=True):
            b.terminal(end, [x - y])
    return b.build()


@pytest.mark.parametrize(
    ("make", "method", "payoffs"),
    [
        (games.kuhn, "lp", (-1 / 18, 1 / 18)),
        (lambda: games.SHIFTED_PENNIES, "lp", (-2, -2)),
        (single, "best response", (2 / 3,)),
        (games.trust, "enummixed", (0, 0)),
        (games.selten_horse, "enumpoly", None),
    ],
)
def test_the_method_fits_the_game(make, method, payoffs):
    result = solve(make())
    assert result.method == method
    assert result.converged
    if payoffs:
        assert result.payoffs == pytest.approx(payoffs, abs=1e-9)


def test_several_equilibria_are_said():
    result = solve(games.BATTLE)
    assert len(result.profiles) == 3
    assert result.complete


def test_sequential_play_in_the_trust_game():
    result = solve(games.trust(), Options(sequential=True))
    assert result.strategy == pytest.approx([0, 1, 0, 1], abs=1e-4)


def test_undominated_in_a_tree():
    # Selten's chain store, one town: entering, then fight (0, 0) or share (2, 2); out is (1, 5).
    # Out against a threat to fight is an equilibrium that trembles rule out.
    b = TreeBuilder(["entrant", "store"])
    enter, out = b.decision(0, 0, "entrant", ["in", "out"])
    b.terminal(out, [1, 5])
    fight, share = b.decision(enter, 1, "store", ["fight", "share"])
    b.terminal(fight, [0, 0])
    b.terminal(share, [2, 2])
    form = b.build()
    assert len(solve(form, Options(every=True)).profiles) > 1
    kept = solve(form, Options(selection="undominated"))
    assert [p.strategy.tolist() for p in kept.profiles] == [[1, 0, 0, 1]]


def test_payoff_dominance():
    stag = StrategicForm.from_tables([[4, 0], [3, 2]], [[4, 3], [0, 2]])
    result = solve(stag, Options(selection="payoff-dominant"))
    assert result.payoffs.tolist() == [4, 4]


def test_exact():
    result = solve(games.kuhn(), Options(exact=True))
    assert result.profiles[0].payoffs_exact == (F(-1, 18), F(1, 18))
    flat = solve(games.kuhn(), Options(method="dcfr", iterations=50, exact=True))
    assert not flat.converged
    assert "could not be proven" in flat.note


def test_tolerance_is_what_convergence_is_judged_by():
    loose = solve(games.kuhn(), Options(method="cfr+", iterations=200, tolerance=0.1))
    assert loose.converged
    assert not solve(games.chance_in_middle(), Options(tolerance=-1.0)).converged
    tight = solve(games.kuhn(), Options(method="cfr+", iterations=20, tolerance=1e-9))
    assert not tight.converged
    assert tight.epsilon > 1e-9


@pytest.mark.parametrize("seed", range(4))
def test_general_sum_trees(seed):
    form = games.random_tree(seed, players=2 + seed % 2, depth=4, zero_sum=False)
    result = solve(form)
    assert result.converged
    low, high = form.payoff_range
    assert result.epsilon <= 1e-6 * (high - low)


def test_all_payoffs_equal():
    result = solve(StrategicForm.from_tables(np.ones((2, 2)), np.ones((2, 2))))
    assert result.epsilon == 0
    assert not result.complete


def test_refusals():
    with pytest.raises(Unsupported, match="method 'x'; allowed: auto, lp"):
        solve(games.kuhn(), Options(method="x"))
    with pytest.raises(Unsupported, match="selection 'x'; allowed: any"):
        solve(games.kuhn(), Options(selection="x"))
    with pytest.raises(ImperfectRecall, match="crossing"):
        solve(games.absent_minded_driver())
    with pytest.raises(Unsupported, match="two players"):
        solve(games.kuhn3(), Options(method="enummixed"))
    with pytest.raises(SolveFailed):
        solve(games.PENNIES, Options(method="enumpure"))
    assert {"lp", "lcp", "gnm", "cfr+", "pdcfr+", "logit", "hp"} <= set(NASH_METHODS)


def test_size():
    size = size_of(games.kuhn())
    assert (size.nodes, size.infosets, size.sequences) == (55, 12, (13, 13))
    assert size.memory < 100_000
    assert size_of(games.BATTLE).sequences == (3, 3)
