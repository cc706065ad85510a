"""Advice at a state: beliefs against whole deals and against the bots, values against a tree."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

from bots.kraken.bayes import MIX as BOT_MIX
from bots.kraken.bayes import weights_of as bot_weights
from bots.kraken.belief import TOTAL, marginals, posterior
from engine.kraken.game import GAME
from engine.kraken.rules import KrakenRules
from engine.kraken.state import CLAIM, PICK, SEATS, SKELETON
from models.base import BadQuestion
from models.kraken import balance, claim, reveal
from models.kraken.advice import depth_of, view_of
from models.kraken.belief import MIX, TALKS, Believing, weights_of
from models.kraken.blind import ending_chances
from models.kraken.future import ORIGINS, round_start
from models.kraken.lookahead import Lookahead
from models.kraken.position import Position
from models.kraken.view import Heard, View
from solver.solve import solve


def heard(number, left, claims, reveals=(), unspoken=()):
    return Heard(number, left, tuple(claims), tuple(reveals), frozenset(unspoken))


def last_round(claims, reveals=(), role="explorer", dealt=(0, 0)):
    found = 2 + sum(card == "treasure" for _, card in reveals)
    rounds = (heard(4, 1, claims, reveals),)
    return View(3, 4, found, len(reveals), role=role, dealt=dealt, rounds=rounds)


def said_chance(role, true, said, size, left):
    """How likely a seat says something: explorers the truth, skeletons in the assumed shares."""
    if said is None:
        return Fraction(1)
    if role == "E":
        return Fraction(said == true)
    more = (min(true[0] + 1, size, left), 0)
    shares = (Fraction(4, 10), true), (Fraction(2, 10), more), (Fraction(1, 10), (0, 0))
    told = sum(share for share, claim in shares if claim == said)
    return told + Fraction(3, 10) / (2 * min(size, left) + 2)


def deal_weight(view, roles, hands):
    """How likely the talk and the reveals are in one deal; what is left of the hands."""
    now, weight, hidden = view.now, Fraction(1), [list(hand) for hand in hands]
    for i in (1, 2):
        true = hands[i].count("T"), hands[i].count("K")
        weight *= said_chance(roles[i], true, now.claims[i], 2, now.left)
    # Cards lie in a random order: the first ones of a hand are those revealed.
    for owner, card in now.reveals:
        weight *= hidden[owner].pop(0) == {"treasure": "T", "empty": "E"}[card]
    return weight, hidden


def literal(view):
    """Odds by counting deals card by card and roles card by card: nothing of ours is used."""
    cards = ["T"] * view.now.left + ["K"] + ["E"] * (5 - view.now.left)
    whole, out = Fraction(0), {name: [0, 0, 0] for name in ("treasure", "kraken", "skeleton")}
    own = [r for r in permutations("EEESS", 3) if (r[0] == "S") == (view.role == "skeleton")]
    for roles, deal in product(own, permutations(cards)):
        hands = [deal[0:2], deal[2:4], deal[4:6]]
        if (hands[0].count("T"), hands[0].count("K")) != view.dealt:
            continue
        weight, hidden = deal_weight(view, roles, hands)
        whole += weight
        for i, hand in enumerate(hidden):
            out["skeleton"][i] += weight * (roles[i] == "S")
            out["treasure"][i] += weight * Fraction(hand.count("T"), max(1, len(hand)))
            out["kraken"][i] += weight * Fraction(hand.count("K"), max(1, len(hand)))
    return {name: [float(x / whole) for x in row] for name, row in out.items()}


@pytest.mark.parametrize(
    ("claims", "reveals", "role", "dealt"),
    [
        ((None, None, None), (), "explorer", (0, 0)),
        (((0, 0), (1, 0), (0, 1)), (), "explorer", (0, 0)),
        (((0, 0), (1, 0), (1, 0)), (), "explorer", (0, 0)),
        (((1, 0), (1, 0), (0, 0)), ((1, "empty"),), "skeleton", (0, 1)),
        ((None, (1, 0), (0, 0)), ((2, "empty"), (0, "empty")), "explorer", (0, 0)),
    ],
)
def test_belief_is_that_of_all_deals_counted(claims, reveals, role, dealt):
    view = last_round(claims, reveals, role, dealt)
    belief = Believing(view, MIX, private=True).at(view.now.reveals)
    expected = literal(view)
    np.testing.assert_allclose(belief.treasure.sum(axis=0), expected["treasure"], atol=1e-12)
    np.testing.assert_allclose(belief.kraken.sum(axis=0), expected["kraken"], atol=1e-12)
    np.testing.assert_allclose(belief.skeleton, expected["skeleton"], atol=1e-12)


def test_silent_last_round_by_hand():
    view = last_round((None, None, None))
    found = reveal.solve(view)
    # One treasure and the Kraken among four cards; both others look alike.
    assert found.recommendation["treasure_probability"] == pytest.approx(reveal.KNOWN[0].value())
    assert found.recommendation["kraken_probability"] == pytest.approx(1 / 4)
    # Given an explorer: no, one, two skeletons with .1, .4, .1 of .6; (.4 + 2 * .1) / .6 / 2.
    assert found.recommendation["skeleton_probability"] == pytest.approx(1 / 2)
    assert found.recommendation["why"] == "alike"


def test_assumed_talk_is_that_of_the_bots():
    assert MIX == BOT_MIX
    assert all(weights_of(n) == bot_weights(n) for n in range(3, 9))
    assert all(sum(mix) == pytest.approx(1) for mix in TALKS.values())


def observed(players, seed, phase, skip=0):
    """An observation of random play at some question of a phase, and the position."""
    rng, position = np.random.default_rng(seed), GAME.initial(KrakenRules(players=players))
    while True:
        actor = GAME.actor(position)
        if actor >= 0 and int(position.record.phase) == phase:
            if skip == 0:
                return GAME.observation(position, actor), position
            skip -= 1
        if actor < -1:
            return None, position
        if actor < 0:
            codes, odds = zip(*GAME.chance_outcomes(position), strict=True)
            position = GAME.apply(position, int(rng.choice(codes, p=odds)))
        elif int(position.record.phase) == CLAIM and rng.random() < 0.8:
            # Mostly the truth, so that some set of roles explains the talk.
            hand = position.record.hand[actor]
            position = GAME.apply(position, 1 + 2 * int(hand[1]) + int(hand[2]))
        else:
            position = GAME.apply(position, int(rng.choice(GAME.legal_actions(position))))


@pytest.mark.parametrize("seed", range(12))
def test_belief_is_that_of_the_bayes_bot(seed):
    players = 3 + seed % 4
    observation, _ = observed(players, seed, PICK, skip=seed)
    if observation is None:
        return
    view = view_of(observation)
    believing = Believing(view, MIX, private=True)
    belief = believing.at(view.now.reveals)
    assert belief is not None
    work, weight = np.zeros((2, TOTAL, 2)), np.zeros(1 << players)
    table = np.zeros((SEATS, 4))
    mix = np.array(BOT_MIX)
    posterior(observation, mix, weight, work)
    marginals(observation, mix, weight, work, table)
    if not believing.explained or table[:, 3].sum() == 0:
        return
    for i in range(1, players):
        seat = (int(observation.seat) + i) % players
        if view.cards(i) > 0:
            ours = belief.treasure[:, i].sum(), belief.kraken[:, i].sum(), belief.skeleton[i]
            np.testing.assert_allclose(ours, table[seat, :3], atol=1e-9)
    assert int(observation.role) == int(view.role == "skeleton") == int(view.role != "explorer")
    assert SKELETON == 1


TALKED = heard(3, 2, ((1, 0), (1, 0), (0, 1)))


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("role", ["explorer", "skeleton"])
def test_fast_path_is_the_tree_solved(role, depth):
    view = View(3, 3, 1, role=role, dealt=(1, 0), rounds=(TALKED,))
    (profile,) = solve(reveal.build(view, depth=depth)).profiles
    found = reveal.solve(view, depth=depth)
    assert profile.certificate.payoffs[0] == pytest.approx(found.recommendation["value"])
    assert all(row["value"] <= found.recommendation["value"] for row in found.alternatives)


@pytest.mark.parametrize("role", ["explorer", "skeleton"])
def test_fast_claim_is_the_tree_solved(role):
    rounds = (TALKED.says(0, None),)
    view = View(3, 3, 1, role=role, dealt=(1, 0), marker=1, rounds=rounds)
    (profile,) = solve(claim.build(view, depth=2)).profiles
    found = claim.solve(view, depth=2)
    assert profile.certificate.payoffs[0] == pytest.approx(found.recommendation["value"])


def test_your_own_claim_tells_you_nothing():
    rounds = (heard(3, 2, (None, (1, 0), (0, 1))),)
    view = View(3, 3, 1, dealt=(1, 0), rounds=rounds)
    found = claim.solve(view, depth=1, future="blind")
    assert found.recommendation["why"] == "alike"
    assert found.recommendation["true"]
    assert max(row["cost"] for row in found.alternatives) == pytest.approx(claim.KNOWN[0].value())


@pytest.mark.parametrize("players", [3, 5])
def test_blind_values_are_the_closed_form(players):
    """Nothing told and blind rounds after: every pick is worth the chance of blind play."""
    rounds = (heard(2, players - 1, (None,) * players),)
    view = View(players, 2, 1, rounds=rounds)
    worth = Lookahead(view, MIX, "blind").options(1)
    chance = ending_chances(4 * players, players - 1, 3 * players)[0]
    assert list(worth.values()) == pytest.approx([float(chance)] * (players - 1))


def test_round_starts_by_origin():
    for origin in ORIGINS:
        assert round_start(5, 2, 0, (1, 0), origin) == 1.0
        assert round_start(5, 5, 2, (1, 0), origin) == 0.0
    silent, pooled = (round_start(5, 2, 3, (1, 0), name) for name in ("silent", "pooled"))
    assert silent < round_start(5, 2, 3, (1, 0), "played") < pooled


def test_roles_known_are_worth_more_and_mixed_evenly():
    fresh, half, known = (round_start(5, 3, 2, (1, 0), "played", k) for k in (0.0, 0.5, 1.0))
    assert fresh < half < known
    assert half == pytest.approx((fresh + known) / 2)
    # Nothing told leaves all uncertainty; a lie of yours leaves the others less than the truth.
    silent = View(3, 3, 1, rounds=(heard(3, 2, (None,) * 3),))
    caught = View(3, 3, 1, rounds=(heard(3, 2, ((1, 0), (1, 0), (0, 1))),), dealt=(1, 0))
    misled = View(3, 3, 1, rounds=(heard(3, 2, ((0, 1), (1, 0), (0, 1))),), dealt=(1, 0))
    assert Lookahead(silent, MIX, "played").known == pytest.approx(0, abs=1e-9)
    told = Lookahead(caught, MIX, "played").known
    assert Lookahead(misled, MIX, "played").known < told < 1


def test_depth_reaches_no_further_than_the_round():
    claims = (1, 0), (2, 0), (0, 0), (1, 1), None
    shown = (1, "empty"), (2, "empty"), (0, "empty")
    view = View(5, 1, 0, 3, rounds=(heard(1, 5, claims, shown),))
    assert depth_of(view, {"depth": 0}) == 2
    assert depth_of(view, {"depth": 5}) == 2


@pytest.mark.parametrize("players", [3, 5, 6])
def test_balance_is_the_mean_over_roles(players):
    found = balance.solve(Position(players))
    assert found.values["explorers"] == pytest.approx(
        sum(row["chance"] * row["explorers_win"] for row in found.alternatives)
    )
    assert found.recommendation["lower"] <= found.recommendation["upper"]
    assert sum(row["chance"] for row in found.alternatives) == pytest.approx(1)
    assert found.recommendation["blind"] == pytest.approx(float(balance.KNOWN[0].value(players)))


BAD = {
    "own card twice": {"rounds": (heard(1, 3, (None,) * 3, ((1, "empty"), (1, "empty"))),)},
    "too many treasures": {"rounds": (heard(1, 3, ((4, 0), None, None)),)},
    "seats": {"rounds": (heard(1, 3, (None,) * 4),)},
    "role": {"role": "squid"},
    "marker": {"marker": 3},
    "hand": {"dealt": (2, 2)},
}


@pytest.mark.parametrize("given", BAD.values(), ids=BAD.keys())
def test_views_that_cannot_be(given):
    with pytest.raises(BadQuestion):
        View(3, **given)


def test_questions_that_do_not_fit():
    with pytest.raises(BadQuestion, match="marker"):
        reveal.solve(View(3, marker=1))
    with pytest.raises(BadQuestion, match="my-hand"):
        claim.solve(View(3))
    with pytest.raises(BadQuestion, match="whose they were"):
        reveal.solve(View(5, 2, 1, 2))
    with pytest.raises(BadQuestion, match="curse"):
        reveal.solve(View(5, curse="all"))
