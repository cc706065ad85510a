"""Measure Kraken's conventions against each other: ``python -m analysis.conventions PLAYERS``.

Complete play fills a table of explorers' conventions by skeletons'. The table is solved, responders
drawn from the families of conventions are trained against the mixes and tested again on fresh
seeds, and what does better joins the table, until nothing found does. ``more PLAYERS`` goes on
from the stored table.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analysis.provenance import provenance
from analysis.statistics import quantile
from bots.kraken.dispatch import dispatch
from bots.kraken.equilibrium import pack
from bots.kraken.info import EQUILIBRIUM
from engine.kraken.batch import BatchResult, Bots, play_batch
from engine.kraken.rules import KrakenRules
from engine.kraken.state import EXPLORERS_WIN, SKELETON
from models.kraken.matrix import mix_of
from models.kraken.measured import RULES, convention_text, table_of
from models.kraken.values import stored

Convention = Mapping[str, Any]
Mix = Sequence[tuple[float, Convention]]

METHOD: Final = "complete play of every pair on the same deals; double oracle by random search"
SEED: Final = 20_261
GAMES: Final = {3: 24_000, 4: 14_000, 5: 8_000, 6: 5_000, 7: 2_000, 8: 1_500}
"""Games a cell, by number of players: one of eight costs forty times one of three."""
ROUNDS: Final = {3: 2, 4: 2, 5: 2, 6: 2, 7: 1, 8: 1}
"""Times the table may grow in one run."""
BEHIND: Final = 0.05
"""A rule whose value is so far behind the best is searched no further."""
CANDIDATES: Final = 30
FINALISTS: Final = 3
CHANGES: Final = 3
LEVEL: Final = 0.95
# Cells share their deals; training and each test have series of their own.
CELLS, TRAINING, TEST = 0, 1000, 2000

BELIEFS: Final = (
    (0.4, 0.2, 0.1, 0.3),
    (0.1, 0.6, 0.1, 0.2),
    (0.7, 0.1, 0.1, 0.1),
    (0.1, 0.1, 0.1, 0.7),
    (0.2, 0.2, 0.4, 0.2),
)
LAMBDAS: Final = (0.3, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0)
GAMMAS: Final = (0.0, 0.2, 0.5, 1.0, 2.0)


def explorer(rule: str, lam: float, gamma: float, mix: Sequence[float]) -> Convention:
    """Return an explorers' convention as results files hold it."""
    return {"rule": rule, "lambda": lam, "gamma": gamma, "mix": list(mix)}


def skeleton(
    amount: int, kraken: int, picks: int, often: float = 1.0, since: int = 1
) -> Convention:
    """Return a skeletons' convention as results files hold it."""
    return {"amount": amount, "kraken": kraken, "picks": picks, "often": often, "since": since}


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


LARGE: Final = 7
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
)


def draw_explorer(rule: str, rng: np.random.Generator) -> Convention:
    """Return a random member of the family that announces by a rule."""
    belief: Sequence[float] = BELIEFS[int(rng.integers(len(BELIEFS)))]
    if rng.random() < 0.3:
        belief = rng.dirichlet(np.ones(4)).round(2).tolist()
    lam, gamma = float(rng.choice(LAMBDAS)), float(rng.choice(GAMMAS))
    return explorer(rule, lam, gamma, belief)


def draw_skeleton(rng: np.random.Generator) -> Convention:
    """Return a random member of the family of lies and picks."""
    return skeleton(
        int(rng.choice((-5, -1, 0, 1, 2, 9))),
        int(rng.choice(3, p=(0.5, 0.35, 0.15))),
        int(rng.integers(4)),
        float(rng.choice((0.3, 0.6, 1.0))),
        int(rng.choice(4, p=(0.55, 0.2, 0.15, 0.1)) + 1),
    )


