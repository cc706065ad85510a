"""Actions and chance outcomes of No Touch Kraken as text."""

from __future__ import annotations

from typing import Any

from engine.api import BadText, Position
from engine.kraken.state import (
    AIM,
    BOX,
    CLAIM,
    CLAIMS,
    DEAL,
    DEAL_ROLES,
    DEALT,
    FILL_PILE,
    FIRST_MARKER,
    FLIP,
    KIND_NAMES,
    PHASES,
    PICK,
    PICKS,
    REVEAL,
    ROLES,
    SEATS,
    SHINE,
    TALK,
)

RULE = {
    DEAL_ROLES: "set-up: a role card that is left in the pile",
    FILL_PILE: "captain's curse: a treasure or curse that is left in the box",
    BOX: "special cards: one of the six stays in the box",
    FIRST_MARKER: "set-up: the first marker holder is one of the players",
    DEAL: "the deal: a card that is left in the pile",
    CLAIM: "claims: a hand as dealt this round, no more treasures than were left, or silence; "
    "silence only while the skeleton's grasp lies before you",
    AIM: "action: a face-down card of another player",
    PICK: "action: a face-down card of another player",
    REVEAL: "action: a face-down card of the hand that was picked",
    SHINE: "light in the deep: a player with face-down cards",
    FLIP: "light in the deep: a card of the hand that was chosen",
}
STREAMS = {
    DEAL_ROLES: "roles",
    FILL_PILE: "pile",
    BOX: "box",
    FIRST_MARKER: "first_marker",
    DEAL: "deal",
    REVEAL: "reveal",
    FLIP: "flip",
}
_MANY = (DEAL_ROLES, FILL_PILE, DEAL)


def rule_of(phase: int) -> str:
    """Return the rule that limits what may happen in a phase."""
    return RULE[CLAIM if phase == TALK else phase]


def texts_of(phase: int) -> tuple[str, ...]:
    """Return the text of every action or outcome code of a phase, in order."""
    if phase == DEAL_ROLES:
        return ROLES
    if phase == FIRST_MARKER:
        return tuple(map(str, range(SEATS)))
    if phase in (CLAIM, TALK):
        return tuple(_claim(code) for code in range(CLAIMS))
    if phase in (AIM, PICK, SHINE):
        verb = {AIM: "aim at", PICK: "pick", SHINE: "light"}[phase]
        seats = tuple(f"{verb} {seat}" for seat in range(SEATS))
        return (*seats, f"{verb} shown")[:PICKS]
    return KIND_NAMES


def _due(position: Position) -> int:
    """Return how many events of this kind are to come: a list may not run into the next phase."""
    s, n = position.record, position.rules.players
    whole = {DEAL_ROLES: n, FILL_PILE: n - 3, DEAL: n * (DEALT + 1 - int(s.round_number))}
    return whole.get(int(s.phase), int(s.turn) + 1) - int(s.turn)


def _claim(code: int) -> str:
    if code == 0:
        return "silent"
    treasures, kraken = divmod(code - 1, 2)
    return f"claim {treasures}" + (" kraken" if kraken else "")


def text_of(phase: int, action: int) -> str:
    """Return an action or outcome as text, any number as a number."""
    texts = texts_of(phase)
    return texts[action] if 0 <= action < len(texts) else f"move {action}"


def parse_move(position: Position, move: Any) -> list[int]:
    """Return the action that a record's move names; cards and roles may be listed with commas.

    Raises
    ------
    BadText
        If no action of this phase is called so.
    """
    phase = int(position.record.phase)
    if not isinstance(move, (str, int)):
        raise BadText(f"move {move!r}; allowed: a text")
    texts = texts_of(phase)
    parts = str(move).split(",") if phase in _MANY else [str(move)]
    if len(parts) > (due := _due(position)):
        raise BadText(f"{len(parts)} cards in phase {PHASES[phase]}; allowed: {due} at most")
    found = []
    for part in parts:
        wanted = " ".join(part.lower().split())
        if wanted not in texts:
            shown = ", ".join(texts[:12]) + (", …" if len(texts) > 12 else "")
            raise BadText(f"{part!r} is no move of phase {PHASES[phase]}; allowed: {shown}")
        found.append(texts.index(wanted))
    return found
