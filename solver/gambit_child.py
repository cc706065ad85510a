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


def _start(game: Any, method: str, attempt: int) -> Any:
    """Return what the method starts from: the game, a uniform profile, or a random one later."""
    if method not in _RETRIED:
        return game
    if attempt == 0 and method in ("gnm", "ipa"):
        return game
    if attempt == 0:
        behavior, rational = method == "liap-agent", method == "simpdiv"
        make = game.mixed_behavior_profile if behavior else game.mixed_strategy_profile
        return make(rational=rational)
    import numpy as np

    random = np.random.default_rng(attempt)
    if method == "liap-agent":
        return game.random_behavior_profile(gen=random)
    return game.random_strategy_profile(denom=1000 if method == "simpdiv" else None, gen=random)


def _solve(game: Any, method: str, options: dict[str, Any], found: Callable[[Any], None]) -> Any:
    """Run a method; from other starts, if it finds nothing from the first."""
    if method not in _RETRIED:
        return _run(game, method, options, found, 0)
    count = [0]

    def counted(profile: Any) -> None:
        count[0] += 1
        found(profile)

    for attempt in range(_ATTEMPTS):
        last = attempt + 1 == _ATTEMPTS
        try:
            answer = _run(game, method, dict(options), counted, attempt)
        except RuntimeError:
            if last:
                raise
            continue
        if count[0] or last or getattr(answer, "equilibrium", None) is not None:
            break
    return answer


def _run(
    game: Any, method: str, options: dict[str, Any], found: Callable[[Any], None], attempt: int
) -> Any:
    """Run a method once; those that report equilibria as they go hand them to ``found``."""
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
    return run(_start(game, method, attempt), **options)


_SILENT = ("logit", "hp")
# Whether these find anything depends on where they start.
_RETRIED = ("gnm", "ipa", "simpdiv", "liap", "liap-agent", "hp")
_ATTEMPTS = 20
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
