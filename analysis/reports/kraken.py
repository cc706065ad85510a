"""A designer's report on No Touch Kraken: how often each side wins, and what moves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import hypot
from typing import Any, TypeAlias

from analysis.asking import Asked
from analysis.engine_check import check_seed
from analysis.kraken_play import EXPANSIONS, EXPLORER, LEVEL, matchup, rules_with
from analysis.options import Report
from analysis.parallel import in_order
from analysis.render.answers import change, check_cells, check_columns
from analysis.render.catalogues import Translate
from analysis.render.plots import bars
from analysis.render.standings import interval
from analysis.render.terminal import percent
from analysis.report import Contents, Section, answers_of
from analysis.statistics import wilson

Row: TypeAlias = Mapping[str, Any]
Measured: TypeAlias = Mapping[int, Row]
Answers: TypeAlias = Mapping[int, Asked]

QUIET = ("truthful", "mimic", "staller")
"""Skeletons who differ where nobody speaks: they hunt, wait for a chance, or waste actions."""
SIX = 6


def measure(asked: Asked, games: int, workers: int | None) -> dict[str, Any]:
    """Return complete play: the answer's bots, without talk, and with each expansion."""
    found = asked.solution.recommendation
    explorer, skeleton = found["explorer"], found["skeleton"]
    options = asked.rules.model_dump(exclude={"players"})
    jobs: list[tuple[Row, str, str]] = [({}, explorer, skeleton)]
    jobs += [({"claims": False}, explorer, name) for name in QUIET]
    jobs += [(other, explorer, skeleton) for other in EXPANSIONS.values()]
    play = partial(_match, asked.rules.players, options, games, check_seed(asked.options.seed + 1))
    played = list(in_order(play, jobs, workers))
    quiet = played[1 : 1 + len(QUIET)]
    return {
        "games": games,
        "headline": played[0],
        "silent": min(quiet, key=lambda row: float(row["explorers_win"]["rate"])),
        "expansions": dict(zip(EXPANSIONS, played[1 + len(QUIET) :], strict=True)),
    }


def _match(
    players: int, options: Row, games: int, seed: int, job: tuple[Row, str, str]
) -> dict[str, Any]:
    changed, explorer, skeleton = job
    rules = rules_with(players, {**options, **changed})
    found = matchup(rules, explorer, skeleton, games, seed)
    by_skeletons = {str(count): row for count, row in found["by_skeletons"].items()}
    rounds = {str(round_): row for round_, row in found["rounds"].items()}
    return {**found, "by_skeletons": by_skeletons, "rounds": rounds}


def contents(
    options: Report,
    asked: Answers,
    checks: Mapping[int, list[dict[str, Any]]],
    measured: Measured,
    _: Translate,
) -> Contents:
    """Return the report: a section for each question a designer asks, then what it stands on."""
    sections = [
        skeletons_win(measured, _),
        by_number(asked, measured, _),
        *of_the_basic_game(asked, measured, _),
        expansions(measured, _),
        six(measured, _),
        by_round(measured, _),
        certificates(asked, _),
        engine_checks(checks, _),
        assumptions(asked, _),
    ]
    repeat = f"--seed {options.seed} --games {options.games}"
    return Contents(
        title=_("No Touch Kraken: the balance of the sides"),
        lead=_(
            "Numbers of players: {players}. Rates are measured in complete play of bots, {games} "
            "games each, with 95 % intervals: tested replies are not all replies."
        ).format(players=", ".join(map(str, asked)), games=options.games),
        sections=[section for section in sections if section.rows],
        commands=[
            *(f"analyze kraken --players {n} {repeat}" for n in asked),
            f"analyze report kraken --players {options.players} {repeat} "
            f"--format {options.format} --out {options.out.name}",
        ],
        documents=answers_of(asked, checks),
        measured=measured,
    )


def of_the_basic_game(asked: Answers, measured: Measured, _: Translate) -> list[Section]:
    """Return the sections that stand on stored plays; none where expansions are in play."""
    if any(item.solution.recommendation["expansion"] for item in asked.values()):
        return []
    talk = honest_talk(asked, measured, _)
    return [talk, hiding(asked, _), marker(asked, _), best_lie(asked, _)]


