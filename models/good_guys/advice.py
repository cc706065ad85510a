"""What surrounds the best offer: why seats vote so, prices, naive offers, what changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.good_guys.ballot import TOLERANCE, Vote, solve_vote
from models.good_guys.position import Position
from models.good_guys.search import WORK, Offer, Search, best_offers, price_offer
from models.good_guys.splits import Cards, naive_offers
from models.good_guys.stage import GUARD, NO, PASS, ROB, SKIM, SUCCESSOR, YES
from models.good_guys.values import continuation_of

Array = NDArray[np.float64]
VARIATION_WORK: Final = WORK // 4  # of a search under other assumptions
ACTIONS: Final = ("yes", "no", "skim", "rob", "guard")
WHY: Final = {
    YES: "YES is likeliest: a pass instead of a NO is worth {stake} to this seat",
    NO: "NO is likeliest: a NO instead of a pass is worth {stake} to this seat",
    SKIM: "SKIM is likeliest: a card from the deck beats a vote whose stake is {stake}",
    ROB: "ROB is likeliest: a stolen card beats a vote whose stake is {stake}",
    GUARD: "GUARD is likeliest: a marker stands before it, and the vote's stake is {stake}",
}


def offer_rows(cards: Cards) -> list[dict[str, Any]]:
    """Return an offer as the document writes it."""
    return [
        {"seat": i, "cards": [v for v in (5, 4, 3, 2) for _ in range(row[v - 2])]}
        for i, row in enumerate(cards)
    ]


def cards_of(rows: Sequence[Mapping[str, Any]]) -> Cards:
    """Return the counts of cards of an offer as the document writes it."""
    counts = [tuple(row["cards"].count(v) for v in (2, 3, 4, 5)) for row in rows]
    return tuple((c[0], c[1], c[2], c[3]) for c in counts)


def vote_rows(vote: Vote) -> list[dict[str, Any]]:
    """Return the action probabilities of each seat as the document writes them."""
    return [
        {"seat": i, **{a: round(float(p), 9) for a, p in zip(ACTIONS, row, strict=True)}}
        for i, row in enumerate(vote.mix)
    ]


def reasons(vote: Vote) -> list[dict[str, Any]]:
    """Return in a sentence with blanks why each seat plays as it does."""
    rows = []
    for i, mix in enumerate(vote.mix):
        likeliest = int(mix.argmax())
        heir = 2 if i == 0 else 1  # the successor most to be expected after a NO
        stake = (vote.results[i, PASS] - vote.results[i, SUCCESSOR + heir % len(mix)]) / (
            vote.gain[i, i]
        )
        stake = -stake if likeliest == NO else stake
        sign = "-" if stake < 0 else ""
        rows.append(
            {
                "seat": i,
                "reason_key": WHY[likeliest],
                "reason_args": {"stake": f"{sign}${abs(stake):.1f}k"},
            }
        )
    return rows


def prices(position: Position, continuation: Array) -> list[dict[str, Any]]:
    """Return for each seat the least whole share, bought alone, that makes YES beat NO."""
    total, rows = sum(position.loot), []
    for seat in range(1, position.n):
        found: dict[str, Any] = {"seat": seat, "price": None, "pass_probability": None}
        low, high = 0, total + 1  # YES grows with the share: bisection on whole $k
        best = None
        while low < high:
            middle = (low + high) // 2
            share = np.zeros(position.n)
            share[0], share[seat] = total - middle, middle
            vote = solve_vote(position, continuation, share)[0] if middle <= total else None
            if vote is None or vote.mix[seat, YES] > vote.mix[seat, NO]:
                high, best = middle, vote or best
            else:
                low = middle + 1
        if low <= total and best is not None:
            found |= {"price": float(low), "pass_probability": best.pass_probability}
        rows.append(found)
    return rows


def surroundings(position: Position, continuation: Array, found: Search) -> dict[str, Any]:
    """Return what stands beside the best offer: reasons, prices, naive offers, the search."""
    best = found.offers[0]
    return {
        "dealt": position.dealt,
        "seed": position.seed,
        "seats": reasons(best.vote),
        "prices": prices(position, continuation),
        "naive": naive_rows(position, continuation, best.value),
        "marker_gain": marker_gain(position, continuation, best.vote),
        "covered": {
            "screened": found.screened,
            "certified": found.certified,
            "single_card_moves": found.moves,
        },
        "epsilon_money": best.vote.certificate.epsilon / float(best.vote.gain.max()),
    }


def marker_gain(position: Position, continuation: Array, vote: Vote) -> dict[str, Any]:
    """Return the most that a seat gains by another marker, the vote being solved again after it."""
    n, placed = position.n, tuple(map(int, vote.marker))
    found = {"seat": 0, "marker": placed[0], "gain": 0.0}
    for seat, marker in product(range(n), range(-1, n)):
        if marker in (seat, placed[seat]):
            continue
        changed = position.with_(markers=(*placed[:seat], marker, *placed[seat + 1 :]))
        after = solve_vote(changed, continuation, vote.share)[0]
        gain = float(after.branch_values[seat] - vote.branch_values[seat])
        if after.residual <= TOLERANCE and gain > found["gain"]:
            found = {"seat": seat, "marker": marker, "gain": gain}
    return found


def naive_rows(position: Position, continuation: Array, best: float) -> list[dict[str, Any]]:
    """Return what naive offers are worth and lose."""
    rows = []
    for name, cards in naive_offers(position).items():
        offer = price_offer(position, continuation, cards)
        rows.append({"name": name, **alternative(offer), "loss": best - offer.value})
    return rows


def alternative(offer: Offer) -> dict[str, Any]:
    """Return an offer with its value as the document writes it."""
    return {
        "offer": offer_rows(offer.cards),
        "pass_probability": offer.vote.pass_probability,
        "value": offer.value,
    }


def variations(position: Position) -> dict[tuple[str, Any], Position]:
    """Return the positions that a sensitivity table compares, by parameter and value."""
    rules, fuzz = position.rules, position.rules.fuzz_pile
    out: dict[tuple[str, Any], Position] = {}
    for qre_lambda in (0.5, 2.0, 5.0):
        out["qre_lambda", qre_lambda] = position.with_(qre_lambda=qre_lambda)
    for markers in ("leader", "next", "none"):
        if markers != position.markers:
            out["markers", markers] = position.with_(markers=markers)
    if position.utility == "win":
        for shift in (-1, 1):
            if 1 <= fuzz + shift <= rules.piles:
                changed = rules.model_copy(update={"fuzz_pile": fuzz + shift})
                out["fuzz_pile", fuzz + shift] = position.with_(rules=changed)
        limited = rules.model_copy(update={"boss_limit": not rules.boss_limit})
        out["boss_limit", not rules.boss_limit] = position.with_(rules=limited)
    return {key: p for key, p in out.items() if p.drawn <= p.horizon.last}


def sensitivity(position: Position, best: Cards) -> tuple[Mapping[str, Any], ...]:
    """Return the best offer under other assumptions, one at a time.

    ``best`` is the best offer under those of the position; searches climb from it first.
    """
    unit, rows = "probability" if position.utility == "win" else "$k", []
    for (parameter, value), changed in variations(position).items():
        found = best_offers(changed, continuation_of(changed), [best], VARIATION_WORK).offers[0]
        rows.append(
            {
                "parameter": parameter,
                "value": value,
                "offer": offer_rows(found.cards),
                "boss_value": found.value,
                "pass_probability": found.vote.pass_probability,
                "unit": unit,
            }
        )
    return tuple(rows)
