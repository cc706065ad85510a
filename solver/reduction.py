"""The reduced strategic form of a tree: plans that differ in what they lead to."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np

from solver.errors import Unsupported
from solver.extensive import ExtensiveForm, Floats
from solver.sequence_form import (
    SequenceForm,
    behavior_from_plans,
    plans_from_behavior,
    sequence_form,
)
from solver.strategic import StrategicForm

CELL_LIMIT = 2_000_000


@dataclass(frozen=True, eq=False)
class Reduction:
    """A tree as a table, and the way back.

    Attributes
    ----------
    strategic : StrategicForm
    plans : one (n_plans_i, n_sequences_i) array of 0 and 1 for each player
        Which sequences each pure plan takes.
    """

    tree: ExtensiveForm
    sequences: SequenceForm
    strategic: StrategicForm
    plans: tuple[Floats, ...]

    def behavior(self, mixed: Floats) -> Floats:
        """Return the behavior strategy of a mixed profile; uniform where it does not lead."""
        mixes = self.strategic.split(mixed)
        realized = [mix @ plans for mix, plans in zip(mixes, self.plans, strict=True)]
        return behavior_from_plans(self.tree, self.sequences, realized)

    def mixed(self, behavior: Floats) -> Floats:
        """Return a mixed profile that plays as a behavior strategy."""
        realized = plans_from_behavior(self.tree, self.sequences, behavior)
        mixes = []
        for i, plan in enumerate(realized):
            before = self.sequences.parent[i][self.sequences.local_infoset[i]]
            parent = np.concatenate([[0], before])
            share = plan / np.where(plan[parent] > 0, plan[parent], 1.0)
            mixes.append(np.where(self.plans[i] > 0, share, 1.0).prod(axis=1))
        return np.concatenate(mixes)


def count_plans(form: ExtensiveForm) -> list[int]:
    """Return the number of reduced pure plans of each player."""
    sequences = sequence_form(form)
    return [_count(sequences, i, 0, _children(sequences, i)) for i in range(form.n_players)]


def reduce(form: ExtensiveForm, *, limit: int = CELL_LIMIT) -> Reduction:
    """Return the reduced strategic form of a tree.

    Raises
    ------
    Unsupported
        If the table would have more than ``limit`` cells.
    ImperfectRecall
        If a player forgets.
    """
    counts = count_plans(form)
    if prod(counts) > limit:
        raise Unsupported(f"{prod(counts):.3g} cells in strategic form {counts}; allowed: {limit}")
    sequences = sequence_form(form)
    plans = tuple(plan_rows(sequences, i, count) for i, count in enumerate(counts))
    payoff = np.zeros((form.n_players, *counts))
    for row, paid in zip(sequences.sequence, sequences.payoff, strict=True):
        takes = [np.flatnonzero(own[:, s]) for own, s in zip(plans, row, strict=True)]
        cells: tuple[Any, ...] = (slice(None), *np.ix_(*takes))
        payoff[cells] += paid.reshape(-1, *(1,) * form.n_players)
    strategic = StrategicForm(
        title=form.title,
        players=form.players,
        payoff=payoff,
        action_label=tuple(
            tuple(_plan_name(form, sequences, i, plan) for plan in own)
            for i, own in enumerate(plans)
        ),
    )
    return Reduction(form, sequences, strategic, plans)


def _children(sequences: SequenceForm, i: int) -> list[list[int]]:
    """Return the information sets that follow each sequence."""
    follow: list[list[int]] = [[] for _ in range(sequences.n_sequences[i])]
    for h, before in enumerate(sequences.parent[i]):
        follow[before].append(h)
    return follow


def _own(sequences: SequenceForm, i: int, h: int) -> list[int]:
    """Return the sequences that end at an information set."""
    return (np.flatnonzero(sequences.local_infoset[i] == h) + 1).tolist()


def _count(sequences: SequenceForm, i: int, at: int, follow: list[list[int]]) -> int:
    return prod(
        sum(_count(sequences, i, s, follow) for s in _own(sequences, i, h)) for h in follow[at]
    )


def plan_rows(sequences: SequenceForm, i: int, count: int) -> Floats:
    """Return every reduced pure plan of a player, as ``count_plans`` counts them; 0/1 rows."""
    follow = _children(sequences, i)

    def below(at: int) -> list[list[int]]:
        """Return every way to play on after a sequence, as the sequences taken."""
        ways = [
            [[s, *rest] for s in _own(sequences, i, h) for rest in below(s)] for h in follow[at]
        ]
        return [[s for part in choice for s in part] for choice in product(*ways)]

    rows = np.zeros((count, sequences.n_sequences[i]))
    rows[:, 0] = 1.0
    for row, taken in zip(rows, below(0), strict=True):
        row[taken] = 1.0
    return rows


def _plan_name(form: ExtensiveForm, sequences: SequenceForm, i: int, plan: Floats) -> str:
    taken = sequences.actions[i][np.flatnonzero(plan[1:])]
    labels = []
    for action in taken.tolist():
        h = int(form.action_infoset[action])
        position = action - int(form.action_offset[h])
        labels.append(form.action_label[h][position] or f"#{position + 1}")
    return " ".join(labels)
