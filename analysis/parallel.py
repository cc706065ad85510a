"""Work in several processes, results in order; how many processes changes no result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_order(
    work: Callable[[Item], Result], items: Sequence[Item], workers: int | None
) -> Iterator[Result]:
    """Yield the result of every item, in the order of the items.

    Some items are worked on at a time, so a caller may keep or show what is finished, and stop.

    Parameters
    ----------
    work : callable
        Picklable, as its items and results must be.
    workers : int or None
        Processes; None means all cores.
    """
    from joblib import Parallel, delayed, effective_n_jobs

    if workers == 1 or len(items) < 2:
        yield from map(work, items)
        return
    step = 2 * effective_n_jobs(workers or -1)
    with Parallel(n_jobs=workers or -1) as pool:
        for first in range(0, len(items), step):
            yield from pool(delayed(work)(item) for item in items[first : first + step])
