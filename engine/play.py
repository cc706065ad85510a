"""Complete games of any kind, one step at a time, by Python policies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import index as as_index
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.api import CHANCE, TERMINAL, Game, Observation, Position
from engine.rng import game_key

MAX_STEPS = 1_000_000


class Policy(Protocol):
    """A player. It sees an observation, never the state."""

    def act(
        self, observation: Observation, legal_actions: NDArray[np.int64], rng: np.random.Generator
    ) -> int:
        """Return one of the legal actions."""


@dataclass(frozen=True)
class Forfeit:
    """An illegal answer of a policy, or an exception it raised."""

    seat: int
    move: int
    reason: str


@dataclass(frozen=True)
class Played:
    """One complete game.

    Attributes
    ----------
    position : Position
        The end.
    moves : tuple of (actor, action)
        Every action and chance outcome, in order.
    returns, win_share : ndarray of float64, shape (n,)
        Zero for a seat that forfeited.
    forfeits : tuple of Forfeit
        At most one a seat.
    """

    position: Position
    moves: tuple[tuple[int, int], ...]
    returns: NDArray[np.float64]
    win_share: NDArray[np.float64]
    forfeits: tuple[Forfeit, ...]


def play_game(
    game: Game,
    rules: Any,
    policies: Sequence[Policy],
    *,
    seed: int = 0,
    index: int = 0,
    start: Position | None = None,
) -> Played:
    """Play game number ``index`` of the series of ``seed``; both decide every chance event.

    An illegal answer is never replaced quietly: the seat forfeits. It scores nothing in this game,
    the others rank among themselves, and uniformly random legal play finishes the game in its
    place.

    Parameters
    ----------
    game, rules : Game, Rules
    policies : sequence of Policy, length n
        One a seat.
    seed, index : int
    start : Position, optional
        Play on from here instead of from the set-up.
    """
    key = int(game_key(np.uint64(seed), index))
    rngs = [np.random.default_rng([seed, index, seat]) for seat in range(len(policies))]
    position = game.initial(rules) if start is None else start
    moves: list[tuple[int, int]] = []
    forfeits: dict[int, Forfeit] = {}
    while (actor := game.actor(position)) != TERMINAL:
        if len(moves) == MAX_STEPS:
            raise RuntimeError(f"{game.name}: no end after {MAX_STEPS} steps")
        if actor == CHANCE:
            action = game.sample(position, key)
        else:
            legal = game.legal_actions(position)
            answer: int | str = "forfeited"
            if actor not in forfeits:
                observation = game.observation(position, actor, key)
                answer = _answer(policies[actor], observation, legal, rngs[actor])
                if isinstance(answer, str):
                    forfeits[actor] = Forfeit(actor, len(moves), answer)
            action = int(rngs[actor].choice(legal)) if isinstance(answer, str) else answer
        moves.append((actor, action))
        position = game.apply(position, action)
    lost = tuple(forfeits)
    returns, shares = game.returns(position, lost), game.win_shares(position, lost)
    return Played(position, tuple(moves), returns, shares, tuple(forfeits.values()))


def _answer(
    policy: Policy,
    observation: Observation,
    legal: NDArray[np.int64],
    rng: np.random.Generator,
) -> int | str:
    """Return a legal action, or the reason why the policy forfeits."""
    try:
        given = policy.act(observation, legal.copy(), rng)
    except Exception as error:
        # A player's own failure is its forfeit, not the tournament's.
        return f"raised {type(error).__name__}: {error}"
    try:
        action = as_index(given)
    except TypeError:
        return f"answered {given!r}, which is no whole number"
    if action not in legal:
        return f"answered {action}; legal: {', '.join(map(str, legal.tolist()))}"
    return action
