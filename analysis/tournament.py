"""Tournaments: every deal is played once for each rotation of the bots around the table.

Game ``i`` of B bots plays deal ``i // B`` with the bots turned by ``i % B`` seats, so over one
deal every bot holds every seat once, and the comparison of two bots is paired by deal. Deals are
keyed by their number, so neither workers nor chunks nor a resumed run change any result.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from analysis.errors import BadInput
from analysis.files import write_atomically
from analysis.parallel import in_order
from analysis.standings import Games, by_bot, by_outcome, by_pair, by_seat
from analysis.tables import Table
from engine.play import play_game
from engine.record import record_of, write_record
from engine.registry import game as find_game

DEALS_PER_CHUNK = 200

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Plan:
    """Everything that decides the results of a tournament.

    Attributes
    ----------
    table : Table
        Game, rules and bots.
    games : int
        Exact number of games; the last rotation may be cut.
    seed : int
        Root of the series of deals.
    """

    table: Table
    games: int
    seed: int = 0

    @property
    def deals(self) -> int:
        """Number of deals, the cut one included."""
        return -(-self.games // self.table.turns)

    def chunks(self) -> list[range]:
        """Return the deals of each unit of work; the same whatever the number of workers."""
        return [
            range(first, min(first + DEALS_PER_CHUNK, self.deals))
            for first in range(0, self.deals, DEALS_PER_CHUNK)
        ]


def play_chunk(plan: Plan, deals: range) -> Games:
    """Play all rotations of some deals, cut at the exact number of games."""
    bots, turns, seats = len(plan.table.bots), plan.table.turns, plan.table.seats
    rotations = [(turn + np.arange(seats)) % bots for turn in range(turns)]
    parts = [
        plan.table.play(np.tile(row, (len(deals), 1)), plan.seed, deals.start) for row in rotations
    ]
    games = Games(
        deal=np.repeat(np.arange(deals.start, deals.stop), turns),
        seating=parts[0].role if plan.table.by_role else np.tile(rotations, (len(deals), 1)),
        win_share=_by_deal([part.win_share for part in parts]),
        payoff=_by_deal([part.returns for part in parts]),
        outcome=_by_deal([part.outcome for part in parts]),
        forfeits=_by_deal([part.forfeit for part in parts]),
    )
    return games.head(plan.games - deals.start * turns)


def _by_deal(parts: Sequence[Any]) -> Any:
    """Interleave the rotations: all games of a deal follow each other."""
    stacked = np.stack(parts, axis=1)
    return stacked.reshape(-1, *stacked.shape[2:])


def run(
    plan: Plan,
    workers: int | None = None,
    folder: Path | None = None,
    progress: Progress | None = None,
) -> Games:
    """Play a tournament.

    Parameters
    ----------
    plan : Plan
    workers : int, optional
        Processes; all cores by default. Changes no result.
    folder : Path, optional
        Keeps every finished chunk here, and takes from here what is finished already.
    progress : callable, optional
        Called with games done and games in all.

    Raises
    ------
    BadInput
        If the folder belongs to another tournament.
    """
    chunks = plan.chunks()
    if folder is not None:
        _claim(folder, plan)
    kept = {deals.start: _load(folder, deals) for deals in chunks} if folder else {}
    missing = [deals for deals in chunks if kept.get(deals.start) is None]
    done: dict[int, Games] = {start: games for start, games in kept.items() if games is not None}
    counted = sum(len(games.deal) for games in done.values())
    for deals, games in zip(
        missing, in_order(partial(play_chunk, plan), missing, workers), strict=True
    ):
        if folder is not None:
            _keep(folder, deals, games)
        done[deals.start] = games
        counted += len(games.deal)
        if progress is not None:
            progress(counted, plan.games)
    return Games.join([done[deals.start] for deals in chunks])


def _claim(folder: Path, plan: Plan) -> None:
    """Write down whose chunks the folder holds, or check that they are this tournament's."""
    said = json.dumps(
        {
            **plan.table.document(),
            "bots": plan.table.names,
            **({"by_role": True} if plan.table.by_role else {}),
            "games": plan.games,
            "seed": plan.seed,
        },
        indent=1,
    )
    note = folder / "tournament.json"
    folder.mkdir(parents=True, exist_ok=True)
    if not note.exists():
        write_atomically(note, said.encode())
    elif note.read_text() != said:
        raise BadInput("--resume", str(folder), "a new folder, or one of the same tournament")


def _keep(folder: Path, deals: range, games: Games) -> None:
    from io import BytesIO

    buffer = BytesIO()
    np.savez_compressed(buffer, **asdict(games))
    write_atomically(folder / f"deals-{deals.start}.npz", buffer.getvalue())


def _load(folder: Path, deals: range) -> Games | None:
    path = folder / f"deals-{deals.start}.npz"
    if not path.exists():
        return None
    with np.load(path, allow_pickle=False) as arrays:
        return Games(**arrays)


def forfeit_reasons(plan: Plan, games: Games) -> dict[str, str]:
    """Return why each bot that forfeited did so, the first time, by playing that game again."""
    reasons = {}
    for bot, name in enumerate(plan.table.names):
        lost = games.forfeits & (games.seating == bot)
        if lost.any():
            row, seat = map(int, np.argwhere(lost)[0])
            deal = int(games.deal[row])
            again = plan.table.play(games.seating[row : row + 1], plan.seed, deal)
            reasons[name] = again.reasons[deal, seat]
    return reasons


def save_games(plan: Plan, folder: Path, progress: Progress) -> None:
    """Write the record of every game, ``game-0.json`` on, played again one step at a time."""
    table = plan.table
    game = find_game(table.game)
    start = game.initial(table.rules)
    for index in range(plan.games):
        deal, turn = divmod(index, table.turns)
        policies = table.policies(turn)
        played = play_game(game, table.rules, policies, seed=plan.seed, index=deal)
        text = write_record(record_of(game, start, played.moves))
        write_atomically(folder / f"game-{index}.json", text.encode())
        progress(index + 1, plan.games)


def summary(plan: Plan, games: Games) -> dict[str, Any]:
    """Return what a tournament shows: the document of ``compare --json`` but for the seconds."""
    return {
        **plan.table.document(),
        "games": plan.games,
        "seed": plan.seed,
        "bots": by_bot(games, plan.table.names),
        "seats": by_seat(games, rotated=not plan.table.by_role),
        "outcomes": by_outcome(games, plan.table.outcomes),
        # Bots of different roles play against each other, not for the same thing.
        "pairs": [] if plan.table.by_role else by_pair(games, plan.table.names),
    }
