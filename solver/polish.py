"""From a floating-point equilibrium of two players to its exact fractions, for larger games too.

A vertex solution is the answer to linear equations: which sequences a player leaves out, and which
of the other's sequences are best against his plan. Floating point tells which; the equations are
then solved in whole numbers. Nothing is taken on trust: the result is proven by itself.

Source: Koller, Megiddo and von Stengel (1996) for the equations; Applegate, Cook, Dash and Espinoza
(2007) for bases that floating point finds and fractions verify.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from solver.elimination import solve_exactly
from solver.errors import TimeLimit
from solver.extensive import CHANCE, ExtensiveForm, Floats
from solver.sequence_form import SequenceForm, plans_from_behavior, sequence_form

_NEAR = (1e-9, 1e-7, 1e-11, 1e-6)
_USED = 1e-8
_FINE = 10**7
_ZERO, _ONE = Fraction(0), Fraction(1)

Payoffs = dict[tuple[int, int], list[Fraction]]


def polished(
    form: ExtensiveForm, strategy: Floats, *, time_limit: float = 60.0
) -> list[tuple[Fraction, ...]]:
    """Return candidates for the exact profile behind a floating-point one, the likeliest first.

    Parameters
    ----------
    form : ExtensiveForm
        Of two players with perfect recall; payoffs of any sum.
    strategy : (n_actions_total,)

    Returns
    -------
    list of tuples of Fraction
        Each is a profile; whether it is an equilibrium, an exact check must say.
    """
    end = time.perf_counter() + time_limit
    sequences = sequence_form(form)
    payoffs = _exact_payoffs(form, sequences)
    plans = plans_from_behavior(form, sequences, strategy)
    found: list[tuple[Fraction, ...]] = []
    for near in _NEAR:
        try:
            exact = [_plan(sequences, payoffs, plans, i, near, end) for i in (0, 1)]
        except TimeLimit:
            break
        if exact[0] is None or exact[1] is None:
            continue
        profile = _behavior(form, sequences, [exact[0], exact[1]], strategy)
        if profile not in found:
            found.append(profile)
    return found


def _exact_payoffs(form: ExtensiveForm, sequences: SequenceForm) -> Payoffs:
    """Return both payoffs of each pair of sequences, multiplied by chance, in fractions."""
    local = np.zeros(len(form.action_infoset) + 1, dtype=np.int64)
    for own in sequences.actions:
        local[own] = np.arange(1, len(own) + 1)
    reach = {0: _ONE}
    out: Payoffs = {}
    for node in range(form.n_nodes):
        here = reach.pop(node)
        first, count = int(form.first_child[node]), int(form.n_children[node])
        if count == 0:
            if here:
                a, b = local[form.own_sequence[node]].tolist()
                cell = out.setdefault((a, b), [_ZERO, _ZERO])
                for i, paid in enumerate(form.exact_payoff(node)):
                    cell[i] += here * paid
            continue
        chance = form.player[node] == CHANCE
        steps = form.exact_chance(node) if chance else (_ONE,) * count
        for child, step in zip(range(first, first + count), steps, strict=True):
            reach[child] = here * step
    return out


def _plan(
    sequences: SequenceForm,
    payoffs: Payoffs,
    plans: Sequence[Floats],
    i: int,
    near: float,
    deadline: float,
) -> list[Fraction] | None:
    """Return a player's exact realization plan, or None where the guess was wrong.

    Unknowns are his used sequences, then the worth of each of the other's information sets.
    """
    other = 1 - i
    worth, value, scale = _replies(sequences, payoffs, plans[i], other)
    used = np.flatnonzero(plans[i] > _USED).tolist()
    place = {s: k for k, s in enumerate(used)}
    n_x = len(used)
    rows: list[dict[int, Fraction]] = [{place[0]: _ONE}]
    right = [_ONE]
    flow: dict[int, dict[int, Fraction]] = {}
    for s in used[1:]:
        h = int(sequences.local_infoset[i][s - 1])
        flow.setdefault(h, {place[int(sequences.parent[i][h])]: -_ONE})[place[s]] = _ONE
    rows += flow.values()
    gets: dict[int, dict[int, Fraction]] = {}
    for pair, paid in payoffs.items():
        if pair[i] in place and paid[other]:
            gets.setdefault(pair[other], {})[place[pair[i]]] = paid[other]
    follow: dict[int, list[int]] = {}
    for h, before in enumerate(sequences.parent[other].tolist()):
        follow.setdefault(before, []).append(h)
    for t in range(1, sequences.n_sequences[other]):
        h = int(sequences.local_infoset[other][t - 1])
        if plans[other][t] > _USED or value[h] - worth[t] <= near * scale:
            row = dict(gets.get(t, {}))
            row |= {n_x + k: _ONE for k in follow.get(t, [])}
            row[n_x + h] = -_ONE
            rows.append(row)
    right += [_ZERO] * (len(rows) - 1)
    guess = [Fraction(float(plans[i][s])).limit_denominator(1000) for s in used]
    guess += [Fraction(float(v)).limit_denominator(1000) for v in value]
    solved = solve_exactly(rows, right, guess, deadline)
    if solved is None or min(solved[:n_x]) < 0:
        return None
    plan = [_ZERO] * sequences.n_sequences[i]
    for s, x in zip(used, solved, strict=False):
        plan[s] = x
    return plan


def _replies(
    sequences: SequenceForm, payoffs: Payoffs, plan: Floats, other: int
) -> tuple[Floats, Floats, float]:
    """Return what each of the other's sequences and sets is worth against a plan, and a scale."""
    worth = np.zeros(sequences.n_sequences[other])
    i = 1 - other
    np.add.at(
        worth,
        sequences.sequence[:, other],
        plan[sequences.sequence[:, i]] * sequences.payoff[:, other],
    )
    value = np.full(len(sequences.parent[other]), -np.inf)
    local, parent = sequences.local_infoset[other], sequences.parent[other]
    depth = np.zeros(len(parent), dtype=np.int64)
    before = np.concatenate([[-1], local])[parent]
    for _ in range(len(parent)):
        deeper = np.where(before >= 0, depth[before] + 1, 0)
        if (deeper == depth).all():
            break
        depth = deeper
    for layer in range(int(depth.max(initial=-1)), -1, -1):
        here = np.flatnonzero(depth[local] == layer)
        np.maximum.at(value, local[here], worth[here + 1])
        sets = np.flatnonzero(depth == layer)
        np.add.at(worth, parent[sets], value[sets])
    largest = max((abs(float(p[other])) for p in payoffs.values()), default=1.0)
    return worth, value, max(largest, 1e-300)


