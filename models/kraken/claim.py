"""What to claim now: the worth of every claim, and what the others will think of its speaker."""

from __future__ import annotations

from typing import Any, Final

from models.base import (
    Assumption,
    BadQuestion,
    ClosedForm,
    Lift,
    Parameter,
    Solution,
    read_parameters,
)
from models.kraken import advice, played
from models.kraken.advice import belief_now, belief_rows, looking
from models.kraken.advice_form import claim_form
from models.kraken.kinds import team_values
from models.kraken.playing import Play
from models.kraken.position import Position
from models.kraken.talk import after_claims, claim_rows, label_of, reason, scenarios
from models.kraken.view import View, claim_text
from solver.extensive import ExtensiveForm

QUESTION: Final = "What should you claim to hold now?"
SOURCE: Final = "docs/rules/kraken.md, paragraphs 3.1 and 3.2"
PLAYS: Final = True
"""Whether ``solve`` asks for complete play, which the caller hands it."""
ASSUMPTIONS: Final = (
    *advice.ASSUMPTIONS,
    Assumption(
        "talk-to-come",
        "what seats will say who have not spoken yet is drawn from the belief, a few times",
        "approximation",
        "a sampling error, shown beside each claim as that of its cost",
    ),
    Assumption(
        "lies-forgotten",
        "being caught in a lie costs nothing after this round",
        "approximation",
        "lies look better than they are, most of all early in the game",
    ),
)
PARAMETERS: Final = {
    **advice.PARAMETERS,
    "draws": Parameter("draws of the talk to come", "0 (by players) to 1000", 0),
}
KNOWN: Final = (
    ClosedForm(
        "one reveal looked at, the marker before you, blind rounds after: what claims differ by",
        "you pick by what you know, and no claim of yours tells you anything",
        lambda: 0.0,
    ),
)
LIFT: Final = Lift(
    question="claim",
    covers=advice.is_plain,
    infoset_of=lambda observation: "you",
    action_of=lambda observation, label: label,
    fallback="bayes",
)
DEPTH: Final = 2
DRAWS: Final = {3: 12, 4: 10, 5: 8, 6: 4, 7: 3, 8: 3}
"""Draws by number of players, where they are not asked for: as many as take a few seconds."""


def _speaker(position: Position, given: dict[str, Any]) -> View:
    view = advice.view_of_position("claim", position)
    if view.dealt is None:
        raise BadQuestion("--my-hand", None, "your hand as dealt, as 2 or 1K")
    if view.revealed:
        raise BadQuestion("--revealed", view.revealed, "0 for `claim`: talk comes before reveals")
    draws = given["draws"]
    if not isinstance(draws, int) or not 0 <= draws <= 1000:
        raise BadQuestion("claim: draws", draws, "0 to 1000")
    return advice.to_speak(view)


def build(position: Position, **parameters: Any) -> ExtensiveForm:
    """Return the decision as a tree: worlds by chance, your claim, then picks by convention.

    Raises
    ------
    BadQuestion
        If others are still to speak, or there are too many worlds to list.
    """
    given = read_parameters("claim", PARAMETERS, parameters)
    view = _speaker(position, given)
    advice.check_plain("claim", view, {**given, "future": advice.COMPLETE})
    if view.now.unspoken - {0}:
        raise BadQuestion("claim: tree", "seats still to speak", "you as the last to speak")
    return claim_form(after_claims(view, given), given["depth"] or DEPTH, view.marker)


def solve(
    position: Position, *, play: Play | None = None, time_limit: float = 60.0, **parameters: Any
) -> Solution:
    """Return the best claim, the worth of each, and how each makes its speaker look.

    Parameters
    ----------
    position : View
        Before the round's first reveal, with your hand.
    play : Play, optional
        Plays complete games after every claim. Without it, or with another ``future``, the talk
        to come is drawn, picks are looked ahead, and the next round is worth what tables say.
    time_limit : float
        Not needed: some seconds by default.

    Raises
    ------
    BadQuestion
        If your hand is not told, or cards of this round are revealed already.
    """
    given = read_parameters("claim", PARAMETERS, parameters)
    view = _speaker(position, given)
    if play is not None and given["future"] == advice.COMPLETE:
        advice.games_asked("claim", given)
        found = played.answer(view, given, play, lambda view, _: played.spoken(view, given["talk"]))
    else:
        advice.check_plain("claim", view, given)
        found = _looked(view, given)
    best = found.rows[0]
    return Solution(
        question=QUESTION,
        decision="claim",
        model=__name__,
        utility="win",
        unit="probability",
        assumptions=found.assumptions,
        recommendation={"type": "claim", "role": view.role, **best, "why": found.why},
        alternatives=tuple(found.rows[1:]),
        strategies={"you": {"now": {label_of(best["claim"]): 1.0}}},
        values=team_values(best["explorers_win"]),
        certificate=found.certificate,
        sensitivity=found.sensitivity,
        details={**found.details, "hand": claim_text(view.dealt)},
    )


def _looked(view: View, given: dict[str, Any]) -> played.Answer:
    """Return the answer by draws of the talk to come and a lookahead."""
    depth = min(given["depth"] or DEPTH, view.players)
    draws = given["draws"] or DRAWS[view.players]
    ahead = looking(view, given)
    heard = scenarios(ahead, draws, seed=0)
    rows = claim_rows(view, heard, given, depth)
    return played.Answer(
        rows=rows,
        why=reason(rows),
        sensitivity=tuple(_changed(view, given, min(3, draws))),
        certificate=advice.certificate(drawn=len(heard) > 1),
        assumptions=ASSUMPTIONS,
        details={
            "beliefs": belief_rows(view, belief_now(ahead.mine)),
            "explained": ahead.mine.explained,
            "talk": given["talk"],
            "future": ahead.origin,
            "depth": depth,
            "draws": len(heard),
        },
    )


def _changed(view: View, given: dict[str, Any], draws: int) -> list[dict[str, Any]]:
    """Return the best claim where skeletons talk otherwise, or rounds are worth otherwise."""
    rows = []
    for name, values in (("talk", ("truth", "anything")), ("future", ("blind",))):
        for value in values:
            if value != given[name]:
                other = {**given, name: value}
                heard = scenarios(looking(view, other), draws, seed=0)
                best = claim_rows(view, heard, other, DEPTH)[0]
                found = {"claim": best["claim"], "value": best["value"]}
                rows.append({"parameter": name, "setting": value, **found})
    return rows
