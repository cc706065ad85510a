"""Play of whole games: forfeits, determinism, batches against single steps."""

import os
import subprocess
import sys

import numpy as np
import pytest

from engine.api import EngineError
from engine.batch import pick_any
from engine.good_guys.batch import POLICY, Bots, pick_offer, play_batch
from engine.good_guys.rules import GoodGuysRules
from engine.good_guys.setup import at_offer
from engine.good_guys.state import ACTION, OFFER, SEATS, VALUES
from engine.jit import kernel
from engine.play import play_game
from engine.registry import game

GAME = game("good-guys")
RANDOM, ALL_YES, ILLEGAL, SHORT, ALL_NO = range(5)


@kernel(POLICY)
def policy(kind, question, o, params, out):
    if question == OFFER:
        pick_offer(o, out)
        if kind == SHORT:
            out[:] = 0
        return 0
    if kind in (ALL_YES, ALL_NO):
        return 1 if kind == ALL_NO and question == ACTION else 0
    if kind == ILLEGAL and question == ACTION:
        return 7
    return pick_any(o)


def batch(kinds, seating, rules, **options):
    bots = Bots(kinds, np.zeros(0), np.zeros(len(kinds), np.int64))
    return play_batch(rules, policy, bots, seating, **options)


def cyclic(games, bots, n):
    return (np.arange(games)[:, None] + np.arange(n)) % bots


class Compiled:
    """The compiled policy in single steps."""

    def __init__(self, kind):
        self.kind, self.out = kind, np.zeros(SEATS * VALUES, np.int64)

    def act(self, o, legal, rng):
        a = policy(self.kind, int(o.question), o, np.zeros(0), self.out)
        if o.question != OFFER:
            return a
        order = [(o.boss + k) % o.n for k in range(o.n)]
        return next(i for i in order if o.assigned[i, o.card] < self.out[VALUES * i + o.card])


@pytest.mark.parametrize(
    "options",
    [
        {"players": 4},
        {"players": 8, "talk_turns": 2, "markers": "in_turn", "boss_limit": True},
        {"players": 5, "payoffs": True, "bribes_face_up": False, "escrow_safe": False},
        {"players": 6, "gifts": True, "markers": "with_actions", "marker_bluff": False},
    ],
)
def test_a_batch_plays_the_games_of_single_steps(options):
    rules = GoodGuysRules(**options)
    seating = cyclic(4, 2, rules.players)
    played = batch([RANDOM, ALL_YES], seating, rules, seed=11, first_game=40)
    for g, row in enumerate(seating):
        policies = [Compiled([RANDOM, ALL_YES][b]) for b in row]
        single = play_game(GAME, rules, policies, seed=11, index=40 + g)
        assert single.forfeits == ()
        assert single.returns.tolist() == played.returns[g].tolist()
        assert single.win_share.tolist() == played.win_share[g].tolist()
        assert GAME.outcome(single.position) == played.outcome_names[played.outcome[g]]
        s = single.position.record
        counts = (s.offers, s.passes, s.ties, s.noes)
        assert counts == (
            played.offers[g], played.passes[g], played.ties[g], played.noes[g]
        )  # fmt: skip


def test_results_do_not_depend_on_the_chunks():
    rules = GoodGuysRules(players=5)
    seating = cyclic(60, 2, 5)
    whole = batch([RANDOM, ALL_YES], seating, rules, seed=3)
    parts = [
        batch([RANDOM, ALL_YES], seating[a:b], rules, seed=3, first_game=a)
        for a, b in ((0, 7), (7, 40), (40, 60))
    ]
    assert np.array_equal(whole.returns, np.concatenate([p.returns for p in parts]))
    assert len(np.unique(whole.returns, axis=0)) > 50


