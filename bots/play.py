"""Many complete games of any bots: compiled where all are, one step at a time otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bots.base import GAMES, bot, is_user_bot, policy_of
from engine.play import Policy, play_game
from engine.registry import game as find_game


@dataclass(frozen=True)
class Results:
    """One row a game.

    Attributes
    ----------
    returns, win_share : ndarray of float64, shape (games, n)
        In the game's unit; share of the win. Zero for a seat that forfeited.
    outcome : ndarray of int64, shape (games,)
        Index into the game's ``outcomes``.
    role : ndarray of int64, shape (games, n)
        Index into the game's ``roles``; zeros in a game without roles.
    forfeit : ndarray of bool, shape (games, n)
    reasons : mapping
        Why, for the (game number, seat) pairs that forfeited.
    """

    returns: NDArray[np.float64]
    win_share: NDArray[np.float64]
    outcome: NDArray[np.int64]
    role: NDArray[np.int64]
    forfeit: NDArray[np.bool_]
    reasons: dict[tuple[int, int], str]


def play(
    game: str,
    rules: Any,
    names: Sequence[str],
    seating: NDArray[np.int64],
    *,
    seed: int = 0,
    first_game: int = 0,
) -> Results:
    """Play game ``first_game + g`` of a seed's series for each row ``g`` of ``seating``.

    Parameters
    ----------
    game : str
    rules : Rules
    names : sequence of str
        Bots; ``FILE.py:Class`` runs that file's code.
    seating : ndarray of int64, shape (games, n) or (games, n, roles)
        Index into ``names`` for each seat; or for each role that the seat may get.

    Raises
    ------
    EngineError
        If the game or a bot does not exist, or the seating does not fit.
    """
    if any(is_user_bot(name) for name in names):
        return _stepwise(game, rules, names, seating, seed, first_game)
    infos = [bot(game, name) for name in names]
    played = import_module(GAMES[game]).batch(infos, rules, seating, seed, first_game)
    reasons = {
        (first_game + int(g), int(seat)): f"illegal {played.questions[played.forfeit[g, seat] - 1]}"
        for g, seat in np.argwhere(played.forfeit)
    }
    forfeit = played.forfeit > 0
    role = getattr(played, "role", np.zeros(forfeit.shape, np.int64))
    return Results(played.returns, played.win_share, played.outcome, role, forfeit, reasons)


class ByRole:
    """Plays as one policy or another, by the role that the seat was dealt."""

    def __init__(self, policies: Sequence[Policy]) -> None:
        self._policies = tuple(policies)

    def act(
        self, observation: Any, legal_actions: NDArray[np.int64], rng: np.random.Generator
    ) -> int:
        """Return the answer of the role's policy."""
        return self._policies[int(observation.role)].act(observation, legal_actions, rng)


def _stepwise(
    game: str,
    rules: Any,
    names: Sequence[str],
    seating: NDArray[np.int64],
    seed: int,
    first_game: int,
) -> Results:
    found = find_game(game)
    # One player a bot and seat, so that what a bot remembers stays its own.
    players = [[policy_of(game, name, rules) for _ in range(rules.players)] for name in names]
    rows: list[tuple[Any, Any, int, Any, Any]] = []
    reasons = {}
    for g, row in enumerate(seating):
        policies = [_player(players, seat, b) for seat, b in enumerate(row)]
        played = play_game(found, rules, policies, seed=seed, index=first_game + g)
        lost = np.zeros(rules.players, np.bool_)
        for forfeit in played.forfeits:
            lost[forfeit.seat] = True
            reasons[first_game + g, forfeit.seat] = forfeit.reason
        outcome = found.outcomes.index(found.outcome(played.position))
        role = found.seat_roles(played.position)
        rows.append((played.returns, played.win_share, outcome, role, lost))
    n = rules.players
    columns = list(zip(*rows, strict=True)) if rows else [()] * 5
    returns, shares, outcomes, roles, forfeits = columns
    return Results(
        np.array(returns, np.float64).reshape(-1, n),
        np.array(shares, np.float64).reshape(-1, n),
        np.array(outcomes, np.int64),
        np.array(roles, np.int64).reshape(-1, n),
        np.array(forfeits, np.bool_).reshape(-1, n),
        reasons,
    )


def _player(players: Sequence[Sequence[Policy]], seat: int, bots: Any) -> Policy:
    """Return the player of a seat: one bot, or one for each role."""
    if np.ndim(bots) == 0:
        return players[int(bots)][seat]
    return ByRole([players[b][seat] for b in bots])
