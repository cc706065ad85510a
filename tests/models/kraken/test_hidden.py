"""Tables drawn from a belief, against the exact posterior and deals counted card by card."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from engine.kraken.state import KIND_NAMES
from models.kraken.belief import MIX, Believing
from models.kraken.heard import KINDS, SPECIALS, Heard, Light
from models.kraken.hidden import face_down, hidden
from models.kraken.table import boxed_chances, by_curses, curse_chances, table_of
from models.kraken.view import View

DRAWS = 40_000


def near(found, expected):
    """Within four standard errors of a rate over the draws."""
    expected = np.asarray(expected, float)
    spread = np.sqrt(np.maximum(expected * (1 - expected), 1 / DRAWS) / DRAWS)
    assert np.all(np.abs(np.asarray(found) - expected) < 4 * spread), (found, expected)


def test_kinds_are_those_of_the_engine():
    assert KINDS == KIND_NAMES


@pytest.mark.parametrize(
    ("players", "pool", "chances"),
    [
        (3, "all", {1: 1}),
        (4, "all", {1: 0.75, 2: 0.25}),
        (5, "all", {1: 0.536, 2: 0.429, 3: 0.036}),
        (6, "all", {1: 0.357, 2: 0.536, 3: 0.107}),
        (8, "in_play", {1: 0.107, 2: 0.536, 3: 0.357}),
    ],
)
def test_number_of_curses_is_that_of_the_rules(players, pool, chances):
    found = curse_chances(View(players, curse=pool))
    assert found == pytest.approx(chances, abs=5e-4)
    assert sum(found.values()) == pytest.approx(1)


def test_tables_of_the_basic_game_are_the_exact_posterior():
    now = Heard(2, 4, ((1, 0), (2, 0), (0, 1), None, (1, 0)), ((1, "empty"), (3, "treasure")))
    view = View(5, 2, 2, 2, dealt=(1, 0), marker=3, rounds=(now,))
    belief = Believing(view, MIX, private=True).at(now.reveals)
    tables = hidden(view, MIX, DRAWS, np.random.default_rng(1))
    near(tables.skeletons.mean(axis=0), belief.skeleton)
    hands = belief.hands.sum(axis=0)
    for seat in range(5):
        for t in range(4):
            near((tables.dealt[:, seat, 1] == t).mean(), hands[seat, t].sum())
        near((tables.dealt[:, seat, 2] == 1).mean(), hands[seat, :, 1].sum())
    left, away = face_down(view, tables)
    assert (left.sum(axis=2) == [4, 3, 4, 3, 4]).all()
    assert not away.any()


def said_chance(role, true, said, left):
    """How likely a seat of two cards says something, by the assumed shares."""
    if said is None:
        return Fraction(1)
    if role == "E":
        return Fraction(said == true)
    more = (min(true[0] + 1, 2, left), 0)
    shares = (Fraction(4, 10), true), (Fraction(2, 10), more), (Fraction(1, 10), (0, 0))
    told = sum(share for share, claim in shares if claim == said)
    return told + Fraction(3, 10) / (2 * min(2, left) + 2)


def counted(packs, claims, own, left):
    """Odds of roles and of every card by counting deals of the last round of three players."""
    whole, roles, kinds = Fraction(0), [Fraction(0)] * 3, {}
    for who in set(permutations(enumerate("EEESS"), 3)):
        who = [role for _, role in who]
        for deal in (deal for cards in packs for deal in permutations(cards)):
            hands = [deal[0:2], deal[2:4], deal[4:6]]
            if who[0] != "E" or sorted(hands[0]) != sorted(own):
                continue
            weight = Fraction(1)
            for i in (1, 2):
                true = hands[i].count("treasure"), hands[i].count("kraken")
                weight *= said_chance(who[i], true, claims[i], left)
                weight *= claims[i] is None or "grasp" not in hands[i]
            whole += weight
            for i in range(3):
                roles[i] += weight * (who[i] == "S")
                for card in hands[i]:
                    kinds[i, card] = kinds.get((i, card), 0) + weight
    chances = {key: float(weight / whole) for key, weight in kinds.items()}
    return [float(role / whole) for role in roles], chances


def compared(view, packs, own):
    now = view.now
    roles, kinds = counted(packs, now.claims, own, now.left)
    tables = hidden(view, MIX, DRAWS, np.random.default_rng(2))
    near(tables.skeletons.mean(axis=0), roles)
    for i in range(3):
        for k, card in enumerate(KINDS):
            if card != "empty":
                near(tables.dealt[:, i, k].mean() / 2, kinds.get((i, card), 0.0) / 2)


@pytest.mark.parametrize("claims", [(None, None, None), ((0, 0), (1, 0), (0, 1))])
def test_a_curse_that_may_strike_is_that_of_all_deals_counted(claims):
    now = Heard(4, 3, claims, safe=False)
    view = View(3, 4, 0, dealt=(0, 0), rounds=(now,), curse="all")
    cards = ["treasure", "treasure", "curse", "kraken", "empty", "empty"]
    compared(view, [cards], ("empty", "empty"))
    held = View(3, 4, 0, dealt=(0, 0), own=("curse",), rounds=(now,), curse="all")
    compared(held, [cards], ("curse", "empty"))


@pytest.mark.parametrize("claims", [(None, None, None), ((0, 0), (1, 0), None)])
def test_special_cards_are_those_of_all_deals_counted(claims):
    """Three were turned up: of the others two are in play, one in the box."""
    silent = (None,) * 3
    rounds = (
        Heard(1, 3, silent, ((1, "treasure"), (0, "empty"), (1, "empty"))),
        Heard(2, 2, silent, ((1, "identity"), (0, "light"), (1, "empty"))),
        Heard(3, 2, silent, ((1, "empty"), (0, "treasure"), (1, "presence"))),
        Heard(4, 1, claims),
    )
    view = View(3, 4, 2, dealt=(0, 0), rounds=rounds, specials=True)
    unseen = ("vanished", "grasp", "obsession")
    assert boxed_chances(view) == pytest.approx(dict.fromkeys(unseen, 1 / 3))
    kept = ["treasure", "kraken", "empty", "empty"]
    packs = [kept + [card for card in unseen if card != boxed] for boxed in unseen]
    compared(view, packs, ("empty", "empty"))


def test_silence_of_earlier_rounds_tells_of_the_grasp():
    spoke = Heard(1, 5, ((1, 0),) * 5, ((1, "empty"), (2, "empty"), (1, "empty"), (0, "empty")))
    view = View(5, 2, rounds=(spoke, Heard(2, 5, (None,) * 5)), specials=True)
    assert boxed_chances(view)["grasp"] == 1.0


def test_what_was_not_told_may_be_special():
    view = View(3, 4, 2, dealt=(0, 0), specials=True)
    assert table_of(view).untold == (1, 7)
    tables = hidden(view, MIX, 2000, np.random.default_rng(4))
    specials = [KINDS.index(card) for card in SPECIALS]
    whole = tables.dealt.sum(axis=1) + tables.past
    assert (whole[:, specials].sum(axis=1) == 5).all()


def test_a_treasure_before_a_curse_counts_curses_by_all_that_was_seen():
    now = Heard(1, 4, (None,) * 4, ((1, "treasure"), (2, "curse")), safe=False)
    view = View(4, 1, 2, 2, dealt=(0, 0), marker=2, rounds=(now,), curse="all")
    chances = {believing.curses: weight for weight, believing in by_curses(view, MIX)}
    assert chances[2] > curse_chances(view)[2]  # a curse was seen: two are likelier


def test_a_card_that_light_has_shown_is_known():
    now = Heard(1, 3, (None,) * 3, ((1, "light"), (0, "empty")), light=Light(2, "kraken"))
    view = View(3, 1, 0, 2, dealt=(0, 0), rounds=(now,), specials=True)
    tables = hidden(view, MIX, 500, np.random.default_rng(5))
    assert (tables.dealt[:, 2, 2] == 1).all()
