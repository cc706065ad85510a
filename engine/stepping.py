"""Single-step play of a game whose rules are kernels: what is the same for every such game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from engine.api import CHANCE, IllegalAction, Position
from engine.records import copy_record, new_record
from engine.text import encode_record, parse_record


@dataclass(frozen=True)
class Compiled:
    """A game's compiled rules.

    Attributes
    ----------
    actor, apply, sample, settle : kernels
        Who acts; take an action or outcome; draw an outcome; fill a result at the end.
    initial_state : callable from rules
        The record before the first chance event.
    check_state : callable from a record and the rules' numbers
        Raises where the record is no possible state.
    odds, result : dtypes
    end : int
        The phase of a game that is over.
    names : mapping
        Words for the numbers of some fields.
    sizes : callable from rules
        Lengths of arrays in records as far as they are used.
    """

    actor: Callable[..., int]
    apply: Callable[..., None]
    sample: Callable[..., int]
    settle: Callable[..., None]
    initial_state: Callable[[Any], Any]
    check_state: Callable[..., None]
    odds: Any
    result: Any
    end: int
    names: Mapping[str, Sequence[str]]
    sizes: Callable[[Any], dict[int, int]]


class SingleStep(ABC):
    """Those methods of :class:`engine.api.Game` that kernels answer for every game alike.

    A game adds what it calls its actions, what chance may bring and what a seat may know.
    """

    compiled: ClassVar[Compiled]
    outcomes: tuple[str, ...]

    @abstractmethod
    def legal_actions(self, position: Position) -> NDArray[np.int64]:
        """Return the legal actions of the seat to act, ascending; none for chance and the end."""

    @abstractmethod
    def chance_outcomes(self, position: Position) -> list[tuple[int, float]]:
        """Return the possible outcomes of the chance event with their probabilities."""

    @abstractmethod
    def refusal(self, position: Position, action: int, allowed: list[int]) -> IllegalAction:
        """Return the error that names the rule which forbids an action."""

    def initial(self, rules: Any) -> Position:
        """Return the position before the first chance event."""
        return Position(rules, rules.record(), self.compiled.initial_state(rules))

    def actor(self, position: Position) -> int:
        """Return the seat to act, CHANCE or TERMINAL."""
        return int(self.compiled.actor(position.record))

    def sample(self, position: Position, key: int) -> int:
        """Return the outcome that a game's key draws."""
        odds = new_record(self.compiled.odds)
        return int(self.compiled.sample(position.record, position.numbers, np.uint64(key), odds))

    def apply(self, position: Position, action: int) -> Position:
        """Return the position after an action or a chance outcome.

        Raises
        ------
        IllegalAction
            If the rules forbid it.
        """
        if self.actor(position) == CHANCE:
            allowed = [k for k, _ in self.chance_outcomes(position)]
        else:
            allowed = [int(a) for a in self.legal_actions(position)]
        if action not in allowed:
            raise self.refusal(position, action, allowed)
        record = copy_record(position.record)
        self.compiled.apply(record, position.numbers, int(action))
        return Position(position.rules, position.numbers, record)

    def is_over(self, position: Position) -> bool:
        """Return whether the game has ended."""
        return bool(position.record.phase == self.compiled.end)

    def returns(self, position: Position, forfeited: Sequence[int] = ()) -> NDArray[np.float64]:
        """Return each seat's payoff in the game's unit, shape ``(n,)``; 0 if forfeited."""
        return np.array(self._result(position, forfeited).returns[: position.rules.players])

    def win_shares(self, position: Position, forfeited: Sequence[int] = ()) -> NDArray[np.float64]:
        """Return each seat's share of the win among those not forfeited, shape ``(n,)``."""
        return np.array(self._result(position, forfeited).win_share[: position.rules.players])

    def _result(self, position: Position, forfeited: Sequence[int]) -> Any:
        if not self.is_over(position):
            raise ValueError("the game is not over: it has no returns yet")
        result = new_record(self.compiled.result)
        for seat in forfeited:
            result.forfeit[seat] = 1
        self.compiled.settle(position.record, position.numbers, result)
        return result

    def outcome(self, position: Position) -> str:
        """Return how the game, or the last of a series, ended; ``""`` while it goes on."""
        return self.outcomes[int(position.record.outcome)]

    def encode(self, position: Position) -> str:
        """Return the state as one line: the fields that differ from the set-up."""
        compiled, rules = self.compiled, position.rules
        default = compiled.initial_state(rules)
        return encode_record(position.record, default, compiled.sizes(rules), compiled.names)

    def parse(self, rules: Any, text: str) -> Position:
        """Return the position that :meth:`encode` wrote.

        Raises
        ------
        BadText
            If the text is no state, or an impossible one.
        """
        compiled = self.compiled
        default = compiled.initial_state(rules)
        record = parse_record(text, default, compiled.sizes(rules), compiled.names)
        position = Position(rules, rules.record(), record)
        compiled.check_state(record, position.numbers)
        return position
