"""Progress of long work, on standard error and only where a person watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bar(title: str) -> Iterator[Callable[[float], None]]:
    """Show a progress bar; the value is a function that takes the share of the work done."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return
    from rich.progress import Progress

    from analysis.render.terminal import console

    with Progress(console=console(sys.stderr), transient=True) as shown:
        task = shown.add_task(title, total=1.0)
        yield lambda share: shown.update(task, completed=min(1.0, share))
