"""Reveals blind to card information: a uniform order of the cards, and what it is worth."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any, Final

from models.base import Assumption, BadQuestion, ClosedForm, Solution, read_parameters
from models.kraken.kinds import ALIKE, PLAIN, exact_certificate, team_values
from models.kraken.lifts import NO_ADVICE
from models.kraken.pile import ROUNDS
from models.kraken.position import Position
from solver.extensive import ExtensiveForm, TreeBuilder

QUESTION: Final = "How does the game end when nobody uses what he knows of the cards?"
SOURCE: Final = "docs/rules/kraken.md, paragraphs 4.2, 5 and 10"
ASSUMPTIONS: Final = (
    Assumption(
        "blind",
        "picks do not depend on hands, roles or talk; they may depend on all that lies face up",
        "exact",
        "none: every such policy reveals the cards in a uniform order",
    ),
    ALIKE,
    PLAIN,
)
PARAMETERS: Final[dict[str, Any]] = {}
KNOWN: Final = (
    ClosedForm(
        "the explorers' chance from the start",
        "the last treasure comes at place m with C(m-1, N-1) / C(5N, N), the Kraken after it with "
        "(5N-m) / 4N",
        lambda n: sum(
            Fraction(comb(m - 1, n - 1) * (5 * n - m), comb(5 * n, n) * 4 * n)
            for m in range(n, 4 * n + 1)
        ),
    ),
)
LIFT: Final = NO_ADVICE
MOST_REVEALS: Final = 12


def ending_chances(cards: int, treasures: int, last: int) -> tuple[Fraction, Fraction]:
    """Return the chances that all treasures, or before them the Kraken, are among the first cards.

    Parameters
    ----------
    cards : int
        Face-down cards, the Kraken among them.
    treasures : int
        Treasures among them, at least 1.
    last : int
        How many cards are revealed unless the game ends before.
    """
    spreads = comb(cards, treasures) * (cards - treasures)
    found = sum(comb(k - 1, treasures - 1) * (cards - k) for k in range(treasures, last + 1))
    finished = sum(comb(place - 1, treasures) for place in range(treasures + 1, last + 1))
    hit = Fraction(last, cards) - Fraction(finished, cards * comb(cards - 1, treasures))
    return Fraction(found, spreads), hit


def by_round(position: Position) -> list[dict[str, Any]]:
    """Return the chance of each ending within each round, this one first."""
    rows, before = [], (Fraction(0), Fraction(0))
    for round_ in range(position.round, ROUNDS + 1):
        last = position.players * round_ - position.face_up
        now = ending_chances(position.cards_left, position.treasures_left, last)
        rows.append(
            {
                "round": round_,
                "explorers_win": float(now[0] - before[0]),
                "kraken_revealed": float(now[1] - before[1]),
                "time_up": float(1 - now[0] - now[1]) if round_ == ROUNDS else 0.0,
            }
        )
        before = now
    return rows


def build(position: Position, **parameters: Any) -> ExtensiveForm:
    """Return the reveals as a tree of chance alone; explorers and skeletons only watch.

    Raises
    ------
    BadQuestion
        If more than twelve reveals are left.
    """
    read_parameters("blind", PARAMETERS, parameters)
    if position.actions_left > MOST_REVEALS:
        raise BadQuestion("blind: reveals left", position.actions_left, f"up to {MOST_REVEALS}")
    tree = TreeBuilder(["explorers", "skeletons"], "No Touch Kraken: blind reveals")
    stack = [(tree.root, position.cards_left, position.treasures_left, position.actions_left)]
    while stack:
        node, cards, treasures, left = stack.pop()
        if treasures == 0 or left == 0:
            tree.terminal(node, [1, 0] if treasures == 0 else [0, 1])
            continue
        ways = {"treasure": treasures, "Kraken": 1, "empty": cards - treasures - 1}
        outcomes = [(label, Fraction(way, cards)) for label, way in ways.items() if way]
        for (label, _), child in zip(outcomes, tree.chance(node, outcomes), strict=True):
            if label == "Kraken":
                tree.terminal(child, [0, 1])
            else:
                stack.append((child, cards - 1, treasures - (label == "treasure"), left - 1))
    return tree.build()


def solve(position: Position, *, time_limit: float = 60.0, **parameters: Any) -> Solution:
    """Return the chance of every ending; the number of skeletons decides only who loses.

    Parameters
    ----------
    position : Position
    time_limit : float
        Not needed: a closed form.
    """
    read_parameters("blind", PARAMETERS, parameters)
    win, kraken = ending_chances(
        position.cards_left, position.treasures_left, position.actions_left
    )
    time_up, nobody = 1 - win - kraken, position.skeleton_chances.get(0, Fraction(0))
    all_lose = float(nobody * (1 - win))
    endings = {
        "explorers_win": float(win),
        "kraken_revealed": float(kraken * (1 - nobody)),
        "time_up": float(time_up * (1 - nobody)),
        "curse_revealed": 0.0,
        "all_lose": all_lose,
    }
    return Solution(
        question=QUESTION,
        decision="blind",
        model=__name__,
        utility="win",
        unit="probability",
        assumptions=ASSUMPTIONS,
        recommendation={"type": "blind", "endings": endings, "exact": f"{win}"},
        alternatives=tuple(
            {"skeletons": count, "chance": float(chance), "value": float(win)}
            for count, chance in position.skeleton_chances.items()
        ),
        strategies={},
        values=team_values(float(win), all_lose),
        certificate=exact_certificate("closed form", "any policy blind to cards"),
        sensitivity=tuple(by_round(position)),
    )
