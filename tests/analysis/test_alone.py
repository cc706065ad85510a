"""What a side plays whose seats draw alone: the mix that keeps most of its worst reply."""

import numpy as np
import pytest

from analysis import conventions as measuring
from analysis.alone import TRIED, candidates, securest
from analysis.conventions import Study
from analysis.families import explorer, skeleton

# Matching pennies and a convention that is safe but keeps less than the mix.
WORTH = np.array([[1.0, 0.0], [0.0, 1.0], [0.3, 0.3]])
HALVES = np.array([0.5, 0.5, 0.0])


def together(mix, reply):
    return float((mix @ WORTH)[reply])


def spoilt(mix, reply):
    """Keep less the more the seats differ: nothing is lost by a convention of all."""
    return together(mix, reply) - 0.5 * (1.0 - float(mix.max()))


def test_a_mix_that_drawing_alone_does_not_spoil_is_kept():
    assert securest(WORTH, HALVES, together).tolist() == HALVES.tolist()


def test_a_spoilt_mix_gives_way_to_the_safest_convention():
    assert securest(WORTH, HALVES, spoilt).tolist() == [0.0, 0.0, 1.0]


def test_a_mix_of_two_is_taken_where_the_tables_mix_is_spoilt_more():
    def played(mix, reply):
        return together(mix, reply) - (0.4 if mix.max() == 0.5 else 0.0)

    worth = np.array([[1.0, 0.0], [0.0, 1.0], [0.2, 0.2]])
    best = securest(worth, HALVES, played)
    assert sorted(best.tolist()) == [0.0, 0.25, 0.75]


def test_only_mixes_that_would_secure_more_are_played():
    rng = np.random.default_rng(1)
    worth = rng.random((6, 5))
    shares = np.full(6, 1 / 6)
    kept = candidates(worth, shares)
    assert 0 < len(kept) <= TRIED
    secured = [(mix @ worth).min() for mix in kept]
    assert secured == sorted(secured, reverse=True)
    assert min(secured) > worth.min(axis=1).max()
    assert candidates(np.array([[0.5, 0.5], [0.2, 0.9]]), np.array([1.0, 0.0])) == []


@pytest.mark.parametrize("side", ["explorers", "skeletons"])
def test_what_is_lifted_keeps_most_of_all_that_was_played(side):
    belief = (0.4, 0.2, 0.1, 0.3)
    explorers = [explorer("hide", *weights, belief) for weights in ((1.0, 0.5), (5.0, 0.2))]
    explorers.append(explorer("truth", 1.5, 0.5, belief))
    study = Study(4, 400, explorers, [skeleton(0, 1, 0), skeleton(1, 0, 0), skeleton(2, 0, 0)])
    study.fill()
    mix = study.drawn_alone("hide", side)
    # Explorers of every rule reply to skeletons; explorers keep to the rule that was agreed.
    own, replies = study.explorers[:2], study.skeletons
    if side == "skeletons":
        own, replies = study.skeletons, study.explorers
    keeps = min(study.kept_alone(side, mix, reply) for reply in replies)
    for convention in own:
        alone = min(study.kept_alone(side, [(1.0, convention)], reply) for reply in replies)
        assert keeps >= alone
    # A convention by itself is the table's row: the same games.
    cell = study.cells[0, 0]
    kept = study.kept_alone("explorers", [(1.0, study.explorers[0])], study.skeletons[0])
    assert kept == cell["wins"] / cell["games"]


def test_a_lie_that_lives_by_one_rule_is_not_lifted():
    belief = (0.4, 0.2, 0.1, 0.3)
    explorers = [explorer(rule, 1.0, 0.5, belief) for rule in ("hide", "truth")]
    study = Study(4, 100, explorers, [skeleton(1, 0, 0), skeleton(2, 2, 2)])
    study.cells = {
        (i, j): {
            **{"row": i, "column": j, "games": 100, "wins": wins},
            "by_skeletons": {"2": [100, wins]},
        }
        for (i, j), wins in {(0, 0): 30, (0, 1): 20, (1, 0): 25, (1, 1): 60}.items()
    }
    assert study.mixes("hide")[2] == [(1.0, study.skeletons[1])]
    assert study.drawn_alone("hide", "skeletons") == [(1.0, study.skeletons[0])]


def test_replies_to_the_lifted_bots_face_seats_that_draw_alone():
    study = Study(3, 300)
    study.fill()
    rule = study.lift()
    assert study.facing(rule, "skeletons", "alone").together == ()
    assert study.facing(rule, "skeletons", "together").together == measuring.SIDES
    alone = study.facing(rule, "explorers", "alone")
    assert alone.explorers == study.lifted["explorers"]
    assert alone.skeletons == study.lifted["skeletons"]
    assert {draw for _, _, draw in study.tasks()} == set(measuring.DRAWS)
