"""Complete games of Kraken between bots of one side each: rates with intervals, by what they hold.

``python -m analysis.kraken_play PLAYERS`` derives ``results/kraken/plays-PLAYERS.json`` again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.files import write_atomically
from analysis.statistics import rate_estimate
from bots.kraken.info import play_roles
from engine.kraken.rules import KrakenRules
from engine.kraken.setup import at_deal
from engine.kraken.state import OUTCOMES, ROLES, ROUNDS, SKELETON

Record = dict[str, Any]

LEVEL = 0.95
EXPLORER, HARDEST = "bayes", "over-claimer"
"""The explorers whose play is measured, and the reply of the study that hurts them most."""
EXPLORERS = ("bayes", "suspicious", "truthful", "hider")
SKELETONS = ("truthful", "mimic", "hider", "over-claimer", "zero-claimer", "rusher", "staller")
SEED = 40_004
EXPANSIONS: Mapping[str, Mapping[str, Any]] = {
    "curse": {"curse": True},
    "curse, in play": {"curse": True, "curse_pool": "in_play"},
    "specials": {"special": True},
    "curse and specials": {"curse": True, "special": True},
}
"""Rule options of each expansion measured, by name."""


def rules_with(players: int, options: Mapping[str, Any] | None = None) -> KrakenRules:
    """Return the rules for a number of players with some options."""
    return KrakenRules.model_validate({"players": players, **(options or {})})


def rate(hits: NDArray[Any]) -> Record:
    """Return a rate over independent games with its 95 % interval; None where there is no game."""
    if not len(hits):
        return {"rate": None, "ci_low": 0.0, "ci_high": 1.0, "games": 0}
    found = rate_estimate(hits.astype(np.float64), np.arange(len(hits)), LEVEL)
    return {
        "rate": found.mean,
        "ci_low": found.ci_low,
        "ci_high": found.ci_high,
        "games": len(hits),
    }


def matchup(rules: KrakenRules, explorer: str, skeleton: str, games: int, seed: int) -> Record:
    """Return how games end in which one bot plays every explorer and another every skeleton.

    Returns
    -------
    dict
        ``explorers_win``; ``by_skeletons``, their number to the explorers' rate; ``endings``; and
        ``rounds``, the round to how often each side wins in it.
    """
    played = play_roles(rules, explorer, skeleton, games, seed=seed)
    won = played.outcome == OUTCOMES.index("explorers_win")
    skeletons = (played.role == SKELETON).sum(axis=1)
    return {
        "explorer": explorer,
        "skeleton": skeleton,
        "explorers_win": rate(won),
        "by_skeletons": {int(k): rate(won[skeletons == k]) for k in np.unique(skeletons)},
        "endings": {
            name: rate(played.outcome == code) for code, name in enumerate(OUTCOMES) if name
        },
        "rounds": {
            round_: {
                "explorers": rate(won & (played.rounds == round_)),
                "skeletons": rate(~won & (played.rounds == round_)),
            }
            for round_ in range(1, ROUNDS + 1)
        },
    }


def started(
    rules: KrakenRules,
    skeletons: Sequence[int],
    games: int,
    seed: int,
    *,
    known: bool = False,
    **given: Any,
) -> Record:
    """Return the explorers' rate from a round's start, seat 0 with the marker.

    Parameters
    ----------
    skeletons : sequence of int
        Their seats.
    known : bool
        Whether explorers know everybody's role.
    **given : int
        ``round_number`` and ``treasures_left``.
    """
    roles = [ROLES[seat in skeletons] for seat in range(rules.players)]
    position = at_deal(rules, roles, **given)
    for seat in range(rules.players):
        # Whose role each seat has seen.
        position.record.seen[seat, : rules.players] = known and seat not in skeletons
    played = play_roles(rules, EXPLORER, HARDEST, games, seed=seed, start=position.record)
    return rate(played.outcome == OUTCOMES.index("explorers_win"))


def starts(players: int, games: int, *, known: bool = False) -> Iterator[Record]:
    """Yield the explorers' rate at every round's start, by treasures, skeletons and marker.

    Parameters
    ----------
    known : bool
        Whether explorers know everybody's role; else only how roles were dealt, as at the start.
    """
    from models.kraken.pile import skeleton_chances

    rules = rules_with(players)
    for round_ in range(1, ROUNDS + 1):
        for left in range(max(1, players - players * (round_ - 1)), players + 1):
            for count in skeleton_chances(players):
                for marker in (0, 1) if count else (0,):
                    yield _start(rules, games, known, (round_, left, count, marker))


def _start(rules: KrakenRules, games: int, known: bool, at: tuple[int, int, int, int]) -> Record:
    round_, left, count, marker = at
    seats = [0, *range(1, count)] if marker else list(range(1, count + 1))
    seed = SEED + 1000 * round_ + 50 * left + 2 * count + marker
    found = started(
        rules, seats, games, seed, known=known, round_number=round_, treasures_left=left
    )
    return {
        "round": round_,
        "treasures_left": left,
        "skeletons": count,
        "marker": ROLES[marker],
        **found,
    }


def derived(players: int, games: int) -> Record:
    """Return the document of measured plays for a number of players.

    The headline plays the reply that hurt most again, with games of its own: the lowest of several
    measured rates is too low on average.
    """
    begun, rules = perf_counter(), rules_with(players)
    matches = [
        matchup(rules, explorer, skeleton, games, SEED)
        for explorer in EXPLORERS
        for skeleton in SKELETONS
    ]
    own = [row for row in matches if row["explorer"] == EXPLORER]
    worst = min(own, key=lambda row: row["explorers_win"]["rate"])["skeleton"]
    return {
        "game": "kraken",
        "name": "plays",
        "rules": {"players": players},
        "method": "complete play of bots; 95 % Wilson intervals, each for itself",
        "explorer": EXPLORER,
        "skeleton": HARDEST,
        "seed": SEED,
        "headline": matchup(rules, EXPLORER, worst, 2 * games, SEED + 1),
        "expansions": {
            name: matchup(rules_with(players, options), EXPLORER, worst, games, SEED + 2)
            for name, options in EXPANSIONS.items()
        },
        "starts": list(starts(players, games // 5)),
        "starts_known": list(starts(players, games // 5, known=True)),
        "matchups": [
            {name: row[name] for name in ("explorer", "skeleton", "explorers_win")}
            for row in matches
        ],
        "versions": {"equitable": version("equitable"), "numba": version("numba")},
        "seconds": round(perf_counter() - begun, 1),
    }


def main(players: int, games: int) -> None:
    """Write the results file of a number of players."""
    folder = Path(__file__).resolve().parent.parent / "results" / "kraken"
    text = json.dumps(derived(players, games), indent=1) + "\n"
    write_atomically(folder / f"plays-{players}.json", text.encode())


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10_000)
