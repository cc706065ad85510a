"""A solved game file as text: one table for each equilibrium, value beside frequency."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analysis.render.catalogues import Translate
from analysis.render.terminal import Page

Document = Mapping[str, Any]

_SHOWN = 20


def solved(document: Document, page: Page, _: Translate) -> None:
    """Print the record of ``analyze solve``."""
    game = document["game"]
    page.heading(game["title"] or _("Game without a title"))
    page.pairs(
        {
            _("Players"): ", ".join(game["players"]),
            _("Kind"): _kind(game, _),
            _("Payoffs"): "{:g} … {:g}".format(*game["payoff_range"]),
            _("Method"): document["method"],
            _("Selection"): document["selection"],
        }
    )
    found = document["equilibria"]
    page.line(_said(document, _))
    if document["note"]:
        page.line(document["note"])
    for k, equilibrium in enumerate(found[:_SHOWN], 1):
        _equilibrium(equilibrium, _("Equilibrium {k} of {n}").format(k=k, n=len(found)), page, _)
    if len(found) > _SHOWN:
        page.line(_("{n} more are in the JSON record.").format(n=len(found) - _SHOWN))
    if document.get("locked"):
        page.heading(_("Locked"))
        page.table([_("Player"), _("Information set"), _("Play")], _locked_rows(document["locked"]))
    if "path" in document:
        page.heading(_("Logit branch"))
        page.table(*_branch(document, _))
    if "range" in document:
        page.heading(_("Range of each payoff over all such equilibria"))
        page.table(
            [_("Player"), _("Lowest"), _("Highest")],
            [[who, _number(low), _number(high)] for who, (low, high) in document["range"].items()],
        )


def _kind(game: Document, _: Translate) -> str:
    """Return what kind of game it is, and its size, in words."""
    words = [_("game tree") if game["form"] == "extensive" else _("table of strategies")]
    if game["zero_sum"]:
        words.append(_("zero sum"))
    elif game["constant_sum"] is not None:
        words.append(_("constant sum {total}").format(total=f"{game['constant_sum']:g}"))
    else:
        words.append(_("general sum"))
    words.append(_("perfect recall") if game["perfect_recall"] else _("imperfect recall"))
    if game["size"]:
        size = game["size"]
        words.append(
            _("{nodes} nodes, {infosets} information sets").format(
                nodes=size["nodes"], infosets=size["infosets"]
            )
        )
    return ", ".join(words)


def _locked_rows(locked: Document) -> list[list[str]]:
    return [
        [who, infoset, ", ".join(f"{action} {_number(p)}" for action, p in play.items())]
        for who, sets in locked.items()
        for infoset, play in sets.items()
    ]


def _branch(document: Document, _: Translate) -> tuple[list[str], list[list[str]]]:
    """Return the table of a logit branch: precision, gain, payoffs; strategies are in the JSON."""
    players = document["game"]["players"]
    columns = [_("Precision"), _("Gain by deviating"), *players]
    rows = [
        [_number(point["lambda"]), _number(point["epsilon"])]
        + [_number(point["payoffs"][who]) for who in players]
        for point in document["path"]
    ]
    return columns, rows


def _said(document: Document, _: Translate) -> str:
    if not document["converged"]:
        return _("Not solved to tolerance: the best profile so far.")
    if document["complete"]:
        return _("These are all equilibria.")
    return _("There may be other equilibria.")


def _equilibrium(equilibrium: Document, title: str, page: Page, _: Translate) -> None:
    page.heading(title)
    exact = equilibrium.get("payoffs_exact", {})
    page.pairs(
        {who: exact.get(who, _number(value)) for who, value in equilibrium["payoffs"].items()}
    )
    if "distribution" in equilibrium:
        page.table([_("Joint plan"), _("Probability")], _joint_rows(equilibrium["distribution"]))
    else:
        page.table(_columns(_), _rows(equilibrium, _))
    page.line(
        _("Largest gain by deviating: {gain}").format(gain=_number(equilibrium["epsilon"]))
        + (", " + _("proven in exact arithmetic") if equilibrium["exact"] else "")
    )
    if "unlocked_gains" in equilibrium:
        page.line(
            _("Gains if nothing were locked: {gains}").format(
                gains=", ".join(
                    f"{who} {_number(gain)}" for who, gain in equilibrium["unlocked_gains"].items()
                )
            )
        )


def _columns(_: Translate) -> list[str]:
    return [
        _("Player"),
        _("Information set"),
        _("Action"),
        _("Probability"),
        _("Value"),
        _("Regret"),
    ]


def _rows(equilibrium: Document, _: Translate) -> list[list[str]]:
    """Return one row for each action; the regret of a set stands beside its first."""
    shown = equilibrium.get("strategies_exact", equilibrium["strategies"])
    values, regrets = equilibrium.get("action_values", {}), equilibrium.get("regrets", {})
    rows = []
    for who, sets in shown.items():
        for infoset, actions in sets.items():
            never = infoset in equilibrium["unreached"][who]
            mark = " " + _("(not reached)") if never else ""
            regret = _number(regrets.get(who, {}).get(infoset))
            for action, p in actions.items():
                value = values.get(who, {}).get(infoset, {}).get(action)
                probability = p if isinstance(p, str) else _number(p)
                rows.append([who, infoset + mark, action, probability, _number(value), regret])
                regret = ""
    return rows


def _joint_rows(distribution: Any) -> list[list[str]]:
    """Return the likeliest joint plans of one device, or of one for each side."""
    sides = distribution.values() if isinstance(distribution, Mapping) else [distribution]
    return [
        [_plan(row["profile"]), _number(row["probability"])]
        for side in sides
        for row in sorted(side, key=lambda row: -row["probability"])[:_SHOWN]
    ]


def _plan(profile: Mapping[str, Any]) -> str:
    """Return a joint plan in words: one player after another, set by set where sets are told."""
    parts = []
    for who, moves in profile.items():
        told = isinstance(moves, Mapping)
        what = ", ".join(f"{h}: {a}" for h, a in moves.items()) if told else moves
        parts.append(f"{who} {what}")
    return "; ".join(parts)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"
