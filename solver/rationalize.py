"""From floating point to fractions: guess the numbers behind a solution, then prove them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from solver.certificate import certify
from solver.exact import exact_gains
from solver.extensive import ExtensiveForm
from solver.result import Profile
from solver.strategic import StrategicForm

_NEAR = 1e-7
_DENOMINATORS = (12, 100, 1_000, 10_000, 1_000_000)


def proven(form: ExtensiveForm | StrategicForm, profile: Profile) -> Profile:
    """Return a profile in fractions that an exact check finds no gain in; unchanged without one.

    A vertex solution is a set of fractions; where their denominators are small, rounding finds
    them. The proof does not depend on how they were found.
    """
    if profile.exact:
        return profile
    for largest in _DENOMINATORS:
        guess = _rounded(form, profile, largest)
        strategy = np.array([float(p) for p in guess])
        if np.abs(strategy - profile.strategy).max(initial=0.0) > _NEAR:
            continue  # another profile, whatever it may be
        payoffs, gains = exact_gains(form, guess)
        if not any(gains):
            return Profile(strategy, certify(form, strategy), guess, payoffs)
    return profile


def _rounded(
    form: ExtensiveForm | StrategicForm, profile: Profile, largest: int
) -> tuple[Fraction, ...]:
    """Return the nearest fractions of a denominator, the likeliest action taking the rest."""
    out: list[Fraction] = []
    for block in form.split(profile.strategy):
        out += _block([float(p) for p in block], largest)
    return tuple(out)


def _block(block: Sequence[float], largest: int) -> list[Fraction]:
    near = [Fraction(p).limit_denominator(largest) for p in block]
    near = [p if p > Fraction(1, 2 * largest) else Fraction(0) for p in near]
    top = max(range(len(near)), key=near.__getitem__)
    near[top] += 1 - sum(near)
    return near
