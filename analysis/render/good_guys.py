"""Answers of Good Guys as text. Seats count clockwise from the boss, who is seat 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.render.answers import amount, change, details
from analysis.render.catalogues import Translate
from analysis.render.terminal import Page, money, percent
from models.base import Solution

ACTIONS = ("yes", "no", "skim", "rob", "guard")

Offer = Sequence[Mapping[str, Any]]


def recommendation(solution: Solution, page: Page, _: Translate) -> bool:
    """Print an offer or the vote on one; False if the solution is of another decision."""
    if solution.recommendation["type"] == "vote":
        shares(solution, page, _)
        votes(solution, page, _)
        outlook(solution, page, _)
        shown = ("seats", "margins", "lift")
        rest = {key: value for key, value in solution.details.items() if key not in shown}
        details(rest, solution.unit, page, _)
        return True
    if solution.recommendation["type"] != "boss-offer":
        return False
    table(solution, page, _)
    offer(solution, page, _)
    votes(solution, page, _)
    outlook(solution, page, _)
    alternatives(solution, page, _)
    prices(solution, page, _)
    naive(solution, page, _)
    return True


def seat_name(seat: int, _: Translate) -> str:
    """Return how the text calls a seat."""
    return _("0 (boss)") if seat == 0 else str(seat)


def cards_text(cards: Sequence[int]) -> str:
    """Return cards as their values, highest first."""
    return " ".join(map(str, sorted(cards, reverse=True))) or "-"


def offer_text(offered: Offer, _: Translate) -> str:
    """Return a whole offer on one line; seats that get nothing are left out."""
    parts = [f"{row['seat']}: {cards_text(row['cards'])}" for row in offered if row["cards"]]
    return "; ".join(parts)


def readable(row: Mapping[str, Any], _: Translate) -> dict[str, Any]:
    """Return a record with an offer of cards as text."""
    shares = row.get("offer")
    if isinstance(shares, str) or not shares or "cards" not in shares[0]:
        return dict(row)
    return {**row, "offer": offer_text(shares, _)}


def table(solution: Solution, page: Page, _: Translate) -> None:
    """Print the loot on the table."""
    loot = solution.recommendation["loot"]
    page.heading(_("Loot on the table"))
    page.line(
        _("{cards} ({count} cards, {worth})").format(
            cards=cards_text(loot), count=len(loot), worth=money(sum(loot))
        )
    )
    if solution.details.get("dealt"):
        page.line(
            _("No state was given: this is a typical opening, dealt from seed {seed}.").format(
                seed=solution.details["seed"]
            )
        )


def offer(solution: Solution, page: Page, _: Translate) -> None:
    """Print who gets which card."""
    page.heading(_("The boss's best offer found"))
    page.table(
        [_("Seat"), _("Cards"), _("Worth")],
        [
            [seat_name(row["seat"], _), cards_text(row["cards"]), money(sum(row["cards"]))]
            for row in solution.recommendation["offer"]
        ],
    )


def shares(solution: Solution, page: Page, _: Translate) -> None:
    """Print what each seat is offered in a vote."""
    page.heading(_("Offer"))
    page.table(
        [_("Seat"), _("Worth")],
        [
            [seat_name(seat, _), money(share)]
            for seat, share in enumerate(solution.recommendation["share"])
        ],
    )


def votes(solution: Solution, page: Page, _: Translate) -> None:
    """Print who votes what with which probability, and why."""
    page.heading(_("Who plays what"))
    page.table(
        [_("Seat"), _("YES"), _("NO"), _("SKIM"), _("ROB"), _("GUARD")],
        [
            [seat_name(row["seat"], _), *(percent(row[name]) for name in ACTIONS)]
            for row in solution.recommendation["votes"]
        ],
    )
    for row in solution.details.get("seats", ()):
        if row.get("reason_key"):
            sentence = _(row["reason_key"]).format(**row.get("reason_args", {}))
            page.line(_("Seat {seat}: {why}").format(seat=seat_name(row["seat"], _), why=sentence))


def outlook(solution: Solution, page: Page, _: Translate) -> None:
    """Print the chances of the vote and what the boss gets."""
    found = solution.recommendation
    page.heading(_("What to expect"))
    passes, ties = found["pass_probability"], found["tie_probability"]
    page.line(
        _(
            "The offer passes with {passes}, ties with {ties} (paid, but the next seat becomes "
            "boss), and fails with {fails}."
        ).format(
            passes=percent(passes),
            ties=percent(ties),
            fails=percent(min(1.0, max(0.0, 1 - passes - ties))),
        )
    )
    wording = (
        _("The boss's chance of finishing richest: {value}.")
        if solution.utility == "win"
        else _("What the boss can expect until the end of the game: {value}.")
    )
    page.line(wording.format(value=amount(found["boss_value"], solution.unit)))
    searched(solution, page, _)
    marked(solution, page, _)


def marked(solution: Solution, page: Page, _: Translate) -> None:
    """Print how far the convention of the markers is from an equilibrium."""
    found = solution.details.get("marker_gain")
    if not found:
        return
    if found["gain"] <= 0:
        page.line(_("Markers stand by a convention; no seat gains by placing its own elsewhere."))
        return
    seat = seat_name(found["marker"], _)
    where = _("with none placed") if found["marker"] < 0 else _("before seat {seat}")
    told = _("Markers stand by a convention; seat {seat} gains most by another: {gain}, {place}.")
    page.line(
        told.format(
            seat=seat_name(found["seat"], _),
            gain=change(found["gain"], solution.unit),
            place=where.format(seat=seat),
        )
    )


def searched(solution: Solution, page: Page, _: Translate) -> None:
    """Print what the search for the offer covered."""
    found = solution.details.get("covered")
    if found:
        page.line(
            _(
                "Search: {screened} offers screened, {certified} certified, {moves} moves of "
                "single cards tried."
            ).format(
                screened=found["screened"],
                certified=found["certified"],
                moves=found["single_card_moves"],
            )
        )


def alternatives(solution: Solution, page: Page, _: Translate) -> None:
    """Print the next best offers and what choosing them costs."""
    if not solution.alternatives:
        return
    best = solution.recommendation["boss_value"]
    page.heading(_("Best alternatives"))
    page.table(
        [_("Offer"), _("Passes"), _("Boss's value"), _("Cost")],
        [
            [
                offer_text(row["offer"], _),
                percent(row["pass_probability"]),
                amount(row["value"], solution.unit),
                change(row["value"] - best, solution.unit),
            ]
            for row in solution.alternatives
        ],
    )


def prices(solution: Solution, page: Page, _: Translate) -> None:
    """Print what each seat's vote costs."""
    rows = solution.details.get("prices", ())
    if not rows:
        return
    page.heading(_("Price of each seat's vote"))
    page.table(
        [_("Seat"), _("Price"), _("Passes if bought alone")],
        [
            [
                seat_name(row["seat"], _),
                _("not for sale") if row["price"] is None else money(row["price"]),
                percent(row["pass_probability"]) if row["pass_probability"] is not None else "-",
            ]
            for row in rows
        ],
    )


def naive(solution: Solution, page: Page, _: Translate) -> None:
    """Print what simple offers lose."""
    rows = solution.details.get("naive", ())
    if not rows:
        return
    page.heading(_("What naive offers lose"))
    page.table(
        [_("Offer"), _("Cards"), _("Passes"), _("Boss's value"), _("Loss")],
        [
            [
                _(row["name"]),
                offer_text(row["offer"], _),
                percent(row["pass_probability"]),
                amount(row["value"], solution.unit),
                change(-row["loss"], solution.unit),
            ]
            for row in rows
        ],
    )
