"""Trees: what is built, and what is refused."""

import time
from array import array
from fractions import Fraction

import numpy as np
import pytest

from solver.errors import BadGame, ImperfectRecall
from solver.extensive import CHANCE, TERMINAL, ExtensiveForm, TreeBuilder
from tests.solver import games


def test_kuhn_has_the_size_that_a_count_by_hand_gives():
    form = games.kuhn()
    # 1 root, and a deal is 4 decisions and 5 ends: 6 deals.
    assert form.n_nodes == 1 + 6 * 9
    assert form.n_infosets == 3 * 2 + 3 * 2
    assert form.payoff_range == (-2, 2)
    assert form.constant_sum == 0
    assert form.recall_fault == ""


def test_arrays_and_builder_give_one_tree():
    built = games.kuhn()
    plain = ExtensiveForm.from_arrays(
        built.players, built.parent, built.player, built.infoset, built.prob, built.paid
    )
    assert games.same_tree(built, plain)
    assert plain.infoset_number.tolist() == built.infoset_number.tolist()


def test_payments_on_the_way_add_up():
    b = TreeBuilder(["one"])
    b.pay(b.root, [Fraction(1, 3)])
    left, right = b.decision(b.root, 0, "h", ["l", "r"])
    b.pay(left, [10])
    (end,) = b.decision(left, 0, "k", ["on"])
    b.terminal(end, [100])
    b.terminal(right, [0])
    form = b.build()
    assert form.payoff[end, 0] == pytest.approx(110 + 1 / 3)
    assert form.exact_payoff(end) == (Fraction(331, 3),)
    assert form.payoff[left, 0] == 0


def test_chance_fractions():
    b = TreeBuilder(["one"])
    for node in b.chance(b.root, [("a", 1 / 3), ("b", 1 / 3), ("c", 1 / 3)]):
        b.terminal(node, [0])
    assert b.build().exact_chance(0) == (Fraction(1, 3),) * 3
    b = TreeBuilder(["one"])
    for node in b.chance(b.root, [("a", 0.1), ("b", np.float64(0.2)), ("c", 0.7)]):
        b.terminal(node, [0])
    assert b.build().exact_chance(0) == (Fraction(1, 10), Fraction(1, 5), Fraction(7, 10))


def test_perfect_recall_is_refused_with_player_and_infoset():
    with pytest.raises(ImperfectRecall, match=r"driver can meet it twice .* #1 \(crossing\)"):
        games.absent_minded_driver().require_perfect_recall()
    with pytest.raises(ImperfectRecall, match=r"one forgets an own move .* #2 \(second\)"):
        games.forgetful().require_perfect_recall()


def _open():
    return TreeBuilder(["one", "two"])


def _double_close():
    b = _open()
    b.terminal(0, [0, 0])
    b.terminal(0, [0, 0])


def _other_actions():
    b = _open()
    left, _ = b.decision(0, 0, "h", ["l", "r"])
    b.decision(left, 0, "h", ["l", "x"])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: _open().build(), "node 0 is open"),
        (lambda: _open().terminal(0, [1]), "1 payoffs at node 0; allowed: 2"),
        (lambda: _open().terminal(7, [1, 1]), "node 7; allowed: 0 to 0"),
        (lambda: _open().decision(0, 2, "h", ["l"]), "player 2 at node 0; allowed: 0 to 1"),
        (lambda: _open().decision(0, 0, "h", []), "allowed: at least one"),
        (lambda: _open().chance(0, []), "no outcome"),
        (lambda: _open().chance(0, [("", 0.5), ("", 0.4)]), "sum to 0.9, not to 1"),
        (lambda: _open().chance(0, [("", float("nan"))]), "not to 1"),
        (lambda: _open().chance(0, [("", 1.5), ("", -0.5)]), "probability -0.5 at chance node 0"),
        (_double_close, "node 0 is closed already"),
        (_other_actions, r"\['l', 'x'\] .* allowed: \['l', 'r'\]"),
    ],
)
def test_bad_trees(make, message):
    with pytest.raises(BadGame, match=message):
        make()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"parent": [-1, 0, 2]}, "parent 2 of node 2; allowed: 0 to 1"),
        ({"parent": [0, 0, 0]}, "root"),
        ({"player": [TERMINAL] * 3}, "node 0 has 2 children"),
        ({"player": [1, TERMINAL, TERMINAL]}, "player; allowed: -2 to 0"),
        ({"infoset": [-1, -1, -1]}, "needs an information set"),
        ({"prob": [1, 0.5, 0.5]}, "1 elsewhere"),
        ({"paid": [[0], [np.inf], [0]]}, "at node 1; allowed: finite"),
        ({"paid": [[0, 0]] * 3}, "payoffs a node"),
        ({"prob": [1.0]}, "prob has 1 entries; allowed: 3"),
    ],
)
def test_bad_arrays(change, message):
    good = {
        "players": ["one"],
        "parent": [-1, 0, 0],
        "player": [0, TERMINAL, TERMINAL],
        "infoset": [0, -1, -1],
        "prob": [1.0] * 3,
        "paid": [[0.0], [1.0], [2.0]],
    }
    assert ExtensiveForm.from_arrays(**good).n_infosets == 1
    with pytest.raises(BadGame, match=message):
        ExtensiveForm.from_arrays(**(good | change))


def test_children_apart_are_refused():
    with pytest.raises(BadGame, match="consecutive"):
        ExtensiveForm.from_arrays(
            ["one"],
            parent=[-1, 0, 1, 0],
            player=[CHANCE, CHANCE, TERMINAL, TERMINAL],
            infoset=[-1] * 4,
            prob=[1, 0.5, 1, 0.5],
            paid=np.zeros((4, 1)),
        )


def test_a_million_nodes_in_time():
    start = time.process_time()
    b = TreeBuilder(["one", "two"])
    labels, ends = ("a", "b", "c", "d"), array("i")

    def grow(node, depth, seen):
        if depth == 10:
            b.terminal(node, (1.0, -1.0))
            ends.append(node)
            return
        for a, child in enumerate(b.decision(node, depth % 2, (depth, seen), labels)):
            grow(child, depth + 1, seen * 4 + a)

    grow(b.root, 0, 0)
    form = b.build()
    assert form.n_nodes == (4**11 - 1) // 3
    assert form.terminals.tolist() == sorted(ends)
    assert time.process_time() - start < 5 * 1.4  # the bar is 5 s a million