def test_another_bot_or_seed_changes_the_play_and_only_the_seed_changes_the_deal():
    rules = GoodGuysRules(players=4)
    pots = {}
    for name, kinds, seed in (("a", [ALL_YES], 1), ("b", [ALL_NO], 1), ("c", [ALL_YES], 2)):
        trace = batch(kinds, np.zeros((30, 4), np.int64), rules, seed=seed, trace=2).trace
        pots[name] = trace["pot"][:, 0], trace["boss"][:, 0], trace["pot"][:, 1]
    assert np.array_equal(pots["a"][0], pots["b"][0])
    assert np.array_equal(pots["a"][1], pots["b"][1])
    assert not np.array_equal(pots["a"][0], pots["c"][0])
    # After NO two cards are added: they are the first two of the pot drawn after YES.
    added = pots["b"][2] - pots["b"][0]
    assert np.all(added.sum(axis=1) == 2)
    assert np.all(added <= pots["a"][2])


def test_an_all_yes_game_completes_as_many_rounds_as_the_fuzz_allows():
    # Mean floor(D/6) = 260/22 for four players, by hand in test_good_guys_rules.py.
    played = batch([ALL_YES], np.zeros((4000, 4), np.int64), GoodGuysRules(players=4))
    counts = np.bincount(played.rounds, minlength=15)
    assert counts[:10].sum() == 0
    assert counts[10:15] / 4000 == pytest.approx(np.array([3, 6, 6, 6, 1]) / 22, abs=0.03)
    assert np.array_equal(played.passes, played.offers)
    # Every deal is fair to every seat.
    assert np.bincount(played.outcome).tolist() == [0, 4000]


def test_equal_bots_win_equally_often():
    games = 6000
    played = batch([RANDOM], np.zeros((games, 5), np.int64), GoodGuysRules(players=5))
    rate = played.win_share.mean(axis=0)
    assert rate == pytest.approx(np.full(5, 0.2), abs=4 * np.sqrt(0.16 / games))
    assert played.win_share.sum(axis=1) == pytest.approx(np.ones(games))


@pytest.mark.parametrize(("kind", "question"), [(ILLEGAL, "action"), (SHORT, "offer")])
def test_an_illegal_answer_is_a_forfeit_in_a_batch(kind, question):
    rules = GoodGuysRules(players=4, first_boss=0)
    played = batch([RANDOM, kind], np.tile([1, 0, 0, 0], (20, 1)), rules)
    assert played.forfeit[:, 1:].sum() == 0
    assert {played.questions[f - 1] for f in played.forfeit[:, 0]} == {question}
    assert not played.returns[:, 0].any()
    assert not played.win_share[:, 0].any()
    assert played.win_share.sum(axis=1) == pytest.approx(np.ones(20))
    assert played.offers.min() > 5, "the game goes on without the seat"


class Raises:
    def act(self, observation, legal_actions, rng):
        raise RuntimeError("out of ideas")


class Answers:
    def __init__(self, answer):
        self.answer = answer

    def act(self, observation, legal_actions, rng):
        return self.answer


class Cheats:
    """Tries to widen what is legal."""

    def act(self, observation, legal_actions, rng):
        legal_actions[0] = 99
        return 99


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (Raises(), "raised RuntimeError: out of ideas"),
        (Answers(99), "answered 99; legal: "),
        (Answers("yes"), "answered 'yes', which is no whole number"),
        (Answers(None), "answered None"),
        (Answers(0.0), "answered 0.0"),
        (Cheats(), "answered 99; legal: 0"),
    ],
)
def test_an_illegal_answer_is_a_forfeit_in_single_steps(bad, reason):
    rules = GoodGuysRules(players=4)
    played = play_game(GAME, rules, [bad, *[Compiled(RANDOM)] * 3], seed=2)
    (forfeit,) = played.forfeits
    assert forfeit.seat == 0
    assert forfeit.reason.startswith(reason)
    assert played.returns[0] == played.win_share[0] == 0
    assert played.win_share.sum() == pytest.approx(1)
    assert played.position.record.offers > 5


