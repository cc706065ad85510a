"""Whole games of No Touch Kraken by compiled policies, many at a time."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types
from numpy.typing import NDArray

from engine.api import CHANCE, EngineError
from engine.jit import kernel
from engine.kraken.check import check_state
from engine.kraken.kernel import actor, apply, sample, settle
from engine.kraken.observe import observe_private, observe_public
from engine.kraken.rounds import open_game, treasures_left
from engine.kraken.rules import KrakenRules
from engine.kraken.state import DEAL, END, OBS, ODDS, OUTCOMES, PHASES, RESULT, ROLES, RULES, STATE
from engine.records import new_record
from engine.rng import below, game_key
from engine.views import tail

POLICY = types.int64(types.int64, types.int64, from_dtype(OBS), types.float64[::1])
"""Signature of a compiled policy: ``(kind, question, observation, params) -> action``.

It returns one legal action and must not change the observation.
"""


@kernel()
def pick_any(o: Any) -> int:
    """Return a uniformly random legal action."""
    legal = 0
    for a in range(o.codes):
        legal += o.legal[a]
    chosen = below(o.rng, legal)
    for a in range(o.codes):
        if o.legal[a]:
            chosen -= 1
        if chosen < 0:
            return a
    return -1


@kernel()
def act(s: Any, r: Any, o: Any, a: int, result: Any) -> None:
    """Take a policy's action; an illegal one is a forfeit, and random play goes on for it."""
    seat = o.seat
    if result.forfeit[seat] == 0 and not (0 <= a < o.codes and o.legal[a]):
        result.forfeit[seat] = 1 + s.phase
    if result.forfeit[seat] > 0:
        a = pick_any(o)
    apply(s, r, a)


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
            act(s, r, o, a, result)
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


@kernel(types.void(types.Array(from_dtype(RESULT), 1, "C"), types.uint64, types.int64))
def set_keys(results: Any, seed: Any, first: int) -> None:
    """Give every game its key."""
    for g in range(len(results)):
        results[g].key = game_key(seed, first + g)


class Bots(NamedTuple):
    """Compiled policies of a batch: kind of each, shape ``(bots,)``, and its parameters.

    ``params`` is one flat float64 array; bot ``b`` reads it from ``starts[b]`` on.
    """

    kinds: Any
    params: Any
    starts: Any


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


def _checked_seats(rules: KrakenRules, bots: Bots, seating: Any) -> NDArray[np.int64]:
    kinds, starts, seating = (np.asarray(x, np.int64) for x in (bots.kinds, bots.starts, seating))
    if seating.ndim == 2:
        seating = np.repeat(seating[:, :, None], len(ROLES), axis=2)
    if seating.ndim != 3 or seating.shape[1:] != (rules.players, len(ROLES)):
        raise EngineError(
            f"seating has shape {seating.shape}; it must be (games, {rules.players}) here, "
            f"or (games, {rules.players}, {len(ROLES)}) by role"
        )
    if kinds.shape != starts.shape or kinds.ndim != 1:
        raise EngineError(f"{kinds.shape} kinds and {starts.shape} starts; one of each a bot")
    if seating.size and not (seating.min() >= 0 and seating.max() < len(kinds)):
        raise EngineError(f"seating names bots outside 0 to {len(kinds) - 1}")
    if len(starts) and not (starts.min() >= 0 and starts.max() <= len(bots.params)):
        raise EngineError(f"parameter offsets lie outside 0 to {len(bots.params)}")
    return np.ascontiguousarray(np.stack([kinds[seating], starts[seating]], axis=3))


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
    seats = _checked_seats(rules, bots, seating)
    results = np.zeros(len(seats) if games is None else games, RESULT)
    if len(results) and not len(seats):
        raise EngineError("seating has no row; allowed: at least one")
    set_keys(results, np.uint64(seed), first_game)
    rules_record = np.array([rules.record()], dtype=RULES)
    if start is not None:
        start = np.atleast_1d(np.asarray(start, dtype=STATE))
        check_state(start[0], rules_record[0])
    else:
        start = np.array([initial_state(rules)], dtype=STATE)
    play_games(rules_record, start, policy, seats, params, results)
    columns: dict[str, Any] = {
        f.name: results[f.name] for f in fields(BatchResult) if f.name in RESULT.names
    }
    for name in ("returns", "win_share", "forfeit", "role"):
        columns[name] = columns[name][:, : rules.players]
    return BatchResult(**columns)
