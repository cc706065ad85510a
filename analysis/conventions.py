"""Measure Kraken's conventions against each other: ``python -m analysis.conventions PLAYERS``.

Complete play fills a table of explorers' conventions by skeletons'. The table is solved, and what
each side plays when its seats draw alone is chosen from it. A reply of each side to the other's mix
is trained and tested on fresh seeds, drawn together and drawn alone; what does better joins the
table, until nothing found does. ``--more`` goes on from the stored table.

A run depends on nothing but the seed, the program and the table it goes on from: every count is a
whole number of games, ties go to the earlier convention, mixes are rounded as they are shipped
before anything is played with them, and the file holds no time.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analysis.alone import securest
from analysis.families import (
    BELIEFS,
    Convention,
    explorer,
    row_of,
    skeleton,
)
from analysis.files import write_atomically
from analysis.named import asked
from analysis.parallel import in_order
from analysis.provenance import SEARCH, provenance
from analysis.responder import FINER, SIDES, Mix, Table, tested, train
from engine.kraken.state import EXPLORERS_WIN, SKELETON
from models.kraken.matrix import mix_of
from models.kraken.measured import RULES, table_of
from models.kraken.values import stored

METHOD: Final = "complete play of every pair on the same deals; double oracle by trained replies"
SEED: Final = 20_261
GAMES: Final = {3: 24_000, 4: 14_000, 5: 16_000, 6: 12_000, 7: 4_000, 8: 3_000}
"""Games a cell, by number of players: one of eight costs fifty times one of three."""
ROUNDS: Final = {3: 6, 4: 6, 5: 6, 6: 4, 7: 2, 8: 2}
"""Times the table may grow in one run."""
BEHIND: Final = 0.05
"""A rule whose value is so far behind the best is searched no further."""
LEVEL: Final = 0.95
TESTS: Final = 3
"""Times as many games of a test as of a cell."""
DRAWS: Final = ("together", "alone")
"""How the seats of a side draw from its mix: with a secret they share, or each by itself."""
# Cells share their deals; training and each test have series of their own, by how seats draw.
CELLS, TRAINING, TEST = 0, (1000, 2000), (5000, 6000)
DIGITS: Final = 6
"""Decimals of a share in a mix, as shipped and as played."""


START_EXPLORERS: Final = (
    explorer("truth", 1.5, 0.5, BELIEFS[0]),
    explorer("truth", 2.0, 0.2, BELIEFS[0]),
    explorer("hide", 1.0, 0.5, BELIEFS[0]),
    explorer("silence", 0.0, 0.0, BELIEFS[0]),
)
START_SKELETONS: Final = (
    skeleton(0, 1, 0),
    skeleton(1, 0, 0),
    skeleton(1, 0, 1),
    skeleton(0, 1, 2),
    skeleton(9, 0, 0, 0.5),
)


LARGE: Final = 6
"""From so many players on the search starts from what it found with fewer."""
MORE_EXPLORERS: Final = (
    explorer("truth", 2.0, 1.0, BELIEFS[1]),
    explorer("hide", 3.0, 0.2, BELIEFS[1]),
    explorer("hide", 5.0, 0.2, (0.1, 0.55, 0.1, 0.25)),
    explorer("hide", 3.0, 0.2, BELIEFS[3]),
)
MORE_SKELETONS: Final = (
    skeleton(1, 0, 0, 0.6),
    skeleton(2, 0, 1, 0.6),
    skeleton(0, 1, 0, 0.3),
    skeleton(2, 2, 2),
)


@dataclass
class Study:
    """The table as it grows.

    Attributes
    ----------
    explorers, skeletons : list of conventions
    cells : mapping from (row, column)
    responders : list of what each search found
    lifted : the best rule, its value, and both sides' mixes for seats that draw alone
    alone : what mixes kept of a reply where their seats drew alone, as far as played
    workers : int or None
        Processes; how many changes no result.
    """

    players: int
    games: int
    explorers: list[Convention] = field(default_factory=lambda: list(START_EXPLORERS))
    skeletons: list[Convention] = field(default_factory=lambda: list(START_SKELETONS))
    cells: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)
    responders: list[dict[str, Any]] = field(default_factory=list)
    lifted: dict[str, Any] = field(default_factory=dict)
    alone: dict[tuple[Any, ...], float] = field(default_factory=dict)
    workers: int | None = 1

    def known(self, side: str) -> list[Convention]:
        """Return the conventions of a side in the table."""
        return self.explorers if side == "explorers" else self.skeletons

    def table(self, explorers: Mix, skeletons: Mix, side: str = "explorers") -> Table:
        """Return the table of two mixes."""
        return Table(self.players, explorers, skeletons, side, SEED)

    def fill(self) -> None:
        """Measure the cells that are not there yet."""
        missing = [
            (i, j)
            for i in range(len(self.explorers))
            for j in range(len(self.skeletons))
            if (i, j) not in self.cells
        ]
        jobs = [
            partial(
                _cell,
                self.table([(1.0, self.explorers[i])], [(1.0, self.skeletons[j])]),
                (i, j),
                self.games,
            )
            for i, j in missing
        ]
        self.cells.update(zip(missing, in_order(_run, jobs, self.workers), strict=True))

    def plain(self) -> dict[str, Any]:
        """Return the table as a results file holds it."""
        cells = [self.cells[key] for key in sorted(self.cells)]
        return {"explorers": self.explorers, "skeletons": self.skeletons, "cells": cells}

    def mixes(self, rule: str) -> tuple[float, Mix, Mix]:
        """Return the value of a rule's table and both mixes."""
        table = table_of(self.plain(), rule)
        value, rows, columns, _ = mix_of(table.value)
        ours = [(float(p), self.explorers[k]) for p, k in zip(rows, table.rows, strict=True)]
        theirs = [
            (float(p), self.skeletons[k]) for p, k in zip(columns, table.columns, strict=True)
        ]
        return value, _support(ours), _support(theirs)

    def facing(self, rule: str, side: str, draw: str) -> Table:
        """Return the table of a rule's mixes, drawn together, or of the lifted mixes."""
        if draw == "alone":
            ours, theirs = (self.lifted[name] for name in SIDES)
            return Table(self.players, ours, theirs, side, SEED, ())
        _, ours, theirs = self.mixes(rule)
        return self.table(ours, theirs, side)

    def respond(self, rule: str, side: str, step: int, draw: str = "together") -> Convention:
        """Train a responder to the mixes of a rule; its gain is tested on fresh seeds."""
        table, k = self.facing(rule, side, draw), DRAWS.index(draw)
        own = RULES.index(rule), SIDES.index(side), step, k
        known = [c for c in self.known(side) if c.get("rule", rule) == rule]
        rng = np.random.default_rng([self.players, *own])
        series = TRAINING[k] + (1 + FINER) * step
        reply = train(table, rule, known, rng, series, self.workers)
        found = tested(table, reply, TESTS * self.games, TEST[k] + step)
        self.responders.append({"claims": rule, "step": step, "drawn": draw, **found})
        return reply

    def lift(self) -> str:
        """Choose what the lifted bots play, by the best rule of the table, which is returned."""
        values = {rule: self.mixes(rule)[0] for rule in RULES}
        best = max(RULES, key=lambda rule: values[rule])
        self.lifted = {"claims": best, "value": values[best]}
        for side in SIDES:
            self.lifted[side] = self.drawn_alone(best, side)
        return best

    def drawn_alone(self, rule: str, side: str) -> Mix:
        """Return what a side plays whose seats draw alone: what keeps most of its worst reply.

        Explorers of every rule reply to skeletons: in play nobody tells the bots which was agreed.
        """
        table = table_of(self.plain(), rule)
        _, rows, columns, _ = mix_of(table.value)
        if side == "explorers":
            own, replies = [self.explorers[k] for k in table.rows], self.skeletons
            worth, shares = table.value, rows
        else:
            own, replies = self.skeletons, self.explorers
            worth, shares = -self.won().T, columns

        def mix_as_shipped(weights: NDArray[np.float64]) -> Mix:
            return _support([(float(p), c) for p, c in zip(weights, own, strict=True)])

        def played(weights: NDArray[np.float64], reply: int) -> float:
            return self.kept_alone(side, mix_as_shipped(weights), replies[reply])

        return mix_as_shipped(securest(worth, shares, played))

    def won(self) -> NDArray[np.float64]:
        """Return explorers' rate in every cell, of all rules; (n_explorers, n_skeletons)."""
        rates = np.zeros((len(self.explorers), len(self.skeletons)))
        for at, cell in self.cells.items():
            rates[at] = cell["wins"] / cell["games"]
        return rates

    def kept_alone(self, side: str, mix: Mix, reply: Convention) -> float:
        """Return what a side keeps on the cells' deals; its seats draw alone, the others reply."""
        rows = [(share, *row_of(convention)) for share, convention in mix]
        key = side, *rows, tuple(row_of(reply))
        if key not in self.alone:
            other = next(name for name in SIDES if name != side)
            mixes: dict[str, Mix] = {side: mix, other: [(1.0, reply)]}
            ours, theirs = (mixes[name] for name in SIDES)
            table = Table(self.players, ours, theirs, side, SEED, (other,))
            self.alone[key] = table.sign * float(table.won(self.games, CELLS).mean())
        return self.alone[key]

    def tasks(self) -> list[tuple[str, str, str]]:
        """Return the rule, the side and the draw of each reply to train, near the best rule."""
        best = self.lift()
        values = {rule: self.mixes(rule)[0] for rule in ("truth", "hide")}
        near = [rule for rule in values if values[rule] > max(values.values()) - BEHIND]
        pairs = [(rule, "together") for rule in near] + [(best, "alone")]
        return [(rule, side, draw) for rule, draw in pairs for side in ("skeletons", "explorers")]

    def grow(self, first: int = 0) -> Iterator[int]:
        """Add responders until nothing found does significantly better, or rounds are over.

        Yields each step's number when its replies are tested; the table may be kept then.
        """
        self.fill()
        last = first + ROUNDS[self.players]
        for step in range(first, last + 1):
            found = []
            for rule, side, draw in self.tasks():
                reply = self.respond(rule, side, step, draw)
                sys.stderr.write(f"{self.players}: {self.responders[-1]}\n")
                if self.responders[-1]["ci_low"] > 0.0 and reply not in self.known(side):
                    found.append((side, reply))
            yield step
            if not found or step == last:
                return
            for side, reply in found:
                if reply not in self.known(side):
                    self.known(side).append(reply)
            self.fill()


