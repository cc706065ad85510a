"""The principal logit branch of the vote, compiled: exact slopes and pseudo-arclength steps.

It follows the branch that ``solver.logit`` follows for any game, from the uniform profile through
its folds, at a hundredth of the cost; a test holds the two together. The chance of a skim, which
moves the deck, is part of the equations. Source: Turocy (2005), Games and Economic Behavior 51.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from models.good_guys.slopes import Stage, stage_slopes, table_slopes
from models.good_guys.stage import N_ACTIONS

Array = NDArray[np.float64]
Room = tuple[Array, Array, Array, Array]
"""Where the equations work: mix (n, 5), utility (n, 5), slope (n, 5, n, 5), linear system."""
MAX_STEPS: Final = 300
_FIRST: Final = 0.5  # arclength of the first step, in log-odds
_LONGEST: Final = 4.0
_SHORTEST: Final = 1e-5
_NEARBY: Final = 1e-3  # accuracy along the way, in log-odds
_NEWTON: Final = 5
_LANDING: Final = 20
_SETTLING: Final = 8
_LEAST: Final = 1e-300


@kernel()
def logit_path(stage: Stage, table: Array, logit: Array, mix: Array) -> float:
    """Fill ``mix`` (n, 5) with the first point of the principal branch at a precision.

    Payoffs are those of ``stage``, or of ``table`` (n, 5**n) unless that is empty; the utility of
    $1k, by which the precision is measured, is the stage's. ``logit`` (2,) holds the precision λ
    per $1k and the residual at which to stop. Returns the residual: the largest distance of a
    probability from its logit response; infinite where the branch was lost on the way, at a lower
    precision whose answer ``mix`` then holds.
    """
    n = mix.shape[0]
    size, target = n * N_ACTIONS, logit[0]
    point, ahead = np.zeros(size + 1), np.zeros(size + 1)  # centred log-odds, then λ
    tangent, system = np.zeros(size + 1), np.empty((size + 1, size + 2))
    room = (mix, np.empty((n, N_ACTIONS)), np.empty((n, N_ACTIONS, n, N_ACTIONS)), system)
    _equations(point, stage, table, room)
    tangent[size] = 1.0
    _turn(system, tangent)
    step = _FIRST
    for _ in range(MAX_STEPS):
        if step < _SHORTEST:
            break
        rounds = _correct(point, tangent, step, stage, table, room, ahead)
        if rounds < 0:
            step *= 0.3
            continue
        if ahead[size] >= target:
            share = (target - point[size]) / (ahead[size] - point[size])
            for i in range(size + 1):
                point[i] += share * (ahead[i] - point[i])
            point[size] = target
            return _land(point, stage, table, room, logit[1], _LANDING)
        before = tangent.copy()
        point[:] = ahead
        _turn(system, tangent)
        straight = (before * tangent).sum()
        step = min(_LONGEST, step * (2.0 if straight > 0.97 and rounds <= 2 else 0.9))
    _softmax_rows(point, mix)
    return np.inf


@kernel()
def settle(stage: Stage, table: Array, logit: Array, mix: Array, utility: Array) -> float:
    """Move ``mix`` (n, 5) from a logit point of like payoffs to one of these; return the residual.

    Newton alone, so the point may lie on another branch than the principal one. ``utility`` (n, 5)
    takes what each action is worth; other arguments as of :func:`logit_path`.
    """
    n = mix.shape[0]
    point, system = np.empty(n * N_ACTIONS + 1), np.empty((n * N_ACTIONS + 1, n * N_ACTIONS + 2))
    room = (mix, utility, np.empty((n, N_ACTIONS, n, N_ACTIONS)), system)
    for i in range(n):
        odds = np.log(np.maximum(mix[i], _LEAST))
        point[i * N_ACTIONS : (i + 1) * N_ACTIONS] = odds - odds.mean()
    point[n * N_ACTIONS] = logit[0]
    return _land(point, stage, table, room, logit[1], _SETTLING)


@kernel()
def _equations(point: Array, stage: Stage, table: Array, room: Room) -> float:
    """Fill ``system`` with slopes, then minus the error of the equations; return the error."""
    mix, utility, slope, system = room
    n = mix.shape[0]
    size, precision = n * N_ACTIONS, point[n * N_ACTIONS]
    gain = stage[2]
    _softmax_rows(point, mix)
    _fill_slopes(mix, stage, table, utility, slope)
    error = 0.0
    for i in range(n):
        mean = utility[i].mean()
        for a in range(N_ACTIONS):
            row = i * N_ACTIONS + a
            push = (utility[i, a] - mean) / gain[i, i]
            system[row, size] = -push
            system[row, size + 1] = precision * push - point[row]
            error = max(error, abs(system[row, size + 1]))
        for j in range(n):
            for b in range(N_ACTIONS):
                mean = slope[i, :, j, b].mean()
                for a in range(N_ACTIONS):
                    slope[i, a, j, b] -= mean
            for a in range(N_ACTIONS):
                middle = 0.0
                for b in range(N_ACTIONS):
                    middle += mix[j, b] * slope[i, a, j, b]
                for b in range(N_ACTIONS):
                    row, column = i * N_ACTIONS + a, j * N_ACTIONS + b
                    change = mix[j, b] * (slope[i, a, j, b] - middle)
                    system[row, column] = -precision / gain[i, i] * change
                    if row == column:
                        system[row, column] += 1.0
    return error


@kernel()
def _fill_slopes(mix: Array, stage: Stage, table: Array, utility: Array, slope: Array) -> None:
    if table.shape[0] > 0:
        table_slopes(mix, table, utility, slope)
    else:
        stage_slopes(mix, stage, utility, slope)


@kernel()
def _softmax_rows(point: Array, mix: Array) -> None:
    for i in range(mix.shape[0]):
        top, total = point[i * N_ACTIONS], 0.0
        for a in range(1, N_ACTIONS):
            top = max(top, point[i * N_ACTIONS + a])
        for a in range(N_ACTIONS):
            mix[i, a] = np.exp(point[i * N_ACTIONS + a] - top)
            total += mix[i, a]
        for a in range(N_ACTIONS):
            mix[i, a] /= total


@kernel()
def _turn(system: Array, tangent: Array) -> None:
    """Replace ``tangent`` by the branch's unit tangent that goes the same way."""
    size = tangent.shape[0] - 1
    for k in range(size):
        system[k, size + 1] = 0.0
    system[size, : size + 1] = tangent
    system[size, size + 1] = 1.0
    move = np.linalg.solve(
        np.ascontiguousarray(system[:, : size + 1]), np.ascontiguousarray(system[:, size + 1])
    )
    tangent[:] = move / np.sqrt((move * move).sum())


