"""The state of No Touch Kraken as ``analyze kraken`` asks for it.

Seats count clockwise from you, who are seat 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from typer import Option

from analysis.errors import BadInput
from analysis.kraken_cards import HAND, Shown, hand_of, reveals_of
from analysis.options import Ask

if TYPE_CHECKING:
    from engine.kraken.rules import KrakenRules
    from models.kraken.view import Heard, View

CLAIMS = "a claim for each seat from yours clockwise: 2, 1K with the Kraken, - silent, ? to come"
MOST_TEXT = 10_000
UNMODELLED = (
    "explorer_cards",
    "skeleton_cards",
    "undealt_roles",
    "claims_per_action",
    "three_explorers_time",
    "clockwise",
    "tokens",
)
"""Rule options that no model knows but as they are by default; `compare` plays them all."""
ROUNDS = 4


@dataclass(frozen=True, kw_only=True)
class Options(Ask):
    """Options of ``analyze kraken``. Seats count clockwise from you, who are seat 0."""

    round: Annotated[int | None, Option(metavar="N", help="Round being played, 1 to 4.")] = None
    found: Annotated[
        int | None, Option(metavar="N", help="Treasures face up, this round's included.")
    ] = None
    revealed: Annotated[
        str | None,
        Option(
            metavar="CARDS",
            help="Cards revealed this round: as in 1T,2E, or their number; C for a curse, V G I P "
            "L O for special cards.",
        ),
    ] = None
    my_hand: Annotated[
        str | None,
        Option(
            metavar="HAND",
            help="What you were dealt this round: 2, or 1K with the Kraken; 1C+light with a curse "
            "and a special card.",
        ),
    ] = None
    role: Annotated[
        Literal["explorer", "skeleton"] | None, Option(help="Your role (default: explorer).")
    ] = None
    claims: Annotated[
        str | None,
        Option(
            metavar="TEXT|FILE",
            help="Claims by seat, as in 1,2,-,0K,?; earlier rounds first, each as CLAIMS | CARDS "
            "on a line of a file or before a semicolon.",
        ),
    ] = None
    marker: Annotated[
        int | None, Option(metavar="SEAT", help="Who holds the marker, clockwise from you (0).")
    ] = None
    skeletons: Annotated[
        int | None, Option(metavar="N", help="Number of skeletons, where it is known.")
    ] = None
    curse: Annotated[bool, Option("--curse", help="Play with the captain's curse.")] = False
    curses: Annotated[
        int | None, Option(metavar="N", help="Number of curses in play, where it is known.")
    ] = None
    specials: Annotated[bool, Option("--specials", help="Play with special cards.")] = False

    def rule_options(self) -> list[str]:
        """Return the rule options as texts, those of expansions among them."""
        flags = ["curse=true"] * self.curse + ["special=true"] * self.specials
        return super().rule_options() + flags


@dataclass(frozen=True)
class Scene:
    """A state as the models ask about it, and the rules it stands under.

    Attributes
    ----------
    position : View
    given : bool
        Whether anything was told of the state; else the whole game is asked about.
    """

    position: View
    rules: KrakenRules
    given: bool


def asks(scene: Scene) -> str:
    """Return the decision that a state asks for: whom to reveal, what to claim, or the balance."""
    view = scene.position
    if not scene.given:
        return "balance"
    to_speak = scene.rules.claims and (not view.rounds or 0 in view.now.unspoken)
    return "claim" if to_speak and not view.revealed and view.dealt is not None else "reveal"


def scene(options: Options, rules: KrakenRules) -> Scene:
    """Return the state that the options describe; what they leave out is typical.

    Raises
    ------
    BadInput, BadQuestion
        If something lies outside what the rules allow, or two options contradict each other.
    """
    from models.kraken.view import View

    _check_rules(options, rules)
    state = (options.round, options.found, options.revealed, options.my_hand, options.role)
    given = any(value is not None for value in (*state, options.claims, options.marker))
    told = _told(options, rules)
    usual = len(told) or (ROUNDS if options.decision == "last-round" else 1)
    round_ = usual if options.round is None else options.round
    if not 1 <= round_ <= ROUNDS:
        raise BadInput("--round", round_, f"1 to {ROUNDS}")
    if len(told) > round_:
        raise BadInput("--claims", f"{len(told)} rounds", f"{round_} at most, by --round")
    shown, count = _revealed(options, rules, told[-1][1] if told else None)
    if told:
        told[-1] = (told[-1][0], shown)
    else:
        told = [(["?"] * rules.players, shown)] if len(shown.cards) == count else []
    rounds = tuple(_heard(told, rules, round_, options.found))
    found = rules.players - rounds[-1].left + _net(rules, rounds[-1]) if rounds else 0
    dealt, own = _own(options, rules, rounds)
    view = View(
        players=rules.players,
        round=round_,
        found=found if options.found is None else options.found,
        revealed=count - (rounds[-1].vanished(rules.players) if rounds else 0),
        skeletons=options.skeletons,
        role=options.role or "explorer",
        dealt=dealt,
        own=own,
        marker=_marker(options, rounds),
        rounds=rounds,
        specials=rules.special,
        curse=rules.curse_pool if rules.curse else "",
        curses=_curses(options, rules),
        roles=tuple(role for _, part in told for role in part.roles),
        curse_stays=not rules.curse_vanishes,
    )
    return Scene(view, rules, given)


def _own(
    options: Options, rules: KrakenRules, rounds: tuple[Heard, ...]
) -> tuple[tuple[int, int] | None, tuple[str, ...]]:
    """Return seat 0's hand as claims count it, and what else is in it."""
    if options.my_hand is None:
        return None, ()
    treasures, kraken, own = hand_of("--my-hand", options.my_hand, rules)
    safe = not rules.curse or (rounds[-1].safe if rounds else bool(options.found))
    return (treasures + (own.count("curse") if safe else 0), kraken), own


