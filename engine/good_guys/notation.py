"""Actions, chance outcomes and offers as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine.api import BadText, IllegalAction, Position
from engine.good_guys.state import (
    ACTION,
    ACTIONS,
    ADD,
    ANSWER,
    BUY,
    DEAL,
    DEALS,
    DONE,
    FIRST_BOSS,
    FUZZ,
    GIFT,
    GIVE,
    LOWEST_VALUE,
    MARKER,
    OFFER,
    PAYOFF_ITEM,
    PHASES,
    SUBMIT,
    TALK,
    THEFT,
    TOKEN,
    VALUES,
)

ITEMS = ("2", "3", "4", "5", "payoff")
SIDES = ("yes", "no")

RULE = {
    FIRST_BOSS: "set-up: the first boss is one of the players",
    GIFT: "gifts: cards one holds, to another player",
    OFFER: "step 2: every card to a player; highest first, equal cards clockwise from the boss",
    TALK: "step 3: announce an action or stay silent",
    DEAL: "payoffs: gifts, tokens with cards in ascending order, purchases with loot",
    ANSWER: "payoffs: a purchase is accepted or declined",
    MARKER: "step 3: the threat marker goes before one other player or nowhere",
    ACTION: "step 3: one of five action cards",
}
DECK_RULE = "the deck: a loot card that is left in it, or the Fuzz where its pile has come"
THEFT_RULE = "step 4: a stolen card is one its owner has"


def rule_of(phase: int) -> str:
    """Return the rule that limits what may happen in a phase."""
    return RULE.get(phase, THEFT_RULE if phase == THEFT else DECK_RULE)


def action_count(phase: int) -> int:
    """Return the number of action or outcome codes of a phase."""
    if phase in (GIFT, DEAL):
        return DEALS
    if phase == THEFT:
        return 3 * VALUES
    return {TALK: 6, ANSWER: 2, ACTION: 5, MARKER: 9, OFFER: 8, FIRST_BOSS: 8}.get(phase, FUZZ + 1)


def text_of(phase: int, card: int, action: int) -> str:
    """Return an action or outcome as text; ``card`` is the value index an offer assigns next."""
    if phase in (GIFT, DEAL):
        return _deal_text(action)
    if phase == THEFT:
        token, value = divmod(action, VALUES)
        return ITEMS[value] if token == 0 else f"{ITEMS[value]} of token {token - 1}"
    if phase == OFFER:
        return f"{card + LOWEST_VALUE} to {action}"
    if phase == FIRST_BOSS:
        return str(action)
    words = {
        TALK: ("silent", *("say " + name for name in ACTIONS)),
        ANSWER: ("decline", "accept"),
        MARKER: ("no marker", *(f"marker {seat}" for seat in range(8))),
        ACTION: ACTIONS,
    }
    return words.get(phase, (*ITEMS[:VALUES], "fuzz"))[action]


def _deal_text(step: int) -> str:
    if step == DONE:
        return "done"
    if step == SUBMIT:
        return "submit"
    if step >= BUY:
        seller, want = divmod(step - BUY, 5)
        return f"buy {want + 1} from {seller}"
    if step >= ADD:
        return f"add {ITEMS[step - ADD]}"
    if step >= TOKEN:
        target, side = divmod(step - TOKEN, 2)
        return f"token {SIDES[side]} to {target}"
    target, item = divmod(step - GIVE, PAYOFF_ITEM + 1)
    return f"give {ITEMS[item]} to {target}"


def parse_action(phase: int, card: int, text: str) -> int:
    """Return the code of an action or outcome named by text.

    Raises
    ------
    BadText
        If no action of this phase is called so.
    """
    wanted = " ".join(text.lower().split())
    texts = [text_of(phase, card, action) for action in range(action_count(phase))]
    if wanted in texts:
        return texts.index(wanted)
    shown = ", ".join(texts[:12]) + (", …" if len(texts) > 12 else "")
    raise BadText(f"{text!r} is no move of phase {PHASES[phase]}; allowed: {shown}")


def parse_offer(position: Position, move: Any) -> list[int]:
    """Return the receivers, card by card, of a whole offer.

    Parameters
    ----------
    move : str or mapping
        ``"1: 5,4; 0: 3"`` or ``{"offer": {"1": [5, 4], "0": [3]}}``: seats and their cards in $k.

    Raises
    ------
    BadText
        If it cannot be read.
    IllegalAction
        If it is not exactly the loot on the table.
    """
    s = position.record
    shares = _shares(move)
    left = {value: int(s.unassigned[value - LOWEST_VALUE]) for value in range(2, 6)}
    order: list[tuple[int, int, int]] = []
    for seat, cards in shares:
        if not 0 <= seat < s.n:
            raise IllegalAction(RULE[OFFER], f"seat {seat}", [f"seats 0 to {s.n - 1}"])
        for value in cards:
            if left.get(value, 0) == 0:
                raise IllegalAction(RULE[OFFER], f"another {value}", [_cards_text(left)])
            left[value] -= 1
            order.append((-value, (seat - int(s.boss)) % int(s.n), seat))
    if any(left.values()):
        raise IllegalAction(RULE[OFFER], f"an offer without {_cards_text(left)}", ["all cards"])
    return [seat for _, _, seat in sorted(order)]


def _cards_text(left: Mapping[int, int]) -> str:
    return ",".join(str(v) for v in sorted(left, reverse=True) for _ in range(left[v])) or "none"


def _shares(move: Any) -> list[tuple[int, list[int]]]:
    if isinstance(move, str):
        pairs = [part.partition(":") for part in move.split(";") if part.strip()]
        items: list[tuple[Any, Any]] = [
            (seat, [card for card in re.split(r"[,\s]+", cards.strip()) if card])
            for seat, _, cards in pairs
        ]
    else:
        items = list(move.items())
    try:
        return [(int(seat), [int(card) for card in cards]) for seat, cards in items]
    except (TypeError, ValueError):
        raise BadText(f"offer {move!r}; allowed: seat: cards in $k, as 1: 5,4; 0: 3") from None
