"""Lays out a sequence form as the compiled loops of regret minimization read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.extensive import Floats, Ints
from solver.sequence_form import SequenceForm, merge_rows

if TYPE_CHECKING:
    from solver.cfr_kernel import Game


@dataclass(frozen=True, eq=False)
class Layout:
    """A game in the kernel's numbering.

    Attributes
    ----------
    game : Game
    place : one (n_sequences_i,) array for each player
        The kernel's number of each sequence of the sequence form; a forced move shares the number
        of what leads to it.
    chosen : one (n_sequences_i,) array of bool for each player
        Whether a sequence ends with a choice among several actions.
    """

    game: Game
    place: tuple[Ints, ...]
    chosen: tuple[NDArray[np.bool_], ...]


class _Blocks(NamedTuple):
    """Blocks of rows of one length: where they begin, how many rows, how long, row numbers."""

    first: list[int]
    width: list[int]
    size: list[int]
    at: list[int]
    rows: NDArray[Any]


def lay_out(sequences: SequenceForm) -> Layout:
    """Return the layout of a game; forced moves are left out of it."""
    from solver.cfr_kernel import Game

    sequences, origin, chosen = _without_forced(sequences)
    players = range(len(sequences.actions))
    empty = np.concatenate([[0], np.cumsum(sequences.n_sequences)])
    blocks = [_set_blocks(sequences, i, int(empty[i]) + 1) for i in players]
    place = tuple(_places(sequences, i, blocks[i], int(empty[i])) for i in players)
    parent = [place[i][sequences.parent[i][blocks[i].rows]] for i in players]
    sets = _joined(blocks)
    pays, others, weight = _payoffs(sequences, place)
    return Layout(
        Game(
            empty=empty.astype(np.int32),
            sets=_counts(blocks),
            set_first=sets.first,
            set_width=sets.width,
            set_size=sets.size,
            set_at=sets.at,
            parent=np.concatenate(parent).astype(np.uint32),
            pays=_counts(pays),
            pay_first=_joined(pays).first,
            pay_width=_joined(pays).width,
            pay_size=_joined(pays).size,
            pay_at=_joined(pays).at,
            paid=np.concatenate([b.rows for b in pays]).astype(np.uint32),
            others=others,
            weight=weight,
        ),
        tuple(own[kept] for own, kept in zip(place, origin, strict=True)),
        chosen,
    )


def _without_forced(
    sequences: SequenceForm,
) -> tuple[SequenceForm, list[Ints], tuple[NDArray[np.bool_], ...]]:
    """Return a sequence form without sets of one action.

    With it come, for each player, the new number of every old sequence, and whether the sequence
    itself was kept.
    """
    numbers, kept_masks = [], []
    parts: dict[str, list[Ints]] = {"actions": [], "infosets": [], "local": [], "parent": []}
    for i, local in enumerate(sequences.local_infoset):
        parent = sequences.parent[i]
        several = np.bincount(local, minlength=len(parent)) > 1
        kept = np.concatenate([[True], several[local]])
        source = np.where(kept, np.arange(len(kept)), np.concatenate([[0], parent[local]]))
        while not kept[source].all():
            source = source[source]
        number = (np.cumsum(kept) - 1)[source].astype(np.int32)
        parts["actions"].append(sequences.actions[i][kept[1:]])
        parts["infosets"].append(sequences.infosets[i][several])
        parts["local"].append((np.cumsum(several) - 1)[local[kept[1:]]].astype(np.int32))
        parts["parent"].append(number[parent[several]])
        numbers.append(number)
        kept_masks.append(kept)
    columns = [own[column] for own, column in zip(numbers, sequences.sequence.T, strict=True)]
    rows, entry = merge_rows(np.stack(columns, axis=1))
    paid = [np.bincount(entry, column) for column in sequences.payoff.T]
    reduced = SequenceForm(
        actions=tuple(parts["actions"]),
        infosets=tuple(parts["infosets"]),
        local_infoset=tuple(parts["local"]),
        parent=tuple(parts["parent"]),
        sequence=rows,
        weight=np.bincount(entry, sequences.weight).astype(np.float64),
        payoff=np.stack(paid, axis=1),
    )
    return reduced, numbers, tuple(kept_masks)


class _Joined(NamedTuple):
    first: Ints
    width: Ints
    size: Ints
    at: Ints


def _joined(blocks: list[_Blocks]) -> _Joined:
    """Return the blocks of all players, one after another."""
    starts = np.cumsum([0, *(len(b.rows) for b in blocks)])
    at = [start + k for start, b in zip(starts, blocks, strict=False) for k in b.at]
    lists = [[x for b in blocks for x in getattr(b, name)] for name in ("first", "width", "size")]
    return _Joined(*(np.array(x, dtype=np.int32) for x in (*lists, at)))


def _counts(blocks: list[_Blocks]) -> Ints:
    return np.cumsum([0, *(len(b.size) for b in blocks)]).astype(np.int32)


def _group(keys: NDArray[Any], size: NDArray[Any], first: int) -> _Blocks:
    """Return blocks of equal key and size, in the order of the keys, sizes within."""
    rows = np.lexsort((size, keys))
    starts = [0] if len(rows) else []
    change = (np.diff(keys[rows]) != 0) | (np.diff(size[rows]) != 0)
    starts += (1 + np.flatnonzero(change)).tolist()
    width = np.diff([*starts, len(rows)]).tolist()
    sizes = size[rows[starts]].tolist() if len(rows) else []
    areas = np.cumsum([first, *(w * s for w, s in zip(width, sizes, strict=True))])
    return _Blocks(areas[:-1].tolist(), width, sizes, starts, rows)


def _set_blocks(sequences: SequenceForm, i: int, first: int) -> _Blocks:
    """Return a player's blocks of sets by own depth and number of actions."""
    local, parent = sequences.local_infoset[i], sequences.parent[i]
    before = np.concatenate([[-1], local])[parent]
    depth = np.zeros(len(parent), dtype=np.int64)
    while True:
        deeper = np.where(before >= 0, depth[before] + 1, 0)
        if (deeper == depth).all():
            break
        depth = deeper
    return _group(depth, np.bincount(local, minlength=len(parent)), first)


