"""Bots of No Touch Kraken: what each declares is true, and it plays legally under every option."""

import os
import re
import subprocess
import sys
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from bots.base import bots_of, packed, policy_of
from bots.kraken.bayes import value_picks
from bots.kraken.belief import marginals, posterior, prior
from bots.kraken.info import batch, play_roles
from bots.play import play
from engine.kraken.rules import KrakenRules
from engine.kraken.setup import at_deal
from engine.kraken.state import CLAIM, KRAKEN, OBS, SKELETON, TREASURE
from engine.play import play_game
from engine.records import copy_record
from tests.bots.brute_belief import beliefs
from tests.engine.kraken_table import GAME, Table

NAME = "kraken"
BOTS = list(bots_of(NAME))
RULES = KrakenRules(players=5)
EVERY = {"curse": True, "special": True, "claims_per_action": True}


class Spy:
    """Plays as a bot and notes what it saw and answered."""

    def __init__(self, name, rules):
        self.policy, self.notes = policy_of(NAME, name, rules), []

    def act(self, observation, legal_actions, rng):
        answer = self.policy.act(observation, legal_actions, rng)
        self.notes.append((copy_record(observation), int(answer)))
        return answer


def watched(name, question, games=40, **options):
    """Return what a bot saw and answered at a mixed table, seats turned."""
    rules = KrakenRules(players=5, **options)
    notes = []
    others = ["random", "truthful", "over-claimer", "zero-claimer"]
    for g in range(games):
        spy = Spy(name, rules)
        table = [spy, *(policy_of(NAME, other, rules) for other in others)]
        played = play_game(GAME, rules, [table[(k + g) % 5] for k in range(5)], seed=6, index=g)
        assert played.forfeits == ()
        notes += spy.notes
    found = [(o, a) for o, a in notes if o.question == question]
    assert found
    return found


def truth(o):
    return 1 + 2 * o.hand[TREASURE] + o.hand[KRAKEN]


def truthful_explorer(name):
    assert all(a == truth(o) for o, a in watched(name, CLAIM) if o.role != SKELETON)


def truthful_skeleton(name):
    assert all(a == truth(o) for o, a in watched(name, CLAIM) if o.role == SKELETON)


def never_flags(name):
    assert all(a % 2 == 1 for _, a in watched(name, CLAIM))


def claims_nothing(name):
    assert {a for _, a in watched(name, CLAIM)} == {1}


def avoids_shown_kraken(name):
    t = Table(players=4, special=True, boxed="grasp", hands=["", "light", "kraken"], skeletons=(3,))
    t.turn("1 light").do("light 2", "kraken")
    policy = policy_of(NAME, name, t.rules)
    for key in range(40):
        o = GAME.observation(t.position, 1, key)
        assert o.legal[8]
        assert policy.act(o, np.flatnonzero(o.legal), np.random.default_rng()) != 8


CHECKS = {
    "truthful-explorer": truthful_explorer,
    "truthful-skeleton": truthful_skeleton,
    "never-flags": never_flags,
    "claims-nothing": claims_nothing,
    "avoids-shown-kraken": avoids_shown_kraken,
}


@pytest.mark.parametrize(
    ("name", "declared"), [(n, p) for n in BOTS for p in bots_of(NAME)[n].properties]
)
def test_declared_properties_hold(name, declared):
    CHECKS[declared](name)


@pytest.mark.parametrize("declared", CHECKS)
def test_the_checks_can_fail(declared):
    with pytest.raises(AssertionError):
        CHECKS[declared]("random")


def test_bots_are_listed_with_titles_in_both_languages():
    kinds = [info.kind for info in bots_of(NAME).values()]
    assert len(set(kinds)) == len(kinds)
    for info in bots_of(NAME).values():
        assert all(info.title[lang] and info.models[lang] for lang in ("en", "ko"))
        assert set(info.properties) <= CHECKS.keys()


def test_random_is_uniform_over_actions():
    first = [a for o, a in watched("random", CLAIM, games=150) if o.round_number == 1]
    counts = np.bincount(first, minlength=12)
    # Silence, and 0 to 5 treasures with and without the Kraken, less "5 and the Kraken".
    assert counts / counts.sum() == pytest.approx(np.full(12, 1 / 12), abs=0.09)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"players": 5},
        {"players": 4, "curse": True},
        {"players": 6, "special": True, "tokens": 2},
        {"players": 8, **EVERY, "clockwise": True},
        {"players": 7, "claims": False},
        {"players": 3, **EVERY},
    ],
    ids=str,
)
def test_every_bot_plays_legally_and_alike_in_batches_and_single_steps(options):
    rules = KrakenRules(**options)
    seating = (np.arange(len(BOTS))[:, None] + np.arange(rules.players)) % len(BOTS)
    fast = play(NAME, rules, BOTS, seating, seed=4, first_game=9)
    assert not fast.forfeit.any()
    for g, row in enumerate(seating):
        policies = [policy_of(NAME, BOTS[b], rules) for b in row]
        single = play_game(GAME, rules, policies, seed=4, index=9 + g)
        assert single.forfeits == ()
        assert single.returns.tolist() == fast.returns[g].tolist()
        assert GAME.outcomes.index(GAME.outcome(single.position)) == fast.outcome[g]
        assert GAME.seat_roles(single.position).tolist() == fast.role[g].tolist()


