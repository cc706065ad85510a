"""The structural vote against literal counting: rules page, round steps 4 and 5."""

from itertools import product

import numpy as np
import pytest

from models.good_guys.continuation import (
    Horizon,
    end_chance,
    expected_left,
    fill_results,
    pack_money,
)
from models.good_guys.richest import DECK_KNOTS, POT_KNOTS, pack_win
from models.good_guys.stage import count_results, expected_utilities
from models.good_guys.table import vote_form


def literal_count(yes, no):
    """Chances of pass, tie and NO by successor, ballot by ballot."""
    n = len(yes)
    out = np.zeros(n + 2)
    for ballots in product("YNA", repeat=n):
        chance = np.prod(
            [
                {"Y": yes[i], "N": no[i], "A": 1 - yes[i] - no[i]}[ballot]
                for i, ballot in enumerate(ballots)
            ]
        )
        margin = ballots.count("Y") - ballots.count("N")
        if margin > 0:
            out[0] += chance
        elif margin == 0:
            out[1] += chance
        else:
            heirs = [seat for seat in [*range(1, n), 0] if ballots[seat] == "N"]
            out[2 + heirs[0]] += chance
    return out


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_count_agrees_with_every_ballot(n):
    shares = np.random.default_rng(n).dirichlet([1, 1, 1], n)
    out = np.empty(n + 2)
    count_results(shares[:, 0].copy(), shares[:, 1].copy(), out)
    np.testing.assert_allclose(out, literal_count(shares[:, 0], shares[:, 1]), atol=1e-13)


def test_sole_no_of_the_boss_keeps_him():
    yes, no = np.zeros(4), np.array([1.0, 0.0, 0.0, 0.0])
    out = np.empty(6)
    count_results(yes, no, out)
    np.testing.assert_array_equal(out, [0, 0, 1, 0, 0, 0])


def test_nobody_voting_is_a_tie():
    out = np.empty(7)
    count_results(np.zeros(5), np.zeros(5), out)
    np.testing.assert_array_equal(out, [0, 1, 0, 0, 0, 0, 0])


@pytest.mark.parametrize("n", [4, 5])
@pytest.mark.parametrize("win", [False, True])
def test_structure_agrees_with_the_literal_table(n, win):
    rng = np.random.default_rng(10 * n + win)
    results, card = rng.normal(size=(n, n + 2)), rng.uniform(2, 5, n)
    gain = rng.normal(size=(n, n)) if win else np.eye(n)
    marker = np.array([(i + 1) % n if i % 2 == 0 else 0 for i in range(n)])
    marker[1] = -1
    mix, out = rng.dirichlet(np.ones(5), n), np.empty((n, 5))
    expected_utilities(mix, results, gain, card, 3.5, marker, out)
    form = vote_form(results, gain, card, 3.5, marker)
    np.testing.assert_allclose(out.ravel(), form.action_values(mix.ravel()), atol=1e-12)


def test_end_chance_is_the_share_of_depths_passed():
    # Depth uniform on 69 … 86; after 70 cards 17 depths are left, 3 of them within 3 draws.
    assert end_chance(69, 86, 70, 3) == pytest.approx(3 / 17)
    assert end_chance(69, 86, 7, 62) == 0.0
    assert end_chance(69, 86, 86, 1) == 1.0
    assert expected_left(69, 86, 70) == pytest.approx(8.0)


def test_money_after_a_sure_end_is_the_share():
    place = Horizon(5, 7, 7, 7, 2).place(7, 0)
    continuation = pack_money(np.full((8, 2, 5), 99.0))
    results, gain = np.empty((5, 7)), np.empty((5, 5))
    share = np.array([20.0, 0.0, 4.0, 0.0, 0.0])
    fill_results(continuation, place, 0.5, np.full(5, 14.0), share, results, gain)
    np.testing.assert_allclose(results[:, 0], share)
    np.testing.assert_allclose(results[:, 2:], 0.0)


def test_win_chances_of_every_result_sum_to_one():
    place = Horizon(5, 69, 86, 7, 2).place(75, 0)
    weights = np.random.default_rng(0).uniform(0.05, 0.5, (8, len(DECK_KNOTS), len(POT_KNOTS)))
    continuation = pack_win(weights, 0.7, (1.0, 1.0))
    results, gain = np.empty((5, 7)), np.empty((5, 5))
    wealth = np.array([14.0, 20.0, 11.0, 30.0, 9.0])
    share = np.array([10.0, 0.0, 5.0, 5.0, 4.0])
    fill_results(continuation, place, 0.6, wealth, share, results, gain)
    np.testing.assert_allclose(results.sum(axis=0), 1.0)
    np.testing.assert_allclose(gain.sum(axis=0), 0.0, atol=1e-12)


@pytest.mark.parametrize(
    ("result", "boss_gets"),
    [(0, 20.0 + 3.5), (1, 20.0 + 3.5), (2, 3.5), (3, 0.0)],
    ids=["pass", "tie", "sole NO of the boss", "NO of seat 1"],
)
def test_boss_limit_rewards_with_one_card(result, boss_gets):
    # Rules page, options: the reward is drawn whenever the limit itself ends the boss's term.
    place = Horizon(5, 69, 86, 7, 2).place(7, 0, terms=1)
    results, gain = np.empty((5, 7)), np.empty((5, 5))
    share = np.array([20.0, 0.0, 5.0, 0.0, 0.0])
    nothing = pack_money(np.zeros((87, 2, 5)))
    fill_results(nothing, place, 0.5, np.full(5, 14.0), share, results, gain)
    assert results[0, result] == pytest.approx(boss_gets)


def test_the_reward_at_the_limit_moves_the_deck_by_a_card():
    # Nine loot cards above the Fuzz, seven drawn and two more after a NO: the round after a NO
    # is played, unless the boss, sole NO voter at his limit, draws the ninth card as his reward.
    later = pack_money(np.full((12, 4, 5), 10.0))
    results, gain = np.empty((5, 7)), np.empty((5, 5))
    for terms, over in ((2, False), (1, True)):
        place = Horizon(5, 9, 9, 7, 2).place(7, 0, terms=terms)
        fill_results(later, place, 0.0, np.full(5, 14.0), np.zeros(5), results, gain)
        sole_no, other_no = results[:, 2], results[:, 3]
        assert sole_no[1] == (0.0 if over else 10.0)
        assert sole_no[0] == (3.5 if over else 10.0)
        assert other_no[1] == 10.0
