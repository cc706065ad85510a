"""Single-step play of No Touch Kraken: the typed face of the kernels."""

from __future__ import annotations

from collections.abc import Mapping
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
from engine.records import new_record
from engine.stepping import Compiled, SingleStep

COMPILED = Compiled(
    actor=kernel.actor,
    apply=kernel.apply,
    sample=kernel.sample,
    settle=kernel.settle,
    initial_state=initial_state,
    check_state=check_state,
    odds=ODDS,
    result=RESULT,
    end=END,
    names={"phase": PHASES, "outcome": OUTCOMES},
    sizes=lambda rules: {SEATS: rules.players},
)


class Kraken(SingleStep):
    """The game of No Touch Kraken (implements :class:`engine.api.Game`)."""

    compiled = COMPILED
    name = "kraken"
    title: Mapping[str, str] = {"en": "No Touch Kraken", "ko": "노 터치 크라켄"}
    rules_type = KrakenRules
    unit = "win"
    outcomes = OUTCOMES
    roles: tuple[str, ...] = ROLES
    chance_streams = tuple(STREAMS.values())

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

    def refusal(self, position: Position, action: int, allowed: list[int]) -> IllegalAction:
        """Return the error that names the rule which forbids an action."""
        phase = int(position.record.phase)
        if phase == END:
            return IllegalAction("the game is over", f"move {action}", [])
        texts = [text_of(phase, a) for a in allowed]
        return IllegalAction(rule_of(phase), text_of(phase, action), texts)

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


GAME = Kraken()
