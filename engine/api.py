"""What every game shows to the rest of the program: rules, actions, observations, errors.

Single-step play goes through :class:`Game`. Seats are ``0 … n-1``; two further actors,
:data:`CHANCE` and :data:`TERMINAL`, mark a chance event and the end of the game. Every action and
every chance outcome is one integer, with a text form for records and people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Position:
    """A state together with the rules it stands under; never changed in place.

    Attributes
    ----------
    rules : Rules
        The options as people give them.
    numbers : record
        The options as kernels read them.
    record : record
        The state proper: one element of the game's ``STATE`` dtype.
    """

    rules: Any
    numbers: Any
    record: State


class Game(Protocol):
    """Single-step play of one game. All methods are pure: positions are copied, never changed."""

    name: str
    title: Mapping[str, str]
    rules_type: type[Rules]
    unit: str
    outcomes: tuple[str, ...]
    roles: tuple[str, ...]
    chance_streams: tuple[str, ...]

    def initial(self, rules: Any) -> Position:
        """Return the position before the first chance event."""

    def actor(self, position: Position) -> int:
        """Return the seat to act, :data:`CHANCE` or :data:`TERMINAL`."""

    def legal_actions(self, position: Position) -> NDArray[np.int64]:
        """Return the legal actions of the seat to act, ascending and unique."""

    def chance_outcomes(self, position: Position) -> list[tuple[int, float]]:
        """Return (outcome, probability) pairs of a chance event; probabilities sum to one."""

    def chance_stream(self, position: Position) -> str:
        """Return the name under which a record's set-up may hold outcomes of this event."""

    def sample(self, position: Position, key: int) -> int:
        """Return the outcome that a game's key draws for the chance event at hand."""

    def apply(self, position: Position, action: int) -> Position:
        """Return the position after an action or a chance outcome.

        Raises
        ------
        IllegalAction
            If the rules forbid it; names the rule, what was given and what is allowed.
        """

    def returns(self, position: Position, forfeited: Sequence[int] = ()) -> NDArray[np.float64]:
        """Return each seat's payoff at the end, in ``unit``, shape ``(n,)``; 0 if forfeited."""

    def win_shares(self, position: Position, forfeited: Sequence[int] = ()) -> NDArray[np.float64]:
        """Return each seat's share of the win among those not forfeited; shape ``(n,)``."""

    def outcome(self, position: Position) -> str:
        """Return the reason of the end, or ``""`` while the game goes on."""

    def seat_roles(self, position: Position) -> NDArray[np.int64]:
        """Return each seat's role, an index into ``roles``; zeros in a game without roles."""

    def observation(self, position: Position, seat: int, key: int = 0) -> Observation:
        """Return what one seat may know: the only thing a policy sees.

        ``key`` is the key of the game's random streams; the seat's private number comes from it.
        """

    def encode(self, position: Position) -> str:
        """Return the state as one line of text."""

    def parse(self, rules: Any, text: str) -> Position:
        """Return the position that :meth:`encode` wrote.

        Raises
        ------
        BadText
            If the text is no state, or an impossible one.
        """

    def action_text(self, position: Position, action: int) -> str:
        """Return an action or chance outcome as text, as records write it."""

    def parse_move(self, position: Position, move: Any) -> list[int]:
        """Return the actions that a record's move names, usually one.

        Raises
        ------
        BadText
            If the move cannot be read.
        IllegalAction
            If it can, and the rules forbid it.
        """
