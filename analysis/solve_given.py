"""What a user gives about a game's strategies: locks, profiles to begin with, counted choices.

Files are JSON: strategies as the record of ``analyze solve`` has them, or a whole such record, of
which the first equilibrium counts. They are data: read, checked, never run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from analysis.errors import BadInput
from analysis.solve_keys import Form, infoset_keys, label_keys, player_keys
from solver.extensive import Floats

_SIZE_LIMIT = 64 * 2**20
_SUM_TOLERANCE = 1e-6


def read_strategies(path: str | Path) -> Mapping[str, Any]:
    """Return the strategies, by player and information set, that a file holds.

    Raises
    ------
    BadInput
        If there is no such file, or it holds no JSON object.
    """
    path = Path(path)
    try:
        if path.stat().st_size > _SIZE_LIMIT:
            raise BadInput(str(path), f"{path.stat().st_size} bytes", f"up to {_SIZE_LIMIT}")
        found = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadInput(str(path), error.strerror, "a file that can be read") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(str(path), error, "JSON") from None
    if (
        isinstance(found, dict)
        and isinstance(found.get("equilibria"), list)
        and found["equilibria"]
    ):
        found = found["equilibria"][0]
    if isinstance(found, dict) and "strategies" in found:
        found = found.get("strategies_exact", found["strategies"])
    if not isinstance(found, dict):
        raise BadInput(str(path), type(found).__name__, "an object of players, sets and actions")
    return found


def blocks(form: Form, given: Mapping[str, Any]) -> dict[int, list[Fraction]]:
    """Return numbers of actions by information set; actions that are not named have 0.

    Raises
    ------
    BadInput
        If a player, an information set, an action or a number is none; says what is allowed.
    """
    sets: dict[str, dict[str, int]] = {key: {} for key in player_keys(form)}
    for player, key, h in infoset_keys(form):
        sets[player][key] = h
    out: dict[int, list[Fraction]] = {}
    for player, own in given.items():
        if player not in sets:
            raise BadInput("player", player, ", ".join(sets))
        for key, numbers in _object(own, f"player {player!r}").items():
            if key not in sets[player]:
                allowed = ", ".join(map(repr, sets[player])) or "none"
                raise BadInput(f"information set of {player}", key, allowed)
            h = sets[player][key]
            out[h] = _numbers(form, h, _object(numbers, f"information set {key!r}"))
    return out


def profile(form: Form, given: Mapping[str, Any]) -> Floats:
    """Return a whole profile; information sets that are not named are played uniformly.

    Raises
    ------
    BadInput
        As :func:`blocks`, and where probabilities do not sum to one.
    """
    flat = form.uniform_strategy()
    for h, numbers in blocks(form, given).items():
        start = int(form.action_offset[h])
        flat[start : start + len(numbers)] = _distribution(numbers)
    return flat


def counts(form: Form, given: Mapping[str, Any]) -> Floats:
    """Return how often each action was chosen; (n_actions_total,)."""
    flat = np.zeros(int(form.action_offset[-1]))
    for h, numbers in blocks(form, given).items():
        start = int(form.action_offset[h])
        flat[start : start + len(numbers)] = [float(x) for x in numbers]
    return flat


def locks(form: Form, asked: Sequence[str]) -> dict[int, Floats]:
    """Return the fixed play of information sets.

    Parameters
    ----------
    asked : sequence of str
        Each ``PLAYER/INFOSET=P,P,…`` (a number for each action, fractions allowed),
        ``PLAYER/INFOSET=ACTION``, ``PLAYER=@FILE`` (all that the file says of a player) or
        ``@FILE`` (all that it says).

    Raises
    ------
    BadInput
        If one is none of these, or an information set is locked twice.
    """
    out: dict[int, Floats] = {}
    for text in asked:
        for h, numbers in _lock(form, text).items():
            if h in out:
                raise BadInput("--lock", text, "each information set once")
            out[h] = _distribution(numbers)
    return out


def _lock(form: Form, text: str) -> dict[int, list[Fraction]]:
    if text.startswith("@"):
        return blocks(form, read_strategies(text[1:]))
    where, equals, what = text.rpartition("=")
    if equals and what.startswith("@") and where in player_keys(form):
        given = read_strategies(what[1:])
        if where not in given:
            raise BadInput("--lock", text, f"a file that has {where!r}")
        return blocks(form, {where: given[where]})
    sets = {f"{player}/{key}": h for player, key, h in infoset_keys(form)}
    if not equals or where not in sets:
        some = ", ".join(map(repr, list(sets)[:20])) + (", …" if len(sets) > 20 else "")
        raise BadInput("--lock", text, f"PLAYER/INFOSET=P,P,… with one of {some}")
    h = sets[where]
    names = label_keys(form.action_label[h], range(1, len(form.action_label[h]) + 1))
    if what in names:
        return {h: [Fraction(int(name == what)) for name in names]}
    parts = what.split(",")
    if len(parts) != len(names):
        raise BadInput("--lock", text, f"{len(names)} numbers, or one of {', '.join(names)}")
    return {h: [_number(part, f"--lock {text!r}") for part in parts]}


def _object(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadInput(what, value, "an object")
    return value


def _numbers(form: Form, h: int, given: Mapping[str, Any]) -> list[Fraction]:
    names = label_keys(form.action_label[h], range(1, len(form.action_label[h]) + 1))
    wrong = sorted(set(given) - set(names))
    if wrong:
        raise BadInput("action", wrong[0], ", ".join(names))
    return [_number(given.get(name, 0), f"action {name!r}") for name in names]


def _number(value: Any, what: str) -> Fraction:
    try:
        number = Fraction(str(value).strip())
    except (ValueError, ZeroDivisionError):
        raise BadInput(what, value, "numbers from 0, as 0.25 or 1/4") from None
    if number < 0:
        raise BadInput(what, value, "numbers from 0, as 0.25 or 1/4")
    return number


def _distribution(numbers: Sequence[Fraction]) -> Floats:
    total = sum(numbers, Fraction(0))
    if abs(total - 1) > _SUM_TOLERANCE:
        raise BadInput("probabilities", ", ".join(map(str, numbers)), "a sum of 1")
    return np.array([float(x / total) for x in numbers])
