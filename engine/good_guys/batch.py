"""Whole games played by compiled policies, many at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types
from numpy.typing import NDArray

from engine.api import CHANCE
from engine.batch import Bots as Bots
from engine.batch import checked_seats, columns, game_keys, pick_any, taken
from engine.good_guys.cards import believe_mean, clockwise, wealth
from engine.good_guys.check import check_state
from engine.good_guys.kernel import actor, after_talk, apply, sample, settle
from engine.good_guys.observe import observe_phase, observe_private, observe_public
from engine.good_guys.rounds import deal
from engine.good_guys.rules import GoodGuysRules
from engine.good_guys.state import (
    ACTION,
    DEAL,
    DRAW,
    END,
    GIFT,
    LOWEST_VALUE,
    MARKER,
    OBS,
    ODDS,
    OFFER,
    OUTCOMES,
    PHASES,
    RESULT,
    REWARD,
    RULES,
    SEATS,
    STATE,
    TALK,
    TRACE,
    VALUES,
)
from engine.jit import kernel
from engine.records import new_record
from engine.rng import below, mix
from engine.views import tail

POLICY = types.int64(
    types.int64, types.int64, from_dtype(OBS), types.float64[::1], types.int64[::1]
)
"""Signature of a compiled policy: ``(kind, question, observation, params, out) -> answer``.

For the question OFFER it fills ``out[4 * seat + value_index]`` with card counts and returns 0; for
every other question it returns one legal action. It must not change the observation.
"""


@kernel()
def uniform(o: Any, out: Any) -> int:
    """Answer uniformly: every card's receiver, or a legal action."""
    if o.question == OFFER:
        pick_offer(o, out)
        return 0
    return pick_any(o)


@kernel()
def pick_offer(o: Any, out: Any) -> None:
    """Fill an offer that gives each card to a uniformly random seat."""
    word = o.rng
    out[: SEATS * VALUES] = 0
    for v in range(VALUES):
        for _ in range(o.table[v]):
            word = mix(word + np.uint64(1))
            out[VALUES * below(word, o.n) + v] += 1


@kernel()
def is_offer(s: Any, out: Any) -> bool:
    """Return whether a policy's offer divides exactly the cards on the table."""
    for v in range(VALUES):
        total = 0
        for i in range(SEATS):
            count = out[VALUES * i + v]
            if count < 0 or (i >= s.n and count > 0):
                return False
            total += count
        if total != s.table[v]:
            return False
    return True


@kernel()
def place_offer(s: Any, r: Any, out: Any) -> None:
    """Take the offer card by card, in the one order in which an offer is written."""
    boss = s.boss
    for v in range(VALUES - 1, -1, -1):
        for k in range(s.n):
            receiver = clockwise(s.n, boss, k)
            for _ in range(out[VALUES * receiver + v]):
                apply(s, r, receiver)


@kernel()
def offer(s: Any, r: Any, o: Any, out: Any, result: Any) -> None:
    """Place a policy's offer; one that does not divide the table is a forfeit."""
    if result.forfeit[o.seat] == 0 and not is_offer(s, out):
        result.forfeit[o.seat] = 1 + OFFER
    if result.forfeit[o.seat] > 0:
        pick_offer(o, out)
    place_offer(s, r, out)


@kernel()
def act(s: Any, r: Any, o: Any, a: int, result: Any) -> None:
    """Take a policy's action, or a random one for a seat that has forfeited."""
    a = taken(s, o, a, result)
    if s.phase == TALK and a > 0:
        # The one public fact that changes within a phase.
        o.claim[o.seat] = a
    apply(s, r, a)


@kernel()
def note_offer(s: Any, t: Any, game: int, index: int) -> None:
    """Fill a trace row with an offer just completed."""
    t.game = game
    t.index = index
    t.drawn = s.drawn
    t.rejections = s.rejections
    t.boss = s.boss
    t.boss_terms = s.terms[s.boss] + 1
    t.result = -1
    for v in range(VALUES):
        t.pot[v] = s.table[v]
        t.pot_value += s.table[v] * (v + LOWEST_VALUE)
    t.thefts = s.thefts
    for i in range(s.n):
        t.hidden += s.hidden[i]
        t.public[i] += s.payoff[i]
        for v in range(VALUES):
            t.public[i] += believe_mean(s, i, v) * (v + LOWEST_VALUE)
        t.wealth[i] = wealth(s, i)
        for v in range(VALUES):
            t.share[i] += s.offer[i, v] * (v + LOWEST_VALUE)


@kernel()
def note_count(s: Any, t: Any) -> None:
    """Fill a trace row with how its offer ended."""
    t.result = s.last_result
    t.new_boss = s.boss
    for i in range(s.n):
        t.actions[i] = s.last_action[i]
        t.markers[i] = s.last_marker[i]


class Buffers(NamedTuple):
    """Work space of one batch: one-element arrays of records, and an offer."""

    state: Any
    observation: Any
    odds: Any
    out: Any


