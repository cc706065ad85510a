"""Conventions, a round with what follows, expansions: values by hand and by other methods."""

import numpy as np
import pytest

from analysis.statistics import wilson
from models.base import BadQuestion
from models.kraken import conventions, expansion, round
from models.kraken.commitment import evaluate, own_reach, team_reply, uniform
from models.kraken.matrix import form_of, mix_of, rule_values
from models.kraken.measured import convention_text, interval, table_of
from models.kraken.oracle import solve_matrix
from models.kraken.pile import role_patterns, skeleton_chances
from models.kraken.plays import behavior_of, seats_paid
from models.kraken.position import Position
from models.kraken.round_game import round_game
from models.kraken.sequel import follow_up
from models.kraken.values import stored
from models.kraken.variants import left_out, rates_of, worst_of
from solver.certificate import certify
from solver.cfr import solve_cfr
from solver.gambit import solve_gambit

ALL = range(3, 9)

# Conventions ------------------------------------------------------------------------------------


def test_the_value_of_two_by_two_is_von_neumanns():
    a, b, c, d = 0.3, 0.6, 0.5, 0.2
    value, rows, columns, epsilon = mix_of(np.array([[a, b], [c, d]]))
    assert value == pytest.approx(conventions.KNOWN[0].value(a, b, c, d), abs=1e-9)
    assert rows == pytest.approx([0.5, 0.5])
    assert columns == pytest.approx([2 / 3, 1 / 3])
    assert epsilon < 1e-9


def test_the_programme_agrees_with_gambit_and_the_oracles_own():
    table = np.random.default_rng(3).integers(1, 64, (3, 4)) / 64.0
    value = mix_of(table)[0]
    assert value == pytest.approx(solve_matrix(table)[2], abs=1e-9)
    found = solve_gambit(form_of(table), "lp")
    assert value == pytest.approx(float(found.payoffs[0]), abs=1e-6)


