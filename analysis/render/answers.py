"""A solved decision as text: what every game shares; the rest is the game's own file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from analysis.render.catalogues import Translate, catalogue
from analysis.render.phrases import phrase
from analysis.render.terminal import Page, money, percent, print_json
from models.base import Solution

if TYPE_CHECKING:
    from analysis.asking import Asked

Row = Mapping[str, Any]


def amount(value: float | Sequence[float] | None, unit: str) -> str:
    """Return a value of a solution in its unit as text; a unit may say more than ``$k``.

    Of a value between bounds both are shown, unless they look alike.
    """
    if value is None:
        return "-"
    if isinstance(value, Sequence):
        low, high = (amount(end, unit) for end in value)
        return low if low == high else f"{low} .. {high}"
    if unit == "probability" or unit.startswith("chance"):
        return percent(value)
    head, _, rest = unit.partition(" ")
    text = money(value) if head == "$k" else f"{value:.4g} {head}"
    return f"{text} {rest}".rstrip()


def change(value: float, unit: str) -> str:
    """Return a difference as text, always with its sign; of chances in percentage points."""
    sign = "-" if value < 0 else "+"
    if unit == "probability":
        return f"{sign}{100 * abs(value):.2f} pp"
    return sign + amount(abs(value), unit)


def answer(game: str, solution: Solution, page: Page, _: Translate) -> None:
    """Print an answer: recommendation first, then how good it is and what it stands on."""
    head(game, solution, page, _)
    backing(game, solution, page, _)


def head(game: str, solution: Solution, page: Page, _: Translate) -> None:
    """Print question and recommendation."""
    page.heading(_(solution.question))
    own = _own(game)
    if own is None or not own.recommendation(solution, page, _):
        recommendation(solution, page, _)


def backing(game: str, solution: Solution, page: Page, _: Translate) -> None:
    """Print how good an answer is, what changes it, and what it stands on."""
    certificate(solution, page, _)
    own, changed = _own(game), solution.sensitivity
    if own is not None:
        changed = tuple(own.readable(row, _) for row in changed)
    sensitivity(changed, solution.unit, page, _)
    assumptions(solution, page, _)


def _own(game: str) -> Any:
    name = f"analysis.render.{game.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None


def show(asked: Asked) -> None:
    """Print an answer as soon as there is one, then its backing, then the engine check.

    With ``--json`` the document of all three.
    """
    if asked.options.json:
        print_json(asked.document(asked.check()))
        return
    page, _ = Page(asked.options.lang), catalogue(asked.options.lang)
    head(asked.game, asked.first, page, _)
    backing(asked.game, asked.solution, page, _)
    rows = asked.check()
    if rows:
        engine_check(rows, page, _)
    elif asked.options.check:
        page.line(_("No engine check: no lifted bot plays this answer."))


def decisions(document: Row, page: Page, _: Translate) -> None:
    """Print the decisions of a game."""
    page.table(
        [_("Decision"), _("Question"), _("Parameters")],
        [
            [row["decision"], _(row["question"]), _parameters(row["parameters"])]
            for row in document["decisions"]
        ],
    )


def _parameters(found: Row) -> str:
    return "; ".join(f"{name}={plain(item['allowed'])}" for name, item in found.items())


def recommendation(solution: Solution, page: Page, _: Translate) -> None:
    """Print a recommendation that has no form of its own, and the strategies."""
    page.heading(_("Answer"))
    facts(solution.recommendation, solution.unit, page, _)
    strategies(solution.strategies, page, _)
    page.heading(_("Values"))
    page.table(
        [_("Who"), _("Value")],
        [[_(who), amount(value, solution.unit)] for who, value in solution.values.items()],
    )
    if solution.alternatives:
        page.heading(_("Alternatives"))
        rows(solution.alternatives, solution.unit, page, _)
    details(solution.details, solution.unit, page, _)


def details(found: Row, unit: str, page: Page, _: Translate) -> None:
    """Print what else a solution says, a section a name."""
    for name, value in found.items():
        if name == "lift":  # for the engine check
            continue
        page.heading(_column(name, _))
        facts(value if isinstance(value, Mapping) else {name: value}, unit, page, _)


def facts(found: Row, unit: str, page: Page, _: Translate) -> None:
    """Print names and values, lists of records as tables."""
    found = {str(key): value for key, value in found.items()}
    tables = {key: value for key, value in found.items() if _is_table(value)}
    page.pairs(
        {
            _column(key, _): cell(key, value, unit, _)
            for key, value in found.items()
            if key not in tables
        }
    )
    for value in tables.values():
        rows(value, unit, page, _)


def _is_table(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and isinstance(value[0], Mapping)


def rows(found: Iterable[Row], unit: str, page: Page, _: Translate) -> None:
    """Print records as a table; a key that some of them lack is shown as a dash there."""
    found = list(found)
    names = [name for name in dict.fromkeys(key for row in found for key in row) if name != "unit"]
    page.table(
        [_column(name, _) for name in names],
        [[cell(name, row.get(name), row.get("unit", unit), _) for name in names] for row in found],
    )


def strategies(found: Mapping[str, Any], page: Page, _: Translate) -> None:
    """Print who does what in which situation, probabilities as such."""
    table = [
        [
            " / ".join(phrase(part, _) for part in path if part),
            percent(x) if isinstance(x, float) else phrase(plain(x), _),
        ]
        for path, x in _leaves(found)
    ]
    if table:
        page.heading(_("Strategies"))
        page.table([_("Who and when"), _("What")], table)


def _leaves(found: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if not isinstance(found, Mapping):
        yield path, found
        return
    for key, value in found.items():
        yield from _leaves(value, (*path, str(key)))


def _gain(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}"


def certificate(solution: Solution, page: Page, _: Translate) -> None:
    """Print method, selection, and how far the answer is from an equilibrium."""
    found = solution.certificate
    low, high = found.payoff_range
    page.heading(_("Certificate"))
    items = {
        _("Method"): phrase(found.method, _),
        _("Selection"): phrase(found.selection, _),
        _("Largest gain of one player by deviating (epsilon)"): _gain(found.epsilon),
        _("Sum of all such gains (NashConv)"): _gain(found.nash_conv),
        _("Lowest and highest payoff"): f"{low:.4g} .. {high:.4g}",
    }
    if found.residual is not None:
        items[_("Violation of the selection's equations")] = f"{found.residual:.2g}"
    page.pairs({name: value for name, value in items.items() if value})
    if found.range is None:
        if found.range_reason:
            page.line(_("No range over all correlated equilibria: ") + _(found.range_reason))
        return
    what = _("all correlated equilibria of this stage")
    if found.range_reason:
        what = _(found.range_reason)
    page.line(_("Range ({what}), in payoff units:").format(what=what))
    page.table(
        [_("Who"), _("Lowest"), _("Answer"), _("Highest")],
        [
            [_(who), f"{low:.4g}", _answer_of(solution.values.get(who)), f"{high:.4g}"]
            for who, (low, high) in found.range.items()
        ],
    )


def _answer_of(value: Any) -> str:
    """Return a value as text; nothing where the range is all that is known."""
    return "-" if value is None or isinstance(value, Sequence) else plain(value)


def sensitivity(found: Sequence[Row], unit: str, page: Page, _: Translate) -> None:
    """Print how the answer changes with one assumption at a time."""
    if found:
        page.heading(_("How the answer changes"))
        rows(found, unit, page, _)


def _column(name: str, _: Translate) -> str:
    """Return the heading of a column of a row's key; keys of one game only stand as they are."""
    known = {
        "parameter": _("Parameter"),
        "value": _("Value"),
        "error": _("Error"),
        "values": _("Values"),
        "offer": _("Offer"),
        "type": _("Decision"),
        "seat": _("Seat"),
        "boss_value": _("Boss's value"),
        "pass_probability": _("Passes"),
        "tie_probability": _("Ties"),
        "setting": _("To"),
        "claim": _("Claim"),
        "explorer": _("Explorer"),
        "skeleton": _("Skeleton"),
        "skeletons": _("Skeletons"),
        "round": _("Round"),
        "chance": _("Chance"),
        "explorers_win": _("Explorers win"),
        "kraken_revealed": _("Kraken revealed"),
        "time_up": _("Time up"),
        "ci_low": _("Lowest"),
        "ci_high": _("Highest"),
        "treasure_probability": _("Treasure"),
        "kraken_probability": _("Kraken"),
    }
    return known.get(name, phrase(str(name).replace("_", " "), _))


