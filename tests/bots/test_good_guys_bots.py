"""Bots of Good Guys: what each declares is true, and it plays legally under every option."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bots.base import bot, bots_of, is_user_bot, packed, policy_of, user_bot
from bots.good_guys.info import EQUILIBRIUM
from bots.play import play
from engine.api import EngineError
from engine.good_guys.rules import GoodGuysRules
from engine.good_guys.state import ACTION, MARKER, OBS, OFFER, ROB, SKIM, TALK, YES
from engine.play import play_game
from engine.records import copy_record
from engine.registry import game

NAME = "good-guys"
GAME = game(NAME)
BOTS = [name for name, info in bots_of(NAME).items() if info.kind < EQUILIBRIUM]
RULES = GoodGuysRules(players=5)
VALUES = np.array([2, 3, 4, 5])


class Spy:
    """Plays as a bot and notes what it saw and answered."""

    def __init__(self, name, rules):
        self.policy, self.notes = policy_of(NAME, name, rules), []

    def act(self, observation, legal_actions, rng):
        answer = self.policy.act(observation, legal_actions, rng)
        self.notes.append((copy_record(observation), int(answer)))
        return answer


def watched(name, rules=RULES, games=3):
    """Return what a bot saw and answered at a mixed table, seats turned."""
    others = ["random", "grudge", "opportunist", "robber", "majority", "greedy", "honest"]
    notes = []
    for g in range(games):
        spy = Spy(name, rules)
        table = [spy, *(policy_of(NAME, other, rules) for other in others[: rules.players - 1])]
        turned = [table[(k + g) % rules.players] for k in range(rules.players)]
        played = play_game(GAME, rules, turned, seed=6, index=g)
        assert played.forfeits == ()
        notes += spy.notes
    return notes


def offers(name):
    """Return (observation, shares in $k by seat) of every offer a bot made."""
    made = []
    for o, receiver in watched(name, games=5):
        if o.question != OFFER:
            continue
        if not made or not np.array_equal(made[-1][0].offers, o.offers):
            made.append((o, np.zeros(8)))
        made[-1][1][receiver] += VALUES[o.card]
    assert len(made) > 3
    return [(o, shares[: o.n]) for o, shares in made]


def pot(o):
    return float(o.table @ VALUES)


def answers(name, question):
    found = [(o, a) for o, a in watched(name) if o.question == question]
    assert found
    return found


def keeps_all(name):
    assert all(shares[o.boss] == pot(o) for o, shares in offers(name))


def offers_equally(name):
    # The greedy division differs by at most the dearest card.
    assert all(np.ptp(shares) <= 5 for _, shares in offers(name))


def pays_majority(name):
    price = {"opportunist": 0.9}.get(name, 1.0)
    for o, shares in offers(name):
        others = np.delete(shares, o.boss)
        assert np.all((others == 0) | (others >= price * pot(o) / o.n))
        assert 1 <= np.count_nonzero(others) <= o.n // 2


def silent(name):
    assert {a for _, a in answers(name, TALK)} == {0}


def honest_claims(name):
    assert all(o.claim[o.seat] == 1 + a for o, a in answers(name, ACTION))


def never_marks(name):
    assert {a for _, a in answers(name, MARKER)} == {0}


def no_bluff(name):
    acted = answers(name, ACTION)
    assert all(a == ROB for o, a in acted if o.marker[o.seat])
    assert any(o.marker[o.seat] for o, _ in acted)


def always_skims(name):
    assert all(a == (YES if o.seat == o.boss else SKIM) for o, a in answers(name, ACTION))


def deterministic(name):
    policy = policy_of(NAME, name, RULES)
    for o, answer in watched(name, games=1):
        other = copy_record(o)
        other.rng = np.uint64(o.rng ^ np.uint64(0xFFFF_FFFF_FFFF))
        assert policy.act(other, np.flatnonzero(o.legal), np.random.default_rng(1)) == answer


CHECKS = {
    "keeps-all": keeps_all,
    "offers-equally": offers_equally,
    "pays-majority": pays_majority,
    "silent": silent,
    "honest-claims": honest_claims,
    "never-marks": never_marks,
    "no-bluff": no_bluff,
    "always-skims": always_skims,
    "deterministic": deterministic,
}


@pytest.mark.parametrize(
    ("name", "declared"), [(n, p) for n in BOTS for p in bots_of(NAME)[n].properties]
)
def test_declared_properties_hold(name, declared):
    CHECKS[declared](name)


@pytest.mark.parametrize(
    ("name", "declared"),
    [("random", p) for p in CHECKS if p != "always-skims"] + [("greedy", "offers-equally")],
)
def test_the_checks_can_fail(name, declared):
    with pytest.raises(AssertionError):
        CHECKS[declared](name)


def test_random_is_uniform_over_actions_and_receivers():
    acted = np.bincount([a for o, a in watched("random", games=12) if o.question == ACTION])
    assert acted / acted.sum() == pytest.approx(np.full(5, 0.2), abs=0.12)
    names = ["random"]
    played = play(NAME, RULES, names, np.zeros((3000, 5), int))
    assert played.win_share.mean(axis=0) == pytest.approx(np.full(5, 0.2), abs=0.03)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 4, "marker_bluff": False, "rob_empty": "forbidden"},
        {"players": 6, "payoffs": True, "boss_limit": True},
        {"players": 8, "gifts": True, "markers": "in_turn", "talk_turns": 0},
        {"players": 5, "markers": "with_actions", "loot_extra": -3, "rejection_cards": 1},
    ],
)
def test_every_bot_plays_legally_and_alike_in_batches_and_single_steps(options):
    rules = GoodGuysRules(**options)
    seating = (np.arange(len(BOTS))[:, None] + np.arange(rules.players)) % len(BOTS)
    fast = play(NAME, rules, BOTS, seating, seed=4, first_game=9)
    assert not fast.forfeit.any()
    for g, row in enumerate(seating):
        policies = [policy_of(NAME, BOTS[b], rules) for b in row]
        single = play_game(GAME, rules, policies, seed=4, index=9 + g)
        assert single.returns.tolist() == fast.returns[g].tolist()


def test_batches_run_as_plain_python_and_play_the_same_games():
    code = (
        "import warnings; warnings.simplefilter('ignore')\n"
        "import numpy as np\n"
        "from bots.play import play\n"
        "from engine.good_guys.rules import GoodGuysRules\n"
        "rules = GoodGuysRules(players=4, payoffs=True)\n"
        "seating = np.array([[0, 1, 2, 3], [0, 0, 0, 0]])\n"
        "bots = ['random', 'grudge', 'opportunist', 'robber']\n"
        "played = play('good-guys', rules, bots, seating)\n"
        "print(played.returns.tolist(), played.forfeit.any())\n"
    )
    printed = []
    for disabled in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            timeout=90,
        )
        assert done.returncode == 0, done.stderr
        printed.append(done.stdout)
    assert printed[0] == printed[1]
    assert "False" in printed[0]


def test_grudge_strikes_back_at_who_robbed_it():
    acted = [(o, a) for o, a in answers("grudge", MARKER) if o.robbed_by.max() >= 2]
    assert acted
    weights = 2.0 * np.array([o.robbed_by for o, _ in acted])
    weights += np.array([o.voted_against for o, _ in acted])
    for (o, a), dislike in zip(acted, weights, strict=True):
        # The leader counts 1.5 besides, so the marked seat is within that of the most disliked.
        assert dislike[a - 1] >= dislike.max() - 1.5
        assert a - 1 != o.seat


def test_bots_are_listed_with_titles_in_both_languages():
    kinds = [info.kind for info in bots_of(NAME).values() if info.kind < EQUILIBRIUM]
    assert len(set(kinds)) == len(kinds)
    for info in bots_of(NAME).values():
        assert all(info.title[lang] and info.models[lang] for lang in ("en", "ko"))
        assert set(info.properties) <= CHECKS.keys()


def test_packed_parameters_lie_where_the_offsets_say():
    infos = [bot(NAME, name) for name in ("fair", "random", "grudge")]
    kinds, params, starts = packed(infos, RULES)
    assert kinds == [info.kind for info in infos]
    assert params.tolist() == [2.0, 2.0, 1.0, 1.5]
    assert starts == [0, 1, 1]


# A user's own bot

OWN = """
class Mine:
    def act(self, observation, legal_actions, rng):
        return legal_actions[0]

