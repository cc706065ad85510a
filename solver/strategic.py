"""Games in strategic form: a payoff table, or any structure that prices actions against mixes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from solver.errors import BadGame
from solver.extensive import ExtensiveForm, Floats, Ints, TreeBuilder


class NormalForm(Protocol):
    """What solvers of simultaneous games need: no table, only prices of actions.

    A mixed profile is flat: the players' mixes one after another, as ``n_actions`` counts them.
    """

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players."""

    @property
    def n_actions(self) -> Ints:
        """Number of actions of each player; shape (n_players,)."""

    @property
    def payoff_range(self) -> tuple[float, float]:
        """Lowest and highest payoff of any player."""

    def action_values(self, mixed: Floats) -> Floats:
        """Return every action's expected payoff against the others' mixes; flat like ``mixed``."""


@dataclass(frozen=True, eq=False)
class StrategicForm:
    """A finite game as a table.

    Attributes
    ----------
    payoff : (n_players, *n_actions)
    action_label : tuple of tuples, one for each player
    exact : (n_players, *n_actions) of Fraction, or None
        The payoffs as given, where they are not the decimals of ``payoff``.
    """

    title: str
    players: tuple[str, ...]
    payoff: Floats
    action_label: tuple[tuple[str, ...], ...]
    exact: NDArray[np.object_] | None = None

    def __post_init__(self) -> None:
        n = len(self.players)
        if n == 0 or self.payoff.ndim != n + 1 or len(self.payoff) != n or 0 in self.payoff.shape:
            raise BadGame(f"payoff shape {self.payoff.shape}; allowed: (n_players, *n_actions)")
        if not np.isfinite(self.payoff).all():
            raise BadGame("payoffs; allowed: finite numbers")
        if tuple(map(len, self.action_label)) != self.payoff.shape[1:]:
            raise BadGame(f"{[len(a) for a in self.action_label]} labels; allowed: one an action")

    @classmethod
    def from_tables(cls, *tables: object, title: str = "") -> StrategicForm:
        """Return the game with one payoff table for each player, of numbers or fractions."""
        exact = np.array([np.array(table, dtype=object) for table in tables], dtype=object)
        payoff = exact.astype(np.float64)
        return cls(
            title=title,
            players=tuple(f"player {i + 1}" for i in range(len(tables))),
            payoff=payoff,
            action_label=tuple(tuple(str(a + 1) for a in range(n)) for n in payoff.shape[1:]),
            exact=exact if any(isinstance(x, Fraction) for x in exact.flat) else None,
        )

    @property
    def n_players(self) -> int:
        """Number of players."""
        return len(self.players)

    @cached_property
    def n_actions(self) -> Ints:
        """Number of actions of each player."""
        return np.array(self.payoff.shape[1:], dtype=np.int32)

    @cached_property
    def action_offset(self) -> Ints:
        """First number of each player's actions in a flat profile, and the total."""
        return np.concatenate([[0], np.cumsum(self.n_actions)]).astype(np.int32)

    @property
    def payoff_range(self) -> tuple[float, float]:
        """Lowest and highest payoff of any player."""
        return float(self.payoff.min()), float(self.payoff.max())

    @cached_property
    def constant_sum(self) -> float | None:
        """The sum of all players' payoffs where it is the same in every cell, else None."""
        total = self.payoff.sum(axis=0)
        scale = max(1.0, float(np.abs(self.payoff).max()))
        return float(total.flat[0]) if np.ptp(total) <= 1e-12 * scale else None

    def action_values(self, mixed: Floats) -> Floats:
        """Return every action's expected payoff against the others' mixes; flat."""
        mixes = self.split(mixed)
        values = []
        for i, table in enumerate(self.payoff):
            # The last axis first, so that the numbers of those before it stay as they are.
            for j in range(self.n_players - 1, -1, -1):
                if j != i:
                    table = np.tensordot(table, mixes[j], axes=(j, 0))
            values.append(table)
        return np.concatenate(values)

    def uniform_strategy(self) -> Floats:
        """Return the profile that takes all actions alike; flat."""
        return np.repeat(1.0 / self.n_actions, self.n_actions)

    def split(self, strategy: Floats) -> list[Floats]:
        """Return a flat profile as one array for each player."""
        return np.split(strategy, self.action_offset[1:-1])


def check_profile(n_actions: Sequence[int] | Ints, strategy: Floats) -> None:
    """Refuse a flat array that is no profile of distributions.

    Raises
    ------
    BadGame
        If length, signs or sums (within 1e-9) are wrong.
    """
    sizes = np.asarray(n_actions)
    if strategy.shape != (sizes.sum(),):
        raise BadGame(f"strategy of shape {strategy.shape}; allowed: ({sizes.sum()},)")
    if not len(strategy):
        return
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    totals = np.add.reduceat(strategy, starts)
    wrong = np.flatnonzero(~(np.abs(totals - 1) <= 1e-9))
    if len(wrong):
        raise BadGame(f"probabilities of block {wrong[0]} sum to {totals[wrong[0]]:.12g}, not to 1")
    if (strategy < 0).any():
        raise BadGame(f"probability {strategy.min():.3g}; allowed: at least 0")


def to_extensive(form: StrategicForm) -> ExtensiveForm:
    """Return the same game as a tree: players move in turn and see nothing."""
    b = TreeBuilder(form.players, form.title)
    nodes: list[int] = [b.root]
    for i, labels in enumerate(form.action_label):
        nodes = [child for node in nodes for child in b.decision(node, i, "", labels)]
    table = form.payoff if form.exact is None else form.exact
    for node, payoffs in zip(nodes, table.reshape(form.n_players, -1).T.tolist(), strict=True):
        b.terminal(node, payoffs)
    return b.build()
