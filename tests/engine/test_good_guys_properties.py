"""What holds in every position of Good Guys, by hypothesis."""

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.api import CHANCE, TERMINAL, BadText, IllegalAction, Position
from engine.good_guys.check import check_state
from engine.good_guys.rules import GoodGuysRules
from engine.good_guys.state import ACTION, DRAW, MARKER, PHASES
from engine.records import copy_record
from tests.engine.good_guys_table import Table
from tests.engine.strategies import GAME, positions

quick = settings(
    max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@quick
@given(positions())
def test_legal_actions_are_sorted_and_unique_and_chance_sums_to_one(position):
    legal = GAME.legal_actions(position)
    odds = GAME.chance_outcomes(position)
    assert legal.tolist() == sorted(set(legal.tolist()))
    actor = GAME.actor(position)
    assert (len(legal) > 0) == (actor >= 0)
    if actor == CHANCE:
        assert sum(p for _, p in odds) == pytest.approx(1, abs=1e-12)
        assert min(p for _, p in odds) > 0
        outcomes = {GAME.sample(position, key) for key in range(20)}
        assert outcomes <= {k for k, _ in odds}
    else:
        assert odds == []


@quick
@given(positions())
def test_a_state_is_one_line_of_text_and_back(position):
    text = GAME.encode(position)
    assert "\n" not in text
    again = GAME.parse(position.rules, text)
    assert again.record.tobytes() == position.record.tobytes()


@quick
@given(positions())
def test_an_action_is_text_and_back(position):
    allowed = GAME.legal_actions(position).tolist()
    allowed += [k for k, _ in GAME.chance_outcomes(position)]
    texts = [GAME.action_text(position, a) for a in allowed]
    assert len(set(texts)) == len(texts)
    assert [GAME.parse_move(position, text) for text in texts] == [[a] for a in allowed]


@quick
@given(positions(), st.integers(-5, 200))
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
def test_apply_leaves_the_position_as_it_was(position):
    before = position.record.tobytes()
    for action in [*GAME.legal_actions(position)[:3], *dict(GAME.chance_outcomes(position))]:
        check_state(GAME.apply(position, int(action)).record, position.numbers)
    assert position.record.tobytes() == before


def disguised(position, seat, rng):
    """Return a position that differs only in what ``seat`` cannot see, or None.

    The hidden cards of the other stashes and of the deck change places, and what others have
    committed to changes.
    """
    record = copy_record(position.record)
    others = [i for i in range(record.n) if i != seat]
    for _ in range(20):
        i = rng.choice(others)
        v, w = rng.integers(4, size=2)
        if record.stash[i, v] > 0 and record.deck[w] > 0:
            record.stash[i, v] -= 1
            record.stash[i, w] += 1
            record.deck[v] += 1
            record.deck[w] -= 1
    markers = position.rules.markers
    committed = record.turn - (np.arange(record.n) - record.boss) % record.n > 0
    for i in (i for i in others if committed[i]):
        if record.phase == ACTION:
            record.action[i] = rng.integers(5)
        if (record.phase == MARKER and markers != "in_turn") or (
            record.phase == ACTION and markers == "with_actions"
        ):
            record.marker[i] = rng.choice([0, *(1 + j for j in range(record.n) if j != i)])
    if record.tobytes() == position.record.tobytes():
        return None
    return Position(position.rules, position.numbers, record)


@quick
@given(positions(), st.integers(0, 3), st.integers(0, 2**32))
def test_an_observation_leaks_nothing(position, seat, seed):
    other = disguised(position, seat, np.random.default_rng(seed))
    assume(other is not None)
    seen, same = (GAME.observation(p, seat, 9) for p in (position, other))
    for field in seen.dtype.names:
        # The actor's legal actions may tell his own cards only, which have not changed.
        assert np.array_equal(seen[field], same[field]), field


@quick
@given(positions())
def test_an_observation_shows_the_seats_own_cards(position):
    for seat in range(position.rules.players):
        seen = GAME.observation(position, seat)
        assert np.array_equal(seen.stash, position.record.stash[seat])
        assert seen.seat == seat


@quick
@given(positions())
def test_the_public_mean_is_in_step_with_the_counts(position):
    seen = GAME.observation(position, 0)
    n = position.rules.players
    staked = position.record.bribe_cards[:, :4].sum(axis=1).reshape(-1, 2).sum(axis=1)
    counts = seen.stash_count + (0 if position.rules.bribes_face_up else staked)
    assert seen.public_stash.sum(axis=1) == pytest.approx(counts, abs=1e-6)
    assert seen.wealth[0] == seen.stash @ [2, 3, 4, 5] + seen.payoff_cards[0]
    assert not seen.public_stash[n:].any()


def test_the_public_mean_agrees_with_full_enumeration():
    counts = {"loot_counts": (5, 6, 6, 5), "piles": 1, "fuzz_pile": 1, "loot_extra": -2}
    t = Table(table=[4, 4], boss=1, **counts).vote("rob skim yes yes", {0: 1})
    mean, seen = np.zeros((4, 4)), []

    def walk(position, weight):
        if PHASES[position.record.phase] in ("skim", "theft"):
            for k, p in GAME.chance_outcomes(position):
                if k != 4:
                    walk(GAME.apply(position, k), weight * p)
            return
        mean[:] += weight * position.record.stash[:4]
        mean_weight.append(weight)
        seen.append(GAME.observation(position, 3).public_stash[:4].copy())

    mean_weight = []
    walk(t.position, 1.0)
    # Given that the Fuzz was not skimmed; the public mean is the same whatever was taken unseen.
    for public in seen:
        assert public == pytest.approx(mean / sum(mean_weight), abs=1e-12)
    assert len(seen) > 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("phase=offer boss=1", "no loot to assign"),
        ("phase=offer", "boss outside 0 to 3"),
        ("phase=draw boss=1", "to_draw=0 in phase draw"),
        ("nonsense", "'nonsense' in a state"),
        ("boss=1 boss=2", "given twice"),
        ("boss=9", "boss outside"),
        ("boss=x", "boss=x in a state; allowed: one numbers"),
        ("deck=1,2,3", "allowed: 4 numbers"),
        ("deck=31,31,31,30", "loot cards"),
        ("hidden=nan,0,0,0", "finite"),
        ("phase=lunch", "allowed: first-boss, draw"),
        ("stash=2,1,1,1/1,1,1,1/1,1,1,1/1,1,1,1", "loot cards"),
        ("phase=end boss=0 outcome=fuzz_in_round", "without the Fuzz"),
        ("boss=1e3", "one numbers"),
        ("drawn=99999999999999999999", "one numbers"),
        ("unseen=0,0,0,0", "unseen does not sum"),
    ],
)
def test_impossible_states_are_refused(text, message):
    with pytest.raises(BadText, match=message):
        GAME.parse(GoodGuysRules(players=4), text)


def test_the_initial_state_is_the_empty_text():
    rules = GoodGuysRules(players=4)
    assert GAME.encode(GAME.initial(rules)) == ""
    assert GAME.encode(GAME.apply(GAME.initial(rules), 2)) == (
        "phase=draw boss=2 round_number=1 to_draw=6"
    )
    assert (
        PHASES[GAME.parse(rules, "phase=draw boss=2 round_number=1 to_draw=6").record.phase]
        == (PHASES[DRAW])
    )


@quick
@given(positions())
def test_returns_exist_at_the_end_only(position):
    if GAME.actor(position) == TERMINAL:
        assert GAME.outcome(position)
        assert GAME.win_shares(position).sum() == pytest.approx(1)
        assert GAME.returns(position).min() >= 0
    else:
        assert GAME.outcome(position) == ""
        with pytest.raises(ValueError, match="not over"):
            GAME.returns(position)
