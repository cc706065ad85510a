"""Texts put together from phrases and numbers, translated piece by piece.

Models name conventions, hands and histories by such texts: ``hide, lambda 0.3, gamma 0.2``. A
phrase stands in the catalogue with ``{a}``, ``{b}`` … for its numbers.
"""

from __future__ import annotations

import re
from string import ascii_lowercase

from analysis.render.catalogues import Translate

_BETWEEN = re.compile(r"(; |, | \| | / |: |\n)")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:/\d+(?:\.\d+)?)*")


def phrase(text: str, _: Translate) -> str:
    """Return a text in the language of the translator: whole where it is known, else in pieces."""
    known = _(text)
    if known != text or not text:
        return known
    return "".join(_piece(part, _) for part in _BETWEEN.split(text))


def _piece(text: str, _: Translate) -> str:
    if _BETWEEN.fullmatch(text):
        return text
    numbers = _NUMBER.findall(text)
    names = iter(ascii_lowercase)
    message = _NUMBER.sub(lambda match: "{" + next(names) + "}", text)
    translated = _(message)
    if translated == message:
        return text
    return translated.format(**dict(zip(ascii_lowercase, numbers, strict=False)))
