"""Exploring a game that is written as one plain procedure, ``play(options, ask)``.

``ask(allowed)`` returns one of the numbers that may follow: a list where a player decides, a
mapping to probabilities where chance does. To explore, the game is run again from its start with
a longer list of answers. Imports nothing of ours.
"""

from fractions import Fraction


class Asked(Exception):
    """The game waits for an answer."""


def follow(play, options, answers):
    """Play with the given answers; return ("end", result) or ("ask", what may follow)."""
    waiting = list(answers)

    def ask(allowed):
        if not waiting:
            raise Asked(allowed)
        answer = waiting.pop(0)
        if answer not in allowed:
            raise ValueError(f"{answer} is not among {allowed}")
        return answer

    try:
        return "end", play(options, ask)
    except Asked as question:
        return "ask", question.args[0]


def perft(play, options, depth, answers=()):
    """Return the number of sequences of exactly ``depth`` answers."""
    if depth == 0:
        return 1
    kind, allowed = follow(play, options, answers)
    if kind == "end":
        return 0
    if depth == 1:
        return len(allowed)
    return sum(perft(play, options, depth - 1, (*answers, a)) for a in allowed)


def distribution(play, options, script, answers=(), weight=Fraction(1)):
    """Yield (result, probability) of every game where ``script(k, allowed)`` decides for all."""
    kind, allowed = follow(play, options, answers)
    if kind == "end":
        yield allowed, weight
    elif isinstance(allowed, dict):
        for k, p in sorted(allowed.items()):
            yield from distribution(play, options, script, (*answers, k), weight * p)
    else:
        choice = script(len(answers), sorted(allowed))
        yield from distribution(play, options, script, (*answers, choice), weight)
