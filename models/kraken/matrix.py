"""A table of conventions as a zero-sum game: the tree, the mixes, and the value of each rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.kraken.measured import RULES, table_of
from models.kraken.public import Floats
from solver.extensive import ExtensiveForm, TreeBuilder
from solver.zero_sum import solve_zero_sum


def form_of(value: Floats) -> ExtensiveForm:
    """Return a table as a tree of two players who choose at once."""
    tree = TreeBuilder(["explorers", "skeletons"], "Kraken: conventions")
    columns = [str(k) for k in range(value.shape[1])]
    for i, child in enumerate(
        tree.decision(tree.root, 0, "rows", [str(k) for k in range(len(value))])
    ):
        for j, leaf in enumerate(tree.decision(child, 1, "columns", columns)):
            tree.terminal(leaf, [value[i, j], 1.0 - value[i, j]])
    return tree.build()


def mix_of(value: Floats, time_limit: float = 60.0) -> tuple[float, Floats, Floats, float]:
    """Return the value of a table, both mixes, and the larger gain left by the certificate."""
    found = solve_zero_sum(form_of(value), time_limit=time_limit)
    rows = len(value)
    return float(found.payoffs[0]), found.strategy[:rows], found.strategy[rows:], found.epsilon


def rule_values(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return each rule's value with its interval, and what its best single convention secures."""
    found = []
    for rule in RULES:
        table = table_of(document, rule)
        values = [mix_of(part)[0] for part in (table.value, table.low, table.high)]
        single = float(table.value.min(axis=1).max())
        names = ("value", "ci_low", "ci_high", "single_value")
        found.append({"claims": rule} | dict(zip(names, (*values, single), strict=True)))
    return found
