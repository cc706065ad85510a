"""No Touch Kraken, paragraph by paragraph of docs/rules/kraken.md; right values by hand."""

from math import comb, sqrt

import numpy as np
import pytest

from engine.api import TERMINAL, EngineError, IllegalAction
from engine.jit import kernel
from engine.kraken.batch import POLICY, Bots, pick_any, play_batch
from engine.kraken.rules import KrakenRules
from engine.kraken.state import CURSE, EMPTY, KRAKEN, TREASURE
from engine.options import make_rules
from tests.engine.kraken_table import GAME, Table


@kernel(POLICY)
def blind(kind, question, o, params):
    return pick_any(o)


def blind_games(games, **options):
    rules = KrakenRules(**options)
    bots = Bots([0], np.zeros(0), [0])
    return play_batch(rules, blind, bots, np.zeros((1, rules.players), int), games=games, seed=5)


# 1, 2: components and set-up


@pytest.mark.parametrize(
    ("players", "pile", "empty"),
    [(3, (3, 2), 11), (4, (3, 2), 15), (5, (4, 2), 19), (6, (4, 2), 23), (7, (5, 3), 27),
     (8, (6, 3), 31)],
)  # fmt: skip
def test_1_1_cards_by_number_of_players(players, pile, empty):
    s = GAME.initial(KrakenRules(players=players)).record
    assert tuple(s.undealt) == pile
    assert (s.pile[EMPTY], s.pile[TREASURE], s.pile[KRAKEN]) == (empty, players, 1)
    assert s.pile.sum() == 5 * players


SKELETONS = {
    3: {0: 0.1, 1: 0.6, 2: 0.3}, 4: {1: 0.4, 2: 0.6}, 5: {1: 1 / 3, 2: 2 / 3}, 6: {2: 1.0},
    7: {2: 0.375, 3: 0.625}, 8: {2: 1 / 3, 3: 2 / 3},
}  # fmt: skip


def role_distribution(position):
    """Return {number of skeletons: probability} by the chance events of the roles."""
    if GAME.chance_stream(position) != "roles":
        return {int(position.record.role.sum()): 1.0}
    total = {}
    for k, p in GAME.chance_outcomes(position):
        for skeletons, q in role_distribution(GAME.apply(position, k)).items():
            total[skeletons] = total.get(skeletons, 0.0) + p * q
    return total


@pytest.mark.parametrize("players", range(3, 9))
def test_2_1_and_10_1_skeletons_in_play(players):
    found = role_distribution(GAME.initial(KrakenRules(players=players)))
    assert found == pytest.approx(SKELETONS[players], abs=1e-12)


def test_2_1_roles_are_seen_by_their_owner_only():
    t = Table(skeletons=(1, 2))
    assert [t.sees(i).role for i in range(4)] == [0, 1, 1, 0]
    assert t.sees(1).role_of[:4].tolist() == [-1, 1, -1, -1]
    assert t.sees(1).skeletons == -1
    assert Table(undealt_roles="shown", skeletons=(1, 2)).sees(0).skeletons == 2
    # Six cards for six players: everybody knows.
    assert Table(players=6, skeletons=(1, 2)).sees(0).skeletons == 2


def test_2_2_a_player_knows_his_hand_and_chance_draws_from_it():
    t = Table(hands=["", "kraken treasure treasure"])
    assert t.sees(1).hand[:3].tolist() == [2, 2, 1]
    assert t.do("pick 1").chance() == pytest.approx({"empty": 0.4, "treasure": 0.4, "kraken": 0.2})


def test_2_3_the_first_marker_is_random_or_given():
    t = Table(first_marker="random", players=5, skeletons=(4,))
    assert t.phase == "first-marker"
    assert t.chance() == pytest.approx({str(i): 0.2 for i in range(5)})
    assert Table(first_marker=2).s.marker == 2
    with pytest.raises(EngineError, match="first_marker is 4; seats are 0 to 3"):
        make_rules(KrakenRules, {"players": 4, "first_marker": 4})


# 3: talk


