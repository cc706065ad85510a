"""A second evaluator for tests: recursion over nodes and enumeration of pure plans."""

from itertools import product

import numpy as np

from solver.extensive import CHANCE, TERMINAL


def play(form, strategy, node=0):
    """Return the players' expected payoffs from a node on, by plain recursion."""
    paid = form.paid[node].copy()
    if form.player[node] == TERMINAL:
        return paid
    for child in np.flatnonzero(form.parent == node):
        if form.player[node] == CHANCE:
            p = form.prob[child]
        else:
            first = np.flatnonzero(form.parent == node)[0]
            p = strategy[form.action_offset[form.infoset[node]] + child - first]
        if p:
            paid += p * play(form, strategy, child)
    return paid


def best_values(form, strategy):
    """Return each player's best payoff over all his pure plans."""
    best = []
    for i in range(form.n_players):
        own = np.flatnonzero(form.infoset_player == i)
        values = []
        for plan in product(*(range(form.n_actions[h]) for h in own)):
            trial = strategy.copy()
            for h, a in zip(own, plan, strict=True):
                start = form.action_offset[h]
                trial[start : form.action_offset[h + 1]] = 0
                trial[start + a] = 1
            values.append(play(form, trial)[i])
        best.append(max(values))
    return np.array(best)
