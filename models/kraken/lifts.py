"""From a seat's observation to a round's information sets, and from a pick to the notation."""

from __future__ import annotations

from typing import Final

from engine.api import Observation
from models.base import Lift
from models.kraken.pile import ROUNDS, hand_text

EMPTY, TREASURE, KRAKEN = range(3)
MOST_PLAYERS: Final = 4

NO_ADVICE: Final = Lift(
    question="pick",
    covers=lambda observation: False,
    infoset_of=lambda observation: "",
    action_of=lambda observation, label: label,
    fallback="random",
)
"""The lift of a model that values positions and recommends no action."""


def in_last_round(observation: Observation) -> bool:
    """Return whether the last round of the basic game is on, with three or four players."""
    return bool(
        observation.round_number == ROUNDS
        and observation.n <= MOST_PLAYERS
        and not observation.special
        and not observation.curses > 0
    )


def this_round(observation: Observation) -> list[tuple[int, int]]:
    """Return the owner, counted from the round's starter, and the card of each reveal so far."""
    n, starter = int(observation.n), int(observation.starter)
    return [
        ((int(observation.log_owner[k]) - starter) % n, int(observation.log_kind[k]))
        for k in range(int(observation.reveals))
        if int(observation.log_round[k]) == int(observation.round_number)
    ]


def round_infoset(observation: Observation) -> str:
    """Return what the observing seat knows, as a round's tree without claims labels it."""
    seen = this_round(observation)
    own = (int(observation.seat) - int(observation.starter)) % int(observation.n)
    steps = [f"pick {i}: {'treasure' if kind == TREASURE else 'empty'}" for i, kind in seen]
    gone = sum(i == own and kind == TREASURE for i, kind in seen)
    hand = int(observation.hand[TREASURE]) + gone, int(observation.hand[KRAKEN])
    role = ("explorer", "skeleton")[int(observation.role)]
    return f"{'; '.join(steps) or 'start'} | {role}, {hand_text(hand)}"


def pick_text(observation: Observation, label: str) -> str:
    """Return a pick of a seat counted from the starter as the engine writes it."""
    seat = int(label.removeprefix("pick "))
    return f"pick {(seat + int(observation.starter)) % int(observation.n)}"


def nobody_spoke(observation: Observation) -> bool:
    """Return whether the basic game is on with three or four, and the round began in silence."""
    claims = observation.claim[int(observation.round_number) - 1][: int(observation.n)]
    return bool(
        observation.n <= MOST_PLAYERS
        and not observation.special
        and observation.curses == 0
        and max(claims) <= 0
    )


ROUND: Final = Lift(
    question="pick",
    covers=nobody_spoke,
    infoset_of=round_infoset,
    action_of=pick_text,
    fallback="equilibrium",
)
"""The lift of a round in which nobody speaks; messages of a round are not tied to words."""

CONVENTION: Final = Lift(
    question="pick",
    covers=lambda observation: bool(not observation.special and observation.curses == 0),
    infoset_of=lambda observation: ("rows", "columns")[int(observation.role)],
    action_of=lambda observation, label: label,
    fallback="bayes",
)
"""The lift of whole-game conventions: an action of the form is a plan, which the bot plays."""

LAST_ROUND: Final = Lift(
    question="pick",
    covers=in_last_round,
    infoset_of=round_infoset,
    action_of=pick_text,
    fallback="random",
)
