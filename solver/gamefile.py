"""Gambit's game files: read ``.efg`` and ``.nfg``, write them back.

Format: https://gambitproject.readthedocs.io/en/stable/formats.html. Numbers are kept as exact as
they are written; labels may be missing or repeated; text after an ``.efg`` tree is ignored.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from solver.errors import BadGame, BadGameFile
from solver.extensive import CHANCE, TERMINAL, ExtensiveForm, TreeBuilder
from solver.rational import Number, as_fraction
from solver.strategic import StrategicForm

K = TypeVar("K")
V = TypeVar("V")

SIZE_LIMIT = 256 * 2**20
_CELL_LIMIT = 20_000_000
_EXPONENT_LIMIT = 300
_TOKEN = re.compile(
    r'(?P<text>"(?:[^"\\]|\\.)*")'
    r"|(?P<number>[-+]?(?:\d+/\d+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))"
    r"|(?P<brace>[{}])|(?P<comma>,)|(?P<word>[^\s{},\"]+|\")|(?P<space>\s+)",
    re.DOTALL,
)

# A node as most files write it: plain labels, spaces between the parts. It is read in one piece;
# any other writing, and every fault, is left to the tokens.
_LABEL = r'"[^"\\]*"'
_INDEX = r"-?\d{1,9}"
_PAYS = rf"({_INDEX})(?:\s+({_LABEL})\s+\{{((?:\s*[-+.\deE/]+(?:\s*,)?)+)\s*\}})?"
_END_OF_NODE = r"(?=\s+[cpt]\s|\s*\Z)"
_PLAIN_END = re.compile(rf"\s*t\s+{_LABEL}\s+{_PAYS}{_END_OF_NODE}")
_PLAIN_FRACTION = re.compile(r"[-+]?\d+/\d+")
_SHORT = 12
_PLAIN_MOVE = re.compile(
    rf"\s*p\s+{_LABEL}\s+(\d{{1,3}})\s+({_INDEX})"
    rf"(?:\s+({_LABEL}\s+\{{(?:\s*{_LABEL})+\s*\}}))?\s+{_PAYS}{_END_OF_NODE}"
)


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


def read_game(path: str | Path) -> ExtensiveForm | StrategicForm:
    """Read a game file, by its content and not its name.

    Raises
    ------
    BadGame
        If the file is too large or not there.
    BadGameFile
        If it is malformed; names line and column.
    """
    path = Path(path)
    try:
        if path.stat().st_size > SIZE_LIMIT:
            raise BadGame(f"{path}: {path.stat().st_size} bytes; allowed: {SIZE_LIMIT}")
        raw = path.read_bytes()
    except OSError as error:
        raise BadGame(f"{path}: {error.strerror}") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")  # what old versions of Gambit wrote
    return parse_game(text)


def parse_game(text: str) -> ExtensiveForm | StrategicForm:
    """Read a game from text.

    Imperfect recall is read as it is; solvers refuse it where they must.

    Raises
    ------
    BadGameFile
        If the text is malformed; names line and column.
    """
    tokens = _Tokens(text)
    kind = tokens.take("word", "EFG or NFG", ("EFG", "NFG")).text
    version = {"EFG": "2", "NFG": "1"}[kind]
    tokens.take("number", f"version {version}", (version,))
    tokens.take("word", "R or D", ("R", "D"))
    title = tokens.take_text("the title in quotes")
    players = tokens.take_texts()
    if not players:
        raise tokens.error("a game needs at least one player")
    read = _read_tree if kind == "EFG" else _read_table
    with _no_collection():
        return read(tokens, title, players)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keep the collector from looking for garbage among what a large file defines."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Tokens:
    """The tokens of a text, one ahead."""

    def __init__(self, text: str) -> None:
        self.source = text
        self.numbers: dict[str, Number] = {}
        self.matches = _TOKEN.finditer(text)
        self.next = self._advance()

    def _advance(self) -> _Token:
        for match in self.matches:
            kind = match.lastgroup or ""
            if kind != "space":
                return _Token(kind, match[0], match.start())
        return _Token("end", "", len(self.source.rstrip()))

    def seek(self, at: int) -> None:
        """Go on from a position."""
        self.matches = _TOKEN.finditer(self.source, at)
        self.next = self._advance()

    def error(self, message: str, at: int | None = None) -> BadGameFile:
        """Return an error at a position, by default the next token's."""
        at = self.next.at if at is None else at
        # Lines end as text files have it: with \n, \r\n, or \r alone.
        before = self.source[:at].replace("\r\n", "\n").replace("\r", "\n")
        return BadGameFile(message, before.count("\n") + 1, len(before) - before.rfind("\n"))

    def pop(self) -> _Token:
        """Return the next token and step over it."""
        token, self.next = self.next, self._advance()
        return token

    def take(self, kind: str, what: str, allowed: Sequence[str] = ()) -> _Token:
        """Return the next token, which must be of a kind."""
        if self.next.kind != kind or (allowed and self.next.text not in allowed):
            shown = "the end of the file" if self.next.kind == "end" else self.next.text[:40]
            raise self.error(f"{shown} stands where {what} should")
        return self.pop()

    def brace(self, which: str) -> None:
        """Step over a brace."""
        self.take("brace", f"'{which}'", (which,))

    def at_brace(self, which: str) -> bool:
        """Say whether the next token is this brace."""
        return self.next.kind == "brace" and self.next.text == which

    def take_text(self, what: str) -> str:
        """Return a quoted text without quotes."""
        return re.sub(r'\\(["\\])', r"\1", self.take("text", what).text[1:-1])

    def take_texts(self) -> list[str]:
        """Return the texts of one pair of braces."""
        self.brace("{")
        texts = []
        while not self.at_brace("}"):
            texts.append(self.take_text("a label in quotes or '}'"))
        self.brace("}")
        return texts

    def take_index(self, what: str, low: int | None = None) -> int:
        """Return a whole number, from ``low`` where one is given."""
        token = self.take("number", what)
        whole = re.fullmatch(r"-?\d{1,10}", token.text) and abs(int(token.text)) < 2**31
        if not whole or (low is not None and int(token.text) < low):
            allowed = "whole" if low is None else f"whole, from {low}"
            raise self.error(f"{token.text[:40]} is no {what}; allowed: {allowed}", token.at)
        return int(token.text)

    def take_number(self, what: str) -> Number:
        """Return a number: a float where its decimal is the number, else a fraction."""
        token = self.take("number", what)
        if token.text not in self.numbers:
            self.numbers[token.text] = self.number(token)
        return self.numbers[token.text]

    def number(self, token: _Token) -> Number:
        """Return the number that a token is."""
        text = token.text
        if len(text) < 25 and "/" not in text:
            nearest = float(text)
            if repr(nearest) == text or (len(text) < 16 and nearest.is_integer()):
                return nearest
        power = re.search(r"[eE]([-+]?\d+)$", text)
        if len(text) > 1000 or (power and abs(int(power[1])) > _EXPONENT_LIMIT):
            raise self.error(f"{text[:40]} is too long or too large", token.at)
        try:
            exact = Fraction(text)
            nearest = float(exact)
        except (ZeroDivisionError, OverflowError):
            raise self.error(f"{text[:40]} is no finite number", token.at) from None
        return nearest if as_fraction(nearest) == exact else exact

    def take_payoffs(self, n_players: int) -> tuple[Number, ...]:
        """Return one payoff for each player from a pair of braces; commas are optional."""
        self.brace("{")
        payoffs = self.take_row(n_players)
        self.brace("}")
        return payoffs

    def take_row(self, n_players: int) -> tuple[Number, ...]:
        """Return one payoff for each player; commas are optional."""
        payoffs = []
        for _ in range(n_players):
            payoffs.append(self.take_number("a payoff"))
            if self.next.kind == "comma":
                self.pop()
        return tuple(payoffs)


