"""Public commitment in a round: everybody hears the explorers' convention, skeletons reply.

Explorers mix seat by seat, each by his own dice; skeletons answer with one joint plan, found
exactly. What a convention leaves against that reply is a proven lower bound. It is raised by moving
one seat at a time to the best plan against all replies met so far (a linear programme with cuts),
until no seat gains; that is a local optimum, so the bound need not be the value.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.kraken.public import Floats, PublicTree
from models.kraken.response import Plan, TeamGame
from solver.lp import solve_lp

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]

Reply: TypeAlias = Callable[[Floats], tuple[Bools, float]]
"""From how far explorers let each end happen: the same of the best reply, and the value."""

Behavior: TypeAlias = list[Floats]
"""Explorers' probabilities at each public node; (n_types, n_actions) each."""


def uniform(public: PublicTree) -> Behavior:
    """Return uniform play at every node."""
    return [np.full((public.n_types, len(n.labels)), 1.0 / len(n.labels)) for n in public.nodes]


def own_reach(public: PublicTree, behavior: Behavior) -> Floats:
    """Return the product of each seat's own probabilities to each leaf; as a plan."""
    reach = np.ones((len(public.leaves), public.players, public.n_types))
    for k, leaf in enumerate(public.leaves):
        at, action = leaf.parent, leaf.action
        while at >= 0:
            node = public.nodes[at]
            reach[k, node.seat] *= behavior[at][:, action]
            at, action = node.parent, node.action
    return reach


def team_reply(game: TeamGame) -> Reply:
    """Return the reply of skeletons who know neither each other nor each other's hands."""

    def reply(weight: Floats) -> tuple[Bools, float]:
        plan, value = game.best_plan(weight, 1)
        return game.takes(plan, 1) > 0.5, value

    return reply


def pooled_reply(game: TeamGame) -> Reply:
    """Return the reply of skeletons who know each other and each other's hands.

    With talk that nobody else understands or heeds, they can tell each other everything.
    """
    public = game.public
    group = _knowledge(game)

    def reply(weight: Floats) -> tuple[Bools, float]:
        ends = game.worth * weight
        worth = np.zeros((len(public.nodes), *ends.shape[1:]))
        choice = np.zeros(worth.shape, dtype=np.int64)
        for at in range(len(public.nodes) - 1, -1, -1):
            node = public.nodes[at]
            after = np.array(
                [
                    sum(ends[k] if leaf else worth[k] for leaf, k in outcomes)
                    for outcomes in node.outcomes
                ]
            )
            mine = game.patterns[:, node.seat]
            sums = [np.bincount(group.ravel(), row.ravel())[group] for row in after]
            choice[at] = np.argmin(np.array(sums), axis=0)
            best = np.take_along_axis(after, choice[at][None], 0)[0]
            worth[at] = np.where(mine, best, after.sum(axis=0))
        return _follow(game, choice), float(worth[0].sum())

    return reply


def _knowledge(game: TeamGame) -> Ints:
    """Return numbers for what skeletons know together; (n_deals, n_patterns)."""
    hands, patterns = game.public.hands, game.patterns
    shown = np.where(patterns[None], hands[:, None, :] + 1, 0)
    flat = shown.reshape(-1, game.public.players)
    rows = np.concatenate([flat, np.tile(np.arange(len(patterns)), len(hands))[:, None]], axis=1)
    number = np.unique(rows, axis=0, return_inverse=True)[1]
    return number.reshape(shown.shape[:2]).astype(np.int64)


def _follow(game: TeamGame, choice: Ints) -> Bools:
    """Return which ends choices at the nodes let happen; choice: (n_nodes, n_deals, n_patterns)."""
    out = np.ones(game.worth.shape, dtype=bool)
    for k, leaf in enumerate(game.public.leaves):
        at, action = leaf.parent, leaf.action
        while at >= 0:
            node = game.public.nodes[at]
            out[k] &= ~game.patterns[:, node.seat] | (choice[at] == action)
            at, action = node.parent, node.action
    return out


@dataclass(frozen=True, eq=False)
class Convention:
    """Explorers' publicly known play in a round, and what it secures.

    Attributes
    ----------
    value : float
        Explorers' chance against the exact best reply: a proven lower bound.
    by_pattern : (n_patterns,)
        The same given each role pattern.
    answer : (n_leaves, n_deals, n_patterns)
        The skeletons' best reply: how far it lets each end happen.
    replies : int
        Best replies computed.
    """

    behavior: Behavior
    value: float
    by_pattern: Floats
    answer: Bools
    replies: int
    seconds: float


def evaluate(game: TeamGame, behavior: Behavior, reply: Reply, chances: Floats) -> Convention:
    """Return a convention with what it secures; ``chances``: those of the patterns."""
    weight = game.takes(own_reach(game.public, behavior), 0)
    answer, value = reply(weight)
    by_pattern = (game.worth * weight * answer).sum(axis=(0, 1)) / chances
    return Convention(behavior, value, by_pattern, answer, 1, 0.0)


def climb(
    game: TeamGame,
    reply: Reply,
    chances: Floats,
    start: Behavior,
    *,
    tolerance: float = 1e-9,
    time_limit: float = 10.0,
) -> Convention:
    """Return a convention from which no explorer's seat alone can secure more.

    Parameters
    ----------
    start : behavior
        Where the climb begins; the result is never worse.
    time_limit : float
        Seconds; the best so far counts.
    """
    begun = time.perf_counter()
    public = game.public
    best, replies = evaluate(game, start, reply, chances), 0
    cuts: list[Bools] = []
    idle, seat = 0, 0
    while idle < public.players and time.perf_counter() - begun < time_limit:
        moved = False
        for _ in range(200):  # cuts of one seat's programme
            behavior, hoped = _seat_programme(game, best.behavior, seat, cuts)
            found = evaluate(game, behavior, reply, chances)
            cuts.append(found.answer)
            replies += 1
            if found.value > best.value + tolerance:
                best, moved = found, True
            if hoped <= best.value + tolerance or time.perf_counter() - begun > time_limit:
                break
        idle = 0 if moved else idle + 1
        seat = (seat + 1) % public.players
    seconds = time.perf_counter() - begun
    return replace(best, replies=replies, seconds=seconds)


