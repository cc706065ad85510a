"""The evaluator against plain recursion and enumeration of plans, and against hand counts."""

import numpy as np
import pytest

from solver.certificate import certify
from solver.errors import BadGame, ImperfectRecall
from solver.extensive import TreeBuilder
from solver.strategic import to_extensive
from tests.solver import brute, games


def random_strategy(form, rng):
    """Some actions get 0; where all would, the first is played."""
    size = int(form.n_actions.sum())
    strategy = rng.random(size) * (rng.random(size) < 0.7)
    for block in form.split(strategy):
        block[:] = block / block.sum() if block.any() else np.arange(len(block)) == 0
    return strategy


@pytest.mark.parametrize("seed", [0, 1, 2, 3, *range(5, 20)])
def test_against_enumeration(seed):
    form = games.random_tree(seed, players=1 + seed % 3, depth=4 - seed % 2, zero_sum=False)
    strategy = random_strategy(form, np.random.default_rng(seed))
    certificate = certify(form, strategy)
    payoffs = brute.play(form, strategy)
    best = brute.best_values(form, strategy)
    np.testing.assert_allclose(certificate.payoffs, payoffs, atol=1e-12)
    np.testing.assert_allclose(certificate.gains, best - payoffs, atol=1e-12)
    for i in range(form.n_players):
        mixed = np.where(form.action_player == i, certificate.best_response, strategy)
        assert brute.play(form, mixed)[i] == pytest.approx(best[i], abs=1e-12)


def test_kuhn_equilibrium_by_hand():
    # alpha = 1/4 of the known family: bet J 1/4, Q never, K 3/4; call with Q alpha + 1/3.
    form = games.kuhn()
    bet = {"0": 1 / 4, "1": 0, "2": 3 / 4, "0 check bet": 0, "1 check bet": 1 / 4 + 1 / 3}
    bet |= {"2 check bet": 1, "0 check": 1 / 3, "1 check": 0, "2 check": 1}
    bet |= {"0 bet": 0, "1 bet": 1 / 3, "2 bet": 1}
    strategy = np.concatenate([[1 - bet[label], bet[label]] for label in form.infoset_label])
    certificate = certify(form, strategy)
    assert certificate.payoffs == pytest.approx([-1 / 18, 1 / 18])
    assert certificate.epsilon < 1e-15
    strategy[0:2] = [0.5, 0.5]
    assert certify(form, strategy).epsilon > 1e-3


def test_action_values_and_regrets_by_hand():
    form = games.trust()
    # No trust; honour: the truster loses 1 by not trusting, and trusted is never asked.
    certificate = certify(form, np.array([0.0, 1.0, 1.0, 0.0]))
    assert certificate.action_values[:2].tolist() == [1, 0]
    assert np.isnan(certificate.action_values[2:]).all()
    assert certificate.regrets[0] == 1
    assert certificate.unreached.tolist() == [False, True]
    assert certificate.gains.tolist() == [1, 0]
    # Trust; half honour, half abuse: 1/2 less than abuse for the trusted, 0 for the truster.
    certificate = certify(form, np.array([1.0, 0.0, 0.5, 0.5]))
    assert certificate.action_values.tolist() == [0, 0, 1, 2]
    assert certificate.regrets.tolist() == [0, 0.5]


def test_selten_horse_by_hand():
    form = games.selten_horse()
    order = list(form.infoset_label)
    assert order == ["one", "two", "three"]

    def profile(*right):
        return np.array([p for q in right for p in (1 - q, q)])

    # (R, R) holds while neither gains: 3q <= 1 for the first and 4q <= 1 for the second.
    assert certify(form, profile(1, 1, 1 / 4)).epsilon == 0
    assert certify(form, profile(1, 1, 0.26)).gains == pytest.approx([0, 0.04, 0])
    assert certify(form, profile(1, 1, 1 / 2)).gains == pytest.approx([0.5, 1, 0])
    # (L, two's R from 1/3 on, R) holds too: 4 (1 - r) + r <= 3.
    assert certify(form, profile(0, 1 / 3, 1)).epsilon < 1e-15
    assert certify(form, profile(0, 0.3, 1)).gains == pytest.approx([0.1, 0, 0])


