"""Brackets of the whole game: each bound against other methods, and what is shipped."""

import numpy as np
import pytest

from models.base import BadQuestion
from models.kraken import whole_game
from models.kraken.brackets import bounds_of
from models.kraken.cautious import cautious_chain, cautious_round
from models.kraken.flat import leaf_payoff
from models.kraken.kinds import ANY, FREE_TALK, PUBLIC_TALK
from models.kraken.pile import role_patterns
from models.kraken.position import Position
from models.kraken.public import public_tree
from models.kraken.reports import ReportGame, even_rule
from models.kraken.rounds import chain, turned
from models.kraken.two_tables import Table, solve_table
from models.kraken.values import SOURCES, source_hash, stored
from solver.certificate import certify
from solver.extensive import TreeBuilder

CONCEPTS = (FREE_TALK, PUBLIC_TALK, ANY)

# Cautious plans ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_cautious_plans_enclose_the_play_of_two_tables(players):
    tables = {
        (row["skeletons"], row["round"], row["treasures_left"], row["marker"]): row
        for row in stored("two-tables", players)["rows"]
    }
    for count in (1, 2):
        below = cautious_chain(players, players - count, 1.0)
        above = cautious_chain(players, count, -1.0)
        for (skeletons, round_, left, marker), row in tables.items():
            if skeletons == count:
                held = int(marker == "skeleton")
                assert below[round_, left, held] <= row["upper"] + 1e-9
                assert above[round_, left, 1 - held] >= row["lower"] - 1e-9


def test_a_lone_skeleton_who_sees_all_by_brute_force():
    # One skeleton, three explorers who thereby know every hand: play with nothing hidden, so the
    # tree of two tables with the deal told to both gives the same.
    after = np.array([[1.0, 1.0], [0.4, 0.3], [0.2, 0.1]])
    public = public_tree(4, 2, 2)

    def worth(at, deal):
        node = public.nodes[at]
        options = []
        for outcomes in node.outcomes:
            value = 0.0
            for leaf, k in outcomes:
                reach = (public.leaf_reach if leaf else public.reach)[k, deal]
                if reach > 0:
                    end = ended(public.leaves[k]) if leaf else worth(k, deal)
                    value += reach / public.reach[at, deal] * end
            options.append(value)
        return min(options) if node.seat == 3 else max(options)

    def ended(leaf):
        if leaf.end != "open":
            return float(leaf.end == "treasures")
        return after[leaf.treasures, int(leaf.marker == 3)]

    expected = sum(p * worth(0, d) for d, p in enumerate(public.chance))  # an explorer starts
    assert cautious_round(3, 1, 2, 2, 1.0, after)[0] == pytest.approx(expected, abs=1e-12)


def test_cautious_round_lies_below_the_round_of_two_tables():
    after = np.array([[1.0, 1.0], [0.4, 0.3], [0.2, 0.1]])
    low, _ = cautious_round(2, 2, 3, 2, 1.0, after)
    _, high = cautious_round(2, 2, 3, 2, -1.0, after)
    exact = solve_table(Table(4, 2, 3, 2, 0).form(after), 1e-7, 30.0)
    assert low <= exact[0] + 1e-6
    assert exact[1] <= high + 1e-6


# Reports ----------------------------------------------------------------------------------------


def report_tree(public, patterns):
    """Explorers as one player who says, before every pick, whom an explorer would pick."""
    tree = TreeBuilder(["explorers"])
    types = range(public.n_types)
    cases = [
        (mask, d, feigned, chance * public.chance[d] / public.n_types)
        for mask, chance in patterns
        for d in range(len(public.chance))
        for feigned in types
    ]
    roots = tree.chance(tree.root, [("", p) for *_, p in cases])
    for root, (mask, deal, feigned, _) in zip(roots, cases, strict=True):
        bad = mask.bit_length() - 1
        heard = tuple(feigned if i == bad else int(h) for i, h in enumerate(public.hands[deal]))
        grow_reports(tree, public, root, (mask, deal, heard), 0, ())
    return tree.build()


def grow_reports(tree, public, start, case, at, told):
    mask, deal, heard = case
    node = public.nodes[at]
    for said, child in enumerate(tree.decision(start, 0, (heard, at, told), node.labels)):
        picks = [(said, child)]
        if mask >> node.seat & 1:
            share = [("", 1 / len(node.labels))] * len(node.labels)
            picks = list(enumerate(tree.chance(child, share)))
        for picked, below in picks:
            found = [
                (leaf, k, (public.leaf_reach if leaf else public.reach)[k, deal])
                for leaf, k in node.outcomes[picked]
            ]
            found = [(leaf, k, p / public.reach[at, deal]) for leaf, k, p in found if p > 0]
            ends = tree.chance(below, [("", p) for _, _, p in found])
            for (leaf, k, _), end in zip(found, ends, strict=True):
                if leaf:
                    tree.terminal(end, [float(public.leaves[k].end == "treasures")])
                else:
                    grow_reports(tree, public, end, case, k, (*told, (said, picked)))


