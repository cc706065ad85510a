"""Real games of No Touch Kraken up to a decision, and what the deciding seat sees of them.

Who talks follows the convention that beliefs assume; who picks, picks blindly, so that picks tell
nothing. The states of a grid come from here, and so do the true tables of a calibration.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.api import CHANCE, TERMINAL, Position
from engine.kraken.game import GAME
from engine.kraken.state import CLAIM, CURSE, FLIP, KIND_NAMES, KRAKEN, PICK, SHOWN, TREASURE
from models.kraken.belief import MIX
from models.kraken.heard import Heard, Light
from models.kraken.pile import Hand
from models.kraken.view import ROLES, View
from models.kraken.worlds import World, spoken

SILENT, CLAIMS, REFUTED = TALKS = ("silent", "claims", "refuted")


@dataclass
class Story:
    """A game on its way, and what the engine's log does not keep: whom the light has shown."""

    position: Position
    lights: dict[int, Light] = field(default_factory=dict)


@dataclass(frozen=True)
class Wanted:
    """A decision to play to.

    Attributes
    ----------
    decision : str
        ``reveal`` or ``claim``; the asking seat is the one that the engine asks.
    talk : str
        ``silent``: nobody speaks; ``claims``; ``refuted``: cards contradict a claim.
    held : bool
        Of a claim: whether the asking seat holds the marker.
    card : str
        A card that has been revealed; empty for any.
    """

    decision: str
    round: int
    role: str
    talk: str = CLAIMS
    held: bool = False
    card: str = ""


def hand_of(record: Any, seat: int) -> Hand:
    """Return a hand as dealt, as claims count it."""
    hand, found = record.hand[seat], 0
    for k in range(int(record.reveals)):
        if record.log_round[k] == record.round_number and record.log_owner[k] == seat:
            found += int(record.log_kind[k] in ((TREASURE, CURSE) if record.safe else (TREASURE,)))
    treasures = int(hand[TREASURE]) + (int(hand[CURSE]) if record.safe else 0)
    return treasures + found, int(hand[KRAKEN])


def says(position: Position, talk: str, rng: np.random.Generator) -> int:
    """Return what the seat to speak says: explorers the truth, skeletons by the assumed mix."""
    record, legal = position.record, GAME.legal_actions(position)
    if talk == SILENT or len(legal) == 1:
        return 0
    seat, n = GAME.actor(position), position.rules.players
    hands = tuple(hand_of(record, i) for i in range(n))
    world = World(tuple(bool(r) for r in record.role[:n]), hands, 1.0)
    number, left = int(record.round_number), int(record.left[record.round_number - 1])
    treasures, kraken = spoken(world, seat, left, number, MIX, rng)
    return 1 + 2 * treasures + kraken


def step(story: Story, talk: str, rng: np.random.Generator) -> None:
    """Play one event: chance by its odds, talk by the convention, picks blindly."""
    position = story.position
    phase, number = int(position.record.phase), int(position.record.round_number)
    if GAME.actor(position) == CHANCE:
        codes, odds = zip(*GAME.chance_outcomes(position), strict=True)
        action = int(rng.choice(codes, p=odds))
        if phase == FLIP:
            story.lights[number] = Light(int(position.record.target), KIND_NAMES[action])
    elif phase == CLAIM:
        action = says(position, talk, rng)
    else:
        action = int(rng.choice(GAME.legal_actions(position)))
        if phase == PICK and action == SHOWN:
            rounds = position.record.log_round[: int(position.record.reveals)]
            at = int((rounds == number).sum())
            story.lights[number] = story.lights[number]._replace(at=at)
    story.position = GAME.apply(position, action)


