"""Single-step play of Good Guys: the typed face of the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from engine.records import copy_record, new_record
from engine.text import encode_record, parse_record

NAMES = {"phase": PHASES, "outcome": OUTCOMES}


class GoodGuys:
    """The game of Good Guys (implements :class:`engine.api.Game`)."""

    name = "good-guys"
    title: Mapping[str, str] = {"en": "Good Guys", "ko": "착한 녀석들"}
    rules_type = GoodGuysRules
    unit = "$k"
    outcomes = OUTCOMES
    roles: tuple[str, ...] = ()
    chance_streams = ("first_boss", "deck", "theft")

    def initial(self, rules: GoodGuysRules) -> Position:
        """Return the position before the first chance event."""
        return Position(rules, rules.record(), initial_state(rules))

    def actor(self, position: Position) -> int:
        """Return the seat to act, CHANCE or TERMINAL."""
        return int(kernel.actor(position.record))

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
        texts = [self.action_text(position, a) for a in allowed]
        if phase == END:
            return IllegalAction("the game is over", f"move {action}", [])
        known = 0 <= action < action_count(phase)
        given = self.action_text(position, action) if known else f"move {action}"
        return IllegalAction(rule_of(phase), given, texts)

    def _result(self, position: Position, forfeited: Sequence[int]) -> Any:
        if position.record.phase != END:
            raise ValueError("the game is not over: it has no returns yet")
        result = new_record(RESULT)
        for seat in forfeited:
            result.forfeit[seat] = 1
        kernel.settle(position.record, position.numbers, result)
        return result

    def returns(self, position: Position, forfeited: Sequence[int] = ()) -> NDArray[np.float64]:
        """Return each seat's money in $k at the end, shape ``(n,)``; 0 if forfeited."""
        return np.array(self._result(position, forfeited).returns[: position.rules.players])

    def win_shares(self, position: Position, forfeited: Sequence[int] = ()) -> NDArray[np.float64]:
        """Return each seat's share of the win among those not forfeited, shape ``(n,)``."""
        return np.array(self._result(position, forfeited).win_share[: position.rules.players])

    def outcome(self, position: Position) -> str:
        """Return where the Fuzz appeared, or ``""`` while the game goes on."""
        return OUTCOMES[int(position.record.outcome)]

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

    def encode(self, position: Position) -> str:
        """Return the state as one line: the fields that differ from the set-up."""
        default = initial_state(position.rules)
        return encode_record(position.record, default, _sizes(position.rules), NAMES)

    def parse(self, rules: GoodGuysRules, text: str) -> Position:
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


def _sizes(rules: GoodGuysRules) -> dict[int, int]:
    return {SEATS: rules.players, SLOTS: 2 * rules.players}


GAME = GoodGuys()