@pytest.mark.parametrize("treasures", [1, 2])
def test_the_reply_to_reports_is_that_of_the_tree(treasures):
    patterns = [(mask, float(chance)) for mask, chance in role_patterns(3, 1)]
    public = public_tree(3, 2, treasures)
    payoff = leaf_payoff(public, lambda left, seat: [0.0] * len(patterns))
    value, by_pattern = ReportGame(public, patterns, payoff).bound(even_rule(public))
    form = report_tree(public, patterns)
    proof = certify(form, form.uniform_strategy())
    assert value == pytest.approx(proof.payoffs[0] + proof.gains[0], abs=1e-12)
    assert by_pattern.mean() == pytest.approx(value)


def test_a_better_rule_leaves_explorers_less():
    patterns = [(mask, float(chance)) for mask, chance in role_patterns(3)]
    public = public_tree(3, 2, 1)
    payoff = leaf_payoff(public, lambda left, seat: [0.0] * len(patterns))
    game = ReportGame(public, patterns, payoff)
    first, _ = game.bound(even_rule(public))
    better, _ = game.bound(game.improve(60))
    # Below what two tables are worth in the last round with one treasure left, .50333.
    assert better < 0.4880 < 0.50333 < first


# The whole game ---------------------------------------------------------------------------------


def test_patterns_turn_with_the_marker():
    assert turned(0b001, 0, 3) == 0b001
    assert turned(0b010, 1, 3) == 0b001
    assert turned(0b001, 1, 3) == 0b100


def test_uniform_chains_are_the_bounds_of_the_informed_kernel():
    # No climb: explorers uniform, an all-knowing answer; then skeletons.
    low = chain(3, "explorers", seconds=0.0, starts=1, sweeps=1)
    high = chain(3, "skeletons", seconds=0.0, starts=1, sweeps=1)
    assert low.value == pytest.approx(0.158837, abs=1e-6)
    assert high.value == pytest.approx(0.441349, abs=1e-6)


@pytest.mark.parametrize("concept", CONCEPTS)
@pytest.mark.parametrize("players", range(3, 9))
def test_whole_game_brackets(players, concept):
    solution = whole_game.solve(Position(players), concept=concept)
    low, high = solution.certificate.range["explorers"]
    assert 0.0 < low <= high < 1.0
    assert solution.recommendation["concept"] == concept
    assert solution.recommendation["width"] == pytest.approx(high - low, abs=1e-12)
    assert solution.values["explorers"] == (low, high)  # the bracket, and nothing between
    least, most = solution.values["skeletons"]
    assert 0.0 < least <= most < 1.0
    if players > 3:  # never without skeletons: one side's loss is the other's win
        assert (least, most) == pytest.approx((1.0 - high, 1.0 - low))
    if concept == FREE_TALK and players <= 4:
        assert high - low <= 1e-6


def test_with_three_the_skeletons_bracket_counts_only_games_with_skeletons():
    solution = whole_game.solve(Position(3), concept=FREE_TALK)
    # Exact for each number: one skeleton .6, two .3 of the deals.
    lost = sum(
        row["chance"] * (1.0 - row["upper"]) for row in solution.alternatives if row["skeletons"]
    )
    assert solution.values["skeletons"] == pytest.approx((lost, lost), abs=1e-6)
    alone = whole_game.solve(Position(3, skeletons=0), concept=FREE_TALK)
    assert alone.values["skeletons"] == pytest.approx((0.0, 0.0))


def test_concepts_are_never_mixed():
    for players in range(3, 9):
        rows = {c: bounds_of(Position(players), c) for c in (FREE_TALK, PUBLIC_TALK, ANY)}
        value = {
            c: (
                max(r["value"] for r in found if r["side"] == "lower"),
                min(r["value"] for r in found if r["side"] == "upper"),
            )
            for c, found in rows.items()
        }
        # Public commitment lies below TMECor; bounds for any talk hold for all.
        assert value[PUBLIC_TALK][0] <= value[FREE_TALK][1] + 1e-9
        assert value[ANY][1] >= value[FREE_TALK][1] - 1e-9
        assert value[ANY][0] <= value[PUBLIC_TALK][0] + 1e-9


def test_results_were_derived_with_this_program_text():
    for name in SOURCES:
        for players in range(3, 9):
            kept = stored(name, players)
            if kept is not None:
                assert kept["source"] == source_hash(name), f"{name}-{players}: derive it again"


def test_a_game_that_has_begun_is_refused():
    with pytest.raises(BadQuestion, match="game's start"):
        whole_game.solve(Position(3, 2))
