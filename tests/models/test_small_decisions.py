"""rob-guard, skim-race, payoff and boss-limit: values by hand, and what must be refused."""

from math import comb

import numpy as np
import pytest

from engine.good_guys.rules import GoodGuysRules
from models.base import BadQuestion
from models.good_guys import boss_limit, payoff, rob_guard, skim_race
from models.good_guys.bribes import possible_bribes, with_pairs
from models.good_guys.continuation import MEAN_CARD
from models.good_guys.position import Position
from models.good_guys.stage import NO, SKIM, YES
from solver.certificate import certify
from solver.gambit import solve_gambit
from tests.models.scenes import last_round, nothing_after

CARD = MEAN_CARD


def votes(*actions):
    return np.eye(5)[list(actions)]


# rob-guard ------------------------------------------------------------------------------------


def test_robber_behind_his_victim_mixes_by_indifference():
    # Three YES decide the vote. The boss's SKIM is worth 3.5 and loses a card of mean
    # (W + 3.5) / (c + 1) when robbed; his GUARD wins the robber's mean. The robber's SKIM draws
    # only while the boss guards. Stashes: two cards of $5.5k in all, four of $16k.
    position = last_round(5, markers=(-1, 0), stashes=[(2, 5.5), (4, 16)])
    after_skim, robber = (5.5 + CARD) / 3, 4.0
    rob = CARD / (after_skim + robber)
    guard = after_skim / (CARD + after_skim + robber)
    assert rob_guard.KNOWN[0].value(after_skim, robber) == (rob, guard)
    solution = rob_guard.solve(position, nothing_after(5), others=votes(*[YES] * 5))
    assert solution.recommendation["guard"] == pytest.approx(guard)
    assert solution.recommendation["rob"] == [{"seat": 1, "probability": pytest.approx(rob)}]
    assert solution.values["1"] == pytest.approx(guard * CARD)
    assert solution.certificate.epsilon <= 1e-9
    assert "1 equilibria listed" in solution.certificate.selection


def test_nobody_robs_an_empty_stash():
    # Seat 2 has no card when seat 1's turn comes, and seat 1's SKIM draws for sure.
    position = last_round(5, markers=(-1, 2), stashes=[(4, 14), (4, 14), (0, 0)])
    solution = rob_guard.solve(position, nothing_after(5), others=votes(*[YES] * 5))
    assert solution.recommendation["rob"] == [{"seat": 1, "probability": 0.0}]
    assert solution.values["1"] == pytest.approx(CARD)


def test_two_robbers_want_the_same_card():
    # One card of $4k lies before two robbers who would otherwise vote in vain, the boss GUARDing
    # or not: whoever robs second gets nothing, so both robbing is no better than one.
    position = last_round(5, markers=(-1, 0, 0), stashes=[(1, 4), (0, 0), (0, 0)])
    solution = rob_guard.solve(position, nothing_after(5), others=votes(*[YES] * 5))
    assert [row["seat"] for row in solution.recommendation["rob"]] == [1, 2]
    low, high = solution.certificate.payoff_range
    assert solution.certificate.epsilon <= 1e-6 * (high - low)
    for row in solution.alternatives:
        assert row["values"]["2"] <= row["values"]["1"] + 1e-9


def test_listed_equilibria_of_the_tree_agree_with_the_table():
    position = last_round(4, markers=(-1, 0))
    given = {"others": votes(*[YES] * 4)}
    tree = rob_guard.build(position, nothing_after(4), **given)
    solution = rob_guard.solve(position, nothing_after(4), **given)
    found = solve_gambit(tree, "lcp")
    values = [p.certificate.payoffs.tolist() for p in found.profiles]
    low, high = (np.array(pair) for pair in zip(*solution.certificate.range.values(), strict=True))
    for value in values:
        assert (low - 1e-9 <= value).all()
        assert (value <= high + 1e-9).all()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"victim": 2}, "allowed: 0"),
        ({"robbers": "2"}, "one or two of"),
        ({"robbers": "x"}, "seats 0 to 3"),
        ({"share": "1,2"}, "4 amounts"),
        ({"others": "perhaps"}, "logit, abstain"),
    ],
)
def test_rob_guard_refuses(given, message):
    with pytest.raises(BadQuestion, match=message):
        rob_guard.solve(last_round(4, markers=(-1, 0)), nothing_after(4), **given)


