"""Records of Good Guys: the rules in numbers, the state, and what one seat observes.

Loot values 2, 3, 4, 5 ($k) have the value indices 0, 1, 2, 3; arrays are sized for eight seats and
zero beyond the ``n`` in play. Money is in $k.
"""

from __future__ import annotations

from engine.records import record_dtype

SEATS = 8
VALUES = 4
LOWEST_VALUE = 2
PAYOFF_ITEM = 4
"""Item index of a payoff card ($1k), after the four loot values."""
FUZZ = 4
"""Chance outcome of a deck draw: the Fuzz instead of a value index."""
SLOTS = 2 * SEATS
"""Bribes on the table: two tokens a seat, slot ``2 * giver + token``."""

# Phases; those where a seat acts are also the questions put to a policy.
FIRST_BOSS, DRAW, GIFT, OFFER, TALK, DEAL, ANSWER, MARKER, ACTION = range(9)
SKIM_DRAW, THEFT, REWARD, END = range(9, 13)
PHASES = (
    "first-boss",
    "draw",
    "gift",
    "offer",
    "talk",
    "deal",
    "answer",
    "marker",
    "action",
    "skim",
    "theft",
    "reward",
    "end",
)

# Action cards.
YES, NO, SKIM, ROB, GUARD = range(5)
ACTIONS = ("yes", "no", "skim", "rob", "guard")

# Results of a count.
PASS, TIE, REJECTED = range(3)
RESULTS = ("pass", "tie", "no")

# Reasons of the end.
PLAYING, FUZZ_IN_ROUND, FUZZ_AFTER_NO, FUZZ_SKIMMED, FUZZ_IN_REWARD = range(5)
OUTCOMES = ("", "fuzz_in_round", "fuzz_after_no", "fuzz_skimmed", "fuzz_in_reward")

# Small steps of the gift and deal windows (see deals.py).
DONE = 0
GIVE = 1  # + 5 * target + item
TOKEN = 41  # + 2 * target + side
ADD = 57  # + item
BUY = 62  # + 5 * seller + (payoff cards wanted - 1)
SUBMIT = 102
DEALS = 103
DECLINE, ACCEPT = range(2)
CLOSED, BRIBING, BUYING = range(3)

RULES = record_dtype(
    [
        ("n", "i8"),
        ("start_loot", "i8", (VALUES,)),
        ("loot_counts", "i8", (VALUES,)),
        ("loot", "i8"),  # loot cards in the deck after dealing
        ("fuzz_low", "i8"),  # fewest and most loot cards that may lie above the Fuzz
        ("fuzz_high", "i8"),
        ("first_boss", "i8"),  # -1: random
        ("round_cards", "i8"),
        ("rejection_cards", "i8"),
        ("fuzz_to_boss", "i8"),
        ("talk_turns", "i8"),
        ("markers", "i8"),  # 0 simultaneous, 1 in turn, 2 with actions
        ("marker_bluff", "i8"),
        ("skim_hidden", "i8"),
        ("rob_empty_forbidden", "i8"),
        ("guard_takes_one", "i8"),
        ("ties", "i8"),  # 0 shared, 1 all win, 2 none wins
        ("payoff_cards", "i8"),
        ("tokens", "i8"),
        ("gifts", "i8"),
        ("bribes_face_up", "i8"),
        ("bribe_in_turn", "i8"),
        ("escrow_safe", "i8"),
        ("proposals", "i8"),
        ("boss_limit", "i8"),  # 0: off, else rounds
        ("limit_total", "i8"),
        ("limit_failed", "i8"),
        ("limit_on_no", "i8"),
        ("limit_at_end", "i8"),
        ("reward_hidden", "i8"),
    ]
)

STATE = record_dtype(
    [
        ("n", "i8"),
        ("phase", "i8"),
        ("turn", "i8"),  # seats done in this phase, clockwise from the boss
        ("outcome", "i8"),
        ("boss", "i8"),  # -1 before the first is chosen
        ("terms", "i8", (SEATS,)),  # completed rounds as boss that count towards the limit
        ("round_number", "i8"),  # pots begun
        ("offers", "i8"),  # offers begun
        ("passes", "i8"),
        ("ties", "i8"),
        ("noes", "i8"),
        ("rejections", "i8"),  # NO results on this pot
        ("to_draw", "i8"),
        ("drawn", "i8"),  # loot cards that left the deck, hidden draws included
        ("deck", "i8", (VALUES,)),  # loot cards left in the deck
        ("fuzz_out", "i8"),
        ("fuzz_depth", "i8"),  # loot cards above the Fuzz, once it is out
        ("table", "i8", (VALUES,)),
        ("unassigned", "i8", (VALUES,)),
        ("offer", "i8", (SEATS, VALUES)),
        ("last_receiver", "i8"),  # clockwise offset from the boss of the last equal card
        ("claim", "i8", (SEATS,)),  # 0 silent, else 1 + action
        ("marker", "i8", (SEATS,)),  # 0 none, else 1 + seat
        ("action", "i8", (SEATS,)),  # -1 until committed
        ("revealed", "i8", (SEATS,)),
        ("skimmed", "i8"),
        ("guarded", "i8", (SEATS,)),  # robberies a guard has stopped this round
        ("thief", "i8"),  # who takes the card of the chance event at hand
        ("loser", "i8"),
        ("stash", "i8", (SEATS, VALUES)),
        ("payoff", "i8", (SEATS,)),
        ("known", "f8", (SEATS, VALUES)),  # public mean of the cards of visible origin
        ("hidden", "f8", (SEATS,)),  # public mean number of cards drawn unseen
        ("unseen", "f8", (VALUES,)),  # loot never seen in public: deck and hidden cards
        ("bribe_target", "i8", (SLOTS,)),  # -1: token not placed
        ("bribe_side", "i8", (SLOTS,)),
        ("bribe_cards", "i8", (SLOTS, VALUES + 1)),
        ("open", "i8"),  # closed, bribing or buying
        ("slot", "i8"),
        ("last_item", "i8"),
        ("seller", "i8"),
        ("want", "i8"),
        ("price", "i8", (VALUES,)),
        ("proposals", "i8", (SEATS,)),
        ("steps", "i8"),  # small steps of the seat in this window
        ("last_boss", "i8"),
        ("last_result", "i8"),  # -1 before the first count
        ("last_action", "i8", (SEATS,)),
        ("last_marker", "i8", (SEATS,)),
        ("thefts", "i8"),
        ("robbed", "i8", (SEATS, SEATS)),  # cards taken by ROB: robber, victim
        ("against", "i8", (SEATS, SEATS)),  # NO by voter where the other was boss or paid
    ]
)

