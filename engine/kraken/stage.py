"""Many states at once that differ in hidden things only: seats speak, act, and cards come up."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype, types
from numpy.typing import NDArray

from engine.jit import kernel
from engine.kraken.batch import POLICY, Bots
from engine.kraken.kernel import apply, sample
from engine.kraken.observe import observe_private, observe_public
from engine.kraken.rounds import begin_action
from engine.kraken.rules import KrakenRules
from engine.kraken.state import CLAIM, OBS, ODDS, RULES, SILENT, STATE
from engine.rng import game_key

_STATES = types.Array(from_dtype(STATE), 1, "C")
_RULES = types.Array(from_dtype(RULES), 1, "C")


@kernel(
    types.void(
        _STATES,
        _RULES,
        types.FunctionType(POLICY),
        types.int64[:, :, ::1],
        types.float64[::1],
        types.int64[::1],
        types.uint64[::1],
    )
)
def _speak(
    states: Any, rules: Any, policy: Any, seats: Any, params: Any, waiting: Any, keys: Any
) -> None:
    """Let the seats that wait speak in order, then begin the first action."""
    r, o = rules[0], np.zeros(1, OBS)[0]
    for g in range(len(states)):
        s = states[g]
        o.games = -1
        s.phase = CLAIM
        for step in range(s.n):
            seat = (s.marker + step) % s.n
            if waiting[seat] > 0:
                s.turn = step
                observe_public(s, r, o)
                observe_private(s, r, seat, keys[g], o)
                start = seats[seat, s.role[seat], 1]
                a = policy(seats[seat, s.role[seat], 0], o.question, o, params[start:])
                s.claim[s.round_number - 1, seat] = a if o.legal[a] else SILENT
        begin_action(s, r)


@kernel(types.void(_STATES, _RULES, types.int64))
def _act(states: Any, rules: Any, action: int) -> None:
    for g in range(len(states)):
        apply(states[g], rules[0], action)


@kernel(types.void(_STATES, _RULES, types.uint64[::1], types.int64[::1]))
def _next_cards(states: Any, rules: Any, keys: Any, found: Any) -> None:
    odds = np.zeros(1, ODDS)[0]
    for g in range(len(states)):
        found[g] = sample(states[g], rules[0], keys[g], odds)


@kernel(types.void(types.uint64, types.int64, types.uint64[::1]))
def _keys(seed: Any, first: int, keys: Any) -> None:
    for g in range(len(keys)):
        keys[g] = game_key(seed, first + g)


def keys_of(seed: int, first_game: int, games: int) -> NDArray[np.uint64]:
    """Return the keys of games in a row, as :func:`engine.kraken.batch.play_batch` numbers them."""
    keys = np.zeros(games, np.uint64)
    _keys(np.uint64(seed), first_game, keys)
    return keys


def speak_all(
    rules: KrakenRules,
    policy: Any,
    bots: Bots,
    states: NDArray[Any],
    waiting: NDArray[np.int64],
    keys: NDArray[np.uint64],
) -> None:
    """Let the seats that wait announce in every state, and begin the first action; in place.

    Parameters
    ----------
    bots : Bots
        The explorers' and the skeletons'.
    states : (games,) of STATE
        After the deal, with what was said so far.
    waiting : (n,)
        1 for each seat that is still to speak.
    keys : (games,)
    """
    kinds = np.stack([np.asarray(bots.kinds), np.asarray(bots.starts)], axis=1).astype(np.int64)
    seats = np.ascontiguousarray(np.broadcast_to(kinds, (rules.players, *kinds.shape)))
    record = np.array([rules.record()], dtype=RULES)
    params = np.ascontiguousarray(bots.params, np.float64)
    _speak(states, record, policy, seats, params, np.asarray(waiting, np.int64), keys)


def act_all(rules: KrakenRules, states: NDArray[Any], action: int) -> None:
    """Take the same legal action in every state; in place."""
    _act(states, np.array([rules.record()], dtype=RULES), action)


def next_cards(
    rules: KrakenRules, states: NDArray[Any], keys: NDArray[np.uint64]
) -> NDArray[np.int64]:
    """Return the card that each game's key turns up next."""
    found = np.zeros(len(states), np.int64)
    _next_cards(states, np.array([rules.record()], dtype=RULES), keys, found)
    return found
