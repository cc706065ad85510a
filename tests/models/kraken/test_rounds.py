"""The last round, two tables, and the whole game: other methods, and values by hand."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from models.base import BadQuestion
from models.kraken import commitment, last_round
from models.kraken.commitment import (
    climb,
    evaluate,
    marginal,
    own_reach,
    pooled_reply,
    team_reply,
    uniform,
)
from models.kraken.kinds import PUBLIC, TMECOR
from models.kraken.oracle import double_oracle
from models.kraken.plays import commit
from models.kraken.position import Position
from models.kraken.public import public_tree
from models.kraken.round_game import round_game
from models.kraken.two_tables import Table, chain_tables, opening, solve_table
from models.kraken.values import stored
from solver.certificate import certify
from solver.errors import SolveFailed
from solver.gambit import solve_gambit
from solver.teams import solve_teams
from solver.zero_sum import solve_zero_sum

LAST = Position(3, 4, 2)  # one treasure left

# The public tree --------------------------------------------------------------------------------


def test_the_public_tree_has_the_sizes_of_the_study():
    tree = public_tree(3, 2, 3)
    assert (tree.n_types, len(tree.chance), len(tree.nodes)) == (5, 15, 21)
    assert (public_tree(3, 2, 1).n_types, len(public_tree(3, 2, 1).chance)) == (4, 9)


@pytest.mark.parametrize("given", [(3, 2, 1), (3, 2, 3), (3, 5, 3), (4, 2, 2)])
def test_every_policy_reaches_the_leaves_with_chance_one(given):
    tree = public_tree(*given)
    taken = own_reach(tree, uniform(tree)).prod(axis=1).max(axis=1)
    total = (tree.leaf_reach * tree.chance * taken[:, None]).sum()
    assert total == pytest.approx(1.0)


# The last round ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("messages", "value"), [(0, 0.376667), (2, 0.3495833)])
def test_exact_reply_to_uniform_explorers(messages, value):
    game = round_game(LAST, messages=messages)
    found = evaluate(game.teams, uniform(game.public), team_reply(game.teams), game.chances)
    assert found.value == pytest.approx(value, abs=1e-6)
    assert found.by_pattern @ game.chances == pytest.approx(found.value)


def test_skeletons_who_tell_each_other_all_push_uniform_explorers_lower():
    game = round_game(LAST)
    found = evaluate(game.teams, uniform(game.public), pooled_reply(game.teams), game.chances)
    assert found.value == pytest.approx(0.325, abs=1e-12)


def test_tmecor_without_claims_is_that_of_the_team_programme():
    solution = last_round.solve(LAST)
    assert solution.values["explorers"] == pytest.approx((0.4267029, 0.4267029), abs=5e-8)
    assert solution.certificate.epsilon <= 1e-9


@pytest.mark.slow
def test_double_oracle_agrees_with_the_general_team_solver():
    # The same round as a tree of six players, whose best plans an integer programme finds.
    game = round_game(LAST)
    fast = double_oracle(game.teams)
    slow = solve_teams(last_round.build(LAST), game.explorers(), time_limit=60.0)
    assert slow.converged
    assert fast.value == pytest.approx(slow.value, abs=1e-6)
    assert fast.bounds[0] == pytest.approx(slow.bounds[0], abs=1e-6)


def test_a_tiny_round_agrees_with_the_general_team_solver():
    # One card each and two reveals, one skeleton.
    position = Position(3, 4, 2, skeletons=1)
    game = round_game(position, size=1, reveals=2)
    fast = double_oracle(game.teams)
    slow = solve_teams(game.form(), game.explorers(), time_limit=60.0)
    assert slow.converged
    assert fast.gap <= 1e-9
    assert fast.value == pytest.approx(slow.value, abs=1e-6)
    assert fast.value == pytest.approx(5 / 9)


@pytest.mark.parametrize("messages", [0, 2])
@pytest.mark.parametrize("found", [1, 2])
def test_a_lone_members_best_plan_is_that_of_the_tree(messages, found):
    # One skeleton: each seat's reply is its own, and the tree's evaluator finds it too.
    game = round_game(Position(3, 4, found, skeletons=1), messages=messages)
    form, n = game.form(), len(game.explorers())
    paid = form.paid.copy()
    paid[:, n:] = paid[:, [n]]  # each skeleton is paid, so that each has something to gain
    tree = replace(form, paid=paid)
    proof = certify(tree, tree.uniform_strategy())
    weight = game.teams.takes(own_reach(game.public, uniform(game.public)), 0)
    _, value = game.teams.best_plan(weight, 1)
    assert value == pytest.approx(proof.payoffs[0] - proof.gains[n:].sum(), abs=1e-12)


def test_best_plan_is_what_it_says_and_beats_random_plans():
    game = round_game(Position(3, 4, 1)).teams
    rng = np.random.default_rng(1)
    other = rng.random(game.worth.shape)
    for side, sign in ((0, 1.0), (1, -1.0)):
        plan, value = game.best_plan(other, side)
        assert (game.worth * other * game.takes(plan, side)).sum() == pytest.approx(value)
        for _ in range(50):
            mixed = [rng.dirichlet(np.ones(b.shape[1]) / 9, len(b)) for b in uniform(game.public)]
            reach = own_reach(game.public, mixed)
            worth = (game.worth * other * game.takes(reach, side)).sum()
            assert sign * worth <= sign * value + 1e-9


def test_mixes_of_both_teams_leave_no_gain():
    game = round_game(Position(3, 4, 1)).teams
    mixes = double_oracle(game)
    value = (game.worth * mixes.weight(game, 0) * mixes.weight(game, 1)).sum()
    assert value == pytest.approx(mixes.value)
    assert game.best_plan(mixes.weight(game, 1), 0)[1] == pytest.approx(value, abs=1e-9)
    assert game.best_plan(mixes.weight(game, 0), 1)[1] == pytest.approx(value, abs=1e-9)


def test_public_commitment_lies_between_silence_and_tmecor():
    game = round_game(LAST)
    teams, reply = game.teams, team_reply(game.teams)
    mixes = double_oracle(teams)
    start = marginal(mixes.plans[0], mixes.probability[0], game.public)
    found = climb(teams, reply, game.chances, start)
    assert evaluate(teams, start, reply, game.chances).value <= found.value <= mixes.bounds[1]
    again = evaluate(teams, found.behavior, reply, game.chances)
    assert again.value == pytest.approx(found.value, abs=1e-12)
    assert found.value > 0.3766667  # better than uniform


def test_public_commitment_stands_where_a_climb_breaks_off(monkeypatch):
    def abnormal(*programme, **options):
        raise SolveFailed("the linear programme has no proven optimum (glop: ABNORMAL)")

    game = round_game(LAST)
    monkeypatch.setattr(commitment, "solve_lp", abnormal)
    behavior, (low, high) = commit(game, 4.0, starts=1)
    proven = evaluate(game.teams, behavior, team_reply(game.teams), game.chances).value
    assert 0.3766667 < low == proven < high == pytest.approx(0.4267029, abs=1e-6)


def test_a_broken_oracle_leaves_a_gap():
    game = round_game(LAST).teams
    mixes = double_oracle(game, most=1)
    assert mixes.gap > 0.01


def test_last_round_names_its_concept():
    solution = last_round.solve(LAST, concept=PUBLIC, time_limit=4.0)
    assert solution.recommendation["concept"] == PUBLIC
    low, high = solution.certificate.range["explorers"]
    assert 0.3766667 < low < high == pytest.approx(0.4267029, abs=1e-6)
    assert solution.values["explorers"] == (low, high)


@pytest.mark.parametrize("position", [Position(3, 3, 1), Position(3, 4, 1, 1), Position(5, 4, 1)])
def test_last_round_refuses(position):
    with pytest.raises(BadQuestion):
        last_round.solve(position)


def observation(seat, role, hand, log):
    rows = [(4, owner, kind) for owner, kind in log]
    return SimpleNamespace(
        n=3,
        seat=seat,
        starter=1,
        round_number=4,
        special=0,
        curses=0,
        role=role,
        hand=hand,
        reveals=len(rows) + 1,
        log_round=[3, *(r for r, _, _ in rows)],
        log_owner=[0, *(o for _, o, _ in rows)],
        log_kind=[0, *(k for _, _, k in rows)],
    )


def test_the_lift_finds_every_information_set_of_the_tree():
    # Starter is seat 1: he picked seat 2, whose empty card came up; seat 2 now holds the marker.
    lift, form = last_round.LIFT, last_round.build(LAST)
    start = observation(1, 0, [1, 1, 0], [])
    assert lift.covers(start)
    assert lift.infoset_of(start) == "start | explorer, 1 treasures"
    after = observation(2, 1, [0, 0, 1], [(2, 0)])
    assert lift.infoset_of(after) == "pick 1: empty | skeleton, 0 treasures, Kraken"
    assert {lift.infoset_of(start), lift.infoset_of(after)} <= set(form.infoset_label)
    assert lift.action_of(after, "pick 2") == "pick 0"


# Two tables -------------------------------------------------------------------------------------


def test_two_tables_agree_between_lp_gambit_and_the_chain():
    table = Table(3, 1, 2, 1, 0)
    form = table.form(np.zeros((2, 2)))
    low, high = solve_table(form, 1e-9, 10.0)
    assert low == pytest.approx(high, abs=1e-9)
    assert solve_gambit(form, "lcp").profiles[0].certificate.payoffs[0] == pytest.approx(low)
    assert solve_zero_sum(form).payoffs[0] == pytest.approx(2 / 3)
    assert chain_tables(3, 1)[0][4, 1, 0] == pytest.approx(low, abs=1e-9)


def test_two_tables_of_three_explorers_by_hand():
    # One treasure, one Kraken, two cards each, all known, three reveals. The treasure lies with
    # another seat than the marker's (2/3): reveals 1 and 3 go there, and between them a hand
    # without the Kraken serves, so only the Kraken beside the treasure (1/5) hurts: 9/10. It lies
    # with the marker's holder (1/3): the first reveal goes elsewhere, one try is left: 1/2.
    lower, upper = chain_tables(3, 0)
    assert lower[4, 1, 0] == pytest.approx(2 / 3 * 9 / 10 + 1 / 3 / 2, abs=1e-9)
    assert upper[4, 1, 0] == pytest.approx(lower[4, 1, 0], abs=1e-9)
    assert opening(lower, 3, 0) == pytest.approx(0.7619115, abs=1e-6)  # as the pooled bound


def test_shipped_two_tables_are_derived_again_for_three():
    kept = stored("two-tables", 3)
    for count in (1, 2):
        lower, upper = chain_tables(3, count)
        for row in kept["rows"]:
            if row["skeletons"] == count:
                place = row["round"], row["treasures_left"], int(row["marker"] == "skeleton")
                assert row["lower"] == pytest.approx(lower[place], abs=1e-6)
                assert row["upper"] == pytest.approx(upper[place], abs=1e-6)


def test_last_round_results_hold_their_concepts():
    for players in (3, 4):
        rows = stored("last-round", players)["rows"]
        for row in rows:
            assert row["concept"] in (TMECOR, PUBLIC)
            assert row["lower"] <= row["upper"]