def _behavior(
    form: ExtensiveForm,
    sequences: SequenceForm,
    plans: Sequence[Sequence[Fraction]],
    strategy: Floats,
) -> tuple[Fraction, ...]:
    """Return plans as a behavior strategy; where they do not lead, as given, rounded."""
    flat = [_ZERO] * len(strategy)
    for i, plan in enumerate(plans):
        for h, infoset in enumerate(sequences.infosets[i].tolist()):
            start, stop = int(form.action_offset[infoset]), int(form.action_offset[infoset + 1])
            lead = plan[int(sequences.parent[i][h])]
            own = (np.flatnonzero(sequences.local_infoset[i] == h) + 1).tolist()
            if lead:
                flat[start:stop] = [plan[s] / lead for s in own]
            else:
                flat[start:stop] = rounded(strategy[start:stop].tolist(), _FINE)
    return tuple(flat)


def rounded(block: Sequence[float], largest: int) -> list[Fraction]:
    """Return the nearest fractions of a denominator, the likeliest action taking the rest."""
    near = [Fraction(p).limit_denominator(largest) for p in block]
    near = [p if p > Fraction(1, 2 * largest) else _ZERO for p in near]
    top = max(range(len(near)), key=near.__getitem__)
    near[top] += 1 - sum(near)
    return near
