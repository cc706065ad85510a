"""A table of Good Guys that plays whole rounds from short texts; for tests."""

from engine.api import CHANCE
from engine.good_guys.rules import GoodGuysRules
from engine.good_guys.setup import at_offer
from engine.good_guys.state import PHASES
from engine.registry import game

GAME = game("good-guys")
START = [2, 3, 4, 5]


class Table:
    """One game in progress. Seats and cards are written as people write them."""

    def __init__(self, players=4, table=None, stashes=None, boss=0, **options):
        at = {key: options.pop(key) for key in ("boss_terms", "rejections") if key in options}
        if stashes:
            # Stashes smaller than the usual deal.
            options["start_loot"] = (0, 0, 0, 0)
        self.rules = GoodGuysRules(players=players, **{"talk_turns": 0, **options})
        loot = table or [5] * (players + 2)
        self.position = at_offer(self.rules, loot, stashes or [START] * players, boss=boss, **at)

    @property
    def s(self):
        return self.position.record

    @property
    def phase(self):
        return PHASES[self.s.phase]

    @property
    def actor(self):
        return GAME.actor(self.position)

    def do(self, *moves):
        for move in moves:
            for action in GAME.parse_move(self.position, move):
                self.position = GAME.apply(self.position, action)
        return self

    def legal(self):
        texts = (GAME.action_text(self.position, a) for a in GAME.legal_actions(self.position))
        return list(texts)

    def chance(self):
        """Return {outcome text: probability} of the chance event at hand."""
        assert self.actor == CHANCE
        odds = GAME.chance_outcomes(self.position)
        return {GAME.action_text(self.position, k): p for k, p in odds}

    def vote(self, actions, markers=None, offer=None):
        """Offer (all to seat 0 by default), place markers {seat: victim}, and choose actions.

        ``actions`` names each seat's, by seat number; they are committed clockwise from the boss.
        """
        markers = markers or {}
        if self.phase == "offer":
            loot = [v + 2 for v in range(4) for _ in range(self.s.table[v])]
            self.do(offer or {"offer": {"0": loot}})
        order = [(int(self.s.boss) + k) % int(self.s.n) for k in range(int(self.s.n))]
        names = actions.split()
        self.do(*[f"marker {markers[i]}" if i in markers else "no marker" for i in order])
        return self.do(*[names[i] for i in order])

    def stash(self, seat):
        """Return a seat's loot as ascending values in $k."""
        return [v + 2 for v in range(4) for _ in range(self.s.stash[seat, v])]

    def sizes(self):
        return [len(self.stash(seat)) for seat in range(int(self.s.n))]
