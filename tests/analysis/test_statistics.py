"""Intervals: against scipy, against published values, and by how often they hold."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest, t

from analysis.statistics import (
    Estimate,
    bonferroni,
    mean_estimate,
    paired_difference,
    quantile,
    rate_estimate,
    wilson,
)


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (3, 10), (10, 10), (81, 263), (1, 1)])
@pytest.mark.parametrize("level", [0.95, 0.99])
def test_wilson_equals_scipy(wins: int, games: int, level: float) -> None:
    theirs = binomtest(wins, games).proportion_ci(level, method="wilson")
    assert wilson(wins / games, games, level) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_wilson_of_a_published_example() -> None:
    # Newcombe (1998), Statistics in Medicine 17, 857-872, table I: 81/263, score interval.
    assert wilson(81 / 263, 263, 0.95) == pytest.approx((0.2553, 0.3662), abs=5e-5)


def test_nothing_observed_is_no_knowledge() -> None:
    assert wilson(0.5, 0, 0.95) == (0.0, 1.0)


def test_no_win_in_n_games_still_has_an_interval() -> None:
    found = rate_estimate(np.zeros(100), np.arange(100), 0.95)
    assert found.mean == 0
    assert found.ci_low == 0
    assert found.ci_high == pytest.approx(binomtest(0, 100).proportion_ci(0.95, "wilson").high)


def test_independent_games_give_the_plain_wilson_interval() -> None:
    values = np.repeat([1.0, 0.0], [30, 70])
    found = rate_estimate(values, np.arange(100), 0.95)
    # Unbiased variance over groups: n/(n-1) larger than p(1-p)/n, so 99 games' worth.
    assert found.effective == pytest.approx(99)


def test_copies_of_one_game_count_once() -> None:
    once = rate_estimate(np.repeat([1.0, 0.0], [30, 70]), np.arange(100), 0.95)
    copied = rate_estimate(np.repeat([1.0, 0.0], [150, 350]), np.repeat(np.arange(100), 5), 0.95)
    assert copied.mean == once.mean
    assert copied.effective == pytest.approx(once.effective)


def test_one_group_tells_nothing_about_the_spread() -> None:
    assert rate_estimate(np.array([1.0, 1.0, 0.0]), np.zeros(3, np.int64), 0.95).effective == 1
    with pytest.raises(ValueError, match="two groups"):
        mean_estimate(np.array([1.0, 2.0]), np.zeros(2, np.int64), 0.95)


def test_mean_interval_equals_scipy() -> None:
    values = np.random.default_rng(1).normal(3, 2, 40)
    found = mean_estimate(values, np.arange(40), 0.99)
    low, high = t.interval(0.99, 39, values.mean(), values.std(ddof=1) / np.sqrt(40))
    assert (found.ci_low, found.ci_high) == pytest.approx((low, high))


def test_paired_difference_of_a_published_example() -> None:
    # Newcombe (1998), Statistics in Medicine 17, 873-890, table II: 56/70 - 48/80, method 10.
    first = Estimate(56 / 70, *wilson(56 / 70, 70, 0.95), 70)
    second = Estimate(48 / 80, *wilson(48 / 80, 80, 0.95), 80)
    assert paired_difference(first, second, 0.0) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_intervals_of_dependent_games_hold_as_often_as_they_say() -> None:
    """Deals of five games share half their luck; 95 % intervals must hold in 95 % of samples."""
    rng = np.random.default_rng(7)
    deals, samples, held = 80, 1500, 0
    groups = np.repeat(np.arange(deals), 5)
    for _ in range(samples):
        shared = np.repeat(rng.random(deals), 5)
        own = rng.random(5 * deals)
        luck = np.where(rng.random(5 * deals) < 0.5, shared, own)
        found = rate_estimate((luck < 0.2).astype(float), groups, 0.95)
        held += found.ci_low <= 0.2 <= found.ci_high
    error = 4 * np.sqrt(0.95 * 0.05 / samples)
    assert 0.95 - error - 0.01 < held / samples < 0.95 + error + 0.01


def test_quantile_and_bonferroni() -> None:
    assert quantile(0.95) == pytest.approx(1.959964, abs=1e-6)
    assert bonferroni(0.95, 10) == pytest.approx(0.995)
    assert bonferroni(0.95, 0) == 0.95