def document(wins):
    cells = [
        {
            **{"row": i, "column": j, "games": 1000, "wins": w},
            "by_skeletons": {"1": [400, w // 2], "2": [600, w - w // 2]},
        }
        for i, row in enumerate(wins)
        for j, w in enumerate(row)
    ]
    rows = [{"rule": "truth", "lambda": 1.0, "gamma": 0.0, "mix": [1, 0, 0, 0]} for _ in wins]
    column = {"amount": 0, "kraken": 1, "picks": 0, "often": 1.0, "since": 1}
    return {"explorers": rows, "skeletons": [column] * len(wins[0]), "cells": cells}


def test_cells_become_a_table_whose_intervals_hold_together():
    table = table_of(document([[300, 600], [500, 200]]), "truth")
    assert table.value.tolist() == [[0.3, 0.6], [0.5, 0.2]]
    assert table.by_skeletons[1][0, 0] == 150 / 400
    alone = interval(300, 1000, 0.95)
    assert table.low[0, 0] < alone[0] < 0.3 < alone[1] < table.high[0, 0]
    assert interval(300, 1000, 0.99) == pytest.approx(wilson(0.3, 1000, 0.99), abs=1e-12)
    # Higher cells, higher value: the value of the bounds bounds the value.
    values = [mix_of(part)[0] for part in (table.low, table.value, table.high)]
    assert values == sorted(values)
    assert table_of(document([[300]]), "truth").value.shape == (1, 1)


@pytest.mark.parametrize("players", ALL)
def test_stored_conventions_are_solved_again(players):
    kept = stored("conventions", players)
    found = conventions.solve(Position(players))
    assert found.certificate.epsilon < 1e-6
    assert found.recommendation["claims"] == kept["lifted"]["claims"]
    assert found.recommendation["value"] == pytest.approx(kept["lifted"]["value"], abs=1e-9)
    assert found.recommendation["ci_low"] < found.recommendation["value"]
    assert found.recommendation["value"] < found.recommendation["ci_high"]
    # No draw secures more than a secret one.
    assert found.recommendation["single_value"] <= found.recommendation["value"] + 1e-9
    for mix in found.strategies.values():
        assert sum(mix.values()) == pytest.approx(1, abs=1e-4)
    by_count = found.details["by_skeletons"]
    for count, value in by_count.items():
        asked = conventions.solve(Position(players, skeletons=count))
        assert asked.recommendation["value"] == pytest.approx(value)
        assert asked.recommendation["ci_low"] < value < asked.recommendation["ci_high"]
    assert list(by_count.values()) == sorted(by_count.values(), reverse=True)


@pytest.mark.parametrize("players", ALL)
def test_talk_is_worth_more_than_silence(players):
    by_rule = {row["claims"]: row for row in rule_values(stored("conventions", players))}
    assert by_rule["truth"]["ci_low"] > by_rule["silence"]["ci_high"]
    # The exact bound for silent explorers against skeletons who know everything.
    rows = [row for row in stored("bounds", players)["rows"] if row["round"] == 1]
    exact = 0.0
    for row in rows:
        if row["bound"] == "silent":
            share = row["skeletons"] / players
            at = (1 - share) * row["marker_explorer"] + share * (row["marker_skeleton"] or 0.0)
            exact += float(skeleton_chances(players)[row["skeletons"]]) * at
    assert by_rule["silence"]["ci_high"] > exact


def test_conventions_are_for_the_start_only():
    with pytest.raises(BadQuestion, match="start"):
        conventions.solve(Position(3, 2, 1))
    with pytest.raises(BadQuestion, match="best, truth, hide, silence"):
        conventions.solve(Position(3), claims="mime")
    assert conventions.build(Position(3), claims="silence").n_players == 2
    told = {"amount": 9, "kraken": 0, "picks": 1, "often": 0.5, "since": 2}
    text = convention_text(told)
    assert text == "any number, never the Kraken, 50% of the time; wastes, from round 2"


# A round with what follows ----------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_one_reveal_turns_up_any_card_alike(players):
    game = round_game(Position(players, 4, players - 1), size=2, reveals=1)
    form = seats_paid(game.form(), game.explorers())
    found = certify(form, solve_cfr(form, "dcfr", iterations=50).strategy)
    assert found.payoffs[0] == pytest.approx(round.KNOWN[0].value(players, 2), abs=1e-9)
    assert found.epsilon < 1e-9


@pytest.mark.parametrize("messages", [0, 2])
def test_the_tree_pays_what_the_exact_path_says(messages):
    game = round_game(Position(3, 4, 2), messages=messages)
    form = seats_paid(game.form(), game.explorers())
    flat = np.concatenate([np.full(k, 1.0 / k) for k in form.n_actions])
    plan = own_reach(game.public, uniform(game.public))
    teams = game.teams
    exact = float((teams.worth * teams.takes(plan, 0) * teams.takes(plan, 1)).sum())
    assert certify(form, flat).payoffs[0] == pytest.approx(exact, abs=1e-12)
    back = behavior_of(game.public, form, flat)
    assert all(np.array_equal(a, b) for a, b in zip(back, uniform(game.public), strict=True))


def test_one_skeletons_joint_reply_is_the_sum_of_his_seats_gains():
    # With one skeleton his side's reply is his own, seat by seat: the team's exact reply and the
    # tree's independent certificate must tell the same.
    game = round_game(Position(3, 4, 2, skeletons=1))
    form = seats_paid(game.form(), game.explorers())
    found = certify(form, solve_cfr(form, "dcfr", iterations=30).strategy)
    strategy = solve_cfr(form, "dcfr", iterations=30).strategy
    behavior = behavior_of(game.public, form, strategy)
    secured = evaluate(game.teams, behavior, team_reply(game.teams), game.chances).value
    gains = found.gains[len(game.explorers()) :].sum()
    assert secured == pytest.approx(found.payoffs[0] - gains, abs=1e-9)


@pytest.mark.parametrize(("round_", "after"), [(4, "played"), (3, "blind")])
def test_a_round_is_solved_with_its_gain(round_, after):
    found = round.solve(Position(3, round_, 2), after=after, messages=0)
    got = found.recommendation
    assert got["secured"] <= got["value"] + 1e-9
    assert 0.0 <= found.certificate.epsilon < 0.02
    assert len(got["first"]) == 4


def test_what_follows_is_counted_from_the_new_marker():
    masks = [mask for mask, _ in role_patterns(3)]
    after = follow_up(Position(3, 3, 1), "played")
    rows = {
        row["skeletons"]: row["wins"] / row["games"]
        for row in stored("continuation", 3)["rows"]
        if (row["round"], row["treasures_left"]) == (4, 2)
    }
    # Seat 1 takes the marker: the skeleton at seat 1 is the new seat 0.
    assert after(2, 1)[masks.index(0b010)] == rows[0b001]
    assert after(2, 0) == [rows[mask] for mask in masks]
    assert follow_up(Position(3, 4, 1), "played")(2, 1) == [0.0] * len(masks)
    # Blind, one treasure left of six cards in round 4, three reveals: Kraken after it or down.
    assert follow_up(Position(3, 3, 1), "blind")(1, 0)[0] == pytest.approx((5 + 4 + 3) / 30)


def test_a_round_in_the_middle_or_too_large_is_refused():
    with pytest.raises(BadQuestion, match="3 to 3 players with 2 messages"):
        round.build(Position(4, 4, 3))
    with pytest.raises(BadQuestion, match="start"):
        round.build(Position(3, 4, 2, 1), messages=0)


# Expansions -------------------------------------------------------------------------------------


def test_leaving_a_card_out_shows_what_it_does():
    rates = {
        "special cards without a": ("x", 0.3, 0.01),
        "special cards without b": ("x", 0.2, 0.0),
    }
    rows = {row["card"]: row for row in left_out(rates, list(rates.values()))}
    assert rows["a"]["value"] == pytest.approx(-0.1)  # games with a are those without b
    assert rows["b"]["value"] == pytest.approx(0.1)
    assert rows["b"]["ci_high"] - rows["b"]["value"] == pytest.approx(1.959964 * 0.01)
    assert worst_of({"x": (0.4, 0.1), "y": (0.3, 0.2)}) == ("y", 0.3, 0.2)


@pytest.mark.parametrize("players", ALL)
def test_stored_expansions_have_every_variant(players):
    found = expansion.solve(Position(players))
    variants = found.recommendation["variants"]
    assert len(variants) == 9
    assert len(found.alternatives) == 6
    assert all(row["ci_low"] < row["value"] < row["ci_high"] for row in variants)
    # The reply that leaves least is the skeletons' choice in the tree.
    form = expansion.build(Position(players), expansion="curse")
    least = [worst_of(replies)[1] for replies in rates_of(Position(players)).values()][:3]
    chosen = solve_cfr(form, "cfr", iterations=500).payoffs[0]
    assert chosen == pytest.approx(sum(least) / 3, abs=2e-3)
    with pytest.raises(BadQuestion, match="start"):
        expansion.solve(Position(players, 2, 1))
