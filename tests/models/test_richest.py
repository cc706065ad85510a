"""The fitted chance to finish richest: its parts by hand, its slopes by differences."""

import numpy as np
import pytest

from models.good_guys.richest import (
    DECK_KNOTS,
    LEAD,
    POT_KNOTS,
    ROLES,
    SPREAD,
    WEALTH,
    chances,
    features,
    pack_win,
    weights_at,
    win_gain,
)

WEALTHS = np.array([30.0, 24.0, 18.0, 24.0])


def packed(**rows):
    weights = np.zeros((ROLES + 4, len(DECK_KNOTS), len(POT_KNOTS)))
    for name, value in rows.items():
        weights[{"wealth": WEALTH, "spread": SPREAD, "lead": LEAD, "boss": ROLES}[name]] = value
    return pack_win(weights, 0.5, (1.0, 1.0))


def chance(continuation, wealth, deck=10.0, pot=1.0, boss=0):
    out, weight, seen = np.empty(4), np.empty(ROLES + 4), np.empty((ROLES, 4))
    weights_at(continuation, deck, pot, weight)
    features(np.asarray(wealth, float), seen)
    chances(weight, seen, boss, out)
    return out


def test_what_wealth_counts_for():
    seen = np.empty((3, 4))
    features(WEALTHS, seen)
    # Mean 24: six above, six below; the richest leads by 6, who is second trails by 6.
    np.testing.assert_allclose(seen[WEALTH], [0.6, 0.0, -0.6, 0.0])
    np.testing.assert_allclose(seen[SPREAD], [0.36, 0.0, -0.36, 0.0])
    np.testing.assert_allclose(seen[LEAD], [6 / 12, -6 / 12, -12 / 18, -6 / 12])


def test_far_from_the_mean_the_square_ends():
    seen = np.empty((3, 2))
    features(np.array([100.0, 20.0]), seen)  # 40 from their mean, 20 of it squared
    np.testing.assert_allclose(seen[SPREAD], [4.0 * 2.0, -4.0 * 2.0])


def test_seats_that_share_the_lead_lead_by_nothing():
    seen = np.empty((3, 3))
    features(np.array([20.0, 20.0, 14.0]), seen)
    np.testing.assert_allclose(seen[LEAD], [0.0, 0.0, -6 / 12])


def test_two_to_one_by_ten_thousand():
    # A weight of log 2 per $10k doubles the odds of the seat that has 10 more.
    out = chance(packed(wealth=np.log(2.0)), [20.0, 10.0, 10.0, 10.0])
    np.testing.assert_allclose(out, [2 / 5, 1 / 5, 1 / 5, 1 / 5])


def test_the_boss_is_where_he_sits():
    out = chance(packed(boss=np.log(3.0)), np.full(4, 14.0), boss=2)
    np.testing.assert_allclose(out, [1 / 6, 1 / 6, 3 / 6, 1 / 6])


@pytest.mark.parametrize(
    ("deck", "pot", "expected"),
    [(8.0, 1.5, 0.8 + 1.5), (6.0, 1.75, 0.6 + 1.75), (500.0, 9.0, 10.0 + 3.0), (-3.0, 0.1, 1.0)],
    ids=["at a knot", "between knots", "beyond the last", "before the first"],
)
def test_weights_are_linear_between_the_knots(deck, pot, expected):
    weight = DECK_KNOTS[:, None] / 10.0 + POT_KNOTS
    out = chance(packed(boss=weight), np.full(4, 14.0), deck, pot)
    assert np.log(out[0] / out[1]) == pytest.approx(expected)


def test_slopes_are_differences_over_a_card():
    continuation, gain = packed(wealth=0.7, spread=0.2, lead=0.4, boss=0.3), np.empty((4, 4))
    win_gain(continuation, 10.0, 1.0, WEALTHS, gain)
    for j in range(4):
        step = 1.75 * np.eye(4)[j]
        moved = chance(continuation, WEALTHS + step) - chance(continuation, WEALTHS - step)
        np.testing.assert_allclose(gain[:, j], moved / 3.5, atol=1e-15)
    assert (np.diag(gain) > 0.0).all()
    np.testing.assert_allclose(gain.sum(axis=0), 0.0, atol=1e-15)


def test_a_seat_without_a_chance_keeps_a_scale():
    gain = np.empty((4, 4))
    win_gain(packed(wealth=50.0), 10.0, 1.0, np.array([200.0, 14.0, 14.0, 14.0]), gain)
    assert (np.diag(gain) > 0.0).all()
