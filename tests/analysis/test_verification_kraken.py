"""Kraken's shipped results hold, and changed ones do not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from analysis.options import Verify
from analysis.verification import kraken
from analysis.verify import verified


def rows(players: str = "3") -> list[dict[str, Any]]:
    found = verified(Verify(game="kraken", players=players, games=2000, workers=1))
    checks: list[dict[str, Any]] = found["checks"]
    return checks


def test_shipped_results_hold() -> None:
    found = rows()
    assert all(row["ok"] for row in found), [row for row in found if not row["ok"]]
    methods = {row["method"] for row in found}
    assert {"hash", "blind play's closed form", "tree, solved", "complete play"} <= methods


def changed(monkeypatch: pytest.MonkeyPatch, name: str, change: Any) -> list[dict[str, Any]]:
    """Checks where one results file says something else."""
    real = kraken.stored

    def stored(asked: str, players: int) -> Mapping[str, Any] | None:
        found = real(asked, players)
        return change(dict(found)) if asked == name and found is not None else found

    monkeypatch.setattr(kraken, "stored", stored)
    return [row for row in rows() if not row["ok"]]


def test_a_changed_bound_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(found: dict[str, Any]) -> dict[str, Any]:
        told = [
            {**row, "marker_explorer": 0.9} if row["bound"] == "silent" else row
            for row in found["rows"]
        ]
        return {**found, "rows": told}

    assert {row["method"] for row in changed(monkeypatch, "bounds", change)} >= {
        "blind play's closed form",
        "tree, solved",
    }


def test_a_changed_rate_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(found: dict[str, Any]) -> dict[str, Any]:
        rate = {**found["headline"]["explorers_win"], "rate": 0.5}
        return {**found, "headline": {**found["headline"], "explorers_win": rate}}

    wrong = changed(monkeypatch, "plays", change)
    assert [row["quantity"] for row in wrong] == ["explorers_win"]


def test_results_of_another_program_do_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = changed(monkeypatch, "whole-game", lambda found: {**found, "source": "0"})
    assert [row["method"] for row in wrong] == ["hash"]
