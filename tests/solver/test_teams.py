"""Team equilibria: values by hand, by the plain programme, and by all joint plans."""

from itertools import product

import numpy as np
import pytest

from solver import teams
from solver.errors import Unsupported
from solver.extensive import ExtensiveForm, TreeBuilder
from solver.reduction import reduce
from solver.strategic import StrategicForm, to_extensive
from solver.teams import solve_teams
from solver.zero_sum import solve_zero_sum
from tests.solver import games


def signal_game():
    """Two mates each say left or right, unseen; they win 1 if alike and not where a third looks."""
    tables = np.zeros((3, 2, 2, 2))
    for a, b, c in product(range(2), repeat=3):
        won = float(a == b != c)
        tables[:, a, b, c] = [won / 2, won / 2, -won]
    return to_extensive(StrategicForm.from_tables(*tables))


def test_a_common_signal_is_worth_its_hand_count():
    # Together on left or right by a coin that the third does not see: 1/2. Without the coin,
    # mates who mix p win min(p^2, (1-p)^2) = 1/4.
    result = solve_teams(signal_game(), [0, 1])
    assert result.value == pytest.approx(1 / 2)
    assert result.converged
    assert result.team.probability == pytest.approx([1 / 2, 1 / 2])


@pytest.mark.parametrize("adversary", [0, 1, 2])
def test_three_player_kuhn_with_three_cards(adversary):
    # Farina et al. (2018): 0 against each seat.
    form = games.kuhn3_small()
    team = [i for i in range(3) if i != adversary]
    result = solve_teams(form, team)
    assert result.bounds == pytest.approx((0, 0), abs=1e-6)


@pytest.mark.parametrize("make", [games.kuhn, games.chance_in_middle, games.one_card_poker])
def test_teams_of_one_are_the_plain_game(make):
    form = make()
    result = solve_teams(form, [0])
    assert result.value == pytest.approx(solve_zero_sum(form).payoffs[0], abs=1e-6)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_against_all_joint_plans(seed):
    # A random three-player tree as a matrix game: joint plans of the team against the third's.
    rng = np.random.default_rng(seed)
    b = TreeBuilder(["a", "b", "c"])
    for x, node in games.deal(b, b.root, range(2)):
        for first, mid in enumerate(b.decision(node, 0, x, ["l", "r"])):
            for third, low in enumerate(b.decision(mid, 2, first, ["l", "r"])):
                for end in b.decision(low, 1, (x, third), ["l", "r"]):
                    u = float(rng.integers(-5, 6))
                    b.terminal(end, [u / 2, u / 2, -u])
    form = b.build()
    table = reduce(form).strategic
    joint = 2 * table.payoff[0].reshape(-1, table.payoff.shape[-1])
    value = solve_zero_sum(to_extensive(StrategicForm.from_tables(joint, -joint))).payoffs[0]
    result = solve_teams(form, [0, 1])
    assert result.value == pytest.approx(value, abs=1e-6)
    assert result.bounds[0] - 1e-9 <= value <= result.bounds[1] + 1e-9


def split(form, moves_of_second_half):
    """The same tree, whose first player's later sets belong to a mate who is paid nothing."""
    own = np.flatnonzero(form.infoset_player == 0)
    mates = np.array([h for h in own if moves_of_second_half(form.infoset_label[h])])
    player = np.where(form.player == 1, 2, form.player)
    player[np.isin(form.infoset, mates)] = 1
    paid = np.stack([form.paid[:, 0], np.zeros(form.n_nodes), form.paid[:, 1]], axis=1)
    return ExtensiveForm.from_arrays(
        ["opener", "mate", "second"], form.parent, player, form.infoset, form.prob, paid
    )


@pytest.mark.parametrize(
    ("form", "later", "value"),
    [
        (games.kuhn(), lambda label: "check" in label, -1 / 18),
        (games.liars_dice(3), lambda label: len(label.split()) > 2, 1 / 9),
    ],
)
def test_mates_who_know_all_that_one_player_knew(form, later, value):
    # One player's moves divided between two who each see what he saw: with a common signal they
    # play any plan of his, so that the value is that of the game for two (Kuhn -1/18, dice 1/9).
    result = solve_teams(split(form, later), [0, 1], time_limit=120)
    assert result.bounds == pytest.approx((value, value), abs=1e-6)


@pytest.mark.parametrize("make", [signal_game, games.one_card_poker])
def test_one_programme_and_column_generation_agree(make, monkeypatch):
    form = make()
    team = list(range(form.n_players - 1))
    whole = solve_teams(form, team)
    assert whole.all_plans
    monkeypatch.setattr(teams, "ALL_PLANS", 0)
    grown = solve_teams(form, team)
    assert grown.rounds > 0
    assert whole.value == pytest.approx(grown.value, abs=1e-9)
    assert whole.bounds == pytest.approx(grown.bounds, abs=1e-6)


def test_a_limit_leaves_the_bounds_so_far():
    seen = []
    result = solve_teams(games.kuhn3(), [0, 1], time_limit=3, progress=seen.append)
    assert result.bounds[0] <= result.bounds[1] + 1e-9
    assert seen
    assert seen[-1].epsilon == pytest.approx(result.bounds[1] - result.bounds[0])
    assert result.converged == (result.bounds[1] - result.bounds[0] <= result.tolerance)


def test_refusals():
    with pytest.raises(Unsupported, match="some of 0 to 2, not all"):
        solve_teams(games.kuhn3(), [0, 1, 2])
    with pytest.raises(Unsupported, match="constant sum"):
        solve_teams(games.selten_horse(), [0, 1])
