"""Good Guys written down a second time, straight from the rules page, as one plain procedure.

Shares nothing with the engine but the numbers of the actions. Values $2k-$5k are 0-3, payoff
cards 4, the Fuzz 4; ``fuzz`` is the fewest and the most loot cards that may lie above the Fuzz.
"""

from fractions import Fraction

from tests.engine.brute_good_guys_deals import Deals

YES, NO, SKIM, ROB, GUARD = range(5)


def play(options, ask):
    """Play a game; return each player's money in $k."""
    table = Table(options, ask)
    while not table.over:
        table.one_round()
    held = zip(table.stash, table.payoff, strict=True)
    return tuple(2 * a + 3 * b + 4 * c + 5 * d + p for (a, b, c, d), p in held)


class Table(Deals):
    def __init__(self, o, ask):
        self.o, self.ask, self.n = o, ask, o["players"]
        self.stash = [list(o["start_loot"]) for _ in range(self.n)]
        dealt = [self.n * s for s in o["start_loot"]]
        self.deck = [c - d for c, d in zip(o["loot_counts"], dealt, strict=True)]
        self.payoff = [o.get("payoff_cards", 5) if o.get("payoffs") else 0] * self.n
        self.drawn, self.fuzz, self.over, self.bribes = 0, False, False, []
        self.loot, self.need, self.terms = [0] * 4, self.n + o.get("loot_extra", 2), 0
        anyone = {i: Fraction(1, self.n) for i in range(self.n)}
        self.boss = o["first_boss"] if "first_boss" in o else ask(anyone)

    def draw(self):
        low, high = self.o["fuzz"]
        left, risk = sum(self.deck), Fraction(0)
        if not self.fuzz and self.drawn >= low:
            risk = Fraction(1, high - self.drawn + 1)
        odds = {v: (1 - risk) * Fraction(self.deck[v], left) for v in range(4) if self.deck[v]}
        card = self.ask({k: p for k, p in {**odds, 4: risk}.items() if p})
        if card == 4:
            self.fuzz = True
        else:
            self.deck[card] -= 1
            self.drawn += 1
        return card

    def draw_for(self, seat):
        card = self.draw()
        if card == 4 and sum(self.deck):
            card = self.draw()
        if card != 4:
            self.stash[seat][card] += 1

    def cards(self, i):
        return [v for v in range(5) if (self.stash[i] + [self.payoff[i]])[v]]

    def move(self, i, j, item):
        for player, change in ((i, -1), (j, 1)):
            if player is not None and item == 4:
                self.payoff[player] += change
            elif player is not None:
                self.stash[player][item] += change

    def reveal(self, i, actions, shown):
        shown.add(i)
        for b in [b for b in self.bribes if b["target"] == i]:
            self.bribes.remove(b)
            for item in range(5):
                for _ in range(b["cards"][item]):
                    self.move(None, i if actions[i] == b["side"] else b["giver"], item)

    def act(self, i, actions, markers, shown):
        self.reveal(i, actions, shown)
        if actions[i] == SKIM and "skim" not in shown:
            shown.add("skim")
            self.draw_for(i)
        if actions[i] == ROB and markers[i]:
            thief, loser = i, markers[i] - 1
            if actions[loser] == GUARD:
                self.reveal(loser, actions, shown)
                thief, loser = loser, i
            total = sum(self.stash[loser])
            odds = {v: Fraction(self.stash[loser][v], total or 1) for v in range(4)}
            if total:
                self.move(loser, thief, self.ask({v: p for v, p in odds.items() if p}))

    def offer(self, order):
        shares = {i: [0] * 4 for i in order}
        for v in (3, 2, 1, 0):
            first = 0
            for _ in range(self.loot[v]):
                receiver = self.ask(sorted(order[first:]))
                first = order.index(receiver)
                shares[receiver][v] += 1
        return shares

    def one_round(self):
        for _ in range(self.need):
            card = self.draw()
            if card == 4:
                self.over = True
                return
            self.loot[card] += 1
        order = [(self.boss + k) % self.n for k in range(self.n)]
        for i in order * bool(self.o.get("payoffs")):
            self.window(i, False)
        shares = self.offer(order)
        for _ in order * self.o.get("talk_turns", 1):
            self.ask(list(range(6)))
        for i in order * bool(self.o.get("payoffs")):
            self.window(i, True)
        markers = {i: self.ask([0] + [1 + j for j in range(self.n) if j != i]) for i in order}
        actions, shown = {i: self.ask(list(range(5))) for i in order}, set()
        for i in order:
            self.act(i, actions, markers, shown)
        self.count(order, shares, actions)
        self.over = self.fuzz

    def count(self, order, shares, actions):
        yes, no = (list(actions.values()).count(vote) for vote in (YES, NO))
        former, self.terms, self.need = self.boss, self.terms + 1, self.o.get("rejection_cards", 2)
        if no > yes:
            self.boss = ([i for i in order[1:] if actions[i] == NO] + [former])[0]
        else:
            self.boss = former if yes > no else order[1]
            self.loot, self.need = [0] * 4, self.n + self.o.get("loot_extra", 2)
            for i in order:
                self.stash[i] = [a + b for a, b in zip(self.stash[i], shares[i], strict=True)]
        limit = self.o.get("boss_limit_rounds", 3) if self.o.get("boss_limit") else 10**9
        if self.terms >= limit and (no <= yes or self.boss == former):
            self.boss = order[1]
            if not self.fuzz:
                self.draw_for(former)
        if self.boss != former:
            self.terms = 0
