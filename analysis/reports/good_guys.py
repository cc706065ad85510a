"""A designer's report on Good Guys. Seats count clockwise from the boss, who is seat 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.asking import Asked
from analysis.engine_check import check_seed
from analysis.options import Report
from analysis.parallel import in_order
from analysis.render.answers import amount, change, check_cells, check_columns
from analysis.render.catalogues import Translate
from analysis.render.good_guys import cards_text, offer_text
from analysis.render.plots import bars, changes
from analysis.render.standings import interval
from analysis.render.terminal import money, percent
from analysis.report import Contents, Section, answers_of
from analysis.statistics import rate_estimate

ACTIONS = ("yes", "no", "skim", "rob", "guard")
LEVEL = 0.95
GAMES_PER_BLOCK = 50
# Offers looked at in each game; more than nearly any game has.
OFFERS = 60
# An option that is chosen less often than this, with its interval, counts as dead.
DEAD = 0.01

Row = Mapping[str, Any]


def measure(asked: Asked, games: int, workers: int | None) -> dict[str, Any]:
    """Return what complete games show in which seat 0 is the first boss and all seats play alike.

    Empty where no lifted bot plays the answer.
    """
    lifted = asked.solution.details.get("lift")
    if lifted is None:
        return {}
    rules = asked.rules.model_copy(update={"first_boss": 0})
    seed = check_seed(asked.options.seed)
    blocks = range(-(-games // GAMES_PER_BLOCK))
    played = list(in_order(partial(_block, rules, lifted["bot"], seed), blocks, workers))
    joined = {key: np.concatenate([part[key] for part in played]) for key in played[0]}
    boss, game = joined["is_boss"], joined["game"]
    return {
        "bot": lifted["bot"],
        "games": int(joined["win"].size),
        "first_boss_wins": _rate(joined["win"], np.arange(joined["win"].size)),
        "offers_a_game": float(joined["offers"].mean()),
        "results": {
            name: _rate((joined["result"] == code).astype(float), joined["offer_game"])
            for code, name in enumerate(("pass", "tie", "no"))
        },
        "actions": {
            who: {
                name: _rate((joined["action"][mask] == code).astype(float), _dense(game[mask]))
                for code, name in enumerate(ACTIONS)
            }
            for who, mask in (("boss", boss), ("others", ~boss))
        },
    }


def _block(rules: Any, name: str, seed: int, block: int) -> dict[str, NDArray[Any]]:
    from bots.base import bot, packed
    from bots.good_guys.dispatch import dispatch
    from engine.good_guys.batch import Bots, play_batch

    n, first = rules.players, block * GAMES_PER_BLOCK
    kinds, params, starts = packed([bot("good-guys", name)], rules)
    played = play_batch(
        rules,
        dispatch,
        Bots(kinds, params, starts),
        np.zeros((GAMES_PER_BLOCK, n), np.int64),
        seed=seed,
        first_game=first,
        trace=OFFERS,
    )
    counted = (played.trace["index"] >= 0) & (played.trace["result"] >= 0)
    trace = played.trace[counted]
    actions = trace["actions"][:, :n]
    return {
        "win": played.win_share[:, 0],
        "offers": played.offers.astype(float),
        "result": trace["result"],
        "offer_game": trace["game"],
        "action": actions.ravel(),
        "game": np.repeat(trace["game"], n),
        "is_boss": (np.arange(n) == trace["boss"][:, None]).ravel(),
    }


def _dense(groups: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.unique(groups, return_inverse=True)[1].astype(np.int64)


def _rate(values: NDArray[np.float64], groups: NDArray[np.int64]) -> dict[str, float]:
    found = rate_estimate(values, _dense(groups), LEVEL)
    return {"rate": found.mean, "ci_low": found.ci_low, "ci_high": found.ci_high}


def contents(
    options: Report,
    asked: Mapping[int, Asked],
    checks: Mapping[int, list[dict[str, Any]]],
    measured: Mapping[int, Row],
    _: Translate,
) -> Contents:
    """Return the report: a section for each question a designer asks, then what it stands on."""
    measured = {n: found for n, found in measured.items() if found}
    sections = [best_offer(asked, _), prices(asked, _)]
    if measured:
        sections += [first_boss(measured, _), dead_options(measured, _)]
    sections += [section for n in asked for section in departures(n, asked[n], _)]
    sections += [certificates(asked, _), engine_checks(checks, _), assumptions(asked, _)]
    players = options.players
    return Contents(
        title=_("Good Guys: what a boss should offer"),
        lead=_("Numbers of players: {players}. Table dealt from seed {seed}; money in $k.").format(
            players=", ".join(map(str, asked)), seed=options.seed
        ),
        sections=[section for section in sections if section.rows or section.picture],
        commands=[
            *(f"analyze good-guys --players {n} --seed {options.seed}" for n in asked),
            f"analyze report good-guys --players {players} --seed {options.seed} "
            f"--games {options.games} --format {options.format} --out {options.out.name}",
        ],
        documents=answers_of(asked, checks),
        measured=measured,
    )


def best_offer(asked: Mapping[int, Asked], _: Translate) -> Section:
    """Return the best offer by number of players."""
    found = {n: item.solution for n, item in asked.items()}
    kept = {n: _share_kept(item.recommendation) for n, item in found.items()}
    passes = [item.recommendation["pass_probability"] for item in found.values()]
    low, high = min(kept.values()), max(kept.values())
    return Section(
        name="best-offer",
        question=_("What should the boss offer?"),
        answer=_(
            "The boss keeps {low} to {high} of the loot by worth; such offers pass with {least} "
            "to {most}."
        ).format(
            low=percent(low),
            high=percent(high),
            least=percent(min(passes)),
            most=percent(max(passes)),
        ),
        columns=[_("Players"), _("Loot"), _("Offer"), _("Passes"), _("Ties"), _("Boss's value")],
        rows=[
            [
                str(n),
                cards_text(item.recommendation["loot"]),
                offer_text(item.recommendation["offer"], _),
                percent(item.recommendation["pass_probability"]),
                percent(item.recommendation["tie_probability"]),
                amount(item.recommendation["boss_value"], item.unit),
            ]
            for n, item in found.items()
        ],
        picture=bars(
            [str(n) for n in found],
            {_("kept by the boss"): list(kept.values()), _("chance of a pass"): passes},
            _("share, chance"),
        ),
    )


def _share_kept(found: Row) -> float:
    boss = next(row["cards"] for row in found["offer"] if row["seat"] == 0)
    return float(sum(boss) / sum(found["loot"]))


def prices(asked: Mapping[int, Asked], _: Translate) -> Section:
    """Return what each seat's vote costs."""
    tables = {
        n: {row["seat"]: row["price"] for row in item.solution.details.get("prices", ())}
        for n, item in asked.items()
    }
    seats = sorted({seat for table in tables.values() for seat in table})
    cheapest = [
        min((price, seat) for seat, price in table.items() if price is not None)
        for table in tables.values()
        if any(price is not None for price in table.values())
    ]
    answer = _("No vote is for sale alone.")
    if cheapest:
        answer = _("The cheapest vote costs {low} to {high}.").format(
            low=money(min(cheapest)[0]), high=money(max(cheapest)[0])
        )
    return Section(
        name="prices",
        question=_("What does each seat's vote cost?"),
        answer=answer,
        columns=[_("Players"), *(_("Seat {seat}").format(seat=seat) for seat in seats)],
        rows=[[str(n), *(_price(table, seat, _) for seat in seats)] for n, table in tables.items()]
        if seats
        else [],
        picture=bars(
            [str(n) for n in tables],
            {
                _("Seat {seat}").format(seat=seat): [table.get(seat) for table in tables.values()]
                for seat in seats
            },
            _("price, $k"),
        )
        if seats
        else "",
    )