def test_tree_and_table_agree():
    rng = np.random.default_rng(5)
    for table in (games.BATTLE, games.TWIN, games.SKEW):
        strategy = random_strategy(table, rng)
        tree = to_extensive(table)
        a, b = certify(table, strategy), certify(tree, strategy)
        np.testing.assert_allclose(a.payoffs, b.payoffs)
        np.testing.assert_allclose(a.gains, b.gains)
        np.testing.assert_allclose(a.action_values, b.action_values)


def test_the_wrong_twin_is_no_equilibrium():
    middle = np.array([4 / 5, 1 / 5, 0, 2 / 3, 1 / 3])
    assert certify(games.TWIN, middle).epsilon < 1e-15
    assert certify(games.TWIN_WRONG, middle).epsilon == pytest.approx(8 / 15)


def test_refusals():
    form = games.trust()
    with pytest.raises(BadGame, match=r"sum to 0\.9"):
        certify(form, np.array([0.5, 0.4, 1, 0]))
    with pytest.raises(BadGame, match="not to 1"):
        certify(form, np.array([np.nan, 1, 1, 0]))
    with pytest.raises(BadGame, match="at least 0"):
        certify(form, np.array([1.5, -0.5, 1, 0]))
    with pytest.raises(BadGame, match="shape"):
        certify(form, np.ones(3))
    with pytest.raises(ImperfectRecall):
        certify(games.absent_minded_driver(), np.array([0.5, 0.5]))


def three_ways():
    """Nature, then a player who forgets what he did, then a third who saw nothing."""
    b = TreeBuilder(["one", "two"])
    for i, node in enumerate(b.decision(0, 0, "first", ["a", "b"])):
        for j, low in enumerate(b.decision(node, 0, "second", ["a", "b", "c"])):
            for k, end in enumerate(b.decision(low, 1, "other", ["l", "r"])):
                b.terminal(end, [(i + 1) * (j - k), i * k - j])
    return b.build(allow_imperfect_recall=True)


@pytest.mark.parametrize("seed", range(5))
def test_a_forgetful_player_is_measured_by_his_pure_plans(seed):
    form = three_ways()
    rng = np.random.default_rng(seed)
    strategy = np.concatenate([rng.dirichlet([1] * n) for n in form.n_actions])
    found = certify(form, strategy)
    payoffs, best = brute.play(form, strategy), brute.best_values(form, strategy)
    assert found.payoffs == pytest.approx(payoffs)
    assert found.gains == pytest.approx(best - payoffs)
    # An agent gains what changing one set alone gains, before play.
    alone = 0.0
    for h, size in enumerate(form.n_actions.tolist()):
        start = int(form.action_offset[h])
        for a in range(size):
            trial = strategy.copy()
            trial[start : start + size] = np.eye(size)[a]
            owner = form.infoset_player[h]
            alone = max(alone, float(brute.play(form, trial)[owner] - payoffs[owner]))
    assert found.agent_gain == pytest.approx(alone)


def test_absent_mindedness_has_no_certificate():
    with pytest.raises(ImperfectRecall, match="twice in one play"):
        certify(games.absent_minded_driver(), np.array([0.5, 0.5]))


def test_nothing_of_the_solvers_numbering_is_used(monkeypatch):
    # The certificate of a tree whose sequences are made wrong is the same.
    form = games.leduc()
    strategy = form.uniform_strategy()
    right = certify(form, strategy)
    spoiled = games.leduc()
    for name in ("own_sequence", "parent_sequence", "edge", "action_infoset", "action_player"):
        monkeypatch.setitem(spoiled.__dict__, name, None)
    assert certify(spoiled, strategy).gains.tolist() == right.gains.tolist()
