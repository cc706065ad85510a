"""Exact evaluation in fractions: proof that a profile is an equilibrium, without rounding."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from solver.extensive import CHANCE, TERMINAL, ExtensiveForm
from solver.rational import as_fraction
from solver.strategic import StrategicForm

_ZERO, _ONE = Fraction(0), Fraction(1)


def exact_gains(
    form: ExtensiveForm | StrategicForm, strategy: Sequence[Fraction]
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """Return payoffs and deviation gains of all players as fractions.

    Parameters
    ----------
    strategy : (n_actions_total,)
        Fractions that sum to one at every information set.

    Raises
    ------
    ImperfectRecall
        If a player forgets.
    """
    if isinstance(form, StrategicForm):
        return _table_gains(form, strategy)
    tree = form
    tree.require_perfect_recall()
    ends = _ends(tree, strategy)
    payoffs, gains = [], []
    for i in range(tree.n_players):
        payoff = _ZERO
        worth = [_ZERO] * (len(strategy) + 1)  # the last entry: the empty sequence, index -1
        for end, reach in ends:
            without = prod((p for j, p in enumerate(reach) if j != i), start=_ONE)
            paid = without * tree.exact_payoff(end)[i]
            payoff += reach[i] * paid
            worth[tree.own_sequence[end, i]] += paid
        payoffs.append(payoff)
        gains.append(_best_value(tree, i, worth) - payoff)
    return tuple(payoffs), tuple(gains)


def _table_gains(
    form: StrategicForm, strategy: Sequence[Fraction]
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """Return payoffs and gains in a table; only cells that are played or deviated to are read."""
    table = form.payoff if form.exact is None else form.exact
    mixes = [
        {a: strategy[start + a] for a in range(size) if strategy[start + a]}
        for start, size in zip(form.action_offset.tolist(), form.n_actions.tolist(), strict=False)
    ]
    payoffs, gains = [], []
    for i, size in enumerate(form.n_actions.tolist()):
        worth = [_ZERO] * size
        others = [mix.items() for j, mix in enumerate(mixes) if j != i]
        for cell in product(*others):
            share = prod((p for _, p in cell), start=_ONE)
            at = [a for a, _ in cell]
            place: tuple[Any, ...] = (i, *at[:i], slice(None), *at[i:])
            own = table[place]
            for a, paid in enumerate(own.tolist()):
                worth[a] += share * as_fraction(paid)
        payoff = sum((p * worth[a] for a, p in mixes[i].items()), _ZERO)
        payoffs.append(payoff)
        gains.append(max(worth) - payoff)
    return tuple(payoffs), tuple(gains)


def _ends(tree: ExtensiveForm, strategy: Sequence[Fraction]) -> list[tuple[int, list[Fraction]]]:
    """Return every end with each player's own probability of it, and last that of chance."""
    ends = []
    stack = [(0, [_ONE] * (tree.n_players + 1))]
    while stack:
        node, reach = stack.pop()
        player = int(tree.player[node])
        if player == TERMINAL:
            ends.append((node, reach))
            continue
        first, count = int(tree.first_child[node]), int(tree.n_children[node])
        if player == CHANCE:
            probs: Sequence[Fraction] = tree.exact_chance(node)
        else:
            start = int(tree.action_offset[tree.infoset[node]])
            probs = strategy[start : start + count]
        for child, p in enumerate(probs, first):
            after = reach.copy()
            after[player] *= p  # chance is player -1: the last entry
            stack.append((child, after))
    return ends


def _best_value(tree: ExtensiveForm, i: int, worth: list[Fraction]) -> Fraction:
    """Return a best response's value, from what each own sequence is worth where play ends."""
    depth: dict[int, int] = {}

    def own_depth(h: int) -> int:
        if h not in depth:
            before = int(tree.parent_sequence[h])
            depth[h] = 0 if before < 0 else own_depth(int(tree.action_infoset[before])) + 1
        return depth[h]

    own = [h for h in range(tree.n_infosets) if tree.infoset_player[h] == i]
    for h in sorted(own, key=own_depth, reverse=True):
        start, stop = int(tree.action_offset[h]), int(tree.action_offset[h + 1])
        worth[tree.parent_sequence[h]] += max(worth[start:stop])
    return worth[-1]
