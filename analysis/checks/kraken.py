"""Complete play of No Touch Kraken from the state of a question, by the bots that an answer names.

Advice is checked in tables drawn from its own belief, with a seed of its own: the cards are the
engine's, and so is what follows; the belief itself is checked by other methods in the tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from analysis.engine_check import GAMES_PER_BLOCK, LEVEL, Block, Prediction
from analysis.playing.kraken import WON, Tables
from analysis.questions.kraken import Scene
from bots.kraken.info import play_roles
from engine.api import Position
from engine.kraken.game import GAME
from engine.kraken.setup import at_deal
from engine.kraken.state import CURSE as CARD_CURSE
from engine.kraken.state import KRAKEN as CARD_KRAKEN
from engine.kraken.state import ROLES
from engine.kraken.state import TREASURE as CARD_TREASURE
from models.base import Solution
from models.kraken.advice import to_speak
from models.kraken.odds import TABLES
from models.kraken.playing import Course
from models.kraken.talk import label_of
from models.kraken.view import View

WIN, TREASURE, KRAKEN = "explorers_win", "treasure_probability", "kraken_probability"
ADVICE_MARGIN = 0.01
"""Of advice that was looked ahead and not played."""


@dataclass(frozen=True)
class RolePlayout:
    """Plays whole games, one bot for every explorer and one for every skeleton.

    Attributes
    ----------
    start : str
        State to play on from, as the engine writes it; empty for the set-up.
    """

    rules: Any
    start: str
    explorer: str
    skeleton: str
    seed: int

    def __call__(self, block: int) -> Block:
        """Return who won in each game of a block."""
        start = GAME.parse(self.rules, self.start).record if self.start else None
        played = play_roles(
            self.rules,
            self.explorer,
            self.skeleton,
            GAMES_PER_BLOCK,
            seed=self.seed,
            first_game=block * GAMES_PER_BLOCK,
            start=start,
        )
        return Block({WIN: (played.outcome == WON).astype(np.float64)}, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class AdvicePlayout:
    """Plays on after the advised pick or claim, and after others, in tables drawn from the belief.

    Attributes
    ----------
    tables : Tables
        With a seed apart from that of the answer. All moves meet the same tables; the advised one
        comes first.
    """

    tables: Tables

    def __call__(self, block: int) -> Block:
        """Return who won in each game after each move, and what the advised pick turned up."""
        states, values = self.tables.states(block, GAMES_PER_BLOCK), {}
        for place, move in enumerate(self.tables.moves):
            won, cards = self.tables.played(states.copy(), block, move)
            values[won_after(move, place)] = won.astype(np.float64)
            if place == 0 and move.startswith("pick"):
                treasures = (CARD_TREASURE, CARD_CURSE) if states["safe"][0] else (CARD_TREASURE,)
                values[TREASURE] = np.isin(cards, treasures).astype(np.float64)
                values[KRAKEN] = (cards == CARD_KRAKEN).astype(np.float64)
        return Block(values, 0.0, 0.0, 0.0)


def won_after(move: str, place: int) -> str:
    """Return the name of the explorers' chance after a move; the advised one comes first."""
    return f"{WIN}: {move}" if place else WIN


def check_of(scene: Scene, solution: Solution, seed: int) -> tuple[Any, list[Prediction]] | None:
    """Return what checks a solution in complete play; None where no bots play it."""
    kind, view = solution.recommendation["type"], scene.position
    if kind in ("reveal", "claim"):
        return _advice(scene, solution, seed)
    lift = solution.details.get("lift") or ({} if kind != "blind" else _blind())
    played = {"explorer", "skeleton"} <= set(lift) and "explorers" in solution.values
    if not played or view.revealed:
        return None
    plain = not (scene.rules.curse or scene.rules.special)
    bare = view.face_up == 0 and view.skeletons is None
    if not (bare or plain) or (kind == "blind" and not plain):
        return None
    start = "" if bare else GAME.encode(_start(scene))
    playout = RolePlayout(scene.rules, start, lift["explorer"], lift["skeleton"], seed)
    predicted = float(solution.values["explorers"])
    margin = float(solution.details.get("margin", 0.0))
    return playout, [Prediction(WIN, "probability", predicted, margin)]


def _blind() -> dict[str, str]:
    return {"explorer": "random", "skeleton": "random"}


def _start(scene: Scene) -> Position:
    """Return a round's start with as many skeletons as asked for, or the likeliest number."""
    view, n = scene.position, scene.position.players
    chances = view.skeleton_chances
    count = max(chances, key=lambda k: chances[k])
    roles = [ROLES[seat >= n - count] for seat in range(n)]
    return at_deal(scene.rules, roles, round_number=view.round, treasures_left=view.treasures_left)


def _advice(scene: Scene, solution: Solution, seed: int) -> tuple[AdvicePlayout, list[Prediction]]:
    """Return the check of advice: odds of the card, and the chance to win after every pick.

    The margin of a chance is the sampling error that its prediction states; of the odds none in
    the basic game, where they are exact.
    """
    view, best = scene.position, solution.recommendation
    if best["type"] == "claim":
        view = to_speak(view)
    move = pick_move if best["type"] == "reveal" else claim_move
    others = [row for row in solution.alternatives if best["type"] == "reveal" or row["true"]]
    rows = [best, *others]
    asked = [
        Prediction(
            won_after(move(row), i),
            "probability",
            float(row[WIN]),
            float(row.get("error", ADVICE_MARGIN)),
        )
        for i, row in enumerate(rows)
    ]
    if best["type"] == "reveal":
        asked += [
            Prediction(name, "probability", float(best[name]), _odds_error(view, best[name]))
            for name in (TREASURE, KRAKEN)
        ]
    course = Course(solution.details["talk"])
    return AdvicePlayout(Tables(scene.rules, view, tuple(map(move, rows)), course, seed)), asked


def _odds_error(view: View, chance: float) -> float:
    """Return the 99 % error of odds: of drawn tables with expansions, else none."""
    if not (view.curse or view.specials):
        return 0.0
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    return z * sqrt(max(chance * (1 - chance), 1 / TABLES) / TABLES)


def claim_move(row: Mapping[str, Any]) -> str:
    """Return a claim as the engine writes it."""
    return label_of(row["claim"])


def pick_move(row: Mapping[str, Any]) -> str:
    """Return a pick as the engine writes it."""
    return "pick shown" if row.get("shown") else f"pick {row['seat']}"
