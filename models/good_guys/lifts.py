"""From a seat's observation to a form's labels, and from the labels to the engine's notation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.api import Observation
from models.good_guys.literal import seat_name
from models.good_guys.offers import VALUES, assign_cards


def own_name(observation: Observation) -> str:
    """Return the observing seat as the forms name it, counted clockwise from the boss."""
    return seat_name((int(observation.seat) - int(observation.boss)) % int(observation.n))


def relative_markers(observation: Observation) -> list[int]:
    """Return before whom each marker stands, -1 for none; both counted from the boss."""
    n, boss = int(observation.n), int(observation.boss)
    placed = [int(observation.marker[(boss + k) % n]) for k in range(n)]
    return [(m - 1 - boss) % n if m else -1 for m in placed]


def action_text(observation: Observation, label: str) -> str:
    """Return an action card as the engine writes it."""
    return label.lower()


def offer_label(share: NDArray[np.float64]) -> str:
    """Return share sums as a label: what each seat but the boss is offered, $k."""
    paid = [f"{i}: {share[i]:g}" for i in range(1, len(share)) if share[i] > 0]
    return "pay " + "; ".join(paid) if paid else "keep all"


def offer_text(observation: Observation, label: str) -> str:
    """Return an offer label as real cards, share sums met from above, in the engine's notation."""
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
