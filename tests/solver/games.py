"""Small games typed from their descriptions; the values they must give stand in the tests."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np

from solver.extensive import ExtensiveForm, TreeBuilder
from solver.strategic import StrategicForm


def deal(b, node, things, at=Fraction):
    """Draw one of some things, all alike; yield each with its node."""
    things = list(things)
    yield from zip(things, b.chance(node, [("", at(1) / len(things))] * len(things)), strict=True)


def kuhn(cards=3):
    """Kuhn (1950): ante 1, one bet of 1, one card each."""
    b = TreeBuilder(["first", "second"], "Kuhn poker")
    deals = list(permutations(range(cards), 2))
    for (x, y), node in zip(
        deals, b.chance(0, [("", Fraction(1, len(deals)))] * len(deals)), strict=True
    ):
        win = 1 if x > y else -1
        check, bet = b.decision(node, 0, f"{x}", ["check", "bet"])
        free, dared = b.decision(check, 1, f"{y} check", ["check", "bet"])
        b.terminal(free, [win, -win])
        fold, call = b.decision(dared, 0, f"{x} check bet", ["fold", "call"])
        b.terminal(fold, [-1, 1])
        b.terminal(call, [2 * win, -2 * win])
        fold, call = b.decision(bet, 1, f"{y} bet", ["fold", "call"])
        b.terminal(fold, [1, -1])
        b.terminal(call, [2 * win, -2 * win])
    return b.build()


def leduc(ranks=3, suits=2):
    """Leduc hold'em (Southey et al. 2005): ante 1, raises of 2 then 4, two a round."""
    b = TreeBuilder(["first", "second"], "Leduc poker")
    deck = range(ranks * suits)
    for hands, node in deal(b, b.root, permutations(deck, 2), float):
        _leduc_round(b, node, deck, suits, hands, None, [1, 1], "")
    return b.build()


