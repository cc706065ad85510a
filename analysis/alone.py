"""Choose what a side plays whose seats draw alone: of the mixes tried, the one that secures most.

A table tells what a mix secures where a side shares its draw. Where each seat draws alone,
conventions that work only when all play the same spoil each other. So mixes are played with seats
drawing alone against every reply in the table, and the one whose worst reply leaves most is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SHARES: Final = (0.25, 0.5, 0.75)
"""Shares of the first convention in the mixes of two."""
TRIED: Final = 8
"""Mixes that are played: those that would secure most if drawn together."""


def candidates(worth: Floats, shares: Floats) -> list[Floats]:
    """Return the mixes worth playing, by what they would secure if drawn together, best first.

    Parameters
    ----------
    worth : (n_own, n_replies)
        What a side's conventions keep against each reply.
    shares : (n_own,)
        The table's mix.
    """
    alone = worth.min(axis=1).max()
    kept = [mix for mix in (shares, *_pairs(len(worth))) if (mix @ worth).min() > alone]
    kept.sort(key=lambda mix: -float((mix @ worth).min()))
    return kept[:TRIED]


def securest(worth: Floats, shares: Floats, played: Callable[[Floats, int], float]) -> Floats:
    """Return the mix that keeps most against its worst reply when seats draw alone; (n_own,).

    Parameters
    ----------
    played : callable
        What a mix keeps against a reply where its seats draw alone. A convention by itself needs
        no play: its row says it.
    """
    best = np.eye(len(worth))[int(worth.min(axis=1).argmax())]
    most = float(worth.min(axis=1).max())
    for mix in candidates(worth, shares):
        least = np.inf
        # The likely worst reply first: most mixes fall at once.
        for reply in np.argsort(mix @ worth, kind="stable"):
            least = min(least, played(mix, int(reply)))
            if least <= most:
                break
        else:
            best, most = mix, least
    return best


def _pairs(count: int) -> Iterator[Floats]:
    for a, b in combinations(range(count), 2):
        for share in SHARES:
            mix = np.zeros(count)
            mix[[a, b]] = share, 1.0 - share
            yield mix
