"""What the two advising models share: parameters, assumptions, beliefs as rows, reading a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from engine.api import Observation
from models.base import Assumption, BadQuestion, Certificate, Parameter
from models.kraken.belief import MOST, TALKS, Belief, Believing
from models.kraken.future import ORIGINS, PLAYED
from models.kraken.heard import LIGHT
from models.kraken.kinds import ALIKE, PLAIN
from models.kraken.lookahead import Lookahead
from models.kraken.pile import ROUNDS, Hand
from models.kraken.playing import MOST_GAMES
from models.kraken.position import Position
from models.kraken.view import EMPTY, ROLES, TREASURE, Heard, View, claim_text

CONCEPT: Final = "best reply to a stated convention; no equilibrium"
METHOD: Final = "exact posterior, and a lookahead of as many reveals as the answer says"
OTHERS_FOLLOW: Final = "others follow a convention; epsilon is that of the asking seat alone"
TALK_DRAWN: Final = "the talk to come is drawn from the belief; epsilon is that among these draws"
COMPLETE: Final = "complete"
"""Every move followed by complete games; other origins are looked ahead and mixed from tables."""
MOST_NODES: Final = 300
"""Nodes of a lookahead that says for itself how deep it goes: about a second."""
PARAMETERS: Final = {
    "depth": Parameter("reveals", (0, 1, 2, 3, 4, 5), 0),
    "talk": Parameter("", tuple(TALKS), "mixed"),
    "future": Parameter("", (COMPLETE, *ORIGINS), COMPLETE),
    "games": Parameter("games for each move", "0 (by players) to 1000000", 0),
}
ASSUMPTIONS: Final = (
    Assumption(
        "convention",
        "explorers announce truthfully; skeletons tell the truth, claim one treasure more, claim "
        "nothing, or anything, in fixed shares",
        "approximation",
        "the posterior is exact if they do; other shares are shown below",
    ),
    Assumption(
        "later-picks",
        "by what all know, later explorers weigh treasure against the Kraken and skeletons, and "
        "later skeletons pick what looks worst, one reveal deep",
        "approximation",
        "a skeleton who knows more does worse harm, an explorer who knows more does better",
    ),
    Assumption(
        "blind-rest",
        "beyond the reveals looked at, the rest of the round is blind",
        "approximation",
        "none where the whole round is looked at; the certificate says how far",
    ),
    Assumption(
        "next-round",
        "the next round is worth what was measured with roles as dealt and with roles known, mixed "
        "by how much of the uncertainty about roles is gone",
        "approximation",
        "a rule of thumb; the engine check shows how far it carries",
    ),
    ALIKE,
    PLAIN,
)


def view_of_position(decision: str, position: Position) -> View:
    """Return a position as a view; a bare one is seen by an explorer who was told nothing.

    Raises
    ------
    BadQuestion
        If it is not told whose cards were revealed, or what the light has shown.
    """
    if not isinstance(position, View):
        fields = ("players", "round", "found", "revealed", "skeletons")
        position = View(**{name: getattr(position, name) for name in fields})
    if len(position.now.reveals) - position.now.vanished(position.players) != position.revealed:
        given = f"{position.revealed} cards"
        raise BadQuestion("--revealed", given, "whose they were and what, as in 1T,2E")
    now = position.now
    if now.light is None and any(card == LIGHT for _, card in now.reveals):
        raise BadQuestion("--revealed", "L without what it showed", "whose card and what, as 1L>3T")
    return position


def to_speak(view: View) -> View:
    """Return a view in which seat 0 has not said anything in this round yet."""
    return view.heard(view.now.says(0, None).to_speak(0))


def check_plain(decision: str, view: View, given: Mapping[str, Any]) -> None:
    """Refuse expansions where moves are looked ahead and not played.

    Raises
    ------
    BadQuestion
        If there is a curse or a special card that the lookahead does not know.
    """
    if view.curse or view.specials:
        name = given["future"] if given["future"] != COMPLETE else "a tree"
        where = f"{decision}: {name} with the captain's curse or special cards"
        raise BadQuestion(where, "expansions", f"future={COMPLETE} by `analyze`, or no expansions")


def games_asked(decision: str, given: Mapping[str, Any]) -> None:
    """Refuse numbers of games that cannot be.

    Raises
    ------
    BadQuestion
        If it is no number from 0 to 1000000.
    """
    games = given["games"]
    if not isinstance(games, int) or not 0 <= games <= MOST_GAMES:
        raise BadQuestion(f"{decision}: games", games, f"0 to {MOST_GAMES}")


def depth_of(view: View, given: Mapping[str, Any]) -> int:
    """Return how many reveals to look ahead: as asked, never beyond the round.

    Unasked, as many as the nodes allow: two cards and two roles a reveal, times equal picks.
    """
    rest = view.players - view.revealed
    if given["depth"]:
        return int(min(given["depth"], rest))
    claims = view.now.claims[1:]
    alike = max(claims.count(claim) for claim in claims)
    depth, nodes = 2, 2 * (view.players - 1)
    while nodes * 4 * alike <= MOST_NODES:
        depth, nodes = depth + 1, nodes * 4 * alike
    return min(depth, rest)


def looking(view: View, given: Mapping[str, Any]) -> Lookahead:
    """Return the lookahead that the parameters ask for."""
    origin = PLAYED if given["future"] == COMPLETE else given["future"]
    return Lookahead(view, TALKS[given["talk"]], origin)


def belief_now(believing: Believing) -> Belief:
    """Return the belief before the decision.

    Raises
    ------
    BadQuestion
        If nothing explains what was revealed.
    """
    belief = believing.at(believing.view.now.reveals)
    if belief is None:
        raise BadQuestion("state", "cards that no deal explains", "cards of one game")
    return belief


def belief_rows(view: View, belief: Belief) -> list[dict[str, Any]]:
    """Return what to believe of each seat: role, expected treasures, likeliest hands as dealt."""
    rows = []
    for seat in range(view.players):
        chances = belief.hands[:, seat].sum(axis=0)
        likely: list[tuple[float, Hand]] = sorted(
            ((float(chances[t, k]), (t, k)) for t in range(MOST) for k in range(2)), reverse=True
        )
        rows.append(
            {
                "seat": seat,
                "claim": claim_text(view.now.claims[seat]),
                "skeleton_probability": clean(belief.skeleton[seat]),
                "treasures": float(chances.sum(axis=1) @ np.arange(MOST)),
                "kraken_probability": clean(chances[:, 1].sum()),
                "hands": {claim_text(hand): clean(p) for p, hand in likely[:3] if clean(p) > 0},
            }
        )
    return rows


def clean(chance: float) -> float:
    """Return a chance without what rounding has left beside 0 and 1."""
    return float(min(1.0, max(0.0, round(float(chance), 12))))


def certificate(*, drawn: bool = False) -> Certificate:
    """Return the certificate of a best reply that is computed; talk to come may be drawn."""
    return Certificate(
        method=METHOD,
        selection=CONCEPT,
        residual=None,
        epsilon=0.0,
        nash_conv=0.0,
        payoff_range=(0.0, 1.0),
        range_reason=TALK_DRAWN if drawn else OTHERS_FOLLOW,
    )


def view_of(observation: Observation) -> View:
    """Return what an observation of the basic game shows, seats counted from the observer."""
    o, n, own = observation, int(observation.n), int(observation.seat)
    rounds = []
    for t in range(int(o.round_number)):
        said = [int(o.claim[t, (own + i) % n]) for i in range(n)]
        log = [
            ((int(o.log_owner[k]) - own) % n, TREASURE if int(o.log_kind[k]) == 1 else EMPTY)
            for k in range(int(o.reveals))
            if int(o.log_round[k]) == t + 1
        ]
        claims = tuple(divmod(code - 1, 2) if code > 0 else None for code in said)
        waiting = frozenset(i for i, code in enumerate(said) if code < 0)
        rounds.append(Heard(t + 1, int(o.left[t]), claims, tuple(log), waiting))
    now = rounds[-1]
    return View(
        players=n,
        round=int(o.round_number),
        found=n - int(o.treasures_left),
        revealed=len(now.reveals),
        role=ROLES[int(o.role)],
        dealt=(int(o.hand[1]) + now.count(0, TREASURE), int(o.hand[2])),
        marker=(int(o.marker) - own) % n,
        rounds=tuple(rounds),
    )


def is_plain(observation: Observation) -> bool:
    """Return whether an observation is of the basic game, after a deal."""
    known = int(observation.curses) == 0 and not observation.special
    return bool(known and 1 <= int(observation.round_number) <= ROUNDS)