def lost(rate: Row) -> dict[str, Any]:
    """Return the rate at which explorers do not win, from the rate at which they do."""
    turned = {
        "rate": 1 - rate["rate"],
        "ci_low": 1 - rate["ci_high"],
        "ci_high": 1 - rate["ci_low"],
    }
    return {**turned, "games": rate["games"]}


def skeletons_win(measured: Measured, _: Translate) -> Section:
    """Return how often the treasures are not found, by number of players."""
    rates = {n: lost(found["headline"]["explorers_win"]) for n, found in measured.items()}
    most, least = (
        max(rates, key=lambda n: rates[n]["rate"]),
        min(rates, key=lambda n: rates[n]["rate"]),
    )
    name = _("explorers fail")
    return Section(
        name="skeletons-win",
        question=_("How often do explorers fail?"),
        answer=_(
            "With {low} ({least} players) to {high} ({most} players), {explorer} explorers against "
            "the hardest skeletons tried. With three players all may be explorers, and all lose."
        ).format(
            low=percent(rates[least]["rate"]),
            least=least,
            high=percent(rates[most]["rate"]),
            most=most,
            explorer=EXPLORER,
        ),
        columns=[
            _("Players"),
            _("Skeletons play as"),
            _("Explorers fail"),
            _("95 % interval"),
            _("Kraken revealed"),
            _("Time up"),
            _("All lose"),
        ],
        rows=[
            [
                str(n),
                found["headline"]["skeleton"],
                percent(rates[n]["rate"]),
                interval(rates[n]),
                *(
                    percent(found["headline"]["endings"][end]["rate"])
                    for end in ("kraken_revealed", "time_up", "all_lose")
                ),
            ]
            for n, found in measured.items()
        ],
        picture=bars(
            [str(n) for n in rates],
            {name: [rate["rate"] for rate in rates.values()]},
            _("chance"),
            {name: [(rate["ci_low"], rate["ci_high"]) for rate in rates.values()]},
        ),
    )


def by_number(asked: Answers, measured: Measured, _: Translate) -> Section:
    """Return how often explorers fail by number of skeletons, beside the proven bounds."""
    rows, gaps = [], []
    counts = sorted({int(k) for found in measured.values() for k in cells(found)})
    for n, found in measured.items():
        proven = {row["skeletons"]: row for row in asked[n].solution.alternatives}
        own = {int(k): lost(rate) for k, rate in cells(found).items()}
        for count, rate in own.items():
            bound = proven.get(count, {"lower": 0.0, "upper": 1.0, "chance": 0.0})
            shown = [percent(bound["chance"]), percent(rate["rate"]), interval(rate)]
            between = f"{percent(1 - bound['upper'])} .. {percent(1 - bound['lower'])}"
            rows.append([str(n), str(count), *shown, between])
        if 1 in own and 2 in own:
            gaps.append(own[2]["rate"] - own[1]["rate"])
    more = _("see the table")
    if gaps:
        more = _("from {low} to {high} where one or two may play").format(
            low=change(min(gaps), "probability"), high=change(max(gaps), "probability")
        )
    return Section(
        name="by-skeletons",
        question=_("What does one skeleton more change?"),
        answer=_("It makes explorers fail more often: {more}.").format(more=more),
        columns=[
            _("Players"),
            _("Skeletons"),
            _("Chance"),
            _("Explorers fail"),
            _("95 % interval"),
            _("Proven between"),
        ],
        rows=rows,
        picture=bars(
            [str(n) for n in measured],
            {
                _("{count} skeletons").format(count=count): [
                    lost(cells(found)[str(count)])["rate"] if str(count) in cells(found) else None
                    for found in measured.values()
                ]
                for count in counts
            },
            _("chance that explorers fail"),
        ),
    )


def cells(found: Row) -> dict[str, Row]:
    """Return the explorers' rates by number of skeletons, those that were met."""
    by_skeletons: Row = found["headline"]["by_skeletons"]
    return {str(k): row for k, row in by_skeletons.items() if row["rate"] is not None}


