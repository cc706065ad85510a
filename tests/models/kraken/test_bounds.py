"""Blind play, and the two bounds of informed sides: by hand, by brute force, by another method."""

from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np
import pytest

from models.base import BadQuestion
from models.kraken import blind, pooled_bound, silent_bound
from models.kraken.bounds import bound
from models.kraken.informed import round_values
from models.kraken.pile import deals, hand_types, role_patterns, skeleton_chances
from models.kraken.position import Position
from models.kraken.two_tables import solve_table
from solver.certificate import certify

# The pile and roles -----------------------------------------------------------------------------


def test_chances_of_skeletons_are_those_of_the_rules():
    third, half = Fraction(1, 3), Fraction(1, 10)
    assert skeleton_chances(3) == {0: half, 1: 6 * half, 2: 3 * half}
    assert skeleton_chances(4) == {1: Fraction(2, 5), 2: Fraction(3, 5)}
    assert skeleton_chances(5) == {1: third, 2: 2 * third}
    assert skeleton_chances(6) == {2: 1}
    assert skeleton_chances(7) == {2: Fraction(3, 8), 3: Fraction(5, 8)}
    assert skeleton_chances(8) == {2: third, 3: 2 * third}


@pytest.mark.parametrize("players", range(3, 9))
def test_patterns_are_chances(players):
    patterns = role_patterns(players)
    assert sum(chance for _, chance in patterns) == 1
    assert len({mask for mask, _ in patterns}) == len(patterns)


def test_deals_are_those_of_single_cards():
    # Three hands of two from T T K E E E: count all orders of six distinct cards.
    cards, counted = "TTKEEE", {}
    for order in permutations(range(6)):
        hands = tuple(
            (
                sum(cards[c] == "T" for c in order[i : i + 2]),
                sum(cards[c] == "K" for c in order[i : i + 2]),
            )
            for i in (0, 2, 4)
        )
        counted[hands] = counted.get(hands, 0) + Fraction(1, 720)
    assert dict(deals(3, 2, 2)) == counted
    assert set(hand_types(2, 2)) == {hand for hands in counted for hand in hands}


# Blind play -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "value"),
    [(3, Fraction(11, 52)), (4, Fraction(728, 4845)), (5, Fraction(969, 8855))],
)
def test_blind_value_is_the_reference(players, value):
    assert blind.KNOWN[0].value(players) == value
    solution = blind.solve(Position(players))
    assert solution.values["explorers"] == pytest.approx(float(value), abs=1e-12)
    assert solution.recommendation["exact"] == str(value)


@pytest.mark.parametrize(
    ("cards", "treasures", "last"), [(6, 1, 3), (6, 2, 3), (7, 2, 5), (6, 3, 6)]
)
def test_blind_endings_by_counting_orders(cards, treasures, last):
    won = hit = 0
    orders = list(permutations(range(cards)))  # cards 0 … m-1 are treasures, the last the Kraken
    for order in orders:
        left = treasures
        for card in order[:last]:
            left -= card < treasures
            if card == cards - 1 or left == 0:
                won, hit = won + (left == 0), hit + (left > 0)
                break
    assert blind.ending_chances(cards, treasures, last) == (
        Fraction(won, len(orders)),
        Fraction(hit, len(orders)),
    )


@pytest.mark.parametrize(
    "position", [Position(3, 4, 2, 0), Position(3, 4, 1, 1), Position(4, 4, 2, 0)]
)
def test_blind_tree_agrees(position):
    form = blind.build(position)
    value = certify(form, np.zeros(0)).payoffs[0]
    assert value == pytest.approx(blind.solve(position).values["explorers"], abs=1e-12)


def test_three_explorers_lose_together():
    solution = blind.solve(Position(3))
    endings = solution.recommendation["endings"]
    assert endings["all_lose"] == pytest.approx((1 - 11 / 52) / 10)
    assert sum(endings.values()) == pytest.approx(1.0)
    assert solution.values["skeletons"] == pytest.approx(
        endings["kraken_revealed"] + endings["time_up"]
    )
    known = blind.solve(Position(3, skeletons=1)).recommendation["endings"]
    assert known["all_lose"] == 0.0


def test_blind_rounds_add_up():
    position = Position(5, 2, 1, 3)
    rows, whole = blind.by_round(position), blind.solve(position).recommendation["endings"]
    assert [row["round"] for row in rows] == [2, 3, 4]
    for name in ("explorers_win", "kraken_revealed", "time_up"):
        assert sum(row[name] for row in rows) == pytest.approx(whole[name])


