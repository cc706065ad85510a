"""Cases of perft of No Touch Kraken, shared by the tests and by the writer of counts.

``python -m tests.engine.perft_kraken`` writes perft_kraken.txt from the brute force alone.
"""

import json
from pathlib import Path

from tests.engine import brute, brute_kraken
from tests.engine.perft import scripted

COUNTS = Path(__file__).parent / "perft_kraken.txt"


def prefix(options, length, factor):
    """Return the first answers of a scripted game; None if it ends before."""
    answers = []
    for step in range(length):
        kind, allowed = brute.follow(brute_kraken.play, options, answers)
        if kind == "end":
            return None
        answers.append(scripted(factor)(step, sorted(allowed)))
    return answers


def cases():
    """Yield (name, options, first answers, greatest depth)."""
    for n in range(3, 9):
        options = {"players": n}
        yield f"opening {n}", options, [], 6
        dealt = n + 1 + 5 * n
        for factor in (31, 47):
            start = prefix(options, dealt - 2, factor)
            yield f"claims {n}, {factor}", options, start, 4
            start = prefix({**options, "claims": False}, dealt, factor)
            yield f"picks {n}, {factor}", {**options, "claims": False}, start, 6
    every = {"curse": True, "special": True, "claims_per_action": True}
    for n in (3, 4, 5, 8):
        for factor in (31, 47, 85, 102):
            options = {"players": n, **every, "claims": factor > 50}
            for length in (7 * n, 9 * n, 12 * n):
                start = prefix(options, length, factor)
                if start is not None:
                    yield f"expansions {n}, {factor}, {length}", options, start, 4
    series = {"players": 3, "tokens": 2, "claims": False}
    for factor in (31, 47, 85):
        start = prefix(series, 33, factor)
        if start is not None:
            yield f"series {factor}", series, start, 5


def main():
    """Write the counts."""
    lines = [
        "# Perft of Kraken: options, first answers, number of sequences of 1, 2, ... answers.",
        "# Source: the brute force of tests/engine, which shares no code with the engine.",
    ]
    for name, options, answers, depth in cases():
        play = brute_kraken.play
        counts = [brute.perft(play, options, d + 1, tuple(answers)) for d in range(depth)]
        case = {"name": name, "options": options, "answers": answers, "counts": counts}
        lines.append(json.dumps(case))
    COUNTS.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
