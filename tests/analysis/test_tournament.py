"""Tournaments: the same bytes whatever the workers, chunks, start method or interruptions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from joblib import parallel_config
from numpy.typing import NDArray

from analysis.errors import BadInput
from analysis.tournament import DEALS_PER_CHUNK, Plan, play_chunk, run, summary
from bots.play import Results


@dataclass(frozen=True)
class FakeTable:
    """A lottery: the deal alone draws the winning seat; payoffs name seat and bot."""

    bots: tuple[str, ...]
    seats: int = 3
    by_role: bool = False

    @property
    def names(self) -> list[str]:
        return list(self.bots)

    @property
    def turns(self) -> int:
        return len(self.bots)

    def document(self) -> dict[str, Any]:
        return {"game": "lottery", "players": self.seats, "rules": {}}

    @property
    def outcomes(self) -> Sequence[str]:
        return ("", "drawn")

    def play(self, seating: NDArray[np.int64], seed: int, first_deal: int) -> Results:
        games, seats = seating.shape
        winner = [
            np.random.default_rng([seed, first_deal + i]).integers(seats) for i in range(games)
        ]
        share = np.zeros((games, seats))
        share[np.arange(games), winner] = 1.0
        forfeit = np.zeros((games, seats), np.bool_)
        role = np.zeros((games, seats), np.int64)
        return Results(share + seating, share, np.ones(games, np.int64), role, forfeit, {})


def plan(games: int = 2500, bots: str = "abc", seed: int = 5) -> Plan:
    return Plan(FakeTable(tuple(bots)), games, seed)  # type: ignore[arg-type]  # a stand-in


def compare(asked: Plan, workers: int) -> dict[str, Any]:
    return summary(asked, run(asked, workers))


@pytest.mark.parametrize("backend", ["loky", "multiprocessing"])
def test_workers_and_start_methods_change_nothing(backend: str) -> None:
    alone = json.dumps(compare(plan(), workers=1))
    with parallel_config(backend=backend):
        for workers in (2, 4):
            assert json.dumps(compare(plan(), workers=workers)) == alone
    assert json.dumps(compare(plan(seed=6), workers=1)) != alone


def test_chunking_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(plan(), workers=1)
    monkeypatch.setattr("analysis.tournament.DEALS_PER_CHUNK", 7)
    small = run(plan(), workers=1)
    for name in ("deal", "seating", "win_share", "payoff", "outcome"):
        assert np.array_equal(getattr(whole, name), getattr(small, name)), name


def test_the_deal_is_the_same_for_every_rotation_and_bots_turn() -> None:
    games = play_chunk(plan(games=6), range(2))
    assert games.deal.tolist() == [0, 0, 0, 1, 1, 1]
    assert games.seating[:3].tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert (games.win_share[0] == games.win_share[2]).all()
    # Within one deal each bot has held each seat once.
    assert np.sort(games.seating[:3], axis=0).tolist() == [[0, 0, 0], [1, 1, 1], [2, 2, 2]]


@pytest.mark.parametrize("games", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("bots", ["a", "ab", "abcde"])
def test_the_number_of_games_is_exact(games: int, bots: str) -> None:
    assert len(run(plan(games, bots), workers=1).deal) == games


def test_equal_bots_differ_by_exactly_nothing() -> None:
    document = compare(plan(300), workers=1)
    assert [pair["win_rate_difference"] for pair in document["pairs"]] == [0.0, 0.0, 0.0]
    assert all(bot["win_rate"] == pytest.approx(1 / 3) for bot in document["bots"])


def test_resumed_run_equals_a_whole_one(tmp_path: Path) -> None:
    class StopError(Exception):
        pass

    def stop(done: int, _: int) -> None:
        if done > DEALS_PER_CHUNK:
            raise StopError

    with pytest.raises(StopError):
        run(plan(), 1, tmp_path, stop)
    assert len(list(tmp_path.glob("deals-*.npz"))) == 1
    seen: list[int] = []
    resumed = run(plan(), 1, tmp_path, lambda done, _: seen.append(done))
    assert seen[0] > 3 * DEALS_PER_CHUNK  # the kept chunk was not played again
    assert np.array_equal(resumed.payoff, run(plan(), 1).payoff)
    assert not list(tmp_path.glob(".*"))
    with pytest.raises(BadInput, match="same tournament"):
        run(plan(seed=6), 1, tmp_path)


def test_json_has_the_fixed_fields() -> None:
    document = compare(plan(30), workers=1)
    assert list(document) == [
        "game", "players", "rules", "games", "seed", "bots", "seats", "outcomes", "pairs",
    ]  # fmt: skip
    assert list(document["bots"][0]) == [
        "name", "games", "win_rate", "ci_low", "ci_high", "mean_payoff", "forfeits",
    ]  # fmt: skip
    assert list(document["seats"][0]) == ["seat", "win_rate", "ci_low", "ci_high"]
    assert document["outcomes"]["drawn"]["rate"] == 1.0
    assert "" not in document["outcomes"]
