"""Node locking: fix what a player does somewhere, and solve the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from solver.errors import BadGame
from solver.extensive import CHANCE, ExtensiveForm, Floats
from solver.strategic import check_profile


@dataclass(frozen=True, eq=False)
class Locked:
    """A game some of whose information sets play by a fixed rule.

    Attributes
    ----------
    form : ExtensiveForm
        The same tree, where locked sets are chance events.
    kept : (n_actions_total of ``form``,)
        The original number of each action that is still free.
    """

    original: ExtensiveForm
    form: ExtensiveForm
    kept: np.ndarray[tuple[int], np.dtype[np.int64]]
    fixed: Floats

    def lift(self, strategy: Floats) -> Floats:
        """Return a strategy of the locked game as one of the original, locks filled in."""
        whole = self.fixed.copy()
        whole[self.kept] = strategy
        return whole

    def lift_exact(self, strategy: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """Return a strategy in fractions likewise; locks as the locked game reads them."""
        whole: list[Fraction] = []
        for h, rule in enumerate(self.original.split(self.fixed)):
            node = int(np.flatnonzero(self.original.infoset == h)[0])
            free = self.form.player[node] != CHANCE
            whole += [Fraction(0)] * len(rule) if free else self.form.exact_chance(node)
        for action, p in zip(self.kept.tolist(), strategy, strict=True):
            whole[action] = p
        return tuple(whole)


def lock(form: ExtensiveForm, rules: Mapping[int, Floats]) -> Locked:
    """Return the game in which information sets play as given.

    Parameters
    ----------
    rules : mapping from information set to (n_actions,)
        Probabilities of its actions.

    Raises
    ------
    BadGame
        If there is no such set, or the probabilities are none.
    """
    fixed = np.zeros(len(form.action_infoset))
    locked = np.zeros(form.n_infosets, dtype=bool)
    for h, rule in rules.items():
        if not 0 <= h < form.n_infosets:
            raise BadGame(f"information set {h}; allowed: 0 to {form.n_infosets - 1}")
        check_profile([int(form.n_actions[h])], np.asarray(rule, dtype=np.float64))
        locked[h] = True
        fixed[form.action_offset[h] : form.action_offset[h + 1]] = rule
    at = (form.infoset >= 0) & locked[form.infoset]
    after = (form.edge >= 0) & locked[form.action_infoset[form.edge]]
    number = np.where(locked, -1, np.cumsum(~locked) - 1).astype(np.int32)
    free = np.flatnonzero(~locked)
    reduced = replace(
        form,
        player=np.where(at, CHANCE, form.player).astype(np.int8),
        infoset=np.where(form.infoset >= 0, number[form.infoset], -1).astype(np.int32),
        prob=np.where(after, fixed[form.edge], form.prob),
        infoset_player=form.infoset_player[free],
        infoset_number=form.infoset_number[free],
        infoset_label=tuple(form.infoset_label[h] for h in free),
        action_label=tuple(form.action_label[h] for h in free),
    )
    return Locked(form, reduced, np.flatnonzero(~locked[form.action_infoset]), fixed)
