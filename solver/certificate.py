"""Independent evaluation of a profile: payoffs, best responses, regrets.

Shares no code with the solvers: it walks the tree, level by level, from the strategy alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.extensive import CHANCE, ExtensiveForm, Floats
from solver.strategic import NormalForm, check_profile

UNREACHED = 1e-12


@dataclass(frozen=True, eq=False)
class Certificate:
    """What a profile is worth and how far from an equilibrium it is.

    Attributes
    ----------
    payoffs : (n_players,)
    gains : (n_players,)
        What each player gains by a best response to the others.
    best_response : (n_actions_total,)
        Pure best response of every player, as a flat 0/1 strategy.
    reach : (n_infosets,)
        Probability that each information set is reached under the profile.
    action_values : (n_actions_total,)
        Owner's payoff of each action, given the information set, if all play on as the profile
        says; NaN where the others never let play come there.
    regrets : (n_infosets,)
        How much the best action there beats the profile, by ``action_values``; NaN alike.

    For a strategic form each player has one information set.
    """

    payoffs: Floats
    gains: Floats
    best_response: Floats
    reach: Floats
    action_values: Floats
    regrets: Floats
    payoff_range: tuple[float, float]

    @property
    def epsilon(self) -> float:
        """Largest single deviation gain, in payoff units."""
        return float(self.gains.max())

    @property
    def nash_conv(self) -> float:
        """Sum of all players' deviation gains, in payoff units."""
        return float(self.gains.sum())

    @property
    def unreached(self) -> NDArray[np.bool_]:
        """Information sets that the profile never reaches; (n_infosets,)."""
        return self.reach <= UNREACHED


def certify(form: ExtensiveForm | NormalForm, strategy: Floats) -> Certificate:
    """Return the certificate of a profile.

    Parameters
    ----------
    form : ExtensiveForm or NormalForm
    strategy : (n_actions_total,)

    Raises
    ------
    BadGame
        If the strategy is no profile of distributions.
    ImperfectRecall
        If a player forgets: a best response is then no matter of one pass.
    """
    check_profile(form.n_actions, strategy)
    if isinstance(form, ExtensiveForm):
        form.require_perfect_recall()
        return _certify_tree(form, strategy)
    return _certify_normal(form, strategy)


def _certify_normal(form: NormalForm, mixed: Floats) -> Certificate:
    values = form.action_values(mixed)
    cuts = np.cumsum(form.n_actions)[:-1]
    mixes, by_player = np.split(mixed, cuts), np.split(values, cuts)
    payoffs = np.array([mix @ value for mix, value in zip(mixes, by_player, strict=True)])
    gains = np.array([value.max() for value in by_player]) - payoffs
    best = [np.eye(len(value))[value.argmax()] for value in by_player]
    return Certificate(
        payoffs=payoffs,
        gains=np.maximum(gains, 0.0),
        best_response=np.concatenate(best),
        reach=np.ones(len(payoffs)),
        action_values=values,
        regrets=np.maximum(gains, 0.0),
        payoff_range=form.payoff_range,
    )


def _certify_tree(form: ExtensiveForm, strategy: Floats) -> Certificate:
    edge_prob = form.prob.copy()
    decided = form.edge >= 0
    edge_prob[decided] = strategy[form.edge[decided]]
    others = _others_reach(form, edge_prob)
    value = _node_values(form, edge_prob)
    best_value, best_response = _best_responses(form, others)
    action_values, regrets = _action_values(form, strategy, others, value)
    return Certificate(
        payoffs=value[0],
        gains=np.maximum(best_value - value[0], 0.0),
        best_response=best_response,
        reach=_infoset_reach(form, edge_prob),
        action_values=action_values,
        regrets=regrets,
        payoff_range=form.payoff_range,
    )