@kernel()
def _correct(
    point: Array, tangent: Array, step: float, stage: Stage, table: Array, room: Room, ahead: Array
) -> int:
    """Fill ``ahead`` with the point one step on, by Newton; return its rounds, -1 for failure."""
    size, system = point.shape[0] - 1, room[3]
    for k in range(size + 1):
        ahead[k] = point[k] + step * tangent[k]
    last = np.inf
    for rounds in range(_NEWTON):
        error = _equations(ahead, stage, table, room)
        if error <= _NEARBY:
            return rounds
        if not error <= 2.0 * last:
            return -1
        last = error
        system[size, : size + 1] = tangent
        system[size, size + 1] = 0.0
        move = np.linalg.solve(
            np.ascontiguousarray(system[:, : size + 1]), np.ascontiguousarray(system[:, size + 1])
        )
        if not np.abs(move).max() <= 2.0:
            return -1
        ahead += move
    return -1


@kernel()
def _land(
    point: Array, stage: Stage, table: Array, room: Room, tolerance: float, rounds: int
) -> float:
    """Settle ``point`` at its own precision by Newton; return the residual in probabilities."""
    size, mix, system = point.shape[0] - 1, room[0], room[3]
    residual = np.inf
    for _ in range(rounds):
        _equations(point, stage, table, room)
        residual = _residual(system, mix)
        if residual <= tolerance:
            break
        if not residual < np.inf:
            return np.inf
        move = np.linalg.solve(
            np.ascontiguousarray(system[:size, :size]),
            np.ascontiguousarray(system[:size, size + 1]),
        )
        point[:size] += move * min(1.0, 2.0 / max(np.abs(move).max(), 1e-300))
    return residual


@kernel()
def _residual(system: Array, mix: Array) -> float:
    """Return the largest distance of ``mix`` from its logit response, from the errors' logs."""
    worst = 0.0
    for i in range(mix.shape[0]):
        total = 0.0
        for a in range(N_ACTIONS):
            total += mix[i, a] * np.exp(system[i * N_ACTIONS + a, -1])
        for a in range(N_ACTIONS):
            response = mix[i, a] * np.exp(system[i * N_ACTIONS + a, -1]) / total
            gap = abs(response - mix[i, a])
            if not gap <= worst:  # so that what is no number is no residual of 0
                worst = gap
    return worst