def _places(sequences: SequenceForm, i: int, blocks: _Blocks, empty: int) -> Ints:
    """Return the kernel's number of each of a player's sequences."""
    local = sequences.local_infoset[i]
    start = np.searchsorted(local, np.arange(len(sequences.parent[i])))  # sets come in order
    action = np.arange(len(local)) - start[local]
    first, width = np.zeros(len(start), np.int64), np.zeros(len(start), np.int64)
    for base, wide, at in zip(blocks.first, blocks.width, blocks.at, strict=True):
        rows = blocks.rows[at : at + wide]
        first[rows] = base + np.arange(wide)
        width[rows] = wide
    return np.concatenate([[empty], first[local] + action * width[local]]).astype(np.int32)


def _payoffs(
    sequences: SequenceForm, place: tuple[Ints, ...]
) -> tuple[list[_Blocks], NDArray[np.uint32], Floats]:
    """Return every player's payoffs by his own sequence, without those that are zero."""
    numbered = np.stack([p[s] for p, s in zip(place, sequences.sequence.T, strict=True)], axis=1)
    blocks, others, weight = [], [], []
    first = 0
    for i in range(len(place)):
        paid = np.flatnonzero(sequences.payoff[:, i])
        own, place_in_own, count = np.unique(
            numbered[paid, i], return_inverse=True, return_counts=True
        )
        grouped = _group(np.zeros(len(own), dtype=np.int64), count, first)
        order = paid[_entry_order(place_in_own, grouped)]
        blocks.append(grouped._replace(rows=own[grouped.rows]))
        others.append(np.delete(numbered[order], i, axis=1))
        weight.append(sequences.payoff[order, i])
        first += len(paid)
    columns = np.ascontiguousarray(np.concatenate(others).T, dtype=np.uint32)
    return blocks, columns, np.concatenate(weight)


def _entry_order(row: NDArray[Any], blocks: _Blocks) -> NDArray[Any]:
    """Return entries by block: the first of all its rows, then the second, and so on."""
    by_row = np.argsort(row, kind="stable")
    start = np.searchsorted(row[by_row], np.arange(len(blocks.rows)))
    order = [np.zeros(0, dtype=np.int64)]
    for width, size, at in zip(blocks.width, blocks.size, blocks.at, strict=True):
        rows = blocks.rows[at : at + width]
        order.append(by_row[(start[rows] + np.arange(size)[:, None]).ravel()])
    return np.concatenate(order)
