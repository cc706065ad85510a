"""Every decision that a model answers, by game: one line a decision, imported when asked.

A decision's module holds QUESTION, SOURCE, ASSUMPTIONS, PARAMETERS, KNOWN, LIFT, ``build`` and
``solve``. The first of a game is its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

DECISIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "good-guys": {
        "boss-offer": "models.good_guys.boss_offer",
        "vote": "models.good_guys.vote",
        "rob-guard": "models.good_guys.rob_guard",
        "skim-race": "models.good_guys.skim_race",
        "payoff": "models.good_guys.payoff",
        "boss-limit": "models.good_guys.boss_limit",
        "bargaining": "models.good_guys.bargaining",
    },
    "kraken": {
        "reveal": "models.kraken.reveal",
        "claim": "models.kraken.claim",
        "balance": "models.kraken.balance",
        "blind": "models.kraken.blind",
        "silent-bound": "models.kraken.silent_bound",
        "pooled-bound": "models.kraken.pooled_bound",
        "last-round": "models.kraken.last_round",
        "whole-game": "models.kraken.whole_game",
        "conventions": "models.kraken.conventions",
        "round": "models.kraken.round",
        "expansion": "models.kraken.expansion",
    },
}


def decisions(game: str) -> Mapping[str, str]:
    """Return the decisions of a game, each with the module of its model; empty where none is."""
    return DECISIONS.get(game, {})