def test_3_1_claims_go_round_from_the_marker_once_a_round():
    t = Table(players=3, skeletons=(0,), claims=True, first_marker=2)
    assert (t.phase, t.actor) == ("claim", 2)
    assert t.legal()[:3] == ["silent", "claim 0", "claim 0 kraken"]
    # Three treasures at most, though hands have five cards.
    assert t.legal()[-1] == "claim 3 kraken"
    t.do("claim 3 kraken", "silent")
    assert t.actor == 1
    assert t.sees(1).claim[0, :3].tolist() == [0, -1, 8]
    t.do("claim 1")
    assert (t.phase, t.actor) == ("pick", 2)


def test_3_1_a_claim_fits_a_hand_of_the_size_dealt():
    t = Table(players=8, skeletons=(0, 1), claims=True, hands=["treasure"] * 8)
    assert "claim 5" in t.legal()
    assert "claim 5 kraken" not in t.legal()
    t.do(*["silent"] * 8)
    t.turn("1 empty", "0 empty", "1 empty", "0 empty", "1 empty", "0 empty", "1 empty", "0 empty")
    t.deal()
    assert "claim 4" in t.legal()
    assert "claim 5" not in t.legal()


def test_3_3_a_claim_by_whoever_wants_before_each_reveal():
    t = Table(claims_per_action=True)
    assert (t.phase, t.legal()) == ("aim", ["aim at 1", "aim at 2", "aim at 3"])
    t.do("aim at 2")
    assert t.sees(3).aim == 2
    assert [t.do("claim 2").actor for _ in range(3)] == [1, 2, 3]
    t.do("silent")
    assert (t.phase, t.actor) == ("pick", 0)
    assert t.sees(1).claim[0, :4].tolist() == [5, 5, 5, 0]
    t.turn("1 empty").do("aim at 0", "silent", "silent", "claim 0", "silent")
    # Who stays silent stands by what he said.
    assert t.sees(1).claim[0, :4].tolist() == [5, 5, 5, 1]


# 4: rounds


def test_4_1_never_an_own_card_and_the_owner_takes_the_marker():
    t = Table()
    assert t.legal() == ["pick 1", "pick 2", "pick 3"]
    t.turn("2 empty")
    assert (t.actor, t.s.up[EMPTY], t.s.cards[2]) == (2, 1, 4)
    # The one who picked him is allowed.
    assert t.legal() == ["pick 0", "pick 1", "pick 3"]
    with pytest.raises(IllegalAction, match=r"pick 2 is not allowed here \(action: a face-down"):
        t.do("pick 2")


def test_4_2_and_4_3_a_round_has_n_actions_and_the_next_begins_with_the_last_owner():
    t = Table().turn("1 empty", "2 empty", "1 empty", "3 empty")
    assert (t.phase, t.s.round_number, t.s.pile.sum()) == ("deal", 2, 16)
    t.deal()
    assert (t.s.cards[:4].tolist(), t.actor) == ([4, 4, 4, 4], 3)


def test_4_4_clockwise_in_seat_order_for_eight():
    t = Table(players=8, clockwise=True, first_marker=6, skeletons=(0, 1))
    order = []
    for _ in range(8):
        order.append(t.actor)
        t.turn(f"{(t.actor + 3) % 8} empty")
    assert order == [6, 7, 0, 1, 2, 3, 4, 5]
    assert t.deal().actor == 6
    with pytest.raises(EngineError, match="clockwise is for 8 players"):
        make_rules(KrakenRules, {"players": 7, "clockwise": "true"})


def test_4_4_clockwise_start_with_the_last_revealed():
    t = Table(players=8, clockwise=True, skeletons=(0, 1), clockwise_start="last_revealed")
    for _ in range(8):
        t.turn(f"{(t.actor + 3) % 8} empty")
    assert t.deal().actor == (7 + 3) % 8


# 5: end


def test_5_1_all_treasures_win_for_explorers_at_once():
    t = Table(hands=["", "treasure treasure", "treasure treasure"], skeletons=(0, 3))
    t.turn("1 treasure", "2 treasure", "1 treasure")
    assert t.actor == 1
    t.turn("2 treasure")
    assert (t.outcome, t.wins()) == ("explorers_win", [0, 1, 1, 0])


