"""What a solve will cost, before it begins."""

from __future__ import annotations

from dataclasses import asdict
from math import prod
from typing import Any

from analysis.solve_keys import Form
from solver.cfr import VARIANTS
from solver.extensive import ExtensiveForm
from solver.reduction import count_plans
from solver.size import size_of
from solver.solve import Options, planned

Record = dict[str, Any]

LONG_SECONDS = 1.0
_MANY_CELLS = 2_000
_ITERATIONS = 10_000


def cost(form: Form, options: Options) -> Record:
    """Return size, method, memory in bytes and expected seconds (None: nobody can say).

    ``long`` says whether a user should be told before the solve begins.
    """
    forgetful = isinstance(form, ExtensiveForm) and bool(form.recall_fault)
    size = size_of(form)
    nash = options.method not in ("ce", "cce", "efce", "team")
    method = planned(form, options)[0] if nash and not forgetful else options.method
    seconds: float | None = None
    if method == "lp":
        seconds = size.lp_seconds
    elif method == "best response":
        seconds = 0.0
    elif method in (*VARIANTS, "auto cfr"):
        seconds = size.cfr_seconds * (options.iterations or _ITERATIONS) / 1000
    cells = _cells(form) if not forgetful and seconds is None else 0
    return {
        **asdict(size),
        "method": method,
        "cells": cells,
        "expected_seconds": seconds,
        "long": cells > _MANY_CELLS if seconds is None else seconds > LONG_SECONDS,
    }


def _cells(form: Form) -> int:
    """Return the number of cells of the game's table, of reduced plans for a tree."""
    return prod(count_plans(form)) if isinstance(form, ExtensiveForm) else int(form.payoff[0].size)