def _leduc_round(b, node, deck, suits, hands, board, pot, history):
    tail = history.rpartition("/")[2]
    player, raises = len(tail) % 2, tail.count("r")
    facing = pot[1 - player] > pot[player]
    size = 2 if board is None else 4
    moves = (["fold"] if facing else []) + ["call"] + (["raise"] if raises < 2 else [])
    seen = f"{hands[player]} {board} {history}"
    for move, child in zip(moves, b.decision(node, player, seen, moves), strict=True):
        after = list(pot)
        if move == "fold":
            lost = pot[player]
            b.terminal(child, [-lost, lost] if player == 0 else [lost, -lost])
            continue
        after[player] = pot[1 - player] + (size if move == "raise" else 0)
        if move == "raise" or not tail:
            step = "r" if move == "raise" else "c"
            _leduc_round(b, child, deck, suits, hands, board, after, history + step)
        elif board is None:
            left = [card for card in deck if card not in hands]
            for card, dealt in zip(
                left, b.chance(child, [("", 1 / len(left))] * len(left)), strict=True
            ):
                _leduc_round(b, dealt, deck, suits, hands, card, after, history + "c/")
        else:
            strength = [(h // suits == board // suits, h // suits) for h in hands]
            won = after[0] * ((strength[0] > strength[1]) - (strength[0] < strength[1]))
            b.terminal(child, [won, -won])


def liars_dice(sides):
    """Liar's dice, one die each, the top face wild: bid higher or call; a false bid loses 1."""
    b = TreeBuilder(["first", "second"], f"Liar's dice, {sides} sides")
    bids = [(count, face) for count in (1, 2) for face in range(1, sides + 1)]
    rolls = list(product(range(1, sides + 1), repeat=2))
    for dice, node in zip(
        rolls, b.chance(0, [("", Fraction(1, len(rolls)))] * len(rolls)), strict=True
    ):
        _liars_turn(b, node, dice, bids, sides, -1, 0, "")
    return b.build()


def _liars_turn(b, node, dice, bids, sides, last, player, history):
    moves = [str(k) for k in range(last + 1, len(bids))] + (["call"] if last >= 0 else [])
    children = b.decision(node, player, f"{dice[player]} {history}", moves)
    for move, child in zip(moves, children, strict=True):
        if move == "call":
            count, face = bids[last]
            true = sum(die in (face, sides) for die in dice) >= count
            winner = 1 - player if true else player
            b.terminal(child, [1, -1] if winner == 0 else [-1, 1])
        else:
            _liars_turn(b, child, dice, bids, sides, int(move), 1 - player, f"{history} {move}")


def goofspiel(cards):
    """Goofspiel with prizes in descending order, imperfect information: only wins are seen."""
    b = TreeBuilder(["first", "second"], f"Goofspiel, {cards} cards")

    def turn(node, hands, prize, score, seen, own):
        if prize == 0:
            won = (score[0] > score[1]) - (score[0] < score[1])
            b.terminal(node, [won, -won])
            return
        first = b.decision(node, 0, (own[0], seen), [str(c) for c in hands[0]])
        for x, middle in zip(hands[0], first, strict=True):
            second = b.decision(middle, 1, (own[1], seen), [str(c) for c in hands[1]])
            for y, child in zip(hands[1], second, strict=True):
                outcome = (x > y) - (x < y)
                points = (score[0] + prize * (x > y), score[1] + prize * (x < y))
                left = tuple(
                    tuple(c for c in h if c != z) for h, z in zip(hands, (x, y), strict=True)
                )
                turn(
                    child, left, prize - 1, points, (*seen, outcome), (own[0] + (x,), own[1] + (y,))
                )

    hand = tuple(range(1, cards + 1))
    turn(b.root, (hand, hand), cards, (0, 0), (), ((), ()))
    return b.build()


def kuhn3():
    """Kuhn poker for three, OpenSpiel's rules: four cards, ante 1, one bet of 1 in all."""
    return _kuhn3(4)


def _kuhn3(cards):
    b = TreeBuilder(["one", "two", "three"], f"Three-player Kuhn poker, {cards} cards")

    def turn(node, hand, history):
        player = len(history) % 3
        bettor = history.find("b")
        done = len(history) == 3 if bettor < 0 else len(history) == bettor + 3
        if done:
            stake = [
                1 + any(history[k] == "b" for k in range(s, len(history), 3)) for s in range(3)
            ]
            inside = range(3) if bettor < 0 else [s for s in range(3) if stake[s] == 2]
            winner = max(inside, key=lambda s: hand[s])
            b.terminal(node, [sum(stake) * (s == winner) - stake[s] for s in range(3)])
            return
        seen = f"{hand[player]} {history}"
        for move, child in zip("pb", b.decision(node, player, seen, ["pass", "bet"]), strict=True):
            turn(child, hand, history + move)

    for hand, node in deal(b, b.root, permutations(range(cards), 3)):
        turn(node, hand, "")
    return b.build()


def kuhn3_small():
    """Kuhn poker for three with three cards."""
    return _kuhn3(3)


def one_card_poker():
    """Reiley, Urbancic and Walker (2008): ante 1, bet 1; the first player's card is K or Q."""
    b = TreeBuilder(["Ann", "Bob"], "One-card poker")
    king, queen = b.chance(0, [("king", Fraction(1, 2)), ("queen", Fraction(1, 2))])
    for name, win, node in (("king", 1, king), ("queen", -1, queen)):
        bet, fold = b.decision(node, 0, name, ["bet", "fold"])
        b.terminal(fold, [-1, 1])
        call, give_up = b.decision(bet, 1, "bet", ["call", "fold"])
        b.terminal(call, [2 * win, -2 * win])
        b.terminal(give_up, [1, -1])
    return b.build()


def chance_in_middle():
    """Gambit's test game of that name: chance acts after the first player's move.

    The second player sees the draw, not A or B; the first then sees X or Y, not the draw. C always
    beats D, which leaves, with p the probability of A, the second player's costs
    at H: X .35 (1-p), Y -.1 p + .7 (1-p); at L: X .4 p + .3 (1-p), Y .8 p + .15 (1-p).
    The sum of the two minima grows as .5 + .3 p up to p = 3/11 (Y, at L, gives way to X) and falls
    as .65 - .25 p from there: value 1/2 + 9/110 = 32/55.
    """
    b = TreeBuilder(["1", "2"], "Chance in middle game")
    draws = {"A": (Fraction(1, 5), Fraction(4, 5)), "B": (Fraction(7, 10), Fraction(3, 10))}
    ends = {"AHX": (0, -2), "AHY": (-0.5, -1.5), "ALX": (0.5, -0.5), "ALY": (1, -1)}
    ends |= {"BHX": (0.5, -0.5), "BHY": (1, -1), "BLX": (1, -1), "BLY": (0.5, -0.5)}
    for first, node in zip("AB", b.decision(b.root, 0, "start", ["A", "B"]), strict=True):
        outcomes = list(zip("HL", draws[first], strict=True))
        for draw, drawn in zip("HL", b.chance(node, outcomes), strict=True):
            for second, seen in zip("XY", b.decision(drawn, 1, draw, ["X", "Y"]), strict=True):
                last = b.decision(seen, 0, first + second, ["C", "D"])
                for end, x in zip(last, ends[first + draw + second], strict=True):
                    b.terminal(end, [x, -x])
    return b.build()


def trust():
    """One-shot trust game: trust and honour 1,1; trust and abuse -1,2; no trust 0,0."""
    b = TreeBuilder(["truster", "trusted"], "Trust game")
    trusting, out = b.decision(0, 0, "start", ["trust", "no trust"])
    b.terminal(out, [0, 0])
    honour, abuse = b.decision(trusting, 1, "trusted", ["honour", "abuse"])
    b.terminal(honour, [1, 1])
    b.terminal(abuse, [-1, 2])
    return b.build()


def selten_horse():
    """Selten (1975), figure 1: both right 1,1,1; the third player does not see who went left.

    Left by the first player then L 0,0,0, R 3,2,2; left by the second then L 0,0,1, R 4,4,0.
    """
    b = TreeBuilder(["one", "two", "three"], "Selten's horse")
    left, right = b.decision(0, 0, "one", ["L", "R"])
    down, out = b.decision(right, 1, "two", ["L", "R"])
    b.terminal(out, [1, 1, 1])
    for node, ends in ((left, ([0, 0, 0], [3, 2, 2])), (down, ([0, 0, 1], [4, 4, 0]))):
        for child, payoffs in zip(b.decision(node, 2, "three", ["L", "R"]), ends, strict=True):
            b.terminal(child, payoffs)
    return b.build()


def absent_minded_driver():
    """Piccione and Rubinstein (1997): exit first 0, exit second 4, drive on 1."""
    b = TreeBuilder(["driver"], "Absent-minded driver")
    leave, on = b.decision(0, 0, "crossing", ["exit", "drive on"])
    b.terminal(leave, [0])
    leave, on = b.decision(on, 0, "crossing", ["exit", "drive on"])
    b.terminal(leave, [4])
    b.terminal(on, [1])
    return b.build(allow_imperfect_recall=True)


def forgetful():
    """A player who forgets his first move, and meets no information set twice."""
    b = TreeBuilder(["one"], "Forgetful")
    for i, node in enumerate(b.decision(0, 0, "first", ["a", "b"])):
        for j, end in enumerate(b.decision(node, 0, "second", ["a", "b"])):
            b.terminal(end, [int(i == j)])
    return b.build(allow_imperfect_recall=True)


def random_tree(seed, players=2, depth=4, zero_sum=True):
    """A random tree with chance anywhere, hidden moves and perfect recall."""
    rng = np.random.default_rng(seed)
    b = TreeBuilder([f"p{i}" for i in range(players)], f"random {seed}")

    def grow(node, level, views):
        if level == depth or (level > 1 and rng.random() < 0.15):
            x = rng.integers(-6, 7, size=players).tolist()
            b.terminal(node, [x[0], -x[0]] if zero_sum and players == 2 else x)
            return
        # Who moves depends on the level alone, so that nobody learns anything from moving.
        mover, width = movers[level], widths[level]
        if mover < 0:
            weights = rng.integers(1, 5, size=width).tolist()
            children = b.chance(node, [("", Fraction(w, sum(weights))) for w in weights])
        else:
            labels = [str(a) for a in range(width)]
            children = b.decision(node, mover, (level, views[mover]), labels)
        for a, child in enumerate(children):
            seen = [
                (*view, (level, a)) if i == mover or shows[level][i] else view
                for i, view in enumerate(views)
            ]
            grow(child, level + 1, seen)

    movers = rng.integers(-1, players, size=depth).tolist()
    movers[0] = -1 if seed % 2 else 0
    widths = rng.integers(1, 4, size=depth).tolist()
    shows = rng.integers(0, 2, size=(depth, players)).astype(bool).tolist()
    grow(b.root, 0, [()] * players)
    return b.build()


PENNIES = StrategicForm.from_tables([[1, -1], [-1, 1]], [[-1, 1], [1, -1]])
SHIFTED_PENNIES = StrategicForm.from_tables([[-1, -3], [-3, -1]], [[-3, -1], [-1, -3]])
BATTLE = StrategicForm.from_tables([[3, 0], [0, 2]], [[2, 0], [0, 3]])
TWIN = StrategicForm.from_tables([[3, 3], [2, 5], [0, 6]], [[3, 2], [2, 6], [3, 1]])
TWIN_WRONG = StrategicForm.from_tables([[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]])
CHICKEN = StrategicForm.from_tables([[6, 2], [7, 0]], [[6, 7], [2, 0]])
_SKEW = np.array([[0, 1, 0, -1], [-1, 0, 1, 1], [0, -1, 0, 1], [1, -1, -1, 0]])
SKEW = StrategicForm.from_tables(_SKEW, -_SKEW)
_ONEILL = np.array([[1, -1, -1, -1], [-1, -1, 1, 1], [-1, 1, -1, 1], [-1, 1, 1, -1]])
ONEILL = StrategicForm.from_tables(_ONEILL, -_ONEILL, title="O'Neill (1987)")


def same_tree(a: ExtensiveForm, b: ExtensiveForm) -> bool:
    """Say whether two trees have equal arrays."""
    names = ("parent", "player", "prob", "paid", "n_actions", "infoset_player")
    return all(np.array_equal(getattr(a, n), getattr(b, n)) for n in names)
