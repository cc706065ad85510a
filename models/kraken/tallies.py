"""Tables of measured plays, and the proven bounds beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.kraken.brackets import bounds_of, for_number
from models.kraken.pile import ROUNDS
from models.kraken.position import Position
from models.kraken.values import stored
from models.kraken.view import View

Row = dict[str, Any]


def proven(position: Position, concept: str) -> list[Row]:
    """Return the best bounds stored for the opening; the plain two where no others are.

    Rows are as :func:`models.kraken.brackets.bounds_of` returns them.
    """
    if stored("whole-game", position.players) is not None:
        return bounds_of(position, concept)
    kept = stored("bounds", position.players) or {"rows": []}
    rows: dict[str, Row] = {}
    for row in kept["rows"]:
        if row["round"] == 1:
            share = row["skeletons"] / position.players
            explorer, skeleton = row["marker_explorer"] or 0.0, row["marker_skeleton"] or 0.0
            side = "lower" if row["bound"] == "silent" else "upper"
            blank = {"method": row["bound"], "side": side, "each": True, "by_skeletons": {}}
            found = rows.setdefault(row["bound"], blank)
            value = (1 - share) * explorer + share * skeleton
            found["by_skeletons"][row["skeletons"]] = value
    for found in rows.values():
        found["value"] = sum(
            float(chance) * found["by_skeletons"][count]
            for count, chance in position.skeleton_chances.items()
        )
    return list(rows.values())


def by_skeletons(position: Position, match: Mapping[str, Any], concept: str) -> list[Row]:
    """Return the explorers' rate by number of skeletons, beside the bounds."""
    bounds, rows = proven(position.with_(skeletons=None), concept), []
    for count, chance in position.skeleton_chances.items():
        found = match["by_skeletons"].get(str(count))
        if found is not None:
            measured = {key: found[key] for key in ("ci_low", "ci_high", "games")}
            lost = float(chance) * (1.0 - found["rate"]) if count == 0 else 0.0
            rows.append(
                {"skeletons": count, "chance": float(chance), "explorers_win": found["rate"]}
                | measured
                | for_number(bounds, count)
                | {"all_lose": lost}
            )
    return rows


def by_round(match: Mapping[str, Any]) -> list[Row]:
    """Return in which round each side wins, as shares of all games."""
    return [
        {
            "round": int(round_),
            "explorers_win": found["explorers"]["rate"],
            "skeletons_win": found["skeletons"]["rate"],
        }
        for round_, found in match["rounds"].items()
    ]


def by_start(kept: Mapping[str, Any]) -> list[Row]:
    """Return the explorers' rate at round starts by who holds the marker, every treasure count."""
    cells: dict[tuple[int, int, int], Row] = {}
    for row in kept["starts"]:
        at = row["round"], row["treasures_left"], row["skeletons"]
        cell = cells.setdefault(
            at, {"round": at[0], "treasures_left": at[1], "skeletons": at[2], "games": row["games"]}
        )
        cell[f"marker_{row['marker']}"] = row["rate"]
    return [cells[at] for at in sorted(cells) if at[0] <= ROUNDS]


def by_matchup(kept: Mapping[str, Any]) -> list[Row]:
    """Return every match of bots with its interval."""
    return [
        {
            "explorer": row["explorer"],
            "skeleton": row["skeleton"],
            "explorers_win": row["explorers_win"]["rate"],
            "ci_low": row["explorers_win"]["ci_low"],
            "ci_high": row["explorers_win"]["ci_high"],
        }
        for row in kept["matchups"]
    ]


def expansion_of(position: Position) -> str:
    """Return the name under which a position's expansions were measured; nothing without any."""
    if not isinstance(position, View):
        return ""
    curse = {"": "", "all": "curse", "in_play": "curse, in play"}[position.curse]
    if position.specials:
        return "curse and specials" if curse else "specials"
    return curse
