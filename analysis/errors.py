"""Errors of the analysis layer that a user can cause."""

from __future__ import annotations


class BadInput(ValueError):
    """Something the user gave is wrong: the message says what, what is allowed, and where."""

    def __init__(self, where: str, given: object, allowed: str) -> None:
        self.where, self.given, self.allowed = where, given, allowed
        fault = "is missing" if given is None else f"{given!r} is not allowed"
        super().__init__(f"{where}: {fault}; allowed: {allowed}")