@pytest.mark.parametrize(
    "given",
    [
        {"players": 2},
        {"players": 3, "round": 5},
        {"players": 3, "revealed": 3},
        {"players": 3, "round": 2, "found": 3},
        {"players": 4, "skeletons": 3},
        {"players": 4, "found": 1},
    ],
)
def test_impossible_positions_are_refused(given):
    with pytest.raises(BadQuestion):
        Position(**given)


# The bounds of informed sides -------------------------------------------------------------------


@pytest.mark.parametrize("model", [silent_bound, pooled_bound])
def test_the_lone_informed_seat_among_three_gains_nothing(model):
    skeletons = 1 if model is silent_bound else 2
    assert model.KNOWN[0].value(3, skeletons) == pytest.approx(11 / 52, abs=1e-12)


@pytest.mark.parametrize(
    ("model", "players", "value"),
    [
        (silent_bound, 3, 0.158837),
        (silent_bound, 4, 0.070044),
        (pooled_bound, 3, 0.441349),
        (pooled_bound, 4, 0.586802),
    ],
)
def test_bounds_agree_with_the_study(model, players, value):
    # Computed there by another program.
    assert model.solve(Position(players)).values["explorers"] == pytest.approx(value, abs=1e-6)


def test_silent_bound_by_number_of_skeletons():
    rows = silent_bound.solve(Position(4)).alternatives
    assert [row["value"] for row in rows] == pytest.approx([0.150258, 0.016568], abs=1e-6)


@pytest.mark.parametrize("model", [silent_bound, pooled_bound])
@pytest.mark.parametrize("skeletons", [1, 2])
@pytest.mark.parametrize("marker", ["explorer", "skeleton"])
@pytest.mark.parametrize("round_", [3, 4])
def test_a_round_agrees_with_its_tree(model, skeletons, marker, round_):
    # The tree keeps every deal and history apart, and a programme solves it.
    position = Position(3, round_, 1, skeletons=skeletons)
    low, high = solve_table(model.build(position, marker=marker), 1e-9, 10.0)
    (row,) = model.solve(position).alternatives
    assert low == pytest.approx(high, abs=1e-9)
    assert row[f"marker_{marker}"] == pytest.approx(low, abs=1e-9)


def taken(hands, hidden, seat, kind):
    known, unknown = list(map(list, hands)), list(hidden)
    if seat < 2:
        known[seat][kind] -= 1
    else:
        unknown[seat - 2] -= 1
    return tuple(map(tuple, known)), tuple(unknown)


def test_a_round_by_brute_force_over_hands():
    # Four players, two of them informed explorers: literal hands and seats, no merging at all.
    after = np.array([[1.0, 1.0], [0.3, 0.2], [0.1, 0.05]])

    @cache
    def worth(hands, hidden, marker, left, treasures):
        if treasures == 0:
            return 1.0
        if left == 0:
            return after[treasures, int(marker >= 2)]
        pool = sum(hidden)
        options = []
        for seat in range(4):
            known = seat < 2
            cards = sum(hands[seat]) if known else hidden[seat - 2]
            if seat == marker or cards == 0:
                continue
            inside = sum(h[0] for h in hands)
            t, k = hands[seat][:2] if known else (treasures - inside, 1 - sum(h[1] for h in hands))
            total = cards if known else pool
            kinds = [(kind, ways) for kind, ways in ((0, t), (2, total - t - k)) if ways]
            options.append(
                sum(
                    ways
                    / total
                    * worth(
                        *taken(hands, hidden, seat, kind), seat, left - 1, treasures - 1 + kind // 2
                    )
                    for kind, ways in kinds
                )
            )
        return max(options) if marker < 2 else sum(options) / len(options)

    size, treasures = 3, 2
    found = [0.0, 0.0]
    for hands, chance in deals(4, size, treasures):
        own = tuple((t, k, size - t - k) for t, k in hands[:2])
        for side, marker in enumerate((0, 2)):
            found[side] += float(chance) * worth(own, (size, size), marker, 4, treasures)
    assert round_values(2, 2, size, treasures, 1.0, after) == pytest.approx(found, abs=1e-12)


def test_single_explorer_of_the_last_round_by_hand():
    # Both others are alike to him: three of six cards, blind.
    value = bound(3, 2, 1.0, 4, 1)
    assert value == pytest.approx(float(blind.ending_chances(6, 1, 3)[0]))


def test_bounds_are_ordered():
    for players in (3, 4, 5):
        low, high = (
            m.solve(Position(players)).values["explorers"] for m in (silent_bound, pooled_bound)
        )
        assert low < high


def test_a_round_that_has_begun_is_refused():
    with pytest.raises(BadQuestion, match="round's start"):
        silent_bound.solve(Position(3, 2, 0, 1))
