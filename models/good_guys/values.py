"""Stored continuation values: where the models get the worth of what comes after the vote."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import astuple, dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.good_guys.chain import solve_chain
from models.good_guys.continuation import Horizon, pack_money
from models.good_guys.position import Position
from models.good_guys.richest import DECK_KNOTS, POT_KNOTS, ROLES, pack_win

Array = NDArray[np.float64]
MAX_REJECTIONS: Final = 12
FOLDER: Final = "good_guys"
LARGEST_FILE: Final = 1_000_000
FITTED: Final = (
    "stage", "slopes", "branch", "continuation", "richest", "reveal", "joint", "pricing", "offers",
)  # fmt: skip
ADOPTED: Final = "EQUITABLE_RESULTS"
"""Environment variable with the folder of values in use instead of the shipped ones."""


@dataclass(frozen=True)
class Winning:
    """The fitted chance to finish richest, and the plan of offers that goes with it.

    Attributes
    ----------
    weights : (3 + n, n_deck, n_pot)
        Of wealth, spread, lead and each role, at the knots of ``richest``.
    end_kappa : float
        Slope of wealth after the last count, the last round's transfers left out.
    end_doubt : tuple of float
        Squared inverse of that slope with transfers counted: constant, and per card in doubt.
    plan : (n_left, n_rejections, 2)
        Votes to buy and premium over their reservation prices, $k.
    qre_lambda : float
        Precision of the play it was fitted to.
    """

    weights: Array
    end_kappa: float
    end_doubt: tuple[float, float]
    plan: Array
    qre_lambda: float

    @property
    def packed(self) -> Array:
        """The flat form that the kernels read."""
        return pack_win(self.weights, self.end_kappa, self.end_doubt)

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> Winning:
        """Read the document of a results file."""
        return cls(
            np.array(document["weights"], np.float64),
            float(document["end_kappa"]),
            (float(document["end_doubt"][0]), float(document["end_doubt"][1])),
            np.array(document["plan"], np.float64),
            float(document["qre_lambda"]),
        )


def winning(players: int) -> Winning:
    """Return the values of ``win`` for a number of players: the shipped ones, or those adopted."""
    return _read(os.environ.get(ADOPTED), players)


def win_file(players: int) -> Traversable:
    """Return the file of the fit in use."""
    folder: Traversable = Path(os.environ[ADOPTED]) if ADOPTED in os.environ else files("results")
    return folder / FOLDER / f"win-{players}.json"


@cache
def _read(adopted: str | None, players: int) -> Winning:
    return Winning.from_document(json.loads(win_file(players).read_text(encoding="utf-8")))


def adopt(folder: Path, players: int) -> str:
    """Use a folder that ``analyze calibrate`` filled, in this process and those it starts.

    Returns
    -------
    str
        Why its fit is not used; empty where it is.
    """
    file = folder / FOLDER / f"win-{players}.json"
    try:
        if file.stat().st_size > LARGEST_FILE:
            return f"{file} is larger than {LARGEST_FILE} bytes"
        document = json.loads(file.read_text(encoding="utf-8"))
        fit = Winning.from_document(document)
        expected = {"game": "good-guys", "players": players, "model_source": model_source()}
        wrong = [key for key, value in expected.items() if document.get(key) != value]
    except (OSError, ValueError, KeyError, TypeError) as error:
        return f"{file} holds no fit ({type(error).__name__})"
    expected_shape = (ROLES + players, len(DECK_KNOTS), len(POT_KNOTS))
    shapes = fit.weights.shape == expected_shape and fit.plan.ndim == 3
    if wrong or not shapes or not np.isfinite(fit.packed).all():
        return f"{file} was fitted to another {(wrong or ['shape'])[0]}"
    os.environ[ADOPTED] = str(folder)
    return ""


@cache
def model_source() -> str:
    """Return the digest of the kernels that a fit rests on."""
    digest = hashlib.sha256()
    for name in FITTED:
        digest.update((files("models.good_guys") / f"{name}.py").read_bytes())
    return digest.hexdigest()


def continuation_of(position: Position) -> Array:
    """Return the packed continuation of a position, by its utility.

    ``win`` reads the shipped fit; ``money`` reads the shipped chain of rounds, and solves it for
    the position's own rules, precision and marker convention where none is shipped.
    """
    if position.utility == "win":
        return winning(position.n).packed
    return pack_money(money(position.horizon, position.qre_lambda, position.markers == "none"))


@cache
def money(horizon: Horizon, qre_lambda: float, unmarked: bool) -> Array:
    """Return the $k to come by cards drawn, rejections and seat; (n_drawn, n_rejections, n)."""
    kept = _shipped_money(horizon, chain_key(qre_lambda, unmarked))
    return solved_chain(horizon, qre_lambda, unmarked)[0] if kept is None else kept


def chain_key(qre_lambda: float, unmarked: bool) -> str:
    """Return the name of a chain in the shipped file."""
    return f"{'none' if unmarked else 'next'}-{qre_lambda:g}"


def solved_chain(horizon: Horizon, qre_lambda: float, unmarked: bool) -> tuple[Array, Array, float]:
    """Return the chain's values, the best offers with their fate, and the worst residual.

    As ``chain.solve_chain`` fills them: (n_drawn, n_rejections, n) and (n_drawn, n_rejections,
    n+2).
    """
    n = horizon.players
    table = np.zeros((horizon.last + 1, MAX_REJECTIONS + 1, n))
    plan = np.zeros((*table.shape[:2], n + 2))
    marker = np.full(n, -1) if unmarked else (np.arange(n) + 1) % n
    worst = solve_chain(horizon.place(0, 0), marker, qre_lambda, table, plan)
    return table, plan, worst


def _shipped_money(horizon: Horizon, key: str) -> Array | None:
    file = files("results") / FOLDER / f"money-{horizon.players}.npz"
    if not file.is_file():
        return None
    with file.open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
        fits = kept["horizon"].tolist() == list(astuple(horizon)) and key in kept
        return np.asarray(kept[key], np.float64) if fits else None
