"""Claims yet to come, and what a claim is worth when they have been made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.kraken.advice import looking
from models.kraken.lookahead import Lookahead
from models.kraken.pile import Hand, hand_types
from models.kraken.view import View, claim_text
from models.kraken.worlds import draw, spoken


def scenarios(ahead: Lookahead, draws: int, seed: int) -> list[View]:
    """Return views in which all others have spoken, drawn from what seat 0 believes.

    A single one where nobody else is still to speak.
    """
    view = ahead.view
    waiting = sorted(view.now.unspoken - {0})
    if not waiting:
        return [view]
    found = []
    for number in range(draws):
        rng = np.random.default_rng([seed, number])
        world, now = draw(ahead.mine, view.now.reveals, rng), view.now
        for seat in waiting:
            said = spoken(world, seat, now.left, now.number, ahead.mix, rng)
            now = now.says(seat, said)
        found.append(view.heard(now))
    return found


def worth_of(
    heard: Sequence[View], claim: Hand | None, given: dict[str, Any], depth: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the explorers' chance, and how likely all take seat 0 for a skeleton, by scenario."""
    worth, suspicion = [], []
    for view in heard:
        ahead = looking(view.heard(replace(view.now.says(0, claim))), given)
        belief, public = ahead.mine.at(()), ahead.public.at(())
        assert belief is not None
        worth.append(ahead.value((), view.marker, depth, np.ones(len(belief.weight), bool)))
        suspicion.append(1.0 if public is None else float(min(1.0, public.skeleton[0])))
    return np.array(worth), np.array(suspicion)


def claims(view: View) -> list[Hand | None]:
    """Return what seat 0 may say: silence, or any hand that can be dealt."""
    size = view.cards(0)
    return [None, *sorted(hand_types(size, view.now.left))]


def after_claims(view: View, given: dict[str, Any]) -> dict[str, Lookahead]:
    """Return the round as it stands after each claim of seat 0, by the claim's label."""
    return {
        label_of(claim_text(claim)): looking(view.heard(view.now.says(0, claim)), given)
        for claim in claims(view)
    }


def reason(rows: Sequence[dict[str, Any]]) -> str:
    """Return why the first claim is the best: ``alike`` where all are worth the same."""
    return "alike" if all(row["cost"] < 1e-9 for row in rows) else ""


def label_of(claim: str) -> str:
    """Return a claim as the engine writes it, from ``2``, ``1K`` or ``-``."""
    if claim == "-":
        return "silent"
    return f"claim {claim.rstrip('K')}" + (" kraken" if claim.endswith("K") else "")


def claim_rows(
    view: View, heard: list[View], given: dict[str, Any], depth: int
) -> list[dict[str, Any]]:
    """Return every claim with its worth, the best first; of equals the truth."""
    rows: list[dict[str, Any]] = []
    table: dict[str, NDArray[np.float64]] = {}
    for claim in claims(view):
        explorers, suspicion = worth_of(heard, claim, given, depth)
        worth = explorers if view.role == "explorer" else 1.0 - explorers
        table[claim_text(claim)] = worth
        rows.append(
            {
                "claim": claim_text(claim),
                "true": claim == view.dealt,
                "suspected_probability": float(suspicion.mean()),
                "explorers_win": float(explorers.mean()),
                "value": float(worth.mean()),
            }
        )
    rows.sort(key=lambda row: (-round(row["value"], 10), not row["true"], row["claim"]))
    best = table[rows[0]["claim"]]
    errors = {text: _error(best - worth) for text, worth in table.items()}
    return [
        {**row, "cost": rows[0]["value"] - row["value"], "cost_error": errors[row["claim"]]}
        for row in rows
    ]


def _error(differences: NDArray[np.float64]) -> float:
    """Return the standard error of a mean over draws; 0 where there is a single one."""
    if len(differences) < 2:
        return 0.0
    return float(differences.std(ddof=1) / np.sqrt(len(differences)))
