"""`compare` with roles: each side's rate, records, workers, and a user's bot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from analysis.comparison import compare
from analysis.options import Compare
from engine.record import read_record, replay
from engine.registry import game

NAMES = ["explorers_win", "kraken_revealed", "time_up", "curse_revealed", "all_lose"]


def played(**more: Any) -> dict[str, Any]:
    given = {
        "game": "kraken",
        "players": 5,
        "bots": "explorer=bayes,skeleton=mimic",
        "games": 1000,
    }
    document = compare(Compare(**{**given, "workers": 1, **more}))
    del document["seconds"]
    return document


def test_each_bot_has_the_rate_of_its_role() -> None:
    found = played()
    assert list(found["outcomes"]) == NAMES
    explorers, skeletons = found["bots"]
    assert (explorers["name"], skeletons["name"]) == ("bayes", "mimic")
    assert explorers["games"] == skeletons["games"] == found["games"] == 1000
    # Rates are per seat: sides are larger in some games than in others, so only nearly complements.
    rate = found["outcomes"]["explorers_win"]["rate"]
    assert explorers["win_rate"] == pytest.approx(rate, abs=0.05)
    assert skeletons["win_rate"] == pytest.approx(1 - rate, abs=0.05)
    assert found["pairs"] == []
    assert sum(row["rate"] for row in found["outcomes"].values()) == pytest.approx(1)


def test_workers_change_nothing() -> None:
    assert json.dumps(played(workers=2)) == json.dumps(played())


def test_the_order_of_roles_does_not_matter_and_the_bots_do() -> None:
    assert played(bots="skeleton=mimic,explorer=bayes") == played()
    assert played(bots="explorer=mimic,skeleton=bayes") != played()


def test_a_repeated_name_is_told_apart() -> None:
    found = played(bots="explorer=random,skeleton=random")
    assert [row["name"] for row in found["bots"]] == ["random", "random#2"]


def test_win_rate_is_the_share_of_seats_whose_side_won() -> None:
    found = played(bots="truthful,random", games=400)
    seats = sum(row["win_rate"] for row in found["seats"]) / 5
    bots = sum(row["win_rate"] for row in found["bots"]) / 2
    assert seats == pytest.approx(bots, abs=1e-9)
    assert bots != pytest.approx(0.2, abs=0.05)


def test_saved_games_replay_to_the_same_results(tmp_path: Path) -> None:
    found = played(games=5, save_games=tmp_path)
    wins = 0
    for index in range(5):
        record = read_record(tmp_path / f"game-{index}.json")
        assert record.result is not None
        assert record.result.outcome in NAMES
        end = list(replay(record))[-1].after
        explorers = game("kraken").seat_roles(end) == 0
        won = record.result.outcome == "explorers_win"
        winners = explorers if won else ~explorers
        assert list(record.result.returns) == winners.tolist()
        wins += won
    assert found["outcomes"]["explorers_win"]["rate"] == wins / 5


def test_a_resumed_run_equals_a_whole_one_and_roles_are_part_of_the_plan(tmp_path: Path) -> None:
    whole = played(resume=tmp_path)
    assert len(list(tmp_path.glob("deals-*.npz"))) == 5
    assert played(resume=tmp_path) == whole
    with pytest.raises(ValueError, match="same tournament"):
        played(resume=tmp_path, bots="bayes,mimic")


def test_a_users_bot_plays_one_role_and_forfeits_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "class Mine:\n"
        "    def act(self, observation, legal_actions, rng):\n"
        "        assert observation.role == 1\n"
        "        return legal_actions[-1]\n"
        "class Liar:\n"
        "    def act(self, observation, legal_actions, rng):\n"
        "        return -7\n"
    )
    fine, broken = played(bots=f"explorer=truthful,skeleton={file}:Mine", games=10)["bots"]
    assert fine["forfeits"] == broken["forfeits"] == 0
    fine, broken = played(bots=f"explorer=truthful,skeleton={file}:Liar", games=10)["bots"]
    assert (fine["forfeits"], broken["win_rate"]) == (0, 0.0)
    assert broken["forfeits"] > 0
    assert "answered -7" in capsys.readouterr().err