def test_5_2_the_kraken_wins_for_skeletons_at_once():
    t = Table(hands=["", "kraken"], skeletons=(3,)).turn("1 kraken")
    assert (t.outcome, t.wins()) == ("kraken_revealed", [0, 0, 0, 1])
    with pytest.raises(IllegalAction, match="the game is over"):
        t.do("pick 1")


def test_5_3_after_four_rounds_time_is_up():
    t = Table(players=4).burn(*["empty"] * 15, "treasure")
    assert (t.outcome, t.s.face_up, t.wins()) == ("time_up", 16, [1, 0, 0, 0])


@pytest.mark.parametrize(("option", "outcome"), [("all_lose", 0), ("explorers_win", 1)])
def test_5_5_three_explorers_and_time(option, outcome):
    t = Table(players=3, skeletons=(), three_explorers_time=option)
    t.burn(*["empty"] * 11, "treasure")
    assert (t.outcome, t.wins()) == (option, [outcome] * 3)


def test_5_5_three_explorers_lose_together_to_the_kraken_and_win_by_treasures():
    t = Table(players=3, skeletons=(), hands=["", "kraken"], three_explorers_time="explorers_win")
    assert t.turn("1 kraken").outcome == "all_lose"
    assert t.wins() == [0, 0, 0]
    t = Table(players=3, skeletons=(), hands=["treasure", "treasure treasure"])
    assert t.turn("1 treasure", "0 treasure", "1 treasure").outcome == "explorers_win"
    assert t.wins() == [1, 1, 1]


# 6: tokens


def test_6_1_losers_take_tokens_and_the_fewest_win_the_series():
    t = Table(players=4, tokens=2, skeletons=(3,), hands=["", "kraken"])
    t.turn("1 kraken")
    assert (t.phase, t.s.token[:4].tolist(), t.s.games) == ("roles", [1, 1, 1, 0], 1)
    t.do("skeleton", "explorer", "explorer", "skeleton")
    t.deal(["", "kraken"]).turn("1 kraken")
    assert GAME.actor(t.position) == TERMINAL
    assert (t.s.token[:4].tolist(), t.outcome) == ([1, 2, 2, 0], "kraken_revealed")
    assert t.wins() == [0, 0, 0, 1]


def test_6_1_the_fewest_tokens_share_the_win():
    t = Table(players=4, tokens=1, skeletons=(0, 3), hands=["", "kraken"]).turn("1 kraken")
    assert GAME.win_shares(t.position).tolist() == [0.5, 0, 0, 0.5]
    assert GAME.win_shares(t.position, [3]).tolist() == [0.5, 0, 0, 0]


def test_6_1_nothing_of_a_game_is_left_in_the_next():
    t = Table(players=4, tokens=3, skeletons=(3,), hands=["", "kraken"], claims=True)
    t.do(*["claim 1"] * 4).turn("1 kraken")
    fresh = GAME.initial(t.rules).record
    for field in fresh.dtype.names:
        if field not in ("token", "games", "drawn", "turned"):
            assert np.array_equal(t.s[field], fresh[field]), field


# 7: the captain's curse

MIXES = {
    4: (0.75, 0.25, 0.0), 5: (0.536, 0.429, 0.036), 6: (0.357, 0.536, 0.107),
    7: (0.214, 0.571, 0.214), 8: (0.107, 0.536, 0.357),
}  # fmt: skip


def curse_distribution(position):
    if GAME.chance_stream(position) != "pile":
        return {int(position.record.pile[CURSE]): 1.0}
    total = {}
    for k, p in GAME.chance_outcomes(position):
        for curses, q in curse_distribution(GAME.apply(position, k)).items():
            total[curses] = total.get(curses, 0.0) + p * q
    return total


def after_roles(**options):
    position = GAME.initial(KrakenRules(curse=True, first_marker=0, **options))
    while GAME.chance_stream(position) == "roles":
        position = GAME.apply(position, GAME.chance_outcomes(position)[0][0])
    return position


@pytest.mark.parametrize("players", MIXES)
def test_7_1_the_mix_with_all_treasures_of_the_box(players):
    found = curse_distribution(after_roles(players=players))
    assert [found.get(c, 0.0) for c in (1, 2, 3)] == pytest.approx(MIXES[players], abs=6e-4)