def draw(side: str, rule: str, rng: np.random.Generator) -> Convention:
    """Return a random convention of one side."""
    return draw_explorer(rule, rng) if side == "explorers" else draw_skeleton(rng)


def changed(convention: Convention, other: Convention, rng: np.random.Generator) -> Convention:
    """Return a convention with one of its parts as another has it."""
    part = str(rng.choice([key for key in convention if key != "rule"]))
    return {**convention, part: other[part]}


def row_of(convention: Convention) -> list[float]:
    """Return a convention as the compiled bot reads it."""
    if "rule" in convention:
        weights = [convention["lambda"], convention["gamma"], *convention["mix"]]
        return [float(RULES.index(convention["rule"])), *weights]
    return [float(convention[k]) for k in ("amount", "kraken", "picks", "often", "since")]


def packed(explorers: Mix, skeletons: Mix) -> NDArray[np.float64]:
    """Return the compiled bot's parameters for two mixes."""
    rows = [[[weight, *row_of(c)] for weight, c in mix] for mix in (explorers, skeletons)]
    return pack(*rows)


def play(players: int, explorers: Mix, skeletons: Mix, games: int, series: int) -> BatchResult:
    """Play complete games in which each seat draws from its side's mix."""
    rules, seats = (
        KrakenRules.model_validate({"players": players}),
        np.zeros((1, players), np.int64),
    )
    bots = Bots([EQUILIBRIUM], packed(explorers, skeletons), [0])
    return play_batch(rules, dispatch, bots, seats, seed=SEED + series, games=games)


def won(played: BatchResult) -> NDArray[np.float64]:
    """Return 1 for each game that the explorers won."""
    return (played.outcome == EXPLORERS_WIN).astype(np.float64)


@dataclass
class Study:
    """The table as it grows.

    Attributes
    ----------
    explorers, skeletons : list of conventions
    cells : mapping from (row, column)
    responders : list of what each search found
    """

    players: int
    games: int
    explorers: list[Convention] = field(default_factory=lambda: list(START_EXPLORERS))
    skeletons: list[Convention] = field(default_factory=lambda: list(START_SKELETONS))
    cells: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)
    responders: list[dict[str, Any]] = field(default_factory=list)

    def fill(self) -> None:
        """Measure the cells that are not there yet."""
        for i, ours in enumerate(self.explorers):
            for j, theirs in enumerate(self.skeletons):
                if (i, j) not in self.cells:
                    self.cells[i, j] = self._cell(i, j, [(1.0, ours)], [(1.0, theirs)])

    def _cell(self, i: int, j: int, ours: Mix, theirs: Mix) -> dict[str, Any]:
        played = play(self.players, ours, theirs, self.games, CELLS)
        wins, count = won(played), (played.role == SKELETON).sum(axis=1)
        by_count = {
            str(k): [int((count == k).sum()), int(wins[count == k].sum())] for k in np.unique(count)
        }
        cell = {"row": i, "column": j, "games": self.games, "wins": int(wins.sum())}
        return cell | {"by_skeletons": by_count}

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

    def respond(self, rule: str, side: str, step: int) -> Convention:
        """Train a responder to the mixes of a rule; its gain is tested on fresh seeds."""
        _, ours, theirs = self.mixes(rule)
        rng = np.random.default_rng([self.players, RULES.index(rule), step])
        sign = 1.0 if side == "explorers" else -1.0

        def wins(candidate: Convention, games: int, series: int) -> NDArray[np.float64]:
            if side == "explorers":
                return won(play(self.players, [(1.0, candidate)], theirs, games, series))
            return won(play(self.players, ours, [(1.0, candidate)], games, series))

        def best(pool: Sequence[Convention], part: int, keep: int) -> list[Convention]:
            games, series = self.games // part, TRAINING + 100 * step + part
            scored = [(sign * float(wins(c, games, series).mean()), k) for k, c in enumerate(pool)]
            return [pool[k] for _, k in sorted(scored, reverse=True)[:keep]]

        known = self.explorers if side == "explorers" else self.skeletons
        pool = [c for c in known if c.get("rule", rule) == rule]
        pool += [draw(side, rule, rng) for _ in range(CANDIDATES)]
        pool = best(pool, 20, FINALISTS)
        pool += [changed(c, draw(side, rule, rng), rng) for c in pool for _ in range(CHANGES)]
        reply = best(best(pool, 10, FINALISTS), 3, 1)[0]
        base = won(play(self.players, ours, theirs, self.games, TEST + 100 * step))
        gain = sign * (wins(reply, self.games, TEST + 100 * step) - base)
        mean, half = float(gain.mean()), float(quantile(LEVEL) * gain.std() / self.games**0.5)
        found = {"claims": rule, "side": side, "step": step, "convention": convention_text(reply)}
        numbers = {"gain": mean, "ci_low": mean - half, "ci_high": mean + half}
        self.responders.append(found | numbers | {"games": self.games})
        return reply

    def grow(self, first: int = 0) -> None:
        """Add responders until nothing found does significantly better, or rounds are over."""
        self.fill()
        last = first + ROUNDS[self.players]
        for step in range(first, last + 1):
            found = []
            values = {rule: self.mixes(rule)[0] for rule in ("truth", "hide")}
            near = [rule for rule in values if values[rule] > max(values.values()) - BEHIND]
            for rule in near:
                for side in ("skeletons", "explorers"):
                    reply = self.respond(rule, side, step)
                    sys.stderr.write(f"{self.players}: {self.responders[-1]}\n")
                    if self.responders[-1]["ci_low"] > 0.0:
                        found.append((side, reply))
            if not found or step == last:
                return
            for side, reply in found:
                known = self.explorers if side == "explorers" else self.skeletons
                if reply not in known:
                    known.append(reply)
            self.fill()