def _curses(options: Options, rules: KrakenRules) -> int | None:
    """Return the number of curses that the options tell of."""
    from models.kraken.table import curse_numbers

    if options.curses is None:
        return None
    if not rules.curse:
        raise BadInput("--curses", options.curses, "nothing without --curse")
    allowed = curse_numbers(rules.players, rules.curse_pool)
    if options.curses not in allowed:
        raise BadInput("--curses", options.curses, ", ".join(map(str, allowed)))
    return options.curses


def _check_rules(options: Options, rules: KrakenRules) -> None:
    """Refuse rules that no model knows, and claims where nobody speaks."""
    default = type(rules).model_validate({"players": rules.players})
    for name in UNMODELLED:
        given, allowed = getattr(rules, name), getattr(default, name)
        if given != allowed:
            raise BadInput("--rules", f"{name}={given}", f"{name}={allowed}, as the models have it")
    if not rules.claims and (options.claims is not None or options.decision == "claim"):
        where = "--claims" if options.claims is not None else "--decision"
        raise BadInput(where, options.claims or "claim", "nothing: by the rules nobody speaks")


def _told(options: Options, rules: KrakenRules) -> list[tuple[list[str], Shown]]:
    """Return claims and reveals of each round that is told of, in order."""
    if options.claims is None:
        return []
    text = options.claims
    if not re.fullmatch(r"[\s\dkK,\-?;|TtEeCcVvGgIiPpLlOoSs=>*]*", text):
        text = _file(text)
    lines = [line.partition("#")[0].strip() for line in re.split(r"[;\n]", text)]
    found = []
    for line in filter(None, lines):
        said, _, shown = line.partition("|")
        claims = [claim.strip().upper() for claim in said.split(",")]
        if len(claims) != rules.players:
            allowed = f"{rules.players} claims separated by commas, {CLAIMS}"
            raise BadInput("--claims", line, allowed)
        found.append((claims, reveals_of("--claims", shown, rules)))
    if not 1 <= len(found) <= ROUNDS:
        raise BadInput("--claims", options.claims, "one to four rounds of " + CLAIMS)
    return found


def _file(name: str) -> str:
    path = Path(name)
    if not path.is_file():
        raise BadInput("--claims", name, f"{CLAIMS}; or a file of such lines")
    if path.stat().st_size > MOST_TEXT:
        raise BadInput("--claims", name, f"a file of up to {MOST_TEXT} bytes")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput("--claims", name, "a text file in UTF-8") from None


def _revealed(options: Options, rules: KrakenRules, told: Shown | None) -> tuple[Shown, int]:
    """Return this round's reveals, and how many they are."""
    text, before = options.revealed, told or Shown()
    if text is None:
        return before, len(before.cards)
    if text.isascii() and text.isdigit():
        if before.cards and len(before.cards) != int(text):
            raise BadInput("--revealed", text, f"{len(before.cards)}, as --claims tells")
        return before, int(text)
    shown = reveals_of("--revealed", text, rules)
    if before.cards and before != shown:
        raise BadInput("--revealed", text, "the cards that --claims tells, or none there")
    return shown, len(shown.cards)


def _marker(options: Options, rounds: tuple[Heard, ...]) -> int:
    """Return who holds the marker: the owner of the last card revealed, once there is one."""
    if not rounds or not rounds[-1].reveals:
        return options.marker or 0
    holder = rounds[-1].holder(0)
    if options.marker not in (None, holder):
        why = "whose card was revealed last"
        if rounds[-1].reveals[-1][0] != holder:
            why = "who keeps it by the captain's obsession"
        raise BadInput("--marker", options.marker, f"{holder}, {why}")
    return holder


def _said(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d)(K?)", text)
    if match is None:
        raise BadInput("--claims", text, HAND)
    return int(match[1]), len(match[2])


def _heard(
    told: list[tuple[list[str], Shown]], rules: KrakenRules, round_: int, found: int | None
) -> list[Heard]:
    """Return the rounds told of; treasures left are counted by those found by now, or from none."""
    rounds = _stories(told, rules, round_, rules.players)
    if found is None or not rounds:
        return rounds
    before = found - sum(_net(rules, heard) for heard in rounds)
    if before < 0:
        raise BadInput("--found", found, f"{found - before} or more, as the cards told show")
    rounds = _stories(told, rules, round_, rules.players - before)
    # A treasure may have vanished only because some were found before.
    short = found - before - sum(_net(rules, heard) for heard in rounds)
    return _stories(told, rules, round_, rules.players - before - short)


def _stories(
    told: list[tuple[list[str], Shown]], rules: KrakenRules, round_: int, left: int
) -> list[Heard]:
    """Return the rounds told of, so many treasures face down at the first one's deal."""
    from models.kraken.heard import Heard

    rounds, safe = list[Heard](), not rules.curse or left < rules.players
    for number, (claims, shown) in enumerate(told, round_ - len(told) + 1):
        said = tuple(None if claim in "-?" else _said(claim) for claim in claims)
        waiting = frozenset(seat for seat, claim in enumerate(claims) if claim == "?")
        heard = Heard(number, left, said, shown.cards, waiting, safe, shown.light)
        rounds.append(heard)
        left -= _net(rules, heard)
        safe = safe or "treasure" in [card for _, card in shown.cards]
    return rounds


def _net(rules: KrakenRules, heard: Heard) -> int:
    """Return how many treasures more lie face up after a round's reveals than before."""
    cards = [card for _, card in heard.reveals]
    return sum(card in ("treasure", "curse") for card in cards) - heard.vanished(rules.players)