def test_rob_guard_needs_a_marker():
    with pytest.raises(BadQuestion, match="a marker before a seat"):
        rob_guard.solve(last_round(4), nothing_after(4))


# skim-race ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [4, 6])
def test_pure_race_pays_the_first_seat_only(n):
    # No shares and nothing to come: votes are worth nothing, so only the boss's SKIM draws.
    position = last_round(n).with_(loot=())
    solution = skim_race.solve(position, nothing_after(n))
    assert tuple(solution.values.values()) == pytest.approx(skim_race.KNOWN[0].value(n))
    for low, high in solution.certificate.range.values():
        assert low == pytest.approx(high, abs=1e-9)
    first = [row["first"] for row in solution.recommendation["race"]]
    assert first == pytest.approx([1.0] + [0.0] * (n - 1))
    assert solution.details["indifferent"] == ", ".join(map(str, range(1, n)))


def test_a_deciding_vote_against_a_skim_by_hand():
    # The others say NO, NO, YES; the boss has the pot of 25. Against seat 1's YES he skims, as
    # the tie still pays; against its SKIM he must vote YES. Seat 1 skims unless the boss does.
    position = last_round(5)
    pot = float(sum(position.loot))
    solution = skim_race.solve(
        position, nothing_after(5), racers=(0, 1), others=votes(YES, YES, NO, NO, YES)
    )
    assert solution.certificate.range["0"] == pytest.approx((CARD, pot + CARD))
    assert solution.certificate.range["1"] == pytest.approx((0.0, CARD))
    assert solution.values["0"] in (pytest.approx(pot), pytest.approx(pot + CARD))
    assert solution.certificate.epsilon <= 1e-9


def test_skim_race_refuses():
    with pytest.raises(BadQuestion, match="seats 0 to 3"):
        skim_race.solve(last_round(4), nothing_after(4), racers="0,9")


# payoff ---------------------------------------------------------------------------------------

PAYOFFS = {"payoffs": True}


def test_sums_of_real_cards():
    bribes = possible_bribes(0, [3], YES, 2, (3, 5))
    assert [(b.money, b.payoff_cards, b.loot) for b in bribes] == [
        (1, 1, ()),
        (2, 2, ()),
        (3, 0, (3,)),
        (4, 1, (3,)),
        (5, 0, (5,)),
        (6, 1, (5,)),
        (7, 2, (5,)),
        (8, 0, (3, 5)),
        (9, 1, (3, 5)),
        (10, 2, (3, 5)),
    ]


def test_price_of_a_deciding_vote_by_hand():
    # The boss says YES, seats 2 and 3 NO; seat 1 can make a tie, which pays the boss the pot. By
    # itself it skims for 3.5, so its YES costs four $1k cards, and three move nothing.
    position = last_round(4, rules=PAYOFFS)
    pot = float(sum(position.loot))
    others = votes(YES, YES, NO, NO)
    tree = payoff.build(position, nothing_after(4), targets=1, others=others)
    ends = tree.payoff[tree.terminals].reshape(6, 5, 2)  # stake of 0 to 5, seat 1's action
    np.testing.assert_allclose(ends[:, YES, 1], range(6))
    np.testing.assert_allclose(ends[:, YES, 0], [pot - k for k in range(6)])
    np.testing.assert_allclose(ends[:, SKIM], [[0.0, CARD]] * 6)
    answers = ends[:, :, 1].argmax(axis=1)
    assert answers.tolist() == [SKIM] * 4 + [YES] * 2
    worth = ends[range(6), answers, 0]
    assert worth.argmax() == payoff.KNOWN[0].value(CARD, 0.0) == 4
    # Backward induction as a strategy: infosets are the stake, then each stake's two moves.
    plan = [np.eye(6)[4], *(part for a in answers for part in (np.ones(1), np.eye(5)[a]))]
    certificate = certify(tree, np.concatenate(plan))
    assert certificate.epsilon == 0.0
    assert certificate.payoffs.tolist() == [pot - 4, 4.0]


