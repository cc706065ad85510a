"""Single-step play of No Touch Kraken: the typed face of the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.api import CHANCE, IllegalAction, Position
from engine.kraken import kernel
from engine.kraken.batch import initial_state
from engine.kraken.check import check_state
from engine.kraken.notation import STREAMS, parse_move, rule_of, text_of
from engine.kraken.observe import observe_private, observe_public
from engine.kraken.rules import KrakenRules
from engine.kraken.state import END, OBS, ODDS, OUTCOMES, PHASES, RESULT, ROLES, SEATS
from engine.records import copy_record, new_record
from engine.text import encode_record, parse_record

NAMES = {"phase": PHASES, "outcome": OUTCOMES}


class Kraken:
    """The game of No Touch Kraken (implements :class:`engine.api.Game`)."""

    name = "kraken"
    title: Mapping[str, str] = {"en": "No Touch Kraken", "ko": "노 터치 크라켄"}
    rules_type = KrakenRules
    unit = "win"
    outcomes = OUTCOMES
    roles: tuple[str, ...] = ROLES
    chance_streams = tuple(STREAMS.values())

    def initial(self, rules: KrakenRules) -> Position:
        """Return the position before the first chance event."""
        return Position(rules, rules.record(), initial_state(rules))

    def actor(self, position: Position) -> int:
        """Return the seat to act, CHANCE or TERMINAL."""
        return int(kernel.actor(position.record))

    def legal_actions(self, position: Position) -> NDArray[np.int64]:
        """Return the legal actions of the seat to act, ascending; none for chance and the end."""
        seat = self.actor(position)
        if seat < 0:
            return np.zeros(0, np.int64)
        observation = new_record(OBS)
        kernel.legal(position.record, seat, observation)
        return np.flatnonzero(observation.legal).astype(np.int64)

    def chance_outcomes(self, position: Position) -> list[tuple[int, float]]:
        """Return the possible outcomes of the chance event with their probabilities."""
        if self.actor(position) != CHANCE:
            return []
        odds = new_record(ODDS)
        total = kernel.weigh(position.record, position.numbers, odds)
        return [(k, float(w) / total) for k, w in enumerate(odds.of) if w > 0]

    def chance_stream(self, position: Position) -> str:
        """Return the name of the chance event: roles, pile, box, deal, reveal and so on."""
        return STREAMS[int(position.record.phase)]

    def sample(self, position: Position, key: int) -> int:
        """Return the outcome that a game's key draws."""
        odds = new_record(ODDS)
        return int(kernel.sample(position.record, position.numbers, np.uint64(key), odds))

    def apply(self, position: Position, action: int) -> Position:
        """Return the position after an action or a chance outcome.

        Raises
        ------
        IllegalAction
            If the rules forbid it.
        """
        allowed = [k for k, _ in self.chance_outcomes(position)] or self.legal_actions(position)
        if action not in allowed:
            raise self._illegal(position, action, [int(a) for a in allowed])
        record = copy_record(position.record)
        kernel.apply(record, position.numbers, int(action))
        return Position(position.rules, position.numbers, record)

    def _illegal(self, position: Position, action: int, allowed: list[int]) -> IllegalAction:
        phase = int(position.record.phase)
        if phase == END:
            return IllegalAction("the game is over", f"move {action}", [])
        texts = [text_of(phase, a) for a in allowed]
        return IllegalAction(rule_of(phase), text_of(phase, action), texts)

    def _result(self, position: Position, forfeited: Sequence[int]) -> Any:
        if position.record.phase != END:
            raise ValueError("the game is not over: it has no returns yet")
        result = new_record(RESULT)
        for seat in forfeited:
            result.forfeit[seat] = 1
        kernel.settle(position.record, position.numbers, result)
        return result

    def returns(self, position: Position, forfeited: Sequence[int] = ()) -> NDArray[np.float64]:
        """Return 1 for each seat whose side won, shape ``(n,)``; a series' share of the win."""
        return np.array(self._result(position, forfeited).returns[: position.rules.players])

    def win_shares(self, position: Position, forfeited: Sequence[int] = ()) -> NDArray[np.float64]:
        """Return 1 for each seat whose side won, shape ``(n,)``; a series' share of the win."""
        return np.array(self._result(position, forfeited).win_share[: position.rules.players])

    def outcome(self, position: Position) -> str:
        """Return how the game, or the last of a series, ended; ``""`` while it goes on."""
        return OUTCOMES[int(position.record.outcome)]

    def seat_roles(self, position: Position) -> NDArray[np.int64]:
        """Return the role of each seat, an index into ``roles``; shape ``(n,)``."""
        return np.array(position.record.role[: position.rules.players], np.int64)

    def observation(self, position: Position, seat: int, key: int = 0) -> Any:
        """Return what one seat may know (dtype ``OBS``)."""
        observation = new_record(OBS)
        observation.claim[:] = -1
        observe_public(position.record, position.numbers, observation)
        observe_private(position.record, position.numbers, seat, np.uint64(key), observation)
        return observation

    def encode(self, position: Position) -> str:
        """Return the state as one line: the fields that differ from the set-up."""
        default = initial_state(position.rules)
        return encode_record(position.record, default, _sizes(position.rules), NAMES)

    def parse(self, rules: KrakenRules, text: str) -> Position:
        """Return the position that :meth:`encode` wrote.

        Raises
        ------
        BadText
            If the text is no state, or an impossible one.
        """
        record = parse_record(text, initial_state(rules), _sizes(rules), NAMES)
        position = Position(rules, rules.record(), record)
        check_state(record, position.numbers)
        return position

    def action_text(self, position: Position, action: int) -> str:
        """Return an action or chance outcome as text."""
        return text_of(int(position.record.phase), action)

    def parse_move(self, position: Position, move: Any) -> list[int]:
        """Return the actions that a record's move names, usually one.

        Raises
        ------
        BadText
            If it cannot be read.
        """
        if position.record.phase == END:
            raise IllegalAction("the game is over", f"move {move}", [])
        return parse_move(position, move)


def _sizes(rules: KrakenRules) -> dict[int, int]:
    return {SEATS: rules.players}


GAME = Kraken()