def test_a_trace_tells_every_offer():
    rules = GoodGuysRules(players=5, boss_limit=True)
    played = batch([RANDOM], np.zeros((10, 5), np.int64), rules, trace=60, first_game=100)
    for g, rows in enumerate(played.trace):
        told = rows[rows["index"] >= 0]
        assert len(told) == played.offers[g]
        assert set(told["game"]) == {100 + g}
        assert told["index"].tolist() == list(range(len(told)))
        assert np.array_equal(told["share"].sum(axis=1), told["pot_value"])
        assert np.array_equal(told["pot"] @ [2, 3, 4, 5], told["pot_value"])
        results = np.bincount(told["result"], minlength=3).tolist()
        assert results == [played.passes[g], played.ties[g], played.noes[g]]
        assert np.array_equal(told["new_boss"][:-1], told["boss"][1:])
        assert np.array_equal(told["wealth"][0, :5], [14] * 5)
        yes, no = ((told["actions"][:, :5] == vote).sum(axis=1) for vote in (0, 1))
        assert np.array_equal(told["result"], np.where(yes > no, 0, np.where(yes == no, 1, 2)))


def test_play_goes_on_from_a_start_state_before_and_after_its_offer():
    rules = GoodGuysRules(players=5, talk_turns=0)
    start = at_offer(rules, [5, 4, 4, 3, 2, 2, 3], [[2, 3, 4, 5]] * 4 + [[5, 5, 5, 5]], boss=3)
    seats = np.zeros((20, 5), np.int64)
    before = batch([ALL_YES], seats, rules, start=start.record, trace=1)
    assert np.all(before.trace["pot_value"] == 23)
    assert np.all(before.trace["boss"] == 3)
    assert np.all(before.trace["wealth"][:, 0, :5] == [14, 14, 14, 14, 20])
    assert len(np.unique(before.trace["share"][:, 0], axis=0)) > 10
    placed = start
    for action in GAME.parse_move(start, "0: 5,4; 3: 4,3,2,2,3"):
        placed = GAME.apply(placed, action)
    after = batch([ALL_YES], seats, rules, start=placed.record, trace=2)
    assert np.all(after.trace["share"][:, 0, :5] == [9, 0, 0, 14, 0])
    assert np.all(after.trace["result"][:, 0] == 0)
    assert np.all(after.trace["wealth"][:, 1, :5] == [23, 14, 14, 28, 20])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seating": np.zeros((3, 4), int)}, r"seating has shape \(3, 4\)"),
        ({"seating": np.full((3, 5), 2)}, "bots outside 0 to 0"),
        ({"bots": Bots([0], np.zeros(0), [1])}, "parameter offsets lie outside 0 to 0"),
        ({"bots": Bots([0], np.zeros(0), [0, 0])}, "one of each a bot"),
    ],
)
def test_a_batch_refuses_what_does_not_fit(change, message):
    given = {"bots": Bots([0], np.zeros(0), [0]), "seating": np.zeros((3, 5), int), **change}
    with pytest.raises(EngineError, match=message):
        play_batch(GoodGuysRules(players=5), policy, given["bots"], given["seating"])


def test_a_start_state_of_other_rules_is_refused():
    start = at_offer(GoodGuysRules(players=4), [5] * 6, [[2, 3, 4, 5]] * 4)
    with pytest.raises(EngineError, match="n=4; the rules have 5 players"):
        batch([RANDOM], np.zeros((2, 5), np.int64), GoodGuysRules(players=5), start=start.record)


def test_the_kernels_run_as_plain_python_and_play_the_same_game():
    code = (
        "import warnings; warnings.simplefilter('ignore')\n"
        "from engine.registry import game\n"
        "from engine.play import play_game\n"
        "class First:\n"
        "    def act(self, o, legal, rng): return legal[(int(o.rng) >> 20) % len(legal)]\n"
        "g = game('good-guys')\n"
        "r = g.rules_type(players=4, payoffs=True, boss_limit=True)\n"
        "p = play_game(g, r, [First()] * 4, seed=5)\n"
        "print(g.encode(p.position))\n"
    )
    texts = []
    for disabled in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        texts.append(done.stdout)
    assert texts[0] == texts[1]
    assert "phase=end" in texts[0]
