"""The gift and deal windows of Good Guys with payoffs, as ``brute_good_guys.py`` plays them."""

YES, NO = range(2)


class Deals:
    def window(self, seat, second):
        asked, mine = 0, None
        while True:
            moves = [57 + v for v in self.cards(seat) if mine and v >= mine["last"]]
            if not mine or sum(mine["cards"]):
                moves += [0, *self.deals(seat, second, asked)]
            step = self.ask(sorted(moves))
            if step == 0:
                return
            if step < 41:
                self.move(seat, (step - 1) // 5, (step - 1) % 5)
                mine = None
            elif step < 57:
                mine = {"giver": seat, "target": (step - 41) // 2, "side": (step - 41) % 2}
                mine |= {"cards": [0] * 5, "last": 0}
                self.bribes.append(mine)
            elif step < 62:
                mine["last"] = step - 57
                mine["cards"][step - 57] += 1
                self.move(seat, None, step - 57)
            else:
                asked, mine = asked + 1, None
                self.purchase(seat, (step - 62) // 5, (step - 62) % 5 + 1)

    def deals(self, seat, second, asked):
        others, cards = [j for j in range(self.n) if j != seat], self.cards(seat)
        yield from (1 + 5 * j + v for j in others for v in cards)
        placed = sum(b["giver"] == seat for b in self.bribes)
        if second and cards and placed < self.o.get("payoff_tokens", 2):
            yield from (41 + 2 * j + side for j in others for side in (YES, NO))
        if second and sum(self.stash[seat]) and asked < self.o.get("purchase_proposals", 2):
            yield from (62 + 5 * j + k for j in others for k in range(min(5, self.payoff[j])))

    def purchase(self, buyer, seller, want):
        price, step = [], 0
        while step != 102:
            lowest = price[-1] if price else 0
            more = [v for v in range(lowest, 4) if self.stash[buyer][v] > price.count(v)]
            step = self.ask([57 + v for v in more] + [102] * bool(price))
            price += [step - 57] * (step != 102)
        if self.ask([0, 1]):
            for i, j, items in ((buyer, seller, price), (seller, buyer, [4] * want)):
                for item in items:
                    self.move(i, j, item)
