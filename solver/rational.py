"""Numbers as given: floats for speed, fractions where exactness is asked for."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import SupportsFloat, TypeAlias

Number: TypeAlias = SupportsFloat  # int, float, Fraction, Decimal and NumPy scalars


def as_fraction(value: Number) -> Fraction:
    """Return a number as a fraction; a float stands for its shortest decimal (0.1 is 1/10)."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Decimal):
        return Fraction(value)
    return Fraction(repr(float(value)))


def needs_fraction(value: Number) -> bool:
    """Say whether a given number is more exact than the float that stands for it."""
    if type(value) is float or (type(value) is int and -(2**53) <= value <= 2**53):
        return False
    exact = as_fraction(value)
    return Fraction(repr(float(exact))) != exact
