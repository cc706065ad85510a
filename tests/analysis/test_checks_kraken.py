"""Checks of Kraken's answers: the engine starts from the state asked, and chance agrees."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.asking import ask
from analysis.checks.kraken import RolePlayout, check_of, state_of
from analysis.engine_check import GAMES_PER_BLOCK, check
from analysis.questions.kraken import Options
from engine.kraken.game import GAME
from engine.kraken.rules import KrakenRules
from engine.kraken.state import PICK
from models.kraken.belief import MIX, Believing
from models.kraken.worlds import every_world


def asked(players: int = 3, **given: Any) -> Any:
    return ask("kraken", Options(players=players, check=False, **given))


def rows_of(found: Any, games: int) -> dict[str, dict[str, Any]]:
    made = check_of(found.scene, found.solution, seed=5)
    assert made is not None
    return {row["quantity"]: row for row in check(*made, games, workers=1)}


def test_blind_play_is_played_by_random_bots() -> None:
    found = asked(decision="blind")
    rows = rows_of(found, 4000)
    # 11 / 52 (docs/rules/kraken.md, facts).
    assert rows["explorers_win"]["predicted"] == pytest.approx(11 / 52)
    assert rows["explorers_win"]["margin"] == 0
    assert rows["explorers_win"]["agrees"]
    later = rows_of(asked(decision="blind", round=3, found=1), 2000)
    assert later["explorers_win"]["agrees"]


def test_balance_is_played_by_the_bots_it_names() -> None:
    found = asked()
    made = check_of(found.scene, found.solution, seed=5)
    assert made is not None
    playout, predictions = made
    assert isinstance(playout, RolePlayout)
    assert playout.explorer == found.solution.recommendation["explorer"]
    assert predictions[0].margin == 0.01
    assert len(playout(0).values["explorers_win"]) == GAMES_PER_BLOCK


def test_engine_stands_where_the_view_does() -> None:
    found = asked(4, round=2, my_hand="1", claims="1,2,0K,1 | 1T 2E 0E", found=2)
    view = found.scene.position
    world = every_world(Believing(view, MIX, private=True), view.now.reveals)[0]
    position = state_of(KrakenRules(players=4), view, world)
    record = position.record
    assert (int(record.phase), GAME.actor(position)) == (PICK, 0)
    assert int(record.round_number) == 2
    assert int(record.up[1]) == 2
    assert record.cards[:4].tolist() == [3, 3, 3, 4]
    assert [int(record.hand[i, 1] + record.found[i]) for i in range(4)] == [
        hand[0] for hand in world.hands
    ]
    assert record.claim[1, :4].tolist() == [3, 5, 2, 3]


def test_odds_of_the_advised_card_agree_exactly() -> None:
    found = asked(3, round=2, my_hand="1", claims="1,1,1K", found=1)
    rows = rows_of(found, 300)
    assert rows["treasure_probability"]["agrees"]
    assert rows["kraken_probability"]["agrees"]
    assert rows["treasure_probability"]["margin"] == 0
    others = [row["seat"] for row in found.solution.alternatives]
    assert {f"explorers_win: pick {seat}" for seat in others} < set(rows)


def test_claims_are_played_on_beside_the_truth() -> None:
    rows = rows_of(asked(3, my_hand="1", claims="?,1,1K", marker=1), 50)
    assert set(rows) in (
        {"explorers_win"},
        {"explorers_win", "explorers_win: claim 1"},
    )


@pytest.mark.parametrize("decision", ["silent-bound", "pooled-bound"])
def test_bounds_have_no_bots(decision: str) -> None:
    found = asked(decision=decision)
    assert check_of(found.scene, found.solution, seed=5) is None
