"""The votes-only chain against closed forms, a literal search, and games of the literature."""

from fractions import Fraction

import numpy as np
import pytest

from engine.good_guys.rules import GoodGuysRules
from models.base import BadQuestion
from models.good_guys import bargaining
from models.good_guys.majority import (
    ACCEPT,
    FAILS,
    NO_WINS,
    PAID,
    PASSES,
    STRICT,
    Customs,
    backward,
    cheapest_offer,
)
from models.good_guys.position import Position
from models.good_guys.rounds import Offer, asked_round, certify_round, offers_of
from models.good_guys.stage import PASS, TIE
from tests.models.brute_rounds import values_before_first_offer

CARD = 3.5
KNOWN = {form.statement: form.value for form in bargaining.KNOWN}


def chain(n, depth, customs, first=None):
    """Values before the first offer, by the backward sweep."""
    usual = n + 2
    place = np.array([depth if first is None else first, depth, usual, 2])
    table = np.zeros((depth + 1, (depth - usual) // 2 + 2, max(1, customs.limit), n))
    backward(place, customs, table)
    return table[usual, 0, -1]


@pytest.mark.parametrize("n", [3, 5, 7])
def test_boss_keeps_every_pot_for_odd_n(n):
    keeps = KNOWN["odd N, accepting seats, known depth: the boss keeps every pot"]
    for depth in range(n + 2, 60):
        by_hand = CARD * (n + 2) * (depth // (n + 2))
        assert keeps(n, depth - n - 2, n + 2) == by_hand
        for customs in (Customs(), Customs(acceptance=STRICT), Customs(unit=CARD)):
            np.testing.assert_allclose(chain(n, depth, customs), [by_hand] + [0.0] * (n - 1))


@pytest.mark.parametrize("n", [5, 7])
def test_strict_whole_cards_cost_one_card_to_each_of_the_far_seats_in_the_last_round(n):
    position = Position.opening(GoodGuysRules(players=n))
    given = {"acceptance": "strict", "shares": "cards", "depth": position.drawn}
    solution = bargaining.solve(position, noise=False, **given)
    bought = (n - 1) // 2
    assert (
        KNOWN["odd N, strict seats, whole cards, last round: one card to each of (N-1)/2 seats"](n)
        == bought
    )
    shares = [row["share"] for row in solution.recommendation["offer"]]
    assert shares == [CARD * (n + 2 - bought)] + [0.0] * (n - 1 - bought) + [CARD] * bought
    assert solution.recommendation["result"] == "pass"


@pytest.mark.parametrize("acceptance", [ACCEPT, STRICT, PAID])
@pytest.mark.parametrize(("n", "depths"), [(3, range(5, 21)), (4, range(6, 15)), (5, range(7, 16))])
def test_whole_cards_agree_with_a_search_of_every_offer_and_vote(n, depths, acceptance):
    for depth in depths:
        swept = chain(n, depth, Customs(unit=CARD, acceptance=acceptance)) / CARD
        np.testing.assert_allclose(
            swept, values_before_first_offer(n, depth, acceptance), err_msg=f"depth {depth}"
        )


def test_a_seat_that_wants_a_card_of_its_own_leaves_the_boss_four_fifths():
    # Three seats: the one far seat never gains by a NO, so it costs one card of each five.
    for depth in (5, 23, 89):
        values = chain(3, depth, Customs(unit=CARD, acceptance=PAID))
        assert Fraction(values[0] / values.sum()).limit_denominator(100) == Fraction(4, 5)


@pytest.mark.parametrize("n", [4, 6, 8])
def test_even_n_nobody_is_pivotal_and_a_tie_rotates_the_boss(n):
    # Last round, nothing to come: with N/2 other YES votes a NO makes a tie, which pays alike.
    position = Position.opening(GoodGuysRules(players=n))
    asked = {"depth": position.drawn, "noise": False}
    accept = bargaining.solve(position, **asked)
    strict = bargaining.solve(position, acceptance="strict", **asked)
    assert accept.recommendation["result"] == "pass"
    assert strict.recommendation["result"] == "tie"
    assert accept.recommendation["boss_share"] == strict.recommendation["boss_share"] == 1.0


@pytest.mark.parametrize(("n", "discount"), [(3, 1.0), (5, 0.9), (7, 0.5), (4, 0.8)])
def test_baron_ferejohn_closed_rule(n, discount):
    # By symmetry a round to come is worth 1/n to each, whoever proposes: so d/n buys a vote.
    after = np.zeros((n, n + 2))
    after[:, TIE:] = discount / n
    share = np.empty(n)
    result, coalition, _ = cheapest_offer(after, 1.0, Customs(ties=FAILS), share)
    partners = n // 2
    keeps = KNOWN["closed rule, random recognition: what the proposer keeps of a pie"]
    assert result == PASS
    assert coalition.bit_count() == partners + 1
    assert share[0] == pytest.approx(1.0 - discount * partners / n)
    np.testing.assert_allclose(share[share > 0][1:], discount / n)
    if n % 2:
        assert share[0] == pytest.approx(keeps(n, discount))


def test_pirates():
    # n pirates, 100 coins, a tie passes, an indifferent pirate throws the proposer overboard.
    customs = Customs(unit=1.0, acceptance=STRICT, ties=PASSES)
    values = np.array([100.0])
    for n in range(2, 6):
        after = np.zeros((n, n + 2))
        after[1:, TIE + 1 :] = values[:, None]
        after[0, TIE + 1 :] = -1.0  # overboard
        share = np.empty(n)
        assert cheapest_offer(after, 100.0, customs, share)[0] == PASS
        values = share
    assert values.tolist() == [98.0, 0.0, 1.0, 0.0, 1.0]


def test_lots_instead_of_succession():
    # 7 of 9 cards are out: a pass ends the game, a NO brings a last pot of nine cards to all
    # alike, so each of two partners wants a fifth of it.
    position = Position.opening(GoodGuysRules(players=5)).with_(loot=(5, 4, 4, 3, 3, 3, 2))
    state = asked_round(position, {**_defaults(), "recognition": "random", "depth": 9})
    fifth = 9 * CARD / 5
    assert state.share[0] == pytest.approx(24.0 - 2 * fifth)
    assert sorted(state.share[1:]) == pytest.approx([0.0, 0.0, fifth, fifth])


@pytest.mark.parametrize(
    ("depth", "boss", "following"),
    [
        (21, 3 * 24.5 + CARD, 0.0),  # the Fuzz comes with the reward: he draws again, all ends
        (28, 3 * 24.5 + CARD, 0.0),  # the reward leaves six cards, no pot
        (29, 3 * 24.5 + CARD, 24.5),
    ],
)
def test_boss_limit(depth, boss, following):
    values = chain(5, depth, Customs(limit=3))
    np.testing.assert_allclose(values, [boss, following, 0.0, 0.0, 0.0])


def test_unknown_depth_is_no_departure():
    # Mean number of complete rounds with five players: 10.667 (rules page), this one included.
    position = Position.opening(GoodGuysRules(players=5))
    solution = bargaining.solve(position, noise=False)
    to_come = (10 + Fraction(2, 3) - 1) * 7
    expected = sum(position.loot) + float(to_come) * CARD
    assert solution.recommendation["boss_value"] == pytest.approx(expected)
    assert solution.recommendation["boss_share"] == 1.0


def _defaults():
    return {name: parameter.default for name, parameter in bargaining.PARAMETERS.items()}


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8])
@pytest.mark.parametrize("acceptance", ["accept", "strict", "paid"])
@pytest.mark.parametrize("shares", ["divisible", "cards"])
def test_certificate(n, acceptance, shares):
    position = Position.opening(GoodGuysRules(players=n), seed=1)
    certificate = bargaining.solve(
        position, acceptance=acceptance, shares=shares, noise=False
    ).certificate
    assert certificate.epsilon <= 1e-9


def test_certificate_finds_a_price_too_low():
    position = Position.opening(GoodGuysRules(players=5)).with_(loot=(5, 4, 4, 3, 3, 3, 2))
    state = asked_round(position, {**_defaults(), "recognition": "random", "depth": 9})
    share = state.share.copy()
    share[share.argmin() :][share[share.argmin() :] > 0] -= 1.0
    share[0] = state.pot - share[1:].sum()
    cheap = Offer("too cheap", share, state.coalition)
    certificate = certify_round(state, [cheap, *offers_of(state)])
    assert certificate.epsilon == pytest.approx(1.0)


def test_form_has_every_offer():
    # Three majorities of three among four seats with the boss; the two with seat 1 are too dear,
    # as it gains by a tie; and three ties with one partner.
    form = bargaining.build(Position.opening(GoodGuysRules(players=4)))
    assert form.n_players == 4
    assert form.action_label[0][0] == "keep all"


def test_noise_and_abstaining_take_most_of_the_office():
    # Two rounds of known depth: with votes only the boss keeps all; the rows say what remains,
    # and hold no number where a vote was not solved.
    rows = bargaining.solve(Position.opening(GoodGuysRules(players=5))).sensitivity
    votes = next(row for row in rows if row.get("actions") == "votes")
    noisy = [row for row in rows if row.get("actions") == "all five"]
    assert votes["boss_share"] == 1.0
    assert [row["qre_lambda"] for row in noisy] == [0.5, 1.0, 2.0]
    for row in noisy:
        assert ("boss_share" in row) == (row["residual"] <= 1e-3)
        assert row.get("boss_share", 0.0) < 0.5


def test_noisy_rounds_enter_as_data():
    position = Position.opening(GoodGuysRules(players=4))
    table = np.zeros((position.drawn + 1, 1, 4))
    table[position.drawn, 0] = [30.0, 20.0, 30.0, 20.0]
    packed = np.concatenate(([0.0, *map(float, table.shape)], table.ravel()))
    last = bargaining.solve(position, packed, noise=False).sensitivity[-1]
    assert last == {"actions": "all five", "boss_value": 30.0, "boss_share": 0.3}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"acceptance": "maybe"}, "accept, strict, paid"),
        ({"discount": 0.0}, "above 0, at most 1"),
        ({"depth": 3}, "at least 6"),
        ({"pots": 3}, "acceptance, shares"),
    ],
)
def test_bad_questions(given, message):
    with pytest.raises(BadQuestion, match=message):
        bargaining.solve(Position.opening(GoodGuysRules(players=4)), **given)


def test_no_wins_where_no_coalition_is_worth_its_price():
    # A NO leaves each seat with 10, a pass with nothing, and there is 1 to give.
    after = np.zeros((3, 5))
    after[:, TIE + 1 :] = 10.0
    share = np.empty(3)
    assert cheapest_offer(after, 1.0, Customs(), share) == (NO_WINS, 0, 1)
