"""Advice by complete play: every move of seat 0 followed to the end of the game, many times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from models.base import Assumption, BadQuestion, Certificate
from models.kraken.advice import COMPLETE
from models.kraken.belief import TALKS
from models.kraken.heard import GRASP
from models.kraken.kinds import ALIKE, MEASURED
from models.kraken.odds import Odds, odds_of
from models.kraken.pile import Hand
from models.kraken.playing import (
    BLOCK,
    REPLIES,
    Course,
    Play,
    gain_left,
    games_for,
    told_apart,
    worth_rows,
)
from models.kraken.table import by_curses
from models.kraken.talk import claims, label_of
from models.kraken.view import View, claim_text

METHOD: Final = "complete play after every move, in tables drawn from the exact posterior"
CONCEPT: Final = "best move now, all seats then playing as the bots named; no equilibrium"
PART: Final = 8
"""What changes an answer is played in so many times fewer games."""
CONVENTION: Final = Assumption(
    "convention",
    "so far explorers announced truthfully; skeletons told the truth, claimed one treasure more, "
    "claimed nothing, or anything, in fixed shares",
    "approximation",
    "the posterior is exact if they did; other shares are shown below",
)
LATER: Final = Assumption(
    "later-play",
    "after the move all seats, you too, play on as bots do: explorers announce truthfully and "
    "believe by Bayes, skeletons claim one treasure more and hunt for the Kraken",
    "approximation",
    "better play on either side moves the chance; other skeletons are shown below",
)
SAMPLED: Final = Assumption(
    "sampled",
    "chances to win are rates of complete games in tables drawn from the belief",
    "approximation",
    "a sampling error, shown beside each as what holds for all moves together with 99 %",
)
PICKS_SILENT: Final = Assumption(
    "picks-silent",
    "who picked whose card tells nothing of roles; the talk and the cards do",
    "approximation",
    "a holder who picks against his claimed side gives himself away; the answer does not see it",
)
EXPANDED: Final = Assumption(
    "expansions",
    "roles, treasures and the Kraken by the posterior; curses that may still strike and special "
    "cards lie anywhere among the other cards, but for what was seen and for the grasp, which "
    "nobody has who spoke",
    "approximation",
    "exact but for the grasp in earlier rounds, where silence counts by seats and not by hands",
)

ASSUMPTIONS: Final = (CONVENTION, PICKS_SILENT, LATER, SAMPLED, EXPANDED, ALIKE)
"""Of answers by complete play; that on expansions where there are any."""


@dataclass(frozen=True)
class Answer:
    """What complete play answers.

    Attributes
    ----------
    rows : list of dict
        Moves, the best first.
    """

    rows: list[dict[str, Any]]
    why: str
    sensitivity: tuple[dict[str, Any], ...]
    certificate: Certificate
    assumptions: tuple[Assumption, ...]
    details: dict[str, Any]


@dataclass(frozen=True)
class Move:
    """A move of seat 0: how the engine writes it, and the fields that name it in an answer."""

    text: str
    names: dict[str, Any]
    facts: dict[str, Any]


def picks(view: View, odds: Odds) -> list[Move]:
    """Return whose cards seat 0 may pick, and the card that the light has shown."""
    now, lit = view.now, view.now.light
    lies = lit is not None and lit.at is None and view.cards(lit.seat) > 0
    found = [
        Move(f"pick {seat}", {"seat": seat, "shown": False}, odds.of(seat))
        for seat in range(1, view.players)
        if view.cards(seat) - (lies and lit is not None and lit.seat == seat) > 0
    ]
    if lies and lit is not None and lit.seat != 0:
        facts = odds.shown(lit.seat, lit.card, safe=now.safe or ("treasure" in _up(view)))
        found.append(Move("pick shown", {"seat": lit.seat, "shown": True}, facts))
    return found


def _up(view: View) -> list[str]:
    return [card for _, card in view.now.reveals]


def spoken(view: View, talk: str) -> list[Move]:
    """Return what seat 0 may say, and how each makes him look; under the grasp only silence."""
    allowed: list[Hand | None] = [None] if GRASP in view.own else claims(view)
    return [
        Move(
            label_of(claim_text(claim)),
            {"claim": claim_text(claim)},
            {"true": claim == view.dealt, "suspected_probability": suspicion(view, claim, talk)},
        )
        for claim in allowed
    ]


def suspicion(view: View, claim: Hand | None, talk: str) -> float:
    """Return how likely all take seat 0 for a skeleton after a claim, by the talk so far."""
    after = view.heard(view.now.says(0, claim))
    chance = 0.0
    for weight, believing in by_curses(after, TALKS[talk], private=False):
        belief = believing.at(after.now.reveals)
        chance += weight * (1.0 if belief is None else float(belief.skeleton[0]))
    return min(1.0, chance)


def answer(
    view: View, given: dict[str, Any], play: Play, moves_of: Callable[[View, Odds], list[Move]]
) -> Answer:
    """Return the moves of a view by their worth in complete play."""
    odds = odds_of(view, given["talk"])
    moves = moves_of(view, odds)
    games = games_for(view, len(moves), given["games"])
    course = Course(given["talk"])
    rows = rows_of(view, moves, games, course, play)
    level = not told_apart(rows)
    certificate = Certificate(
        method=METHOD,
        selection=CONCEPT,
        residual=None,
        epsilon=None,
        nash_conv=None,
        payoff_range=(0.0, 1.0),
        range={"explorers": _around(rows[0])},
        range_reason=MEASURED,
    )
    plain = not (view.curse or view.specials)
    return Answer(
        rows=rows,
        why="level" if level else "",
        sensitivity=tuple(_changed(view, given, moves, games, play)),
        certificate=certificate,
        assumptions=tuple(item for item in ASSUMPTIONS if not (plain and item is EXPANDED)),
        details={
            "beliefs": odds.seats,
            "explained": odds.explained,
            "talk": given["talk"],
            "future": COMPLETE,
            "games": rows[0]["games"],
            "gain_left": gain_left(rows),
            "explorer": course.explorer,
            "skeleton": course.skeleton,
        },
    )


def _around(row: dict[str, Any]) -> tuple[float, float]:
    centre, error = row["explorers_win"], row["error"]
    return max(0.0, centre - error), min(1.0, centre + error)


def rows_of(
    view: View, moves: list[Move], games: int, course: Course, play: Play
) -> list[dict[str, Any]]:
    """Return every move with its worth, the best first."""
    won = play(view, [move.text for move in moves], games, course)
    worth = worth_rows(won, view.role)
    rows = [{**m.names, **m.facts, **w} for m, w in zip(moves, worth, strict=True)]
    return sorted(rows, key=lambda row: row["cost"])


def _changed(
    view: View, given: dict[str, Any], moves: list[Move], games: int, play: Play
) -> Iterator[dict[str, Any]]:
    """Yield the best move where skeletons talk otherwise, or play on otherwise."""
    talks = [name for name in TALKS if name != given["talk"] and _explained(view, name)]
    courses = [("talk", name, Course(name)) for name in talks]
    courses += [("skeletons", name, Course(given["talk"], skeleton=name)) for name in REPLIES]
    for parameter, setting, course in courses:
        best = rows_of(view, moves, max(BLOCK, games // PART), course, play)[0]
        named = {name: best[name] for name in moves[0].names if name != "shown"}
        found = {"value": best["value"], "error": best["error"]}
        yield {"parameter": parameter, "setting": setting, **named, **found}


def _explained(view: View, talk: str) -> bool:
    try:
        return any(believing.explained for _, believing in by_curses(view, TALKS[talk]))
    except BadQuestion:
        return False
