"""Publicly known conventions of a round with their bounds, and play written out for readers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from models.kraken.commitment import (
    Behavior,
    Convention,
    climb,
    evaluate,
    marginal,
    team_reply,
    uniform,
)
from models.kraken.oracle import Mixes, double_oracle
from models.kraken.pile import hand_text
from models.kraken.public import PublicTree
from models.kraken.round_game import RoundGame
from solver.errors import SolveFailed
from solver.extensive import ExtensiveForm, Floats


def commit(
    game: RoundGame, time_limit: float, *, starts: int = 6, mixes: Mixes | None = None
) -> tuple[Behavior, tuple[float, float]]:
    """Return a publicly known convention, and proven bounds on the value of public commitment.

    Below by the best of several climbs, above by the team equilibrium, whose explorers may share
    a secret draw as well. A climb whose linear programme fails counts as where it began.

    Raises
    ------
    SolveFailed
        If a programme of the team equilibrium has no proven optimum.
    """
    teams, reply = game.teams, team_reply(game.teams)
    mixes = mixes or double_oracle(teams, time_limit=time_limit / 2)
    rng = np.random.default_rng(0)
    flat = uniform(game.public)
    begin = [marginal(mixes.plans[0], mixes.probability[0], game.public), flat]
    begin += [
        [rng.dirichlet(np.ones(b.shape[1]), size=len(b)) for b in flat] for _ in range(starts)
    ]
    share = time_limit / 2 / len(begin)

    def climbed(start: Behavior) -> Convention:
        # The exact reply proves what a start secures, whether or not a climb's programme is solved.
        try:
            return climb(teams, reply, game.chances, start, time_limit=share)
        except SolveFailed:
            return evaluate(teams, start, reply, game.chances)

    best = max(map(climbed, begin), key=lambda convention: convention.value)
    return best.behavior, (best.value, mixes.bounds[1])


def strategy_of(public: PublicTree, behavior: Behavior) -> dict[str, Any]:
    """Return play as {what was seen: {hand: {action: probability}}}."""
    return {
        f"{public.history(at)} | seat {node.seat}": {
            hand_text(hand): dict(zip(node.labels, map(float, row), strict=True))
            for hand, row in zip(public.types, behavior[at], strict=True)
        }
        for at, node in enumerate(public.nodes)
    }


def first_picks(public: PublicTree, behavior: Behavior) -> list[dict[str, Any]]:
    """Return the marker's first move by his hand."""
    node = public.nodes[0]
    return [
        {"hand": hand_text(hand), **dict(zip(node.labels, map(float, row), strict=True))}
        for hand, row in zip(public.types, behavior[0], strict=True)
    ]


def seats_paid(form: ExtensiveForm, explorers: list[int]) -> ExtensiveForm:
    """Return a round's tree with every member of a side paid what its side gets."""
    firsts = [0 if k in explorers else len(explorers) for k in range(form.n_players)]
    return replace(form, paid=form.paid[:, firsts])


def behavior_of(public: PublicTree, form: ExtensiveForm, strategy: Floats) -> Behavior:
    """Return the explorers' part of a profile of a round's tree; uniform where it is silent."""
    number = {label: k for k, label in enumerate(form.infoset_label)}
    behavior = uniform(public)
    for at in range(len(public.nodes)):
        for kind, hand in enumerate(public.types):
            k = number.get(f"{public.history(at)} | explorer, {hand_text(hand)}")
            if k is not None:
                first = int(form.action_offset[k])
                behavior[at][kind] = strategy[first : first + behavior[at].shape[1]]
    return behavior
