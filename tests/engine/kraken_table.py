"""A table of No Touch Kraken set up and played from short texts; for tests."""

from engine.api import CHANCE
from engine.kraken.rules import KrakenRules
from engine.kraken.state import KIND_NAMES, OUTCOMES, PHASES
from engine.registry import game

GAME = game("kraken")


class Table:
    """One game in progress.

    ``hands`` are the first hands, as ``"kraken treasure"``, filled up by what is left, empty chests
    first; ``skeletons`` are seats.
    """

    def __init__(self, players=4, hands=(), skeletons=(0,), boxed="grasp", pile=(), **options):
        given = {"first_marker": 0, "claims": False, **options}
        self.rules = KrakenRules(players=players, **given)
        self.position = GAME.initial(self.rules)
        self.do(*("skeleton" if i in skeletons else "explorer" for i in range(players)))
        if self.phase == "pile":
            self.do(*pile)
        if self.phase == "box":
            self.do(boxed)
        if self.phase == "deal":
            self.deal(hands)

    @property
    def s(self):
        return self.position.record

    @property
    def phase(self):
        return PHASES[self.s.phase]

    @property
    def actor(self):
        return GAME.actor(self.position)

    @property
    def outcome(self):
        return OUTCOMES[self.s.outcome]

    def do(self, *moves):
        for move in moves:
            for action in GAME.parse_move(self.position, move):
                self.position = GAME.apply(self.position, action)
        return self

    def deal(self, hands=()):
        """Deal the named cards; fill the hands up one by one, empty chests first."""
        wanted = [hand.split() for hand in hands]
        wanted += [[] for _ in range(self.rules.players - len(wanted))]
        size = 6 - int(self.s.round_number)
        left = [k for k in range(10) for _ in range(self.s.pile[k])]
        for hand in wanted:
            for name in hand:
                left.remove(KIND_NAMES.index(name))
        while left:
            for hand in wanted:
                if len(hand) < size:
                    hand.append(KIND_NAMES[left.pop(0)])
        return self.do(*(name for hand in wanted for name in hand))

    def turn(self, *moves):
        """Pick and reveal: ``"1 empty"`` turns up an empty chest of seat 1."""
        for move in moves:
            owner, _, card = move.partition(" ")
            self.do(f"pick {owner}")
            if card:
                self.do(card)
        return self

    def burn(self, *cards):
        """Turn up the named cards in any order that the marker allows, dealing by the way."""
        left = list(cards)
        while left:
            if self.phase == "deal":
                self.deal()
            self.turn(next(self._moves(left)))
        return self

    def _moves(self, left):
        for card in list(left):
            for seat in range(self.rules.players):
                if seat != self.actor and card in self.hand(seat):
                    left.remove(card)
                    yield f"{seat} {card}"

    def legal(self):
        return [GAME.action_text(self.position, a) for a in GAME.legal_actions(self.position)]

    def chance(self):
        """Return {outcome text: probability} of the chance event at hand."""
        assert self.actor == CHANCE
        odds = GAME.chance_outcomes(self.position)
        return {GAME.action_text(self.position, k): p for k, p in odds}

    def hand(self, seat):
        """Return a seat's cards in order of kind."""
        return [KIND_NAMES[k] for k in range(10) for _ in range(self.s.hand[seat, k])]

    def sees(self, seat):
        return GAME.observation(self.position, seat)

    def wins(self):
        return GAME.returns(self.position).tolist()
