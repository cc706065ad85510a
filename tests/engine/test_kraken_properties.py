"""What holds in every position of No Touch Kraken, by hypothesis."""

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.api import CHANCE, TERMINAL, BadText, IllegalAction, Position
from engine.kraken.check import check_state
from engine.kraken.rules import KrakenRules
from engine.kraken.setup import at_deal, with_hands
from engine.kraken.state import (
    CLAIM,
    DEAL,
    GRASP,
    KINDS,
    PHASES,
    REVEAL,
    TALK,
)
from engine.options import make_rules
from engine.play import play_game
from engine.record import parse_record, record_of, replay, write_record
from engine.records import copy_record
from tests.engine.kraken_table import GAME

quick = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@st.composite
def rules(draw):
    players = draw(st.integers(3, 8))
    return KrakenRules(
        players=players,
        undealt_roles=draw(st.sampled_from(["hidden", "shown"])),
        first_marker=draw(st.sampled_from(["random", 0, 2])),
        claims=draw(st.booleans()),
        claims_per_action=draw(st.booleans()),
        clockwise=players == 8 and draw(st.booleans()),
        clockwise_start=draw(st.sampled_from(["same", "last_revealed"])),
        tokens=draw(st.sampled_from([0, 0, 2])),
        curse=draw(st.booleans()),
        curse_pool=draw(st.sampled_from(["all", "in_play"])),
        curse_mix=draw(st.sampled_from(["hidden", "shown"])),
        curse_vanishes=draw(st.booleans()),
        special=draw(st.booleans()),
    )


@st.composite
def positions(draw, most=250):
    """Draw a position some random steps into a game of random rules."""
    position = GAME.initial(draw(rules()))
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, most))):
        actor = GAME.actor(position)
        if actor == TERMINAL:
            break
        outcomes = [k for k, _ in GAME.chance_outcomes(position)]
        if position.record.phase == REVEAL and len(outcomes) > 1:
            # Ends are late, so that games are long.
            outcomes = [k for k in outcomes if k not in (2, 3)] or outcomes
        position = GAME.apply(
            position, int(rng.choice(outcomes or GAME.legal_actions(position).tolist()))
        )
    return position


@quick
@given(positions())
def test_legal_actions_are_sorted_and_unique_and_chance_sums_to_one(position):
    legal, odds = GAME.legal_actions(position), GAME.chance_outcomes(position)
    assert legal.tolist() == sorted(set(legal.tolist()))
    actor = GAME.actor(position)
    assert (len(legal) > 0) == (actor >= 0)
    if actor == CHANCE:
        assert sum(p for _, p in odds) == pytest.approx(1, abs=1e-12)
        assert min(p for _, p in odds) > 0
        assert {GAME.sample(position, key) for key in range(20)} <= {k for k, _ in odds}
    else:
        assert odds == []


@quick
@given(positions())
def test_states_and_actions_are_text_and_back(position):
    text = GAME.encode(position)
    assert "\n" not in text
    again = GAME.parse(position.rules, text)
    assert again.record.tobytes() == position.record.tobytes()
    allowed = GAME.legal_actions(position).tolist()
    allowed += [k for k, _ in GAME.chance_outcomes(position)]
    texts = [GAME.action_text(position, a) for a in allowed]
    assert len(set(texts)) == len(texts)
    assert [GAME.parse_move(position, text) for text in texts] == [[a] for a in allowed]


@quick
@given(positions(), st.integers(-5, 40))
def test_what_is_not_allowed_is_refused_and_nothing_changes(position, action):
    allowed = {*GAME.legal_actions(position).tolist(), *dict(GAME.chance_outcomes(position))}
    assume(action not in allowed)
    before = position.record.tobytes()
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(position, action)
    assert position.record.tobytes() == before
    assert refused.value.rule


@quick
@given(positions())
def test_cards_and_roles_are_conserved_by_every_step(position):
    before = position.record.tobytes()
    s = position.record
    cards = s.pile + s.up + s.hand.sum(axis=0)
    for action in [*GAME.legal_actions(position), *dict(GAME.chance_outcomes(position))]:
        after = GAME.apply(position, int(action)).record
        check_state(after, position.numbers)
        if after.games == s.games and after.phase > DEAL and s.phase >= DEAL:
            assert np.array_equal(after.pile + after.up + after.hand.sum(axis=0), cards)
            assert np.array_equal(after.role, s.role)
    assert position.record.tobytes() == before