def view_at(story: Story, seat: int) -> View:
    """Return what a seat sees, seats counted from it."""
    position, n = story.position, story.position.rules.players
    record, rules = position.record, position.rules
    rounds, safe = list[Heard](), not rules.curse
    for t in range(int(record.round_number)):
        codes = [int(record.claim[t, (seat + i) % n]) for i in range(n)]
        claims = tuple(divmod(code - 1, 2) if code > 0 else None for code in codes)
        log = tuple(
            ((int(record.log_owner[k]) - seat) % n, KIND_NAMES[int(record.log_kind[k])])
            for k in range(int(record.reveals))
            if int(record.log_round[k]) == t + 1
        )
        waiting = frozenset(i for i, code in enumerate(codes) if code < 0 and rules.claims)
        light = story.lights.get(t + 1)
        if light is not None:
            light = light._replace(seat=(light.seat - seat) % n)
        rounds.append(Heard(t + 1, int(record.left[t]), claims, log, waiting, safe, light))
        safe = safe or "treasure" in [card for _, card in log]
    now = rounds[-1]
    others = [
        KIND_NAMES[k] for k in range(CURSE, len(KIND_NAMES)) for _ in range(record.hand[seat, k])
    ]
    own = tuple(others + [c for s, c in now.reveals if s == 0 and c not in ("treasure", "empty")])
    return View(
        players=n,
        round=int(record.round_number),
        found=int(record.up[TREASURE] + record.up[CURSE]),
        revealed=len(now.reveals) - now.vanished(n),
        role=ROLES[int(record.role[seat])],
        dealt=_dealt(record, seat, now),
        own=own,
        marker=(int(record.marker) - seat) % n,
        rounds=tuple(rounds),
        specials=rules.special,
        curse=rules.curse_pool if rules.curse else "",
        roles=tuple(
            ((i - seat) % n, ROLES[int(record.role[i])]) for i in range(n) if record.seen[seat, i]
        ),
        curse_stays=not rules.curse_vanishes,
    )


def _dealt(record: Any, seat: int, now: Heard) -> Hand:
    """Return a hand as its owner's claim counts it: curses where they were safe at the deal."""
    found = sum(now.is_treasure(card) for owner, card in now.reveals if owner == 0)
    curses = int(record.hand[seat, CURSE]) if now.safe else 0
    return int(record.hand[seat, TREASURE]) + curses + found, int(record.hand[seat, KRAKEN])


def refuted(view: View) -> bool:
    """Return whether cards contradict a claim of another seat, in this round or an earlier one."""
    for heard in view.rounds:
        for seat in range(1, view.players):
            claim, (found, others) = heard.claims[seat], heard.seen(seat)
            if claim and (found > claim[0] or others > heard.size - sum(claim)):
                return True
    return False


def fits(view: View, wanted: Wanted) -> bool:
    """Return whether a view is of the kind that is wanted."""
    talked = refuted(view) == (wanted.talk == REFUTED)
    cards = [card for heard in view.rounds for _, card in heard.reveals]
    return (
        view.role == wanted.role
        and talked
        and (wanted.decision == "reveal" or (view.marker == 0) == wanted.held)
        and (not wanted.card or wanted.card in cards)
    )


def play_to(rules: Any, wanted: Wanted, rng: np.random.Generator) -> Story | None:
    """Return a game at the first fitting decision of the round; None if it ends before.

    Of a reveal, after as many reveals of the round as chance wants.
    """
    story = Story(GAME.initial(rules))
    talk = SILENT if wanted.talk == SILENT else CLAIMS
    phase = PICK if wanted.decision == "reveal" else CLAIM
    least = int(rng.integers(rules.players)) if phase == PICK else 0
    while (actor := GAME.actor(story.position)) != TERMINAL:
        record = story.position.record
        number = int(record.round_number)
        if number > wanted.round:
            return None
        if actor >= 0 and number == wanted.round and int(record.phase) == phase:
            here = int((record.log_round[: int(record.reveals)] == number).sum())
            if here >= least and fits(view_at(story, actor), wanted):
                return story
        step(story, talk, rng)
    return None


def find(rules: Any, wanted: Wanted, seed: int, tries: int = 4000) -> Story | None:
    """Return the first game of a seed that comes to such a decision; None if none of many does."""
    for number in range(tries):
        story = play_to(rules, wanted, np.random.default_rng([seed, number]))
        if story is not None:
            return story
    return None
