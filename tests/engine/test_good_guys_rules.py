"""Good Guys, paragraph by paragraph of docs/rules/good-guys.md; right values reckoned by hand."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from engine.api import TERMINAL, IllegalAction
from engine.good_guys.rules import GoodGuysRules
from engine.good_guys.state import ACTION, END, THEFT
from tests.engine.good_guys_table import GAME, Table


def all_cards(s):
    """Return loot cards by value and payoff cards, wherever they are."""
    staked = s.bribe_cards.sum(axis=0)
    loot = s.deck + s.table + s.stash.sum(axis=0) + staked[:4]
    return (*map(int, loot), int(s.payoff.sum() + staked[4]))


# 1, 2: components and set-up


@pytest.mark.parametrize(
    ("players", "loot", "low", "high"),
    [(4, 124, 63, 84), (5, 120, 69, 86), (6, 116, 70, 93), (7, 112, 80, 96), (8, 108, 87, 108)],
)
def test_2_and_9_1_deck_and_piles(players, loot, low, high):
    rules = GoodGuysRules(players=players)
    s = GAME.initial(rules).record
    assert s.deck.sum() == rules.loot == sum(rules.pile_layout()) == loot
    assert [int(s.stash[i].sum()) for i in range(8)] == [4] * players + [0] * (8 - players)
    numbers = rules.record()
    assert (numbers.fuzz_low, numbers.fuzz_high) == (low, high)


@pytest.mark.parametrize(
    ("players", "mean"), [(4, Fraction(260, 22)), (5, Fraction(192, 18))], ids=["4", "5"]
)
def test_9_2_mean_rounds_of_an_all_yes_game(players, mean):
    # By hand: 4 players, D = 63..84, floor(D/6): 3x10 + 6x11 + 6x12 + 6x13 + 14 = 260 of 22.
    # 5 players, D = 69..86, floor(D/7): 1x9 + 7x10 + 7x11 + 3x12 = 192 of 18.
    numbers = GoodGuysRules(players=players).record()
    depths = range(numbers.fuzz_low, numbers.fuzz_high + 1)
    assert Fraction(sum(d // (players + 2) for d in depths), len(depths)) == mean


def test_2_3_the_fuzz_is_uniform_in_its_pile():
    rules = GoodGuysRules(players=4, piles=3, fuzz_pile=2, pile_sizes=(2, 3, 119))
    position, alive, found = GAME.apply(GAME.initial(rules), 0), 1.0, []
    for _ in range(6):
        odds = dict(GAME.chance_outcomes(position))
        fuzz = odds.get(4, 0.0)
        found.append(alive * fuzz)
        alive *= 1 - fuzz
        if fuzz < 1:
            position = GAME.apply(position, next(iter(odds)))
    assert found == pytest.approx([0, 0, 1 / 4, 1 / 4, 1 / 4, 1 / 4])


def test_2_2_remainder_of_the_piles_first_or_last():
    assert GoodGuysRules(players=5).pile_layout() == (18, 17, 17, 17, 17, 17, 17)
    last = GoodGuysRules(players=5, pile_remainder="last")
    assert last.pile_layout() == (17, 17, 17, 17, 17, 17, 18)


def test_2_4_first_boss_random_or_given():
    position = GAME.initial(GoodGuysRules(players=5))
    assert dict(GAME.chance_outcomes(position)) == pytest.approx(dict.fromkeys(range(5), 0.2))
    assert GAME.initial(GoodGuysRules(players=5, first_boss=3)).record.boss == 3


def test_values_are_drawn_by_the_cards_that_are_left():
    rules = GoodGuysRules(players=4, loot_counts=(5, 6, 7, 10), piles=1, fuzz_pile=1)
    # After dealing 1, 2, 3, 6 are left, 12 cards, the Fuzz among 13 places.
    odds = dict(GAME.chance_outcomes(GAME.apply(GAME.initial(rules), 0)))
    assert odds == pytest.approx({v: c / 13 for v, c in enumerate((1, 2, 3, 6, 1))})


# 3: the round


def test_3_1_the_boss_draws_n_plus_2_and_the_fuzz_ends_the_game_at_once():
    rules = GoodGuysRules(players=4, piles=2, fuzz_pile=1, pile_sizes=(8, 116))
    position = GAME.initial(rules)
    for move in ("0", "5", "4", "fuzz"):
        position = GAME.apply(position, GAME.parse_move(position, move)[0])
    assert GAME.actor(position) == TERMINAL
    assert GAME.outcome(position) == "fuzz_in_round"
    assert GAME.returns(position).tolist() == [14, 14, 14, 14]
    boss_takes = GoodGuysRules(**{**rules.model_dump(), "fuzz_loot": "boss"})
    position = GAME.initial(boss_takes)
    for move in ("2", "5", "4", "fuzz"):
        position = GAME.apply(position, GAME.parse_move(position, move)[0])
    assert GAME.returns(position).tolist() == [14, 14, 23, 14]


def test_3_2_every_card_to_some_player_in_one_order():
    t = Table(table=[5, 5, 4, 2, 2, 2], boss=2)
    assert t.legal() == ["5 to 0", "5 to 1", "5 to 2", "5 to 3"]
    t.do("5 to 0")
    # Clockwise from the boss 2: after seat 0 only 0 and 1 may get an equal card.
    assert t.legal() == ["5 to 0", "5 to 1"]
    t.do("5 to 1")
    assert t.legal() == ["4 to 0", "4 to 1", "4 to 2", "4 to 3"]
    with pytest.raises(IllegalAction, match="an offer without 2,2,2"):
        Table(table=[5, 5, 4, 2, 2, 2]).do("0: 5,5,4")


def test_3_3_talk_is_recorded_without_effect():
    quiet = Table(talk_turns=2).do("0: 5,5,5,5,5,5")
    loud = Table(talk_turns=2).do("0: 5,5,5,5,5,5")
    quiet.do(*["silent"] * 8)
    loud.do("say yes", "say rob", "silent", "say guard", "say no", *["silent"] * 3)
    assert loud.s.claim[:4].tolist() == [2, 4, 0, 5]
    loud.s.claim[:] = 0
    assert loud.s.tobytes() == quiet.s.tobytes()


def test_3_4_markers_before_another_player_or_nowhere():
    t = Table().do("0: 5,5,5,5,5,5")
    assert t.legal() == ["no marker", "marker 1", "marker 2", "marker 3"]
    t.do("marker 1", "no marker")
    assert t.legal() == ["no marker", "marker 0", "marker 1", "marker 3"]


@pytest.mark.parametrize(
    ("markers", "seen_while_placing", "seen_while_acting"),
    [
        ("simultaneous", [0, 0, 0, 0], [2, 0, 0, 2]),
        ("in_turn", [2, 0, 0, 0], [2, 0, 0, 2]),
        ("with_actions", [0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_3_4_when_markers_are_seen(markers, seen_while_placing, seen_while_acting):
    t = Table(markers=markers).do("0: 5,5,5,5,5,5", "marker 1")
    assert GAME.observation(t.position, 1).marker[:4].tolist() == seen_while_placing
    assert GAME.observation(t.position, 0).marker[0] == 2
    t.do("no marker", "no marker", "marker 1")
    assert GAME.observation(t.position, 1).marker[:4].tolist() == seen_while_acting


def test_3_4_a_marker_without_rob_is_a_bluff_unless_forbidden():
    assert len(Table().do("0: 5,5,5,5,5,5", "marker 1", *["no marker"] * 3).legal()) == 5
    bound = Table(marker_bluff=False).do("0: 5,5,5,5,5,5", "marker 1", *["no marker"] * 3)
    assert bound.legal() == ["rob"]
    assert len(bound.do("rob").legal()) == 5


def test_3_5_actions_stay_hidden_until_all_are_chosen():
    seen = set()
    for action in ("yes", "no", "skim", "rob", "guard"):
        t = Table().do("0: 5,5,5,5,5,5", *["no marker"] * 4, action)
        seen.add(GAME.observation(t.position, 1).tobytes())
    assert len(seen) == 1


# 4: the reveal


def test_4_1_and_4_2_only_the_first_skim_from_the_boss_clockwise_draws():
    t = Table(boss=2).vote("skim skim yes skim")
    assert t.phase == "skim"
    t.do("4")
    assert [t.stash(i) for i in (0, 1, 3)] == [[2, 3, 4, 5, 5, 5, 5, 5, 5, 5], [2, 3, 4, 5],
                                               [2, 3, 4, 4, 5]]  # fmt: skip


def test_4_3_rob_takes_a_random_card_of_the_marked_stash():
    stashes = [[2], [5, 5, 2], [3], [4]]
    t = Table(stashes=stashes, loot_extra=2).vote("rob yes yes yes", {0: 1})
    assert t.chance() == pytest.approx({"2": 1 / 3, "5": 2 / 3})
    t.do("5")
    assert t.stash(1) == [2, 5]
    assert t.stash(0)[:2] == [2, 5]


def test_4_3_rob_without_marker_has_no_effect():
    t = Table().vote("rob yes yes yes")
    assert t.phase == "draw"
    assert t.sizes() == [10, 4, 4, 4]


def test_4_3_two_robbers_on_one_card():
    stashes = [[2, 2], [3], [4, 4], [5]]
    t = Table(stashes=stashes).vote("yes rob rob yes", {1: 3, 2: 3})
    t.do("5")
    # The second robber finds nothing.
    assert t.phase == "draw"
    assert t.sizes() == [8, 2, 2, 0]
    assert t.s.thefts == 1


def test_4_3_a_robber_is_robbed_in_the_same_round_of_what_he_took():
    stashes = [[2], [], [3], [4]]
    t = Table(stashes=stashes).vote("yes rob rob yes", {1: 3, 2: 1})
    t.do("4")
    assert t.chance() == {"4": 1.0}
    t.do("4")
    assert (t.stash(1), t.stash(2), t.stash(3)) == ([], [3, 4], [])


def test_4_4_guard_out_of_order_takes_a_card_from_each_robber():
    stashes = [[2, 2], [3], [4], [5]]
    t = Table(stashes=stashes).vote("yes rob rob guard", {1: 3, 2: 3})
    assert t.s.revealed[:4].tolist() == [1, 1, 0, 1]
    assert t.chance() == {"3": 1.0}
    t.do("3", "4")
    assert t.stash(3) == [3, 4, 5]
    assert t.sizes()[1:3] == [0, 0]
    assert t.s.robbed.sum() == 0


def test_4_4_guard_takes_from_the_first_robber_only_by_option():
    stashes = [[2, 2], [3], [4], [5]]
    t = Table(stashes=stashes, guard_takes="one").vote("yes rob rob guard", {1: 3, 2: 3})
    t.do("3")
    assert t.phase == "draw"
    assert (t.stash(2), t.stash(3)) == ([4], [3, 5])


def test_4_4_guard_after_its_own_turn_still_protects():
    t = Table(stashes=[[2], [3], [4], [5]], boss=3).vote("yes yes rob guard", {2: 3})
    assert t.chance() == {"4": 1.0}


def test_4_4_a_robber_is_guarded_after_being_robbed_empty():
    stashes = [[2], [3], [4], [5]]
    t = Table(stashes=stashes).vote("rob rob yes guard", {0: 1, 1: 3})
    t.do("3")
    # Seat 1 has nothing left when it runs into the guard.
    assert t.phase == "draw"
    assert t.stash(3) == [5]


def test_4_5_an_empty_victim_loses_nothing():
    t = Table(stashes=[[2], [], [4], [5]]).vote("rob yes yes yes", {0: 1})
    assert t.phase == "draw"
    assert t.s.thefts == 0


def test_4_5_a_marker_before_an_empty_stash_may_be_forbidden():
    t = Table(stashes=[[2], [], [4], [5]], rob_empty="forbidden").do("0: 5,5,5,5,5,5")
    assert t.legal() == ["no marker", "marker 2", "marker 3"]


def test_4_6_shares_of_this_round_cannot_be_robbed():
    stashes = [[2], [], [4], [5]]
    t = Table(stashes=stashes).vote(
        "rob yes yes yes", {0: 1}, offer={"offer": {"1": [5, 5, 5, 5, 5, 5]}}
    )
    assert t.s.thefts == 0
    assert t.stash(1) == [5] * 6


def skimmed_fuzz(actions, **options):
    t = Table(piles=2, fuzz_pile=1, pile_sizes=(6, 118), **options)
    return t.vote(actions)


def test_4_8_a_skimmed_fuzz_is_replaced_and_the_round_finished():
    t = skimmed_fuzz("yes skim yes yes")
    assert t.chance() == {"fuzz": 1.0}
    t.do("fuzz")
    assert "fuzz" not in t.chance()
    t.do("3")
    assert GAME.outcome(t.position) == "fuzz_skimmed"
    # Seat 0 was paid 6 cards of $5k, seat 1 holds the replacement.
    assert GAME.returns(t.position).tolist() == [44, 17, 14, 14]


def test_4_8_no_replacement_when_no_loot_is_left():
    counts = {"loot_counts": (4, 4, 4, 10), "piles": 1, "fuzz_pile": 1}
    t = Table(**counts).vote("yes skim yes yes").do("fuzz")
    assert GAME.outcome(t.position) == "fuzz_skimmed"
    assert GAME.returns(t.position).tolist() == [44, 14, 14, 14]


# 5: the count


def test_5_2_yes_keeps_the_boss():
    t = Table(boss=1).vote("yes yes no skim").do("2")
    assert (t.s.boss, t.s.passes, t.s.round_number, t.sizes()) == (1, 1, 2, [10, 4, 4, 5])


@pytest.mark.parametrize(
    "actions", ["yes no skim guard", "guard guard guard guard", "yes yes no no"]
)
def test_5_3_a_tie_pays_and_passes_the_office_on(actions):
    t = Table(boss=3).vote(actions)
    if t.phase == "skim":
        t.do("2")
    assert (t.s.boss, t.s.ties, t.sizes()[0]) == (0, 1, 10)


@pytest.mark.parametrize(
    ("players", "actions", "boss", "new"),
    [
        (4, "no yes no no", 1, 2),
        (4, "no yes no no", 2, 3),
        (5, "yes no yes no no", 2, 3),
        (5, "guard guard no guard guard", 2, 2),
        (5, "guard guard no guard no", 2, 4),
        (6, "no no no yes yes guard", 3, 0),
    ],
)
def test_5_4_the_nearest_no_voter_takes_over(players, actions, boss, new):
    t = Table(players=players, boss=boss).vote(actions)
    assert (t.s.boss, t.s.noes, t.s.rejections, t.phase) == (new, 1, 1, "draw")
    assert t.s.table.sum() == players + 2
    t.do("2", "2")
    assert (t.phase, t.s.table.sum()) == ("offer", players + 4)
    assert t.sizes() == [4] * players


def test_5_5_the_fuzz_among_the_added_cards_ends_the_game():
    t = Table(piles=2, fuzz_pile=1, pile_sizes=(7, 117)).vote("no no no no").do("2", "fuzz")
    assert GAME.outcome(t.position) == "fuzz_after_no"
    assert GAME.returns(t.position).tolist() == [14] * 4


def test_5_6_a_skimmed_fuzz_and_a_no_lose_the_loot_on_the_table():
    t = skimmed_fuzz("no no skim yes").do("fuzz", "2")
    assert GAME.outcome(t.position) == "fuzz_skimmed"
    assert GAME.returns(t.position).tolist() == [14, 14, 16, 14]
    t = skimmed_fuzz("no no skim yes", fuzz_loot="boss").do("fuzz", "2")
    assert GAME.returns(t.position).tolist() == [14, 44, 16, 14]


def test_5_7_counters_and_cards_are_fresh_in_the_next_round():
    t = Table().vote("rob skim skim guard", {0: 2}).do("4", "3", "2", "2", "2", "2", "2", "2")
    assert t.phase == "offer"
    assert t.s.skimmed == 0
    assert not t.s.marker.any()
    assert not t.s.guarded.any()
    assert set(t.s.action.tolist()) == {-1}
    assert t.s.rejections == 0


# 6: the end


@pytest.mark.parametrize(
    ("ties", "shares"),
    [("shared", [0.5, 0.5, 0, 0]), ("all", [1, 1, 0, 0]), ("none", [0, 0, 0, 0])],
)
def test_6_1_equally_rich_players(ties, shares):
    t = Table(stashes=[[5, 5], [4, 4, 2], [4, 4], [2]], ties=ties)
    t.s.phase = END
    assert GAME.win_shares(t.position).tolist() == shares


def test_6_2_the_number_of_offers_is_bounded_even_when_all_vote_no():
    rules = GoodGuysRules(players=4, talk_turns=0, first_boss=0)
    position, rng = GAME.initial(rules), np.random.default_rng(5)
    while (actor := GAME.actor(position)) != TERMINAL:
        if actor >= 0:
            legal = GAME.legal_actions(position)
            action = legal[1] if position.record.phase == ACTION else legal[0]
        else:
            odds = [pair for pair in GAME.chance_outcomes(position) if pair[0] != 4]
            # The Fuzz as late as it can be.
            action = odds[rng.integers(len(odds))][0] if odds else 4
        position = GAME.apply(position, int(action))
    bound = 1 + (84 - 6) // 2
    assert position.record.offers == bound == position.record.noes


# conservation


@pytest.mark.parametrize("players", [4, 6, 8])
@pytest.mark.parametrize("payoffs", [False, True])
def test_cards_are_conserved_after_every_action(players, payoffs):
    rules = GoodGuysRules(players=players, payoffs=payoffs, boss_limit=payoffs)
    position, rng = GAME.initial(rules), np.random.default_rng(players)
    expected = (35, 35, 35, 35, 5 * players * payoffs)
    met = Counter()
    while (actor := GAME.actor(position)) != TERMINAL:
        if actor >= 0:
            action = rng.choice(GAME.legal_actions(position))
        else:
            action = GAME.sample(position, 77)
        position = GAME.apply(position, int(action))
        assert all_cards(position.record) == expected
        assert position.record.stash.min() >= 0
        met[int(position.record.phase)] += 1
    assert met[THEFT] > 0, "no theft happened"
