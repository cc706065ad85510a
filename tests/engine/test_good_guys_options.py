"""Payoffs and the boss limit, paragraphs 7.1 to 7.9 of docs/rules/good-guys.md."""

import pytest

from engine.api import TERMINAL, IllegalAction
from engine.good_guys.state import END
from tests.engine.good_guys_table import GAME, Table

FIVES = "0: 5,5,5,5,5,5"


def bribed(*deals, **options):
    """Return a table with payoffs after the offer, where seat 0 has taken ``deals``, others none.

    Markers come next.
    """
    t = Table(payoffs=True, **options).do(*["done"] * 4, FIVES)
    return t.do(*deals, *["done"] * 4)


def test_7_1_payoff_cards_count_1k_and_are_never_robbed():
    t = Table(payoffs=True, stashes=[[2], [], [4], [5]], fuzz_loot="lost")
    t.do(*["done"] * 4, "1: 5,5,5,5,5,5", *["done"] * 4).vote("rob yes yes yes", {0: 1})
    assert t.s.thefts == 0
    t.s.phase = END
    assert GAME.returns(t.position).tolist() == [2 + 5, 30 + 5, 4 + 5, 5 + 5]


def test_7_2_gifts_before_the_offer_and_before_the_commitment():
    t = Table(payoffs=True)
    assert (t.phase, t.actor) == ("gift", 0)
    assert "give payoff to 3" in t.legal()
    assert not any(text.startswith(("token", "buy")) for text in t.legal())
    t.do("give 5 to 2", "give payoff to 2", "done", "done")
    # At once: seat 2 can pass it on.
    assert t.s.payoff[:4].tolist() == [4, 5, 6, 5]
    t.do("give 5 to 3", "give 5 to 3", "done", "done", FIVES)
    assert (t.phase, t.stash(3)) == ("deal", [2, 3, 4, 5, 5, 5])


def test_7_2_nothing_may_be_given_without_payoffs_or_the_option():
    assert Table().phase == "offer"
    assert Table().do(FIVES).phase == "marker"
    gifts = Table(gifts=True)
    assert gifts.legal() == [
        "done",
        *(f"give {v} to {i}" for i in (1, 2, 3) for v in (2, 3, 4, 5)),
    ]
    bribes_only = Table(payoffs=True, gifts=False).do(FIVES)
    assert bribes_only.phase == "deal"
    assert not any(text.startswith("give") for text in bribes_only.legal())


def test_7_3_a_bribe_needs_a_card_and_there_are_two_tokens():
    t = Table(payoffs=True).do(*["done"] * 4, FIVES, "token yes to 1")
    assert t.legal() == ["add 2", "add 3", "add 4", "add 5", "add payoff"]
    t.do("add 3")
    assert "add 2" not in t.legal()
    t.do("add payoff", "token no to 1", "add 2")
    assert not any(text.startswith("token") for text in t.legal())
    assert (t.stash(0), t.s.payoff[0]) == ([4, 5], 4)
    seen = GAME.observation(t.position, 3)
    assert seen.bribe_target[:2].tolist() == [1, 1]
    assert seen.bribe_cards[:2].tolist() == [[0, 1, 0, 0, 1], [1, 0, 0, 0, 0]]


def test_7_3_face_down_bribes_are_known_to_giver_and_target_only():
    t = Table(payoffs=True, bribes_face_up=False)
    t.do(*["done"] * 4, FIVES, "token no to 1", "add 5", "done")
    views = [GAME.observation(t.position, seat) for seat in range(4)]
    assert [view.bribe_side[0] for view in views] == [1, 1, -1, -1]
    assert [view.bribe_cards[0, 3] for view in views] == [1, 1, 0, 0]
    assert [view.bribe_target[0] for view in views] == [1] * 4


@pytest.mark.parametrize(
    ("vote", "target", "giver"), [("yes", 6, 2), ("no", 4, 4), ("skim", 4, 4), ("guard", 4, 4)]
)
def test_7_4_the_named_action_takes_the_bribe_and_tokens_come_back(vote, target, giver):
    t = bribed("token yes to 1", "add 4", "add 5").vote(f"yes {vote} guard guard")
    if t.phase == "skim":
        t.do("2")
        target += 1
    paid = 6 if t.s.last_result != 2 else 0
    assert t.sizes() == [giver + paid, target, 4, 4]
    assert set(t.s.bribe_target.tolist()) == {-1}


def test_7_4_a_no_token_pays_for_no():
    t = bribed("token no to 1", "add 5").vote("yes no guard guard")
    assert t.stash(1) == [2, 3, 4, 5, 5]


def test_7_4_the_bribe_is_settled_before_the_action():
    # Seat 1 robs the giver, whose only card came back a moment before.
    stashes = [[5], [2], [3], [4]]
    t = bribed("token yes to 1", "add 5", stashes=stashes).vote("yes rob yes yes", {1: 0})
    assert t.chance() == {"5": 1.0}


@pytest.mark.parametrize(("settles", "phase"), [("revealed", "theft"), ("in_turn", "draw")])
def test_7_4_an_early_guard_settles_at_once_or_in_turn(settles, phase):
    # The robber's only card lies before the guard: returned early, the guard takes it.
    stashes = [[5], [2], [3], [4]]
    t = bribed("token yes to 3", "add 5", stashes=stashes, bribe_settles=settles)
    t.vote("rob yes yes guard", {0: 3})
    assert t.phase == phase
    if phase == "draw":
        assert t.stash(0) == [5] * 7


