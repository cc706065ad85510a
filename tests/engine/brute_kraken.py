"""No Touch Kraken written down a second time, straight from the rules page, as one procedure.

Shares only the numbers of actions and kinds with the engine. A hand is a list of cards; ``ask``
gets a list where a player decides, a mapping to probabilities where chance does.
"""

from fractions import Fraction

EMPTY, TREASURE, KRAKEN, CURSE, VANISHED, GRASP, IDENTITY, PRESENCE, LIGHT, OBSESSION = range(10)
ROLES = {3: (3, 2), 4: (3, 2), 5: (4, 2), 6: (4, 2), 7: (5, 3), 8: (6, 3)}


class Over(Exception):
    """The game has ended."""


def play(options, ask):
    """Play a game or a series; return the reason of the end, the winners and who saw whom."""
    tokens = [0] * options["players"]
    while True:
        table = Table(options, ask)
        try:
            table.whole_game()
        except Over as end:
            reason, won = table.winners(end.args[0])
        for i in range(table.n):
            tokens[i] += i not in won
        if not options.get("tokens"):
            return reason, won, table.shown
        if max(tokens) >= options["tokens"]:
            return reason, [i for i in range(table.n) if tokens[i] == min(tokens)], table.shown


class Table:
    def __init__(self, options, ask):
        self.o, self.ask, self.n = options, ask, options["players"]
        self.up, self.treasures, self.next_pile = [], [], []
        self.lucky, self.lit, self.shown = False, None, []

    def draw(self, cards):
        """Take one of the cards at random."""
        card = self.ask({c: Fraction(cards.count(c), len(cards)) for c in set(cards)})
        cards.remove(card)
        return card

    def whole_game(self):
        explorers, skeletons = ROLES[self.n]
        pile = [0] * explorers + [1] * skeletons
        self.role = [self.draw(pile) for _ in range(self.n)]
        treasure = [TREASURE] * self.n
        if self.o.get("curse"):
            treasure = [TREASURE, TREASURE, CURSE]
            box = [TREASURE] * (6 if self.o.get("curse_pool", "all") == "all" else self.n - 2)
            box += [CURSE] * 2
            while len(treasure) < self.n:
                treasure.append(self.draw(box))
        special = list(range(VANISHED, 10)) if self.o.get("special") else [VANISHED]
        self.draw(special) if self.o.get("special") else special.clear()
        cards = treasure + special + [KRAKEN]
        cards += [EMPTY] * (5 * self.n - len(cards))
        seats = list(range(self.n))
        self.marker = self.o["first_marker"] if "first_marker" in self.o else self.draw(seats)
        for number in (1, 2, 3, 4):
            self.hands = [[self.draw(cards) for _ in range(6 - number)] for _ in range(self.n)]
            self.one_round(number)
            cards = self.next_pile + [card for hand in self.hands for card in hand]
            self.next_pile = []
        raise Over("time_up")

    def one_round(self, number):
        starter, self.kept, self.lit, self.acted = self.marker, False, None, 0
        size, left = 6 - number, self.n - self.up.count(TREASURE) - self.up.count(CURSE)
        if self.o.get("claims", True):
            self.talk(size, left)
        while len(self.up) < self.n * number:
            choice = self.choose()
            if self.o.get("claims_per_action"):
                self.talk(size, left)
                choice = self.choose()
            self.turn_up(choice, number)
            self.acted += 1
            if not self.kept:
                seat = (starter + self.acted) % self.n
                self.marker = seat if self.o.get("clockwise") else self.last
            if self.shine and any(self.hands):
                self.shine_light()
        same = self.o.get("clockwise") and self.o.get("clockwise_start", "same") == "same"
        self.marker = starter if same and not self.kept else self.last

    def talk(self, size, left):
        for k in range(self.n):
            seat, allowed = (self.marker + k) % self.n, [0]
            for t in range(min(size, left) + 1):
                allowed += [1 + 2 * t] + [2 + 2 * t] * (t < size)
            self.ask([0] if GRASP in self.hands[seat] else allowed)

    def choose(self):
        lit = self.lit[0] if self.lit else None
        others = [i for i in range(self.n) if i != self.marker]
        allowed = [i for i in others if len(self.hands[i]) > (i == lit)]
        return self.ask(allowed + [8] * (lit in others))

    def turn_up(self, choice, number):
        self.last = self.lit[0] if choice == 8 else choice
        cards = list(self.hands[self.last])
        if self.lit and self.lit[0] == choice:
            cards.remove(self.lit[1])
        card = self.lit[1] if choice == 8 else self.draw(cards)
        self.lit = None if choice == 8 else self.lit
        self.hands[self.last].remove(card)
        self.up.append(card)
        self.shine = card == LIGHT
        if card == KRAKEN:
            raise Over("kraken_revealed")
        if card == CURSE and not self.lucky:
            raise Over("curse_revealed")
        if card in (TREASURE, CURSE):
            self.lucky = True
            self.treasures += [card] * (card == TREASURE or self.o.get("curse_vanishes", True))
        if self.up.count(TREASURE) + self.up.count(CURSE) == self.n:
            raise Over("explorers_win")
        self.ability(card, number)
        if len(self.up) == 4 * self.n:
            raise Over("time_up")

    def ability(self, card, number):
        if card == IDENTITY:
            self.shown.append((self.marker, self.last))
        if card == OBSESSION:
            self.kept, self.marker = True, self.last
        if card == PRESENCE:
            self.next_pile += self.hands[self.last]
            self.hands[self.last].clear()
            self.lit = None if self.lit and self.lit[0] == self.last else self.lit
        if card == VANISHED and self.treasures:
            self.up.remove(self.treasures[-1])
            self.next_pile.append(self.treasures.pop())
            if number == 4:
                raise Over("time_up")

    def shine_light(self):
        seat = self.ask([i for i in range(self.n) if self.hands[i]])
        self.lit = (seat, self.draw(list(self.hands[seat])))

    def winners(self, reason):
        explorers, skeletons = ([i for i in range(self.n) if self.role[i] == r] for r in (0, 1))
        if reason != "explorers_win" and not skeletons:
            saved = reason == "time_up" and self.o.get("three_explorers_time") == "explorers_win"
            reason = "explorers_win" if saved else "all_lose"
        return reason, {"explorers_win": explorers, "all_lose": []}.get(reason, skeletons)
