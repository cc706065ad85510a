"""Pieces that the bots of No Touch Kraken share: what claims promise, and whose card to pick."""

from __future__ import annotations

from typing import Any

from engine.jit import kernel
from engine.kraken.observe import treasure_cards
from engine.kraken.state import CURSE, DEALT, KRAKEN, PICKS, SEATS, SHOWN, SILENT, TREASURE
from engine.rng import below

NEVER = -1e9


@kernel()
def held_treasures(o: Any) -> int:
    """Return the treasures before the observer; curses count once they are treasures."""
    return o.hand[TREASURE] + (o.hand[CURSE] if o.safe else 0)


@kernel()
def dealt_treasures(o: Any) -> int:
    """Return the treasures the observer was dealt this round, as claims speak of them."""
    return held_treasures(o) + o.found[o.seat]


@kernel()
def held_kraken(o: Any) -> int:
    """Return 1 if the Kraken lies before the observer."""
    return o.hand[KRAKEN]


@kernel()
def say(o: Any, treasures: int, kraken: int) -> int:
    """Return the claim, or the nearest legal one with fewer treasures; silence if there is none."""
    for t in range(max(treasures, 0), -1, -1):
        code = 1 + 2 * t + kraken
        if code < o.codes and o.legal[code]:
            return code
    return SILENT


@kernel()
def dealt(o: Any) -> int:
    """Return the cards of every seat at this round's deal."""
    return DEALT + 1 - o.round_number


@kernel()
def claimed(o: Any, seat: int) -> int:
    """Return the claim a seat stands by: -1 or 0 for none."""
    return o.claim[o.round_number - 1, seat]


@kernel()
def said_treasures(o: Any, seat: int) -> int:
    """Return the treasures a seat has claimed to be dealt; -1 if he said nothing."""
    code = claimed(o, seat)
    return (code - 1) // 2 if code > SILENT else -1


@kernel()
def said_kraken(o: Any, seat: int) -> bool:
    """Return whether a seat has claimed to hold the Kraken."""
    code = claimed(o, seat)
    return code > SILENT and (code - 1) % 2 == 1


@kernel()
def unknown_cards(o: Any, seat: int) -> int:
    """Return the face-down cards of a seat that light has not shown."""
    return o.cards[seat] - (o.shown_seat == seat)


@kernel()
def promised(o: Any, seat: int) -> int:
    """Return the treasures a claim still promises among a seat's unknown cards; -1 if none made."""
    said = said_treasures(o, seat)
    if said < 0:
        return -1
    known = o.shown_seat == seat and treasure_cards(o, o.shown_kind)
    return max(said - o.found[seat] - known, 0)


@kernel()
def refuted(o: Any, seat: int) -> bool:
    """Return whether the cards turned up this round contradict a seat's claim."""
    said = said_treasures(o, seat)
    if said < 0:
        return False
    blanks = o.blanks[seat] + (o.shown_seat == seat and not treasure_cards(o, o.shown_kind))
    return o.found[seat] > said or blanks > dealt(o) - said


@kernel()
def silent_share(o: Any) -> float:
    """Return the chance that a card of a seat that said nothing is a treasure, claims believed."""
    treasures, cards = float(o.treasures_left - held_treasures(o)), 0
    for i in range(o.n):
        if i != o.seat and promised(o, i) >= 0:
            treasures -= promised(o, i)
        elif i != o.seat:
            cards += o.cards[i]
    return max(treasures, 0.0) / cards if cards > 0 else 0.0


@kernel()
def best_pick(o: Any, score: Any) -> int:
    """Return the legal pick of the highest score; of equals a random one."""
    best, equals = -1, 0
    for a in range(PICKS):
        if not o.legal[a]:
            continue
        if best < 0 or score[a] > score[best] + 1e-12:
            best, equals = a, 1
        elif score[a] > score[best] - 1e-12:
            equals += 1
    chosen = below(o.rng, equals)
    for a in range(PICKS):
        if o.legal[a] and score[best] - 1e-12 < score[a]:
            if chosen == 0:
                return a
            chosen -= 1
    return best


@kernel()
def shown_score(o: Any) -> float:
    """Return how an explorer likes the card that light has shown."""
    if o.shown_kind == KRAKEN or (o.shown_kind == CURSE and not o.safe):
        return NEVER
    return 10.0 if treasure_cards(o, o.shown_kind) else -1.0


@kernel()
def explorer_scores(o: Any, suspects: Any, score: Any) -> None:
    """Fill how promising every pick is by the claims; suspects and refuted claims come last."""
    share = silent_share(o)
    for i in range(SEATS):
        score[i] = NEVER
    for i in range(o.n):
        if i == o.seat or unknown_cards(o, i) <= 0:
            continue
        if promised(o, i) >= 0:
            score[i] = promised(o, i) / unknown_cards(o, i)
        else:
            score[i] = share
        if refuted(o, i) or suspects[i]:
            score[i] = -1.0
        if said_kraken(o, i):
            score[i] -= 5.0
    score[SHOWN] = shown_score(o)


@kernel()
def hunter_scores(o: Any, score: Any) -> None:
    """Fill how likely every pick is the Kraken by the claims; among others few treasures."""
    share = silent_share(o)
    for i in range(SEATS):
        score[i] = NEVER
    for i in range(o.n):
        if i == o.seat or unknown_cards(o, i) <= 0:
            continue
        treasures = promised(o, i)
        score[i] = -(treasures / unknown_cards(o, i) if treasures >= 0 else share)
        if said_kraken(o, i) and not (o.shown_seat == i and o.shown_kind == KRAKEN):
            score[i] += 5.0 / unknown_cards(o, i)
    score[SHOWN] = -shown_score(o)


@kernel()
def staller_scores(o: Any, score: Any) -> None:
    """Fill how surely every pick turns up neither a treasure nor the Kraken."""
    share = silent_share(o)
    for i in range(SEATS):
        score[i] = NEVER
    for i in range(o.n):
        if i == o.seat or unknown_cards(o, i) <= 0:
            continue
        treasures = promised(o, i)
        score[i] = -(treasures / unknown_cards(o, i) if treasures >= 0 else share)
        if said_kraken(o, i):
            score[i] -= 1.0 / unknown_cards(o, i)
    wasted = not treasure_cards(o, o.shown_kind) and o.shown_kind != KRAKEN
    score[SHOWN] = 1.0 if wasted else -2.0
