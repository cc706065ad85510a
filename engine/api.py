"""What every game shows to the rest of the program: rules, actions, observations, errors.

Single-step play goes through :class:`Game`. Seats are ``0 … n-1``; two further actors,
:data:`CHANCE` and :data:`TERMINAL`, mark a chance event and the end of the game. Every action and
every chance outcome is one integer, with a text form for records and people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NewType, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

Seat = NewType("Seat", int)

CHANCE = -1
TERMINAL = -2

# One element of a structured NumPy array (``numpy.record``); compiled kernels see the same bytes.
State = Any
Observation = Any


class EngineError(ValueError):
    """Bad input to the engine: what was given, what is allowed, and where."""


class BadRules(EngineError):
    """A rules option that does not exist, or a value outside its range."""


class BadText(EngineError):
    """A text that cannot be read as a state, an action or a record."""


class IllegalAction(EngineError):
    """An action that the rules forbid here; names the rule, the action and what is allowed."""

    def __init__(self, rule: str, given: str, allowed: Sequence[str]) -> None:
        self.rule, self.given, self.allowed = rule, given, tuple(allowed)
        shown = ", ".join(self.allowed[:12]) + (", …" if len(self.allowed) > 12 else "")
        super().__init__(f"{given} is not allowed here ({rule}); allowed: {shown or 'nothing'}")


class Rules(BaseModel):
    """Frozen, validated options of one game; every default of the rules page is a field."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    players: int


class Game(Protocol):
    """Single-step play of one game. All methods are pure: states are copied, never changed."""

    name: str
    title: Mapping[str, str]
    players: range

    @property
    def rules_type(self) -> type[Rules]:
        """The pydantic model of the game's options."""

    def initial(self, rules: Any) -> State:
        """Return the state before the first chance event."""

    def actor(self, state: State) -> int:
        """Return the seat to act, :data:`CHANCE` or :data:`TERMINAL`."""

    def legal_actions(self, state: State) -> NDArray[np.int64]:
        """Return the legal actions of the seat to act, ascending and unique."""

    def chance_outcomes(self, state: State) -> list[tuple[int, float]]:
        """Return (outcome, probability) pairs of a chance event; probabilities sum to one."""

    def apply(self, state: State, action: int) -> State:
        """Return the state after an action or a chance outcome.

        Raises
        ------
        IllegalAction
            If the rules forbid it; names the rule, what was given and what is allowed.
        """

    def returns(self, state: State) -> NDArray[np.float64]:
        """Return each seat's payoff at the end, in the game's unit; shape ``(n,)``."""

    def outcome(self, state: State) -> str:
        """Return the reason of the end, or ``""`` while the game goes on."""

    def observation(self, state: State, seat: int) -> Observation:
        """Return what one seat may know: the only thing a policy sees."""

    def encode(self, state: State) -> str:
        """Return the state as one line of text."""

    def parse(self, rules: Any, text: str) -> State:
        """Return the state that :meth:`encode` wrote."""

    def action_text(self, state: State, action: int) -> str:
        """Return an action or chance outcome as text, as records write it."""

    def parse_action(self, state: State, text: str) -> int:
        """Return the action that a text names."""