@pytest.mark.parametrize("players", range(4, 9))
def test_7_1_the_mix_with_the_treasures_in_play_only(players):
    # N-3 cards of N-2 treasures and two curses: hypergeometric.
    found = curse_distribution(after_roles(players=players, curse_pool="in_play"))
    for more in range(min(3, players - 2)):
        p = comb(2, more) * comb(players - 2, players - 3 - more) / comb(players, players - 3)
        assert found.get(1 + more, 0.0) == pytest.approx(p, abs=1e-12)


def test_7_1_three_players_have_two_treasures_and_a_curse():
    s = after_roles(players=3).record
    assert (s.pile[TREASURE], s.pile[CURSE], s.pile.sum()) == (2, 1, 15)


def cursed(*hands, **options):
    return Table(hands=hands, curse=True, pile=["treasure"], **options)


def test_7_2_a_curse_before_any_treasure_wins_for_skeletons():
    t = cursed("", "curse", skeletons=(2,)).turn("1 curse")
    assert (t.outcome, t.wins()) == ("curse_revealed", [0, 0, 1, 0])


def test_7_2_three_explorers_lose_together_to_the_curse():
    t = Table(players=3, curse=True, skeletons=(), hands=["", "curse"])
    assert t.turn("1 curse").outcome == "all_lose"


def test_7_3_after_a_treasure_curses_are_treasures_and_all_must_be_found():
    t = cursed("treasure treasure", "treasure curse")
    t.turn("1 treasure", "0 treasure", "1 curse")
    assert (t.outcome, t.sees(2).treasures_left, t.sees(2).safe) == ("", 1, 1)
    assert t.turn("0 treasure").outcome == "explorers_win"


def test_7_3_the_curse_is_lifted_for_good_even_if_the_treasure_vanishes():
    t = cursed("", "treasure vanished", "curse", special=True, boxed="light")
    t.turn("1 treasure", "0 empty", "1 vanished")
    assert t.s.up[TREASURE] == 0
    t.turn("2 curse")
    assert (t.outcome, t.s.up[CURSE]) == ("", 1)


@pytest.mark.parametrize(("option", "gone"), [(True, CURSE), (False, TREASURE)])
def test_7_4_a_face_up_curse_vanishes_by_option(option, gone):
    hands = ("", "treasure curse", "vanished")
    t = cursed(*hands, special=True, boxed="light", curse_vanishes=option)
    t.turn("1 treasure", "0 empty", "1 curse", "2 vanished")
    assert t.s.up[gone] == 0
    assert t.s.pile[gone] == 1


def test_7_5_the_mix_is_unknown_by_default():
    assert cursed().sees(0).curses == -1
    assert cursed(curse_mix="shown").sees(0).curses == 1
    assert Table(players=3, curse=True).sees(0).curses == 1
    assert Table().sees(0).curses == 0


# 8: special cards


def special(*hands, boxed="grasp", **options):
    if boxed == "grasp" and any("grasp" in hand for hand in hands):
        boxed = "light"
    return Table(hands=hands, special=True, boxed=boxed, **options)


def test_8_five_of_six_replace_empties_and_the_box_is_secret():
    t = special(boxed="presence")
    cards = t.s.hand.sum(axis=0)
    assert cards.tolist() == [10, 4, 1, 0, 1, 1, 1, 0, 1, 1]
    assert "boxed" not in t.sees(0).dtype.names


def test_8_1_the_vanished_treasure_is_dealt_again_and_the_round_is_longer():
    t = special("", "treasure vanished", "").turn("1 treasure", "0 empty", "1 vanished", "2 empty")
    assert (t.phase, t.s.face_up, t.sees(0).treasures_left) == ("pick", 3, 4)
    assert t.sees(0).actions_left == 1
    assert t.sees(0).pile_count == 1
    t.turn("3 empty")
    assert (t.phase, t.s.round_number) == ("deal", 2)
    assert (t.s.pile[TREASURE], t.s.pile.sum()) == (4, 16)


