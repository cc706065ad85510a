"""Lists of what there is, as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from analysis.options import Common
from analysis.render.catalogues import Translate, catalogue
from analysis.render.terminal import Page, percent, print_json

Document = Mapping[str, Any]
Render = Callable[[Document, Page, Translate], None]


def show(options: Common, document: Document, render: Render) -> None:
    """Print a document: as JSON if the options ask for it, else as text in their language."""
    if options.json:
        print_json(document)
    else:
        render(document, Page(options.lang), catalogue(options.lang))


def games(document: Document, page: Page, _: Translate) -> None:
    """Print the table of games."""
    page.table(
        [_("Game"), _("Title"), _("Players")],
        [
            [row["name"], row["title"][page.lang], "{} to {}".format(*row["players"])]
            for row in document["games"]
        ],
    )


def bots(document: Document, page: Page, _: Translate) -> None:
    """Print the table of bots."""
    page.table(
        [_("Bot"), _("Game"), _("Models")],
        [[row["name"], row["game"], row["models"][page.lang]] for row in document["bots"]],
    )


def rules(document: Document, page: Page, _: Translate) -> None:
    """Print the table of rule options."""
    page.heading(
        _("{title}: rule options with {players} players").format(
            title=document["title"][page.lang], players=document["players"]
        )
    )
    page.line(_("Marks: (s) stated by the rules, (p) public sources, (d) our default."))
    page.table(
        [_("Option"), _("Value"), _("Allowed"), _("Meaning")],
        [
            [row["name"], _plain(row["value"]), row["allowed"], _(row["description"])]
            for row in document["options"]
        ],
    )


def text(document: Document, page: Page, _: Translate) -> None:
    """Print a document that is a file's text."""
    page.raw(document["text"])


def calibration(document: Document, page: Page, _: Translate) -> None:
    """Print how a calibration went and where its result lies."""
    history = document["history"]
    page.table(list(history[0]), [[f"{x:.4g}" for x in row.values()] for row in history])
    page.line(_("Written to {file}").format(file=document["file"]))


def verification(document: Document, page: Page, _: Translate) -> None:
    """Print every check of the shipped results."""
    page.table(
        [_("Result"), _("Quantity"), _("Method"), _("Stored"), _("Derived"), _("Holds")],
        [
            [
                row["result"],
                _(row["quantity"]),
                _(row["method"]),
                f"{row['stored']:.6g}",
                f"{row['derived']:.6g}",
                _("yes") if row["ok"] else _("NO"),
            ]
            for row in document["checks"]
        ],
    )
    for name in document["single_method"]:
        page.line(_("Single method: {name}").format(name=_(name)))


def files(document: Document, page: Page, _: Translate) -> None:
    """Print the files that were written, one a line."""
    for name in document["files"]:
        page.line(name)


def replay(document: Document, page: Page, _: Translate) -> None:
    """Print the moves of a record and how the game stands."""
    page.heading(
        _("{game}, {players} players: {count} moves, all within the rules").format(
            game=document["game"], players=document["players"], count=len(document["moves"])
        )
    )
    page.table(
        [_("Entry"), _("By"), _("Move")],
        [
            [
                "-" if row["index"] is None else row["index"],
                _("chance") if row["by"] == "chance" else row["by"],
                row["move"],
            ]
            for row in document["moves"]
        ],
    )
    result = document["result"]
    if result is None:
        page.line(_("The game goes on from here: {state}").format(state=document["state"]))
        return
    page.heading(_("End: {outcome}").format(outcome=_(result["outcome"].replace("_", " "))))
    page.table(
        [_("Seat"), _("Payoff"), _("Share of the win")],
        [
            [seat, f"{payoff:g}", percent(share)]
            for seat, (payoff, share) in enumerate(
                zip(result["returns"], result["win_share"], strict=True)
            )
        ],
    )


def _plain(value: Any) -> str:
    """Return a value as `--rules` takes it."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
