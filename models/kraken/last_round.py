"""The last round, exactly: whom to pick when only hands, roles and picks speak."""

from __future__ import annotations

from typing import Any, Final

from models.base import (
    Assumption,
    BadQuestion,
    Certificate,
    ClosedForm,
    Parameter,
    Solution,
    read_parameters,
)
from models.kraken.bounds import bound
from models.kraken.commitment import marginal
from models.kraken.kinds import ALIKE, PLAIN, PROVEN, PUBLIC, TMECOR, team_brackets
from models.kraken.lifts import LAST_ROUND
from models.kraken.oracle import double_oracle
from models.kraken.pile import ROUNDS
from models.kraken.plays import commit, first_picks, strategy_of
from models.kraken.position import Position
from models.kraken.round_game import RoundGame, round_game
from models.kraken.values import stored_last_round
from solver.extensive import ExtensiveForm

QUESTION: Final = "What is the last round worth, and whom does each hand pick?"
SOURCE: Final = "docs/rules/kraken.md, paragraphs 2.2, 3.1, 4.1 and 5"
ASSUMPTIONS: Final = (
    Assumption(
        "roles-as-dealt",
        "nothing is known of roles but how they were dealt",
        "approximation",
        "earlier rounds tell of roles; the direction depends on what they told",
    ),
    Assumption(
        "messages-once",
        "each seat speaks once, in seat order from the marker, by one of the given messages",
        "exact",
        "none for the claims of the rules page with that many messages; free talk is another game",
    ),
    ALIKE,
    PLAIN,
)
PARAMETERS: Final = {
    "concept": Parameter("", (TMECOR, PUBLIC), TMECOR),
    "messages": Parameter("messages", (0, 2, 3), 0),
}
KNOWN: Final = (
    ClosedForm(
        "TMECor, N=3, one treasure left, nobody speaks",
        "one programme over joint plans of the tree of six players (`solver.teams`)",
        lambda: 0.4267029,
    ),
)
LIFT: Final = LAST_ROUND
MOST_PLAYERS: Final = 4


def build(position: Position, **parameters: Any) -> ExtensiveForm:
    """Return the round as a tree, every seat a player of its own in each role.

    Raises
    ------
    BadQuestion
        If the position is not the start of the last round for three or four.
    """
    given = read_parameters("last-round", PARAMETERS, parameters)
    return _game(position, given["messages"]).form()


def solve(position: Position, *, time_limit: float = 60.0, **parameters: Any) -> Solution:
    """Return the value of the last round under one concept, with proven bounds.

    Parameters
    ----------
    position : Position
        The start of round 4; the marker's holder is seat 0 of the answer.
    time_limit : float
        Seconds; a stored answer is shown where the time is too short for a proof.

    Raises
    ------
    BadQuestion
        If the position is not the start of the last round for three or four.
    """
    given = read_parameters("last-round", PARAMETERS, parameters)
    game = _game(position, given["messages"])
    if given["concept"] == TMECOR:
        mixes = double_oracle(game.teams, time_limit=time_limit)
        behavior = marginal(mixes.plans[0], mixes.probability[0], game.public)
        bounds, method = mixes.bounds, f"double oracle, {mixes.rounds} rounds"
        selection = "one equilibrium of many; all have the same value"
    else:
        behavior, bounds = commit(game, time_limit)
        method = "climb by linear programmes, exact replies; double oracle above"
        selection = "a convention from which no explorer gains alone; the bounds are proven"
    kept = stored_last_round(position, given)
    if kept is not None:
        bounds = max(bounds[0], kept[0]), min(bounds[1], kept[1])
    gap = max(0.0, bounds[1] - bounds[0])
    chances, left = position.skeleton_chances, position.treasures_left
    most = {count: bound(position.players, count, 1.0, ROUNDS, left) for count in chances}
    return Solution(
        question=QUESTION,
        decision="last-round",
        model=__name__,
        utility="win",
        unit="probability",
        assumptions=ASSUMPTIONS,
        recommendation={
            "type": "last-round",
            "concept": given["concept"],
            "messages": given["messages"],
            "lower": bounds[0],
            "upper": bounds[1],
            "width": gap,
        },
        alternatives=tuple(first_picks(game.public, behavior)),
        strategies={"explorers": strategy_of(game.public, behavior)},
        values=team_brackets(bounds, chances, most),
        certificate=Certificate(
            method=method,
            selection=selection,
            residual=None,
            epsilon=gap,
            nash_conv=gap,
            payoff_range=(0.0, 1.0),
            range={"explorers": bounds},
            range_reason=PROVEN,
        ),
    )


def _game(position: Position, messages: int) -> RoundGame:
    if position.players > MOST_PLAYERS:
        raise BadQuestion("last-round: players", position.players, f"3 to {MOST_PLAYERS}")
    if position.round != ROUNDS or position.revealed:
        raise BadQuestion("last-round: round", position.round, f"the start of round {ROUNDS}")
    return round_game(position, messages=messages)
