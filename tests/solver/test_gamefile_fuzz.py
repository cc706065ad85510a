"""Game files against Gambit's own reader, and the quick reading of plain nodes against tokens."""

import io
import re
from contextlib import suppress

import numpy as np
import pygambit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import gamefile
from solver.certificate import certify
from solver.errors import BadGameFile
from solver.extensive import ExtensiveForm
from solver.gamefile import parse_game, write_game
from tests.solver import games

ODD = (
    'EFG 2 R "t" { "A" "B" }\n"c"\nc "" 1 "" { "x" 1/4 "x" .75 } 0\np "n" 1 7 "" { "" "" } 3 "" '
    '{ 1e1, -5E-1 }\nt "" 1 "w" { 1/3 -.5 }\nt "" 2 "" { 2., 4 }\np "" 2 1 "" { "only" } 0\nt "" 1'
)
SEEDS = [
    ODD,
    write_game(games.trust()),
    write_game(games.selten_horse()),
    write_game(games.one_card_poker()),
    'NFG 1 R "t" { "A" "B" } { 2 2 }\n1 2 3 4 5 6 7 8',
    'NFG 1 R "t" { "A" "B" } { { "a" "b" } { "c" "d" } } "" { { "x" 1, 2 } { "" 3/2, 4 } } 1 2 0',
]
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{},]|[^\s{},"]+')
POOL = [
    "{",
    "}",
    ",",
    '"x"',
    '""',
    '"a\\"b"',
    "0",
    "1",
    "2",
    "-1",
    "1/2",
    ".5",
    "1e2",
    "c",
    "p",
    "t",
]


@st.composite
def spoiled(draw):
    """A right file with a few of its words lost, changed, added or exchanged."""
    words = TOKEN.findall(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(0, 3))):
        at, other = (draw(st.integers(0, len(words) - 1)) for _ in range(2))
        new = draw(st.sampled_from(POOL))
        match draw(st.sampled_from(["lose", "change", "add", "exchange"])):
            case "lose":
                words[at : at + 1] = []
            case "change":
                words[at] = new
            case "add":
                words.insert(at, new)
            case _:
                words[at], words[other] = words[other], words[at]
        if not words:
            break
    return draw(st.sampled_from([" ", "\n", "\r\n", "\t"])).join(words)


def read(text):
    """The game, or what is wrong with the text."""
    try:
        return parse_game(text), None
    except BadGameFile as error:
        return None, error


def gambit_reads(text):
    read = pygambit.read_efg if text.startswith("EFG") else pygambit.read_nfg
    try:
        return read(io.StringIO(text))
    except ValueError:
        return None


def uniform_payoffs(game):
    """Gambit's payoffs of play that takes all actions alike."""
    tree = hasattr(game, "mixed_behavior_profile")
    profile = game.mixed_behavior_profile() if tree else game.mixed_strategy_profile()
    return [float(payoff) for _, payoff in profile.payoffs]


@settings(max_examples=400, deadline=None)
@given(spoiled())
def test_what_gambit_reads_is_read_alike(text):
    game, (form, error) = gambit_reads(text), read(text)
    if error is not None:
        assert min(error.line, error.column) >= 1
        # Gambit cuts 1/2 or 1e2 down to a whole number where one is asked for, and reads over
        # stray words; games for nobody are no games here.
        allowed = "allowed: whole|should$|at least one player|no player"
        assert game is None or re.search(allowed, str(error)), (text, str(error))
    if game is None or form is None:
        return
    assert form.n_players == len(game.players)
    payoffs = certify_payoffs(form)
    theirs = uniform_payoffs(game)
    if len(theirs) == form.n_players:  # players of one name share an entry there
        assert payoffs == pytest.approx(theirs, abs=1e-9)


def certify_payoffs(form):
    if isinstance(form, ExtensiveForm) and form.recall_fault:
        from tests.solver.brute import play

        return play(form, form.uniform_strategy())
    return certify(form, form.uniform_strategy()).payoffs


@settings(max_examples=400, deadline=None)
@given(spoiled())
def test_plain_nodes_are_read_as_tokens_would(text):
    def outcome():
        form, error = read(text)
        return str(error) if form is None else write_game(form)

    with pytest.MonkeyPatch.context() as patch:
        quick = outcome()
        patch.setattr(gamefile, "_read_plain", lambda *_: None)
        assert quick == outcome()


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 200))
def test_any_bytes_are_a_game_or_a_plain_refusal(tmp_path_factory, noise, at):
    file = tmp_path_factory.getbasetemp() / "noise.efg"
    whole = ODD.encode()
    file.write_bytes(whole[:at] + noise + whole[at:])
    with suppress(BadGameFile):
        gamefile.read_game(file)


def test_whole_numbers_below_zero_name_sets_and_outcomes():
    text = 'EFG 2 R "" { "A" } p "" 1 -3 "" { "l" "r" } 0 t "" -1 "w" { 2 } t "" -1'
    form = parse_game(text)
    assert form.infoset_number.tolist() == [-3]
    assert form.payoff[form.terminals].tolist() == [[2], [2]]
    with pytest.raises(BadGameFile, match="99999999999 is no number"):
        parse_game(text.replace("-3", "99999999999"))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_in_every_kind_of_file(end):
    text = 'EFG 2 R "" { "A" }\np "" 1 1 "" { "l" } 0\n  x\n'.replace("\n", end)
    with pytest.raises(BadGameFile, match="line 3, column 3: x stands"):
        parse_game(text)


def test_a_deep_tree_needs_no_recursion():
    depth = 20_000
    moves = "".join(f'p "" 1 {k} "" {{ "on" "off" }} 0\n' for k in range(depth))
    form = parse_game('EFG 2 R "" { "A" }\n""\n' + moves + 't "" 1 "" { 1 }\n' + 't "" 0\n' * depth)
    assert form.n_nodes == 2 * depth + 1
    assert np.count_nonzero(form.payoff) == 1
