"""The engine against an independent brute force: move counts, and exact outcome distributions."""

import json
from collections import defaultdict

import pytest

from engine.api import CHANCE, TERMINAL
from engine.good_guys.state import PHASES
from engine.perft import perft
from engine.registry import game
from tests.engine import brute, brute_good_guys
from tests.engine.perft import COUNTS, opening, scripted, small

GAME = game("good-guys")
CASES = [json.loads(line) for line in COUNTS.read_text().splitlines() if line[0] != "#"]


def initial(options):
    """Return the engine's position for the brute force's options."""
    given = dict(options)
    low, high = given.pop("fuzz")
    loot = sum(given["loot_counts"]) - given["players"] * sum(given["start_loot"])
    piles = {"piles": 3, "fuzz_pile": 2, "pile_sizes": (low, high - low, loot - high)}
    return GAME.initial(GAME.rules_type(**given, **piles))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_counts(case):
    position = initial(case["options"])
    for answer in case["answers"]:
        position = GAME.apply(position, answer)
    for depth, count in enumerate(case["counts"], start=1):
        if count < 10_000:
            assert perft(GAME, position, depth) == count


def test_the_file_holds_the_brute_forces_counts():
    for case in CASES:
        play = (brute_good_guys.play, case["options"], 3, tuple(case["answers"]))
        assert brute.perft(*play) == case["counts"][2], case["name"]


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_the_printed_piles_put_the_fuzz_where_the_counts_assume_it(players):
    numbers = GAME.rules_type(players=players).record()
    assert opening(players)["fuzz"] == (numbers.fuzz_low, numbers.fuzz_high)


def engine_distribution(position, script, met, step=0, weight=1.0):
    """Yield (money, probability) of every game of a script; add to ``met`` what happens."""
    actor, phase = GAME.actor(position), PHASES[position.record.phase]
    if actor == TERMINAL:
        met.add(GAME.outcome(position))
        yield tuple(GAME.returns(position)), weight
    elif actor == CHANCE:
        met.add(phase)
        if phase == "theft":
            s = position.record
            met.add("robbed" if s.thief == (s.boss + s.turn) % s.n else "guarded")
        for k, p in GAME.chance_outcomes(position):
            after = GAME.apply(position, k)
            yield from engine_distribution(after, script, met, step + 1, weight * p)
    else:
        choice = script(step, GAME.legal_actions(position).tolist())
        met.add(f"{phase} {choice}")
        yield from engine_distribution(GAME.apply(position, choice), script, met, step + 1, weight)


def summed(pairs):
    total = defaultdict(float)
    for outcome, probability in pairs:
        total[outcome] += float(probability)
    return dict(total)


TINY = {
    "plain": small(4, (2, 4), (2, 1, 0, 2), loot_extra=-2),
    "fuzz on top": small(5, (0, 1), (1, 1, 1, 1), loot_extra=-3, talk_turns=2),
    "boss limit": small(
        4, (2, 4), (1, 2, 0, 2), loot_extra=-3, rejection_cards=1, boss_limit=True,
        boss_limit_rounds=2,
    ),
    "payoffs": small(4, (2, 4), (1, 0, 2, 1), loot_extra=-3, payoffs=True, payoff_cards=2),
}  # fmt: skip


# Scripts chosen to meet every kind of event; the last test holds them to it.
SCRIPTS = [
    ("fuzz on top", 31),
    *(("plain", factor) for factor in (101, 137, 149)),
    *(("boss limit", factor) for factor in (113, 131, 151)),
    *(("payoffs", factor) for factor in (127, 137, 149)),
]


@pytest.mark.parametrize(("name", "factor"), SCRIPTS)
def test_whole_tiny_games_have_the_same_outcome_distribution(name, factor):
    options, script = TINY[name], scripted(factor)
    expected = summed(brute.distribution(brute_good_guys.play, options, script))
    found = summed(engine_distribution(initial(options), script, set()))
    assert sum(expected.values()) == pytest.approx(1, abs=1e-12)
    assert found == pytest.approx(expected, abs=1e-12)
    assert found.keys() == expected.keys()


def test_the_scripts_meet_every_kind_of_event():
    met = set()
    for name, factor in SCRIPTS:
        for _ in engine_distribution(initial(TINY[name]), scripted(factor), met):
            pass
    wanted = {"skim", "robbed", "guarded", "reward", "answer 0", "answer 1", "fuzz_skimmed"}
    wanted |= {"fuzz_in_round", "fuzz_in_reward", "fuzz_after_no", "deal 102", "marker 0"}
    wanted |= {f"action {a}" for a in range(5)}
    assert wanted <= met, wanted - met
