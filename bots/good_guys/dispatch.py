"""One compiled function that plays every bot of Good Guys, by kind."""

from __future__ import annotations

from typing import Any

from bots.good_guys import bargainer, baselines, equilibrium
from bots.good_guys.info import (
    BARGAINER,
    EQUILIBRIUM,
    FAIR,
    GREEDY,
    GRUDGE,
    GUARDIAN,
    HONEST,
    MAJORITY,
    OPPORTUNIST,
    ROBBER,
    SKIMMER,
)
from engine.good_guys.batch import POLICY
from engine.jit import kernel


@kernel(POLICY, also=("models",))
def dispatch(kind: int, question: int, o: Any, params: Any, out: Any) -> int:  # noqa: C901 - one line a bot
    """Answer a question as the bot of a kind; one line a bot."""
    if kind == GREEDY:
        return baselines.greedy(o, params, out)
    if kind == FAIR:
        return baselines.fair(o, params, out)
    if kind == MAJORITY:
        return baselines.majority(o, params, out)
    if kind == GRUDGE:
        return baselines.grudge(o, params, out)
    if kind == SKIMMER:
        return baselines.skimmer(o, params, out)
    if kind == ROBBER:
        return baselines.robber(o, params, out)
    if kind == HONEST:
        return baselines.honest(o, params, out)
    if kind == GUARDIAN:
        return baselines.guardian(o, params, out)
    if kind == OPPORTUNIST:
        return baselines.opportunist(o, params, out)
    if kind == BARGAINER:
        return bargainer.act(question, o, params, out)
    if kind == EQUILIBRIUM:
        return equilibrium.act(question, o, params, out)
    return baselines.random(o, params, out)
