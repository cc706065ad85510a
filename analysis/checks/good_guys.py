"""Complete play of Good Guys from the state of a question, every seat played by lifted bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.engine_check import GAMES_PER_BLOCK, Block, Prediction
from analysis.questions.good_guys import Scene
from bots.base import bot, packed
from bots.good_guys.dispatch import dispatch
from bots.good_guys.equilibrium import tally
from bots.good_guys.info import EQUILIBRIUM
from engine.api import Position
from engine.good_guys.batch import Bots, play_batch
from engine.good_guys.game import GAME
from engine.good_guys.setup import at_offer
from engine.good_guys.state import DONE, GIFT
from models.base import Solution
from models.good_guys.offers import VALUES, assign_cards
from models.good_guys.search import share_of, table_counts

BOSS, PASSES, TIES = "boss_value", "pass_probability", "tie_probability"


@dataclass(frozen=True)
class OfferPlayout:
    """Plays on after a given offer until the end of the game.

    Attributes
    ----------
    start : str
        State after the offer, as the engine writes it; the boss is seat 0.
    utility : str
        What ``boss_value`` counts: ``win`` or ``money``.
    """

    rules: Any
    start: str
    bot: str
    utility: str
    seed: int

    def __call__(self, block: int) -> Block:
        """Return the boss's result and the fate of the offer in each game of a block."""
        player = bot("good-guys", self.bot)
        kinds, params, starts = packed([player], self.rules)
        played = play_batch(
            self.rules,
            dispatch,
            Bots(kinds, params, starts),
            np.zeros((GAMES_PER_BLOCK, self.rules.players), np.int64),
            seed=self.seed,
            first_game=block * GAMES_PER_BLOCK,
            start=GAME.parse(self.rules, self.start).record,
            trace=1,
        )
        result = played.trace["result"][:, 0]
        boss = played.win_share if self.utility == "win" else played.returns
        values = {
            BOSS: boss[:, 0].copy(),
            PASSES: (result == 0).astype(np.float64),
            TIES: (result == 1).astype(np.float64),
        }
        counts = tally(params) if player.kind == EQUILIBRIUM else np.zeros(3)
        return Block(values, *counts.tolist())


def predictions(solution: Solution) -> list[Prediction]:
    """Return what a boss-offer solution predicts; the headline, what the boss gets, first."""
    found, margins = solution.recommendation, solution.details.get("margins", {})
    units = {BOSS: solution.unit, PASSES: "probability", TIES: "probability"}
    return [
        Prediction(name, unit, float(found[name]), float(margins.get(name, 0.0)))
        for name, unit in units.items()
    ]


def before_offer(scene: Scene) -> Position:
    """Return the engine's state in which the boss, seat 0, divides the loot; nobody gives gifts."""
    asked = scene.position
    position = at_offer(
        asked.rules,
        asked.loot,
        scene.stashes,
        boss_terms=asked.terms,
        rejections=asked.rejections,
    )
    while position.record.phase == GIFT:
        position = GAME.apply(position, DONE)
    return position


def after_offer(scene: Scene, offer: Mapping[int, Any]) -> Position:
    """Return the state after the boss has announced an offer (seat to card values)."""
    position = before_offer(scene)
    shares = {str(seat): list(cards) for seat, cards in offer.items() if cards}
    for receiver in GAME.parse_move(position, {"offer": shares}):
        position = GAME.apply(position, receiver)
    return position


def offered(scene: Scene, solution: Solution) -> dict[int, list[int]] | None:
    """Return the cards of each seat; None where a solution has no offer or no cards make it."""
    found = solution.recommendation
    if found["type"] == "boss-offer":
        return {row["seat"]: row["cards"] for row in found["offer"]}
    if found["type"] != "vote":
        return None
    share, cards = np.array(found["share"]), np.zeros((len(found["share"]), len(VALUES)), np.int64)
    assign_cards(table_counts(scene.position), share, cards)
    if not np.array_equal(share_of(cards), share):
        return None
    values = np.array(VALUES)
    return {seat: np.repeat(values, row).tolist() for seat, row in enumerate(cards)}


def check_of(
    scene: Scene, solution: Solution, seed: int
) -> tuple[OfferPlayout, list[Prediction]] | None:
    """Return what checks a solution in complete play; None where no lifted bot plays it."""
    lifted, offer = solution.details.get("lift"), offered(scene, solution)
    if lifted is None or offer is None:
        return None
    playout = OfferPlayout(
        rules=scene.position.rules,
        start=GAME.encode(after_offer(scene, offer)),
        bot=lifted["bot"],
        utility=solution.utility,
        seed=seed,
    )
    return playout, predictions(solution)
