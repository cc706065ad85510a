"""Two tables: both teams know all roles and share their hands. The round's game, and its chain.

This is what secret codes over unlimited talk come to (TMECor with free talk): explorers agree on
passwords and ciphers that skeletons cannot guess, and so do skeletons; what is left are two players
with private hands. Roles are public, so the next round depends on treasures left and on which side
holds the marker, and the chain of rounds is solved backwards, one two-player game at a time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.kraken.flat import leaf_payoff, round_form
from models.kraken.pile import ROUNDS, hand_size, hand_text
from models.kraken.public import Floats, public_tree
from solver.certificate import certify
from solver.cfr import solve_cfr
from solver.extensive import ExtensiveForm
from solver.zero_sum import solve_zero_sum

Modes = tuple[str, str]
BOTH: Modes = ("pooled", "pooled")
LP_NODES = 30_000


def skeleton_seats(players: int, skeletons: int, marker: int) -> frozenset[int]:
    """Return the skeletons' seats, counted from the marker; ``marker`` 1: a skeleton holds it."""
    first = 0 if marker else players - skeletons
    return frozenset(range(first, first + skeletons))


@dataclass(frozen=True)
class Table:
    """A round between two tables.

    Attributes
    ----------
    marker : int
        0 where an explorer holds it, 1 where a skeleton does.
    """

    players: int
    skeletons: int
    size: int
    treasures: int
    marker: int

    def form(self, after: Floats, modes: Modes = BOTH) -> ExtensiveForm:
        """Return the round as a tree for two players.

        Parameters
        ----------
        after : (treasures + 1, 2)
            Explorers' chance at the next round's start by treasures left and the marker's side.
        modes : pair of str
            For explorers and skeletons: "pooled" hands, or "uniform" picks.
        """
        public = public_tree(self.players, self.size, self.treasures)
        bad = skeleton_seats(self.players, self.skeletons, self.marker)
        sides = [[i for i in range(self.players) if (i in bad) == bool(k)] for k in (0, 1)]

        def mover(_: int, deal: int, seat: int) -> tuple[int, tuple[int, ...], str] | None:
            side = int(seat in bad)
            if modes[side] == "uniform":
                return None
            own = tuple(int(public.hands[deal, i]) for i in sides[side])
            return side, own, "; ".join(hand_text(public.types[k]) for k in own)

        payoff = leaf_payoff(public, lambda left, seat: [float(after[left, int(seat in bad)])])
        names = (["explorers", "skeletons"], [0, 1])
        return round_form(public, [("roles known", 1.0)], payoff, mover, names, repr(self))


def solve_table(form: ExtensiveForm, tolerance: float, time_limit: float) -> tuple[float, float]:
    """Return proven bounds on the explorers' chance: what each side's plan holds the other to."""
    if form.n_nodes <= LP_NODES:
        strategy = solve_zero_sum(form, time_limit=time_limit).strategy
    else:
        strategy = solve_cfr(form, tolerance=tolerance, time_limit=time_limit).strategy
    found = certify(form, strategy)
    value = float(found.payoffs[0])
    return value - float(found.gains[1]), value + float(found.gains[0])


def chain_tables(
    players: int, skeletons: int, *, tolerance: float = 1e-6, time_limit: float = 60.0
) -> tuple[Floats, Floats]:
    """Return proven lower and upper values at every round's start.

    Both of shape (5, treasures + 1, 2): round (0 is empty), treasures left, side of the marker.
    Each round is solved with the middle of the bounds that follow it; as no pay-off there is off
    by more than half their distance, neither are the values, and the bounds widen by that much.
    """
    shape = (ROUNDS + 1, players + 1, 2)
    lower, upper = np.full(shape, np.nan), np.full(shape, np.nan)
    lower[:, 0] = upper[:, 0] = 1.0
    after, slack = np.zeros(shape[1:]), 0.0
    for round_ in range(ROUNDS, 0, -1):
        first = players if round_ == 1 else 1
        for treasures in range(first, players + 1):
            for marker in (0, 1):
                if (players - skeletons, skeletons)[marker] == 0:
                    continue
                table = Table(players, skeletons, hand_size(round_), treasures, marker)
                low, high = solve_table(table.form(after), tolerance, time_limit)
                place = round_, treasures, marker
                lower[place], upper[place] = low - slack, high + slack
        after = (lower[round_] + upper[round_]) / 2.0
        slack = float(np.nanmax(upper[round_, 1:] - lower[round_, 1:], initial=0.0)) / 2.0
    return lower, upper


def opening(table: Floats, players: int, skeletons: int) -> float:
    """Return a chain's value at the start for one number of skeletons, the marker at random."""
    explorer, skeleton = table[1, players]
    share = skeletons / players
    value = (1 - share) * explorer if share < 1 else 0.0
    return float(value + (share * skeleton if skeletons else 0.0))
