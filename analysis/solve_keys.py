"""Keys of players, information sets and actions in the record of a solved file.

A label where it is unique and not empty, else ``#`` and the number.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from solver.extensive import ExtensiveForm
from solver.strategic import StrategicForm

Form: TypeAlias = ExtensiveForm | StrategicForm


def player_keys(form: Form) -> list[str]:
    """Return the key of each player: his name where it is one, else ``#i``."""
    return label_keys(form.players, range(1, len(form.players) + 1))


def label_keys(labels: Sequence[str], numbers: Sequence[int] | range) -> list[str]:
    """Return labels where they are unique and not empty, else ``#`` and the number."""
    seen = Counter(labels)
    return [
        label if label and seen[label] == 1 and not label.startswith("#") else f"#{number}"
        for label, number in zip(labels, numbers, strict=True)
    ]


def by_infoset(form: Form, flat: Sequence[Any]) -> dict[str, dict[str, dict[str, Any]]]:
    """Return values of all actions by player, information set and action.

    Information sets come in the order of the owner's count of them.
    """
    out: dict[str, dict[str, dict[str, Any]]] = {key: {} for key in player_keys(form)}
    for player, key, h in infoset_keys(form):
        start, stop = int(form.action_offset[h]), int(form.action_offset[h + 1])
        actions = label_keys(form.action_label[h], range(1, stop - start + 1))
        out[player][key] = dict(zip(actions, flat[start:stop], strict=True))
    return out


def infoset_keys(form: Form) -> list[tuple[str, str, int]]:
    """Return player key, key and number of every information set, in each owner's order."""
    players = player_keys(form)
    if isinstance(form, StrategicForm):
        return [(player, "", i) for i, player in enumerate(players)]
    out = []
    for i, player in enumerate(players):
        own = np.flatnonzero(form.infoset_player == i)
        own = own[np.argsort(form.infoset_number[own], kind="stable")]
        keys = label_keys([form.infoset_label[h] for h in own], form.infoset_number[own].tolist())
        out += [(player, key, h) for key, h in zip(keys, own.tolist(), strict=True)]
    return out


def plain(value: Any) -> Any:
    """Return a value that JSON has a word for: lists for tuples, null for what is no number."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return list(value) if isinstance(value, tuple) else value
