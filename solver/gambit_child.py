"""Runs one method of Gambit in a process of its own: a request on stdin, answers on stdout.

Imports nothing of ours, so that it starts by path. Every answer is one line of JSON:
``{"profile": {label: probability}}`` as soon as one is found, then ``{"done": …}`` or
``{"error": …}``. Labels of actions and strategies are unique in the request's game.
"""

from __future__ import annotations

import io
import json
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any


def _number(value: Any) -> str | float:
    """Return a rational as text, a float as it is."""
    if isinstance(value, float):
        return value
    return str(Fraction(int(value.numerator), int(value.denominator)))


def _emit(**answer: Any) -> None:
    sys.stdout.write(json.dumps(answer, allow_nan=True) + "\n")
    sys.stdout.flush()


def _flat(profile: Any, extensive: bool) -> dict[str, str | float]:
    """Return a profile's probabilities by label."""
    if extensive and hasattr(profile, "as_behavior"):
        profile = profile.as_behavior()
    flat: dict[str, str | float] = {}
    for own in profile:
        for key, part in own:  # a strategy and its probability, or a history and its mixed action
            block = [(key, part)] if isinstance(key, str) else part
            flat |= {label: _number(value) for label, value in block}
    return flat


def _start(game: Any, method: str) -> Any:
    """Return what the method starts from: the game, or a uniform profile of it."""
    if method == "liap-agent":
        return game.mixed_behavior_profile(rational=False)
    if method in ("simpdiv", "liap", "hp"):
        return game.mixed_strategy_profile(rational=method == "simpdiv")
    return game


def _solve(game: Any, method: str, options: dict[str, Any], found: Callable[[Any], None]) -> Any:
    """Run a method; those that report equilibria as they go hand them to ``found``."""
    from pygambit import Rational, nash, qre

    if method == "logit-lambda":
        return qre.logit_solve_lambda(game, **options)
    if method not in _SILENT:
        options["nash_callback"] = found
    if method == "enummixed":
        options["cliques"] = True
    if method == "enumpoly":
        options["event_callback"] = _count_skipped
    if method == "simpdiv" and "maxregret" in options:
        options["maxregret"] = Rational(Fraction(options["maxregret"]))
    run = getattr(nash, f"{method.replace('-', '_')}_solve")
    return run(_start(game, method), **options)


_SILENT = ("logit", "hp")
_skipped: Counter[str] = Counter()


def _count_skipped(event: Any) -> None:
    """Count the supports that enumeration could not finish."""
    name = type(event).__name__
    if "Singular" in name or "BudgetExceeded" in name:
        _skipped[name] += 1


def _silent_profiles(method: str, answer: Any) -> list[Any]:
    """Return the profiles of the methods that do not report them as they go."""
    if method == "logit-lambda":
        return [point.profile for point in answer]
    if method in _SILENT and answer.equilibrium is not None:
        return [answer.equilibrium]
    return []


def main() -> None:
    """Answer the request on stdin."""
    request = json.load(sys.stdin)
    import pygambit

    extensive = request["extensive"]
    read = pygambit.read_efg if extensive else pygambit.read_nfg
    game = read(io.StringIO(request["text"]))

    def found(profile: Any) -> None:
        _emit(profile=_flat(profile, extensive))

    answer = _solve(game, request["method"], request["options"], found)
    for profile in _silent_profiles(request["method"], answer):
        found(profile)
    cliques = getattr(answer, "cliques", None)
    reason = getattr(answer, "reason", None)
    _emit(
        done=bool(getattr(answer, "success", True)),
        reason="" if reason is None else str(getattr(reason, "name", reason)),
        skipped=_skipped.total(),
        cliques=None if cliques is None else [len(clique) for clique in cliques],
    )


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  # every refusal of Gambit becomes the parent's message
        _emit(error=f"{type(error).__name__}: {error}")
