"""Records of No Touch Kraken: the rules in numbers, the state, and what one seat observes.

Cards of one hand are exchangeable: their owner shuffles them before he lays them down. So a hand
is its composition, a pick names a hand, and chance draws the card. The one card that everybody
has seen on both sides (light in the deep) is picked by a code of its own.
"""

from __future__ import annotations

from engine.records import record_dtype

SEATS = 8
ROUNDS = 4
DEALT = 5
"""Cards dealt to each player in the first round; one less in each round after it."""
LOG = 36
"""Most cards turned up in a game: 4 N, and one more after a vanished treasure."""

# Kinds of cards; the special ones are the last six.
EMPTY, TREASURE, KRAKEN, CURSE, VANISHED, GRASP, IDENTITY, PRESENCE, LIGHT, OBSESSION = range(10)
KINDS = 10
SPECIALS = 6
KIND_NAMES = (
    "empty",
    "treasure",
    "kraken",
    "curse",
    "vanished",
    "grasp",
    "identity",
    "presence",
    "light",
    "obsession",
)

EXPLORER, SKELETON = range(2)
ROLES = ("explorer", "skeleton")

# Phases; those where a seat acts are also the questions put to a policy.
DEAL_ROLES, FILL_PILE, BOX, FIRST_MARKER, DEAL = range(5)
CLAIM, AIM, TALK, PICK, REVEAL, SHINE, FLIP, END = range(5, 13)
PHASES = (
    "roles",
    "pile",
    "box",
    "first-marker",
    "deal",
    "claim",
    "aim",
    "talk",
    "pick",
    "reveal",
    "light",
    "flip",
    "end",
)

# Claims: 0 silent, else 1 + 2 * treasures + Kraken.
SILENT = 0
CLAIMS = 2 + 2 * DEALT + 1
# Picks: a seat's hand, or the card that light has shown.
SHOWN = SEATS
PICKS = SEATS + 1

PLAYING, EXPLORERS_WIN, KRAKEN_REVEALED, TIME_UP, CURSE_REVEALED, ALL_LOSE = range(6)
OUTCOMES = ("", "explorers_win", "kraken_revealed", "time_up", "curse_revealed", "all_lose")

RULES = record_dtype(
    [
        ("n", "i8"),
        ("explorers", "i8"),  # role cards in the pile
        ("skeletons", "i8"),
        ("empty", "i8"),
        ("first_marker", "i8"),  # -1: random
        ("claims", "i8"),
        ("per_action", "i8"),
        ("undealt_shown", "i8"),
        ("clockwise", "i8"),
        ("clockwise_last", "i8"),  # the owner of the last card starts, not the same seat again
        ("time_saves", "i8"),  # three explorers win when time is up
        ("tokens", "i8"),  # 0: a single game
        ("curse", "i8"),
        ("box_treasures", "i8"),  # treasures that may fill up the pile beside the two other curses
        ("mix_shown", "i8"),
        ("curse_vanishes", "i8"),
        ("special", "i8"),
    ]
)

