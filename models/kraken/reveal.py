"""Whom to reveal, given what was said and seen: odds, beliefs, and the worth of every pick."""

from __future__ import annotations

from typing import Any, Final

from models.base import BadQuestion, ClosedForm, Lift, Solution, read_parameters
from models.kraken import advice, played
from models.kraken.advice import belief_now, belief_rows, depth_of, looking
from models.kraken.advice_form import pick_form
from models.kraken.belief import TALKS
from models.kraken.future import ORIGINS
from models.kraken.kinds import team_values
from models.kraken.lookahead import Lookahead
from models.kraken.playing import Play
from models.kraken.position import Position
from models.kraken.ranking import option_rows, why
from models.kraken.view import View
from solver.extensive import ExtensiveForm

QUESTION: Final = "Whose card should you reveal now?"
SOURCE: Final = "docs/rules/kraken.md, sections 3 to 5"
PLAYS: Final = True
"""Whether ``solve`` asks for complete play, which the caller hands it."""
ASSUMPTIONS: Final = advice.ASSUMPTIONS
PARAMETERS: Final = advice.PARAMETERS
KNOWN: Final = (
    ClosedForm(
        "three players, last round, one treasure left, an empty hand, silence: odds of a treasure",
        "four cards lie before the others, and one of them is the treasure",
        lambda: 1 / 4,
    ),
)
LIFT: Final = Lift(
    question="pick",
    covers=advice.is_plain,
    infoset_of=lambda observation: "you",
    action_of=lambda observation, label: (
        "pick "
        + str((int(label.removeprefix("pick ")) + int(observation.seat)) % int(observation.n))
    ),
    fallback="bayes",
)


def _holder(position: Position) -> View:
    view = advice.view_of_position("reveal", position)
    if view.marker != 0:
        raise BadQuestion("--marker", view.marker, "0 for `reveal`: only the holder picks")
    if not any(view.cards(seat) for seat in range(1, view.players)):
        raise BadQuestion("--revealed", "every card of the others", "a card left to pick")
    return view


def build(position: Position, **parameters: Any) -> ExtensiveForm:
    """Return the decision as a tree: worlds by chance, your pick, then picks by convention.

    Raises
    ------
    BadQuestion
        If it is not your pick, or there are too many worlds to list.
    """
    given = read_parameters("reveal", PARAMETERS, parameters)
    view = _holder(position)
    advice.check_plain("reveal", view, {**given, "future": advice.COMPLETE})
    return pick_form(looking(view, given), depth_of(view, given))


def solve(
    position: Position, *, play: Play | None = None, time_limit: float = 60.0, **parameters: Any
) -> Solution:
    """Return the best pick, odds and worth of each, and what to believe of every seat.

    Parameters
    ----------
    position : View
        With the marker before seat 0, who is you.
    play : Play, optional
        Plays complete games after every pick. Without it, or with another ``future``, picks are
        looked ahead within the round and the next round is worth what tables say.
    time_limit : float
        Not needed: some seconds by default.

    Raises
    ------
    BadQuestion
        If it is not your pick.
    """
    given = read_parameters("reveal", PARAMETERS, parameters)
    view = _holder(position)
    if play is not None and given["future"] == advice.COMPLETE:
        advice.games_asked("reveal", given)
        found = played.answer(view, given, play, played.picks)
        reason = found.why or why(found.rows)
    else:
        advice.check_plain("reveal", view, given)
        found = _looked(view, given)
        reason = why(found.rows)
    best = found.rows[0]
    move = "pick shown" if best.get("shown") else f"pick {best['seat']}"
    return Solution(
        question=QUESTION,
        decision="reveal",
        model=__name__,
        utility="win",
        unit="probability",
        assumptions=found.assumptions,
        recommendation={"type": "reveal", "role": view.role, **best, "why": reason},
        alternatives=tuple(found.rows[1:]),
        strategies={"you": {"now": {move: 1.0}}},
        values=team_values(best["explorers_win"]),
        certificate=found.certificate,
        sensitivity=found.sensitivity,
        details=found.details,
    )


def _looked(view: View, given: dict[str, Any]) -> played.Answer:
    """Return the answer by looking ahead within the round."""
    ahead, depth = looking(view, given), depth_of(view, given)
    belief = belief_now(ahead.mine)
    return played.Answer(
        rows=option_rows(view, belief, ahead.options(depth)),
        why="",
        sensitivity=tuple(_changed(ahead, given)),
        certificate=advice.certificate(),
        assumptions=ASSUMPTIONS,
        details={
            "beliefs": belief_rows(view, belief),
            "explained": ahead.mine.explained,
            "talk": given["talk"],
            "future": ahead.origin,
            "depth": depth,
        },
    )


def _changed(ahead: Lookahead, given: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the best pick under other assumptions, one changed at a time."""
    view, rows = ahead.view, []
    depths = [d for d in (1, 2, 3) if d < depth_of(view, given)]
    for name, values in (("talk", TALKS), ("future", ORIGINS), ("depth", depths)):
        for value in values:
            other = {**given, name: value}
            changed = looking(view, other) if name == "talk" else ahead.with_origin(other["future"])
            if value in (given[name], ahead.origin) or not changed.mine.explained:
                continue
            options = changed.options(depth_of(view, other))
            best = option_rows(view, belief_now(changed.mine), options)[0]
            found = {"seat": best["seat"], "value": best["value"]}
            rows.append({"parameter": name, "setting": str(value), **found})
    return rows
