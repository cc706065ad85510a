"""The engine check: a right prediction agrees, a wrong one does not; the margin adds no more."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from analysis import engine_check
from analysis.engine_check import GAMES_PER_BLOCK, Block, Prediction, check, check_seed


@dataclass(frozen=True)
class Coin:
    """Wins with probability .3; pays 10 on average with a spread of 1."""

    def __call__(self, block: int) -> Block:
        rng = np.random.default_rng([1, block])
        values = {
            "win": (rng.random(GAMES_PER_BLOCK) < 0.3).astype(float),
            "money": rng.normal(10, 1, GAMES_PER_BLOCK),
        }
        return Block(values, asked=10.0, covered=8.0, fallbacks=2.0)


def row(predicted: float, margin: float = 0.0, unit: str = "probability") -> dict[str, object]:
    name = "win" if unit == "probability" else "money"
    return check(Coin(), [Prediction(name, unit, predicted, margin)], 20_000, workers=1)[0]


def test_truth_agrees_and_error_does_not() -> None:
    assert row(0.3)["agrees"] is True
    # 20,000 games: half the 99 % interval is 2.576 * sqrt(.21 / 20,000) = .0083.
    assert row(0.32)["agrees"] is False
    assert row(0.32, margin=0.02)["agrees"] is True
    assert row(10.0, unit="$k")["agrees"] is True
    assert row(10.1, unit="$k")["agrees"] is False


def test_shares_of_decisions_by_hand() -> None:
    found = row(0.3)
    assert found["coverage"] == pytest.approx(8 / 10)
    assert found["fallback_rate"] == pytest.approx(2 / 8)


def test_half_width_by_hand() -> None:
    found = row(0.3)
    assert found["games"] == 20_000
    width = float(found["ci_high"]) - float(found["ci_low"])  # type: ignore[arg-type]  # a number
    assert width / 2 == pytest.approx(2.5758 * np.sqrt(0.21 / 20_000), rel=0.02)


def test_workers_change_nothing() -> None:
    asked = [Prediction("win", "probability", 0.3, 0.0)]
    alone = check(Coin(), asked, 5000, workers=1)
    assert check(Coin(), asked, 5000, workers=2) == alone


def test_time_ends_an_open_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_check, "SECONDS", 0.05)
    shares: list[float] = []
    (found,) = check(
        Coin(),
        [Prediction("win", "probability", 0.3, 0.0)],
        workers=1,
        progress=lambda _, share: shares.append(share),
    )
    assert shares[-1] >= 1
    assert found["games"] == len(shares) * GAMES_PER_BLOCK


def test_seed_of_the_check_is_its_own() -> None:
    assert check_seed(0) != check_seed(1)
    assert check_seed(0) > 2**32  # far from any seed a person types