def _support(mix: Sequence[tuple[float, Convention]]) -> list[tuple[float, Convention]]:
    kept = [(p, c) for p, c in mix if p > 1e-6]
    total = sum(p for p, _ in kept)
    return [(p / total, c) for p, c in kept]


def study(players: int, before: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the results file of a number of players; ``before`` is one to go on from."""
    start, first = time.perf_counter(), 0
    found = Study(players, GAMES[players])
    if players >= LARGE:
        found.explorers += MORE_EXPLORERS
        found.skeletons += MORE_SKELETONS
    if before is not None:
        found.explorers, found.skeletons = before["explorers"], before["skeletons"]
        found.cells = {(cell["row"], cell["column"]): cell for cell in before["cells"]}
        found.responders = before["responders"]
        first = 1 + max(row["step"] for row in found.responders)
    found.grow(first)
    values = {rule: found.mixes(rule) for rule in RULES}
    best = max(RULES, key=lambda rule: values[rule][0])
    lifted = {"claims": best, "value": values[best][0]}
    for name, mix in zip(("explorers", "skeletons"), values[best][1:], strict=True):
        lifted[name] = [[round(p, 6), *row_of(c)] for p, c in mix]
    return {
        **provenance(
            "conventions", {"players": players}, METHOD, SEED, time.perf_counter() - start
        ),
        "level": LEVEL,
        **found.plain(),
        "responders": found.responders,
        "lifted": lifted,
    }


def main(players: Sequence[int], folder: Path, more: bool = False) -> None:
    """Write the results file of each number of players, or go on from it."""
    for n in players:
        before = stored("conventions", n) if more else None
        text = json.dumps(study(n, before), ensure_ascii=False)
        text = text.replace('}, {"', '},\n {"').replace(', "cells"', ',\n "cells"') + "\n"
        (folder / f"conventions-{n}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    target = Path(__file__).resolve().parent.parent / "results" / "kraken"
    numbers = [int(n) for n in sys.argv[1:] if n != "more"]
    main(numbers or list(GAMES), target, "more" in sys.argv)
