"""Measuring Kraken's conventions: cells, responders, and the tables that show them."""

import json
from pathlib import Path

import numpy as np
import pytest

from analysis import conventions as measuring
from analysis import kraken_tables, responder
from analysis.conventions import Study
from analysis.expansions import start_of, variants
from analysis.families import (
    convention_of,
    crossed,
    drawn,
    explorer,
    grid,
    neighbours,
    row_of,
    skeleton,
)
from analysis.named import asked
from analysis.responder import Table, lifted_table, race, train
from bots.base import bot, packed
from bots.kraken.equilibrium import pack
from bots.kraken.info import play_roles
from engine.kraken.rules import KrakenRules
from engine.kraken.state import KIND_NAMES, SPECIALS
from models.kraken.matrix import mix_of
from models.kraken.measured import table_of

TRUSTING = explorer("truth", 2.0, 0.2, (0.4, 0.2, 0.1, 0.3))
OPEN = skeleton(0, 1, 2)  # truthful, explores until the Kraken is said
TEST = 5_000  # a series that no race plays


def test_cells_are_games_of_the_bots_on_the_same_deals():
    study = Study(3, 500, [TRUSTING], [OPEN, skeleton(1, 0, 0)])
    study.fill()
    rules = KrakenRules.model_validate({"players": 3})
    for column, name in enumerate(("mimic", "over-claimer")):
        played = play_roles(rules, "bayes", name, 500, seed=measuring.SEED)
        cell = study.cells[0, column]
        assert cell["wins"] == int((played.outcome == 1).sum())
        assert sum(games for games, _ in cell["by_skeletons"].values()) == 500
        assert sum(wins for _, wins in cell["by_skeletons"].values()) == cell["wins"]
    table = table_of(study.plain(), "truth")
    assert mix_of(table.value)[0] == table.value.min()


# Weaknesses planted at one side: its conventions, the other's, and the best reply known to help.
PLANTED = {
    # Skeletons who give themselves away do best to lie by one now and then.
    "skeletons": (TRUSTING, OPEN, skeleton(1, 0, 0, 0.3)),
    # Explorers who take all for honest should suspect those who boast, and shun the Kraken.
    "explorers": (
        explorer("truth", 2.0, 0.0, (0.97, 0.01, 0.01, 0.01)),
        skeleton(2, 0, 0),
        explorer("truth", 5.0, 0.5, (0.1, 0.1, 0.1, 0.7)),
    ),
}


@pytest.mark.parametrize("side", PLANTED)
def test_a_responder_recovers_nine_tenths_of_a_planted_weakness(side):
    ours, theirs, best_known = PLANTED[side]
    table = Table(3, [(1.0, ours)], [(1.0, theirs)], side, measuring.SEED)
    own = ours if side == "explorers" else theirs
    reply = train(table, "truth", [own], np.random.default_rng(0))
    found, known = (responder.tested(table, c, 40_000, TEST) for c in (reply, best_known))
    assert found["ci_low"] > 0
    assert found["gain"] >= 0.9 * known["gain"]


def test_a_race_prefers_who_wins_more_and_the_earlier_of_equals(monkeypatch):
    monkeypatch.setitem(responder.HEAT, 3, 4_000)
    monkeypatch.setitem(responder.MOST, 3, 3_000)
    table = Table(3, [(1.0, TRUSTING)], [(1.0, OPEN)], "skeletons", 1)
    idle, same = skeleton(0, 1, 3), skeleton(0, 1, 3, 0.5, 4)
    best = race(table, [idle, same, skeleton(1, 0, 0, 0.3), OPEN], 0, 1)
    assert best[0] == skeleton(1, 0, 0, 0.3)
    assert best.index(idle) == best.index(same) - 1  # both explore: the same wins


def test_the_same_seed_gives_the_same_bytes_with_one_worker_or_two(monkeypatch, tmp_path):
    monkeypatch.setitem(measuring.GAMES, 3, 300)
    monkeypatch.setitem(measuring.ROUNDS, 3, 1)
    monkeypatch.setitem(responder.HEAT, 3, 2_000)
    monkeypatch.setitem(responder.MOST, 3, 200)
    written = []
    for workers in (1, 2, 1):
        out = tmp_path / str(len(written))
        out.mkdir()
        line = ["conventions", "3", "--workers", str(workers), "--out", str(out)]
        monkeypatch.setattr("sys.argv", line)
        measuring.main()
        written.append((out / "conventions-3.json").read_bytes())
    assert written[0] == written[1] == written[2]
    found = json.loads(written[0])
    assert found["runs"] == 1
    assert "seconds" not in found
    *_, again = measuring.study(3, found)
    assert again["runs"] == 2
    assert found["runs"] == 1  # what it went on from is untouched
    assert len(again["responders"]) > len(found["responders"])


