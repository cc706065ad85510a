"""Tables of Kraken's measured results in Markdown: ``python -m analysis.kraken_tables``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import product
from math import sqrt
from typing import Any, Final

from analysis.families import row_of
from analysis.responder import SIDES
from analysis.statistics import bonferroni, quantile, wilson
from models.kraken import conventions, expansion
from models.kraken.blind import ending_chances
from models.kraken.measured import document_of
from models.kraken.pile import skeleton_chances
from models.kraken.position import Position
from models.kraken.values import stored

PLAYERS: Final = range(3, 9)
LEVEL: Final = 0.99
MARGIN: Final = 0.01
"""What the model's secret joint draw may add to the interval."""
LIFTED: Final = "equilibrium"

Pairs = Mapping[tuple[str, str], Mapping[str, Any]]


def pct(value: float) -> str:
    """Return a rate in per cent."""
    return f"{100 * value:.1f}"


def spread(low: float, high: float) -> str:
    """Return an interval in per cent."""
    return f"({pct(low)}..{pct(high)})"


def rate(wins: int, games: int, level: float = LEVEL) -> str:
    """Return a rate with its interval in per cent."""
    return f"{pct(wins / games)} {spread(*wilson(wins / games, games, level))}"


def pairs_of(players: int) -> Pairs:
    """Return the measured pairings of a number of players by explorers' and skeletons' bot."""
    kept = stored("lifted", players) or {"rows": []}
    return {(row["explorer"], row["skeleton"]): row for row in kept["rows"]}


def table(title: str, head: str, rows: Iterator[str]) -> Iterator[str]:
    """Yield a Markdown table."""
    yield from (f"### {title}", "", f"| {head} |", "|---" * (head.count("|") + 1) + "|")
    yield from rows
    yield ""


def at_lifted_mixes(document: Mapping[str, Any], count: str) -> float:
    """Return what the cells say of the lifted mixes, given the number of skeletons.

    The model's own mixes have the same value as dealt but may do well against few skeletons at
    the cost of many. In the cells a side draws together, lifted seats draw alone.
    """
    known = {side: [row_of(c) for c in document[side]] for side in SIDES}
    cells = {(cell["row"], cell["column"]): cell["by_skeletons"] for cell in document["cells"]}
    rows, columns = (
        [(share, known[side].index(row)) for share, *row in document["lifted"][side]]
        for side in SIDES
    )
    total = 0.0
    for (p, i), (q, j) in product(rows, columns):
        games, wins = cells[i, j][count]
        total += p * q * wins / games
    return total


def predictions(n: int) -> Iterator[str]:
    """Yield predicted beside measured, as roles are dealt and by the number of skeletons."""
    found, row = conventions.solve(Position(n)), pairs_of(n)[LIFTED, LIFTED]
    document = document_of(n)
    cell = document["cells"][0]
    parts = {
        "as dealt": (found.recommendation["value"], cell["games"], [row["games"], row["wins"]])
    }
    for count in skeleton_chances(n):
        behind = cell["by_skeletons"][str(count)][0]
        value = at_lifted_mixes(document, str(count))
        parts[str(count)] = value, behind, row["by_skeletons"][str(count)]
    for name, (value, behind, (games, wins)) in parts.items():
        # Cells share their deals, so a mix of them errs like one of them.
        error = quantile(LEVEL) * sqrt(value * (1 - value) * (1 / behind + 1 / games))
        agrees = "yes" if abs(value - wins / games) <= error + MARGIN else "no"
        predicted = rate(round(value * behind), behind)
        yield f"| {n} | {name} | {predicted} | {rate(wins, games)} | {games:,} | {agrees} |"


def least(pairs: Pairs, explorer: str) -> Mapping[str, Any]:
    """Return the pairing that leaves an explorers' bot least."""
    rows = [row for (bot, _), row in pairs.items() if bot == explorer]
    return min(rows, key=lambda row: row["wins"] / row["games"])


def lowest(n: int) -> Iterator[str]:
    """Yield what lifted explorers and `bayes` keep against the worst bot for each."""
    pairs, cells = pairs_of(n), []
    for explorer in (LIFTED, "bayes"):
        row = least(pairs, explorer)
        level = bonferroni(LEVEL, sum(bot == explorer for bot, _ in pairs))
        cells.append(f"{rate(row['wins'], row['games'], level)} | {row['skeleton']}")
    yield f"| {n} | {cells[0]} | {cells[1]} | {pct(float(ending_chances(5 * n, n, 4 * n)[0]))} |"


def skeletons(n: int) -> Iterator[str]:
    """Yield what lifted skeletons leave, and the strongest other bot, to both explorers' bots."""
    pairs, cells = pairs_of(n), []
    for explorer in (LIFTED, "bayes"):
        own = pairs[explorer, LIFTED]
        others = {k: row for k, row in pairs.items() if k[1] != LIFTED}
        row = least(others, explorer)
        cells.append(rate(own["wins"], own["games"]))
        cells.append(f"{rate(row['wins'], row['games'])} {row['skeleton']}")
    yield f"| {n} | {' | '.join(cells)} |"


