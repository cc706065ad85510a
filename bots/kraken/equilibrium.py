"""Conventions that were solved against each other, in complete play.

The parameters hold a mix of explorers' conventions and one of skeletons'. Every seat draws its own
from a random number that it alone knows and that stays for the game: no secret is shared. What the
explorers announce is agreed aloud, so all their conventions of one mix speak by the same rule.

A pure convention is a mix of one, so the same kernel measures conventions and plays their mix.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bots.kraken.baselines import truthful
from bots.kraken.bayes import act as bayes_act
from bots.kraken.bayes import value_picks
from bots.kraken.tactics import (
    best_pick,
    dealt,
    dealt_treasures,
    explorer_scores,
    held_kraken,
    hunter_scores,
    said_kraken,
    say,
    staller_scores,
)
from engine.jit import kernel
from engine.kraken.batch import pick_any
from engine.kraken.state import CLAIM, PICKS, SEATS, SILENT, SKELETON, TALK
from engine.rng import below, mix

Array = NDArray[np.float64]

TRUTH, HIDE, SILENCE = range(3)
"""What explorers announce: all, all but the Kraken, nothing."""
ANY: Final = 9
"""Amount of a lie: any number of treasures, each as likely."""
NO_FLAG, TRUE_FLAG, FALSE_FLAG = range(3)
"""What a liar says of the Kraken: never his, as it is, his where it is not."""
HUNT, STALL, MIMIC, BLEND = range(4)
"""Whom a skeleton picks: the Kraken, a waste, as explorers unless the Kraken is said, as they."""

EXPLORER_SIZE: Final = 8
"""Weight, rule, lambda, gamma, and the assumed mix: truth, one more, nothing, any."""
SKELETON_SIZE: Final = 6
"""Weight, amount, Kraken, picks, how often he lies, and the first round of all this.

Before it he speaks and picks as explorers do.
"""
_HEAD: Final = 5
# Numbers of conventions; decisions asked, covered by the model, left to the fallback.
_TALLY: Final = 2


def pack(explorers: Sequence[Sequence[float]], skeletons: Sequence[Sequence[float]]) -> Array:
    """Return the parameters of two mixes; each row is a weight and a convention."""
    head = np.zeros(_HEAD)
    head[:2] = len(explorers), len(skeletons)
    rows = [np.asarray(explorers, np.float64), np.asarray(skeletons, np.float64)]
    shapes = (len(explorers), EXPLORER_SIZE), (len(skeletons), SKELETON_SIZE)
    return np.concatenate(
        [head, *(r.reshape(s).ravel() for r, s in zip(rows, shapes, strict=True))]
    )


def tally(params: Array) -> Array:
    """Return how many decisions were asked, covered by the model, and left to a fallback; (3,)."""
    return params[_TALLY : _TALLY + 3].copy()


@kernel()
def act(o: Any, params: Any) -> int:
    """Play the convention that the seat has drawn; `bayes` or `truthful` outside the basic game.

    Models a table that has agreed what explorers announce and whose members each draw how to pick
    and lie. With expansions, or where nothing was announced, the fallback plays.
    """
    params[_TALLY] += 1.0
    first, rows = _HEAD, int(params[0])
    size = EXPLORER_SIZE
    if o.role == SKELETON:
        first, rows, size = _HEAD + rows * EXPLORER_SIZE, int(params[1]), SKELETON_SIZE
    if o.special or o.curses != 0 or rows == 0:
        return outside(o)
    params[_TALLY + 1] += 1.0
    at = first + size * drawn(params[first : first + size * rows], rows, size, o.lot)
    if o.role == SKELETON:
        return lie(o, params[at + 1 : at + SKELETON_SIZE])
    return explore(o, params[at + 1 : at + EXPLORER_SIZE], params)


@kernel()
def outside(o: Any) -> int:
    """Play what is asked outside the model: believe by default weights, or hunt for the Kraken."""
    if o.role == SKELETON:
        return truthful(o, np.zeros(0))
    return bayes_act(o, np.array([1.5, 0.5, 0.4, 0.2, 0.1, 0.3, 0.0]))


@kernel()
def drawn(rows: Any, count: int, size: int, lot: Any) -> int:
    """Return the row that a seat's number draws by the rows' weights."""
    u = float(np.float64(np.uint64(lot) >> np.uint64(11)) / 9007199254740992.0)
    last = 0
    for k in range(count):
        if rows[k * size] > 0.0:
            last = k
        u -= rows[k * size]
        if u < 0.0:
            return k
    return last


@kernel()
def explore(o: Any, convention: Any, params: Any) -> int:
    """Announce by the rule, believe by Bayes and pick; counts where no belief explains the talk."""
    rule = int(convention[0])
    if o.question == CLAIM or o.question == TALK:
        if rule == SILENCE:
            return SILENT
        return say(o, dealt_treasures(o), held_kraken(o) if rule == TRUTH else 0)
    if rule == SILENCE:
        return pick_any(o)
    weights = np.empty(7)
    weights[:6] = convention[1:7]
    weights[6] = 1.0 if rule == HIDE else 0.0
    score = np.zeros(PICKS)
    if not value_picks(o, weights, score):
        params[_TALLY + 2] += 1.0
    return best_pick(o, score)


@kernel()
def lie(o: Any, convention: Any) -> int:
    """Speak and pick as a skeleton by (amount, Kraken, picks, how often he lies, since when)."""
    patient = o.round_number < convention[4]
    if o.question == CLAIM or o.question == TALK:
        return falsehood(o, convention, 0.0 if patient else convention[3])
    picks, told = BLEND if patient else int(convention[2]), False
    for i in range(o.n):
        told = told or (i != o.seat and said_kraken(o, i))
    score = np.zeros(PICKS)
    if picks == HUNT or (picks == MIMIC and told):
        hunter_scores(o, score)
    elif picks == STALL:
        staller_scores(o, score)
    else:
        explorer_scores(o, np.zeros(SEATS, np.int64), score)
    return best_pick(o, score)


@kernel()
def falsehood(o: Any, convention: Any, often: float) -> int:
    """Return a skeleton's claim: the truth, or by his lie; the Kraken never where it is taboo."""
    word = mix(o.rng + np.uint64(1))
    true, kraken = dealt_treasures(o), held_kraken(o)
    if below(word, 1000000) >= 1000000 * often:
        return say(o, true, kraken if convention[1] > 0 else 0)
    amount = int(convention[0])
    said = true + amount
    if amount == ANY:
        said = below(mix(word), min(dealt(o), o.left[o.round_number - 1]) + 1)
    if convention[1] == FALSE_FLAG:
        return say(o, said, 1 - kraken)
    return say(o, said, kraken if convention[1] == TRUE_FLAG else 0)
