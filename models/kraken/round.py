"""One round with what follows it: what every seat says and picks, by regret minimization."""

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
from models.kraken.commitment import evaluate, team_reply
from models.kraken.kinds import ALIKE, PLAIN, PROVEN, team_values
from models.kraken.lifts import ROUND
from models.kraken.plays import behavior_of, first_picks, seats_paid
from models.kraken.position import Position
from models.kraken.round_game import RoundGame, round_game
from models.kraken.sequel import follow_up
from solver.cfr import solve_cfr
from solver.extensive import ExtensiveForm

QUESTION: Final = "What shall each seat say and pick in this round, and what is the round worth?"
SOURCE: Final = "docs/rules/kraken.md, sections 2 to 5"
CONCEPT: Final = "seats alone"
ASSUMPTIONS: Final = (
    Assumption(
        "seats-alone",
        "every seat in each role is a player of its own and shares no draw with its side",
        "approximation",
        "a point from which no seat gains more than epsilon alone; a whole side may gain more",
    ),
    Assumption(
        "few-messages",
        "each seat speaks once by one of the given messages, whatever they may come to mean",
        "approximation",
        "richer talk splits hands finer; one message says as much as silence",
    ),
    Assumption(
        "fresh-roles",
        "nothing is known of roles but how they were dealt, in this round and from the next on",
        "approximation",
        "what a round tells of roles counts only within it: honesty is worth less than at a table",
    ),
    Assumption(
        "what-follows",
        "the next round's start is worth what lifted bots, or blind players, get from there",
        "approximation",
        "the answer moves by no more than the values do; none in round 4",
    ),
    ALIKE,
    PLAIN,
)
PARAMETERS: Final = {
    "after": Parameter("", ("played", "blind"), "played"),
    "messages": Parameter("messages", (0, 2, 3), 2),
}
KNOWN: Final = (
    ClosedForm(
        "one reveal, one treasure left, nobody speaks, nothing follows: any card alike",
        "by symmetry each of the face-down cards is the treasure as likely",
        lambda players, size: 1.0 / (players * size),
    ),
)
LIFT: Final = ROUND
ITERATIONS: Final = 2000
MOST_PLAYERS: Final = {0: 4, 2: 3, 3: 3}
"""By the number of messages: larger trees pass a million nodes."""


def build(position: Position, **parameters: Any) -> ExtensiveForm:
    """Return the round as a tree, every seat a player in each role; raises as ``round_of``."""
    given = read_parameters("round", PARAMETERS, parameters)
    return tree_of(round_of(position, given["after"], given["messages"]))


def solve(position: Position, *, time_limit: float = 60.0, **parameters: Any) -> Solution:
    """Return the average play of regret minimization, its gain for a single seat, and its worth.

    Raises
    ------
    BadQuestion
        If it is not a round's start, or the tree would be too large.
    """
    given = read_parameters("round", PARAMETERS, parameters)
    game = round_of(position, given["after"], given["messages"])
    form = tree_of(game)
    found = solve_cfr(form, "dcfr", tolerance=1e-4, iterations=ITERATIONS, time_limit=time_limit)
    value = float(found.payoffs[game.explorers()[0]])
    behavior = behavior_of(game.public, form, found.strategy)
    secured = evaluate(game.teams, behavior, team_reply(game.teams), game.chances)
    return Solution(
        question=QUESTION,
        decision="round",
        model=__name__,
        utility="win",
        unit="probability",
        assumptions=ASSUMPTIONS,
        recommendation={
            "type": "round",
            "concept": CONCEPT,
            "messages": given["messages"],
            "after": given["after"],
            "value": value,
            "secured": secured.value,
            "first": first_picks(game.public, behavior),
        },
        alternatives=({"concept": "public commitment to this play", "value": secured.value},),
        strategies={},
        values=team_values(value),
        certificate=Certificate(
            method=f"{found.method}, {found.parameters['iterations']} iterations",
            selection=found.selection,
            residual=None,
            epsilon=found.epsilon,
            nash_conv=found.nash_conv,
            payoff_range=(0.0, 1.0),
            range={"explorers": (secured.value, value)},
            range_reason=PROVEN,
        ),
    )


def round_of(position: Position, after: str, messages: int) -> RoundGame:
    """Return a round's start as a game of teams, with what follows it.

    Raises
    ------
    BadQuestion
        If it is not a round's start, or the tree would be too large.
    """
    most = MOST_PLAYERS[messages]
    if position.revealed or position.players > most:
        raise BadQuestion(
            "round: position",
            f"{position.players} players, {position.revealed} cards of the round face up",
            f"a round's start of 3 to {most} players with {messages} messages",
        )
    return round_game(position, follow_up(position, after), messages=messages)


def tree_of(game: RoundGame) -> ExtensiveForm:
    """Return the tree in which every member of a side is paid what the side gets."""
    return seats_paid(game.form(), game.explorers())
