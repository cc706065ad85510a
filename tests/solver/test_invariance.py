"""Names, order, scale and origin change nothing; programme, learning and Gambit agree."""

from fractions import Fraction as F

import numpy as np
import pytest

from solver.extensive import CHANCE, TERMINAL, ExtensiveForm, TreeBuilder
from solver.gambit import solve_gambit
from solver.gamefile import parse_game, write_game
from solver.reduction import reduce
from solver.solve import Options, solve
from solver.strategic import StrategicForm
from tests.solver import games


def mirrored(form: ExtensiveForm) -> ExtensiveForm:
    """The same game with other names, actions and draws in the other order, players exchanged."""
    b = TreeBuilder([f"mirror {name}" for name in form.players[::-1]], "mirrored")
    last = form.n_players - 1

    def grow(node: int, old: int) -> None:
        first, count = int(form.first_child[old]), int(form.n_children[old])
        player = int(form.player[old])
        if player == TERMINAL:
            b.terminal(node, form.exact_payoff(old)[::-1])
            return
        olds = range(first + count - 1, first - 1, -1)
        if player == CHANCE:
            new = b.chance(node, [("", p) for p in form.exact_chance(old)[::-1]])
        else:
            new = b.decision(node, last - player, int(form.infoset[old]), ["?"] * count)
        for child, before in zip(new, olds, strict=True):
            grow(child, before)

    grow(b.root, 0)
    return b.build()


TREES = [games.one_card_poker, games.chance_in_middle, games.kuhn]
RANDOM = [lambda seed=seed: games.random_tree(seed, depth=4) for seed in (1, 2, 3)]


@pytest.mark.parametrize("make", [*TREES, *RANDOM])
@pytest.mark.parametrize("method", ["lp", "pdcfr+"])
def test_a_mirrored_tree_has_the_mirrored_value(make, method):
    form = make()
    low, high = form.payoff_range
    value = solve(form).payoffs[0]
    other = solve(mirrored(form), Options(method=method, tolerance=1e-6 * (high - low)))
    assert other.payoffs[1] == pytest.approx(value, abs=2e-6 * (high - low))


@pytest.mark.parametrize("make", [*TREES, *RANDOM])
def test_programme_regret_minimization_and_gambit_agree(make):
    form = make()
    low, high = form.payoff_range
    value = solve_gambit(form, "lp").payoffs[0]
    for method in ("lp", "cfr+", "dcfr", "pdcfr+"):
        found = solve(form, Options(method=method, tolerance=1e-5 * (high - low)))
        assert found.payoffs[0] == pytest.approx(value, abs=2e-5 * (high - low))
    # The table of the same tree, a second encoding, has the value too.
    assert solve(reduce(form).strategic).payoffs[0] == pytest.approx(value, abs=1e-9)
    # So has the tree that went through a file.
    assert solve(parse_game(write_game(form))).payoffs[0] == pytest.approx(value, abs=1e-9)


def exact_set(form):
    return {p.strategy_exact for p in solve(form, Options(every=True)).profiles}


def tables(seed, size=3):
    rng = np.random.default_rng(seed)
    return rng.integers(-9, 10, size=(2, size, size))


@pytest.mark.parametrize("seed", range(3))
def test_scale_and_origin_of_each_player_change_no_equilibrium(seed):
    first, second = tables(seed)
    plain = exact_set(StrategicForm.from_tables(first.tolist(), second.tolist()))
    moved = StrategicForm.from_tables(
        (1000 * first + 10**6).tolist(), [[F(int(x), 7) - 5 for x in row] for row in second]
    )
    assert plain
    assert exact_set(moved) == plain


@pytest.mark.parametrize("seed", range(3))
def test_order_of_actions_and_players_changes_no_equilibrium(seed):
    first, second = tables(seed)
    plain = exact_set(StrategicForm.from_tables(first.tolist(), second.tolist()))
    order = np.random.default_rng(seed).permutation(3)
    shuffled = exact_set(StrategicForm.from_tables(first[order].tolist(), second[order].tolist()))
    assert {(*(p[k] for k in order), *p[3:]) for p in plain} == shuffled
    exchanged = exact_set(StrategicForm.from_tables(second.T.tolist(), first.T.tolist()))
    assert {p[3:] + p[:3] for p in plain} == exchanged


def test_precision_scales_against_payoffs():
    # A logit point depends on precision times payoff alone.
    first, second = tables(5)
    form = StrategicForm.from_tables(first.tolist(), second.tolist())
    scaled = StrategicForm.from_tables((10 * first + 3).tolist(), (10 * second - 8).tolist())
    one = solve(form, Options(method="logit", qre_lambda=0.3))
    other = solve(scaled, Options(method="logit", qre_lambda=0.03))
    assert other.strategy == pytest.approx(one.strategy, abs=1e-8)
