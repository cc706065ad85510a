"""What every seat can reckon from public facts, in the terms of the models."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.good_guys.state import SLOTS, VALUES
from engine.jit import kernel
from models.good_guys.joint import Seats
from models.good_guys.offers import leader_markers

Array = NDArray[np.float64]


@kernel(also=("models",))
def public_wealth(obs: Any, seat: int) -> float:
    """Return a seat's wealth as everybody can reckon it, $k."""
    total = float(obs.payoff_cards[seat])
    for v in range(VALUES):
        total += (2.0 + v) * obs.public_stash[seat, v]
    return total


@kernel(also=("models",))
def mean_card(obs: Any, seat: int) -> float:
    """Return the mean worth of a loot card of a seat's stash as everybody can reckon it, $k."""
    cards, worth = 0.0, 0.0
    for v in range(VALUES):
        cards += obs.public_stash[seat, v]
        worth += (2.0 + v) * obs.public_stash[seat, v]
    return worth / cards if cards > 0.0 else 0.0


@kernel(also=("models",))
def threatened(obs: Any, seat: int, leader: bool) -> int:
    """Return before whom ``seat`` puts its marker, by the convention of the models."""
    if not leader:
        return int((seat + 1) % obs.n)
    wealth = np.empty(obs.n)
    for i in range(obs.n):
        wealth[i] = public_wealth(obs, i)
    return int(leader_markers(wealth)[seat])


@kernel(also=("models",))
def bribes_before(obs: Any) -> Array:
    """Return the bribes that the seat can see, seats counted from the boss; (m, 6)."""
    rows, found = np.zeros((SLOTS, 6)), 0
    for slot in range(2 * obs.n):
        target, row = obs.bribe_target[slot], rows[found]
        row[0], row[1] = (slot // 2 - obs.boss) % obs.n, (target - obs.boss) % obs.n
        row[2], row[3] = 1.0 * obs.bribe_side[slot], 1.0 * obs.bribe_cards[slot, VALUES]
        row[4], row[5] = 0.0, 0.0
        for v in range(VALUES):
            row[4] += obs.bribe_cards[slot, v]
            row[5] += (2.0 + v) * obs.bribe_cards[slot, v]
        # A token at home has no cards; one face down shows none.
        found += 1 if row[3] + row[4] > 0.0 else 0
    return rows[:found]


@kernel(also=("models",))
def whereabouts(obs: Any, place: NDArray[np.int64], wealth: Array) -> None:
    """Fill ``place`` (9,) of the models and ``wealth`` (n,), from the boss clockwise."""
    pot = 0
    for v in range(VALUES):
        pot += obs.table[v]
    terms = obs.boss_limit - obs.boss_terms + 1 if obs.boss_limit > 0 else 0
    place[0], place[1] = obs.fuzz_first, obs.fuzz_last
    place[2], place[3] = obs.round_cards, obs.rejection_cards
    place[4], place[5], place[6], place[7] = obs.drawn, obs.rejections, pot, terms
    place[8] = obs.guard_takes_one
    for i in range(obs.n):
        wealth[i] = public_wealth(obs, (obs.boss + i) % obs.n)


@kernel(also=("models",))
def placed_markers(obs: Any) -> NDArray[np.int64]:
    """Return before whom the markers stand, -1 for none; both counted from the boss; (n,)."""
    marker = np.empty(obs.n, np.int64)
    for i in range(obs.n):
        seat = (obs.boss + i) % obs.n
        marker[i] = (obs.marker[seat] - 1 - obs.boss) % obs.n if obs.marker[seat] > 0 else -1
    return marker


@kernel(also=("models",))
def seats_of(obs: Any, wealth: Array, marker: NDArray[np.int64], bribes: Array) -> Seats:
    """Return the public facts of all seats, from the boss clockwise, as the models read them.

    ``wealth`` (n,) is that of the stashes and payoff cards; what lies on tokens is added to it.
    """
    card, cards = np.empty(obs.n), np.empty(obs.n)
    for i in range(obs.n):
        seat = (obs.boss + i) % obs.n
        card[i], cards[i] = mean_card(obs, seat), 1.0 * obs.stash_count[seat]
    for k in range(bribes.shape[0]):  # the models count what lies on tokens as the giver's
        giver = int(bribes[k, 0])
        total = cards[giver] + bribes[k, 4]
        if total > 0.0:
            card[giver] = (card[giver] * cards[giver] + bribes[k, 5]) / total
        cards[giver] = total
        wealth[giver] += bribes[k, 3] + bribes[k, 5]
    hidden = -1.0 * obs.deck_left
    for v in range(VALUES):
        hidden += obs.unseen[v]
    doubt = (hidden + 2.0 * obs.thefts) / obs.n  # a theft makes two stashes uncertain
    return wealth, card, marker, cards, bribes, doubt


@kernel(also=("models",))
def offered(obs: Any) -> Array:
    """Return what each seat is offered, from the boss clockwise, $k; (n,)."""
    share = np.zeros(obs.n)
    for i in range(obs.n):
        for v in range(VALUES):
            share[i] += (2.0 + v) * obs.offer[(obs.boss + i) % obs.n, v]
    return share
