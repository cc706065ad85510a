"""Conventions in complete play: they are the bots they describe, and the lift counts itself."""

import numpy as np
import pytest

from bots.base import bots_of, packed
from bots.kraken.dispatch import dispatch
from bots.kraken.equilibrium import FALSE_FLAG, NO_FLAG, pack, tally
from bots.kraken.info import EQUILIBRIUM, play_roles
from engine.kraken.batch import Bots, play_batch
from engine.kraken.rules import KrakenRules
from models.kraken.values import stored
from tests.engine.kraken_table import GAME, Table

MIX = [0.4, 0.2, 0.1, 0.3]
TRUSTING = [1, 0, 2.0, 0.2, *MIX]


def rules_of(players, **options):
    return KrakenRules.model_validate({"players": players, **options})


def outcomes(players, explorers, skeletons, games=400, **options):
    params = pack(explorers, skeletons)
    bots = Bots([EQUILIBRIUM], params, [0])
    seats = np.zeros((1, players), int)
    played = play_batch(rules_of(players, **options), dispatch, bots, seats, games=games, seed=5)
    assert not played.forfeit.any()
    return played, tally(params)


@pytest.mark.parametrize(
    ("skeleton", "convention"),
    [
        ("truthful", [1, 0, 1, 0, 1, 1]),
        ("over-claimer", [1, 1, NO_FLAG, 0, 1, 1]),
        ("staller", [1, 1, NO_FLAG, 1, 1, 1]),
        ("mimic", [1, 0, 1, 2, 1, 1]),
        ("zero-claimer", [1, -5, NO_FLAG, 0, 1, 1]),
    ],
)
def test_a_pure_convention_plays_as_the_bot_of_that_rule(skeleton, convention):
    played, counts = outcomes(3, [TRUSTING], [convention])
    same = play_roles(rules_of(3), "bayes", skeleton, 400, seed=5)
    assert np.array_equal(played.outcome, same.outcome)
    assert counts[0] == counts[1] > 0


def test_a_skeleton_who_waits_is_one_who_explores():
    late = outcomes(3, [TRUSTING], [[1, 2, NO_FLAG, 0, 1, 5]])[0]
    never = outcomes(3, [TRUSTING], [[1, 0, 0, 3, 0, 1]])[0]
    assert np.array_equal(late.outcome, never.outcome)


def test_a_mix_of_two_is_between_its_parts():
    rows = [[1, 0, 1, 2, 1, 1], [1, 1, NO_FLAG, 0, 1, 1]]
    parts = [(outcomes(3, [TRUSTING], [row], 3000)[0].outcome == 1).mean() for row in rows]
    halves = [[0.5, *row[1:]] for row in rows]
    mixed = (outcomes(3, [TRUSTING], halves, 3000)[0].outcome == 1).mean()
    assert min(parts) < mixed < max(parts)


def test_the_lot_is_a_seats_own_and_stays_for_the_game():
    t = Table(players=4, claims=True, skeletons=(1,), hands=["treasure"])
    lots = [int(GAME.observation(t.position, seat, 7).lot) for seat in range(4)]
    assert len(set(lots)) == 4
    t.do(*["claim 0"] * 4).turn("1 empty")
    assert [int(GAME.observation(t.position, seat, 7).lot) for seat in range(4)] == lots
    assert int(GAME.observation(t.position, 0, 8).lot) != lots[0]


def test_expansions_are_left_to_the_fallback():
    lifted = pack([TRUSTING], [[1, 0, 1, FALSE_FLAG, 1, 1]])
    bots = Bots([EQUILIBRIUM], lifted, [0])
    seats = np.zeros((20, 4), int)
    play_batch(rules_of(4, special=True), dispatch, bots, seats)
    asked, covered, _ = tally(lifted)
    assert asked > 0
    assert covered == 0


@pytest.mark.parametrize("players", range(3, 9))
def test_the_lifted_bot_carries_the_stored_mixes(players):
    kept = stored("conventions", players)["lifted"]
    _, params, starts = packed([bots_of("kraken")["equilibrium"]], rules_of(players))
    assert params[:2].tolist() == [len(kept["explorers"]), len(kept["skeletons"])]
    assert starts == [0]
    for side in ("explorers", "skeletons"):
        assert sum(row[0] for row in kept[side]) == pytest.approx(1, abs=1e-5)
    assert len({row[1] for row in kept["explorers"]}) == 1  # one rule is agreed aloud


def test_the_lifted_explorers_hold_what_the_study_found():
    for players, least in ((3, 0.26), (4, 0.21), (5, 0.23)):
        for skeleton in ("equilibrium", "over-claimer", "truthful"):
            played = play_roles(rules_of(players), "equilibrium", skeleton, 3000, seed=9)
            rate = float((played.outcome == 1).mean())
            assert rate > least - 3 * (0.25 / 3000) ** 0.5, (players, skeleton)
