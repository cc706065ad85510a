"""One round as a plain payoff table, revealed card by card, and the small forms cut from it.

Where ``table`` gives the vote its additive payoffs, this follows the reveal (``reveal``), and a
SKIM moves the deck towards the Fuzz. Near the end, outcomes are valued jointly (``joint``).
Source: ``docs/rules/good-guys.md``, round step 4 and option ``payoffs``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from models.good_guys.continuation import MEAN_CARD, fill_results
from models.good_guys.joint import joint_table, near_end
from models.good_guys.position import Position
from models.good_guys.reveal import Bribe, result_of, reveal, rows_of, seats_of
from models.good_guys.stage import N_ACTIONS, SKIM
from models.good_guys.table import ACTION_LABELS
from solver.extensive import ExtensiveForm, TreeBuilder
from solver.strategic import StrategicForm

Array = NDArray[np.float64]


def seat_name(seat: int) -> str:
    """Return a seat as the forms name it, counted clockwise from the boss."""
    return "boss" if seat == 0 else f"seat {seat}"


def seat_key(name: str) -> str:
    """Return the number of a seat, as documents key it, from its name in a form."""
    return "0" if name == "boss" else name.removeprefix("seat ")


def round_table(
    position: Position, continuation: Array, share: Array, bribes: Sequence[Bribe] = ()
) -> Array:
    """Return every seat's utility of every profile; shape (n, 5, …, 5), actions as in ``stage``.

    Parameters
    ----------
    position : Position
    continuation : flat array
        As ``continuation.pack_win`` or ``pack_money`` lay it out.
    share : (n,)
        Money offered to each seat, relative to the boss, $k.
    bribes : sequence of Bribe
    """
    n = position.n
    if near_end(continuation, position.place()):
        table = joint_table(continuation, position.place(), position.seats(bribes), share)
        return table.reshape((n, *[N_ACTIONS] * n))
    results, gain = np.empty((2, n, n + 2)), np.empty((n, n))
    wealth, shares = np.array(position.wealth), np.asarray(share, dtype=np.float64)
    for skims in (0, 1):
        fill_results(
            continuation, position.place(), float(skims), wealth, shares, results[skims], gain
        )
    stash = np.array([position.card_means() * position.stash_cards, position.stash_cards])
    rows = rows_of(bribes)
    payoff = np.empty((n, N_ACTIONS**n))
    facts = np.array([MEAN_CARD, float(position.rules.guard_takes == "one")])
    _fill(results, gain, stash, position.marker(), rows, facts, payoff)
    return payoff.reshape((n, *[N_ACTIONS] * n))


def seats_form(
    table: Array, free: Mapping[int, Sequence[int]], mix: Array, title: str
) -> StrategicForm:
    """Return the round as a game of some seats, the others mixing as given.

    Parameters
    ----------
    table : (n, 5, …, 5)
    free : mapping from seat to the actions it chooses from
    mix : (n, 5)
        Probabilities of the actions of the other seats.
    """
    seats = sorted(free)
    payoff = table[seats]
    for seat in range(len(mix) - 1, -1, -1):  # the last axis first: those before keep their number
        if seat in free:
            payoff = np.take(payoff, list(free[seat]), axis=seat + 1)
        else:
            payoff = np.tensordot(payoff, mix[seat], axes=(seat + 1, 0))
    return StrategicForm(
        title=title,
        players=tuple(map(seat_name, seats)),
        payoff=payoff,
        action_label=tuple(tuple(ACTION_LABELS[a] for a in free[seat]) for seat in seats),
    )


def choice_form(
    chooser: int, choices: Sequence[tuple[str, StrategicForm]], title: str
) -> ExtensiveForm:
    """Return the tree in which one player picks openly which of several games all then play."""
    first = choices[0][1]
    b = TreeBuilder(first.players, title)
    labels = [label for label, _ in choices]
    for (label, form), start in zip(
        choices, b.decision(b.root, chooser, "choice", labels), strict=True
    ):
        nodes: list[int] = [start]
        for i, actions in enumerate(form.action_label):
            nodes = [
                child
                for node in nodes
                for child in b.decision(node, i, f"{label}: {form.players[i]}", actions)
            ]
        for node, paid in zip(nodes, form.payoff.reshape(form.n_players, -1).T, strict=True):
            b.terminal(node, paid.tolist())
    return b.build()


def pure_equilibria(form: StrategicForm) -> NDArray[np.int64]:
    """Return all pure equilibria of a table, ``(n_equilibria, n_players)`` action numbers."""
    low, high = form.payoff_range
    slack = 1e-9 * max(high - low, 1e-9)
    stable = [p >= p.max(axis=i, keepdims=True) - slack for i, p in enumerate(form.payoff)]
    return np.argwhere(np.all(stable, axis=0))


def pure_strategy(form: StrategicForm, profile: Sequence[int]) -> Array:
    """Return a pure profile as flat probabilities."""
    return np.concatenate([np.eye(int(k))[a] for k, a in zip(form.n_actions, profile, strict=True)])


@kernel()
def _fill(
    results: Array,
    gain: Array,
    stash: Array,
    marker: NDArray[np.int64],
    bribes: Array,
    facts: Array,
    payoff: Array,
) -> None:
    n = gain.shape[0]
    action, money, room = np.empty(n, np.int64), np.empty(n), np.empty((4, n))
    for profile in range(payoff.shape[1]):
        seats_of(profile, action)
        result, skim = result_of(action), 0
        for i in range(n):
            skim |= action[i] == SKIM
        reveal(action, stash, marker, bribes, facts, room, money)
        for i in range(n):
            value = results[skim, i, result]
            for j in range(n):
                value += gain[i, j] * money[j]
            payoff[i, profile] = value