@dataclass
class _Tree:
    """What an ``.efg`` file has defined so far; each entry with the values that it repeats."""

    tokens: _Tokens
    builder: TreeBuilder
    outcomes: dict[int, tuple[str, tuple[Number, ...]]] = field(default_factory=dict)
    chances: dict[int, tuple[str, list[tuple[str, Number]]]] = field(default_factory=dict)
    infosets: dict[tuple[int, int], tuple[str, list[str]]] = field(default_factory=dict)
    written: dict[tuple[int, int], str] = field(default_factory=dict)


def _read_tree(tokens: _Tokens, title: str, players: list[str]) -> ExtensiveForm:
    if tokens.next.kind == "text":
        tokens.pop()  # the comment
    tree = _Tree(tokens, TreeBuilder(players, title))
    readers = {"c": _read_chance, "p": _read_decision, "t": _read_terminal}
    open_nodes = [tree.builder.root]
    at = tokens.next.at
    while open_nodes:
        node = open_nodes.pop()
        plain = _read_plain(tree, node, at)
        if plain is not None:
            children, at = plain
            open_nodes.extend(reversed(children))
            continue
        tokens.seek(at)
        kind = tokens.take("word", "a node (c, p or t)", tuple(readers))
        tokens.take_text("the node's label in quotes")
        try:
            open_nodes.extend(reversed(readers[kind.text](tree, node)))
        except BadGame as error:
            raise tokens.error(str(error), kind.at) from None
        at = tokens.next.at
    return tree.builder.build(allow_imperfect_recall=True)