class Broken:
    def act(self, observation, legal_actions, rng):
        return observation.no_such_field

class Lifeless:
    pass
"""


@pytest.fixture
def own(tmp_path):
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return str(file)


def test_a_users_bot_plays_and_forfeits_with_a_reason(own):
    names = [f"{own}:Mine", f"{own}:Broken", "fair"]
    assert is_user_bot(names[0])
    played = play(NAME, RULES, names, np.array([[0, 1, 2, 2, 2], [0, 2, 0, 2, 0]]), first_game=7)
    assert played.forfeit.tolist() == [[False, True, False, False, False], [False] * 5]
    assert list(played.reasons) == [(7, 1)]
    assert played.reasons[7, 1].startswith("raised AttributeError")
    assert played.win_share.sum(axis=1) == pytest.approx([1, 1])


def test_user_bots_that_cannot_be_loaded_are_one_clear_line(own, tmp_path):
    (tmp_path / "bad.py").write_text("1 +")
    (tmp_path / "raises.py").write_text("raise ValueError('no')")
    for name, message in (
        (f"{own}:Nobody", "has no class Nobody"),
        (f"{own}:Lifeless", "Lifeless has no method act"),
        (f"{tmp_path}/none.py:Mine", "there is no file"),
        (f"{tmp_path}/bad.py:Mine", "SyntaxError"),
        (f"{tmp_path}/raises.py:Mine", "ValueError: no"),
    ):
        with pytest.raises(EngineError, match=message) as refused:
            user_bot(name)
        assert "\n" not in str(refused.value)


def test_unknown_bots_and_games_are_refused_by_name():
    with pytest.raises(EngineError, match=r"bot 'clever' of good-guys; allowed: .*random, greedy"):
        bot(NAME, "clever")
    with pytest.raises(EngineError, match="bots for game 'chess'; allowed: good-guys"):
        bots_of("chess")


def test_every_field_of_the_observation_is_documented():
    page = (Path(__file__).parents[2] / "docs" / "reference" / "bots.md").read_text()
    documented = set(re.findall(r"`(\w+)`", page))
    assert set(OBS.names) <= documented


def test_the_documented_bot_plays():
    page = (Path(__file__).parents[2] / "docs" / "reference" / "bots.md").read_text()
    code = re.search(r"```python\n(.*?)```", page, re.S).group(1)
    space = {}
    exec(code, space)
    table = [space["Careful"](), *(policy_of(NAME, "random", RULES) for _ in range(4))]
    assert play_game(GAME, RULES, table, seed=1).forfeits == ()
