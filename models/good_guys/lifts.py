"""From a seat's observation to a form's labels, and from the labels to the engine's notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.api import Observation
from models.good_guys.literal import seat_name
from models.good_guys.offers import VALUES, assign_cards

NO_BRIBE: Final = "no bribe"
ITEMS: Final = ("2", "3", "4", "5", "payoff")


def own_name(observation: Observation) -> str:
    """Return the observing seat as the forms name it, counted clockwise from the boss."""
    return seat_name((int(observation.seat) - int(observation.boss)) % int(observation.n))


def relative_markers(observation: Observation) -> list[int]:
    """Return before whom each marker stands, -1 for none; both counted from the boss."""
    n, boss = int(observation.n), int(observation.boss)
    placed = [int(observation.marker[(boss + k) % n]) for k in range(n)]
    return [(m - 1 - boss) % n if m else -1 for m in placed]


def threatens_or_is_threatened(observation: Observation) -> bool:
    """Return whether the observing seat's marker stands before a seat, or one before it."""
    own = (int(observation.seat) - int(observation.boss)) % int(observation.n)
    markers = relative_markers(observation)
    return markers[own] >= 0 or own in markers


def action_text(observation: Observation, label: str) -> str:
    """Return an action card as the engine writes it."""
    return label.lower()


def offer_label(share: NDArray[np.float64]) -> str:
    """Return share sums as a label: what each seat but the boss is offered, $k."""
    paid = [f"{i}: {share[i]:g}" for i in range(1, len(share)) if share[i] > 0]
    return "pay " + "; ".join(paid) if paid else "keep all"


def offer_text(observation: Observation, label: str) -> str:
    """Return an offer label as the real cards that come nearest, in the engine's notation."""
    n, boss = int(observation.n), int(observation.boss)
    share = np.zeros(n)
    for part in label.removeprefix("pay ").split(";") if label != "keep all" else ():
        seat, _, money = part.partition(":")
        share[int(seat)] = float(money)
    cards = np.zeros((n, len(VALUES)), np.int64)
    assign_cards(np.array(observation.table, dtype=np.int64), share, cards)
    texts = (
        (i, [str(v) for v, k in zip(VALUES, row, strict=True) for _ in range(k)])
        for i, row in enumerate(cards.tolist())
    )
    return "; ".join(f"{(boss + i) % n}: {','.join(given)}" for i, given in texts if given)


def bribe_label(side: str, target: int, items: Sequence[str]) -> str:
    """Return a binding bribe as a label: side of the token, target, and what lies on it."""
    return f"{side.lower()} to {target}: {','.join(items)}"


def bribe_text(observation: Observation, label: str) -> str:
    """Return the next small step of bribes in the engine's notation; "done" after the last."""
    bribes = () if label == NO_BRIBE else label.split("; ")
    return next(filter(None, (_next_step(observation, bribe) for bribe in bribes)), "done")


def _next_step(observation: Observation, bribe: str) -> str:
    order, _, items = bribe.partition(":")
    side, _, seat = order.partition(" to ")
    target = (int(observation.boss) + int(seat)) % int(observation.n)
    own = [2 * int(observation.seat) + token for token in (0, 1)]
    placed = [slot for slot in own if int(observation.bribe_target[slot]) == target]
    if not placed:
        return f"token {side} to {target}"
    lying = observation.bribe_cards[placed[0]]
    for item, name in enumerate(ITEMS):  # the engine takes cards in ascending order
        if int(lying[item]) < items.strip().split(",").count(name):
            return f"add {name}"
    return ""