def _price(table: Mapping[int, float | None], seat: int, _: Translate) -> str:
    if seat not in table:
        return "-"
    price = table[seat]
    return _("not for sale") if price is None else money(price)


def first_boss(measured: Mapping[int, Row], _: Translate) -> Section:
    """Return how often the first boss wins, beside an equal share."""
    rows, better, worse = [], [], []
    for n, found in measured.items():
        rate = found["first_boss_wins"]
        rows.append([str(n), percent(rate["rate"]), interval(rate), percent(1 / n)])
        better += [str(n)] * (rate["ci_low"] > 1 / n)
        worse += [str(n)] * (rate["ci_high"] < 1 / n)
    parts = [
        (better, _("The first boss wins more than an equal share with {players} players.")),
        (worse, _("The first boss wins less than an equal share with {players} players.")),
    ]
    said = [text.format(players=", ".join(found)) for found, text in parts if found]
    name = _("first boss")
    return Section(
        name="first-boss",
        question=_("Is it good to be the first boss?"),
        answer=" ".join(said) or _("No advantage or disadvantage shows in these games."),
        columns=[_("Players"), _("Wins"), _("95 % interval"), _("Equal share")],
        rows=rows,
        picture=bars(
            [str(n) for n in measured],
            {name: [found["first_boss_wins"]["rate"] for found in measured.values()]},
            _("chance of winning"),
            {
                name: [
                    (found["first_boss_wins"]["ci_low"], found["first_boss_wins"]["ci_high"])
                    for found in measured.values()
                ]
            },
            [1 / n for n in measured],
        ),
    )