def talk(n: int) -> Iterator[str]:
    """Yield the value of each rule of announcing."""
    rows = {row["claims"]: row for row in conventions.solve(Position(n)).alternatives}
    cells = [
        f"{pct(rows[rule]['value'])} {spread(rows[rule]['ci_low'], rows[rule]['ci_high'])}"
        for rule in ("truth", "hide", "silence")
    ]
    honest = rows["truth"]["value"] - rows["silence"]["value"]
    hidden = rows["hide"]["value"] - rows["truth"]["value"]
    yield f"| {n} | {' | '.join(cells)} | {100 * honest:+.1f} | {100 * hidden:+.1f} |"


def marker(n: int) -> Iterator[str]:
    """Yield what the first marker is worth."""
    row = pairs_of(n)[LIFTED, LIFTED]
    (games, wins), (others, lost) = row["first_explorer"], row["first_skeleton"]
    gap = wins / games - lost / others
    both = quantile(LEVEL) * sqrt(
        sum(p * (1 - p) / m for p, m in ((wins / games, games), (lost / others, others)))
    )
    cells = (rate(wins, games), rate(lost, others), f"{pct(gap)} {spread(gap - both, gap + both)}")
    yield f"| {n} | {' | '.join(cells)} |"


def mixes(n: int) -> Iterator[str]:
    """Yield the conventions of both sides with their shares."""
    for side, mix in conventions.solve(Position(n)).strategies.items():
        for name, share in sorted(mix.items(), key=lambda item: -item[1]):
            yield f"| {n} | {side} | {name} | {pct(share)} |"


def responders(n: int) -> Iterator[str]:
    """Yield what the last trained responders of the rule played gained on fresh seeds."""
    found = conventions.solve(Position(n))
    rows = [r for r in found.sensitivity if r["claims"] == found.recommendation["claims"]]
    last = max(row["step"] for row in rows)
    for row in rows:
        if row["step"] == last:
            gain = f"{100 * row['gain']:+.1f} {spread(row['ci_low'], row['ci_high'])}"
            drawn = row.get("drawn", "alone")
            yield f"| {n} | {row['side']} | {drawn} | {row['convention']} | {gain} |"


def replies(n: int) -> Iterator[str]:
    """Yield what trained replies to the lifted bots gain on fresh seeds."""
    kept = stored("responders", n) or {"rows": []}
    for row in kept["rows"]:
        gain = f"{100 * row['gain']:+.1f} {spread(row['ci_low'], row['ci_high'])}"
        yield f"| {n} | {row['side']} | {row['convention']} | {gain} | {row['games']:,} |"


def changes(n: int) -> Iterator[str]:
    """Yield what each variant changes for the explorers."""
    found = expansion.solve(Position(n))
    for row in found.recommendation["variants"]:
        value = f"{pct(row['value'])} {spread(row['ci_low'], row['ci_high'])}"
        change = ""
        if "change" in row:
            change = f"{100 * row['change']:+.1f} {spread(row['change_low'], row['change_high'])}"
        yield f"| {n} | {row['variant']} | {value} | {change} | {row['reply']} |"


def cards(n: int) -> Iterator[str]:
    """Yield what each special card changes by being in the game."""
    cells = [
        f"{100 * row['value']:+.1f} {spread(row['ci_low'], row['ci_high'])}"
        for row in expansion.solve(Position(n)).alternatives
    ]
    yield f"| {n} | {' | '.join(cells)} |"


TABLES: Final = (
    (
        "Predicted and measured",
        "N | skeletons | predicted | measured | games | agrees",
        predictions,
    ),
    ("Explorers against the worst bot", "N | lifted | bot | bayes | bot | blind", lowest),
    (
        "Skeletons against both explorers",
        "N | lifted explorers: lifted | next best | bayes: lifted | next best",
        skeletons,
    ),
    ("Announcing", "N | truth | hide | silence | truth - silence | hide - truth", talk),
    ("The first marker", "N | with an explorer | with a skeleton | difference", marker),
    ("Mixes", "N | side | convention | share", mixes),
    ("Trained responders", "N | side | drawn | best convention found | gain", responders),
    ("Replies to the lifted bots", "N | side | best convention found | gain | games", replies),
    ("Expansions", "N | variant | explorers | change | reply", changes),
    (
        "Special cards",
        "N | vanished | grasp | identity | presence | light | obsession",
        cards,
    ),
)


def main() -> None:
    """Print every table for every number of players that has results."""
    for title, head, rows in TABLES:
        ready = [n for n in PLAYERS if _ready(n, title)]
        lines = (line for n in ready for line in rows(n))
        sys.stdout.write("\n".join(table(title, head, lines)) + "\n")


def _ready(n: int, title: str) -> bool:
    if title in ("Expansions", "Special cards"):
        return stored("expansion", n) is not None
    return stored("conventions", n) is not None and stored("lifted", n) is not None


if __name__ == "__main__":
    main()
