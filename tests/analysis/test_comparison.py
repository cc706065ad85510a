"""`compare` on the real game: workers, forfeits, records, interruption."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.comparison import compare
from analysis.options import Compare
from engine.record import read_record, replay

ROOT = Path(__file__).parents[2]


def played(**more: Any) -> dict[str, Any]:
    given = {"game": "good-guys", "players": 5, "bots": "grudge,random,fair", "games": 3000}
    document = compare(Compare(**{**given, "workers": 1, **more}))
    del document["seconds"]
    return document


def test_workers_change_nothing() -> None:
    alone = json.dumps(played())
    assert json.dumps(played(workers=2)) == alone
    assert json.dumps(played(seed=1)) != alone


def test_equal_bots_win_alike_and_differ_by_nothing() -> None:
    found = played(bots="fair,fair", games=1000)
    assert [bot["name"] for bot in found["bots"]] == ["fair", "fair#2"]
    assert found["pairs"][0]["win_rate_difference"] == pytest.approx(0.0, abs=1e-12)
    assert all(bot["win_rate"] == pytest.approx(0.2) for bot in found["bots"])


def test_changing_one_bot_keeps_the_deals(tmp_path: Path) -> None:
    """Before anyone acts, boss and table are chance: the same whoever sits there."""
    beginnings = []
    for bot in ("fair", "greedy"):
        played(games=3, save_games=tmp_path / bot, bots=bot)
        moves = [read_record(tmp_path / bot / f"game-{i}.json").moves for i in range(3)]
        beginnings.append([[move.move for move in game[:8]] for game in moves])
    assert beginnings[0] == beginnings[1]
    assert beginnings[0][0] != beginnings[0][1]


@pytest.fixture
def liar(tmp_path: Path) -> str:
    file = tmp_path / "liar.py"
    file.write_text(
        "class Liar:\n    def act(self, observation, legal_actions, rng):\n        return -7\n"
    )
    return f"{file}:Liar"


def test_an_illegal_bot_forfeits_and_says_why(
    liar: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = played(bots=f"{liar},fair", games=4)
    cheat, honest = found["bots"]
    assert cheat["forfeits"] > 0
    assert cheat["win_rate"] == 0.0
    assert honest["forfeits"] == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "answered -7" in said.err


def test_saved_games_replay_to_the_same_results(tmp_path: Path) -> None:
    found = played(games=4, save_games=tmp_path, bots="grudge,random")
    files = sorted(tmp_path.glob("game-*.json"))
    assert len(files) == 4
    totals = []
    for file in files:
        record = read_record(file)
        assert list(replay(record))[-1].after is not None
        assert record.result is not None
        totals.append(sum(record.result.returns))
    seats_played = [bot["games"] for bot in found["bots"]]
    assert seats_played == [4, 4]
    # Each bot holds five seats over a deal's two games: half of all money is each mean times 10.
    means = sum(10 * bot["mean_payoff"] for bot in found["bots"])
    assert sum(totals) == pytest.approx(means)


def test_interruption_leaves_whole_files_and_one_line(tmp_path: Path) -> None:
    command = [
        sys.executable, "-m", "cli", "compare", "good-guys", "--players", "5", "--bots",
        "grudge,random,fair", "--games", "2000000", "--workers", "1", "--resume", str(tmp_path),
    ]  # fmt: skip
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ}
    )
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("deals-*.npz")) and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == b""
    assert err == b"interrupted\n"
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]
    for file in tmp_path.glob("deals-*.npz"):
        with np.load(file) as arrays:
            assert len(arrays["deal"]) == 600