def _read_plain(tree: _Tree, node: int, at: int) -> tuple[Sequence[int], int] | None:
    """Return the children of a plainly written node and where it ends; None for any other."""
    source = tree.tokens.source
    found = _PLAIN_END.match(source, at)
    if found is not None:
        outcome, label, pays = found.groups()
        paid = _plain_outcome(tree, outcome, label, pays)
        if paid is None:
            return None
        tree.builder.terminal(node, paid)
        return (), found.end()
    found = _PLAIN_MOVE.match(source, at)
    if found is None:
        return None
    player, number, actions, outcome, label, pays = found.groups()
    key = int(player), int(number)
    if key not in tree.infosets or (actions and tree.written[key] != actions):
        return None  # defined by the tokens, once; or again in other writing
    paid = _plain_outcome(tree, outcome, label, pays)
    if paid is None:
        return None
    name, labels = tree.infosets[key]
    children = tree.builder.decision(node, key[0] - 1, key[1], labels, label=name, number=key[1])
    if any(paid):
        tree.builder.pay(node, paid)
    return children, found.end()


def _plain_outcome(
    tree: _Tree, number: str, label: str | None, pays: str | None
) -> tuple[Number, ...] | None:
    """Return what an outcome pays; None where it needs the tokens, or is at fault."""
    key = int(number)
    known = tree.outcomes.get(key)
    if pays is None:
        return (0,) * len(tree.builder.players) if key == 0 else known and known[1]
    numbers, name = tree.tokens.numbers, (label or "")[1:-1]
    try:
        paid = tuple(
            [
                numbers[text] if text in numbers else _plain_number(tree.tokens, text)
                for text in pays.replace(",", " ").split()
            ]
        )
    except (BadGameFile, ValueError):
        return None  # the tokens know where the fault stands
    fits = len(paid) == len(tree.builder.players) and key != 0
    if not fits or (known is not None and known != (name, paid)):
        return None
    tree.outcomes[key] = name, paid
    return paid


def _plain_number(tokens: _Tokens, text: str) -> Number:
    """Return a number; short ones are kept, as they come again."""
    if "/" not in text:
        nearest = float(text)
        if repr(nearest) == text:
            return nearest
    elif _PLAIN_FRACTION.fullmatch(text) is None:
        raise ValueError(text)
    number = tokens.number(_Token("number", text, 0))
    if len(text) <= _SHORT:
        tokens.numbers[text] = number
    return number


