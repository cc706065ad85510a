"""Counter-based random numbers: a game's key, a stream and a counter give the number.

No state is carried, so the k-th card of the deck is the same whatever the players do, and games
may be played in any order or chunking. Source: finalizer of SplitMix64 (Steele, Lea, Flood 2014).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit import kernel

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_STREAM = np.uint64(0xD1B54A32D192ED03)
_UNIT = 1.0 / (1 << 53)


@kernel()
def mix(x: Any) -> Any:
    """Return the SplitMix64 finalizer of a uint64."""
    x = (x ^ (x >> np.uint64(30))) * _MIX_1
    x = (x ^ (x >> np.uint64(27))) * _MIX_2
    return x ^ (x >> np.uint64(31))


@kernel()
def bits(key: Any, stream: int, counter: int) -> Any:
    """Return the uint64 of a stream at a counter; adding the input back makes it one-way."""
    x = key + np.uint64(stream) * _STREAM + np.uint64(counter) * _GOLDEN
    return mix(mix(x) + _GOLDEN) + x


@kernel()
def uniform(key: Any, stream: int, counter: int) -> float:
    """Return the float in [0, 1) of a stream at a counter."""
    return float(np.float64(bits(key, stream, counter) >> np.uint64(11)) * _UNIT)


@kernel()
def below(word: Any, n: int) -> int:
    """Return an integer in 0 … n-1 from a uint64 of random bits."""
    return int(np.float64(word >> np.uint64(11)) * _UNIT * n)


@kernel()
def game_key(seed: int, game: int) -> Any:
    """Return the key of one game of a series."""
    return bits(mix(np.uint64(seed) + _GOLDEN), 0, game)
