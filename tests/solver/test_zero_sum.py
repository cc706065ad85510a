"""The sequence-form programme against known values and changes that change nothing."""

from fractions import Fraction

import numpy as np
import pytest

from solver.certificate import certify
from solver.errors import ImperfectRecall, Unsupported
from solver.extensive import ExtensiveForm, TreeBuilder
from solver.sequence_form import plans_from_behavior, sequence_form
from solver.strategic import to_extensive
from solver.zero_sum import solve_zero_sum
from tests.solver import brute, games

VALUES = [
    # Kuhn (1950).
    (games.kuhn, -1 / 18),
    # Published by OpenSpiel and others to 12 digits.
    (games.leduc, -0.085606424078),
    # OpenSpiel's rules.
    (lambda: games.liars_dice(3), 1 / 9),
    (lambda: games.liars_dice(4), 1 / 16),
    # Symmetric.
    (lambda: games.goofspiel(4), 0),
    # Reiley, Urbancic and Walker (2008).
    (games.one_card_poker, 1 / 3),
    # By the derivation beside the tree.
    (games.chance_in_middle, 32 / 55),
    (lambda: to_extensive(games.PENNIES), 0),
    (lambda: to_extensive(games.SHIFTED_PENNIES), -2),
    (lambda: to_extensive(games.SKEW), 0),
    # O'Neill (1987): the row player wins with probability 2/5, and the stakes are 1.
    (lambda: to_extensive(games.ONEILL), -1 / 5),
]


@pytest.mark.parametrize(("make", "value"), VALUES)
def test_values(make, value):
    result = solve_zero_sum(make())
    assert result.payoffs[0] == pytest.approx(value, abs=1e-11)
    assert result.converged
    assert result.epsilon <= 1e-12


def blocks(form, result):
    return dict(zip(form.infoset_label, form.split(result.strategy), strict=True))


def test_kuhn_is_in_the_known_family():
    form = games.kuhn()
    play = blocks(form, solve_zero_sum(form))
    alpha = play["0"][1]
    assert 0 <= alpha <= 1 / 3 + 1e-12
    assert play["2"][1] == pytest.approx(3 * alpha)
    assert play["1"][1] == pytest.approx(0)
    assert play["1 check bet"][1] == pytest.approx(alpha + 1 / 3)


def test_one_card_poker_is_unique():
    form = games.one_card_poker()
    play = blocks(form, solve_zero_sum(form))
    assert play["king"] == pytest.approx([1, 0])
    assert play["queen"] == pytest.approx([1 / 3, 2 / 3])
    assert play["bet"] == pytest.approx([2 / 3, 1 / 3])


def test_oneill_is_unique():
    strategy = solve_zero_sum(to_extensive(games.ONEILL)).strategy
    assert strategy == pytest.approx([2 / 5, 1 / 5, 1 / 5, 1 / 5] * 2)


@pytest.mark.parametrize("seed", range(10))
def test_random_trees_are_certified_by_enumeration(seed):
    form = games.random_tree(seed, depth=3)
    result = solve_zero_sum(form)
    best = brute.best_values(form, result.strategy)
    assert best == pytest.approx(brute.play(form, result.strategy), abs=1e-9)


def scaled(form, factor, shift):
    paid = form.paid * factor
    paid[form.terminals] += shift
    return ExtensiveForm.from_arrays(
        form.players, form.parent, form.player, form.infoset, form.prob, paid
    )


def test_scale_and_shift_change_nothing():
    form = games.one_card_poker()
    base = solve_zero_sum(form)
    other = solve_zero_sum(scaled(form, 1000, 1e6))
    assert other.strategy == pytest.approx(base.strategy, abs=1e-9)
    assert other.payoffs[0] == pytest.approx(1000 / 3 + 1e6)


def test_players_can_change_places():
    form = games.leduc()
    swapped = ExtensiveForm.from_arrays(
        form.players[::-1],
        form.parent,
        np.where(form.player >= 0, 1 - form.player, form.player),
        form.infoset,
        form.prob,
        form.paid[:, ::-1],
    )
    assert solve_zero_sum(swapped).payoffs[1] == pytest.approx(-0.085606424078, abs=1e-11)


def test_two_encodings_agree():
    # Matching pennies with the second player as the first to move in the tree.
    b = TreeBuilder(["one", "two"])
    for j, node in enumerate(b.decision(b.root, 1, "two", ["h", "t"])):
        for i, end in enumerate(b.decision(node, 0, "one", ["h", "t"])):
            win = 3 if i == j == 0 else (i == j) - (i != j)
            b.terminal(end, [win, -win])
    table = games.StrategicForm.from_tables([[3, -1], [-1, 1]], [[-3, 1], [1, -1]])
    a, c = solve_zero_sum(b.build()), solve_zero_sum(to_extensive(table))
    # By hand: p with 3p - (1 - p) = -p + (1 - p) is 1/3, and the value is 1/3.
    assert a.payoffs[0] == pytest.approx(1 / 3)
    assert c.payoffs[0] == pytest.approx(1 / 3)


def test_a_zero_probability_branch_and_single_actions():
    b = TreeBuilder(["one", "two"])
    never, always = b.chance(b.root, [("never", 0), ("always", 1)])
    b.terminal(never, [100, -100])
    (only,) = b.decision(always, 0, "only", ["on"])
    for end, x in zip(b.decision(only, 1, "two", ["a", "b"]), (2, 5), strict=True):
        b.terminal(end, [x, -x])
    result = solve_zero_sum(b.build())
    assert result.payoffs.tolist() == [2, -2]


def test_plans_and_behavior_are_inverse():
    form = games.kuhn()
    sequences = sequence_form(form)
    strategy = np.random.default_rng(1).dirichlet([1, 1], size=12).ravel()
    plans = plans_from_behavior(form, sequences, strategy)
    # A plan's payoffs are the tree's.
    reach = np.prod(
        [plan[column] for plan, column in zip(plans, sequences.sequence.T, strict=True)], 0
    )
    assert reach @ sequences.payoff == pytest.approx(certify(form, strategy).payoffs)
    assert sequences.weight.sum() == pytest.approx(Fraction(5))


def test_refusals():
    with pytest.raises(Unsupported, match="two players; the game has 3"):
        solve_zero_sum(games.kuhn3())
    with pytest.raises(Unsupported, match="constant sum"):
        solve_zero_sum(games.trust())
    b = TreeBuilder(["one", "two"])
    for i, node in enumerate(b.decision(0, 0, "first", ["a", "b"])):
        for j, end in enumerate(b.decision(node, 0, "second", ["a", "b"])):
            b.terminal(end, [i == j, -(i == j)])
    with pytest.raises(ImperfectRecall, match="one forgets"):
        solve_zero_sum(b.build(allow_imperfect_recall=True))
