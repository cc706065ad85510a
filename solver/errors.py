"""Errors of the solver: what was given, what is allowed, and where."""

from __future__ import annotations


class SolverError(ValueError):
    """Anything the solver refuses or cannot do; the message is one plain line."""


class BadGame(SolverError):
    """A game that is no game: probabilities, payoffs, actions or links that do not fit."""


class BadGameFile(SolverError):
    """A game file that cannot be read; names line and column, both counted from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        self.line, self.column = line, column
        super().__init__(f"line {line}, column {column}: {message}")


class ImperfectRecall(SolverError):
    """A player forgets what he knew or did; names the player and the information set."""


class Unsupported(SolverError):
    """A method that does not fit the game or the option; names those that do."""


class SolveFailed(SolverError):
    """A solver that crashed, hung, or answered with something that is no answer."""


class TimeLimit(SolveFailed):
    """A solve that was stopped at its time limit with nothing to show."""
