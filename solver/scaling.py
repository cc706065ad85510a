"""Payoffs of any size and origin, brought near one before a solve and back after it.

Factors are powers of two, and the origin is a payoff of the game; fractions keep what floats lose.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from solver.extensive import ExtensiveForm
from solver.rational import as_fraction
from solver.result import Profile, SolveResult, certified
from solver.strategic import StrategicForm

Form: TypeAlias = ExtensiveForm | StrategicForm

_SMALL, _LARGE, _FAR = 1e-4, 1e8, 1e5


@dataclass(frozen=True)
class Scale:
    """Payoffs are measured from an origin in a unit, the same for all players."""

    origin: float
    unit: float

    @property
    def is_plain(self) -> bool:
        """Whether nothing changes."""
        return self.origin == 0 and self.unit == 1


def scale_of(form: Form) -> Scale:
    """Return the scale that a game is best solved in; the plain one where it will do."""
    low, high = form.payoff_range
    width = high - low
    if width == 0:
        return Scale(0.0, 1.0)
    origin = low if max(abs(low), abs(high)) > _FAR * width else 0.0
    largest = max(abs(low - origin), abs(high - origin))
    fits = largest <= _LARGE and width >= _SMALL
    return Scale(origin, 1.0 if fits else 2.0 ** math.floor(math.log2(largest)))


def scaled(form: Form, scale: Scale) -> Form:
    """Return the same game in another scale of payoffs."""
    unit, origin = Fraction(scale.unit), as_fraction(scale.origin)
    if isinstance(form, StrategicForm):
        given = form.payoff if form.exact is None else form.exact
        exact = (np.vectorize(as_fraction, otypes=[object])(given) - origin) / unit
        return replace(form, payoff=exact.astype(np.float64), exact=exact)
    inner = bool(form.paid[form.n_children > 0].any())
    nodes = range(form.n_nodes) if inner else form.terminals.tolist()
    exact_paid = {}
    paid = np.zeros_like(form.paid)
    for node in nodes:
        here = form.exact_paid.get(node) or tuple(map(as_fraction, form.paid[node]))
        start = origin if (node == 0 if inner else True) else Fraction(0)
        exact_paid[node] = tuple((x - start) / unit for x in here)
        paid[node] = [float(x) for x in exact_paid[node]]
    return replace(form, paid=paid, exact_paid=exact_paid)


def unscaled(form: Form, result: SolveResult, scale: Scale) -> SolveResult:
    """Return a result of the scaled game as one of the game itself, certified there."""
    return replace(
        result,
        profiles=tuple(_profile(form, profile, scale) for profile in result.profiles),
        tolerance=result.tolerance * scale.unit,
        payoff_range=form.payoff_range,
        residual=None if result.residual is None else result.residual * scale.unit,
    )


def _profile(form: Form, profile: Profile, scale: Scale) -> Profile:
    """Return a profile with payoffs as given; its gains are those of the scaled game.

    Measured from a far origin, gains would drown in the rounding of payoffs.
    """
    unit, origin = Fraction(scale.unit), as_fraction(scale.origin)
    inner, outer = profile.certificate, certified(form, profile.strategy).certificate
    payoffs = profile.payoffs_exact
    return replace(
        profile,
        certificate=replace(
            outer, gains=inner.gains * scale.unit, regrets=inner.regrets * scale.unit
        ),
        payoffs_exact=None if payoffs is None else tuple(x * unit + origin for x in payoffs),
    )