def test_batches_and_chunks_play_the_same_games():
    infos = [bots_of(NAME)[name] for name in BOTS]
    seating = (np.arange(60)[:, None] + np.arange(5)) % len(BOTS)
    whole = batch(infos, RULES, seating, 3, 0)
    parts = [batch(infos, RULES, seating[a:b], 3, a) for a, b in ((0, 7), (7, 40), (40, 60))]
    for field in ("returns", "outcome", "role", "reveals", "decisions"):
        joined = np.concatenate([getattr(part, field) for part in parts])
        assert np.array_equal(getattr(whole, field), joined), field


def test_batches_run_as_plain_python_and_play_the_same_games():
    code = (
        "import warnings; warnings.simplefilter('ignore')\n"
        "import numpy as np\n"
        "from bots.base import bots_of\n"
        "from bots.play import play\n"
        "from engine.kraken.rules import KrakenRules\n"
        "rules = KrakenRules(players=4, special=True, curse=True)\n"
        "names = list(bots_of('kraken'))\n"
        "seating = (np.arange(10)[:, None] + np.arange(4)) % len(names)\n"
        "played = play('kraken', rules, names, seating)\n"
        "print(played.returns.tolist(), played.outcome.tolist(), played.forfeit.any())\n"
    )
    printed = []
    for disabled in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        printed.append(done.stdout)
    assert printed[0] == printed[1]
    assert "False" in printed[0]


def test_bots_by_role_play_the_role_they_are_named_for():
    names = ["truthful", "zero-claimer"]
    by_role = np.broadcast_to(np.arange(2), (3000, 5, 2))
    played = play(NAME, RULES, names, by_role, seed=1)
    assert {int(x) for x in played.role.sum(axis=1)} == {1, 2}
    # The same deals, single-step, by a policy that looks at its role.
    stepped = play(NAME, RULES, [*names], by_role[:10], seed=1)
    assert stepped.outcome.tolist() == played.outcome[:10].tolist()
    mixed = play(NAME, RULES, ["truthful"], np.zeros((3000, 5), int), seed=1)
    # Liars who claim nothing spare explorers their cards: explorers win more.
    assert np.mean(played.outcome == 1) > np.mean(mixed.outcome == 1) + 0.05


def explorers_win(explorer, skeleton, games=5_000, players=5):
    played = play_roles(KrakenRules(players=players), explorer, skeleton, games, seed=2)
    return np.mean(played.outcome == 1)


def test_play_roles_is_play_with_one_bot_a_role():
    played = play_roles(RULES, "truthful", "rusher", 50, seed=3, first_game=7)
    by_role = np.broadcast_to(np.arange(2), (50, 5, 2))
    same = play(NAME, RULES, ["truthful", "rusher"], by_role, seed=3, first_game=7)
    assert np.array_equal(played.returns, same.returns)
    start = at_deal(RULES, ["explorer"] * 4 + ["skeleton"], round_number=3, treasures_left=2)
    later = play_roles(RULES, "truthful", "rusher", 50, start=start.record)
    assert later.rounds.min() >= 3
    assert np.all(later.role == [0, 0, 0, 0, 1])


def test_trust_is_exploitable_and_belief_is_not():
    margin = 5 * sqrt(0.1 * 0.9 / 5_000)
    # Blind play wins .1094; over-claimers press trusting explorers below it.
    assert explorers_win("truthful", "over-claimer") < 0.1094 - margin
    for skeleton in ("truthful", "over-claimer", "mimic", "zero-claimer", "rusher", "staller"):
        assert explorers_win("bayes", skeleton) > 0.2, skeleton


@pytest.mark.parametrize(("players", "least"), [(3, 0.26), (4, 0.21)])
def test_bayes_holds_against_every_reply_tried(players, least):
    for skeleton in ("truthful", "over-claimer", "mimic", "zero-claimer", "rusher", "staller"):
        rate = explorers_win("bayes", skeleton, 5000, players)
        assert rate > least - 3 * sqrt(0.25 / 5000), skeleton


# What the believer believes


def scores(t, seat):
    o, score = t.sees(seat), np.zeros(9)
    value_picks(o, bots_of(NAME)["bayes"].parameters(t.rules), score)
    return o, score


