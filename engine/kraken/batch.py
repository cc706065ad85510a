"""Whole games of No Touch Kraken by compiled policies, many at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types
from numpy.typing import NDArray

from engine.api import CHANCE, EngineError
from engine.batch import Bots as Bots
from engine.batch import checked_seats, columns, game_keys, taken
from engine.batch import pick_any as pick_any
from engine.jit import kernel
from engine.kraken.check import check_state
from engine.kraken.kernel import actor, apply, sample, settle
from engine.kraken.observe import observe_private, observe_public
from engine.kraken.rounds import open_game, treasures_left
from engine.kraken.rules import KrakenRules
from engine.kraken.state import DEAL, END, OBS, ODDS, OUTCOMES, PHASES, RESULT, ROLES, RULES, STATE
from engine.records import new_record
from engine.views import tail

POLICY = types.int64(types.int64, types.int64, from_dtype(OBS), types.float64[::1])
"""Signature of a compiled policy: ``(kind, question, observation, params) -> action``.

It returns one legal action and must not change the observation.
"""


class Buffers(NamedTuple):
    """Work space of one batch: one-element arrays of records."""

    state: Any
    observation: Any
    odds: Any


@kernel()
def deal_all(s: Any, r: Any, key: Any, odds: Any) -> None:
    """Deal the cards of a round, as single steps would."""
    while s.phase == DEAL:
        apply(s, r, sample(s, r, key, odds))


@kernel()
def play_game(buffers: Any, r: Any, policy: Any, seats: Any, params: Any, result: Any) -> None:
    """Play one game to its end from the state in the buffers."""
    s, o, odds = buffers.state[0], buffers.observation[0], buffers.odds[0]
    while s.phase != END:
        seat = actor(s)
        if seat == CHANCE:
            deal_all(s, r, result.key, odds)
            if actor(s) == CHANCE:
                apply(s, r, sample(s, r, result.key, odds))
        else:
            observe_public(s, r, o)
            observe_private(s, r, seat, result.key, o)
            role = s.role[seat]
            start = seats[seat, role, 1]
            a = policy(seats[seat, role, 0], o.question, o, tail(params, start))
            result.decisions += 1
            apply(s, r, taken(s, o, a, result))
    settle(s, r, result)
    result.outcome = s.outcome
    result.rounds = s.round_number
    result.reveals = s.reveals
    result.treasures = s.n - treasures_left(s)
    result.games = s.games


@kernel(
    types.void(
        types.Array(from_dtype(RULES), 1, "C"),
        types.Array(from_dtype(STATE), 1, "C"),
        types.FunctionType(POLICY),
        types.int64[:, :, :, ::1],
        types.float64[::1],
        types.Array(from_dtype(RESULT), 1, "C"),
    )
)
def play_games(rules: Any, start: Any, policy: Any, seats: Any, params: Any, results: Any) -> None:
    """Play games; ``seats[g, seat, role]`` is (kind, parameter offset).

    Rows of seats and start states repeat in turn.
    """
    buffers = Buffers(np.zeros(1, STATE), np.zeros(1, OBS), np.zeros(1, ODDS))
    for g in range(len(results)):
        buffers.state[0] = start[g % len(start)]
        buffers.observation[0].games = -1
        play_game(buffers, rules[0], policy, seats[g % len(seats)], params, results[g])


@dataclass(frozen=True)
class BatchResult:
    """Outcomes of a batch, one row a game.

    Attributes
    ----------
    returns, win_share : ndarray of float64, shape (games, n)
        1 for a seat whose side won; in a series its share of the win. 0 for one that forfeited.
    role : ndarray of int64, shape (games, n)
        Role of each seat, in the last game of a series; an index into ``role_names``.
    outcome : ndarray of int64, shape (games,)
        Reason of the end, an index into ``outcome_names``.
    rounds, reveals, treasures, games, decisions : ndarray of int64, shape (games,)
        Rounds begun, cards turned up, treasures (and curses) face up at the end, games of the
        series, and answers of policies.
    forfeit : ndarray of int64, shape (games, n)
        0, or 1 + the index into ``questions`` of the question first answered illegally.
    """

    returns: NDArray[np.float64]
    win_share: NDArray[np.float64]
    role: NDArray[np.int64]
    outcome: NDArray[np.int64]
    rounds: NDArray[np.int64]
    reveals: NDArray[np.int64]
    treasures: NDArray[np.int64]
    games: NDArray[np.int64]
    decisions: NDArray[np.int64]
    forfeit: NDArray[np.int64]
    outcome_names: tuple[str, ...] = OUTCOMES
    role_names: tuple[str, ...] = ROLES
    questions: tuple[str, ...] = PHASES


def initial_state(rules: KrakenRules) -> Any:
    """Return the state before the first chance event (dtype ``STATE``)."""
    state = new_record(STATE)
    open_game(state, rules.record())
    return state


def play_batch(
    rules: KrakenRules,
    policy: Any,
    bots: Bots,
    seating: Any,
    *,
    seed: int = 0,
    first_game: int = 0,
    start: Any = None,
    games: int | None = None,
) -> BatchResult:
    """Play one game for each row of ``seating``, or ``games`` games with the rows in turn.

    Parameters
    ----------
    rules : KrakenRules
    policy : compiled function of signature ``POLICY``
        The dispatcher, which knows the policies by kind.
    bots : Bots
    seating : ndarray of int64, shape (games, n) or (games, n, 2)
        Bot in each seat; or for each role that the seat may get, explorer first.
    seed, first_game : int
        Game ``g`` of the batch is number ``first_game + g`` of the series of ``seed``; its chance
        events depend on these two and on what is picked.
    start : STATE or array of STATE, optional
        Play on from here instead of from the set-up. Of several the games start from each in turn;
        they are told apart by hidden things only, and the first is checked.
    games : int, optional
        Number of games, if not one a row.

    Raises
    ------
    EngineError
        If shapes, bot numbers, parameter offsets or the start state do not fit.
    """
    params = np.ascontiguousarray(bots.params, np.float64)
    seats = checked_seats(bots, seating, rules.players, ROLES)
    results = np.zeros(len(seats) if games is None else games, RESULT)
    if len(results) and not len(seats):
        raise EngineError("seating has no row; allowed: at least one")
    results["key"] = game_keys(seed, first_game, len(results))
    rules_record = np.array([rules.record()], dtype=RULES)
    if start is not None:
        start = np.atleast_1d(np.asarray(start, dtype=STATE))
        check_state(start[0], rules_record[0])
    else:
        start = np.array([initial_state(rules)], dtype=STATE)
    play_games(rules_record, start, policy, seats, params, results)
    return BatchResult(**columns(BatchResult, results, rules.players))