STATE = record_dtype(
    [
        ("n", "i8"),
        ("phase", "i8"),
        ("turn", "i8"),  # cards dealt, or seats done, in this phase
        ("outcome", "i8"),
        ("games", "i8"),  # games of a series that are over
        ("token", "i8", (SEATS,)),
        ("round_number", "i8"),  # from 1; 0 before the first deal
        ("marker", "i8"),  # -1 before the first holder is chosen
        ("starter", "i8"),  # first holder of the round
        ("acted", "i8"),  # actions of the round
        ("held", "i8"),  # captain's obsession: the marker stays for the rest of the round
        ("role", "i8", (SEATS,)),
        ("undealt", "i8", (2,)),  # role cards not dealt
        ("boxed", "i8"),  # the special card in the box, -1 without special cards
        ("hand", "i8", (SEATS, KINDS)),
        ("cards", "i8", (SEATS,)),  # number of face-down cards
        ("pile", "i8", (KINDS,)),  # cards dealt next
        ("up", "i8", (KINDS,)),  # cards face up
        ("face_up", "i8"),
        ("safe", "i8"),  # a treasure has been face up: curses are treasures
        ("last_treasure", "i8"),  # kind of the last treasure turned up, 0 none
        ("shown_seat", "i8"),  # owner of the card that light has shown, -1 none
        ("shown_kind", "i8"),
        ("aim", "i8"),  # announced pick, -1 none
        ("target", "i8"),  # owner of the card being turned up
        ("last_owner", "i8"),  # owner of the last card turned up, -1 none
        ("seen", "i8", (SEATS, SEATS)),  # whom (first) somebody has shown his role (second)
        ("claim", "i8", (ROUNDS, SEATS)),  # -1 not asked yet
        ("left", "i8", (ROUNDS,)),  # treasures and curses face down at the round's deal
        ("found", "i8", (SEATS,)),  # treasures and curses turned up before a seat this round
        ("blanks", "i8", (SEATS,)),  # other cards
        ("reveals", "i8"),
        ("log_round", "u1", (LOG,)),
        ("log_picker", "u1", (LOG,)),
        ("log_owner", "u1", (LOG,)),
        ("log_kind", "u1", (LOG,)),
        ("drawn", "i8"),  # cards dealt in all, counter of the random stream
        ("turned", "i8"),  # cards turned up in all, counter likewise
    ]
)

OBS = record_dtype(
    [
        ("n", "i8"),
        ("seat", "i8"),
        ("question", "i8"),
        ("round_number", "i8"),
        ("actions_left", "i8"),  # cards to turn up until the round ends
        ("marker", "i8"),
        ("starter", "i8"),
        ("held", "i8"),
        ("clockwise", "i8"),
        ("role", "i8"),  # the observer's own
        ("role_of", "i8", (SEATS,)),  # -1 unknown
        ("explorer_cards", "i8"),  # role cards in the pile
        ("skeleton_cards", "i8"),
        ("skeletons", "i8"),  # in play; -1 unless everybody knows
        ("treasures_left", "i8"),  # treasures and curses not face up
        ("curses", "i8"),  # curses in play; -1 unknown
        ("safe", "i8"),
        ("special", "i8"),
        ("up", "i8", (KINDS,)),
        ("hand", "i8", (KINDS,)),
        ("cards", "i8", (SEATS,)),
        ("pile_count", "i8"),
        ("shown_seat", "i8"),
        ("shown_kind", "i8"),
        ("aim", "i8"),
        ("claim", "i8", (ROUNDS, SEATS)),
        ("left", "i8", (ROUNDS,)),
        ("found", "i8", (SEATS,)),
        ("blanks", "i8", (SEATS,)),
        ("reveals", "i8"),
        ("log_round", "u1", (LOG,)),
        ("log_picker", "u1", (LOG,)),
        ("log_owner", "u1", (LOG,)),
        ("log_kind", "u1", (LOG,)),
        ("games", "i8"),
        ("token", "i8", (SEATS,)),
        ("tokens", "i8"),
        ("codes", "i8"),
        ("legal", "u1", (CLAIMS,)),
        ("rng", "u8"),
        ("lot", "u8"),  # drawn by the seat before the game, the same in all its decisions
    ]
)

ODDS = record_dtype([("of", "f8", (KINDS,))])
"""Probability of each outcome of a chance event."""

RESULT = record_dtype(
    [
        ("key", "u8"),
        ("returns", "f8", (SEATS,)),
        ("win_share", "f8", (SEATS,)),
        ("forfeit", "i8", (SEATS,)),  # 0 none, else 1 + the question answered illegally
        ("role", "i8", (SEATS,)),
        ("outcome", "i8"),
        ("rounds", "i8"),
        ("reveals", "i8"),
        ("treasures", "i8"),
        ("games", "i8"),
        ("decisions", "i8"),
    ]
)
