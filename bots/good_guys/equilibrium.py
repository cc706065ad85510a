"""The lifted logit equilibrium as a compiled policy.

It carries the solution of ``models.good_guys`` into complete play: votes come from the stage
solver at the observed offer and markers, with the stored continuation values; offers come from a
stored plan (how many votes to buy, at what premium over their reservation prices), by expected
cards left and rejections; binding bribes go to the seat that is cheapest to turn (``bribing``).
All of it uses public information only, so every seat that plays it solves the same game. A book
can fix how all seats act at one count, as a check of another solution asks.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bots.good_guys.baselines import majority
from bots.good_guys.bribing import deal
from bots.good_guys.scene import (
    bribes_before,
    offered,
    placed_markers,
    seats_of,
    threatened,
    whereabouts,
)
from engine.good_guys.state import ACTION, DEAL, MARKER, OFFER, TALK, VALUES
from engine.jit import kernel
from models.good_guys.continuation import expected_left
from models.good_guys.offers import assign_cards, plan_shares, reservation_prices
from models.good_guys.pricing import value_offer
from models.good_guys.richest import WIN
from models.good_guys.stage import N_ACTIONS

Array = NDArray[np.float64]

# Parameters: precision, tolerance, sizes of the plan, lifted parts, plan, memory, continuation.
_HEAD: Final = 5
# Memory: key of the last vote, whether its branch was lost, the mixes; decisions asked, covered by
# a model, answered by a fallback; the book's cards drawn (-1: none) and mixes; cards to stake.
_MIX: Final = 2
_TALLY: Final = _MIX + 8 * N_ACTIONS
_BOOK: Final = _TALLY + 3
_STAKE: Final = _BOOK + 1 + 8 * N_ACTIONS
_MEMORY: Final = _STAKE + 1
OFFERS, VOTES = 1, 2
"""Parts that can be lifted; the other part plays by ``majority``."""
_EQUAL: Final = np.array([1.0])  # equal shares that ``majority`` pays and demands
# Lower edges of the plan's rows, in expected cards left (table included).
PLAN_LEFT: Final = np.array([0.0, 12.0, 20.0, 30.0, 45.0, 65.0])


def pack(logit: Array, plan: Array, continuation: Array, parts: int = OFFERS + VOTES) -> Array:
    """Return the parameters; ``plan`` (n_left, n_rejections, 2) holds votes and premium."""
    head = np.array([*logit, *map(float, plan.shape[:2]), float(parts)])
    memory = np.zeros(_MEMORY)
    memory[_BOOK] = -1.0
    return np.concatenate((head, plan.ravel(), memory, continuation))


def open_book(params: Array, drawn: int, mix: Array) -> None:
    """Make the votes after ``drawn`` cards follow ``mix`` (n, 5), seats counted from the boss."""
    start = _HEAD + 2 * int(params[2]) * int(params[3]) + _BOOK
    params[start] = drawn
    params[start + 1 : start + 1 + mix.size] = mix.ravel()


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
    elif question == DEAL and parts & VOTES:
        memory[_TALLY + 1] += 1.0
        answer = deal(obs, params[:2], memory[_STAKE:], continuation)
    else:
        answer = majority(obs, _EQUAL, out)
    return answer


@kernel(also=("models",))
def _offer(obs: Any, params: Array, continuation: Array, out: NDArray[np.int64]) -> bool:
    """Fill ``out`` with the stored plan's offer; return False where the table does not hold it."""
    n = obs.n
    place, wealth = np.zeros(9, np.int64), np.empty(n)
    whereabouts(obs, place, wealth)
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
    own = (obs.seat - obs.boss) % n * N_ACTIONS
    if memory[_BOOK] == obs.drawn:
        memory[1] = 0.0
        return _draw(memory[_BOOK + 1 + own : _BOOK + 1 + own + N_ACTIONS], obs.rng)
    place, wealth, share = np.zeros(9, np.int64), np.empty(n), offered(obs)
    marker, bribes = placed_markers(obs), bribes_before(obs)
    whereabouts(obs, place, wealth)
    key = _key(place, wealth, share, marker, bribes)
    if memory[0] != key:
        mix, utility = np.empty((n, N_ACTIONS)), np.empty((n, N_ACTIONS))
        seats, logit = seats_of(obs, wealth, marker, bribes), params[:2]
        residual = value_offer(continuation, place, seats, share, logit, mix, utility)
        memory[0], memory[1] = key, 0.0 if residual <= logit[1] else 1.0
        memory[_MIX : _MIX + n * N_ACTIONS] = mix.ravel()
    return _draw(memory[_MIX + own : _MIX + own + N_ACTIONS], obs.rng)


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
