"""Kraken against an independent brute force: move counts, and whole games in lockstep."""

import json
from collections import Counter

import numpy as np
import pytest

from engine.api import CHANCE, TERMINAL
from engine.kraken.state import KIND_NAMES
from engine.perft import perft
from engine.registry import game
from tests.engine import brute, brute_kraken
from tests.engine.perft_kraken import COUNTS

GAME = game("kraken")
CASES = [json.loads(line) for line in COUNTS.read_text().splitlines() if line[0] != "#"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_counts(case):
    position = GAME.initial(GAME.rules_type(**case["options"]))
    for answer in case["answers"]:
        position = GAME.apply(position, answer)
    for depth, count in enumerate(case["counts"], start=1):
        if count < 1_000:
            assert perft(GAME, position, depth) == count


def test_the_file_holds_the_brute_forces_counts():
    for case in CASES:
        play = (brute_kraken.play, case["options"], 3, tuple(case["answers"]))
        assert brute.perft(*play) == case["counts"][2], case["name"]


def lockstep(options, seed, met):
    """Play one game in the brute force and the engine, comparing what may follow at every step."""
    rng = np.random.default_rng(seed)
    position = GAME.initial(GAME.rules_type(**options))

    def ask(allowed):
        nonlocal position
        if isinstance(allowed, dict):
            assert GAME.actor(position) == CHANCE
            odds = dict(GAME.chance_outcomes(position))
            assert odds == pytest.approx({k: float(p) for k, p in allowed.items()}, abs=1e-12)
            met[GAME.chance_stream(position)] += 1
        else:
            assert GAME.actor(position) >= 0
            assert GAME.legal_actions(position).tolist() == allowed
        # The Kraken is met late, so that games are long.
        wanted = [k for k in sorted(allowed) if not isinstance(allowed, dict) or k != 2]
        choice = int(rng.choice(wanted or sorted(allowed)))
        if rng.random() < 0.1:
            choice = int(rng.choice(sorted(allowed)))
        if isinstance(allowed, dict) and GAME.chance_stream(position) == "reveal":
            met[KIND_NAMES[choice]] += 1
        position = GAME.apply(position, choice)
        return choice

    reason, winners, shown = brute_kraken.play(options, ask)
    assert GAME.actor(position) == TERMINAL
    assert GAME.outcome(position) == reason
    shares = GAME.win_shares(position)
    assert np.flatnonzero(shares).tolist() == winners
    assert set(zip(*np.nonzero(position.record.seen), strict=True)) == set(shown)
    met[reason] += 1


EVERY = {"curse": True, "special": True}
OPTIONS = [
    *({"players": n} for n in range(3, 9)),
    *({"players": n, **EVERY} for n in range(3, 9)),
    {"players": 3, **EVERY, "three_explorers_time": "explorers_win"},
    {"players": 4, **EVERY, "claims_per_action": True, "curse_pool": "in_play"},
    {"players": 5, **EVERY, "claims": False, "curse_vanishes": False, "first_marker": 3},
    {"players": 8, **EVERY, "clockwise": True},
    {"players": 8, "special": True, "clockwise": True, "clockwise_start": "last_revealed"},
    {"players": 3, **EVERY, "tokens": 3},
    {"players": 6, "special": True, "tokens": 2},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_whole_games_go_in_lockstep_with_the_brute_force(options):
    for seed in range(12):
        lockstep(options, seed, Counter())


def test_the_games_in_lockstep_meet_every_kind_of_event():
    met = Counter()
    for options in OPTIONS[6:10]:
        for seed in range(25):
            lockstep(options, seed, met)
    wanted = {*KIND_NAMES, *GAME.chance_streams, *GAME.outcomes[1:]}
    assert wanted <= set(met), wanted - set(met)