def test_replies_are_trained_against_the_mix_that_is_shipped():
    study = Study(3, 400)
    study.fill()
    for mix in study.mixes("truth")[1:]:
        shares = [share for share, _ in mix]
        assert shares == [round(share, measuring.DIGITS) for share in shares]
        assert sum(shares) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("players", range(3, 9))
def test_the_lifted_table_is_the_lifted_bot(players):
    rules = KrakenRules.model_validate({"players": players})
    _, table = lifted_table(players, "skeletons")
    assert table.together == ()
    mixes = (table.explorers, table.skeletons)
    rows = [[[share, *row_of(c)] for share, c in mix] for mix in mixes]
    assert np.array_equal(packed([bot("kraken", "equilibrium")], rules)[1], pack(*rows))


@pytest.mark.parametrize(
    ("line", "told"),
    [("9", "3 to 8"), ("x", "invalid int"), ("3 --workers 0", "from 1"), ("3 --out nil", "nil")],
)
def test_bad_input_ends_with_one_line(capsys, line, told):
    with pytest.raises(SystemExit) as ended:
        asked("about", line.split())
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert told in said.err


def test_families_hold_only_what_the_bot_can_play():
    rng = np.random.default_rng(0)
    for rule in ("truth", "hide"):
        for side in ("explorers", "skeletons"):
            family = grid(side, rule)
            if side == "explorers":
                family += drawn(rule, rng, 20)
            for convention in family[::7]:
                near = [*neighbours(convention), *crossed(convention, family[5])]
                for other in (convention, *near):
                    row = row_of(other)
                    assert len(row) == (7 if side == "explorers" else 5)
                    assert all(np.isfinite(row))
                    assert convention_of(side, row) == other
                    if side == "explorers":
                        assert sum(row[3:]) == pytest.approx(1.0, abs=0.021)


def test_each_variant_leaves_one_card_in_the_box():
    boxed = [k for _, options, k in variants() if options.get("special")]
    assert len(boxed) == SPECIALS
    for name, options, k in variants():
        rules = KrakenRules.model_validate({"players": 5, **options})
        position = start_of(rules, 2, k)
        assert list(position.record.role[:5]) == [1, 1, 0, 0, 0]
        if k >= 0:
            assert name.endswith(KIND_NAMES[k])
            assert position.record.pile[k] == 0


@pytest.mark.parametrize("found", kraken_tables.TABLES, ids=lambda found: found[0])
def test_tables_have_the_columns_they_name(found):
    _, head, rows = found
    lines = list(rows(3))
    assert lines
    assert {line.count("|") for line in lines} == {head.count("|") + 2}


def test_the_page_shows_what_the_results_say():
    page = (Path(__file__).parents[2] / "docs/reference/kraken-results.md").read_text()
    for _, _, rows in kraken_tables.TABLES:
        for players in kraken_tables.PLAYERS:
            for line in rows(players):
                assert line in page


def test_lifted_mixes_are_weighed_cell_by_cell():
    explorers = [explorer("truth", 1.0, 0.0, (1.0, 0.0, 0.0, 0.0)), TRUSTING]
    skeletons = [skeleton(0, 1, 0), skeleton(1, 0, 0)]
    wins = {(0, 0): 10, (0, 1): 40, (1, 0): 30, (1, 1): 80}
    cells = [
        {"row": i, "column": j, "by_skeletons": {"1": [50, 0], "2": [100, k]}}
        for (i, j), k in wins.items()
    ]
    lifted = {
        "explorers": [[0.25, *row_of(explorers[0])], [0.75, *row_of(explorers[1])]],
        "skeletons": [[1.0, *row_of(skeletons[1])]],
    }
    document = {"explorers": explorers, "skeletons": skeletons, "cells": cells, "lifted": lifted}
    assert kraken_tables.at_lifted_mixes(document, "2") == pytest.approx(0.25 * 0.4 + 0.75 * 0.8)
    assert kraken_tables.at_lifted_mixes(document, "1") == 0.0
