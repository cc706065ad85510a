"""Checks of Kraken's answers: the engine starts from the state asked, and chance agrees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analysis.asking import ask
from analysis.checks.kraken import RolePlayout, check_of
from analysis.engine_check import GAMES_PER_BLOCK, check
from analysis.kraken_state import template
from analysis.questions.kraken import Options
from engine.kraken.game import GAME
from engine.kraken.rules import KrakenRules
from engine.kraken.state import PICK
from models.kraken.belief import MIX
from models.kraken.hidden import hidden


def asked(players: int = 3, **given: Any) -> Any:
    return ask("kraken", Options(players=players, check=False, set=given.pop("set", None), **given))


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
    found = asked(4, round=2, my_hand="1", claims="1,2,0K,1 | 1T 2E 0E", found=2, set=["games=250"])
    view = found.scene.position
    tables = hidden(view, MIX, 1, np.random.default_rng(0))
    position = template(KrakenRules(players=4), view, tables)
    record = position.record
    assert (int(record.phase), GAME.actor(position)) == (PICK, 0)
    assert int(record.round_number) == 2
    assert int(record.up[1]) == 2
    assert record.cards[:4].tolist() == [3, 3, 3, 4]
    dealt = [int(record.hand[i, 1] + record.found[i]) for i in range(4)]
    assert dealt == tables.dealt[0, :, 1].tolist()
    assert record.claim[1, :4].tolist() == [3, 5, 2, 3]


def test_odds_of_the_advised_card_agree_exactly() -> None:
    found = asked(3, round=2, my_hand="1", claims="1,1,1K", found=1, set=["games=500"])
    rows = rows_of(found, 300)
    assert rows["treasure_probability"]["agrees"]
    assert rows["kraken_probability"]["agrees"]
    assert rows["treasure_probability"]["margin"] == 0
    best = found.solution.recommendation
    assert rows["explorers_win"]["margin"] == best["error"]
    others = [row["seat"] for row in found.solution.alternatives]
    assert {f"explorers_win: pick {seat}" for seat in others} < set(rows)


def test_claims_are_played_on_beside_the_truth() -> None:
    rows = rows_of(asked(3, my_hand="1", claims="?,1,1K", marker=1, set=["games=250"]), 50)
    assert set(rows) in (
        {"explorers_win"},
        {"explorers_win", "explorers_win: claim 1"},
    )


@pytest.mark.parametrize("decision", ["silent-bound", "pooled-bound"])
def test_bounds_have_no_bots(decision: str) -> None:
    found = asked(decision=decision)
    assert check_of(found.scene, found.solution, seed=5) is None


EARLIER = "1,3,1,1,1 | 1E 2T 1E 3E 1E; 1,3,0,1,0"


def test_earlier_rounds_are_on_record_in_the_check() -> None:
    found = asked(5, my_hand="1", claims=EARLIER, set=["games=250"])
    tables = hidden(found.scene.position, MIX, 1, np.random.default_rng(0))
    record = template(KrakenRules(players=5), found.scene.position, tables).record
    assert record.claim[0, :5].tolist() == [3, 7, 3, 3, 3]
    assert record.log_owner[:5].tolist() == [1, 2, 1, 3, 1]
    assert record.log_picker[:5].tolist() == [0, 1, 2, 1, 3]
    assert (int(record.left[0]), int(record.left[1])) == (5, 4)


def test_games_of_answer_and_check_differ() -> None:
    found = asked(3, my_hand="1", claims="1,1,1K", set=["games=250"])
    again = asked(3, my_hand="1", claims="1,1,1K", set=["games=250"])
    assert found.solution == again.solution
    row = rows_of(found, 250)["explorers_win"]
    assert row["measured"] != row["predicted"]