def matches(asked: Asked, explorer: str) -> list[Row]:
    """Return an explorer's stored matches, the skeletons who hurt him most first."""
    own = [row for row in asked.solution.sensitivity if row["explorer"] == explorer]
    return sorted(own, key=lambda row: float(row["explorers_win"]))


def honest_talk(asked: Answers, measured: Measured, _: Translate) -> Section:
    """Return what truthful talk is worth to explorers, against the hardest skeletons tried."""
    pairs = {}
    for n, found in measured.items():
        talking = matches(asked[n], EXPLORER)[0]
        pairs[n] = (talking, found["silent"])
    gains = {
        n: float(talking["explorers_win"]) - float(silent["explorers_win"]["rate"])
        for n, (talking, silent) in pairs.items()
    }
    low, high = min(gains, key=lambda n: gains[n]), max(gains, key=lambda n: gains[n])
    return Section(
        name="honest-talk",
        question=_("What is honest talk worth?"),
        answer=_(
            "Explorers who tell the truth and weigh what they hear win {low} ({least} players) to "
            "{high} ({most} players) more than where nobody speaks."
        ).format(
            low=change(gains[low], "probability"),
            least=low,
            high=change(gains[high], "probability"),
            most=high,
        ),
        columns=[
            _("Players"),
            _("Explorers win, talking"),
            _("against"),
            _("Explorers win, in silence"),
            _("against"),
            _("Difference"),
        ],
        rows=[
            [
                str(n),
                f"{percent(talking['explorers_win'])} ({interval(talking)})",
                talking["skeleton"],
                f"{percent(silent['explorers_win']['rate'])} ({interval(silent['explorers_win'])})",
                silent["skeleton"],
                change(gains[n], "probability"),
            ]
            for n, (talking, silent) in pairs.items()
        ],
        picture=bars(
            [str(n) for n in pairs],
            {
                _("honest talk"): [float(a["explorers_win"]) for a, b in pairs.values()],
                _("silence"): [float(b["explorers_win"]["rate"]) for a, b in pairs.values()],
            },
            _("explorers' chance"),
        ),
    )


def hiding(asked: Answers, _: Translate) -> Section:
    """Return whether explorers should keep quiet about the Kraken."""
    told = {n: matches(item, "truthful")[0] for n, item in asked.items()}
    hid = {n: matches(item, "hider")[0] for n, item in asked.items()}
    hide = [str(n) for n in asked if hid[n]["ci_low"] > told[n]["ci_high"]]
    tell = [str(n) for n in asked if told[n]["ci_low"] > hid[n]["ci_high"]]
    parts = [
        (hide, _("Hiding it is better with {players} players.")),
        (tell, _("Announcing it is better with {players} players.")),
    ]
    said = [text.format(players=", ".join(found)) for found, text in parts if found]
    rest = _("Elsewhere no difference shows.") if len(hide) + len(tell) < len(asked) else ""
    return Section(
        name="hide-the-kraken",
        question=_("When should explorers hide the Kraken?"),
        answer=" ".join([*said, rest]).strip()
        + " "
        + _("Both trust every claim that nothing refutes; each meets the skeletons hardest on it."),
        columns=[
            _("Players"),
            _("Explorers win, announcing"),
            _("against"),
            _("Explorers win, hiding"),
            _("against"),
        ],
        rows=[
            [
                str(n),
                f"{percent(told[n]['explorers_win'])} ({interval(told[n])})",
                told[n]["skeleton"],
                f"{percent(hid[n]['explorers_win'])} ({interval(hid[n])})",
                hid[n]["skeleton"],
            ]
            for n in asked
        ],
        picture=bars(
            [str(n) for n in asked],
            {
                _("announcing"): [float(row["explorers_win"]) for row in told.values()],
                _("hiding"): [float(row["explorers_win"]) for row in hid.values()],
            },
            _("explorers' chance"),
        ),
    )