def cell(name: str, value: Any, unit: str, _: Translate) -> str:
    """Return one named value of a record as text."""
    if value is None:
        return "-"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if name.endswith("probability"):
            return percent(value)
        if name.endswith(("_value", "loss")):
            return amount(value, unit)
    return phrase(value if isinstance(value, str) else plain(value), _)


def assumptions(solution: Solution, page: Page, _: Translate) -> None:
    """Print what the model leaves out and what that does."""
    if not solution.assumptions:
        return
    page.heading(_("Assumptions"))
    page.table(
        [_("Name"), _("Kind"), _("Assumption"), _("Effect")],
        [[a.id, _(a.kind), _(a.statement), _(a.effect)] for a in solution.assumptions],
    )


def check_columns(_: Translate) -> list[str]:
    """Return the headings of the engine check."""
    return [
        _("Quantity"),
        _("Predicted"),
        _("Measured"),
        _("99 % interval"),
        _("Margin"),
        _("Games"),
        _("Agrees"),
    ]


def check_cells(row: Row, _: Translate) -> list[str]:
    """Return one row of the engine check as text."""
    unit = row["unit"]
    return [
        _column(row["quantity"], _),
        amount(row["predicted"], unit),
        amount(row["measured"], unit),
        f"{amount(row['ci_low'], unit)} .. {amount(row['ci_high'], unit)}",
        amount(row["margin"], unit),
        str(row["games"]),
        _("yes") if row["agrees"] else _("NO"),
    ]


def engine_check(rows: Sequence[Row], page: Page, _: Translate) -> None:
    """Print predicted beside measured."""
    page.heading(_("Engine check: predicted against complete play"))
    page.table(check_columns(_), [check_cells(row, _) for row in rows])
    first = rows[0]
    if first["coverage"] is not None:
        page.line(
            _("The models cover {coverage} of all decisions; {fallback} fall back.").format(
                coverage=percent(first["coverage"]), fallback=percent(first["fallback_rate"])
            )
        )


def plain(value: Any) -> str:
    """Return any JSON value as text for a cell."""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (list, tuple)):
        between = "; " if any(isinstance(item, Mapping) for item in value) else ", "
        return between.join(plain(item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {plain(item)}" for key, item in value.items())
    return str(value)
