"""Standings: rates counted by hand on a handful of games."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.standings import Games, by_bot, by_outcome, by_pair, by_seat


def table(bots: int, seats: int, games: int, winner: list[int]) -> Games:
    """Games in rotation order, won by the given seats."""
    index = np.arange(games)
    share = np.zeros((games, seats))
    share[index, winner] = 1.0
    return Games(
        deal=index // bots,
        seating=(index[:, None] % bots + np.arange(seats)) % bots,
        win_share=share,
        payoff=10 * share,
        outcome=np.zeros(games, np.int64),
        forfeits=np.zeros((games, seats), np.bool_),
    )


def test_rates_are_per_seat_played() -> None:
    # Two bots in four seats: each holds two seats, so a bot that wins every game has rate 1/2.
    games = table(2, 4, 4, [0, 1, 0, 1])
    rows = by_bot(games, ["always", "never"])
    assert [row["win_rate"] for row in rows] == [0.5, 0.0]
    assert [row["mean_payoff"] for row in rows] == [5.0, 0.0]
    assert [row["games"] for row in rows] == [4, 4]
    assert rows[1]["ci_high"] > 0


def test_same_bot_under_common_deals_differs_by_exactly_nothing() -> None:
    # Identical bots: whatever the rotation, the same seat wins a given deal.
    games = table(2, 2, 6, [0, 0, 1, 1, 0, 0])
    (pair,) = by_pair(games, ["x", "x#2"])
    assert pair["win_rate_difference"] == 0.0
    assert pair["significant"] is False


def test_a_bot_that_always_wins_differs_significantly() -> None:
    games = table(2, 2, 40, [0, 1] * 20)
    (pair,) = by_pair(games, ["always", "never"])
    assert pair["win_rate_difference"] == 1.0
    assert pair["ci_low"] > 0.5
    assert pair["ci_low"] < 1.0  # forty wins of forty are no certainty
    assert pair["significant"] is True


def test_seat_table_weighs_a_cut_rotation() -> None:
    # Bot 0 wins wherever it sits, and sits in seat 0 in two of three games: the seat itself has
    # no advantage, so both seats show 1/2, not 2/3 and 1/3.
    games = table(2, 2, 3, [0, 1, 0])
    assert [row["win_rate"] for row in by_seat(games)] == [0.5, 0.5]


def test_outcomes_that_never_happen_are_listed() -> None:
    rates = by_outcome(table(2, 2, 4, [0, 0, 1, 1]), ["police", "deck"])
    assert rates["police"]["rate"] == 1.0
    assert rates["deck"]["rate"] == 0.0
    assert rates["deck"]["ci_high"] > 0


def test_a_bot_without_a_game_has_no_rate() -> None:
    row = by_bot(table(3, 2, 1, [0]), ["a", "b", "c"])[2]
    assert row["win_rate"] is None
    assert (row["ci_low"], row["ci_high"]) == (0.0, 1.0)


@pytest.mark.parametrize("bots", [1, 2, 5, 7])
def test_equal_bots_show_one_over_n_exactly_on_full_rotations(bots: int) -> None:
    # The same seat wins each deal in every rotation, as common deals give it to equal bots.
    winners = np.repeat(np.random.default_rng(3).integers(0, 5, 12), bots)
    rows = by_bot(table(bots, 5, 12 * bots, list(winners)), [str(i) for i in range(bots)])
    assert [row["win_rate"] for row in rows] == pytest.approx([0.2] * bots)
