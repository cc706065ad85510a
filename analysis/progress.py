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


@contextmanager
def status(title: str) -> Iterator[Callable[[str], None]]:
    """Show one changing line; the value is a function that takes what to say after the title."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    from analysis.render.terminal import console

    with console(sys.stderr).status(title) as shown:
        yield lambda text: shown.update(f"{title}: {text}")
