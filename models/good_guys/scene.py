"""What the small models share: the offer on the table, how the others mix, text parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.base import BadQuestion
from models.good_guys.ballot import solve_vote
from models.good_guys.continuation import fill_results
from models.good_guys.offers import VALUES
from models.good_guys.position import Position
from models.good_guys.stage import N_ACTIONS, PASS

Array = NDArray[np.float64]
OTHERS: Final = ("logit", "abstain")
UNITS: Final = {"win": "probability", "money": "$k"}


def values_after(position: Position, continuation: Array | None) -> Array:
    """Return the continuation values given, or the stored ones, which are read only when needed."""
    if continuation is not None:
        return continuation
    from models.good_guys.values import continuation_of

    return continuation_of(position)


def _parts(given: Any) -> list[Any]:
    """Return text with commas, a sequence or a single number as a list."""
    if isinstance(given, str):
        return given.split(",")
    return list(given) if isinstance(given, Iterable) else [given]


def read_seats(where: str, given: Any, n: int) -> tuple[int, ...]:
    """Return seats given as a number, a sequence, or text with commas; ascending, each once.

    Raises
    ------
    BadQuestion
        If one is no seat of the table.
    """
    try:
        seats = sorted({int(part) for part in _parts(given)})
    except (TypeError, ValueError):
        raise BadQuestion(where, given, f"seats 0 to {n - 1}, separated by commas") from None
    if not seats or seats[0] < 0 or seats[-1] >= n:
        raise BadQuestion(where, given, f"seats 0 to {n - 1}, separated by commas")
    return tuple(seats)


def read_cards(where: str, given: Any) -> tuple[int, ...]:
    """Return card values, $k, given as a number, a sequence, or text with commas.

    Raises
    ------
    BadQuestion
        If one is no loot card.
    """
    try:
        cards = tuple(int(part) for part in _parts(given))
    except (TypeError, ValueError):
        raise BadQuestion(where, given, "card values 2 to 5, separated by commas") from None
    if not set(cards) <= set(VALUES):
        raise BadQuestion(where, given, "card values 2 to 5, separated by commas")
    return cards


def read_share(where: str, given: Any, position: Position) -> Array:
    """Return the offer by seat, $k: numbers or text with commas; by default the boss keeps all.

    Raises
    ------
    BadQuestion
        If it is not one amount a seat, or does not add up to the loot.
    """
    total, n = float(sum(position.loot)), position.n
    if given is None:
        return np.array([total] + [0.0] * (n - 1))
    allowed = f"{n} amounts of at least 0 that add up to {total:g}"
    try:
        share = np.array([float(part) for part in _parts(given)])
    except (TypeError, ValueError):
        raise BadQuestion(where, given, allowed) from None
    if share.shape != (n,) or share.min() < 0.0 or abs(share.sum() - total) > 1e-9:
        raise BadQuestion(where, given, allowed)
    return share


def others_mix(position: Position, continuation: Array, share: Array, others: Any) -> Array:
    """Return how seats mix that a model does not move; (n, 5).

    ``"logit"``: as the principal logit branch votes on the offer; ``"abstain"``: they GUARD, which
    counts for neither side; or the probabilities themselves.

    Raises
    ------
    BadQuestion
        If probabilities are given that are none.
    """
    n = position.n
    if isinstance(others, str) and others == "logit":
        return solve_vote(position, continuation, share)[0].mix
    if isinstance(others, str) and others == "abstain":
        return np.tile(np.eye(N_ACTIONS)[-1], (n, 1))
    allowed = f"{', '.join(OTHERS)}, or probabilities of shape ({n}, {N_ACTIONS})"
    try:
        mix = np.asarray(others, dtype=np.float64)
    except (TypeError, ValueError):
        raise BadQuestion("others", others, allowed) from None
    if mix.shape != (n, N_ACTIONS) or mix.min() < 0.0 or np.abs(mix.sum(axis=1) - 1.0).max() > 1e-9:
        raise BadQuestion("others", others, allowed)
    return mix


def offer_and_mix(
    decision: str, position: Position, continuation: Array, given: Mapping[str, Any]
) -> tuple[Array, Array]:
    """Return the offer, $k (n,), and how the seats mix that a model does not move, (n, 5)."""
    share = read_share(f"{decision}: share", given["share"], position)
    return share, others_mix(position, continuation, share, given["others"])


def utility_of_money(position: Position, continuation: Array, seats: Sequence[int]) -> list[float]:
    """Return what $1k more is worth to each of some seats, before the vote."""
    _, gain = results_of(position, continuation, 0.0, np.zeros(position.n))
    return [float(gain[seat, seat]) for seat in seats]


def deck_effect(position: Position, continuation: Array, share: Array) -> Array:
    """Return what a SKIM costs or brings each seat after a pass by moving the deck; (n,)."""
    moved, still = (results_of(position, continuation, skims, share)[0] for skims in (1.0, 0.0))
    return np.asarray(moved[:, PASS] - still[:, PASS])


def results_of(
    position: Position, continuation: Array, skims: float, share: Array
) -> tuple[Array, Array]:
    """Return utilities of the results of the count, and of money, as ``fill_results`` gives them.

    Shapes (n, n+2) and (n, n); ``skims`` is the chance that a SKIM moves the deck.
    """
    n, wealth = position.n, np.array(position.wealth)
    results, gain = np.empty((n, n + 2)), np.empty((n, n))
    fill_results(continuation, position.place(), skims, wealth, share, results, gain)
    return results, gain