def dead_options(measured: Mapping[int, Row], _: Translate) -> Section:
    """Return how often each action card is played, and which are as good as never."""
    names = {
        "yes": _("YES"),
        "no": _("NO"),
        "skim": _("SKIM"),
        "rob": _("ROB"),
        "guard": _("GUARD"),
    }
    whose = {"boss": _("boss"), "others": _("others")}
    dead = [
        _("{action} by the {who} with {players} players").format(
            action=names[action], who=whose[who], players=n
        )
        for n, found in measured.items()
        for who in whose
        for action in ACTIONS
        if found["actions"][who][action]["ci_high"] < DEAD
    ]
    return Section(
        name="dead-options",
        question=_("Which action cards are dead options?"),
        answer=_("Played less than once in a hundred: {options}.").format(options="; ".join(dead))
        if dead
        else _("None: every card is played at least once in a hundred votes."),
        columns=[_("Players"), _("Who"), *names.values()],
        rows=[
            [
                str(n),
                whose[who],
                *(
                    f"{percent(found['actions'][who][a]['rate'])} "
                    f"({interval(found['actions'][who][a])})"
                    for a in ACTIONS
                ),
            ]
            for n, found in measured.items()
            for who in whose
        ],
        picture=bars(
            [f"{n}: {whose[who]}" for n in measured for who in whose],
            {
                names[action]: [
                    found["actions"][who][action]["rate"]
                    for found in measured.values()
                    for who in whose
                ]
                for action in ACTIONS
            },
            _("share of votes"),
        ),
    )


def departures(n: int, asked: Asked, _: Translate) -> Iterator[Section]:
    """Yield what each other rule, precision or utility changes for one number of players."""
    solution = asked.solution
    if not solution.sensitivity:
        return
    base = float(solution.recommendation["boss_value"])
    same = [row for row in solution.sensitivity if row.get("unit", solution.unit) == solution.unit]
    most = max(same, key=lambda row: abs(row["boss_value"] - base), default=None)
    answer = _("Other rules and assumptions change the unit only; see the table.")
    if most is not None:
        answer = _(
            "The boss's value is {base}; most is changed by {parameter} = {value}: {change}."
        ).format(
            base=amount(base, solution.unit),
            parameter=_(str(most["parameter"])),
            value=most["value"],
            change=change(most["boss_value"] - base, solution.unit),
        )
    yield Section(
        name=f"changes-{n}",
        question=_("What do rule options and assumptions change with {n} players?").format(n=n),
        answer=answer,
        columns=[_("Changed"), _("To"), _("Offer"), _("Passes"), _("Boss's value")],
        rows=[
            [
                _(str(row["parameter"])),
                str(row["value"]),
                offer_text(row["offer"], _),
                percent(row["pass_probability"]),
                amount(row["boss_value"], row.get("unit", solution.unit)),
            ]
            for row in solution.sensitivity
        ],
        picture=changes(
            [f"{_(str(row['parameter']))} = {row['value']}" for row in same],
            [float(row["boss_value"]) for row in same],
            base,
            _("boss's value"),
        )
        if same
        else "",
    )


def certificates(asked: Mapping[int, Asked], _: Translate) -> Section:
    """Return method, selection and distance from equilibrium of every answer."""
    return Section(
        name="certificates",
        question=_("How good are these answers?"),
        answer=_(
            "Each answer is named with its method and selection; epsilon is the most that one "
            "player gains by deviating, and the last column what other equilibria would give."
        ),
        columns=[
            _("Players"),
            _("Method"),
            _("Selection"),
            "epsilon",
            "NashConv",
            _("Lowest and highest payoff"),
            _("Boss's range over correlated equilibria"),
        ],
        rows=[
            [
                str(n),
                _(found.method),
                _(found.selection),
                f"{found.epsilon:.3g}",
                f"{found.nash_conv:.3g}",
                "{:.4g} .. {:.4g}".format(*found.payoff_range),
                _boss_range(found.range, found.range_reason, _),
            ]
            for n, found in ((n, item.solution.certificate) for n, item in asked.items())
        ],
    )


def _boss_range(found: Mapping[str, tuple[float, float]] | None, reason: str, _: Translate) -> str:
    if not found:
        return _(reason) or "-"
    low, high = next(iter(found.values()))
    return f"{low:.4g} .. {high:.4g}"


def engine_checks(checks: Mapping[int, Sequence[Row]], _: Translate) -> Section:
    """Return predicted beside measured for every answer."""
    rows = [(n, row) for n, found in checks.items() for row in found]
    missed = [n for n, row in rows if not row["agrees"]]
    return Section(
        name="engine-check",
        question=_("Do complete games bear the predictions out?"),
        answer=_("Yes: every prediction agrees with complete play.")
        if not missed
        else _("Not everywhere: see the rows with {players} players.").format(
            players=", ".join(map(str, dict.fromkeys(missed)))
        ),
        columns=[_("Players"), *check_columns(_)],
        rows=[[str(n), *check_cells(row, _)] for n, row in rows],
    )


def assumptions(asked: Mapping[int, Asked], _: Translate) -> Section:
    """Return what the model leaves out, once for all numbers of players."""
    found = {item.id: item for asking in asked.values() for item in asking.solution.assumptions}
    return Section(
        name="assumptions",
        question=_("What do the answers assume?"),
        answer=_("The model simplifies the game in these places."),
        columns=[_("Name"), _("Kind"), _("Assumption"), _("Effect")],
        rows=[[a.id, _(a.kind), _(a.statement), _(a.effect)] for a in found.values()],
    )