OBS = record_dtype(
    [
        ("n", "i8"),
        ("seat", "i8"),
        ("question", "i8"),
        ("boss", "i8"),
        ("boss_terms", "i8"),  # the boss's rounds in office, this one included
        ("boss_limit", "i8"),  # 0: off
        ("guard_takes_one", "i8"),
        ("round_number", "i8"),
        ("offers", "i8"),
        ("drawn", "i8"),
        ("deck_left", "i8"),
        ("fuzz_first", "i8"),
        ("fuzz_last", "i8"),
        ("rejections", "i8"),
        ("round_cards", "i8"),
        ("rejection_cards", "i8"),
        ("table", "i8", (VALUES,)),
        ("offer", "i8", (SEATS, VALUES)),  # zero until complete
        ("assigned", "i8", (SEATS, VALUES)),  # the boss's own unfinished offer
        ("card", "i8"),  # value index of the card to assign now, -1 otherwise
        ("claim", "i8", (SEATS,)),
        ("marker", "i8", (SEATS,)),
        ("stash_count", "i8", (SEATS,)),
        ("stash", "i8", (VALUES,)),
        ("public_stash", "f8", (SEATS, VALUES)),
        ("unseen", "f8", (VALUES,)),
        ("thefts", "i8"),
        ("wealth", "f8", (SEATS,)),
        ("payoff_cards", "i8", (SEATS,)),
        ("tokens", "i8"),
        ("bribe_target", "i8", (SLOTS,)),
        ("bribe_side", "i8", (SLOTS,)),
        ("bribe_cards", "i8", (SLOTS, VALUES + 1)),
        ("open", "i8"),
        ("slot", "i8"),
        ("last_item", "i8"),
        ("buyer", "i8"),
        ("want", "i8"),
        ("price", "i8", (VALUES,)),
        ("last_boss", "i8"),
        ("last_result", "i8"),
        ("last_action", "i8", (SEATS,)),
        ("last_marker", "i8", (SEATS,)),
        ("robbed_by", "i8", (SEATS,)),
        ("voted_against", "i8", (SEATS,)),
        ("codes", "i8"),  # action codes of this question are 0 … codes-1
        ("legal", "u1", (DEALS,)),
        ("rng", "u8"),
    ]
)

ODDS = record_dtype([("of", "f8", (3 * VALUES,))])
"""Probability of each outcome of a chance event. A record: arrays cost reference counts."""

RESULT = record_dtype(
    [
        ("key", "u8"),
        ("returns", "f8", (SEATS,)),
        ("win_share", "f8", (SEATS,)),
        ("forfeit", "i8", (SEATS,)),  # 0 none, else 1 + the question answered illegally
        ("outcome", "i8"),
        ("rounds", "i8"),
        ("offers", "i8"),
        ("passes", "i8"),
        ("ties", "i8"),
        ("noes", "i8"),
        ("decisions", "i8"),
    ]
)

TRACE = record_dtype(
    [
        ("game", "i8"),
        ("index", "i8"),  # -1: no such offer
        ("drawn", "i8"),
        ("rejections", "i8"),
        ("pot", "i8", (VALUES,)),
        ("pot_value", "i8"),
        ("boss", "i8"),
        ("boss_terms", "i8"),  # the boss's rounds in office, this one included
        ("wealth", "i8", (SEATS,)),  # exact, before the offer
        ("public", "f8", (SEATS,)),  # public mean of it
        ("hidden", "f8"),  # public mean number of cards drawn unseen into stashes
        ("thefts", "i8"),  # cards that ROB and GUARD moved so far
        ("share", "i8", (SEATS,)),  # value offered to each seat
        ("result", "i8"),  # -1: the start state's own count never came
        ("new_boss", "i8"),
        ("actions", "i8", (SEATS,)),
        ("markers", "i8", (SEATS,)),
    ]
)