def _others_reach(form: ExtensiveForm, edge_prob: Floats) -> Floats:
    """Return the probability of each node if a player does all to come there; (nodes, players)."""
    reach = np.ones((form.n_nodes, form.n_players))
    for nodes in form.levels[1:]:
        parents = form.parent[nodes]
        step = np.repeat(edge_prob[nodes, None], form.n_players, axis=1)
        own = np.flatnonzero(form.player[parents] != CHANCE)
        step[own, form.player[parents[own]]] = 1.0
        reach[nodes] = reach[parents] * step
    return reach


def _node_values(form: ExtensiveForm, edge_prob: Floats) -> Floats:
    """Return every player's expected payoff from each node on; (n_nodes, n_players)."""
    value = form.payoff.copy()
    for nodes in form.levels[:0:-1]:
        parents = form.parent[nodes]
        starts = np.flatnonzero(np.diff(parents, prepend=-1))
        weighted = edge_prob[nodes, None] * value[nodes]
        value[parents[starts]] += np.add.reduceat(weighted, starts, axis=0)
    return value


def _infoset_reach(form: ExtensiveForm, edge_prob: Floats) -> Floats:
    reach = np.ones(form.n_nodes)
    for nodes in form.levels[1:]:
        reach[nodes] = reach[form.parent[nodes]] * edge_prob[nodes]
    inside = form.infoset >= 0
    total = np.bincount(form.infoset[inside], reach[inside], minlength=form.n_infosets)
    return total.astype(np.float64)


def _best_responses(form: ExtensiveForm, others: Floats) -> tuple[Floats, Floats]:
    """Return each player's best-response value and one pure best response of all players.

    Payoffs are summed over the ends that follow a player's last own action; an information set
    is then worth its best action, and hands its worth to the own action before it.
    """
    base = np.zeros(form.n_players)
    worth = np.zeros(len(form.action_infoset))
    for i in range(form.n_players):
        last = form.own_sequence[form.terminals, i]
        weight = others[form.terminals, i] * form.payoff[form.terminals, i]
        own = last >= 0
        base[i] = weight[~own].sum()
        worth += np.bincount(last[own], weight[own], minlength=len(worth))
    response = np.zeros(len(worth))
    depth = _own_depth(form)
    for layer in range(int(depth.max(initial=-1)), -1, -1):
        infosets = np.flatnonzero(depth == layer)
        best = np.array([_first_best(worth, form, h) for h in infosets.tolist()])
        response[best] = 1.0
        before = form.parent_sequence[infosets]
        after = before >= 0
        np.add.at(worth, before[after], worth[best[after]])
        np.add.at(base, form.infoset_player[infosets[~after]], worth[best[~after]])
    return base, response


def _first_best(worth: Floats, form: ExtensiveForm, h: int) -> int:
    start, stop = form.action_offset[h], form.action_offset[h + 1]
    return int(start + np.argmax(worth[start:stop]))


def _own_depth(form: ExtensiveForm) -> NDArray[np.int64]:
    """Return the number of own moves before each information set."""
    before = form.parent_sequence
    parent = np.where(before >= 0, form.action_infoset[before], -1)
    depth = np.zeros(form.n_infosets, dtype=np.int64)
    while True:
        deeper = np.where(parent >= 0, depth[parent] + 1, 0)
        if (deeper == depth).all():
            return depth
        depth = deeper


def _action_values(
    form: ExtensiveForm, strategy: Floats, others: Floats, value: Floats
) -> tuple[Floats, Floats]:
    """Return conditional action values and the regret at each information set."""
    children = np.flatnonzero(form.edge >= 0)
    parents = form.parent[children]
    movers = form.player[parents]
    total = len(strategy)
    weighted = others[parents, movers] * value[children, movers]
    numerator = np.bincount(form.edge[children], weighted, minlength=total)
    weight = np.bincount(form.edge[children], others[parents, movers], minlength=total)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.where(weight > 0, numerator / weight, np.nan)
    starts = form.action_offset[:-1]
    if not total:
        return values, np.zeros(0)
    played = np.where(strategy > 0, strategy * values, 0.0 * values)
    regrets = np.maximum.reduceat(values, starts) - np.add.reduceat(played, starts)
    return values, np.where(np.isnan(regrets), np.nan, np.maximum(regrets, 0.0))
