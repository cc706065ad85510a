"""Single-step play of Good Guys: the typed face of the kernels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.api import CHANCE, BadText, IllegalAction, Position
from engine.good_guys import kernel
from engine.good_guys.batch import initial_state
from engine.good_guys.check import check_state
from engine.good_guys.notation import action_count, parse_action, parse_offer, rule_of, text_of
from engine.good_guys.observe import observe_private, observe_public
from engine.good_guys.rules import GoodGuysRules
from engine.good_guys.state import (
    END,
    FIRST_BOSS,
    OBS,
    ODDS,
    OFFER,
    OUTCOMES,
    PHASES,
    RESULT,
    SEATS,
    SLOTS,
    THEFT,
)
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
    sizes=lambda rules: {SEATS: rules.players, SLOTS: 2 * rules.players},
)


class GoodGuys(SingleStep):
    """The game of Good Guys (implements :class:`engine.api.Game`)."""

    compiled = COMPILED
    name = "good-guys"
    title: Mapping[str, str] = {"en": "Good Guys", "ko": "착한 녀석들"}
    rules_type = GoodGuysRules
    unit = "$k"
    outcomes = OUTCOMES
    roles: tuple[str, ...] = ()
    chance_streams = ("first_boss", "deck", "theft")

    def legal_actions(self, position: Position) -> NDArray[np.int64]:
        """Return the legal actions of the seat to act, ascending; none for chance and the end."""
        if self.actor(position) < 0:
            return np.zeros(0, np.int64)
        observation = new_record(OBS)
        kernel.legal(position.record, position.numbers, observation)
        return np.flatnonzero(observation.legal).astype(np.int64)

    def chance_outcomes(self, position: Position) -> list[tuple[int, float]]:
        """Return the possible outcomes of the chance event with their probabilities."""
        if self.actor(position) != CHANCE:
            return []
        odds = new_record(ODDS)
        kernel.chance(position.record, position.numbers, odds)
        return [(k, float(p)) for k, p in enumerate(odds.of) if p > 0]

    def chance_stream(self, position: Position) -> str:
        """Return ``first_boss``, ``deck`` or ``theft``."""
        return {FIRST_BOSS: "first_boss", THEFT: "theft"}.get(int(position.record.phase), "deck")

    def refusal(self, position: Position, action: int, allowed: list[int]) -> IllegalAction:
        """Return the error that names the rule which forbids an action."""
        phase = int(position.record.phase)
        texts = [self.action_text(position, a) for a in allowed]
        if phase == END:
            return IllegalAction("the game is over", f"move {action}", [])
        known = 0 <= action < action_count(phase)
        given = self.action_text(position, action) if known else f"move {action}"
        return IllegalAction(rule_of(phase), given, texts)

    def seat_roles(self, position: Position) -> NDArray[np.int64]:
        """Return zeros: there are no roles."""
        return np.zeros(position.rules.players, np.int64)

    def observation(self, position: Position, seat: int, key: int = 0) -> Any:
        """Return what one seat may know (dtype ``OBS``)."""
        observation = new_record(OBS)
        observation.card = -1
        observe_public(position.record, position.numbers, observation)
        observe_private(position.record, position.numbers, seat, np.uint64(key), observation)
        return observation

    def action_text(self, position: Position, action: int) -> str:
        """Return an action or chance outcome as text."""
        return text_of(int(position.record.phase), kernel.next_card(position.record), action)

    def parse_move(self, position: Position, move: Any) -> list[int]:
        """Return the actions that a record's move names; a whole offer is one move.

        Raises
        ------
        BadText, IllegalAction
        """
        phase = int(position.record.phase)
        if phase == OFFER and isinstance(move, dict) and set(move) == {"offer"}:
            return parse_offer(position, move["offer"])
        if phase == OFFER and isinstance(move, str) and ":" in move:
            return parse_offer(position, move)
        if not isinstance(move, (str, int)):
            raise BadText(f"move {move!r}; allowed: a text, or an offer object in phase offer")
        return [parse_action(phase, kernel.next_card(position.record), str(move))]


GAME = GoodGuys()