def test_8_1_without_a_treasure_it_has_no_effect():
    t = special("", "vanished").turn("1 vanished", "0 empty", "1 empty", "2 empty")
    assert (t.phase, t.s.round_number) == ("deal", 2)


def round_four(*hands, treasures=3, boxed="grasp", before=("identity",)):
    """Return a table of four in round 4; seat 0 begins."""
    t = special(boxed=boxed)
    t.burn(*["treasure"] * treasures, *before, *["empty"] * (12 - treasures - len(before)))
    # Wherever the marker went, the round is set up from here.
    t.s.marker = t.s.starter = 0
    return t.deal(hands)


def test_8_1_in_round_four_the_game_is_over():
    t = round_four("", "vanished").turn("1 vanished")
    assert (t.outcome, t.wins()) == ("time_up", [1, 0, 0, 0])


def test_8_1_in_round_four_without_a_treasure_the_game_goes_on():
    t = round_four("", "vanished", treasures=0, boxed="obsession", before=("identity", "grasp"))
    assert t.turn("1 vanished").phase == "pick"


def test_8_2_the_grasp_silences_while_it_lies_face_down():
    t = special("", "grasp", claims=True, claims_per_action=True)
    t.do("claim 1")
    assert (t.actor, t.legal()) == (1, ["silent"])
    t.do("silent", "claim 0", "claim 0", "aim at 1", "silent")
    assert (t.actor, t.legal()) == (1, ["silent"])
    t.do("silent", "silent", "silent").turn("1 grasp")
    t.do("aim at 0")
    assert t.actor == 1
    assert len(t.legal()) > 1


def test_8_2_nobody_can_tell_the_grasp_from_silence():
    quiet = special("", "treasure", "grasp", boxed="light", claims=True)
    held = special("", "grasp", "treasure", boxed="light", claims=True)
    for t in (quiet, held):
        t.do("claim 1", "silent", "silent", "claim 0")
    for seat in (0, 3):
        assert quiet.sees(seat).tobytes() == held.sees(seat).tobytes()


def test_8_3_the_identity_is_seen_by_who_turned_it_up_only():
    t = special("", "identity", skeletons=(1, 2)).turn("1 identity")
    assert [t.sees(i).role_of[1] for i in range(4)] == [1, 1, -1, -1]
    assert t.sees(1).role_of[0] == -1


def test_8_4_presence_takes_the_owners_other_cards_and_he_takes_the_marker():
    t = special("", "presence treasure kraken").turn("1 presence")
    assert (t.actor, t.s.cards[1], t.s.pile.sum()) == (1, 0, 4)
    assert t.sees(0).pile_count == 4
    t.turn("0 empty")
    assert t.legal() == ["pick 2", "pick 3"]
    t.turn("2 empty", "0 empty")
    assert (t.s.round_number, t.s.pile[KRAKEN], t.s.pile.sum()) == (2, 1, 16)


def test_8_4_in_round_four_the_game_goes_on_to_its_end():
    t = round_four("empty", "presence treasure", "empty").turn("1 presence")
    assert (t.phase, t.sees(0).treasures_left) == ("pick", 1)
    t.turn("0 empty", "2 empty", "3").do("obsession")
    assert t.outcome == "time_up"


def test_8_5_the_light_shows_a_card_that_is_known_until_it_is_turned_up():
    t = special("", "light", "kraken treasure empty empty empty").turn("1 light")
    assert (t.phase, t.actor) == ("light", 1)
    assert t.legal() == ["light 0", "light 1", "light 2", "light 3"]
    t.do("light 2")
    assert t.chance() == pytest.approx({"empty": 0.6, "treasure": 0.2, "kraken": 0.2})
    t.do("kraken")
    assert (t.phase, t.actor, t.s.face_up) == ("pick", 1, 1)
    assert [(t.sees(i).shown_seat, t.sees(i).shown_kind) for i in range(4)] == [(2, KRAKEN)] * 4
    assert t.legal() == ["pick 0", "pick 2", "pick 3", "pick shown"]
    # Another card of that hand is no Kraken.
    assert t.do("pick 2").chance() == pytest.approx({"empty": 0.75, "treasure": 0.25})


