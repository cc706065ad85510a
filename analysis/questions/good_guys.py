"""The state of Good Guys as ``analyze good-guys`` asks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, Annotated, Literal

from typer import Option

from analysis.errors import BadInput
from analysis.options import Ask

if TYPE_CHECKING:
    from engine.good_guys.rules import GoodGuysRules
    from models.good_guys.position import Position

VALUES = (2, 3, 4, 5)


@dataclass(frozen=True, kw_only=True)
class Options(Ask):
    """Options of ``analyze good-guys``. Money is in $k, seats count clockwise from the boss."""

    loot: Annotated[
        str | None, Option(metavar="VALUES", help="Face-up loot cards, as in 5,4,4,3,2,2,3.")
    ] = None
    stashes: Annotated[
        str | None,
        Option(
            metavar="SEAT/SEAT/…",
            help="Stash of each seat from the boss clockwise: card values as in 5,4,3,2, or "
            "number:worth as in 4:14.",
        ),
    ] = None
    cards_left: Annotated[int | None, Option(metavar="N", help="Loot cards left in the deck.")] = (
        None
    )
    round: Annotated[
        int | None, Option(metavar="N", help="Round to be played, from 1, instead of cards left.")
    ] = None
    boss_terms: Annotated[
        int, Option(metavar="N", help="Rounds the boss has been boss, this one included.")
    ] = 1
    payoffs: Annotated[bool, Option("--payoffs", help="Play with payoff cards and bribes.")] = False
    utility: Annotated[
        Literal["win", "money"], Option(help="Chance of finishing richest, or money.")
    ] = "win"
    qre_lambda: Annotated[
        float, Option(metavar="X", help="Precision of choices per $1k of the logit answer.")
    ] = 1.0
    markers: Annotated[
        Literal["leader", "next", "none"],
        Option(help="Before whom threat markers stand: the richest other, the next seat, nobody."),
    ] = "leader"

    def rule_options(self) -> list[str]:
        """Return the rule options as texts, `--payoffs` among them."""
        return super().rule_options() + ["payoffs=true"] * self.payoffs


@dataclass(frozen=True)
class Scene:
    """A state card by card: what the model asks about, and what complete play starts from.

    Attributes
    ----------
    position : Position
    stashes : tuple of tuples of int
        Card values of each seat from the boss clockwise, $k.
    """

    position: Position
    stashes: tuple[tuple[int, ...], ...]


def scene(options: Options, rules: GoodGuysRules) -> Scene:
    """Return the state that the options describe; what they leave out is typical.

    Cards that are neither on the table nor in the deck lie in the stashes, so stashes say how far
    the game has come. Untold stashes hold the cards paid so far, dealt from the seed and shared
    as evenly as they go.

    Raises
    ------
    BadInput
        If a number lies outside what the rules allow, or two options contradict each other.
    """
    from models.good_guys.position import Position

    if not 0 < options.qre_lambda < inf:
        raise BadInput("--qre-lambda", options.qre_lambda, "a number above 0, per $1k")
    if options.boss_terms < 1:
        raise BadInput("--boss-terms", options.boss_terms, "a whole number from 1")
    opening = Position.opening(
        rules,
        options.seed,
        utility=options.utility,
        qre_lambda=options.qre_lambda,
        markers=options.markers,
        terms=options.boss_terms,
    )
    loot = opening.loot if options.loot is None else _loot(options.loot)
    rejections = _rejections(loot, rules)
    told = None if options.stashes is None else _stashes(options.stashes, rules.players)
    drawn = _drawn(options, rules, len(loot), told)
    stashes = told or _typical(rules, loot, drawn - len(loot), options.seed)
    _check_deck(rules, loot, stashes)
    extra = rules.payoff_cards if rules.payoffs else 0
    position = opening.with_(
        loot=loot,
        drawn=drawn,
        rejections=rejections,
        stash_cards=tuple(map(len, stashes)),
        wealth=tuple(float(sum(cards) + extra) for cards in stashes),
        dealt=options.loot is None,
    )
    return Scene(position, stashes)


def _numbers(where: str, text: str, allowed: str) -> tuple[int, ...]:
    """Read card values separated by commas."""
    try:
        values = tuple(int(part) for part in text.split(","))
    except ValueError:
        raise BadInput(where, text, allowed) from None
    if any(value not in VALUES for value in values):
        raise BadInput(where, text, allowed)
    return tuple(sorted(values, reverse=True))


def _loot(text: str) -> tuple[int, ...]:
    return _numbers("--loot", text, "card values 2 to 5 separated by commas")


def _rejections(loot: Sequence[int], rules: GoodGuysRules) -> int:
    """Return how often this pot was rejected: each time adds the same number of cards."""
    first = rules.players + rules.loot_extra
    rejections, odd = divmod(len(loot) - first, rules.rejection_cards)
    if rejections < 0 or odd:
        raise BadInput(
            "--loot",
            f"{len(loot)} cards",
            f"{first} cards with {rules.players} players, and {rules.rejection_cards} more for "
            "each rejection",
        )
    return rejections


def _drawn(
    options: Options, rules: GoodGuysRules, table: int, stashes: tuple[tuple[int, ...], ...] | None
) -> int:
    """Return the loot cards that have left the deck, those on the table included."""
    deepest = sum(rules.pile_layout()[: rules.fuzz_pile])
    a_round = rules.players + rules.loot_extra
    told: dict[str, tuple[object, int, str]] = {}
    if options.cards_left is not None:
        least = rules.loot - deepest
        allowed = f"{least} to {rules.loot - table}, where the Fuzz may still come"
        told["--cards-left"] = (options.cards_left, rules.loot - options.cards_left, allowed)
    if options.round is not None:
        allowed = f"1 to {(deepest - table) // a_round + 1}, where the Fuzz may still come"
        told["--round"] = (options.round, a_round * (options.round - 1) + table, allowed)
    if stashes is not None:
        dealt = rules.players * sum(rules.start_loot)
        held = sum(map(len, stashes))
        allowed = f"{dealt} to {dealt + deepest - table} cards in all stashes"
        told["--stashes"] = (f"{held} cards", held - dealt + table, allowed)
    for where, (given, drawn, allowed) in told.items():
        if not table <= drawn <= deepest:
            raise BadInput(where, given, allowed)
    if len({drawn for _, drawn, _ in told.values()}) > 1:
        said = ", ".join(f"{where} means {drawn}" for where, (_, drawn, _) in told.items())
        raise BadInput(" and ".join(told), said, "one and the same number of cards drawn")
    return next((drawn for _, drawn, _ in told.values()), table)


def _stashes(text: str, players: int) -> tuple[tuple[int, ...], ...]:
    parts = text.split("/")
    if len(parts) != players:
        raise BadInput("--stashes", text, f"{players} seats separated by /")
    return tuple(_stash(part.strip()) for part in parts)


def _stash(text: str) -> tuple[int, ...]:
    """Read one seat's stash: ``5,4,2`` (card values), ``3:11`` (cards and worth), or nothing."""
    allowed = "card values 2 to 5 as in 5,4,2, or number:worth in $k as in 3:11"
    if not text:
        return ()
    if ":" not in text:
        return _numbers("--stashes", text, allowed)
    number, _, worth = text.partition(":")
    if not (number.isascii() and number.isdigit() and worth.isascii() and worth.isdigit()):
        raise BadInput("--stashes", text, allowed)
    cards, money = int(number), int(worth)
    if not VALUES[0] * cards <= money <= VALUES[-1] * cards:
        raise BadInput("--stashes", text, f"{cards} cards are worth 2 to 5 each")
    # As even as whole cards allow.
    each, over = divmod(money, cards) if cards else (0, 0)
    return (each + 1,) * over + (each,) * (cards - over)


