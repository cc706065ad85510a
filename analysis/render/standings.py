"""A tournament as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analysis.render.answers import change
from analysis.render.catalogues import Translate
from analysis.render.terminal import Page, percent
from engine.registry import game as find_game

Document = Mapping[str, Any]


def interval(row: Mapping[str, Any]) -> str:
    """Return the interval of a rate as text."""
    return f"{percent(row['ci_low'])} .. {percent(row['ci_high'])}"


def compare(document: Document, page: Page, _: Translate) -> None:
    """Print bots, seats, ends and pairs of a tournament."""
    page.heading(
        _("{game}, {players} players: {games} games, seed {seed}").format(
            **{key: document[key] for key in ("game", "players", "games", "seed")}
        )
    )
    page.table(
        [
            _("Bot"),
            _("Games"),
            _("Wins a seat"),
            _("95 % interval"),
            _("Mean payoff"),
            _("Forfeits"),
        ],
        [
            [
                row["name"],
                row["games"],
                "-" if row["win_rate"] is None else percent(row["win_rate"]),
                interval(row),
                "-" if row["mean_payoff"] is None else f"{row['mean_payoff']:.2f}",
                row["forfeits"],
            ]
            for row in document["bots"]
        ],
    )
    if find_game(document["game"]).roles:
        page.line(_("Every seat whose side won counts as a win."))
    else:
        share = percent(1 / document["players"])
        page.line(_("Equal bots would win {share} each.").format(share=share))
    page.heading(_("Seats"))
    page.table(
        [_("Seat"), _("Wins"), _("95 % interval")],
        [[row["seat"], percent(row["win_rate"]), interval(row)] for row in document["seats"]],
    )
    page.heading(_("How games end"))
    page.table(
        [_("End"), _("Share"), _("95 % interval")],
        [
            [_(name.replace("_", " ")), percent(row["rate"]), interval(row)]
            for name, row in document["outcomes"].items()
        ],
    )
    if document["pairs"]:
        pairs(document, page, _)


def pairs(document: Document, page: Page, _: Translate) -> None:
    """Print the differences of every two bots."""
    page.heading(_("Differences in win rate on the same deals"))
    page.table(
        [_("Bots"), _("Difference"), _("Interval"), _("Significant")],
        [
            [
                f"{row['a']} - {row['b']}",
                change(row["win_rate_difference"], "probability"),
                f"{change(row['ci_low'], 'probability')} .. "
                f"{change(row['ci_high'], 'probability')}",
                _("yes") if row["significant"] else _("no"),
            ]
            for row in document["pairs"]
        ],
    )
    page.line(
        _("{count} comparisons: all intervals hold together at 95 % (Bonferroni).").format(
            count=len(document["pairs"])
        )
    )
