"""Verification holds for what ships, and fails for anything else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from analysis.options import Verify
from analysis.verification import good_guys
from analysis.verify import verified
from models.base import Solution


def rows(monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]) -> dict[str, bool]:
    """Checks of the shipped answer for four players, parts of it changed."""
    real = good_guys.stored

    def stored(*asked: Any) -> Solution:
        found = real(*asked)
        assert found is not None
        return replace(found, recommendation={**found.recommendation, **change})

    monkeypatch.setattr(good_guys, "stored", stored)
    found = verified(Verify(players="4", games=50, workers=1))
    return {f"{row['method']}: {row['quantity']}": row["ok"] for row in found["checks"]}


def test_shipped_answer_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    found = rows(monkeypatch, {})
    exact = {name: ok for name, ok in found.items() if not name.startswith("complete play")}
    assert len(exact) == 5
    assert all(exact.values())


def test_changed_numbers_do_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    found = rows(monkeypatch, {"pass_probability": 0.9, "boss_value": 0.9})
    assert not found["count of all ballots: pass_probability"]
    assert not found["independent evaluator on the literal payoff table: boss_value"]
    assert not found["complete play: boss_value"]
    assert found["count of all ballots: tie_probability"]


def test_missing_answers_do_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(good_guys, "stored", lambda *_: None)
    found = verified(Verify(players="4", games=50, workers=1))
    assert found["ok"] is False
