"""The bargaining solution as a compiled policy: money and votes only, no transfers.

The lift of ``models.good_guys.bargaining`` and ``boss_limit``: the boss makes the cheapest offer
that buys a majority, the bought seats vote YES and the others NO. Every seat finds the same offer
from what is public.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bots.good_guys.scene import offered, whereabouts
from engine.good_guys.state import ACTION, OFFER, VALUES
from engine.jit import kernel
from models.good_guys.continuation import MEAN_CARD
from models.good_guys.majority import Customs, cheapest_offer, fill_after
from models.good_guys.offers import assign_cards
from models.good_guys.stage import NO, YES

Array = NDArray[np.float64]
_HEAD: Final = 5  # whether there is a limit, then the shape of the table


def pack(customs: Customs, table: Array) -> Array:
    """Return the parameters: the limit, and values before offers as ``majority.backward`` fills."""
    return np.concatenate(([float(customs.limit), *map(float, table.shape)], table.ravel()))


@kernel(also=("models",))
def act(question: int, obs: Any, params: Array, out: NDArray[np.int64]) -> int:
    """Answer one question of the engine from one observation; silent, never marks nor bribes."""
    if question != OFFER and question != ACTION:
        return 0
    n = obs.n
    share, cards = np.empty(n), np.zeros((n, VALUES), np.int64)
    coalition = _plan(obs, params, share)
    assign_cards(obs.table, share, cards)
    if question == OFFER:
        for i in range(n):
            for v in range(VALUES):
                out[((obs.boss + i) % n) * VALUES + v] = cards[i, v]
        return 0
    own, announced = (obs.seat - obs.boss) % n, offered(obs)
    planned = 0.0
    for v in range(VALUES):
        planned += (2.0 + v) * cards[own, v]
    bought = bool(coalition >> own & 1)
    return YES if bought and announced[own] >= planned else NO


@kernel(also=("models",))
def _plan(obs: Any, params: Array, share: Array) -> int:
    """Fill ``share`` (n,) with the boss's offer; return who votes YES, a set of bits."""
    n, limit = obs.n, int(params[0])
    customs = Customs(0.0, 0, 0, False, 1.0, limit)
    shape = (int(params[1]), int(params[2]), int(params[3]), int(params[4]))
    table = params[_HEAD:].reshape(shape)
    place, wealth, pot = np.zeros(9, np.int64), np.empty(n), 0.0
    whereabouts(obs, place, wealth)
    for v in range(VALUES):  # as the model has it: real sums would tip votes on a knife-edge
        pot += MEAN_CARD * obs.table[v]
    left = max(0, limit - obs.boss_terms) if limit > 0 else 0
    state, after = np.array([place[4], place[5], left]), np.empty((n, n + 2))
    fill_after(place, state, table, customs, after)
    return cheapest_offer(after, pot, customs, share)[1]