def test_the_prior_counts_role_deals():
    t = Table(players=5, skeletons=(4,), claims=True)
    o = t.sees(0)
    weights = np.array([prior(o, members) for members in range(32)])
    # With the observer's own role known: C(4,1) and C(4,2) sets for one and two skeletons.
    assert np.count_nonzero(weights) == 4 + 6
    one = sum(w for m, w in enumerate(weights) if bin(m).count("1") == 1)
    # Of 6 cards with 2 skeletons, given an explorer: five places, one of them not dealt.
    assert one / weights.sum() == pytest.approx(0.4, abs=1e-12)


MIX = [Fraction(25, 100), Fraction(40, 100), Fraction(15, 100), Fraction(20, 100)]


@pytest.mark.parametrize(
    ("players", "hands", "claims", "turned", "hide"),
    [
        (3, ["treasure", "treasure kraken", "treasure"], "1, 1 kraken, 1", [], False),
        (
            3,
            ["treasure", "treasure kraken", "treasure"],
            "1, 2, 1",
            ["1 empty", "2 treasure"],
            False,
        ),
        (
            4,
            ["", "treasure", "kraken treasure treasure", "treasure"],
            "0, 2, 3, 1",
            ["2 empty"],
            False,
        ),
        (
            4,
            ["kraken", "", "treasure treasure", "treasure"],
            "0 kraken, 0, 3, 1",
            ["1 empty"],
            False,
        ),
        (
            *(5, ["treasure", "", "treasure", "kraken"], "1, 1, 1, 1 kraken, 2"),
            *(["3 empty", "1 empty"], False),
        ),
        (3, ["treasure", "treasure kraken", "treasure"], "1, 2, 1", ["1 empty"], True),
        (3, ["treasure kraken", "treasure", "treasure"], "1, 1, 1", ["2 treasure"], True),
        (4, ["", "treasure", "kraken treasure treasure", "treasure"], "0, 2, 3, 1", [], True),
        (4, ["", "treasure", "kraken treasure", "treasure treasure"], "0, 1, 1, 2", [], True),
    ],
)
def test_belief_is_that_of_going_through_all_deals(players, hands, claims, turned, hide):
    t = Table(players=players, claims=True, hands=hands, skeletons=(1, 2))
    texts = [text.strip() for text in claims.split(",")]
    t.do(*(f"claim {text}" for text in texts)).turn(*turned)
    o = t.sees(0)
    said = [(int(text[0]), int("kraken" in text)) for text in texts]
    up = [(int(o.found[i]), int(o.blanks[i])) for i in range(players)]
    own = (int(o.hand[TREASURE]) + up[0][0], int(o.hand[KRAKEN]))
    piles = (int(o.explorer_cards), int(o.skeleton_cards))
    expected = beliefs(players, piles, 5, players, own, 0, said, up, MIX, hide)
    weight, work, view = np.zeros(1 << players), np.zeros((2, 9, 2)), np.zeros((8, 4))
    mix = np.array([*MIX, hide], np.float64)
    posterior(o, mix, weight, work)
    marginals(o, mix, weight, work, view)
    for i in range(1, players):
        assert view[i, :3] == pytest.approx(expected[i], abs=1e-12), i


def test_a_contradiction_leaves_the_liars_only():
    # Seats 1 and 2 both claim the Kraken: one of them lies. Seat 3's claim fits.
    t = Table(players=4, claims=True, skeletons=(1,), hands=["treasure", "treasure", "kraken"])
    t.do("claim 1", "claim 1 kraken", "claim 1 kraken", "claim 1")
    _, score = scores(t, 0)
    assert score[3] > score[1]
    assert score[1] == pytest.approx(score[2])


def test_a_known_card_is_believed():
    t = Table(players=4, special=True, boxed="grasp", claims=True, hands=["", "light", "treasure"])
    t.do(*["silent"] * 4).turn("1 light").do("light 2", "treasure").turn("0 empty")
    o, score = scores(t, 0)
    assert o.legal[8]
    assert score[8] > max(score[:4])


def test_a_role_that_was_shown_is_believed():
    t = Table(players=4, special=True, skeletons=(1,), claims=True, hands=["", "identity"])
    t.do(*["claim 1"] * 4).turn("1 identity", "0 empty")
    _, score = scores(t, 0)
    assert score[1] < min(score[2], score[3])


def test_every_field_of_the_observation_is_documented():
    page = (Path(__file__).parents[2] / "docs" / "reference" / "bots.md").read_text()
    documented = set(re.findall(r"`(\w+)`", page[page.index("## Kraken: the observation") :]))
    assert set(OBS.names) <= documented


def test_packed_parameters_of_belief():
    infos = [bots_of(NAME)[name] for name in ("random", "bayes")]
    kinds, params, starts = packed(infos, KrakenRules(players=3))
    assert kinds == [info.kind for info in infos]
    assert (params[:2].tolist(), starts) == ([2.0, 0.2], [0, 0])
