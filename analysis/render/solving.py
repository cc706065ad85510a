"""What a solve says while it runs, on standard error: its cost before, where it stands during.

A person at a terminal sees one changing line. A file or a pipe gets a line of cost where the solve
may be long, and a line of progress every ten seconds; short solves leave it empty.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from analysis.render.catalogues import Translate, catalogue
from analysis.render.terminal import console, warn
from solver.progress import Step

_QUIET_SECONDS = 3.0
_LINE_SECONDS = 10.0


class Watch:
    """Tells of one solve; ``say`` shows a line."""

    def __init__(self, say: Callable[[str], None], translate: Translate, lively: bool) -> None:
        self._say, self._translate, self._lively = say, translate, lively
        self._begun = time.monotonic()
        self._next = self._begun if lively else self._begun + _QUIET_SECONDS

    def cost(self, before: Mapping[str, Any]) -> None:
        """Say what a solve will cost, where it may be long."""
        if before["cost"]["long"]:
            warn(cost_line(before["cost"], self._translate))

    def step(self, step: Step) -> None:
        """Say where the solve stands, if it is time to."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now if self._lively else now + _LINE_SECONDS
        self._say(step_line(step, now - self._begun, self._translate))


@contextmanager
def watch(title: str, lang: str) -> Iterator[Watch]:
    """Show how a solve goes; the value is what the solver tells."""
    translate = catalogue(lang)
    if not sys.stderr.isatty():
        yield Watch(lambda line: warn(f"{title}: {line}"), translate, lively=False)
        return
    with console(sys.stderr).status(title) as shown:
        yield Watch(lambda line: shown.update(f"{title}: {line}"), translate, lively=True)


def cost_line(cost: Mapping[str, Any], _: Translate) -> str:
    """Return size, memory and expected time of a solve as one sentence."""
    seconds, cells = cost["expected_seconds"], cost["cells"]
    if seconds is None:
        duration = _("time not known beforehand, {cells} plans together").format(cells=_big(cells))
    else:
        duration = _("about {seconds} s").format(seconds=f"{seconds:.2g}")
    return _(
        "{nodes} nodes, {infosets} information sets, about {memory} MB; {method}: {duration}"
    ).format(
        nodes=_big(cost["nodes"]),
        infosets=_big(cost["infosets"]),
        memory=f"{cost['memory'] / 1e6:.0f}",
        method=cost["method"],
        duration=duration,
    )


def _big(number: int) -> str:
    return f"{number:,}" if number < 10**9 else f"{number:.1e}"


def step_line(step: Step, seconds: float, _: Translate) -> str:
    """Return where a solve stands as one sentence."""
    units = {
        "iterations": _("iterations"),
        "equilibria": _("equilibria found"),
        "rounds": _("rounds"),
        "steps": _("steps"),
    }
    line = f"{step.method}, {seconds:.0f} s: {step.count:,} {units[step.unit]}"
    if step.epsilon is None:
        return line
    return line + ", " + _("largest gain by deviating {gain}").format(gain=f"{step.epsilon:.3g}")
