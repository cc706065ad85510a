"""Complete play of No Touch Kraken from the state of a question, by the bots that an answer names.

Advice is checked in worlds drawn from its own belief: the cards are the engine's, and so is what
follows; the belief itself is checked by other methods in the tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.engine_check import GAMES_PER_BLOCK, Block, Prediction
from analysis.kraken_play import EXPLORER, HARDEST
from analysis.questions.kraken import Scene
from bots.kraken.info import play_roles
from engine.api import TERMINAL, Position
from engine.kraken.game import GAME
from engine.kraken.setup import at_deal, with_hands
from engine.kraken.state import OUTCOMES, ROLES
from engine.rng import game_key
from models.base import Solution
from models.kraken.belief import TALKS, Believing
from models.kraken.talk import label_of
from models.kraken.view import View, claim_text
from models.kraken.worlds import World, draw

WIN, TREASURE, KRAKEN = "explorers_win", "treasure_probability", "kraken_probability"
ADVICE_MARGIN = 0.01
WON = OUTCOMES.index("explorers_win")


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
    """Plays on after the advised pick or claim, and after others, in worlds drawn from the belief.

    Attributes
    ----------
    moves : tuple of str
        Of seat 0, as the engine writes them; the advised one first. All meet the same worlds.
    talk : str
        How skeletons are taken to talk.
    """

    rules: Any
    view: View
    moves: tuple[str, ...]
    talk: str
    seed: int

    def __call__(self, block: int) -> Block:
        """Return who won in each game after each move, and what the advised pick turned up."""
        found = np.zeros((GAMES_PER_BLOCK, len(self.moves), 3))
        believing = Believing(self.view, TALKS[self.talk], private=True)
        for k in range(GAMES_PER_BLOCK):
            number = block * GAMES_PER_BLOCK + k
            rng = np.random.default_rng([self.seed, number])
            start = state_of(self.rules, self.view, draw(believing, self.view.now.reveals, rng))
            for i, move in enumerate(self.moves):
                found[k, i] = self._play(_moved(start, move), move, number)
        values = {won_after(move, i): found[:, i, 0] for i, move in enumerate(self.moves)}
        if self.moves[0].startswith("pick"):
            values |= {TREASURE: found[:, 0, 1], KRAKEN: found[:, 0, 2]}
        return Block(values, 0.0, 0.0, 0.0)

    def _play(self, position: Position, move: str, number: int) -> tuple[bool, bool, bool]:
        """Return whether explorers won, and whether the card was a treasure, the Kraken."""
        turned = ""
        if move.startswith("pick"):
            kind = GAME.sample(position, int(game_key(np.uint64(self.seed), number)))
            turned = GAME.action_text(position, kind)
            position = GAME.apply(position, kind)
        won = GAME.outcome(position) == "explorers_win"
        if GAME.actor(position) != TERMINAL:
            played = play_roles(
                self.rules,
                EXPLORER,
                HARDEST,
                1,
                seed=self.seed,
                first_game=number,
                start=position.record,
            )
            won = bool(played.outcome[0] == WON)
        return won, turned == "treasure", turned == "kraken"


def won_after(move: str, place: int) -> str:
    """Return the name of the explorers' chance after a move; the advised one comes first."""
    return f"{WIN}: {move}" if place else WIN


def _moved(position: Position, move: str) -> Position:
    for action in GAME.parse_move(position, move):
        position = GAME.apply(position, action)
    return position


def state_of(rules: Any, view: View, world: World) -> Position:
    """Return the engine's state of a view in one world, seat 0 to decide.

    Earlier rounds leave no record in it. Seats that have not spoken before the first reveal are
    taken as silent then.
    """
    now, n = view.now, view.players
    roles = [ROLES[skeleton] for skeleton in world.skeletons]
    # Anybody but its owner may have picked the first card.
    starter = view.marker if not now.reveals else int(now.reveals[0][0] == 0)
    position = with_hands(
        at_deal(rules, roles, round_number=view.round, treasures_left=now.left, marker=starter),
        [{"treasure": t, "kraken": k} for t, k in world.hands],
    )
    for step in range(n if rules.claims else 0):
        seat = (starter + step) % n
        if seat == 0 and 0 in now.unspoken and not now.reveals:
            return position
        position = _moved(position, label_of(claim_text(now.claims[seat])))
    for owner, card in now.reveals:
        position = _moved(_moved(position, f"pick {owner}"), card)
    return position


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


def _advice(
    scene: Scene, solution: Solution, seed: int
) -> tuple[AdvicePlayout, list[Prediction]] | None:
    """Return the check of advice: odds of the card exactly, the chance to win with a margin."""
    view, best = scene.position, solution.recommendation
    now = view.now
    if scene.rules.curse or scene.rules.special or not scene.rules.claims:
        return None
    if best["type"] == "claim" and 0 not in now.unspoken:
        view = view.heard(now.says(0, None).to_speak(0))
    move = _pick_move if best["type"] == "reveal" else _claim_move
    others = [row for row in solution.alternatives if best["type"] == "reveal" or row["true"]]
    rows = [best, *others]
    asked = [
        Prediction(won_after(move(row), i), "probability", float(row[WIN]), ADVICE_MARGIN)
        for i, row in enumerate(rows)
    ]
    if best["type"] == "reveal":
        asked += [
            Prediction(name, "probability", float(best[name]), 0.0) for name in (TREASURE, KRAKEN)
        ]
    moves = tuple(map(move, rows))
    return AdvicePlayout(scene.rules, view, moves, solution.details["talk"], seed), asked


def _claim_move(row: Mapping[str, Any]) -> str:
    return label_of(row["claim"])


def _pick_move(row: Mapping[str, Any]) -> str:
    return f"pick {row['seat']}"
