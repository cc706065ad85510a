"""How big is too big: what a game will cost, before it is solved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.extensive import ExtensiveForm
from solver.strategic import StrategicForm

# Simplex times grow a little less than the square of the rows: fitted on Leduc poker (1,562 rows,
# .06 s) and liar's dice with six sides (36,860 rows, 2.4 s).
_LP_SECONDS, _LP_POWER = 1.2e-6, 1.38
_CFR_SECONDS_AN_ENTRY = 4e-9
_BYTES_A_ROW, _BYTES_AN_END = 1_000, 100


@dataclass(frozen=True)
class Size:
    """What a game will cost.

    Attributes
    ----------
    nodes, infosets : int
    sequences : tuple of int
        Of each player, the empty one included.
    rows : int
        Of the sequence-form programme.
    memory : int
        Bytes, roughly: the tree's arrays, and what the programme takes beside them.
    lp_seconds, cfr_seconds : float
        Rough times of the programme, and of 1,000 iterations of regret minimization.
    """

    nodes: int
    infosets: int
    sequences: tuple[int, ...]
    rows: int
    memory: int
    lp_seconds: float
    cfr_seconds: float


def size_of(form: ExtensiveForm | StrategicForm) -> Size:
    """Return what a game will cost; times are estimates within a factor of about three."""
    players = range(form.n_players)
    if isinstance(form, StrategicForm):
        sequences = tuple(int(n) + 1 for n in form.n_actions)
        nodes, infosets, memory = int(form.payoff[0].size), form.n_players, form.payoff.nbytes
        ends = nodes
    else:
        sequences = tuple(1 + int((form.action_player == i).sum()) for i in players)
        nodes, infosets = form.n_nodes, form.n_infosets
        arrays = (form.parent, form.player, form.infoset, form.prob, form.paid, form.own_sequence)
        memory = sum(int(np.asarray(a).nbytes) for a in arrays)
        ends = len(form.terminals)
    rows = sum(sequences[1:]) + infosets + 1
    memory += _BYTES_A_ROW * rows + _BYTES_AN_END * ends
    return Size(
        nodes=nodes,
        infosets=infosets,
        sequences=sequences,
        rows=rows,
        memory=memory,
        lp_seconds=_LP_SECONDS * rows**_LP_POWER,
        cfr_seconds=1000 * _CFR_SECONDS_AN_ENTRY * (ends * form.n_players + 4 * sum(sequences)),
    )
