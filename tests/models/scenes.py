"""Positions whose values are counted by hand: nothing comes after the round but its shares."""

import numpy as np

from engine.good_guys.rules import GoodGuysRules
from models.good_guys.continuation import pack_money
from models.good_guys.position import Position


def last_round(n=4, markers=(), stashes=(), rules=(), **given):
    """A round in money; ``stashes`` are (cards, $k) by seat, four cards of $3.5k by default."""
    position = Position.opening(GoodGuysRules(players=n, **dict(rules)), utility="money", **given)
    held = list(stashes) + [(4, 14.0)] * (n - len(stashes))
    return position.with_(
        markers=tuple(markers) + (-1,) * (n - len(markers)),
        stash_cards=tuple(cards for cards, _ in held),
        wealth=tuple(float(worth) for _, worth in held),
    )


def nothing_after(n):
    """Continuation values in money, all zero."""
    return pack_money(np.zeros((1, 1, n)))
