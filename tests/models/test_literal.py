"""The round revealed card by card, by paragraph: rules page, round step 4 and option payoffs."""

import numpy as np
import pytest

from models.good_guys.continuation import MEAN_CARD, end_chance, fill_results, pack_money
from models.good_guys.literal import pure_equilibria, round_table, seats_form
from models.good_guys.reveal import Bribe
from models.good_guys.stage import GUARD, NO, ROB, SKIM, YES, expected_utilities
from models.good_guys.table import vote_form
from solver.strategic import StrategicForm
from tests.models.scenes import last_round, nothing_after

ABSTAIN = GUARD


def moved(position, actions, bribes=()):
    """What the round moves for each seat, $k, when nothing is offered and nothing follows."""
    n = position.n
    table = round_table(position, nothing_after(n), np.zeros(n), bribes)
    return table[(slice(None), *actions)].tolist()


def test_a_robber_takes_a_card_of_mean_worth():
    position = last_round(markers=(-1, 0), stashes=[(2, 9)])
    assert moved(position, (YES, ROB, YES, YES)) == [-4.5, 4.5, 0, 0]


def test_no_marker_no_effect():
    assert moved(last_round(), (YES, ROB, YES, YES)) == [0, 0, 0, 0]


def test_two_robbers_on_one_card():
    position = last_round(markers=(-1, 0, 0), stashes=[(1, 4)])
    assert moved(position, (YES, ROB, ROB, YES)) == [-4, 4, 0, 0]


def test_empty_stash_loses_nothing():
    position = last_round(markers=(-1, 0), stashes=[(0, 0), (0, 0)])
    assert moved(position, (YES, ROB, YES, YES)) == [0, 0, 0, 0]
    assert moved(position, (GUARD, ROB, YES, YES)) == [0, 0, 0, 0]


def test_robber_robbed():
    # Seat 1 takes the boss's $4k card; seat 2 then takes one of seat 1's two cards, $2k and $4k.
    position = last_round(markers=(-1, 0, 1), stashes=[(1, 4), (1, 2)])
    assert moved(position, (YES, ROB, ROB, YES)) == [-4, 1, 3, 0]


def test_a_skimmed_card_can_be_robbed_at_once():
    position = last_round(markers=(-1, 0), stashes=[(0, 0)])
    assert moved(position, (SKIM, ROB, YES, YES)) == [0, MEAN_CARD, 0, 0]
    late = last_round(markers=(1,), stashes=[(4, 14), (0, 0)])
    assert moved(late, (ROB, SKIM, YES, YES)) == [0, MEAN_CARD, 0, 0]


def test_only_the_first_skim_draws():
    assert moved(last_round(), (YES, SKIM, YES, SKIM)) == [0, MEAN_CARD, 0, 0]


@pytest.mark.parametrize(("guard_takes", "second"), [("each", -2), ("one", 0)])
def test_guard_takes_a_card_from_each_robber(guard_takes, second):
    position = last_round(
        markers=(-1, -1, 1, 1),
        stashes=[(4, 14), (4, 14), (1, 3), (1, 2)],
        rules={"guard_takes": guard_takes},
    )
    expected = [0, 3 - second, -3, second]
    assert moved(position, (YES, GUARD, ROB, ROB)) == expected


def test_bribe_is_taken_by_the_named_action_only():
    bribe = Bribe(giver=0, target=2, action=YES, payoff_cards=2, loot=(5,))
    assert moved(last_round(), (YES, YES, YES, YES), [bribe]) == [-7, 0, 7, 0]
    assert moved(last_round(), (YES, YES, NO, YES), [bribe]) == [0, 0, 0, 0]


def test_staked_loot_is_out_of_reach_until_it_is_taken():
    bribe = Bribe(giver=0, target=1, action=YES, payoff_cards=0, loot=(5,))
    giver = last_round(markers=(-1, -1, 0), stashes=[(1, 5)])
    assert moved(giver, (YES, YES, ROB, YES), [bribe]) == [-5, 5, 0, 0]
    target = last_round(markers=(-1, -1, 1), stashes=[(1, 5), (0, 0)])
    assert moved(target, (YES, YES, ROB, YES), [bribe]) == [-5, 0, 5, 0]


