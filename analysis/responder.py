"""Train one side's best reply to the other's conventions: ``python -m analysis.responder PLAYERS``.

A race over the whole family of conventions (with many players, over what differs in one part from
those known): all play the same games, the better third goes on to
three times as many, until few are left; then the best and their neighbours race again. The reply is
tested on games that no race has seen, beside what it would replace, so its gain is no product of
the search. Run as a program it replies to the lifted bots and writes
``results/kraken/responders-N.json``.

Source: sequential halving, Karnin, Koren and Somekh (2013).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analysis.families import Convention, convention_of, crossed, drawn, grid, neighbours, row_of
from analysis.named import asked
from analysis.parallel import in_order
from analysis.provenance import RESPONDER, provenance
from analysis.statistics import quantile
from bots.kraken.dispatch import dispatch
from bots.kraken.equilibrium import pack
from bots.kraken.info import EQUILIBRIUM
from engine.kraken.batch import BatchResult, Bots, play_batch
from engine.kraken.rules import KrakenRules
from engine.kraken.state import EXPLORERS_WIN
from models.kraken.measured import convention_text, document_of

Mix = Sequence[tuple[float, Convention]]

SIDES: Final = ("explorers", "skeletons")
"""In the order of the engine's roles."""
METHOD: Final = "races over both families, then over neighbours; paired games on fresh deals"
SEED: Final = 20_267
LEVEL: Final = 0.95
HEAT: Final = {3: 60_000, 4: 30_000, 5: 15_000, 6: 15_000, 7: 6_000, 8: 4_000}
"""Games of a race's first heat, all together; one of eight costs fifty times one of three."""
MOST: Final = {3: 30_000, 4: 20_000, 5: 10_000, 6: 8_000, 7: 3_000, 8: 2_000}
"""Games of each convention at which a race is over."""
TEST: Final = {3: 60_000, 4: 40_000, 5: 24_000, 6: 24_000, 7: 16_000, 8: 10_000}
LARGE: Final = 7
"""From so many players on games are too dear for the whole family: what is known and about it."""
DRAWN: Final = 80
FINALISTS: Final = 4
FINER: Final = 2
"""Races over neighbours."""
TESTED: Final = 90
"""Series of the test; races take those from 0."""


@dataclass(frozen=True)
class Table:
    """Both sides' conventions, and which of them is replaced by a reply.

    Attributes
    ----------
    explorers, skeletons : sequences of (share, convention)
    side : str
        Whose reply is sought.
    seed : int
        Series ``k`` of games has the seed ``seed + k``.
    together : tuple of sides
        Those whose seats share a secret draw from their mix; in others each seat draws alone.
    """

    players: int
    explorers: Mix
    skeletons: Mix
    side: str
    seed: int
    together: tuple[str, ...] = SIDES

    @property
    def sign(self) -> int:
        """1 where the replying side wants explorers to win, else -1."""
        return 1 if self.side == "explorers" else -1

    def replying(self, reply: Convention) -> Table:
        """Return the table with one side playing a reply."""
        return self.with_mix(self.side, [(1.0, reply)])

    def with_mix(self, side: str, mix: Mix) -> Table:
        """Return the table with another mix on one side."""
        if side == "explorers":
            return replace(self, explorers=mix)
        return replace(self, skeletons=mix)

    def play(self, games: int, series: int, first: int = 0) -> BatchResult:
        """Play complete games ``first, first + 1, …`` of a series."""
        rules = KrakenRules.model_validate({"players": self.players})
        bots: list[NDArray[np.float64]] = []
        seating = np.zeros((games, self.players, len(SIDES)), np.int64)
        for role, (side, mix) in enumerate(
            zip(SIDES, (self.explorers, self.skeletons), strict=True)
        ):
            rows = [[share, *row_of(convention)] for share, convention in mix]
            if side in self.together:
                seating[:, :, role] = (
                    len(bots) + self._draws(role, mix, first, games, series)[:, None]
                )
                bots += [_bot(role, [[1.0, *row[1:]]]) for row in rows]
            else:
                seating[:, :, role] = len(bots)
                bots.append(_bot(role, rows))
        starts = np.cumsum([0, *map(len, bots)])[:-1]
        packed = Bots([EQUILIBRIUM] * len(bots), np.concatenate(bots), starts)
        seed = self.seed + series
        return play_batch(rules, dispatch, packed, seating, seed=seed, first_game=first)

    def _draws(self, role: int, mix: Mix, first: int, games: int, series: int) -> NDArray[np.int64]:
        """Return which convention a side draws in each game; by the game's number alone."""
        if len(mix) == 1:
            return np.zeros(games, np.int64)
        words = np.random.default_rng([self.seed, series, role]).random(first + games)[first:]
        shares = np.cumsum([share for share, _ in mix])
        return np.minimum(np.searchsorted(shares, words, side="right"), len(mix) - 1)

    def won(self, games: int, series: int, first: int = 0) -> NDArray[np.float64]:
        """Return 1 for each game that the explorers won."""
        return (self.play(games, series, first).outcome == EXPLORERS_WIN).astype(np.float64)


