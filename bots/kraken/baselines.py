"""Bots by rule. Each answers ``(observation, params)``; see ``engine.kraken.batch.POLICY``.

Every rule says what it does with either role, as roles are dealt. A claim speaks of the hand as
it was dealt this round. The light falls on the hand that a bot would pick from.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bots.kraken.tactics import (
    best_pick,
    dealt_treasures,
    explorer_scores,
    held_kraken,
    hunter_scores,
    refuted,
    said_kraken,
    say,
    staller_scores,
)
from engine.jit import kernel
from engine.kraken.batch import pick_any
from engine.kraken.observe import treasure_cards
from engine.kraken.state import CLAIM, DEALT, PICKS, SEATS, SKELETON, TALK


@kernel()
def random(o: Any, params: Any) -> int:
    """Choose uniformly among legal actions in either role; claims do not depend on the hand."""
    return pick_any(o)


@kernel()
def talks(o: Any) -> bool:
    """Return whether a question asks for words."""
    return o.question == CLAIM or o.question == TALK


@kernel()
def nobody() -> Any:
    """Return suspects: none."""
    return np.zeros(SEATS, np.int64)


@kernel()
def explore(o: Any, suspects: Any) -> int:
    """Pick as an explorer by the claims; show the hand that promises most."""
    score = np.zeros(PICKS)
    explorer_scores(o, suspects, score)
    return best_pick(o, score)


@kernel()
def hunt(o: Any) -> int:
    """Pick where the Kraken is said to be, else where least treasure is; show such a hand too."""
    score = np.zeros(PICKS)
    hunter_scores(o, score)
    return best_pick(o, score)


@kernel()
def by_role(o: Any) -> int:
    """Pick as an explorer, or as a skeleton that hunts for the Kraken."""
    if o.role == SKELETON:
        return hunt(o)
    return explore(o, nobody())


@kernel()
def truthful(o: Any, params: Any) -> int:
    """Announce the hand truthfully; pick the most promising hand whose claim is not refuted.

    Models naive trust. As a skeleton it is truthful too, and picks the hand said to hold the
    Kraken, or where least is promised.
    """
    if talks(o):
        return say(o, dealt_treasures(o), held_kraken(o))
    return by_role(o)


@kernel()
def hider(o: Any, params: Any) -> int:
    """Announce treasures truthfully and never the Kraken; pick as `truthful`, in either role.

    Models players who agree to keep quiet about the Kraken: skeletons cannot find it, but neither
    do explorers avoid it.
    """
    if talks(o):
        return say(o, dealt_treasures(o), 0)
    return by_role(o)


@kernel()
def suspicious(o: Any, params: Any) -> int:
    """Play as `truthful`, but never again trust a seat whose claim was refuted in this game.

    Models memory. Where several claim the Kraken it suspects all of them. As a skeleton it plays
    as `truthful`.
    """
    if talks(o):
        return say(o, dealt_treasures(o), held_kraken(o))
    if o.role == SKELETON:
        return hunt(o)
    suspects = np.zeros(SEATS, np.int64)
    flags = held_kraken(o)
    for i in range(o.n):
        flags += i != o.seat and said_kraken(o, i)
    for i in range(o.n):
        suspects[i] = caught(o, i) or refuted(o, i) or (flags > 1 and said_kraken(o, i))
    return explore(o, suspects)


@kernel()
def caught(o: Any, seat: int) -> bool:
    """Return whether a seat's claim of an earlier round was refuted by the cards turned up."""
    for t in range(o.round_number - 1):
        code = o.claim[t, seat]
        found, blanks = 0, 0
        for k in range(o.reveals):
            if o.log_round[k] == t + 1 and o.log_owner[k] == seat:
                treasure = treasure_cards(o, o.log_kind[k])
                found += treasure
                blanks += not treasure
        said = (code - 1) // 2
        if code > 0 and (found > said or blanks > DEALT - t - said):
            return True
    return False


@kernel()
def mimic(o: Any, params: Any) -> int:
    """Be a skeleton that claims truthfully and picks as explorers do, unless it can end the game.

    Models the patient skeleton whom no claim betrays: only a hand said to hold the Kraken tempts
    it. As an explorer it plays as `truthful`.
    """
    if talks(o):
        return say(o, dealt_treasures(o), held_kraken(o))
    if o.role == SKELETON:
        for i in range(o.n):
            if i != o.seat and said_kraken(o, i):
                return hunt(o)
    return explore(o, nobody())


@kernel()
def over_claimer(o: Any, params: Any) -> int:
    """Claim one treasure more than true and never the Kraken; pick by role as `truthful`.

    Models the best lie found against trust from four players on: cards before a liar waste the
    explorers' actions. As an explorer it lies too, as habit has it.
    """
    if talks(o):
        return say(o, dealt_treasures(o) + 1, 0)
    return by_role(o)


@kernel()
def zero_claimer(o: Any, params: Any) -> int:
    """Claim an empty hand always; pick by role as `truthful`.

    Models a player who wants to be left alone: treasures before it stay where they are.
    """
    if talks(o):
        return say(o, 0, 0)
    return by_role(o)


@kernel()
def rusher(o: Any, params: Any) -> int:
    """Be a skeleton that rushes for the Kraken: claim as many treasures as believable, and hunt.

    Models the all-or-nothing skeleton: picked cards may be the Kraken before itself. As an
    explorer it plays as `truthful`.
    """
    if o.role != SKELETON:
        return truthful(o, params)
    if talks(o):
        return say(o, DEALT if held_kraken(o) else dealt_treasures(o) + 1, 0)
    return hunt(o)


@kernel()
def staller(o: Any, params: Any) -> int:
    """Be a skeleton that wastes actions: claim one treasure more than true, pick empty chests.

    Models the skeleton that plays for time and keeps its cover. As an explorer it plays as
    `truthful`.
    """
    if o.role != SKELETON:
        return truthful(o, params)
    if talks(o):
        return say(o, dealt_treasures(o) + 1, 0)
    score = np.zeros(PICKS)
    staller_scores(o, score)
    return best_pick(o, score)