def test_early_guard_returns_the_bribe_in_time_to_be_robbed():
    # The boss robs seat 2, whose GUARD is turned up early: his stake comes back, then the guard
    # takes it.
    bribe = Bribe(giver=0, target=2, action=YES, payoff_cards=0, loot=(5,))
    position = last_round(markers=(2,), stashes=[(1, 5)])
    assert moved(position, (ROB, YES, GUARD, YES), [bribe]) == [-5, 0, 5, 0]


def test_sole_no_of_the_boss_and_ties():
    share = np.array([21.0, 0, 0, 0])
    table = round_table(last_round(), nothing_after(4), share)
    assert table[0, NO, ABSTAIN, ABSTAIN, ABSTAIN] == 0
    assert table[0, YES, NO, ABSTAIN, ABSTAIN] == 21.0
    assert table[0, ABSTAIN, ABSTAIN, ABSTAIN, ABSTAIN] == 21.0


def test_a_skim_moves_the_deck():
    # A pass leaves the boss 10 where nobody skimmed, 4 where one did, unless the Fuzz comes.
    position = last_round(rules={"piles": 1, "fuzz_pile": 1})
    first, last, usual = 0, sum(position.rules.loot_counts) - 16, 6
    place = position.place()
    assert (place[0], place[1], place[2]) == (first, last, usual)
    now = position.drawn + usual
    after = np.zeros((now + 2, 1, 4))
    after[now, 0, 0], after[now + 1, 0, 0] = 10.0, 4.0
    table = round_table(position, pack_money(after), np.zeros(4))
    over = [end_chance(first, last, position.drawn, usual + k) for k in (0, 1)]
    np.testing.assert_allclose(table[0, YES, YES, YES, NO], 10.0 * (1 - over[0]))
    np.testing.assert_allclose(table[0, YES, YES, YES, SKIM], 4.0 * (1 - over[1]))
    left = last - position.drawn + 1  # depths still possible, all alike
    np.testing.assert_allclose(over, [6 / left, 7 / left])


@pytest.mark.parametrize("n", [4, 5])
def test_agrees_with_the_additive_table_where_cards_are_alike(n):
    position = last_round(n, markers=[(i + 1) % n for i in range(n)], stashes=[(40, 140)] * n)
    share = np.random.default_rng(n).dirichlet([1.0] * n) * sum(position.loot)
    results, gain = np.empty((n, n + 2)), np.empty((n, n))
    wealth = np.array(position.wealth)
    fill_results(nothing_after(n), position.place(), 0.0, wealth, share, results, gain)
    additive = vote_form(results, gain, position.card_means(), MEAN_CARD, position.marker())
    np.testing.assert_allclose(
        round_table(position, nothing_after(n), share), additive.payoff, atol=1e-12
    )


def test_seats_left_out_mix_as_given():
    n = 5
    position = last_round(n, markers=[(i + 1) % n for i in range(n)], stashes=[(40, 140)] * n)
    share, mix = np.arange(5.0), np.random.default_rng(3).dirichlet([1.0] * 5, n)
    results, gain = np.empty((n, n + 2)), np.empty((n, n))
    fill_results(
        nothing_after(n), position.place(), 0.0, np.array(position.wealth), share, results, gain
    )
    table = round_table(position, nothing_after(n), share)
    form = seats_form(table, {1: (YES, ROB), 3: (NO, GUARD)}, mix, "")
    pure, utility = mix.copy(), np.empty((n, 5))
    pure[1], pure[3] = np.eye(5)[ROB], np.eye(5)[GUARD]
    expected_utilities(
        pure, results, gain, position.card_means(), MEAN_CARD, position.marker(), utility
    )
    assert form.payoff[0, 1, 1] == pytest.approx(utility[1, ROB])
    assert form.payoff[1, 1, 1] == pytest.approx(utility[3, GUARD])


def test_pure_equilibria_of_the_battle_of_the_sexes():
    form = StrategicForm.from_tables([[3, 0], [0, 2]], [[2, 0], [0, 3]])
    assert pure_equilibria(form).tolist() == [[0, 0], [1, 1]]
    pennies = StrategicForm.from_tables([[1, -1], [-1, 1]], [[-1, 1], [1, -1]])
    assert pure_equilibria(pennies).tolist() == []