def _read_chance(tree: _Tree, node: int) -> Sequence[int]:
    tokens = tree.tokens
    start = tokens.next.at
    number = tokens.take_index("number of a chance information set")
    if tokens.next.kind == "text":
        label = tokens.take_text("label")
        tokens.brace("{")
        outcomes = []
        while not tokens.at_brace("}"):
            name = tokens.take_text("a label in quotes or '}'")
            outcomes.append((name, tokens.take_number("a probability")))
        tokens.brace("}")
        _define(tokens, tree.chances, number, (label, outcomes), start)
    children = tree.builder.chance(node, _defined(tokens, tree.chances, number, start)[1])
    _read_outcome(tree, node)
    return children


def _read_decision(tree: _Tree, node: int) -> Sequence[int]:
    tokens = tree.tokens
    start = tokens.next.at
    player = tokens.take_index("player's number", 1)
    number = tokens.take_index("number of an information set")
    key = player, number
    if tokens.next.kind == "text":
        first = tokens.next.at
        label = tokens.take_text("label")
        _define(tokens, tree.infosets, key, (label, tokens.take_texts()), start)
        tree.written[key] = tokens.source[first : tokens.next.at].rstrip()
    label, actions = _defined(tokens, tree.infosets, key, start)
    children = tree.builder.decision(node, player - 1, number, actions, label=label, number=number)
    _read_outcome(tree, node)
    return children


def _read_terminal(tree: _Tree, node: int) -> Sequence[int]:
    tree.builder.terminal(node, [0] * len(tree.builder.players))
    _read_outcome(tree, node)
    return ()


def _read_outcome(tree: _Tree, node: int) -> None:
    tokens = tree.tokens
    start = tokens.next.at
    number = tokens.take_index("number of an outcome")
    if tokens.next.kind == "text":
        label = tokens.take_text("label")
        payoffs = tokens.take_payoffs(len(tree.builder.players))
        if number == 0:
            raise tokens.error("outcome 0 is no outcome; it has no label or payoffs", start)
        _define(tokens, tree.outcomes, number, (label, payoffs), start)
    if number:
        tree.builder.pay(node, _defined(tokens, tree.outcomes, number, start)[1])


def _define(tokens: _Tokens, known: dict[K, V], key: K, value: V, at: int) -> None:
    """Keep a definition; one that is repeated must be the same."""
    if known.setdefault(key, value) != value:
        raise tokens.error(f"{key} is defined differently before", at)


def _defined(tokens: _Tokens, known: dict[K, V], key: K, at: int) -> V:
    if key not in known:
        raise tokens.error(f"{key} is not defined before", at)
    return known[key]


def _read_table(tokens: _Tokens, title: str, players: list[str]) -> StrategicForm:
    tokens.brace("{")
    given: list[tuple[str, ...] | None] = []
    sizes = []
    for _ in players:
        given.append(tuple(tokens.take_texts()) if tokens.at_brace("{") else None)
        labels = given[-1]
        sizes.append(
            tokens.take_index("number of strategies", 1) if labels is None else len(labels)
        )
    tokens.brace("}")
    if tokens.next.kind == "text":
        tokens.pop()  # the comment
    if not 0 < prod(sizes) <= _CELL_LIMIT:
        raise tokens.error(f"strategies {sizes}; allowed: 1 to {_CELL_LIMIT} profiles in all")
    rows = (_read_outcome_cells if tokens.at_brace("{") else _read_payoff_cells)(
        tokens, len(players), prod(sizes)
    )
    if tokens.next.kind != "end":
        raise tokens.error(f"{tokens.next.text[:40]} stands where the file should end")
    # The first player's strategy turns fastest.
    cells = np.array(rows, dtype=object).T.reshape(len(players), *sizes[::-1])
    cells = cells.transpose(0, *range(len(players), 0, -1))
    rational = any(isinstance(x, Fraction) for row in rows for x in row)
    return StrategicForm(
        title=title,
        players=tuple(players),
        payoff=cells.astype(np.float64),
        action_label=tuple(
            tuple(map(str, range(1, size + 1))) if labels is None else labels
            for labels, size in zip(given, sizes, strict=True)
        ),
        exact=np.vectorize(as_fraction, otypes=[object])(cells) if rational else None,
    )


