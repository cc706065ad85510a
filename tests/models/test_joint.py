"""The vote near the end at joint outcomes: rules page, round steps 4 and 5; end of the game."""

from itertools import product

import numpy as np
import pytest

from engine.good_guys.rules import GoodGuysRules
from models.good_guys.ballot import solve_vote
from models.good_guys.joint import fill_joint, near_end, twins
from models.good_guys.position import Position
from models.good_guys.reveal import Bribe
from models.good_guys.stage import GUARD, NO, ROB, SKIM, YES
from models.good_guys.values import winning
from solver.logit import logit_branch


def near(n, drawn, seed, **rules):
    """Return a position and an offer with the Fuzz near, stashes dealt from a seed."""
    random = np.random.default_rng(seed)
    cards = 4 + random.multinomial(drawn - n - 2, np.full(n, 1 / n))
    loot = tuple(sorted(random.integers(2, 6, n + 2).tolist(), reverse=True))
    wealth = tuple(float(3.5 * c) for c in cards)
    position = Position(
        GoodGuysRules(players=n, **rules), loot, wealth, tuple(map(int, cards)), drawn
    )
    share = np.zeros(n)
    share[n - 1] = 4.0
    share[0] = sum(loot) - 4.0
    return position, share


def richest(position, share, actions, slope):
    """Chances to finish richest after the last count, straight from the rules; mean cards."""
    money = np.array(position.wealth)
    loot, cards = money.copy(), np.array(position.stash_cards, float)
    marker, skimmed = position.marker(), False
    for seat, action in enumerate(actions):
        if action == SKIM and not skimmed:
            skimmed, money[seat] = True, money[seat] + 3.5
            loot[seat], cards[seat] = loot[seat] + 3.5, cards[seat] + 1
        if action == ROB and marker[seat] >= 0:
            giver, taker = marker[seat], seat
            if actions[giver] == GUARD:
                giver, taker = taker, giver
            card = loot[giver] / cards[giver]
            for who, sign in ((giver, -1), (taker, 1)):
                loot[who], cards[who] = loot[who] + sign * card, cards[who] + sign
                money[who] += sign * card
    if actions.count(YES) >= actions.count(NO):
        money = money + share
    score = np.exp(slope * (money - money.max()))
    return score / score.sum()


def test_last_vote_is_valued_profile_by_profile():
    values = winning(4)
    position, share = near(4, 84, 1)  # the Fuzz is the next card whatever happens
    vote = solve_vote(position, values.packed, share)[0]
    assert vote.near
    for actions in product(range(5), repeat=4):
        np.testing.assert_allclose(
            vote.form.payoff[(slice(None), *actions)],
            richest(position, share, actions, values.end_doubt[0] ** -0.5),
            atol=1e-12,
        )


@pytest.mark.parametrize(("n", "drawn"), [(4, 76), (4, 84), (5, 78), (5, 86), (6, 88)])
def test_point_is_a_logit_point_of_the_table(n, drawn):
    for seed in range(4):
        position, share = near(n, drawn, seed)
        vote = solve_vote(position, winning(n).packed, share)[0]
        assert vote.residual <= 1e-9
        form = vote.form
        utility = np.array(form.split(form.action_values(vote.mix.ravel())))
        odds = np.exp(utility / np.diag(vote.gain)[:, None])
        np.testing.assert_allclose(odds / odds.sum(axis=1, keepdims=True), vote.mix, atol=2e-9)


def test_point_lies_on_the_principal_branch_of_the_table():
    for seed in range(8):
        position, share = near(4, 80, seed)
        vote = solve_vote(position, winning(4).packed, share)[0]
        form, scale = vote.form, np.diag(vote.gain).tolist()
        (point,) = logit_branch(form.action_values, form.n_actions.tolist(), [1.0], scale)
        assert point.converged
        np.testing.assert_allclose(point.mix, vote.mix.ravel(), atol=1e-7)


def test_far_from_the_end_payoffs_stay_additive():
    position, share = near(5, 40, 0)
    assert not near_end(winning(5).packed, position.place())
    assert solve_vote(position, winning(5).packed, share)[0].near is False


def test_seven_seats_vote_additively_and_are_measured_jointly():
    position, share = near(7, 90, 0)
    vote = solve_vote(position, winning(7).packed, share)[0]
    np.testing.assert_allclose(vote.values, vote.certificate.payoffs)
    assert "measured at joint outcomes" in vote.selection
    assert abs(vote.values.sum() - 1.0) < 1e-9  # somebody finishes richest


def test_a_guard_takes_of_one_robber_only_where_the_rules_say_so():
    each, share = near(4, 84, 1)
    one, _ = near(4, 84, 1, guard_takes="one")
    leader = int(np.argmax(each.wealth))
    actions = tuple(GUARD if seat == leader else ROB for seat in range(4))
    richer, poorer = (
        solve_vote(p, winning(4).packed, share)[0].form.payoff[(leader, *actions)]
        for p in (each, one)
    )
    assert richer > poorer


@pytest.mark.parametrize("rules", [{}, {"guard_takes": "one"}, {"boss_limit": True}])
@pytest.mark.parametrize("markers", ["leader", "none", (1, 0, -1, 2, 2)])
def test_twins_have_the_payoffs_of_profiles_valued_one_by_one(rules, markers):
    position, share = near(5, 80, 3, **rules)
    position, values = position.with_(markers=markers), winning(5).packed
    place, seats = position.place(), position.seats()
    alike, single = np.empty((5, 5**5)), np.empty((5, 5**5))
    twin, nobody = twins(seats), np.arange(5**5, dtype=np.int32)
    fill_joint(values, place, seats, share, twin, alike)
    fill_joint(values, place, seats, share, nobody, single)
    np.testing.assert_array_equal(alike, single)
    assert len(np.unique(twin)) < 5**5 / 4  # what it is for


def test_bribes_leave_no_profile_a_twin():
    position, _ = near(4, 80, 3)
    seats = position.seats([Bribe(0, 3, YES, 2)])
    np.testing.assert_array_equal(twins(seats), np.arange(5**4))
