"""Advice of No Touch Kraken against complete play, over a grid of states: who agrees, and how well.

``python -m analysis.kraken_grid PLAYERS`` derives ``results/kraken/advice-PLAYERS.json`` again;
``python -m analysis.kraken_grid table`` prints the tables of the page on the balance.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np

from analysis.engine_check import check_seed
from analysis.files import write_atomically
from analysis.kraken_story import REFUTED, SILENT, Wanted, find, view_at
from analysis.playing.kraken import Tables, playing
from analysis.provenance import provenance
from analysis.statistics import rate_estimate
from engine.kraken.game import GAME
from engine.kraken.rules import KrakenRules
from models.kraken.advice import to_speak
from models.kraken.heard import SPECIALS
from models.kraken.odds import odds_of
from models.kraken.played import Move, picks, rows_of, spoken
from models.kraken.playing import BLOCK, LEVEL, Course
from models.kraken.talk import label_of
from models.kraken.view import ROLES, View

Record = dict[str, Any]
FOLDER: Final = Path(__file__).resolve().parent.parent / "results" / "kraken"
SEED: Final = 61_004
GAMES: Final = {3: 8000, 4: 2000, 5: 1500, 6: 500, 7: 250, 8: 250}
"""Games after each move, for the prediction and again for the check."""
EVERY_CLAIM: Final = (3, 4)
"""Numbers of players for whom every claim is tried."""
EXPANSIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "basic": {},
    "curse": {"curse": True},
    "curse, in play": {"curse": True, "curse_pool": "in_play"},
    "specials": {"special": True},
    "curse and specials": {"curse": True, "special": True},
    "curse, in play, and specials": {"curse": True, "curse_pool": "in_play", "special": True},
}
Z: Final = 2.5758


def basic() -> Iterator[Wanted]:
    """Yield the states of the basic game: both decisions, rounds, roles, ways of talk."""
    for number in range(1, 5):
        for role in ROLES:
            for talk in (SILENT, "claims", REFUTED):
                yield Wanted("reveal", number, role, talk)
                if talk != REFUTED or number > 1:
                    yield Wanted("claim", number, role, talk, held=True)
                    yield Wanted("claim", number, role, talk, held=False)


def expanded(name: str) -> Iterator[Wanted]:
    """Yield the states of the game with an expansion; with special cards each of them face up."""
    for number in range(1, 5):
        for role in ROLES:
            yield Wanted("reveal", number, role, "claims" if number % 2 else REFUTED)
            yield Wanted("claim", number, role, "claims", held=number % 2 == 0)
    for k, card in enumerate(SPECIALS if name == "specials" else ()):
        yield Wanted("reveal", 1 + k % 2, ROLES[k % 2], card=card)
        yield Wanted("claim", 2 + k % 2, ROLES[1 - k % 2], card=card, held=k % 2 == 0)


def measured(rules: KrakenRules, view: View, decision: str, games: int, seed: int) -> Record:
    """Return predictions and complete play of the moves of a decision.

    Predictions are those of the model, and the games of the check have seeds of their own.
    """
    asked = to_speak(view) if decision == "claim" else view
    moves = _moves(asked, decision, seed)
    course, play = Course("mixed"), playing(rules, seed, 1)
    rows = rows_of(asked, moves, games, course, play)
    texts = tuple(_text(row) for row in rows)
    tables = Tables(rules, asked, texts, course, check_seed(seed))
    won = np.concatenate([tables(block) for block in range(-(-games // BLOCK))])
    return {"moves": [_compared(row, won[:, k]) for k, row in enumerate(rows)]}


def _moves(view: View, decision: str, seed: int) -> list[Move]:
    """Return the moves of a decision; of many claims the truth, silence and two drawn."""
    if decision == "reveal":
        return picks(view, odds_of(view, "mixed"))
    said = spoken(view, "mixed")
    if view.players in EVERY_CLAIM:
        return said
    kept = [move for move in said if move.facts["true"] or move.text == "silent"]
    rest = [move for move in said if move not in kept]
    drawn = np.random.default_rng(seed).permutation(len(rest))[:2]
    return kept + [rest[k] for k in drawn]


def _text(row: Mapping[str, Any]) -> str:
    if "claim" in row:
        return label_of(row["claim"])
    return "pick shown" if row.get("shown") else f"pick {row['seat']}"


def _compared(row: Mapping[str, Any], won: Any) -> Record:
    """Return a move's prediction and its measurement, as the engine check compares them."""
    found = rate_estimate(won.astype(np.float64), np.arange(len(won)), LEVEL)
    predicted, error = float(row["explorers_win"]), float(row["error"])
    spread = sum(p * (1 - p) for p in (predicted, found.mean)) / len(won)
    return {
        "move": _text(row),
        "predicted": predicted,
        "error": error,
        "measured": found.mean,
        "ci_low": found.ci_low,
        "ci_high": found.ci_high,
        "z": (found.mean - predicted) / sqrt(spread) if spread else 0.0,
        "agrees": bool(found.ci_low - error <= predicted <= found.ci_high + error),
    }


