"""Picks in order of their worth, with odds, and why the first is first."""

from __future__ import annotations

from typing import Any

from models.kraken.advice import clean
from models.kraken.belief import Belief
from models.kraken.view import View


def option_rows(view: View, belief: Belief, worth: dict[int, float]) -> list[dict[str, Any]]:
    """Return every pick with its odds and worth to the asking side, the best first."""
    rows = []
    for seat, explorers in worth.items():
        found, kraken = float(belief.treasure[:, seat].sum()), float(belief.kraken[:, seat].sum())
        rows.append(
            {
                "seat": seat,
                "treasure_probability": clean(found),
                "kraken_probability": clean(kraken),
                "empty_probability": clean(1.0 - found - kraken),
                "skeleton_probability": clean(belief.skeleton[seat]),
                "explorers_win": explorers,
                "value": explorers if view.role == "explorer" else 1.0 - explorers,
            }
        )
    rows.sort(key=lambda row: (-round(row["value"], 12), row["seat"]))
    return [{**row, "cost": rows[0]["value"] - row["value"]} for row in rows]


def why(rows: list[dict[str, Any]]) -> str:
    """Return the name of the reason for the best pick: what it has more or less of than others."""
    best, rest = rows[0], rows[1:]
    if not rest or all(row["cost"] < 1e-9 for row in rest):
        return "alike"
    for reason, name, sign in (
        ("most treasure", "treasure_probability", 1),
        ("least Kraken", "kraken_probability", -1),
        ("safest holder", "skeleton_probability", -1),
    ):
        lead = [sign * (best[name] - row[name]) for row in rest]
        if min(lead) >= -1e-9 and max(lead) > 1e-9:
            return reason if best["value"] == best["explorers_win"] else f"not {reason}"
    return "balance"
