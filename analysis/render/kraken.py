"""Answers of No Touch Kraken as text. Seats count clockwise from the asking one, who is seat 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.render.answers import change
from analysis.render.catalogues import Translate
from analysis.render.terminal import Page, percent
from models.base import Solution

Row = Mapping[str, Any]


def recommendation(solution: Solution, page: Page, _: Translate) -> bool:
    """Print advice or the balance; False if the solution is of another decision."""
    shown = {"reveal": reveal, "claim": claim, "balance": balance}
    if solution.recommendation["type"] not in shown:
        return False
    shown[solution.recommendation["type"]](solution, page, _)
    return True


def readable(row: Row, _: Translate) -> dict[str, Any]:
    """Return a record of what changes an answer, chances as percentages."""
    out = dict(row)
    if isinstance(out.get("error"), float):
        out["error"] = give_or_take(out["error"])
    for name in ("value", "explorers_win", "ci_low", "ci_high", "kraken_revealed", "time_up"):
        if isinstance(out.get(name), float):
            out[name] = percent(out[name])
    if "parameter" in out:
        names = {
            "talk": _("how skeletons talk"),
            "skeletons": _("how skeletons play on"),
            "future": _("what the next round is worth"),
            "depth": _("reveals looked ahead"),
        }
        out["parameter"] = names.get(out["parameter"], out["parameter"])
        out["setting"] = setting(str(out["setting"]), _)
    if "seat" in out:
        out["seat"] = seat_name(out["seat"], _)
    if "claim" in out:
        out["claim"] = claim_name(out["claim"], _)
    return out


def setting(name: str, _: Translate) -> str:
    """Return the value of a parameter in words."""
    known = {
        "mixed": _("mixed"),
        "truth": _("truth"),
        "one more": _("one more"),
        "nothing": _("nothing"),
        "anything": _("anything"),
        "played": _("as bots play"),
        "blind": _("blind play"),
        "silent": _("silent explorers (lower bound)"),
        "pooled": _("pooled explorers (upper bound)"),
    }
    return known.get(name, name)


def give_or_take(error: float) -> str:
    """Return an error of a chance in percentage points."""
    return f"{100 * error:.2f} pp"


def bot_name(name: str, lang: str) -> str:
    """Return what a bot is called in a language."""
    from bots.base import bot

    title = bot("kraken", name).title[lang]
    return title if title == name else f"{title} ({name})"


def seat_name(seat: int, _: Translate) -> str:
    """Return how the text calls a seat."""
    return _("0 (you)") if seat == 0 else str(seat)


def role_name(role: str, _: Translate) -> str:
    """Return a role in words."""
    return _("explorer") if role == "explorer" else _("skeleton")


def claim_name(claim: str, _: Translate) -> str:
    """Return a claim in words: treasures and the Kraken, or silence."""
    if claim == "-":
        return _("silent")
    count = claim.rstrip("K")
    if claim.endswith("K"):
        return _("{count} and the Kraken").format(count=count)
    return count


def reveal(solution: Solution, page: Page, _: Translate) -> None:
    """Print whom to reveal, why, every option with its odds, and the beliefs."""
    best = solution.recommendation
    page.heading(_("Answer"))
    told = _("Reveal a card of seat {seat}: you win with {value} as {role}.")
    if best.get("shown"):
        told = _("Reveal the card of seat {seat} that was shown: you win with {value} as {role}.")
    page.line(
        told.format(
            seat=best["seat"], value=percent(best["value"]), role=role_name(best["role"], _)
        )
    )
    page.line(why(best, _))
    looked(solution, page, _)
    rows: Sequence[Row] = (best, *solution.alternatives)
    extra = {
        "curse_probability": _("Curse"),
        "special_probability": _("Special"),
    }
    extra = {name: text for name, text in extra.items() if any(row.get(name) for row in rows)}
    page.heading(_("Whose card turns up what, and what it is worth"))
    page.table(
        [
            *(_("Seat"), _("Treasure"), _("Kraken"), *extra.values(), _("Empty"), _("Skeleton")),
            *worth_columns(best, _),
        ],
        [
            [
                _("{seat}, shown").format(seat=row["seat"])
                if row.get("shown")
                else str(row["seat"]),
                percent(row["treasure_probability"]),
                percent(row["kraken_probability"]),
                *(percent(row[name]) for name in extra),
                percent(row["empty_probability"]),
                percent(row["skeleton_probability"]),
                *worth_cells(row, solution.unit),
            ]
            for row in rows
        ],
    )
    beliefs(solution.details["beliefs"], page, _)


def worth_columns(best: Row, _: Translate) -> list[str]:
    """Return the headings of what a move is worth; errors where games were played."""
    if "error" in best:
        return [_("You win"), _("Error"), _("Explorers win"), _("Cost"), _("Error of the cost")]
    drawn = [_("Error of the cost")] if "cost_error" in best else []
    return [_("You win"), _("Explorers win"), _("Cost"), *drawn]


def worth_cells(row: Row, unit: str) -> list[str]:
    """Return what a move is worth as text."""
    error = [give_or_take(row["error"])] if "error" in row else []
    lost = [give_or_take(row["cost_error"])] if "cost_error" in row else []
    return [
        percent(row["value"]),
        *error,
        percent(row["explorers_win"]),
        change(-row["cost"], unit),
        *lost,
    ]


def why(best: Row, _: Translate) -> str:
    """Return in a sentence why a pick is the best."""
    sentences = {
        "alike": _("Why: all picks are worth the same."),
        "level": _("Why: the games played do not tell the picks apart."),
        "most treasure": _("Why: no other card is likelier to be a treasure ({treasure})."),
        "least Kraken": _("Why: no other card is less likely to be the Kraken ({kraken})."),
        "safest holder": _(
            "Why: no other seat that gets the marker is a skeleton less ({skeleton})."
        ),
        "not most treasure": _(
            "Why: likeliest a treasure ({treasure}) though it is, the next holder is best for you."
        ),
        "not least Kraken": _(
            "Why: least likely the Kraken ({kraken}) though it is, the next holder is best for you."
        ),
        "not safest holder": _(
            "Why: what it may turn up outweighs that the next holder is no skeleton."
        ),
    }
    balanced = _(
        "Why: best balance of treasure ({treasure}), the Kraken ({kraken}) and the next holder, "
        "a skeleton with {skeleton}."
    )
    return sentences.get(best["why"], balanced).format(
        treasure=percent(best["treasure_probability"]),
        kraken=percent(best["kraken_probability"]),
        skeleton=percent(best["skeleton_probability"]),
    )


def claim(solution: Solution, page: Page, _: Translate) -> None:
    """Print what to claim, why, every claim with its worth, and the beliefs."""
    best = solution.recommendation
    rows: Sequence[Row] = (best, *solution.alternatives)
    page.heading(_("Answer"))
    told = _("Claim: {claim}. You win with {value} as {role}.")
    if best["claim"] == "-":
        told = _("Say nothing. You win with {value} as {role}.")
    page.line(
        told.format(
            claim=claim_name(best["claim"], _),
            value=percent(best["value"]),
            role=role_name(best["role"], _),
        )
    )
    page.line(_claim_why(rows, solution.unit, _))
    looked(solution, page, _)
    page.heading(_("What each claim is worth"))
    page.table(
        [
            _("Claim"),
            _("True"),
            _("Taken for a skeleton"),
            *worth_columns(best, _),
        ],
        [
            [
                claim_name(row["claim"], _),
                _("yes") if row["true"] else _("no"),
                percent(row["suspected_probability"]),
                *worth_cells(row, solution.unit),
            ]
            for row in rows
        ],
    )
    beliefs(solution.details["beliefs"], page, _)


def _claim_why(rows: Sequence[Row], unit: str, _: Translate) -> str:
    best, truth = rows[0], next((row for row in rows if row["true"]), None)
    if len(rows) == 1:
        return _("Why: the skeleton's grasp lies before you: you may say nothing.")
    if best["why"] == "alike":
        return _("Why: all claims are worth the same; the truth costs nothing.")
    if best["why"] == "level":
        return _("Why: the games played do not tell the claims apart.")
    if truth is None or best["true"]:
        told = _("Why: the truth is worth most; the next best claim costs {cost}.")
        return told.format(cost=change(-rows[1]["cost"], unit))
    # An error of played games holds as it is; that of draws is a standard error.
    wide = 1 if "error" in truth else 2
    told = _("Why: the truth would cost {cost}, give or take {error}.")
    return told.format(
        cost=change(-truth["cost"], unit), error=give_or_take(wide * truth["cost_error"])
    )


def looked(solution: Solution, page: Page, _: Translate) -> None:
    """Print how far the answer looks ahead, and how much talk or play it had to draw."""
    found = solution.details
    if not found["explained"]:
        page.line(_("No set of roles explains this round's talk: it is left out of the belief."))
    if "games" in found:
        told = _(
            "Complete games after each move: {games}, explorers played by {explorer}, skeletons "
            "by {skeleton}; errors hold for all moves together with 99 %."
        )
        names = {k: bot_name(found[k], page.lang) for k in ("explorer", "skeleton")}
        page.line(told.format(games=found["games"], **names))
        told = _("Another move may yet be better by up to {gain}.")
        page.line(told.format(gain=give_or_take(found["gain_left"])))
        return
    page.line(_("Reveals looked ahead: {depth}.").format(depth=found["depth"]))
    if found.get("draws", 1) > 1:
        told = _("The talk still to come was drawn {draws} times.")
        page.line(told.format(draws=found["draws"]))


def beliefs(rows: Sequence[Row], page: Page, _: Translate) -> None:
    """Print what to believe of every seat."""
    page.heading(_("What to believe of each seat"))
    page.table(
        [
            _("Seat"),
            _("Claim"),
            _("Skeleton"),
            _("Treasures dealt"),
            _("Kraken dealt"),
            _("Likeliest hands"),
        ],
        [
            [
                seat_name(row["seat"], _),
                claim_name(row["claim"], _),
                percent(row["skeleton_probability"]),
                f"{row['treasures']:.2f}",
                percent(row["kraken_probability"]),
                "; ".join(f"{claim_name(h, _)}: {percent(p)}" for h, p in row["hands"].items()),
            ]
            for row in rows
        ],
    )


def balance(solution: Solution, page: Page, _: Translate) -> None:
    """Print how often each side wins, by number of skeletons, round and marker."""
    found = solution.recommendation
    page.heading(_("Answer"))
    told = _("Explorers win {value} as bots play ({explorer} against {skeleton}), {blind} blindly.")
    page.line(
        told.format(
            value=percent(found["explorers_win"]),
            explorer=found["explorer"],
            skeleton=found["skeleton"],
            blind=percent(found["blind"]),
        )
    )
    page.line(
        _("Proven for {concept}: between {low} ({lower}) and {high} ({upper}).").format(
            concept=_(found["concept"]),
            low=percent(found["lower"]),
            lower=_(found["lower_by"]),
            high=percent(found["upper"]),
            upper=_(found["upper_by"]),
        )
    )
    page.heading(_("By number of skeletons"))
    page.table(
        [
            _("Skeletons"),
            _("Chance"),
            _("Explorers win"),
            _("95 % interval"),
            _("Proven between"),
            _("Games"),
        ],
        [
            [
                str(row["skeletons"]),
                percent(row["chance"]),
                percent(row["explorers_win"]),
                f"{percent(row['ci_low'])} .. {percent(row['ci_high'])}",
                f"{percent(row['lower'])} .. {percent(row['upper'])}",
                str(row["games"]),
            ]
            for row in solution.alternatives
        ],
    )
    rounds(solution.details, page, _)


def rounds(details: Row, page: Page, _: Translate) -> None:
    """Print in which round games end, and what a round's start is worth by who starts it."""
    page.heading(_("In which round each side wins, of all games"))
    page.table(
        [_("Round"), _("Explorers win"), _("Skeletons win")],
        [
            [str(row["round"]), percent(row["explorers_win"]), percent(row["skeletons_win"])]
            for row in details["rounds"]
        ],
    )
    page.heading(_("Explorers' chance at a round's start, by who holds the marker"))
    page.table(
        [_("Round"), _("Treasures left"), _("Skeletons"), _("Explorer holds"), _("Skeleton holds")],
        [
            [
                str(row["round"]),
                str(row["treasures_left"]),
                str(row["skeletons"]),
                _rate(row.get("marker_explorer")),
                _rate(row.get("marker_skeleton")),
            ]
            for row in details["starts"]
        ],
    )


def _rate(value: float | None) -> str:
    return "-" if value is None else percent(value)