def derived(players: int) -> Record:
    """Return the document of a number of players."""
    begun, rows, number = perf_counter(), list[Record](), 0
    for name, options in EXPANSIONS.items():
        rules = KrakenRules.model_validate({"players": players, **options})
        for wanted in basic() if name == "basic" else expanded(name):
            number += 1
            story = find(rules, wanted, SEED + 1000 * players + number)
            if story is None:
                rows.append(_head(name, wanted) | {"moves": None})
                continue
            view = view_at(story, GAME.actor(story.position))
            found = measured(rules, view, wanted.decision, GAMES[players], SEED + number)
            rows.append(_head(name, wanted) | found)
    head = provenance(
        "advice",
        {"players": players},
        "advice of `reveal` and `claim` against complete play, seeds apart; 99 % intervals",
        SEED,
        perf_counter() - begun,
    )
    return {**head, "games": GAMES[players], "rows": rows}


def _head(name: str, wanted: Wanted) -> Record:
    return {"expansion": name} | {
        key: getattr(wanted, key) for key in ("decision", "round", "role", "talk", "held", "card")
    }


def summary(rows: list[Record]) -> tuple[int, int, int, int, float]:
    """Return states, those that agree, moves, moves beyond 99 % of both errors, mean gap."""
    found = [row["moves"] for row in rows if row["moves"]]
    moves = [move for row in found for move in row]
    return (
        len(found),
        sum(all(move["agrees"] for move in row) for row in found),
        len(moves),
        sum(abs(move["z"]) > Z for move in moves),
        float(np.mean([move["measured"] - move["predicted"] for move in moves])) if moves else 0.0,
    )


def tables(documents: Mapping[int, Record]) -> Iterator[str]:
    """Yield the lines of the page: agreement by players and expansion, and by kind of state."""
    yield "| N | game | states | agree | moves | beyond 99 % of both errors | mean gap |"
    yield "|---|---|---|---|---|---|---|"
    for n, document in documents.items():
        for name in EXPANSIONS:
            yield _line(n, name, [r for r in document["rows"] if r["expansion"] == name])
    rows = [row for document in documents.values() for row in document["rows"]]
    yield _line("all", "all", rows)
    yield ""
    yield "| kind | value | states | agree | moves | beyond 99 % of both errors | mean gap |"
    yield "|---|---|---|---|---|---|---|"
    for key in ("decision", "round", "role", "talk", "held", "card"):
        for value in dict.fromkeys(row[key] for row in rows):
            if value != "":
                yield _line(key, str(value), [row for row in rows if row[key] == value])


def _line(first: object, second: str, rows: list[Record]) -> str:
    states, agree, moves, beyond, gap = summary(rows)
    return f"| {first} | {second} | {states} | {agree} | {moves} | {beyond} | {100 * gap:+.2f} pp |"


def main(what: str) -> None:
    """Write the results file of a number of players, or print the tables of all."""
    if what == "table":
        files = {n: FOLDER / f"advice-{n}.json" for n in range(3, 9)}
        kept = {n: json.loads(f.read_text("utf-8")) for n, f in files.items() if f.is_file()}
        sys.stdout.write("\n".join(tables(kept)) + "\n")
        return
    players = int(what)
    text = json.dumps(derived(players), indent=1) + "\n"
    write_atomically(FOLDER / f"advice-{players}.json", text.encode())


if __name__ == "__main__":
    main(sys.argv[1])
