"""Selection among equilibria: undominated strategies, payoff dominance.

In two-player games an equilibrium is trembling-hand perfect (in the strategic form) if and only if
neither mix is weakly dominated; with more players undominated is necessary only.

Source: Selten (1975); van Damme (1991), theorem 3.2.2; Harsanyi and Selten (1988).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.extensive import Floats
from solver.lp import solve_lp
from solver.result import Profile
from solver.strategic import StrategicForm

_SURPLUS = 1e-9


def is_undominated(form: StrategicForm, player: int, mix: Floats) -> bool:
    """Say whether no mix of a player is as good everywhere and better somewhere.

    Parameters
    ----------
    mix : (n_actions of the player,)
    """
    from scipy.sparse import csr_array

    own = np.moveaxis(form.payoff[player], player, 0).reshape(len(mix), -1)
    scale = max(float(np.ptp(own)), 1e-300)
    # Maximize the summed advantage of another mix that is nowhere worse.
    rows = csr_array(np.vstack([own.T / scale, np.ones(len(mix))]))
    floor = mix @ own / scale - _SURPLUS
    solution = solve_lp(
        own.sum(axis=1) / scale,
        rows,
        (np.r_[floor, 1.0], np.r_[np.full(len(floor), np.inf), 1.0]),
        (np.zeros(len(mix)), np.ones(len(mix))),
        maximize=True,
    )
    surplus = solution.objective - float(mix @ own.sum(axis=1)) / scale
    return surplus <= 1e-6 + 2 * _SURPLUS * len(floor)


def undominated(form: StrategicForm, profiles: Sequence[Profile]) -> list[Profile]:
    """Return the profiles in which nobody's mix is weakly dominated."""
    return [
        profile
        for profile in profiles
        if all(is_undominated(form, i, mix) for i, mix in enumerate(form.split(profile.strategy)))
    ]


def payoff_dominant(profiles: Sequence[Profile]) -> list[Profile]:
    """Return the profiles that are best: no other gives all players as much and one of them more.

    Sorted by the sum of payoffs, the largest first.
    """
    payoffs = [profile.certificate.payoffs for profile in profiles]

    def beaten(own: Floats) -> bool:
        return any((p >= own - 1e-12).all() and (p > own + 1e-9).any() for p in payoffs)

    kept = [p for p in profiles if not beaten(p.certificate.payoffs)]
    return sorted(kept, key=lambda p: -float(p.certificate.payoffs.sum()))