def disguised(position, seat, rng):
    """Return a position that differs only in what ``seat`` cannot see, or None.

    Hidden cards of the others and of the pile change places, and so do roles that it was not shown.
    """
    s = copy_record(position.record)
    others = [i for i in range(s.n) if i != seat]
    fixed = np.zeros((8, KINDS), int)
    if s.shown_seat >= 0:
        fixed[s.shown_seat, s.shown_kind] = 1
    # The card now being turned up is drawn from the target's hand: what may come is not looked at.
    for _ in range(30):
        i, j = rng.choice(others, 2)
        free = [k for k in range(KINDS) if s.hand[i, k] - fixed[i, k] > 0 and k != GRASP]
        more = [k for k in range(KINDS) if s.hand[j, k] - fixed[j, k] > 0 and k != GRASP]
        if i != j and free and more:
            a, b = rng.choice(free), rng.choice(more)
            for place, lost, won in ((i, a, b), (j, b, a)):
                s.hand[place, lost] -= 1
                s.hand[place, won] += 1
    hidden = [i for i in others if not s.seen[seat, i]]
    s.role[hidden] = rng.permutation(s.role[hidden])
    if hidden and position.rules.undealt_roles == "hidden" and s.undealt.sum():
        kind = int(rng.integers(2))
        owner = hidden[0]
        if s.undealt[kind]:
            s.undealt[kind] -= 1
            s.undealt[s.role[owner]] += 1
            s.role[owner] = kind
    return None if s.tobytes() == position.record.tobytes() else s


@quick
@given(positions(), st.integers(0, 2), st.integers(0, 2**32))
def test_an_observation_leaks_nothing(position, seat, seed):
    # While cards are dealt nobody observes.
    assume(position.record.phase > DEAL)
    other = disguised(position, seat, np.random.default_rng(seed))
    assume(other is not None)
    check_state(other, position.numbers)
    there = Position(position.rules, position.numbers, other)
    seen, same = (GAME.observation(p, seat, 9) for p in (position, there))
    for field in seen.dtype.names:
        assert np.array_equal(seen[field], same[field]), field
    # Nor does whose turn it is, or what may be asked of him.
    assert GAME.actor(position) == GAME.actor(there)
    assert GAME.legal_actions(position).tolist() == GAME.legal_actions(there).tolist()


@quick
@given(positions())
def test_an_observation_shows_the_seats_own_cards_and_role(position):
    for seat in range(position.rules.players):
        seen = GAME.observation(position, seat)
        assert np.array_equal(seen.hand, position.record.hand[seat])
        assert (seen.seat, seen.role) == (seat, position.record.role[seat])
        assert seen.cards.sum() + seen.up.sum() + seen.pile_count in (0, 5 * seen.n)


@quick
@given(positions())
def test_only_the_grasp_restricts_claims(position):
    s = position.record
    if s.phase in (CLAIM, TALK):
        silent = GAME.legal_actions(position).tolist() == [0]
        assert silent == (s.hand[GAME.actor(position), GRASP] > 0)


@quick
@given(positions())
def test_returns_exist_at_the_end_only(position):
    if GAME.actor(position) == TERMINAL:
        assert GAME.outcome(position)
        shares = GAME.win_shares(position)
        if position.rules.tokens:
            assert shares.sum() == pytest.approx(1)
        else:
            explorers = GAME.seat_roles(position) == 0
            assert len({*shares[explorers]}) <= 1
            assert len({*shares[~explorers]}) <= 1
    else:
        assert GAME.outcome(position) == ""
        with pytest.raises(ValueError, match="not over"):
            GAME.returns(position)


class Anything:
    def act(self, observation, legal_actions, rng):
        return rng.choice(legal_actions)


EVERY = {"curse": True, "special": True, "claims_per_action": True}


@pytest.mark.parametrize("options", [{}, EVERY, {"tokens": 2, "special": True}], ids=str)
def test_a_record_replays_bit_for_bit(options):
    rules = KrakenRules(players=5, **options)
    for index in range(4):
        played = play_game(GAME, rules, [Anything()] * 5, seed=3, index=index)
        record = record_of(GAME, GAME.initial(rules), played.moves)
        again = parse_record(write_record(record))
        steps = list(replay(again))
        assert [(step.actor, step.action) for step in steps] == list(played.moves)
        assert steps[-1].after.record.tobytes() == played.position.record.tobytes()


