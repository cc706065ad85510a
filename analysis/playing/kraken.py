"""Complete play of No Touch Kraken after each move of seat 0, in tables drawn from the belief.

The models ask for it as :class:`models.kraken.playing.Play`; the engine check plays it again with
a seed of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.kraken_state import states_of
from analysis.parallel import in_order
from bots.base import bot, packed
from bots.kraken.dispatch import dispatch
from bots.kraken.info import play_roles
from engine.kraken.batch import Bots
from engine.kraken.notation import texts_of
from engine.kraken.stage import act_all, keys_of, next_cards, speak_all
from engine.kraken.state import CLAIM, KIND_NAMES, OUTCOMES, PICK, REVEAL
from models.kraken.belief import TALKS
from models.kraken.hidden import hidden
from models.kraken.playing import BLOCK, Course
from models.kraken.view import View

WON = OUTCOMES.index("explorers_win")
STREAM = 0x9A7
"""Games of an answer lie apart from those of its check and of tournaments."""
SPEED = {3: 40_000, 4: 15_000, 5: 8_000, 6: 5_000, 7: 1_500, 8: 1_000}
"""Games a second on one core, roughly: what more processes are worth is judged by it."""
WORTH_PROCESSES = 10.0
"""Seconds from which several processes are started."""


@dataclass(frozen=True)
class Tables:
    """Plays blocks of games after each move, in the same tables drawn from what a view believes.

    Attributes
    ----------
    moves : tuple of str
        Of seat 0, as the engine writes them.
    """

    rules: Any
    view: View
    moves: tuple[str, ...]
    course: Course
    seed: int

    def __call__(self, block: int, games: int = BLOCK) -> NDArray[np.bool_]:
        """Return whether explorers won, by game and move."""
        states = self.states(block, games)
        plays = [self.played(states.copy(), block, move)[0] for move in self.moves]
        return np.stack(plays, axis=1)

    def states(self, block: int, games: int) -> NDArray[Any]:
        """Return the states that a block's games go on from."""
        rng = np.random.default_rng([self.seed, block])
        return states_of(self.rules, self.view, hidden(self.view, self._mix, games, rng))

    @property
    def _mix(self) -> tuple[float, ...]:
        return TALKS[self.course.talk]

    def played(
        self, states: NDArray[Any], block: int, move: str
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Return whether explorers won in each game after a move, and the card that it turned up.

        The card is an index into the engine's kinds, -1 where the move turns up none.
        """
        games = len(states)
        first = block * games
        keys, cards = keys_of(self.seed, first, games), np.full(games, -1)
        if move.startswith("pick"):
            act_all(self.rules, states, texts_of(PICK).index(move))
            if states["phase"][0] == REVEAL:
                cards = next_cards(self.rules, states, keys)
            elif self.view.now.light is not None:
                cards[:] = KIND_NAMES.index(self.view.now.light.card)
        else:
            self._speak(states, move, keys)
        result = play_roles(
            self.rules,
            self.course.explorer,
            self.course.skeleton,
            games,
            seed=self.seed,
            first_game=first,
            start=states,
        )
        return result.outcome == WON, cards

    def _speak(self, states: NDArray[Any], move: str, keys: NDArray[np.uint64]) -> None:
        """Let seat 0 say what the move says, then the others who have not spoken."""
        states["claim"][:, self.view.round - 1, 0] = texts_of(CLAIM).index(move)
        names = self.course.explorer, self.course.skeleton
        bots = Bots(*packed([bot("kraken", name) for name in names], self.rules))
        waiting = np.array(
            [int(seat in self.view.now.unspoken - {0}) for seat in range(self.view.players)]
        )
        speak_all(self.rules, dispatch, bots, states, waiting, keys)


@dataclass(frozen=True)
class Playing:
    """Complete play as the models ask for it (implements :class:`models.kraken.playing.Play`)."""

    rules: Any
    seed: int
    workers: int | None

    def __call__(
        self, view: View, moves: Sequence[str], games: int, course: Course
    ) -> NDArray[np.bool_]:
        """Return whether explorers won, by game and move; games come in whole blocks."""
        blocks = range(-(-games // BLOCK))
        tables = Tables(self.rules, view, tuple(moves), course, self.seed)
        seconds = len(blocks) * BLOCK * len(moves) / SPEED[view.players]
        workers = self.workers if seconds > WORTH_PROCESSES else 1
        return np.concatenate(list(in_order(tables, blocks, workers)))


def playing(rules: Any, seed: int, workers: int | None) -> Playing:
    """Return what plays on for an answer asked with a seed."""
    root = np.random.SeedSequence([seed, STREAM])
    return Playing(rules, int(root.generate_state(1, np.uint64)[0] >> 1), workers)