def _bot(role: int, rows: Sequence[Sequence[float]]) -> NDArray[np.float64]:
    """Return the parameters of a bot that plays one role."""
    return pack(rows, []) if role == 0 else pack([], rows)


def wins_of(table: Table, games: int, series: int, first: int) -> int:
    """Return how many games the explorers won."""
    return int(table.won(games, series, first).sum())


def _run(job: partial[int]) -> int:
    return job()


def race(
    table: Table, pool: Sequence[Convention], series: int, workers: int | None
) -> list[Convention]:
    """Return the conventions of a pool that reply best, the best first.

    Counts of games are whole numbers and ties go to the earlier one, so that the order depends on
    nothing but the deals.
    """
    alive, wins, played = list(range(len(pool))), [0] * len(pool), 0
    size = -(-HEAT[table.players] // len(pool))
    while size > 0:
        jobs = [partial(wins_of, table.replying(pool[k]), size, series, played) for k in alive]
        for k, found in zip(alive, in_order(_run, jobs, workers), strict=True):
            wins[k] += found
        played += size
        alive.sort(key=lambda k: (-table.sign * wins[k], k))
        alive = alive[: max(FINALISTS, len(alive) // 3)]
        size = min(2 * played, MOST[table.players] - played)
    return [pool[k] for k in alive]


def train(
    table: Table,
    rule: str,
    known: Sequence[Convention],
    rng: np.random.Generator,
    series: int = 0,
    workers: int | None = 1,
) -> Convention:
    """Return the best reply found.

    Parameters
    ----------
    rule : str
        What explorers announce, which a reply of theirs keeps to.
    known : sequence of conventions
        Races begin with these.
    series : int
        The first of ``1 + FINER`` series of games; each race has its own, so that none favours
        those that were lucky before.
    """
    if table.players >= LARGE:
        pool = [*known, *(other for convention in known for other in neighbours(convention))]
    else:
        pool = [*known, *grid(table.side, rule)]
    if table.side == "explorers":
        pool += drawn(rule, rng, DRAWN)
    best = race(table, _once(pool), series, workers)
    for k in range(1, 1 + FINER):
        near = [other for convention in best for other in neighbours(convention)]
        between = [other for a in best for b in best for other in crossed(a, b)]
        best = race(table, _once([*best, *between, *near]), series + k, workers)
    return best[0]


def _once(pool: Sequence[Convention]) -> list[Convention]:
    """Return the members of a pool that play differently, in order."""
    return list({tuple(row_of(convention)): convention for convention in pool}.values())


def tested(table: Table, reply: Convention, games: int, series: int) -> dict[str, Any]:
    """Return what a reply gains for its side over what it replaces, in paired games."""
    gain = table.sign * (table.replying(reply).won(games, series) - table.won(games, series))
    mean, half = float(gain.mean()), float(quantile(LEVEL) * gain.std() / games**0.5)
    return {
        "side": table.side,
        "convention": convention_text(reply),
        "gain": mean,
        "ci_low": mean - half,
        "ci_high": mean + half,
        "games": games,
    }


def lifted_table(players: int, side: str) -> tuple[str, Table]:
    """Return what lifted explorers announce, and the table of the lifted bots, who draw alone."""
    kept = document_of(players)["lifted"]
    mixes = [[(row[0], convention_of(name, row[1:])) for row in kept[name]] for name in SIDES]
    return kept["claims"], Table(players, mixes[0], mixes[1], side, SEED, ())


def gains(players: int, workers: int | None = 1) -> list[dict[str, Any]]:
    """Return what trained replies to the lifted bots gain, one of each side."""
    found = []
    for side in ("skeletons", "explorers"):
        rule, table = lifted_table(players, side)
        known = [c for c in document_of(players)[side] if c.get("rule", rule) == rule]
        reply = train(table, rule, known, np.random.default_rng([SEED, players]), 0, workers)
        found.append({"claims": rule, **tested(table, reply, TEST[players], TESTED)})
    return found


def main() -> None:
    """Write the results file of each number of players."""
    given = asked(__doc__)
    for n in given.players:
        head = provenance("responders", {"players": n}, METHOD, SEED, sources=RESPONDER)
        rows = {"level": LEVEL, "rows": gains(n, given.workers)}
        text = json.dumps(head | rows).replace('}, {"c', '},\n {"c') + "\n"
        (given.out / f"responders-{n}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