@kernel()
def play_game(
    buffers: Any, r: Any, policy: Any, seats: Any, params: Any, result: Any, trace: Any, game: int
) -> None:
    """Play one game to its end from the state in the buffers."""
    s, o, odds, out = buffers.state[0], buffers.observation[0], buffers.odds[0], buffers.out
    # A start state may have its offer already placed.
    first = s.offers if GIFT <= s.phase <= ACTION else s.offers + 1
    noted, counted = -1, True
    while s.phase != END:
        seat = actor(s)
        if seat == CHANCE:
            apply(s, r, sample(s, r, result.key, odds))
        else:
            if o.offers != s.offers or after_talk(r) == DEAL:
                observe_public(s, r, o)
            elif o.question != s.phase or (s.phase == MARKER and r.markers == 1):
                observe_phase(s, r, o)
            observe_private(s, r, seat, result.key, o)
            a = policy(seats[seat, 0], o.question, o, tail(params, seats[seat, 1]), tail(out, 0))
            result.decisions += 1
            if s.phase == OFFER:
                offer(s, r, o, out, result)
            else:
                act(s, r, o, a, result)
        if noted < s.offers - first < len(trace) and OFFER < s.phase <= ACTION:
            noted = s.offers - first
            note_offer(s, trace[noted], game, noted)
            counted = False
        if not counted and (s.phase == DRAW or s.phase >= REWARD):
            counted = True
            note_count(s, trace[noted])
    settle(s, r, result)
    result.outcome = s.outcome
    result.rounds = s.passes + s.ties
    result.offers = s.offers
    result.passes = s.passes
    result.ties = s.ties
    result.noes = s.noes


@kernel(
    types.void(
        types.Array(from_dtype(RULES), 1, "C"),
        types.Array(from_dtype(STATE), 1, "C"),
        types.FunctionType(POLICY),
        types.int64[:, :, ::1],
        types.float64[::1],
        types.Array(from_dtype(RESULT), 1, "C"),
        types.Array(from_dtype(TRACE), 2, "C"),
        types.int64,
    )
)
def play_games(
    rules: Any,
    start: Any,
    policy: Any,
    seats: Any,
    params: Any,
    results: Any,
    traces: Any,
    first: int,
) -> None:
    """Play the games ``first, first + 1, …``; ``seats[g, seat]`` is (kind, parameter offset)."""
    buffers = Buffers(
        np.zeros(1, STATE),
        np.zeros(1, OBS),
        np.zeros(1, ODDS),
        np.zeros(SEATS * VALUES, np.int64),
    )
    for g in range(len(results)):
        buffers.state[0] = start[0]
        buffers.observation[0].offers = -1
        play_game(buffers, rules[0], policy, seats[g], params, results[g], traces[g], first + g)


@dataclass(frozen=True)
class BatchResult:
    """Outcomes of a batch, one row a game.

    Attributes
    ----------
    returns : ndarray of float64, shape (games, n)
        Money at the end in $k; 0 for a seat that forfeited.
    win_share : ndarray of float64, shape (games, n)
        Share of the win: 1/k for each of k equally rich seats (option ``ties``).
    outcome : ndarray of int64, shape (games,)
        Reason of the end, an index into ``outcome_names``.
    rounds, offers, passes, ties, noes, decisions : ndarray of int64, shape (games,)
        Pots paid, offers made, counts by result, and answers of policies.
    forfeit : ndarray of int64, shape (games, n)
        0, or 1 + the index into ``questions`` of the question first answered illegally.
    trace : ndarray of TRACE, shape (games, trace)
        The first offers of each game, in order; ``index`` -1 where there was none.
    """

    returns: NDArray[np.float64]
    win_share: NDArray[np.float64]
    outcome: NDArray[np.int64]
    rounds: NDArray[np.int64]
    offers: NDArray[np.int64]
    passes: NDArray[np.int64]
    ties: NDArray[np.int64]
    noes: NDArray[np.int64]
    decisions: NDArray[np.int64]
    forfeit: NDArray[np.int64]
    trace: Any
    outcome_names: tuple[str, ...] = OUTCOMES
    questions: tuple[str, ...] = PHASES


def initial_state(rules: GoodGuysRules) -> Any:
    """Return the state before the first chance event (dtype ``STATE``)."""
    state = new_record(STATE)
    deal(state, rules.record())
    return state


def play_batch(
    rules: GoodGuysRules,
    policy: Any,
    bots: Bots,
    seating: Any,
    *,
    seed: int = 0,
    first_game: int = 0,
    start: Any = None,
    trace: int = 0,
) -> BatchResult:
    """Play one game for each row of ``seating``.

    Parameters
    ----------
    rules : GoodGuysRules
    policy : compiled function of signature ``POLICY``
        The dispatcher, which knows the policies by kind.
    bots : Bots
    seating : ndarray of int64, shape (games, n)
        Bot in each seat.
    seed, first_game : int
        Game ``g`` of the batch is number ``first_game + g`` of the series of ``seed``; its cards
        depend on these two alone.
    start : STATE, optional
        Play on from here instead of from the set-up.
    trace : int
        Offers recorded of each game.

    Raises
    ------
    EngineError
        If shapes, bot numbers, parameter offsets or the start state do not fit.
    """
    params = np.ascontiguousarray(bots.params, np.float64)
    seats = checked_seats(bots, seating, rules.players)
    games = len(seats)
    results = np.zeros(games, RESULT)
    traces = np.zeros((games, trace), TRACE)
    traces["index"] = -1
    results["key"] = game_keys(seed, first_game, games)
    rules_record = np.array([rules.record()], dtype=RULES)
    if start is not None:
        check_state(start, rules_record[0])
    template = np.array([initial_state(rules) if start is None else start], dtype=STATE)
    play_games(rules_record, template, policy, seats, params, results, traces, first_game)
    return BatchResult(**columns(BatchResult, results, rules.players), trace=traces)