def values_of(counts: Sequence[int]) -> list[int]:
    """Return the values of cards counted by value, $2k to $5k."""
    return [value for value, count in zip(VALUES, counts, strict=True) for _ in range(count)]


def _typical(
    rules: GoodGuysRules, loot: tuple[int, ...], paid: int, seed: int
) -> tuple[tuple[int, ...], ...]:
    """Deal the cards paid so far from the seed, in turn from the boss clockwise."""
    from numpy.random import SeedSequence, default_rng

    n = rules.players
    start, deck = values_of(rules.start_loot), Counter(values_of(rules.deck_counts))
    deck.subtract(loot)
    cards = sorted(deck.elements())
    default_rng(SeedSequence([seed, n, 1])).shuffle(cards)
    hands = [sorted([*start, *cards[seat:paid:n]], reverse=True) for seat in range(n)]
    return tuple(tuple(hand) for hand in hands)


def _check_deck(
    rules: GoodGuysRules, loot: tuple[int, ...], stashes: tuple[tuple[int, ...], ...]
) -> None:
    seen = Counter(chain(loot, *stashes))
    for value, held in zip(VALUES, rules.loot_counts, strict=True):
        if seen[value] > held:
            given = f"{seen[value]} cards of ${value}k"
            raise BadInput("--loot and --stashes", given, f"{held}, all there are")