def test_a_record_by_hand_lists_roles_and_hands_in_the_setup():
    document = {
        "game": "kraken",
        "players": 3,
        "rules": {"claims": False},
        "setup": {
            "roles": ["explorer, skeleton", "explorer"],
            "first_marker": [1],
            "deal": [
                "empty, empty, treasure, treasure, kraken",
                "empty, empty, empty, empty, treasure",
                "empty, empty, empty, empty, empty",
            ],
            "reveal": ["empty", "kraken"],
        },
        "moves": [
            {"by": 1, "move": "pick 2"},
            {"by": 0, "move": {"say": "Not me!"}},
            {"by": 2, "move": "pick 0"},
        ],
        "result": {"outcome": "kraken_revealed", "returns": [0, 1, 0]},
    }
    steps = list(replay(parse_record(json.dumps(document))))
    assert GAME.outcome(steps[-1].after) == "kraken_revealed"
    longer = {**document["setup"], "roles": ["explorer, skeleton, explorer, explorer"]}
    with pytest.raises(ValueError, match="setup/roles: 4 cards in phase roles; allowed: 3 at most"):
        list(replay(parse_record(json.dumps({**document, "setup": longer}))))
    document["moves"][2]["move"] = "pick 2"
    with pytest.raises(ValueError, match=r"moves/2: pick 2 is not allowed here \(action: a face-"):
        list(replay(parse_record(json.dumps(document))))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("phase=pick", "round_number outside 1 to 4"),
        ("phase=pick round_number=1 marker=0 starter=0", "roles dealt and not dealt"),
        ("nonsense", "'nonsense' in a state"),
        ("role=0,0,0", "allowed: 4 numbers"),
        ("role=1,1,1,1", "roles dealt"),
        ("pile=15,4,2,0,0,0,0,0,0,0", "are not those of the game"),
        ("pile=15,3,1,1,0,0,0,0,0,0", "3 treasures and 1 curses"),
        ("boxed=5", "before a special card was put in the box"),
        ("phase=claim", "round_number outside"),
        ("phase=lunch", "allowed: roles, pile"),
        ("face_up=3", "0 cards lie face up"),
        ("claim=9,9,9,99/0,0,0,0/0,0,0,0/0,0,0,0", "claim outside -1 to 12"),
        ("log_kind=256", "numbers"),
    ],
)
def test_impossible_states_are_refused(text, message):
    with pytest.raises(BadText, match=message):
        GAME.parse(KrakenRules(players=4), text)


def test_the_initial_state_is_the_empty_text():
    position = GAME.initial(KrakenRules(players=4))
    assert GAME.encode(position) == ""
    assert GAME.encode(GAME.apply(position, 1)) == "turn=1 role=1,0,0,0 undealt=3,1"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 2}, "players = 2; allowed: 3 to 8"),
        ({"players": 9}, "players = 9; allowed: 3 to 8"),
        ({"players": 5, "clockwise": "true"}, "clockwise is for 8 players"),
        ({"players": 5, "curse_pool": "some"}, "curse_pool = some; allowed: all, in_play"),
        ({"players": 5, "tokens": -1}, "tokens = -1; allowed: 0 to 10"),
        ({"players": 5, "explorer_cards": 2}, "the role pile has 4 cards for 5 players"),
        ({"players": 5, "first_marker": 7}, "first_marker is 7; seats are 0 to 4"),
        ({"players": 5, "kraken": 2}, "'kraken' does not exist"),
    ],
)
def test_bad_options_are_one_clear_line(options, message):
    with pytest.raises(ValueError, match=message) as refused:
        make_rules(KrakenRules, options)
    assert "\n" not in str(refused.value)


# A given position


def test_a_position_at_a_deal_and_with_hands():
    rules = KrakenRules(players=3)
    roles = ["explorer", "skeleton", "explorer"]
    position = at_deal(rules, roles, round_number=4, treasures_left=1, marker=2)
    assert PHASES[position.record.phase] == "deal"
    assert dict(GAME.chance_outcomes(position)) == pytest.approx({0: 4 / 6, 1: 1 / 6, 2: 1 / 6})
    given = with_hands(position, [{"treasure": 1}, {"kraken": 1}, {}])
    check_state(given.record, given.numbers)
    assert (GAME.actor(given), GAME.observation(given, 1).treasures_left) == (2, 1)
    assert PHASES[given.record.phase] == "claim"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"roles": ["explorer"] * 2}, "allowed: 3 of explorer, skeleton"),
        ({"roles": ["skeleton"] * 3}, "undealt outside"),
        ({"marker": 3}, "marker 3; allowed: seats 0 to 2"),
        ({"round_number": 5}, "in round 5"),
        ({"treasures_left": 1, "round_number": 1}, "1 treasures left in round 1; allowed: 3 to 3"),
    ],
)
def test_a_wrong_position_is_refused(change, message):
    given = {"roles": ["explorer"] * 3, **change}
    with pytest.raises(ValueError, match=message):
        at_deal(KrakenRules(players=3), given.pop("roles"), **given)


def test_wrong_hands_are_refused():
    position = at_deal(KrakenRules(players=3), ["explorer"] * 3)
    for hands, message in (
        ([{}] * 3, "0 cards treasure dealt; allowed: 3|cards empty dealt"),
        ([{}], "1 hands"),
        ([{"gold": 1}, {}, {}], "card 'gold'; allowed: empty"),
    ):
        with pytest.raises(ValueError, match=message):
            with_hands(position, hands)
