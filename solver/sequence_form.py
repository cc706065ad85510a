"""The sequence form: payoffs over tuples of sequences, and plans over each player's sequences.

Chance may act anywhere: its probabilities along the path to an end multiply the end's payoffs.
Source: von Stengel (1996), "Efficient computation of behavior strategies".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.extensive import ExtensiveForm, Floats, Ints


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """Sequences and payoffs of a tree with perfect recall.

    Each player's sequences are numbered from 0, the empty one, then as his actions are in the
    tree's numbering.

    Attributes
    ----------
    actions : one (n_sequences_i - 1,) array for each player
        Action number in the tree of each sequence but the empty one.
    infosets : one (n_infosets_i,) array for each player
    local_infoset : one (n_sequences_i - 1,) array for each player
        Position in ``infosets`` of the set that the sequence's last action is taken in.
    parent : one (n_infosets_i,) array for each player
        Sequence that leads to each of ``infosets``.
    sequence : (n_entries, n_players)
        Tuples of sequences that end the game, each once.
    weight : (n_entries,)
        Chance probability of all ends with that tuple.
    payoff : (n_entries, n_players)
        Their payoffs, multiplied by chance and summed.
    """

    actions: tuple[Ints, ...]
    infosets: tuple[Ints, ...]
    local_infoset: tuple[Ints, ...]
    parent: tuple[Ints, ...]
    sequence: Ints
    weight: Floats
    payoff: Floats

    @property
    def n_sequences(self) -> list[int]:
        """Number of sequences of each player, the empty one included."""
        return [len(actions) + 1 for actions in self.actions]


def chance_reach(form: ExtensiveForm) -> Floats:
    """Return the product of chance probabilities on the path to each node; (n_nodes,)."""
    reach = np.ones(form.n_nodes)
    for nodes in form.levels[1:]:
        reach[nodes] = reach[form.parent[nodes]] * form.prob[nodes]
    return reach


def sequence_form(form: ExtensiveForm) -> SequenceForm:
    """Return the sequence form of a tree.

    Raises
    ------
    ImperfectRecall
        If a player forgets.
    """
    form.require_perfect_recall()
    players = range(form.n_players)
    actions = tuple(np.flatnonzero(form.action_player == i).astype(np.int32) for i in players)
    infosets = tuple(np.flatnonzero(form.infoset_player == i).astype(np.int32) for i in players)
    local = np.zeros(len(form.action_infoset) + 1, dtype=np.int32)  # the last entry: index -1
    position = np.zeros(form.n_infosets, dtype=np.int32)
    for own, sets in zip(actions, infosets, strict=True):
        local[own] = np.arange(1, len(own) + 1)
        position[sets] = np.arange(len(sets))
    ends = form.terminals
    reach = chance_reach(form)[ends]
    ends, reach = ends[reach > 0], reach[reach > 0]
    sequence, entry = merge_rows(local[form.own_sequence[ends]])
    payoff = [np.bincount(entry, reach * form.payoff[ends, i]) for i in players]
    return SequenceForm(
        actions=actions,
        infosets=infosets,
        local_infoset=tuple(position[form.action_infoset[own]] for own in actions),
        parent=tuple(local[form.parent_sequence[sets]] for sets in infosets),
        sequence=sequence,
        weight=np.bincount(entry, reach).astype(np.float64),
        payoff=np.stack(payoff, axis=1),
    )


def merge_rows(rows: Ints) -> tuple[Ints, Ints]:
    """Return the distinct rows, sorted, and each given row's place among them."""
    key = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        # Ranks keep the key small, whatever the number of players and sequences.
        _, key = np.unique(key * (int(column.max()) + 1) + column, return_inverse=True)
    _, first = np.unique(key, return_index=True)
    return rows[first], key.astype(np.int32)


def behavior_from_plans(
    form: ExtensiveForm, sequences: SequenceForm, plans: list[Floats]
) -> Floats:
    """Return the behavior strategy of realization plans; uniform where a plan does not lead.

    Parameters
    ----------
    plans : one (n_sequences_i,) array for each player
    """
    flat = np.zeros(len(form.action_infoset))
    for own, plan in zip(sequences.actions, plans, strict=True):
        flat[own] = np.maximum(plan[1:], 0.0)
    return normalized(form, flat)


def normalized(form: ExtensiveForm, weights: Floats, floor: float = 1e-12) -> Floats:
    """Return weights of actions as probabilities; uniform where they sum to no more than floor."""
    total = np.bincount(form.action_infoset, weights, minlength=form.n_infosets)
    thin = total <= floor
    share = weights / np.where(thin, 1.0, total)[form.action_infoset]
    return np.where(thin[form.action_infoset], form.uniform_strategy(), share)


def plans_from_behavior(
    form: ExtensiveForm, sequences: SequenceForm, strategy: Floats
) -> list[Floats]:
    """Return every player's realization plan; one (n_sequences_i,) array for each."""
    reach = np.concatenate([strategy, [1.0]])  # the last entry: the empty sequence, index -1
    done = np.zeros(len(reach), dtype=bool)
    done[-1] = True
    before = form.parent_sequence[form.action_infoset]
    while not done.all():
        ready = np.flatnonzero(~done[:-1] & done[before])
        reach[ready] *= reach[before[ready]]
        done[ready] = True
    return [np.concatenate([[1.0], reach[own]]) for own in sequences.actions]
