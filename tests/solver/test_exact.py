"""Exact evaluation: hand-made equilibria have gain 0, not 1e-17."""

from fractions import Fraction as F

import numpy as np
import pytest

from solver.certificate import certify
from solver.exact import exact_gains
from solver.strategic import StrategicForm, to_extensive
from tests.solver import games


def test_kuhn_family():
    form = games.kuhn()
    for alpha in (F(0), F(1, 7), F(1, 3)):
        bet = {"0": alpha, "1": F(0), "2": 3 * alpha, "0 check bet": F(0), "2 check bet": F(1)}
        bet |= {"1 check bet": alpha + F(1, 3), "0 check": F(1, 3), "1 check": F(0)}
        bet |= {"2 check": F(1), "0 bet": F(0), "1 bet": F(1, 3), "2 bet": F(1)}
        strategy = [p for label in form.infoset_label for p in (1 - bet[label], bet[label])]
        payoffs, gains = exact_gains(form, strategy)
        assert payoffs == (F(-1, 18), F(1, 18))
        assert gains == (0, 0)


def test_the_degenerate_twin():
    equilibria = [
        (1, 0, 0, 1, 0),
        (F(4, 5), F(1, 5), 0, F(2, 3), F(1, 3)),
        (0, F(1, 3), F(2, 3), F(1, 3), F(2, 3)),
    ]
    for profile in equilibria:
        assert exact_gains(games.TWIN, list(map(F, profile)))[1] == (0, 0)
    assert exact_gains(games.TWIN_WRONG, list(map(F, equilibria[1])))[1] == (0, F(8, 15))


@pytest.mark.parametrize("seed", [0, 1, 2, 5, 6, 8])
def test_equal_to_the_floating_certificate(seed):
    form = games.random_tree(seed, players=2 + seed % 2, zero_sum=False)
    strategy = [F(1, int(n)) for n in form.n_actions for _ in range(n)]
    payoffs, gains = exact_gains(form, strategy)
    certificate = certify(form, np.array(strategy, dtype=float))
    assert np.array(payoffs, dtype=float) == pytest.approx(certificate.payoffs)
    assert np.array(gains, dtype=float) == pytest.approx(certificate.gains, abs=1e-12)


@pytest.mark.parametrize("shape", [(3, 4), (2, 3, 2), (5,)])
def test_tables_and_their_trees_agree(shape):
    rng = np.random.default_rng(len(shape))
    tables = [rng.integers(-9, 10, size=shape).tolist() for _ in shape]
    form = StrategicForm.from_tables(*tables)
    strategy = []
    for size in shape:
        weights = [int(w) for w in rng.integers(0, 4, size=size)]
        weights[0] += 1
        strategy += [F(w, sum(weights)) for w in weights]
    assert exact_gains(form, strategy) == exact_gains(to_extensive(form), strategy)