def _cell(table: Table, at: tuple[int, int], games: int) -> dict[str, Any]:
    """Return how often explorers win, as dealt and by the number of skeletons."""
    played = table.play(games, CELLS)
    wins, count = played.outcome == EXPLORERS_WIN, (played.role == SKELETON).sum(axis=1)
    by_count = {
        str(k): [int((count == k).sum()), int(wins[count == k].sum())] for k in np.unique(count)
    }
    cell = {"row": at[0], "column": at[1], "games": games, "wins": int(wins.sum())}
    return cell | {"by_skeletons": by_count}


def _run(job: partial[Any]) -> Any:
    return job()


def _support(mix: Sequence[tuple[float, Convention]]) -> list[tuple[float, Convention]]:
    """Return the shares that are shipped, so that replies are trained against just these."""
    kept = [(p, c) for p, c in mix if p > 1e-6]
    total = sum(p for p, _ in kept)
    return [(round(p / total, DIGITS), c) for p, c in kept]


def document(found: Study, runs: int) -> dict[str, Any]:
    """Return the results file of a table as it stands."""
    lifted = dict(found.lifted)
    for side in SIDES:
        lifted[side] = [[share, *row_of(c)] for share, c in found.lifted[side]]
    return {
        **provenance("conventions", {"players": found.players}, METHOD, SEED, sources=SEARCH),
        "level": LEVEL,
        "runs": runs,
        **found.plain(),
        "responders": found.responders,
        "lifted": lifted,
    }


