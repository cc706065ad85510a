"""Intervals for rates and differences measured in games that come in groups.

A tournament plays one deal several times with the seats rotated, so games of one deal depend on
each other: the deal is the unit of sampling. A rate is a ratio estimate over groups; its variance
gives the number of independent games worth the same (the effective number), and the Wilson
interval is taken at that number. Values between 0 and 1, as shared wins are, vary less than wins
and losses of the same mean, so the interval stays valid for them.

Sources: Wilson (1927); Newcombe (1998), method 10, for paired differences; Kish (1965) for the
effective number.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A measured mean with its interval.

    Attributes
    ----------
    mean, ci_low, ci_high : float
        In the unit of the values.
    effective : float
        Number of independent observations worth the same as the sample.
    """

    mean: float
    ci_low: float
    ci_high: float
    effective: float


def quantile(level: float) -> float:
    """Return the two-sided normal quantile of a confidence level, 1.96 for .95."""
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson(rate: float, trials: float, level: float) -> tuple[float, float]:
    """Return the Wilson score interval of a rate.

    Parameters
    ----------
    rate : float
        Mean of values in [0, 1].
    trials : float
        Number of trials, need not be whole; with none the interval is [0, 1].
    level : float
        Confidence level, as in .95.
    """
    if trials <= 0:
        return 0.0, 1.0
    z = quantile(level)
    centre = (rate + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * sqrt(rate * (1 - rate) / trials + (z / (2 * trials)) ** 2)
    # Rounding must not push a bound past the rate itself at 0 and 1.
    return max(0.0, min(rate, centre - half)), min(1.0, max(rate, centre + half))


def group_influence(values: Floats, weights: Floats, groups: NDArray[np.int64]) -> Floats:
    """Return each group's share in the error of a weighted mean, shape ``(n_groups,)``.

    Parameters
    ----------
    values, weights : ndarray of shape (n,)
    groups : ndarray of shape (n,)
        Group of each value, ``0 … n_groups-1``.
    """
    mean = np.average(values, weights=weights)
    error = weights * (values - mean) / weights.sum()
    return np.bincount(groups, weights=error).astype(np.float64)


def rate_estimate(
    values: Floats, groups: NDArray[np.int64], level: float, weights: Floats | None = None
) -> Estimate:
    """Estimate the mean of values in [0, 1] that come in dependent groups.

    The effective number never exceeds the number of values, so a sample without any variation
    (no win in n games) still has an interval.
    """
    weights = np.ones_like(values) if weights is None else weights
    rate = min(1.0, max(0.0, float(np.average(values, weights=weights))))
    effective = _effective(rate, values.size, group_influence(values, weights, groups))
    return Estimate(rate, *wilson(rate, effective, level), effective)


def _effective(rate: float, size: int, influence: Floats) -> float:
    n = influence.size
    if n < 2:
        return 1.0
    variance = n / (n - 1) * float(influence @ influence)
    return float(size) if variance * size <= rate * (1 - rate) else rate * (1 - rate) / variance


def paired_difference(first: Estimate, second: Estimate, correlation: float) -> tuple[float, float]:
    """Return the interval of ``first.mean - second.mean`` measured on the same deals.

    Parameters
    ----------
    first, second : Estimate
        At the level wanted for the difference.
    correlation : float
        Between the two errors; 0 for independent samples.
    """
    gap = first.mean - second.mean

    def half(below: float, above: float) -> float:
        return sqrt(max(0.0, below**2 - 2 * correlation * below * above + above**2))

    low = half(first.mean - first.ci_low, second.ci_high - second.mean)
    high = half(first.ci_high - first.mean, second.mean - second.ci_low)
    return gap - low, gap + high


def mean_estimate(values: Floats, groups: NDArray[np.int64], level: float) -> Estimate:
    """Estimate the mean of unbounded values in dependent groups, by Student's t over groups.

    Raises
    ------
    ValueError
        With fewer than two groups, which say nothing about the spread.
    """
    from scipy.special import stdtrit

    influence = group_influence(values, np.ones_like(values), groups)
    mean, n = float(values.mean()), influence.size
    if n < 2:
        raise ValueError(f"an interval of a mean needs at least two groups, got {n}")
    error = sqrt(n / (n - 1) * float(influence @ influence))
    half = float(stdtrit(n - 1, (1 + level) / 2)) * error
    return Estimate(mean, mean - half, mean + half, float(n))


def bonferroni(level: float, comparisons: int) -> float:
    """Return the level each interval needs so that all hold together at ``level``."""
    return 1 - (1 - level) / max(1, comparisons)
