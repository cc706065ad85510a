"""One compiled function that plays every bot of No Touch Kraken, by kind."""

from __future__ import annotations

from typing import Any

from bots.kraken import baselines, bayes, equilibrium
from bots.kraken.info import (
    BAYES,
    EQUILIBRIUM,
    HIDER,
    MIMIC,
    OVER_CLAIMER,
    RUSHER,
    STALLER,
    SUSPICIOUS,
    TRUTHFUL,
    ZERO_CLAIMER,
)
from engine.jit import kernel
from engine.kraken.batch import POLICY


@kernel(POLICY)
def dispatch(kind: int, question: int, o: Any, params: Any) -> int:  # noqa: C901 - one line a bot
    """Answer a question as the bot of a kind; one line a bot."""
    if kind == TRUTHFUL:
        return baselines.truthful(o, params)
    if kind == HIDER:
        return baselines.hider(o, params)
    if kind == SUSPICIOUS:
        return baselines.suspicious(o, params)
    if kind == MIMIC:
        return baselines.mimic(o, params)
    if kind == OVER_CLAIMER:
        return baselines.over_claimer(o, params)
    if kind == ZERO_CLAIMER:
        return baselines.zero_claimer(o, params)
    if kind == RUSHER:
        return baselines.rusher(o, params)
    if kind == STALLER:
        return baselines.staller(o, params)
    if kind == BAYES:
        return bayes.act(o, params)
    if kind == EQUILIBRIUM:
        return equilibrium.act(o, params)
    return baselines.random(o, params)
