"""The lifted logit equilibrium as a compiled policy.

It carries the solution of ``models.good_guys`` into complete play: votes come from the stage
solver at the observed offer and markers, with the stored continuation values; offers come from a
stored plan (how many votes to buy, at what premium over their reservation prices), by expected
cards left and rejections. All of it uses public information only, so every seat that plays it
solves the same game.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bots.good_guys.baselines import majority
from engine.good_guys.state import ACTION, MARKER, OFFER, SLOTS, TALK, VALUES
from engine.jit import kernel
from models.good_guys.continuation import WIN, expected_left
from models.good_guys.offers import (
    assign_cards,
    leader_markers,
    plan_shares,
    reservation_prices,
    value_offer,
)
from models.good_guys.stage import N_ACTIONS

Array = NDArray[np.float64]

# Parameters: precision, tolerance, sizes of the plan, lifted parts, plan, memory, continuation.
_HEAD: Final = 5
# Memory: key of the last vote, whether its branch was lost, the mixes; decisions asked, covered by
# a model, answered by a fallback.
_MIX: Final = 2
_TALLY: Final = _MIX + 8 * N_ACTIONS
_MEMORY: Final = _TALLY + 3
OFFERS, VOTES = 1, 2
"""Parts that can be lifted; the other part plays by ``majority``."""
_EQUAL: Final = np.array([1.0])  # equal shares that ``majority`` pays and demands
# Lower edges of the plan's rows, in expected cards left (table included).
PLAN_LEFT: Final = np.array([0.0, 12.0, 20.0, 30.0, 45.0, 65.0])


def pack(logit: Array, plan: Array, continuation: Array, parts: int = OFFERS + VOTES) -> Array:
    """Return the parameters; ``plan`` (n_left, n_rejections, 2) holds votes and premium."""
    head = np.array([*logit, *map(float, plan.shape[:2]), float(parts)])
    return np.concatenate((head, plan.ravel(), np.zeros(_MEMORY), continuation))


def tally(params: Array) -> Array:
    """Return how many decisions were asked, covered by a model, and left to a fallback; (3,)."""
    start = _HEAD + 2 * int(params[2]) * int(params[3]) + _TALLY
    return params[start : start + 3].copy()


@kernel(also=("models",))
def act(question: int, obs: Any, params: Array, out: NDArray[np.int64]) -> int:
    """Answer one question of the engine from one observation."""
    start = _HEAD + 2 * int(params[2]) * int(params[3])
    memory, continuation = params[start : start + _MEMORY], params[start + _MEMORY :]
    parts, answer = int(params[4]), 0
    if question == TALK:
        return 0
    memory[_TALLY] += 1.0
    if question == OFFER and parts & OFFERS:
        memory[_TALLY + 1] += 1.0
        memory[_TALLY + 2] += 0.0 if _offer(obs, params, continuation, out) else 1.0
    elif question == MARKER and parts & VOTES:
        memory[_TALLY + 1] += 1.0
        answer = 1 + threatened(obs, obs.seat, continuation[0] == WIN)
    elif question == ACTION and parts & VOTES:
        answer = _vote(obs, params, memory, continuation)
        memory[_TALLY + 1] += 1.0
        memory[_TALLY + 2] += memory[1]
    else:
        answer = majority(obs, _EQUAL, out)
    return answer


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
def _whereabouts(obs: Any, place: NDArray[np.int64], wealth: Array) -> None:
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
def _offer(obs: Any, params: Array, continuation: Array, out: NDArray[np.int64]) -> bool:
    """Fill ``out`` with the stored plan's offer; return False where the table does not hold it."""
    n = obs.n
    place, wealth = np.zeros(9, np.int64), np.empty(n)
    _whereabouts(obs, place, wealth)
    price, share = np.empty(n), np.empty(n)
    reservation_prices(continuation, place, wealth, price)
    order = np.argsort(price[1:]) + 1
    left = expected_left(place[0], place[1], place[4]) + place[6]
    rows, columns = int(params[2]), int(params[3])
    row = min(rows - 1, np.searchsorted(PLAN_LEFT, left, side="right") - 1)
    column = min(columns - 1, place[5])
    at = _HEAD + 2 * (row * columns + column)
    votes, premium = int(params[at]), params[at + 1]
    total = 0.0
    for v in range(VALUES):
        total += (2.0 + v) * obs.table[v]
    planned = votes
    while votes > 0 and not plan_shares(price, order, votes, premium, total, share):
        votes -= 1
    if votes == 0:
        plan_shares(price, order, 0, 0.0, total, share)
    cards = np.zeros((n, VALUES), np.int64)
    assign_cards(obs.table, share, cards)
    for i in range(n):
        for v in range(VALUES):
            out[((obs.boss + i) % n) * VALUES + v] = cards[i, v]
    return votes == planned


@kernel(also=("models",))
def _vote(obs: Any, params: Array, memory: Array, continuation: Array) -> int:
    n = obs.n
    place, wealth, share = np.zeros(9, np.int64), np.empty(n), np.zeros(n)
    marker = np.empty(n, np.int64)
    _whereabouts(obs, place, wealth)
    for i in range(n):
        seat = (obs.boss + i) % n
        for v in range(VALUES):
            share[i] += (2.0 + v) * obs.offer[seat, v]
        marker[i] = (obs.marker[seat] - 1 - obs.boss) % n if obs.marker[seat] > 0 else -1
    mix, bribes = np.empty((n, N_ACTIONS)), bribes_before(obs)
    key = _key(place, wealth, share, marker, bribes)
    if memory[0] != key:
        card, cards, utility = np.empty(n), np.empty(n), np.empty((n, N_ACTIONS))
        for i in range(n):
            seat = (obs.boss + i) % n
            card[i], cards[i] = mean_card(obs, seat), 1.0 * obs.stash_count[seat]
        logit = params[:2]
        residual = value_offer(
            continuation, place, (wealth, card, marker, cards, bribes), share, logit, mix, utility
        )
        memory[0], memory[1] = key, 0.0 if residual <= logit[1] else 1.0
        memory[_MIX : _MIX + n * N_ACTIONS] = mix.ravel()
    own = _MIX + N_ACTIONS * ((obs.seat - obs.boss) % n)
    return _draw(memory[own : own + N_ACTIONS], obs.rng)


@kernel(also=("models",))
def _key(
    place: NDArray[np.int64],
    wealth: Array,
    share: Array,
    marker: NDArray[np.int64],
    bribes: Array,
) -> float:
    """Return a 53-bit hash of the public facts; the memory spares equal solves, nothing else."""
    h = np.uint64(1469598103934665603)
    for part in range(4):
        size = place.shape[0] if part == 0 else wealth.shape[0]
        for i in range(size):
            x = np.int64(place[i]) if part == 0 else np.int64(marker[i])
            if part > 1:
                x = np.int64((wealth[i] if part == 2 else share[i]) * 1048576.0)
            h = (h ^ np.uint64(x)) * np.uint64(1099511628211)
    for k in range(bribes.shape[0]):
        for column in range(bribes.shape[1]):
            h = (h ^ np.uint64(np.int64(bribes[k, column]))) * np.uint64(1099511628211)
    return 1.0 + float(h >> np.uint64(12))


@kernel(also=("models",))
def _draw(chances: Array, random: Any) -> int:
    u = float(np.uint64(random) >> np.uint64(11)) / 9007199254740992.0
    last = 0
    for a in range(chances.shape[0]):
        if chances[a] > 0.0:
            last = a
        u -= chances[a]
        if u < 0.0:
            return a
    return last