def _seat_programme(
    game: TeamGame, behavior: Behavior, seat: int, cuts: list[Bools]
) -> tuple[Behavior, float]:
    """Return the play with one seat's best plan against the replies met, and what it would get."""
    from scipy.sparse import csr_array

    if not cuts:
        return behavior, np.inf
    public = game.public
    others = own_reach(public, behavior)
    others[:, seat] = 1.0
    worth = game.worth * game.takes(others, 0)
    sequences = _Sequences(public, seat)
    rows, low = sequences.flow()
    matrix = [np.concatenate([rows, np.zeros((len(rows), 1))], axis=1)]
    lower, upper = [low], [low]
    mine = ~game.patterns[:, seat]
    for cut in cuts:
        ends = worth * cut
        by_deal = ends[:, :, mine].sum(axis=2)
        by_type = np.zeros((len(public.leaves), public.n_types))
        for deal, kind in enumerate(public.hands[:, seat]):
            by_type[:, kind] += by_deal[:, deal]
        row, fixed = sequences.gather(by_type)
        matrix.append(np.r_[row, -1.0][None])
        lower.append(np.array([-fixed - ends[:, :, ~mine].sum()]))
        upper.append(np.array([np.inf]))
    n = sequences.size
    found = solve_lp(
        np.r_[np.zeros(n), 1.0],
        csr_array(np.concatenate(matrix)),
        (np.concatenate(lower), np.concatenate(upper)),
        (np.r_[np.zeros(n), -np.inf], np.full(n + 1, np.inf)),
        maximize=True,
    )
    return sequences.behavior(found.x[:n], behavior), found.objective


class _Sequences:
    """One seat's sequences: a number for each own node, hand and action."""

    def __init__(self, public: PublicTree, seat: int) -> None:
        self.public, self.seat = public, seat
        self.first: dict[int, int] = {}
        self.size = 0
        for at, node in enumerate(public.nodes):
            if node.seat == seat:
                self.first[at] = self.size
                self.size += len(node.labels) * public.n_types

    def number(self, at: int, action: int, kind: int) -> int:
        """Return a sequence's number."""
        return self.first[at] + kind * len(self.public.nodes[at].labels) + action

    def before(self, at: int, action: int) -> tuple[int, int]:
        """Return the last own node and action on the way up from an action; -1 for none."""
        while at >= 0 and at not in self.first:
            at, action = self.public.nodes[at].parent, self.public.nodes[at].action
        return at, action

    def flow(self) -> tuple[Floats, Floats]:
        """Return the constraints of a realization plan, and their right-hand sides."""
        rows, right = [], []
        for at in self.first:
            node = self.public.nodes[at]
            parent, action = self.before(node.parent, node.action)
            for kind in range(self.public.n_types):
                row = np.zeros(self.size)
                start = self.number(at, 0, kind)
                row[start : start + len(node.labels)] = 1.0
                if parent >= 0:
                    row[self.number(parent, action, kind)] = -1.0
                rows.append(row)
                right.append(1.0 if parent < 0 else 0.0)
        return np.array(rows).reshape(-1, self.size), np.array(right)

    def gather(self, by_type: Floats) -> tuple[Floats, float]:
        """Return weights of leaves and hands as weights of sequences, and what is left over."""
        row, fixed = np.zeros(self.size), 0.0
        for k, leaf in enumerate(self.public.leaves):
            at, action = self.before(leaf.parent, leaf.action)
            if at < 0:
                fixed += float(by_type[k].sum())
                continue
            for kind in range(self.public.n_types):
                row[self.number(at, action, kind)] += by_type[k, kind]
        return row, fixed

    def behavior(self, plan: Floats, old: Behavior) -> Behavior:
        """Return the play with this seat's plan in it; unreached nodes stay as they were."""
        fresh = list(old)
        for at in self.first:
            here = old[at].copy()
            width = here.shape[1]
            for kind in range(self.public.n_types):
                start = self.number(at, 0, kind)
                weights = np.maximum(plan[start : start + width], 0.0)
                if weights.sum() > 1e-9:
                    here[kind] = weights / weights.sum()
            fresh[at] = here
        return fresh


def marginal(plans: list[Plan], probability: Floats, public: PublicTree) -> Behavior:
    """Return the seat-by-seat play with each seat's own chances under a mix of joint plans."""
    reach = np.asarray(sum(p * plan for p, plan in zip(probability, plans, strict=True)))
    below = [np.zeros((public.n_types, len(node.labels))) for node in public.nodes]
    for k, leaf in enumerate(public.leaves):
        at, action = leaf.parent, leaf.action
        while at >= 0:
            node = public.nodes[at]
            below[at][:, action] = np.maximum(below[at][:, action], reach[k, node.seat])
            at, action = node.parent, node.action
    behavior = uniform(public)
    for at, weights in enumerate(below):
        total = weights.sum(axis=1, keepdims=True)
        behavior[at] = np.where(total > 1e-9, weights / np.maximum(total, 1e-9), behavior[at])
    return behavior
