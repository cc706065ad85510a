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
from bots.good_guys.equilibrium import open_book, tally
from bots.good_guys.info import EQUILIBRIUM
from engine.api import EngineError, Position
from engine.good_guys.batch import Bots, play_batch
from engine.good_guys.game import GAME
from engine.good_guys.setup import at_offer
from engine.good_guys.state import DEAL, DONE, GIFT, TALK
from models.base import Solution
from models.good_guys.lifts import bribe_text
from models.good_guys.offers import VALUES, assign_cards
from models.good_guys.splits import share_of, table_counts

BOSS, PASSES, TIES = "boss_value", "pass_probability", "tie_probability"
PAID = "paid_probability"


def value_of(seat: int | str) -> str:
    """Return the quantity that is a seat's value."""
    return f"value_of_seat_{seat}"


@dataclass(frozen=True)
class OfferPlayout:
    """Plays on after a given offer until the end of the game.

    Attributes
    ----------
    start : str
        State after the offer, as the engine writes it; the boss is seat 0.
    utility : str
        What values count: ``win`` or ``money``.
    held : tuple of float, optional
        Money of each seat at the start, $k, which values in money do not count.
    book : tuple of tuples of float, optional
        How every seat acts at the first count, (n, 5); by the bot where not given.
    """

    rules: Any
    start: str
    bot: str
    utility: str
    seed: int
    held: tuple[float, ...] = ()
    book: tuple[tuple[float, ...], ...] = ()

    def __call__(self, block: int) -> Block:
        """Return the boss's result and the fate of the offer in each game of a block."""
        player = bot("good-guys", self.bot)
        kinds, params, starts = packed([player], self.rules)
        start = GAME.parse(self.rules, self.start).record
        if self.book:
            open_book(params, int(start.drawn), np.array(self.book))
        played = play_batch(
            self.rules,
            dispatch,
            Bots(kinds, params, starts),
            np.zeros((GAMES_PER_BLOCK, self.rules.players), np.int64),
            seed=self.seed,
            first_game=block * GAMES_PER_BLOCK,
            start=start,
            trace=1,
        )
        result = played.trace["result"][:, 0]
        value = played.win_share if self.utility == "win" else played.returns - self.held
        values = {
            BOSS: value[:, 0].copy(),
            PASSES: (result == 0).astype(np.float64),
            TIES: (result == 1).astype(np.float64),
            PAID: (result <= 1).astype(np.float64),
            **{value_of(i): value[:, i].copy() for i in range(self.rules.players)},
        }
        counts = tally(params) if player.kind == EQUILIBRIUM else np.zeros(3)
        return Block(values, *counts.tolist())


def predictions(solution: Solution) -> list[Prediction]:
    """Return what a solution predicts, the headline first."""
    found, margins = solution.recommendation, solution.details.get("margins", {})
    lifted = solution.details["lift"]
    if "bribe" in lifted:
        briber = str(lifted["briber"])
        return [
            Prediction(value_of(briber), solution.unit, solution.values[briber], lifted["margin"]),
            Prediction(PAID, "probability", float(found[PAID]), 0.01),
        ]
    if "margin" in lifted:
        return [
            Prediction(value_of(seat), solution.unit, value, lifted["margin"])
            for seat, value in solution.values.items()
        ]
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


def after_bribes(position: Position, briber: int, bribe: str) -> Position | None:
    """Return the state after one seat has bribed; None where it cannot stake these cards.

    Nobody talks, and the other seats let their turn pass, as the model has it.
    """
    while position.record.phase == TALK:
        position = GAME.apply(position, 0)  # silence
    while position.record.phase == DEAL:
        seat = GAME.actor(position)
        step = bribe_text(GAME.observation(position, seat), bribe) if seat == briber else "done"
        try:
            for action in GAME.parse_move(position, step):
                position = GAME.apply(position, action)
        except EngineError:
            return None
    return position


def offered(scene: Scene, solution: Solution) -> dict[int, list[int]] | None:
    """Return the cards of each seat; None where a solution has no offer or no cards make it."""
    found = solution.recommendation
    if found["type"] == "boss-offer":
        return {row["seat"]: row["cards"] for row in found["offer"]}
    lifted = solution.details.get("lift") or {}
    given = lifted.get("share", found.get("share"))
    if given is None:
        return None
    share, cards = np.array(given), np.zeros((len(given), len(VALUES)), np.int64)
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
    if lifted is None or (offer is None and lifted["bot"] != "bargainer"):
        return None
    # Money that no cards make is offered as the bargainer rounds it.
    start = before_offer(scene) if offer is None else after_offer(scene, offer)
    if "bribe" in lifted:
        bribed = after_bribes(start, int(lifted["briber"]), lifted["bribe"])
        if bribed is None:
            return None
        start = bribed
    playout = OfferPlayout(
        rules=scene.position.rules,
        start=GAME.encode(start),
        bot=lifted["bot"],
        utility=solution.utility,
        held=scene.position.wealth,
        seed=seed,
        book=tuple(map(tuple, lifted.get("votes", ()))),
    )
    return playout, predictions(solution)
