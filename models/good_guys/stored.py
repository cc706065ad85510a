"""Solved answers that ship with the program, so that the usual question costs no solving."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from models.base import Assumption, Certificate, Solution
from models.good_guys.position import Position
from models.good_guys.values import FOLDER, win_file


def fingerprint(players: int) -> str:
    """Return the digest of the win values in use; an answer names those it was solved with."""
    return hashlib.sha256(win_file(players).read_bytes()).hexdigest()


def document(position: Position, solution: Solution) -> dict[str, Any]:
    """Return what a results file holds: the position, the values' fingerprint, the solution."""
    return {
        "position": key(position),
        "values": fingerprint(position.n),
        "solution": asdict(solution),
    }


def key(position: Position) -> dict[str, Any]:
    """Return a position as plain data."""
    plain = {name: getattr(position, name) for name in position.__dataclass_fields__}
    plain["rules"] = position.rules.model_dump(mode="json")
    return dict(json.loads(json.dumps(plain)))


def stored(position: Position, decision: str) -> Solution | None:
    """Return the shipped answer to a position; None where there is none, or an outdated one."""
    file = _file(f"{decision}-{position.n}.json")
    if not file.is_file():
        return None
    kept = json.loads(file.read_text(encoding="utf-8"))
    if kept["position"] != key(position) or kept["values"] != fingerprint(position.n):
        return None
    return _solution(kept["solution"])


def _file(name: str) -> Traversable:
    return files("results") / FOLDER / name


def _solution(plain: Mapping[str, Any]) -> Solution:
    given = dict(plain)
    certificate = dict(given["certificate"])
    certificate["payoff_range"] = tuple(certificate["payoff_range"])
    given["certificate"] = Certificate(**certificate)
    given["assumptions"] = tuple(Assumption(**item) for item in given["assumptions"])
    given["alternatives"] = tuple(given["alternatives"])
    given["sensitivity"] = tuple(given["sensitivity"])
    return Solution(**given)
