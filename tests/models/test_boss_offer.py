"""The boss's offer against full enumeration, and the branch against plain iteration."""

import numpy as np
import pytest

from analysis.good_guys_states import random_scene
from engine.good_guys.rules import GoodGuysRules
from models.good_guys import boss_offer, vote
from models.good_guys.advice import marker_gain
from models.good_guys.ballot import solve_vote
from models.good_guys.continuation import pack_money
from models.good_guys.offers import assign_cards
from models.good_guys.position import Position
from models.good_guys.richest import DECK_KNOTS, POT_KNOTS, ROLES, WEALTH, pack_win
from models.good_guys.search import best_offers, quick_value
from models.good_guys.splits import (
    all_share_sums,
    naive_offers,
    nearest_cards,
    one_card_moves,
    share_of,
    table_counts,
)
from models.good_guys.values import winning


def continuation(n):
    """Made-up but plausible win chances: wealth counts more the fewer cards are left."""
    weights = np.zeros((ROLES + n, len(DECK_KNOTS), len(POT_KNOTS)))
    weights[WEALTH] = np.interp(DECK_KNOTS, [0.0, 25.0, 45.0, 100.0], [4.0, 2.0, 1.3, 0.8])[:, None]
    boss = np.interp(DECK_KNOTS, [0.0, 25.0, 100.0], [1.0, 0.4, 0.2])
    weights[ROLES] = boss[:, None] * POT_KNOTS
    return pack_win(weights, 0.8, (1.0, 1.0))


@pytest.mark.parametrize("n", [4, 5])
def test_search_comes_within_a_hundredth_of_full_enumeration(n):
    position, values = Position.opening(GoodGuysRules(players=n)), continuation(n)
    found = best_offers(position, values).offers[0]
    best = max(quick_value(position, values, cards) for cards in all_share_sums(position))
    assert best - found.value <= 0.01
    assert found.value <= best + 1e-9


def best_of_all(position, values):
    return max(quick_value(position, values, cards) for cards in all_share_sums(position))


@pytest.mark.parametrize(("n", "seed"), [(4, 0), (4, 10), (5, 0), (5, 5), (5, 13), (5, 21)])
def test_search_finds_the_best_of_all_offers_on_shipped_values(n, seed):
    position = Position.opening(GoodGuysRules(players=n), seed=seed)
    values = winning(n).packed
    best = best_of_all(position, values)
    assert best_offers(position, values).offers[0].value == pytest.approx(best, abs=1e-6)


# Late in the game an offer is worth much or little by whether it just passes.
@pytest.mark.parametrize(("n", "states"), [(4, 24), (5, 4)])
def test_search_finds_the_best_of_all_offers_in_the_middle_of_a_game(n, states):
    rules, rng = GoodGuysRules(players=n), np.random.default_rng(99)
    values, compared = winning(n).packed, 0
    while compared < states:
        position = random_scene(rules, rng).position
        if len(position.loot) > n + 4:
            continue  # too many offers to go through
        compared += 1
        best = best_of_all(position, values)
        assert best_offers(position, values).offers[0].value == pytest.approx(best, abs=1e-6)


def test_search_tries_to_buy_one_vote_for_most_of_the_table():
    rules = GoodGuysRules(players=5)
    position = Position(
        rules, (5, 5, 5, 4, 4, 3, 2), (93.0, 69.0, 91.0, 57.0, 40.0), (26, 21, 25, 16, 10), 85
    )
    values = winning(5).packed
    dear = nearest_cards(position, np.array([5.0, 23.0, 0.0, 0.0, 0.0]))
    rest = nearest_cards(position, np.array([14.0, 14.0, 0.0, 0.0, 0.0]))
    assert quick_value(position, values, dear) > quick_value(position, values, rest) + 0.01
    found = best_offers(position, values).offers[0].value
    assert found >= quick_value(position, values, dear) - 1e-6


def test_no_naive_offer_beats_the_recommended_one():
    for n in (4, 6, 8):
        position, values = Position.opening(GoodGuysRules(players=n)), winning(n).packed
        best = best_offers(position, values).offers[0].value
        for cards in naive_offers(position).values():
            assert quick_value(position, values, cards) <= best + 1e-9


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8])
def test_branch_points_meet_their_tolerance(n):
    position = Position.opening(GoodGuysRules(players=n))
    share = np.array([sum(position.loot) - 6.0, *[0.0] * (n - 2), 6.0])
    for point in solve_vote(position, continuation(n), share, (0.5, 1.0, 2.0)):
        assert point.residual <= 1e-9
        np.testing.assert_allclose(point.mix.sum(axis=1), 1.0)
        # The independent table prices the profile alike.
        if n <= 6:
            np.testing.assert_allclose(point.certificate.payoffs, point.values, atol=1e-12)
            assert point.certificate.epsilon > 0  # a logit point is no exact equilibrium


@pytest.mark.parametrize("n", [4, 5])
def test_without_precision_the_offer_keeps_all_and_the_count_is_multinomial(n):
    position = Position.opening(GoodGuysRules(players=n), utility="money", qre_lambda=1e-9)
    nothing_to_come = pack_money(np.zeros((2, 1, n)))
    found = best_offers(position, nothing_to_come).offers[0]
    np.testing.assert_array_equal(
        share_of(found.cards), boss_offer.KNOWN[0].value(position.loot, n)
    )
    assert found.vote.pass_probability == pytest.approx(vote.KNOWN[0].value(n), abs=1e-6)


def test_payoff_cards_are_wealth_that_cannot_be_robbed():
    # Four loot cards worth $14k, five payoff cards of $1k: a robbed card is worth $3.5k.
    position = Position.opening(GoodGuysRules(players=5, payoffs=True))
    assert position.wealth[0] == 19.0
    np.testing.assert_allclose(position.card_means(), 3.5)


def test_every_offer_pays_out_the_whole_table():
    position = Position.opening(GoodGuysRules(players=5))
    counts = table_counts(position)
    cards = np.zeros((5, 4), np.int64)
    assign_cards(counts, np.array([10.0, 0.0, 4.5, 6.0, 4.0]), cards)
    np.testing.assert_array_equal(cards.sum(axis=0), counts)
    key = tuple(tuple(int(x) for x in row) for row in cards)
    for moved in one_card_moves(key):
        np.testing.assert_array_equal(np.array(moved).sum(axis=0), counts)
        assert (np.array(moved) >= 0).all()


def test_gain_by_another_marker_is_the_largest_there_is():
    # A seat whose marker stands before nobody cannot rob: before anybody it does at least as well
    # in this round of money alone, where nothing comes after.
    position = Position.opening(GoodGuysRules(players=4), utility="money", markers=(-1, 0, 0, 0))
    after = pack_money(np.zeros((2, 1, 4)))
    vote_found = solve_vote(position, after, np.array([20.0, 0.0, 0.0, 0.0]))[0]
    found = marker_gain(position, after, vote_found)
    assert found["gain"] > 0
    moved = list(position.markers)
    moved[found["seat"]] = found["marker"]
    again = solve_vote(position.with_(markers=tuple(moved)), after, vote_found.share)[0]
    gains = again.values - vote_found.values
    assert found["gain"] == pytest.approx(gains[found["seat"]])
    for target in (1, 2, 3):
        other = solve_vote(position.with_(markers=(target, 0, 0, 0)), after, vote_found.share)[0]
        assert found["gain"] >= other.values[0] - vote_found.values[0] - 1e-12
