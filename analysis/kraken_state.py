"""The engine's states of what a seat of No Touch Kraken sees, hidden things drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.api import Position
from engine.kraken.game import GAME
from engine.kraken.rounds import begin_action
from engine.kraken.setup import Past, Told, at_deal, with_hands, with_history
from engine.kraken.state import KIND_NAMES, ROLES
from models.kraken.heard import LIGHT, Heard
from models.kraken.hidden import Hidden, face_down
from models.kraken.pile import Hand
from models.kraken.table import table_of
from models.kraken.view import View

SILENT = 0


def code_of(claim: Hand | None) -> int:
    """Return a claim as the engine numbers it."""
    return SILENT if claim is None else 1 + 2 * claim[0] + claim[1]


def states_of(rules: Any, view: View, tables: Hidden) -> NDArray[Any]:
    """Return one state a table, seat 0 to decide; talk has been, but for seats still to speak.

    All states share what everybody sees, which the engine itself has played; only roles, hands,
    cards put away and the box differ.
    """
    shown = template(rules, view, tables.rows(slice(0, 1)))
    states = np.repeat(shown.record[None], len(tables.boxed))
    n, skeletons = view.players, tables.skeletons.astype(np.int64)
    left, away = face_down(view, tables)
    states["role"][:, :n] = skeletons
    states["undealt"][:, 0] = shown.numbers.explorers - (n - skeletons.sum(axis=1))
    states["undealt"][:, 1] = shown.numbers.skeletons - skeletons.sum(axis=1)
    states["hand"][:, :n] = left
    states["pile"] = away
    states["up"] += tables.past - tables.past[0]
    states["boxed"] = tables.boxed
    return states


def template(rules: Any, view: View, table: Hidden) -> Position:
    """Return the state of a single table, played by the engine from the round's deal."""
    now, n = view.now, view.players
    # Anybody but its owner may have picked the first card.
    starter = view.marker if not now.reveals else int(now.reveals[0][0] == 0)
    position = with_history(_at_deal(rules, view, table, starter), list(_told(view)))
    hands = [dict(zip(KIND_NAMES, map(int, hand), strict=True)) for hand in table.dealt[0]]
    position = with_hands(position, hands)
    record = position.record
    if rules.claims:
        for seat in range(n):
            waits = seat in now.unspoken and not now.reveals
            record.claim[view.round - 1, seat] = -1 if waits else code_of(now.claims[seat])
        begin_action(record, position.numbers)
    return _revealed(position, now)


def _at_deal(rules: Any, view: View, table: Hidden, starter: int) -> Position:
    laid, boxed = table_of(view), int(table.boxed[0])
    untold = Counter(dict(zip(KIND_NAMES, map(int, table.past[0]), strict=True)))
    past = Past(
        laid.up + untold,
        curses=int(table.curses[0]),
        boxed=KIND_NAMES[boxed] if boxed >= 0 else "",
        safe=view.now.safe if view.curse else view.now.left < view.players,
        last=laid.last,
    )
    return at_deal(
        rules,
        [ROLES[int(skeleton)] for skeleton in table.skeletons[0]],
        round_number=view.round,
        treasures_left=view.now.left,
        marker=starter,
        past=past,
    )


def _told(view: View) -> Iterator[Told]:
    """Yield the rounds told of that are over; who picked first in each follows the one before."""
    holder = -1
    for heard in view.rounds[:-1]:
        pickers = heard.pickers(holder)
        owners = [owner for owner, _ in heard.reveals]
        if pickers and pickers[0] in (-1, owners[0]):
            pickers[0] = int(owners[0] == 0)
        cards = [card for _, card in heard.reveals]
        log = list(zip(pickers, owners, cards, strict=True))
        yield Told(heard.number, heard.left, [code_of(claim) for claim in heard.claims], log)
        holder = owners[-1] if owners else -1


def _revealed(position: Position, now: Heard) -> Position:
    """Return the position after the reveals of the round."""
    for k, (owner, card) in enumerate(now.reveals):
        light = now.light
        if light is not None and light.at == k:
            position = moved(position, "pick shown")
        else:
            position = moved(moved(position, f"pick {owner}"), card)
        if card == LIGHT and light is not None:
            position = moved(moved(position, f"light {light.seat}"), light.card)
    return position


def moved(position: Position, move: str) -> Position:
    """Return the position after a move, as the engine writes it."""
    for action in GAME.parse_move(position, move):
        position = GAME.apply(position, action)
    return position
