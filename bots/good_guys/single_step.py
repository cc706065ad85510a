"""Compiled bots of Good Guys in single-step play."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bots.good_guys.dispatch import dispatch
from engine.good_guys.state import OFFER, SEATS, VALUES


class Compiled:
    """A compiled bot behind the single-step interface; plays as it does in a batch."""

    def __init__(self, kind: int, params: NDArray[np.float64]) -> None:
        self._kind = kind
        self._params = np.ascontiguousarray(params, np.float64)
        self._out = np.zeros(SEATS * VALUES, np.int64)

    def act(
        self, observation: Any, legal_actions: NDArray[np.int64], rng: np.random.Generator
    ) -> int:
        """Return the bot's answer; it draws on the observation's own random number, not ``rng``."""
        question = int(observation.question)
        answer = int(dispatch(self._kind, question, observation, self._params, self._out))
        return self._receiver(observation) if question == OFFER else answer

    def _receiver(self, observation: Any) -> int:
        """Return who gets the next card of the whole offer, first clockwise from the boss."""
        v = int(observation.card)
        for k in range(int(observation.n)):
            seat = (int(observation.boss) + k) % int(observation.n)
            if observation.assigned[seat, v] < self._out[VALUES * seat + v]:
                return seat
        return -1
