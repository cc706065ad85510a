"""Node locking against hand-made best replies."""

import numpy as np
import pytest

from solver.certificate import certify
from solver.errors import BadGame
from solver.locking import lock
from solver.zero_sum import solve_zero_sum
from tests.solver import games


def test_a_player_who_always_bluffs():
    # Ann bets queens too: Bob's call costs (2 - 2) / 2 = 0 against folding's 1: he calls, value 0.
    form = games.one_card_poker()
    queen = form.infoset_label.index("queen")
    locked = lock(form, {queen: np.array([1.0, 0.0])})
    result = solve_zero_sum(locked.form)
    assert result.payoffs[0] == pytest.approx(0)
    whole = locked.lift(result.strategy)
    play = dict(zip(form.infoset_label, form.split(whole), strict=True))
    assert play["queen"].tolist() == [1, 0]
    assert play["bet"] == pytest.approx([1, 0])
    # Only the locked player has something to gain in the whole game: back to 1/3 or more.
    gains = certify(form, whole).gains
    assert gains[1] == pytest.approx(0)
    assert gains[0] == pytest.approx(0.5)


def test_locking_all_leaves_a_game_without_decisions():
    form = games.kuhn()
    rules = {h: np.full(2, 0.5) for h in range(form.n_infosets)}
    locked = lock(form, rules)
    assert locked.form.n_infosets == 0
    empty = certify(locked.form, np.zeros(0))
    assert empty.payoffs == pytest.approx(certify(form, form.uniform_strategy()).payoffs)
    assert locked.lift(np.zeros(0)).tolist() == [0.5] * 24


def test_refusals():
    with pytest.raises(BadGame, match="information set 9; allowed: 0 to 1"):
        lock(games.trust(), {9: np.ones(1)})
    with pytest.raises(BadGame, match=r"sum to 0\.5"):
        lock(games.trust(), {0: np.array([0.5, 0.0])})
