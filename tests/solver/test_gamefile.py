"""Game files: every oddity that is right, and line and column of every one that is not."""

from fractions import Fraction

import numpy as np
import pytest

from solver.errors import BadGameFile, SolverError
from solver.extensive import ExtensiveForm
from solver.gamefile import parse_game, read_game, write_game
from solver.strategic import StrategicForm
from tests.solver import games

HEAD = 'EFG 2 R "t" { "A" "B" }\n'


def test_a_tree_with_oddities():
    # Repeated and missing labels, decimals, fractions, exponents, a payoff on the way, an outcome
    # used again by number, a zero probability, a single action, no final newline.
    text = (
        HEAD
        + '"a \\"comment\\"\nover two lines"\n'
        + 'c "" 1 "" { "x" 0.25 "x" 3/4 "never" 0 } 0\n'
        + 'p "n" 1 7 "" { "" "" } 3 "" { 1e1, -5E-1 }\n'
        + 't "" 1 "w" { 1/3 -.5 }\n'
        + 't "" 2 "" { +2., 4 }\n'
        + 'p "" 2 1 "" { "only" } 0\n'
        + 't "" 1\n'
        + 't "" 0'
    )
    form = parse_game(text)
    assert isinstance(form, ExtensiveForm)
    assert form.players == ("A", "B")
    assert form.infoset_number.tolist() == [7, 1]
    assert form.exact_payoff(form.terminals[0]) == (Fraction(0), Fraction(0))
    by_payoff = sorted(form.exact_payoff(int(end)) for end in form.terminals)
    assert by_payoff == sorted(
        [
            (Fraction(0), Fraction(0)),
            (Fraction(1, 3), Fraction(-1, 2)),
            (Fraction(31, 3), Fraction(-1)),
            (Fraction(12), Fraction(7, 2)),
        ]
    )
    assert form.exact_chance(0) == (Fraction(1, 4), Fraction(3, 4), Fraction(0))


def test_line_ends_byte_order_mark_and_names(tmp_path):
    text = (
        'EFG 2 D "보물" { "앤" "Bób" }\r\np "" 1 1 "" { "l" "r" } 0\r\nt "" 1 "" { 1, 2 }\r\nt "" 0'
    )
    file = tmp_path / "game.efg"
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    form = read_game(file)
    assert (form.title, form.players) == ("보물", ("앤", "Bób"))
    assert form.n_nodes == 3
    file.write_bytes(text.replace("보물", "").replace("앤", "").encode("latin-1"))
    assert read_game(file).players == ("", "Bób")


def test_tables_by_payoff_and_by_outcome():
    # The first player's strategy turns fastest: cells (1,1) (2,1) (1,2) (2,2).
    head = 'NFG 1 R "t" { "A" "B" }'
    plain = parse_game(head + " { 2 2 }\n1 2 3 4 5 6 7 8")
    assert plain.payoff.tolist() == [[[1, 5], [3, 7]], [[2, 6], [4, 8]]]
    named = parse_game(
        head + ' { { "u" "d" } { "l" "r" } } "c" { { "a" 1, 2 } { "b" 1/3, 0 } } 1 2 0 1'
    )
    assert named.payoff.tolist() == [[[1, 0], [1 / 3, 1]], [[2, 0], [0, 2]]]
    assert named.exact[0, 1, 0] == Fraction(1, 3)
    assert named.action_label == (("u", "d"), ("l", "r"))
    three = parse_game('NFG 1 D "" { "" "" "" } { 1 2 1 } 1 2 3 4 5 6')
    assert three.payoff[:, 0, 1, 0].tolist() == [4, 5, 6]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "the end of the file stands where EFG or NFG should"),
        ("XFG 2", 1, 1, "XFG stands"),
        ('EFG 3 R "" { }', 1, 5, "version 2"),
        ('EFG 2 Q "" { }', 1, 7, "R or D"),
        ('EFG 2 R "open { }', 1, 9, "the title in quotes"),
        ('EFG 2 R "" { }', 1, 15, "at least one player"),
        (HEAD + 'p "" 1 1 "" { "l" } 0\n', 2, 22, "the end of the file stands where a node"),
        (HEAD + "x", 2, 1, "x stands where a node"),
        (HEAD + 'p "" 3 1 "" { "l" } 0\n', 2, 1, "player 2 at node 0"),
        (HEAD + 'p "" 0 1 "" { "l" } 0\n', 2, 6, "0 is no player's number"),
        (HEAD + 'p "" 1 1 0\n', 2, 6, "not defined before"),
        (HEAD + 't "" 5\n', 2, 6, "5 is not defined before"),
        (HEAD + 't "" 1 "" { 1 }\n', 2, 15, "} stands where a payoff"),
        (HEAD + 't "" 1 "" { 1 2 3 }\n', 2, 17, "3 stands where '}'"),
        (HEAD + 't "" 0 "" { 1 2 }\n', 2, 6, "outcome 0 is no outcome"),
        (HEAD + 't "" 1 "" { 1/0 2 }\n', 2, 13, "1/0 is no finite number"),
        (HEAD + 't "" 1 "" { 1e999999999 2 }\n', 2, 13, "too large"),
        (HEAD + 't "" 1 "" { nan 2 }\n', 2, 13, "nan stands"),
        (HEAD + 'c "" 1 "" { "x" 1/2 "y" 1/3 } 0\n', 2, 1, "sum to 0.83333"),
        (HEAD + 'p "" 1 1 "" { "l" "r" } 0\np "" 1 1 "" { "l" } 0', 3, 6, "defined differently"),
        (HEAD + 'p "" 1 1 "" { "l" "r" } 1 "" { 0, 1 }\nt "" 1 "" { 0, 2 }', 3, 6, "differently"),
        ('NFG 1 R "" { "A" } { 2 }\n1', 2, 2, "the end of the file stands where a payoff"),
        ('NFG 1 R "" { "A" } { 2 }\n1 2 3', 2, 5, "where the file should end"),
        ('NFG 1 R "" { "A" "B" } { 99999999 99999999 }', 1, 45, "profiles in all"),
        ('NFG 1 R "" { "A" } { { "x" } } { { "a" 1 } } 2', 1, 46, "outcome 2; allowed: 0 to 1"),
    ],
)
def test_malformed(text, line, column, message):
    with pytest.raises(BadGameFile, match=message) as caught:
        parse_game(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert "\n" not in str(caught.value)


def test_no_file(tmp_path):
    with pytest.raises(SolverError, match="No such file"):
        read_game(tmp_path / "absent.efg")


@pytest.mark.parametrize(
    "make", [games.kuhn, games.selten_horse, games.chance_in_middle, games.absent_minded_driver]
)
def test_trees_come_back(make):
    form = make()
    back = parse_game(write_game(form))
    assert back.players == form.players
    assert sorted(back.infoset_label) == sorted(form.infoset_label)
    assert back.n_nodes == form.n_nodes
    assert back.recall_fault == form.recall_fault
    ends = [sorted(map(f.exact_payoff, f.terminals.tolist())) for f in (form, back)]
    assert ends[0] == ends[1]
    # A second round changes nothing at all: the file's order is the tree's.
    assert write_game(parse_game(write_game(back))) == write_game(back)


def test_tables_come_back():
    third = StrategicForm.from_tables([[Fraction(1, 3), 0.1]], [[2, 3e-7]], title='a "b"')
    back = parse_game(write_game(third))
    assert back.title == 'a "b"'
    assert back.exact[0].tolist() == [[Fraction(1, 3), Fraction(1, 10)]]
    assert np.array_equal(back.payoff, third.payoff)