def study(
    players: int, before: Mapping[str, Any] | None = None, workers: int | None = 1
) -> Iterator[dict[str, Any]]:
    """Yield the results file of a number of players after each step of the table's growth.

    ``before`` is a file to go on from.
    """
    first, runs = 0, 1
    found = Study(players, GAMES[players], workers=workers)
    if players >= LARGE:
        found.explorers += MORE_EXPLORERS
        found.skeletons += MORE_SKELETONS
    if before is not None:
        found.explorers, found.skeletons = list(before["explorers"]), list(before["skeletons"])
        found.cells = {(cell["row"], cell["column"]): cell for cell in before["cells"]}
        found.games = before["cells"][0]["games"]
        found.responders = list(before["responders"])
        first = 1 + max(row["step"] for row in found.responders)
        runs += before.get("runs", 1)
    for _ in found.grow(first):
        yield document(found, runs)


def main() -> None:
    """Write the results file of each number of players, or go on from it.

    The file is written after each step, so that a run may be stopped and gone on with.
    """
    given = asked(__doc__, more=True)
    for n in given.players:
        before = stored("conventions", n) if given.more else None
        for found in study(n, before, given.workers):
            text = json.dumps(found, ensure_ascii=False)
            text = text.replace('}, {"', '},\n {"').replace(', "cells"', ',\n "cells"') + "\n"
            write_atomically(given.out / f"conventions-{n}.json", text.encode())


if __name__ == "__main__":
    main()