def _read_payoff_cells(tokens: _Tokens, n_players: int, n: int) -> list[tuple[Number, ...]]:
    return [tokens.take_row(n_players) for _ in range(n)]


def _read_outcome_cells(tokens: _Tokens, n_players: int, n: int) -> list[tuple[Number, ...]]:
    outcomes: list[tuple[Number, ...]] = [(0,) * n_players]
    tokens.brace("{")
    while not tokens.at_brace("}"):
        tokens.brace("{")
        tokens.take_text("the outcome's label in quotes")
        outcomes.append(tokens.take_row(n_players))
        tokens.brace("}")
    tokens.brace("}")
    cells = []
    for _ in range(n):
        at = tokens.next.at
        k = tokens.take_index("number of an outcome", 0)
        if k >= len(outcomes):
            raise tokens.error(f"outcome {k}; allowed: 0 to {len(outcomes) - 1}", at)
        cells.append(outcomes[k])
    return cells


def write_game(form: ExtensiveForm | StrategicForm) -> str:
    """Return a game as the text of an ``.efg`` or ``.nfg`` file, with exact numbers."""
    return _write_tree(form) if isinstance(form, ExtensiveForm) else _write_table(form)


def _write_tree(form: ExtensiveForm) -> str:
    lines = [f"EFG 2 R {_quote(form.title)} {_braced(map(_quote, form.players))}", '""', ""]
    write: dict[int, Callable[[ExtensiveForm, int], str]] = {CHANCE: _chance_line, TERMINAL: _end}
    outcomes: dict[tuple[Number, ...], int] = {}
    nodes = [0]
    while nodes:
        node = nodes.pop()
        first = int(form.first_child[node])
        nodes.extend(range(first + int(form.n_children[node]) - 1, first - 1, -1))
        line = write.get(int(form.player[node]), _decision_line)(form, node)
        lines.append(f"{line} {_outcome(form, node, outcomes)}")
    return "\n".join(lines) + "\n"


def _chance_line(form: ExtensiveForm, node: int) -> str:
    probs = form.exact_chance(node)
    labels = form.chance_label.get(node) or tuple(str(k + 1) for k in range(len(probs)))
    moves = (f"{_quote(label)} {prob}" for label, prob in zip(labels, probs, strict=True))
    return f'c "" {node + 1} "" {_braced(moves)}'


def _decision_line(form: ExtensiveForm, node: int) -> str:
    h = int(form.infoset[node])
    where = f"{form.player[node] + 1} {form.infoset_number[h]} {_quote(form.infoset_label[h])}"
    return f'p "" {where} {_braced(map(_quote, form.action_label[h]))}'


def _end(form: ExtensiveForm, node: int) -> str:
    return 't ""'


def _outcome(form: ExtensiveForm, node: int, known: dict[tuple[Number, ...], int]) -> str:
    paid: tuple[Number, ...] = form.exact_paid.get(node) or tuple(form.paid[node].tolist())
    if not any(paid):
        return "0"
    number = known.setdefault(paid, len(known) + 1)
    return f'{number} "" {_braced(map(_number_text, paid), ", ")}'


def _number_text(value: Number) -> str:
    """Return a number as it is read back: a float as its shortest decimal."""
    if not isinstance(value, float):
        return str(as_fraction(value))
    whole = value.is_integer() and abs(value) < 2**53
    return str(int(value)) if whole else repr(value)


def _write_table(form: StrategicForm) -> str:
    table = form.payoff if form.exact is None else form.exact
    # The first player's strategy turns fastest.
    cells = np.stack([own.ravel(order="F") for own in table], axis=1)
    strategies = _braced(_braced(map(_quote, labels)) for labels in form.action_label)
    head = f"NFG 1 R {_quote(form.title)} {_braced(map(_quote, form.players))}"
    rows = (" ".join(str(as_fraction(x)) for x in row) for row in cells)
    return "\n".join([head, strategies, '""', "", *rows]) + "\n"


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _braced(items: Iterable[str], separator: str = " ") -> str:
    return "{ " + separator.join(items) + " }"