def test_8_5_the_shown_card_may_be_picked_itself():
    t = special("", "light", "kraken").turn("1 light").do("light 2", "kraken", "pick shown")
    assert t.outcome == "kraken_revealed"


def test_8_5_the_shown_card_is_not_for_its_owner_and_unknown_after_the_deal():
    t = special("", "light", "treasure").turn("1 light").do("light 2", "treasure")
    t.turn("2 empty")
    assert "pick shown" not in t.legal()
    t.turn("0 empty", "3 empty").deal()
    assert t.sees(0).shown_seat == -1


def test_8_5_presence_takes_the_shown_card_along():
    t = special("", "light", "presence treasure").turn("1 light").do("light 2", "treasure")
    t.turn("2 presence")
    assert t.sees(0).shown_seat == -1


def test_8_5_a_hand_with_the_shown_card_alone_is_picked_as_shown_only():
    t = round_four("empty", "light", "treasure empty").turn("1 light")
    t.do("light 2", "treasure").turn("2 empty", "0 empty")
    assert (t.actor, t.s.cards[2]) == (0, 1)
    assert "pick 2" not in t.legal()
    assert "pick shown" in t.legal()


def test_8_5_as_the_last_card_of_a_round_it_shines_and_then_the_cards_are_dealt():
    t = special("", "light", "").turn("2 empty", "0 empty", "2 empty", "1 light")
    assert t.phase == "light"
    assert t.do("light 1", "empty").phase == "deal"


def test_8_5_as_the_last_card_of_round_four_it_shines_no_more():
    t = round_four("", "light", "empty treasure", "presence", treasures=2)
    t.turn("2 empty", "3 presence", "2 treasure", "1 light")
    assert t.outcome == "time_up"


def test_8_6_the_obsession_keeps_the_marker_for_the_round():
    t = special("", "obsession").turn("1 obsession")
    assert t.actor == 1
    t.turn("2 empty")
    assert (t.actor, t.sees(0).held) == (1, 1)
    t.turn("3 empty")
    assert t.actor == 1
    t.turn("2 empty").deal()
    assert (t.actor, t.sees(0).held) == (2, 0)


def test_8_6_the_obsession_as_the_last_card_of_the_round():
    t = special("", "obsession", "").turn("2 empty", "0 empty", "2 empty", "1 obsession").deal()
    assert t.actor == 1
    t.turn("2 empty")
    assert t.actor == 2


def test_8_6_the_obsession_overrules_clockwise_for_its_round():
    hands = ["", "", "", "obsession"]
    t = special(*hands, players=8, clockwise=True, skeletons=(0, 1)).turn("3 obsession")
    for _ in range(6):
        assert t.actor == 3
        t.turn("5 empty" if t.s.hand[5, EMPTY] else "6 empty")
    assert t.turn("7 empty").deal().actor == 7


def test_8_7_curse_and_special_cards_together():
    t = cursed("", "treasure", "", special=True, boxed="light")
    assert t.s.hand.sum(axis=0).tolist() == [10, 3, 1, 1, 1, 1, 1, 1, 0, 1]


# 10: facts

CLOSED = {
    n: sum(comb(m - 1, n - 1) * (5 * n - m) / (comb(5 * n, n) * 4 * n) for m in range(n, 4 * n + 1))
    for n in range(3, 9)
}


@pytest.mark.parametrize("players", range(3, 9))
def test_10_2_blind_play_wins_by_the_closed_form(players):
    games = 200_000
    played = blind_games(games, players=players)
    rate = np.mean(played.outcome == 1)
    p = CLOSED[players]
    # Five standard errors.
    assert abs(rate - p) < 5 * sqrt(p * (1 - p) / games)
    assert p == pytest.approx(
        [0.2115, 0.1503, 0.1094, 0.0810, 0.0605, 0.0456][players - 3], abs=6e-5
    )


def test_10_2_a_series_ends_and_shares_the_win():
    played = blind_games(2000, players=4, tokens=3)
    assert played.win_share.sum(axis=1) == pytest.approx(np.ones(2000))
    assert played.games.min() >= 3
    assert played.games.max() <= 4 * 2 + 1
