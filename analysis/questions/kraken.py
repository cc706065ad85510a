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
from analysis.options import Ask

if TYPE_CHECKING:
    from engine.kraken.rules import KrakenRules
    from models.kraken.view import Heard, View

CLAIMS = "a claim for each seat from yours clockwise: 2, 1K with the Kraken, - silent, ? to come"
REVEALS = "seat and card in order, as 1T,2E (treasure, empty); or a number of cards"
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
        Option(metavar="CARDS", help="Cards revealed this round: as in 1T,2E, or their number."),
    ] = None
    my_hand: Annotated[
        str | None,
        Option(metavar="HAND", help="What you were dealt this round: 2, or 1K with the Kraken."),
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
    told = _told(options, rules.players)
    usual = len(told) or (ROUNDS if options.decision == "last-round" else 1)
    round_ = usual if options.round is None else options.round
    if not 1 <= round_ <= ROUNDS:
        raise BadInput("--round", round_, f"1 to {ROUNDS}")
    if len(told) > round_:
        raise BadInput("--claims", f"{len(told)} rounds", f"{round_} at most, by --round")
    shown, count = _revealed(options, rules.players, told[-1][1] if told else None)
    if told:
        told[-1] = (told[-1][0], shown)
    else:
        told = [(["?"] * rules.players, shown)] if len(shown) == count else []
    cards = [card for _, reveals in told for _, card in reveals]
    found = cards.count("treasure") if options.found is None else options.found
    rounds = tuple(_heard(told, rules.players, round_, found))
    view = View(
        players=rules.players,
        round=round_,
        found=found,
        revealed=count,
        skeletons=options.skeletons,
        role=options.role or "explorer",
        dealt=None if options.my_hand is None else _hand("--my-hand", options.my_hand),
        marker=_marker(options, shown),
        rounds=rounds,
        specials=rules.special,
        curse=rules.curse_pool if rules.curse else "",
    )
    return Scene(view, rules, given)


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


def _told(options: Options, players: int) -> list[tuple[list[str], list[tuple[int, str]]]]:
    """Return claims and reveals of each round that is told of, in order."""
    if options.claims is None:
        return []
    text = options.claims
    if not re.fullmatch(r"[\s\dKk,\-?;|TtEe]*", text):
        text = _file(text)
    lines = [line.partition("#")[0].strip() for line in re.split(r"[;\n]", text)]
    found = []
    for line in filter(None, lines):
        said, _, shown = line.partition("|")
        claims = [claim.strip().upper() for claim in said.split(",")]
        if len(claims) != players:
            raise BadInput("--claims", line, f"{players} claims separated by commas, {CLAIMS}")
        found.append((claims, _cards("--claims", shown, players)))
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


def _cards(where: str, text: str, players: int) -> list[tuple[int, str]]:
    """Read reveals in order: seat and card, separated by commas or spaces."""
    found = []
    for part in re.split(r"[,\s]+", text.strip()) if text.strip() else []:
        match = re.fullmatch(r"(\d)([TE])", part.upper())
        if match is None or int(match[1]) >= players:
            raise BadInput(where, part, f"{REVEALS}, seats 0 to {players - 1}")
        found.append((int(match[1]), "treasure" if match[2] == "T" else "empty"))
    return found


def _revealed(
    options: Options, players: int, told: list[tuple[int, str]] | None
) -> tuple[list[tuple[int, str]], int]:
    """Return this round's reveals, and how many they are."""
    text = options.revealed
    if text is None:
        return (told or []), len(told or [])
    if text.isascii() and text.isdigit():
        if told and len(told) != int(text):
            raise BadInput("--revealed", text, f"{len(told)}, as --claims tells")
        return (told or []), int(text)
    shown = _cards("--revealed", text, players)
    if told and told != shown:
        raise BadInput("--revealed", text, "the cards that --claims tells, or none there")
    return shown, len(shown)


def _marker(options: Options, shown: list[tuple[int, str]]) -> int:
    """Return who holds the marker: the owner of the last card revealed, once there is one."""
    if not shown:
        return options.marker or 0
    last = shown[-1][0]
    if options.marker not in (None, last):
        raise BadInput("--marker", options.marker, f"{last}, whose card was revealed last")
    return last


def _hand(where: str, text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d)(K?)", text.strip().upper())
    if match is None:
        raise BadInput(where, text, "number of treasures, with K for the Kraken, as 2 or 1K")
    return int(match[1]), len(match[2])


def _heard(
    told: list[tuple[list[str], list[tuple[int, str]]]], players: int, round_: int, found: int
) -> list[Heard]:
    """Return the rounds told of; treasures left are counted back from those found."""
    from models.kraken.view import Heard

    left, rounds = players - found, []
    for step, (claims, reveals) in enumerate(reversed(told)):
        left += sum(card == "treasure" for _, card in reveals)
        said = [None if claim in "-?" else _hand("--claims", claim) for claim in claims]
        waiting = frozenset(seat for seat, claim in enumerate(claims) if claim == "?")
        rounds.append(Heard(round_ - step, left, tuple(said), tuple(reveals), waiting))
    return rounds[::-1]
