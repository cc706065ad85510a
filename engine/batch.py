"""What batches of whole games share: seats and keys before, forfeits within, columns after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from engine.api import EngineError
from engine.jit import kernel
from engine.rng import below, game_key


class Bots(NamedTuple):
    """Compiled policies of a batch: kind of each, shape ``(bots,)``, and its parameters.

    ``params`` is one flat float64 array; bot ``b`` reads it from ``starts[b]`` on.
    """

    kinds: Any
    params: Any
    starts: Any


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
def taken(s: Any, o: Any, a: int, result: Any) -> int:
    """Return the action that a policy's answer means.

    An illegal one is a forfeit, and random play goes on for it.
    """
    seat = o.seat
    if result.forfeit[seat] == 0 and not (0 <= a < o.codes and o.legal[a]):
        result.forfeit[seat] = 1 + s.phase
    if result.forfeit[seat] > 0:
        return pick_any(o)
    return a


@kernel(types.void(types.uint64[::1], types.uint64, types.int64))
def _fill_keys(keys: Any, seed: Any, first: int) -> None:
    for g in range(len(keys)):
        keys[g] = game_key(seed, first + g)


def game_keys(seed: int, first: int, games: int) -> NDArray[np.uint64]:
    """Return the keys of the games ``first, first + 1, …`` of a seed's series; ``(games,)``."""
    keys = np.zeros(games, np.uint64)
    _fill_keys(keys, np.uint64(seed), first)
    return keys


def checked_seats(
    bots: Bots, seating: Any, players: int, roles: Sequence[str] = ()
) -> NDArray[np.int64]:
    """Return kind and parameter offset of the bot in each seat; ``seating``'s shape and (2,).

    Where there are roles, a seat may have one bot for all of them.

    Raises
    ------
    EngineError
        If shapes, bot numbers or parameter offsets do not fit.
    """
    kinds, starts, seating = (np.asarray(x, np.int64) for x in (bots.kinds, bots.starts, seating))
    each: tuple[int, ...] = (players,)
    allowed = f"(games, {players}) here"
    if roles:
        if seating.ndim == 2:
            seating = np.repeat(seating[:, :, None], len(roles), axis=2)
        each = (players, len(roles))
        allowed += f", or (games, {players}, {len(roles)}) by role"
    if seating.ndim != 1 + len(each) or seating.shape[1:] != each:
        raise EngineError(f"seating has shape {seating.shape}; it must be {allowed}")
    if kinds.shape != starts.shape or kinds.ndim != 1:
        raise EngineError(f"{kinds.shape} kinds and {starts.shape} starts; one of each a bot")
    if seating.size and not (seating.min() >= 0 and seating.max() < len(kinds)):
        raise EngineError(f"seating names bots outside 0 to {len(kinds) - 1}")
    if len(starts) and not (starts.min() >= 0 and starts.max() <= len(bots.params)):
        raise EngineError(f"parameter offsets lie outside 0 to {len(bots.params)}")
    return np.ascontiguousarray(np.stack([kinds[seating], starts[seating]], axis=-1))


def columns(kind: type, results: Any, players: int) -> Mapping[str, Any]:
    """Return the columns of a record array that a result type has; of seats, those at the table."""
    found = {f.name: results[f.name] for f in fields(kind) if f.name in results.dtype.names}
    return {name: rows[:, :players] if rows.ndim > 1 else rows for name, rows in found.items()}
