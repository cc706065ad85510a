"""Principal branch of logit quantal response equilibria, by pseudo-arclength continuation.

The game enters as a *payoff oracle*, so that it may be a table or a structure far too large to
tabulate: ``payoffs(mix)`` maps a flat mixed profile to the expected payoff of every pure action
against the other players' mixes. Multilinearity gives the exact Jacobian from the same oracle; an
oracle that is not multilinear (conditional payoffs in a tree) brings its own ``slopes``.

Source: Turocy (2005), "A dynamic homotopy interpretation of the logistic quantal response
equilibrium correspondence", Games and Economic Behavior 51.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
PayoffOracle = Callable[[Array], Array]
SlopeOracle = Callable[[Array], Array]

_LOG_FLOOR: Final = -700.0  # exp() of less is no float any more
_MAX_STEP: Final = 2.0
_MIN_STEP: Final = 1e-7
_LEAST_SQUARES: Final = 300
_SHARE: Final = 0.2


@dataclass(frozen=True)
class LogitPoint:
    """One point of the branch.

    Attributes
    ----------
    qre_lambda : float
        Precision, in 1/payoff (after division by the player's scale).
    mix : ndarray, shape (n_actions_total,)
        Mixed strategies, player after player.
    residual : float
        Largest distance between ``mix`` and its own logit response.
    steps : int
        Steps of the continuation up to this point.
    converged : bool
        Whether ``residual`` is within the tolerance asked for.
    """

    qre_lambda: float
    mix: Array
    residual: float
    steps: int
    converged: bool


def logit_branch(
    payoffs: PayoffOracle,
    sizes: Sequence[int],
    lambdas: Sequence[float],
    scale: Sequence[float] | None = None,
    tolerance: float = 1e-10,
    max_steps: int = 2000,
    slopes: SlopeOracle | None = None,
) -> list[LogitPoint]:
    """Return the points of the principal branch at the given precisions.

    Parameters
    ----------
    payoffs : callable
        Oracle from a flat profile (n_actions_total,) to the payoff of each action.
    sizes : sequence of int
        Number of actions of each player.
    lambdas : sequence of float
        Precisions, ascending, above 0.
    scale : sequence of float, optional
        Payoff that counts as one unit for each player; 1 by default.
    tolerance : float
        Largest residual of a point that counts as converged.
    max_steps : int
        Limit on continuation steps; points not reached come back with ``converged`` False.
    slopes : callable, optional
        Derivative of each action's payoff by each log-probability, (n_actions_total,
        n_actions_total); needed where payoffs are not linear in each player's mix.

    Notes
    -----
    The branch starts at the uniform profile (precision 0) and is followed through folds, so a
    precision is met at its first crossing.
    """
    system = _System(payoffs, sizes, scale, slopes)
    return list(_follow(system, lambdas, tolerance, max_steps, 0.0))


def logit_points(
    payoffs: PayoffOracle,
    sizes: Sequence[int],
    lambdas: Sequence[float],
    tolerance: float = 1e-10,
    max_steps: int = 2000,
    slopes: SlopeOracle | None = None,
) -> Iterator[LogitPoint]:
    """Yield the points of :func:`logit_branch` one by one, each as soon as it is reached.

    Steps grow with the branch's largest coordinate, so that limits are reached in hundreds of them.
    """
    return _follow(_System(payoffs, sizes, None, slopes), lambdas, tolerance, max_steps, _SHARE)


def _follow(
    system: _System, lambdas: Sequence[float], tolerance: float, max_steps: int, share: float
) -> Iterator[LogitPoint]:
    z = np.append(system.uniform, 0.0)
    tangent = system.tangent(z, None)
    step, steps = 0.05, 0
    for target in lambdas:
        ahead = None
        while steps < max_steps and step >= _MIN_STEP:
            ahead = system.correct(z, tangent, step)
            steps += 1
            if ahead is None:
                step *= 0.4
                continue
            if (z[-1] - target) * (ahead[-1] - target) <= 0 and ahead[-1] != z[-1]:
                break
            tangent, turn = system.tangent(ahead, tangent), tangent
            z, ahead = ahead, None
            # Far out the branch is nearly straight, and as long as its largest coordinate.
            longest = max(_MAX_STEP, 0.5 * z[-1], share * float(np.abs(z).max()))
            step = min(longest, step * (1.5 if tangent @ turn > 0.98 else 0.8))
        mix = system.mix(z) if ahead is None else system.land(z, ahead, target)
        residual = system.residual(mix, target)
        reached = ahead is not None and residual <= tolerance
        yield LogitPoint(target, mix, residual, steps, bool(reached))


def logit_residual(
    payoffs: PayoffOracle,
    sizes: Sequence[int],
    mix: Array,
    qre_lambda: float,
    scale: Sequence[float] | None = None,
) -> float:
    """Return the largest distance of ``mix`` from its own logit response."""
    return _System(payoffs, sizes, scale).residual(mix, qre_lambda)


class _System:
    """The equations of the branch in log-probabilities, with their exact Jacobian."""

    def __init__(
        self,
        payoffs: PayoffOracle,
        sizes: Sequence[int],
        scale: Sequence[float] | None,
        slopes: SlopeOracle | None = None,
    ) -> None:
        self.payoffs = payoffs
        self.slopes = self._multilinear_slopes if slopes is None else slopes
        self.sizes = np.asarray(sizes, dtype=np.int64)
        self.start = np.concatenate(([0], np.cumsum(self.sizes)))
        self.m = int(self.start[-1])
        ones = np.ones(len(self.sizes)) if scale is None else np.asarray(scale, dtype=np.float64)
        self.unit = np.repeat(ones, self.sizes)
        self.first = np.repeat(self.start[:-1], self.sizes)
        self.is_first = self.first == np.arange(self.m)
        self.uniform = np.repeat(-np.log(self.sizes), self.sizes).astype(np.float64)

    def _values(self, mix: Array) -> Array:
        return self.payoffs(mix) / self.unit

    def _profile(self, z: Array) -> tuple[Array, Array]:
        """Return the probabilities as they stand, and normalised player by player."""
        mix = np.exp(np.clip(z[:-1], _LOG_FLOOR, -_LOG_FLOOR / 10))
        total = np.add.reduceat(mix, self.start[:-1])
        return mix, mix / np.repeat(total, self.sizes)

    def equations(self, z: Array) -> Array:
        mix, profile = self._profile(z)
        value = self._values(profile)
        h = (z[:-1] - z[self.first]) - z[-1] * (value - value[self.first])
        h[self.is_first] = np.add.reduceat(mix, self.start[:-1]) - 1.0
        return h

    def jacobian(self, z: Array) -> Array:
        """Return the (m, m+1) matrix of partial derivatives of the equations."""
        mix, profile = self._profile(z)
        value = self._values(profile)
        out = np.zeros((self.m, self.m + 1))
        other = ~self.is_first
        slopes = self.slopes(profile) / self.unit[:, None]
        out[:, :-1] = -z[-1] * (slopes - slopes[self.first])
        out[:, -1] = -(value - value[self.first])
        rows = np.arange(self.m)
        out[rows[other], rows[other]] += 1.0
        out[rows[other], self.first[other]] -= 1.0
        for i, row in enumerate(self.start[:-1]):
            out[row] = 0.0
            block = slice(self.start[i], self.start[i + 1])
            out[row, block] = mix[block]
        return out

    def _multilinear_slopes(self, profile: Array) -> Array:
        value = self.payoffs(profile)
        out = np.zeros((self.m, self.m))
        for j in range(len(self.sizes)):
            block = slice(self.start[j], self.start[j + 1])
            for b in range(self.start[j], self.start[j + 1]):
                pure = profile.copy()
                pure[block] = 0.0
                pure[b] = 1.0
                out[:, b] = profile[b] * (self.payoffs(pure) - value)
                out[block, b] = 0.0  # own payoffs do not depend on the own mix
        return out

    def tangent(self, z: Array, before: Array | None) -> Array:
        """Return the unit tangent, in the direction of ``before`` (or of rising precision)."""
        a = np.zeros((self.m + 1, self.m + 1))
        a[:-1] = self.jacobian(z)
        if before is None:
            a[-1, -1] = 1.0
        else:
            a[-1] = before
        right = np.zeros(self.m + 1)
        right[-1] = 1.0
        # Least squares bear a fork of the branch; of large systems they take minutes.
        small = self.m <= _LEAST_SQUARES
        t = np.linalg.lstsq(a, right, rcond=None)[0] if small else np.linalg.solve(a, right)
        return np.asarray(t / np.linalg.norm(t))

    def correct(self, z: Array, tangent: Array, step: float) -> Array | None:
        """Return the point one arclength step ahead, or None where Newton does not settle."""
        guess = z + step * tangent
        plane = tangent @ guess
        a = np.empty((self.m + 1, self.m + 1))
        size = np.inf
        for _ in range(8):
            h = np.append(self.equations(guess), tangent @ guess - plane)
            before, size = size, float(np.abs(h).max())
            if size < 1e-9:
                return guess
            if not np.isfinite(size) or size > 2.0 * before:
                return None
            a[:-1] = self.jacobian(guess)
            a[-1] = tangent
            try:
                move = np.linalg.solve(a, -h)
            except np.linalg.LinAlgError:
                return None
            if np.abs(move).max() > 3.0:
                return None
            guess = guess + move
        return None

    def mix(self, z: Array) -> Array:
        """Return the profile at a point of the branch."""
        return self._profile(z)[1]

    def land(self, z: Array, ahead: Array, target: float) -> Array:
        """Return the profile at ``target`` by Newton, from between two points around it."""
        point = z + (ahead - z) * ((target - z[-1]) / (ahead[-1] - z[-1]))
        point[-1] = target
        for _ in range(30):
            h = self.equations(point)
            if np.abs(h).max() < 1e-13:
                break
            try:
                move = np.linalg.solve(self.jacobian(point)[:, :-1], -h)
            except np.linalg.LinAlgError:
                break
            point[:-1] += move * min(1.0, 2.0 / max(float(np.abs(move).max()), 1e-300))
        return self.mix(point)

    def residual(self, mix: Array, qre_lambda: float) -> float:
        value = qre_lambda * self._values(mix)
        best = np.maximum.reduceat(value, self.start[:-1])
        response = np.exp(value - np.repeat(best, self.sizes))
        response /= np.repeat(np.add.reduceat(response, self.start[:-1]), self.sizes)
        return float(np.abs(response - mix).max())
