"""From floating point to fractions: guess the numbers behind a solution, then prove them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from solver.certificate import certify
from solver.exact import exact_gains
from solver.extensive import ExtensiveForm
from solver.polish import polished, rounded
from solver.result import Profile
from solver.strategic import StrategicForm, to_extensive

_NEAR, _SOLVED = 1e-7, 1e-6
_DENOMINATORS = (12, 100, 1_000, 10_000, 1_000_000)


def proven(
    form: ExtensiveForm | StrategicForm, profile: Profile, *, time_limit: float = 60.0
) -> Profile:
    """Return a profile in fractions that an exact check finds no gain in; unchanged without one.

    A vertex solution is a set of fractions. Where their denominators are small, rounding finds
    them; for two players the equations of the vertex are solved exactly. The proof does not depend
    on how they were found.
    """
    if profile.exact:
        return profile
    for largest in _DENOMINATORS:
        checked = _checked(form, profile, _rounded(form, profile, largest))
        if checked is not None:
            return checked
    if form.n_players != 2:
        return profile
    tree = form if isinstance(form, ExtensiveForm) else to_extensive(form)
    for guess in polished(tree, profile.strategy, time_limit=time_limit):
        checked = _checked(form, profile, guess, _SOLVED)
        if checked is not None:
            return checked
    return profile


def _checked(
    form: ExtensiveForm | StrategicForm,
    profile: Profile,
    guess: tuple[Fraction, ...],
    near: float = _NEAR,
) -> Profile | None:
    """Return the guess as a profile if it is near the given one and nobody gains at all."""
    strategy = np.array([float(p) for p in guess])
    if np.abs(strategy - profile.strategy).max(initial=0.0) > near:
        return None  # another profile, whatever it may be
    payoffs, gains = exact_gains(form, guess)
    return None if any(gains) else Profile(strategy, certify(form, strategy), guess, payoffs)


def _rounded(
    form: ExtensiveForm | StrategicForm, profile: Profile, largest: int
) -> tuple[Fraction, ...]:
    """Return the nearest fractions of a denominator, the likeliest action taking the rest."""
    out: list[Fraction] = []
    for block in form.split(profile.strategy):
        out += rounded([float(p) for p in block], largest)
    return tuple(out)