@pytest.mark.parametrize("n", [4, 5])
def test_best_bribe_is_measured_against_none(n):
    position = last_round(n, markers=[(i + 1) % n for i in range(n)], rules=PAYOFFS)
    solution = payoff.solve(position, nothing_after(n), payoff_cards=3)
    plain = next(row for row in solution.alternatives if row["bribe"] == "no bribe")
    best = solution.recommendation
    assert best["gain"] == pytest.approx(best["value"] - plain["value"])
    assert best["gain"] >= max(
        0.0, *(row["value"] - plain["value"] for row in solution.alternatives)
    )
    assert solution.certificate.residual <= 1e-9
    assert solution.values["0"] == pytest.approx(best["value"])
    # One to three cards to one target, or one and one, one and two, two and one to a pair.
    choices = 3 * (n - 1) + 3 * comb(n - 1, 2)
    assert {k: solution.details[k] for k in ("bribes", "solved")} == {
        "bribes": choices,
        "solved": choices,
    }


def test_two_bribes_share_the_cards():
    # Two $1k cards and a $3k card: each target alone 1..5 but for nothing; to a pair the cards
    # split as 1+1, 1+3, 1+4, 2+3 and their mirrors but for 1+1.
    single = possible_bribes(0, [1, 2], YES, 2, (3,))
    pairs = [tuple(b.money for b in pair) for pair in with_pairs(single, 2, (3,))[len(single) :]]
    assert sorted(pairs) == sorted([(1, 1), (1, 3), (1, 4), (2, 3), (3, 1), (4, 1), (3, 2)])


def test_payoff_refuses():
    with pytest.raises(BadQuestion, match="payoffs=true"):
        payoff.solve(last_round(4), nothing_after(4))
    position = last_round(4, rules=PAYOFFS)
    for given, message in (
        ({"payoff_cards": 6}, "0 to 5"),
        ({"payoff_cards": 0}, "at least 1"),
        ({"loot": "7"}, "card values 2 to 5"),
        ({"targets": 0}, "seats other than 0"),
        ({"action": "SKIM"}, "YES, NO"),
    ):
        with pytest.raises(BadQuestion, match=message):
            payoff.solve(position, nothing_after(4), **given)


# boss-limit -----------------------------------------------------------------------------------


def limited(terms, n=5):
    return Position.opening(GoodGuysRules(players=n, boss_limit=True)).with_(terms=terms)


@pytest.mark.parametrize(
    ("terms", "depth", "pots", "reward"),
    [
        (3, 7, 0, 1),  # the last round allowed, no deck left: the reward, and the end
        (3, 30, 0, 1),
        (2, 13, 0, 0),  # the Fuzz comes before the second round and the reward
        (2, 14, 1, 1),
        (1, 29, 2, 1),
    ],
)
def test_boss_keeps_his_rounds_and_the_reward(terms, depth, pots, reward):
    position = limited(terms)
    solution = boss_limit.solve(position, depth=depth)
    by_hand = sum(position.loot) + (7 * pots + reward) * CARD
    known = boss_limit.KNOWN[0].value(5, depth - 7, sum(position.loot) / CARD, 4 - terms)
    assert known == pytest.approx(by_hand)
    assert solution.recommendation["boss_value"] == pytest.approx(by_hand)
    assert solution.certificate.epsilon <= 1e-9


def test_the_office_moves_on_by_itself():
    # After the last round the next seat gets the pot that follows the reward, 7 + 1 + 7 cards.
    solution = boss_limit.solve(limited(3), depth=15)
    assert solution.values["1"] == pytest.approx(7 * CARD)
    rows = {row.get("rounds_left"): row for row in solution.sensitivity if "rounds_left" in row}
    assert rows[None]["boss_value"] == pytest.approx(sum(limited(3).loot) + 7 * CARD)


@pytest.mark.parametrize("n", [4, 6, 8])
def test_boss_limit_is_certified_for_every_size(n):
    assert boss_limit.solve(limited(3, n)).certificate.epsilon <= 1e-9


def test_boss_limit_refuses():
    with pytest.raises(BadQuestion, match="boss_limit=true"):
        boss_limit.solve(last_round(4))
    with pytest.raises(BadQuestion, match="1 to 3"):
        boss_limit.solve(limited(4))