def marker(asked: Answers, _: Translate) -> Section:
    """Return what holding the marker at a round's start is worth."""
    rows: list[list[str]] = []
    first: list[float] = []
    last: list[float] = []
    for n, item in asked.items():
        for row in item.solution.details["starts"]:
            opening = row["round"] == 1
            if not (opening or (row["round"] == 4 and row["treasures_left"] == 1)):
                continue
            ours, theirs = row.get("marker_explorer"), row.get("marker_skeleton")
            if ours is None or theirs is None:
                continue
            (first if opening else last).append(ours - theirs)
            intervals = [_around(rate, row["games"]) for rate in (ours, theirs)]
            state = [str(n), str(row["round"]), str(row["treasures_left"]), str(row["skeletons"])]
            rows.append([*state, *intervals, change(ours - theirs, "probability")])
    return Section(
        name="marker",
        question=_("What is the marker worth?"),
        answer=_(
            "Held by an explorer instead of a skeleton: {first} on average at the start, {last} "
            "in the last round with one treasure left."
        ).format(
            first=change(sum(first) / max(1, len(first)), "probability"),
            last=change(sum(last) / max(1, len(last)), "probability"),
        ),
        columns=[
            _("Players"),
            _("Round"),
            _("Treasures left"),
            _("Skeletons"),
            _("Explorer holds"),
            _("Skeleton holds"),
            _("Difference"),
        ],
        rows=rows,
    )


def _around(rate: float, games: int) -> str:
    low, high = wilson(rate, games, LEVEL)
    return f"{percent(rate)} ({percent(low)} .. {percent(high)})"


def best_lie(asked: Answers, _: Translate) -> Section:
    """Return what skeletons should say and do against careful explorers."""
    order = {n: matches(item, EXPLORER) for n, item in asked.items()}
    names = list(dict.fromkeys(row["skeleton"] for rows in order.values() for row in rows))
    best = "; ".join(f"{n}: {rows[0]['skeleton']}" for n, rows in order.items())
    worth = {
        name: [
            next((1 - float(row["explorers_win"]) for row in rows if row["skeleton"] == name), None)
            for rows in order.values()
        ]
        for name in names
    }
    return Section(
        name="best-lie",
        question=_("Which lie serves skeletons best?"),
        answer=_("Against {explorer} explorers, by number of players: {best}.").format(
            explorer=EXPLORER, best=best
        ),
        columns=[_("Players"), *names],
        rows=[
            [
                str(n),
                *(
                    next(
                        f"{percent(1 - float(row['explorers_win']))}"
                        for row in rows
                        if row["skeleton"] == name
                    )
                    for name in names
                ),
            ]
            for n, rows in order.items()
        ],
        picture=bars([str(n) for n in order], worth, _("chance that explorers fail")),
    )


def expansions(measured: Measured, _: Translate) -> Section:
    """Return what each expansion changes, the same bots playing."""
    labels = {
        "curse": _("curse"),
        "curse, in play": _("curse, treasures in play only"),
        "specials": _("special cards"),
        "curse and specials": _("curse and special cards"),
    }
    rows, clear = [], []
    for n, found in measured.items():
        base = found["headline"]["explorers_win"]
        rows.append([str(n), _("none"), percent(base["rate"]), interval(base), "-"])
        for name, match in found["expansions"].items():
            rate = match["explorers_win"]
            moved = change(rate["rate"] - base["rate"], "probability")
            rows.append([str(n), labels[name], percent(rate["rate"]), interval(rate), moved])
            if rate["ci_low"] > base["ci_high"] or rate["ci_high"] < base["ci_low"]:
                clear.append(f"{n}: {labels[name]} {moved}")
    answer = _("No expansion changes the explorers' chance clearly in these games.")
    if clear:
        answer = _("Clear changes of the explorers' chance, by number of players: {clear}.")
    return Section(
        name="expansions",
        question=_("What does each expansion change?"),
        answer=answer.format(clear="; ".join(clear)),
        columns=[
            _("Players"),
            _("Expansion"),
            _("Explorers win"),
            _("95 % interval"),
            _("Difference"),
        ],
        rows=rows,
        picture=bars(
            [str(n) for n in measured],
            {_("none"): [f["headline"]["explorers_win"]["rate"] for f in measured.values()]}
            | {
                label: [f["expansions"][name]["explorers_win"]["rate"] for f in measured.values()]
                for name, label in labels.items()
            },
            _("explorers' chance"),
        ),
    )


