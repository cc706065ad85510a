"""Batches of No Touch Kraken: forfeits, shapes, chunks, fixed chance, given starts."""

import numpy as np
import pytest

from engine.api import EngineError
from engine.jit import kernel
from engine.kraken.batch import POLICY, Bots, pick_any, play_batch
from engine.kraken.rules import KrakenRules
from engine.kraken.setup import at_deal
from engine.kraken.state import CLAIM, PICK
from engine.play import play_game
from tests.engine.kraken_table import GAME

RANDOM, FIRST, ILLEGAL, SILENT_OWN = range(4)
RULES = KrakenRules(players=5)


@kernel(POLICY)
def policy(kind, question, o, params):
    if kind == FIRST:
        for a in range(o.codes):
            if o.legal[a]:
                return a
    if kind == ILLEGAL and question == PICK:
        return o.seat
    if kind == SILENT_OWN and question == CLAIM:
        return 99
    return pick_any(o)


def batch(kinds, seating, rules=RULES, **options):
    bots = Bots(kinds, np.zeros(0), np.zeros(len(kinds), np.int64))
    return play_batch(rules, policy, bots, seating, **options)


def everybody(games, players=5):
    return np.zeros((games, players), np.int64)


class Compiled:
    def __init__(self, kind):
        self.kind = kind

    def act(self, o, legal, rng):
        return policy(self.kind, int(o.question), o, np.zeros(0))


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"players": 8, "clockwise": True, "special": True},
        {"players": 5, "curse": True, "special": True, "claims_per_action": True, "tokens": 2},
    ],
    ids=str,
)
def test_a_batch_plays_the_games_of_single_steps(options):
    rules = KrakenRules(**options)
    seating = (np.arange(12)[:, None] + np.arange(rules.players)) % 2
    played = batch([RANDOM, FIRST], seating, rules, seed=11, first_game=40)
    for g, row in enumerate(seating):
        policies = [Compiled([RANDOM, FIRST][b]) for b in row]
        single = play_game(GAME, rules, policies, seed=11, index=40 + g)
        s = single.position.record
        assert single.forfeits == ()
        assert single.returns.tolist() == played.returns[g].tolist()
        assert GAME.outcome(single.position) == played.outcome_names[played.outcome[g]]
        assert (s.reveals, s.round_number, s.games) == (
            played.reveals[g], played.rounds[g], played.games[g]
        )  # fmt: skip
        decisions = sum(actor >= 0 for actor, _ in single.moves)
        assert decisions == played.decisions[g]


def test_results_do_not_depend_on_the_chunks():
    whole = batch([RANDOM], everybody(60), seed=3)
    parts = [
        batch([RANDOM], everybody(b - a), seed=3, first_game=a)
        for a, b in ((0, 7), (7, 40), (40, 60))
    ]
    assert np.array_equal(whole.returns, np.concatenate([p.returns for p in parts]))
    assert len(np.unique(whole.returns, axis=0)) > 10


def test_rows_of_the_seating_come_in_turn():
    rows = np.array([[0, 0, 0, 0, 0], [1, 0, 1, 0, 1]])
    turned = batch([RANDOM, FIRST], rows, games=10, seed=2)
    spelled = batch([RANDOM, FIRST], np.tile(rows, (5, 1)), seed=2)
    assert np.array_equal(turned.outcome, spelled.outcome)
    assert batch([RANDOM], everybody(0)).outcome.shape == (0,)
    with pytest.raises(EngineError, match="no row"):
        batch([RANDOM], everybody(0), games=3)


def test_another_bot_changes_no_role_marker_or_first_hand():
    def opening(bot, seed):
        moves = play_game(GAME, RULES, [Compiled(bot)] * 5, seed=seed, index=7).moves
        return [action for actor, action in moves if actor < 0][: 5 + 1 + 25]

    assert opening(RANDOM, 1) == opening(FIRST, 1)
    assert opening(RANDOM, 1) != opening(RANDOM, 2)


def test_by_role_the_policy_of_the_role_answers():
    by_role = np.broadcast_to(np.array([0, 1]), (200, 5, 2))
    played = batch([RANDOM, ILLEGAL], by_role)
    assert not played.forfeit[played.role == 0].any()
    assert played.forfeit[played.role == 1].any()


@pytest.mark.parametrize(("kind", "question"), [(ILLEGAL, "pick"), (SILENT_OWN, "claim")])
def test_an_illegal_answer_is_a_forfeit_and_the_game_goes_on(kind, question):
    played = batch([RANDOM, kind], np.tile([1, 0, 0, 0, 0], (200, 1)))
    assert played.forfeit[:, 1:].sum() == 0
    lost = played.forfeit[:, 0] > 0
    assert {played.questions[f - 1] for f in played.forfeit[lost, 0]} == {question}
    assert not played.returns[lost, 0].any()
    assert lost.sum() > 50
    # The others win or lose as the game went on.
    explorers_won = played.outcome[:, None] == 1
    assert np.array_equal(played.win_share[:, 1:], explorers_won == (played.role[:, 1:] == 0))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seating": np.zeros((3, 4), int)}, r"seating has shape \(3, 4, 2\)"),
        ({"seating": np.zeros((3, 5, 3), int)}, r"seating has shape \(3, 5, 3\)"),
        ({"seating": np.full((3, 5), 2)}, "bots outside 0 to 0"),
        ({"bots": Bots([0], np.zeros(0), [1])}, "parameter offsets lie outside 0 to 0"),
        ({"bots": Bots([0], np.zeros(0), [0, 0])}, "one of each a bot"),
    ],
)
def test_a_batch_refuses_what_does_not_fit(change, message):
    given = {"bots": Bots([0], np.zeros(0), [0]), "seating": np.zeros((3, 5), int), **change}
    with pytest.raises(EngineError, match=message):
        play_batch(RULES, policy, given["bots"], given["seating"])


def test_play_goes_on_from_a_given_deal():
    rules = KrakenRules(players=3, claims=False)
    roles = ["explorer", "skeleton", "explorer"]
    start = at_deal(rules, roles, round_number=4, treasures_left=1, marker=1)
    played = batch([RANDOM], everybody(20_000, 3), rules, start=start.record)
    assert np.all(played.role == [0, 1, 0])
    wins = np.mean(played.outcome == 1)
    # P(treasure in the first three, Kraken not before it) = sum over places 1..3 of 1/6 (6-p)/5.
    assert wins == pytest.approx((5 + 4 + 3) / 30, abs=0.018)
    assert played.rounds.tolist() == [4] * 20_000
    with pytest.raises(EngineError, match="n=3; the rules have 5 players"):
        batch([RANDOM], everybody(2), start=start.record)