def test_7_5_staked_cards_cannot_be_robbed_unless_the_option_says_so():
    stashes = [[5, 5], [2], [3], [4]]
    deals = ("token yes to 3", "add 5", "add 5")
    t = bribed(*deals, stashes=stashes).vote("yes rob yes yes", {1: 0})
    assert (t.phase, t.s.thefts, t.stash(3)) == ("draw", 0, [4, 5, 5])
    t = bribed(*deals, stashes=stashes, escrow_safe=False).vote("yes rob yes yes", {1: 0})
    assert t.chance() == {"5 of token 0": 1.0}
    t.do("5 of token 0")
    assert (t.stash(1), t.stash(3)) == ([2, 5], [4, 5])


def test_7_6_a_purchase_is_proposed_and_accepted_or_declined():
    t = Table(payoffs=True).do(*["done"] * 4, FIVES, "buy 3 from 2")
    assert "submit" not in t.legal()
    t.do("add 2", "add 5", "submit")
    assert (t.phase, t.actor, t.legal()) == ("answer", 2, ["decline", "accept"])
    seen = GAME.observation(t.position, 2)
    assert (seen.buyer, seen.want, seen.price.tolist()) == (0, 3, [1, 0, 0, 1])
    t.do("decline", "buy 1 from 2", "add 2", "submit", "accept")
    assert (t.stash(0), t.s.payoff[0]) == ([3, 4, 5], 6)
    assert (t.stash(2), t.s.payoff[2]) == ([2, 2, 3, 4, 5], 4)
    # Two proposals a round.
    assert (t.actor, t.phase) == (0, "deal")
    assert not any(text.startswith("buy") for text in t.legal())


def test_7_6_a_price_is_paid_with_loot_one_has():
    t = Table(payoffs=True, stashes=[[2], [], [4], [5]]).do(*["done"] * 4, FIVES, "buy 1 from 2")
    with pytest.raises(IllegalAction, match="add 5 is not allowed here"):
        t.do("add 5")
    assert t.do("add 2").legal() == ["submit"]


# The boss limit


def limited(**options):
    return Table(boss_limit=True, boss=1, **options)


def test_7_7_after_three_rounds_the_next_player_and_a_card_for_the_former_boss():
    t = limited(boss_terms=3).vote("yes yes yes yes")
    assert (t.phase, t.s.boss) == ("reward", 2)
    t.do("4")
    assert (t.stash(1), t.phase, t.s.terms.tolist()) == ([2, 3, 4, 4, 5], "draw", [0] * 8)
    early = limited(boss_terms=2).vote("yes yes yes yes")
    assert (early.phase, early.s.boss) == ("draw", 1)


def test_7_7_failed_rounds_count_unless_the_option_says_otherwise():
    t = limited(boss_terms=3).vote("yes no guard guard")  # a tie at the limit: reward too
    assert (t.phase, t.s.boss) == ("reward", 2)
    sole = limited(boss_terms=3).vote("guard no guard guard")
    assert (sole.phase, sole.s.boss) == ("reward", 2)
    sole.do("2")
    assert (sole.phase, sole.s.to_draw, sole.s.rejections) == ("draw", 2, 1)
    uncounted = limited(boss_terms=3, boss_limit_failed=False).vote("guard no guard guard")
    assert (uncounted.phase, uncounted.s.boss) == ("draw", 1)


def test_7_7_rounds_count_in_a_row_or_in_total():
    for counts, terms in (("consecutive", 0), ("total", 2)):
        t = limited(boss_terms=2, boss_limit_counts=counts).vote("no yes no no")
        assert (t.s.boss, t.s.terms[1]) == (2, terms)


def test_7_8_the_fuzz_as_reward_is_replaced_and_ends_the_game_at_once():
    t = limited(boss_terms=3, piles=2, fuzz_pile=1, pile_sizes=(6, 118)).vote("yes yes yes yes")
    t.do("fuzz", "3")
    assert (t.actor, GAME.outcome(t.position)) == (TERMINAL, "fuzz_in_reward")
    assert GAME.returns(t.position).tolist() == [44, 17, 14, 14]


@pytest.mark.parametrize(("on_no", "phase"), [(False, "draw"), (True, "reward")])
def test_7_9_a_no_voter_takes_over_without_reward_for_the_former_boss(on_no, phase):
    t = limited(boss_terms=3, boss_limit_on_no=on_no).vote("no yes guard no")
    assert (t.s.boss, t.phase) == (3, phase)


@pytest.mark.parametrize(("at_end", "phase"), [(False, "end"), (True, "reward")])
def test_7_9_no_reward_after_a_skimmed_fuzz(at_end, phase):
    piles = {"piles": 2, "fuzz_pile": 1, "pile_sizes": (6, 118)}
    t = limited(boss_terms=3, boss_limit_at_end=at_end, **piles).vote("yes yes skim yes")
    t.do("fuzz", "2")
    assert t.phase == phase
    if at_end:
        t.do("2")
        assert t.stash(1) == [2, 2, 3, 4, 5]
    assert GAME.outcome(t.position) == "fuzz_skimmed"
