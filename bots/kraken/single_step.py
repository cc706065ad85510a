"""Compiled bots of No Touch Kraken in single-step play."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bots.kraken.dispatch import dispatch


class Compiled:
    """A compiled bot behind the single-step interface; plays as it does in a batch."""

    def __init__(self, kind: int, params: NDArray[np.float64]) -> None:
        self._kind = kind
        self._params = np.ascontiguousarray(params, np.float64)

    def act(
        self, observation: Any, legal_actions: NDArray[np.int64], rng: np.random.Generator
    ) -> int:
        """Return the bot's answer; it draws on the observation's own random number, not ``rng``."""
        return int(dispatch(self._kind, int(observation.question), observation, self._params))
