"""Cases of perft and of whole-game distributions, shared by the tests and by the writer of counts.

``python -m tests.engine.perft`` writes perft_good_guys.txt from the brute force alone.
"""

import json
from pathlib import Path

from tests.engine import brute, brute_good_guys

COUNTS = Path(__file__).parent / "perft_good_guys.txt"
FUZZ = {4: (63, 84), 5: (69, 86), 6: (70, 93), 7: (80, 96), 8: (87, 108)}
"""Loot cards that may lie above the Fuzz with all piles as printed, reckoned by hand."""


def script(step, factor):
    """Return a choice that looks random and is the same everywhere."""
    x = (step + 1) * factor
    return (x ^ (x >> 7) ^ (x >> 3)) % 9973


def scripted(factor):
    """Return a script of decisions: mostly arbitrary, one in three the first allowed."""

    def choose(step, allowed):
        x = script(step, factor)
        return allowed[0] if x % 3 == 0 else allowed[x % len(allowed)]

    return choose


def opening(players, **more):
    """Return the options of a whole game as printed."""
    full = {"loot_counts": [35] * 4, "start_loot": [1] * 4}
    return {"players": players, **full, "fuzz": FUZZ[players], **more}


def small(players, fuzz, extra, **more):
    """Return the options of a game with a deck of ``extra`` loot cards by value."""
    counts = [players + e for e in extra]
    options = {"players": players, "loot_counts": counts, "start_loot": [1] * 4, "fuzz": fuzz}
    return {**options, "talk_turns": 0, **more}


def prefix(options, length, factor):
    """Return the first answers of a scripted game."""
    answers = []
    for step in range(length):
        kind, allowed = brute.follow(brute_good_guys.play, options, answers)
        if kind == "end":
            raise ValueError(f"the game is over after {step} answers")
        answers.append(scripted(factor)(step, sorted(allowed)))
    return answers


def cases():
    """Yield (name, options, first answers, greatest depth)."""
    for n in range(4, 9):
        yield f"opening {n}", opening(n), [], 6
        deck = small(n, (n + 1, n + 3), (2, 2, 1, n), loot_extra=-1, first_boss=n - 1)
        begun = [3] * (n - 1)
        yield f"offer {n}", deck, begun, 4
        offered = [*begun, *[(n - 1 + k) % n for k in range(n - 1)]]
        yield f"markers {n}", deck, offered, 4
    reveal = small(4, (3, 5), (2, 2, 1, 1), loot_extra=-2)
    for factor in (31, 47, 85, 102):
        yield f"reveal {factor}", reveal, prefix(reveal, 12, factor), 5
    shallow = small(4, (0, 2), (1, 1, 1, 0), loot_extra=-3)
    yield "fuzz on top", shallow, [], 5
    payoffs = small(4, (2, 3), (1, 0, 0, 2), loot_extra=-3, first_boss=2, payoffs=True)
    few = {**payoffs, "payoff_cards": 1, "payoff_tokens": 1}
    yield "gifts", few, [], 5
    yield "deals", few, [3, 0, 0, 0, 0, 1], 4
    two = {**payoffs, "payoff_cards": 2}
    yield "bribe placed", two, [3, 0, 0, 0, 0, 1, 41 + 2 * 3, 57, 0], 3
    yield "purchase", two, [3, 0, 0, 0, 0, 1, 62 + 5 * 0 + 1, 57 + 2], 4
    limit = small(4, (4, 6), (2, 1, 1, 2), loot_extra=-3, boss_limit=True, boss_limit_rounds=1)
    yield "boss limit", limit, prefix(limit, 9, 31), 5


def main():
    """Write the counts."""
    lines = [
        "# Perft of Good Guys: options, first answers, number of sequences of 1, 2, ... answers.",
        "# Source: the brute force of tests/engine, which shares no code with the engine.",
    ]
    for name, options, answers, depth in cases():
        counts = [
            brute.perft(brute_good_guys.play, options, d + 1, tuple(answers)) for d in range(depth)
        ]
        case = {"name": name, "options": options, "answers": answers, "counts": counts}
        lines.append(json.dumps(case))
    COUNTS.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