def six(measured: Measured, _: Translate) -> Section:
    """Return whether six players, always with two skeletons, stand out."""
    rows = [
        [str(n), percent(rate["rate"]), interval(rate)]
        for n, found in measured.items()
        for count, rate in cells(found).items()
        if count == "2"
    ]
    answer = _("Six players were not asked for.")
    if {SIX - 1, SIX, SIX + 1} <= set(measured):
        rates = {n: measured[n]["headline"]["explorers_win"] for n in (SIX - 1, SIX, SIX + 1)}
        middle = (rates[SIX - 1]["rate"] + rates[SIX + 1]["rate"]) / 2
        half = {n: (row["ci_high"] - row["ci_low"]) / 2 for n, row in rates.items()}
        error = hypot(half[SIX], half[SIX - 1] / 2, half[SIX + 1] / 2)
        outside = abs(rates[SIX]["rate"] - middle) > error
        answer = (
            _("Yes: explorers win {rate}, where five and seven players would suggest {middle}.")
            if outside
            else _("No: explorers win {rate}, as five and seven players suggest ({middle}).")
        ).format(rate=percent(rates[SIX]["rate"]), middle=percent(middle))
    return Section(
        name="six",
        question=_("Do six players, always with two skeletons, differ?"),
        answer=answer,
        columns=[_("Players"), _("Explorers win against two skeletons"), _("95 % interval")],
        rows=rows if SIX in measured else [],
    )


def by_round(measured: Measured, _: Translate) -> Section:
    """Return in which round games end."""
    numbers = ["1", "2", "3", "4"]
    ends = {
        n: [
            sum(found["headline"]["rounds"][r][side]["rate"] for side in ("explorers", "skeletons"))
            for r in numbers
        ]
        for n, found in measured.items()
    }
    early = {n: shares[0] for n, shares in ends.items()}
    return Section(
        name="rounds",
        question=_("When do games end?"),
        answer=_("In the first round end {low} to {high} of all games.").format(
            low=percent(min(early.values())), high=percent(max(early.values()))
        ),
        columns=[_("Players"), *(_("Round {number}").format(number=r) for r in numbers)],
        rows=[[str(n), *map(percent, shares)] for n, shares in ends.items()],
        picture=bars(
            [str(n) for n in ends],
            {
                _("Round {number}").format(number=r): [shares[k] for shares in ends.values()]
                for k, r in enumerate(numbers)
            },
            _("share of games"),
        ),
    )


def certificates(asked: Answers, _: Translate) -> Section:
    """Return the proven bounds of the explorers' chance."""
    return Section(
        name="certificates",
        question=_("What is proven?"),
        answer=_(
            "The value of the game lies between the bounds of its row, under the concept named; "
            "rates of bots are measured, not solved, and lie outside where a side plays below its "
            "best."
        ),
        columns=[
            *(_("Players"), _("Concept"), _("Lowest"), _("by"), _("Highest"), _("by")),
            _("Difference"),
        ],
        rows=[
            [
                str(n),
                _(found["concept"]),
                percent(found["lower"]),
                _(found["lower_by"]),
                percent(found["upper"]),
                _(found["upper_by"]),
                f"{100 * (found['upper'] - found['lower']):.1f} pp",
            ]
            for n, found in ((n, item.solution.recommendation) for n, item in asked.items())
        ],
    )


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


def assumptions(asked: Answers, _: Translate) -> Section:
    """Return what the answers leave out, once for all numbers of players."""
    found = {item.id: item for asking in asked.values() for item in asking.solution.assumptions}
    return Section(
        name="assumptions",
        question=_("What do the answers assume?"),
        answer=_("The model simplifies the game in these places."),
        columns=[_("Name"), _("Kind"), _("Assumption"), _("Effect")],
        rows=[[a.id, _(a.kind), _(a.statement), _(a.effect)] for a in found.values()],
    )
