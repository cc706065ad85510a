"""Measuring Kraken's conventions: cells, responders, and the tables that show them."""

from pathlib import Path

import numpy as np
import pytest

from analysis import conventions as measuring
from analysis import kraken_tables
from analysis.conventions import Study, draw, explorer, play, skeleton, won
from analysis.expansions import start_of, variants
from bots.kraken.info import play_roles
from engine.kraken.rules import KrakenRules
from engine.kraken.state import KIND_NAMES, SPECIALS
from models.kraken.matrix import mix_of
from models.kraken.measured import table_of

TRUSTING = explorer("truth", 2.0, 0.2, (0.4, 0.2, 0.1, 0.3))
OPEN = skeleton(0, 1, 2)  # truthful, explores until the Kraken is said


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


@pytest.fixture(scope="module")
def planted():
    """Return what a responder found against a planted weakness, and the best known gain there.

    Against skeletons who give themselves away the best known reply is to lie by one.
    """
    study = Study(3, 8_000, [TRUSTING], [OPEN])
    study.fill()
    study.respond("truth", "skeletons", 0)
    found = study.responders[0]
    base, best = (
        won(play(3, [(1.0, TRUSTING)], [(1.0, c)], 8_000, measuring.TEST)).mean()
        for c in (OPEN, skeleton(1, 0, 0, 0.3))
    )
    return found, base - best


def test_a_responder_finds_a_planted_weakness(planted):
    found, _ = planted
    assert found["ci_low"] > 0


@pytest.mark.xfail(reason="the random search recovers 85 to 89 % of it, below the bar")
def test_a_responder_recovers_nine_tenths_of_it(planted):
    found, known = planted
    assert found["gain"] >= 0.9 * known


def test_families_hold_only_what_the_bot_can_play():
    rng = np.random.default_rng(0)
    for rule in ("truth", "hide"):
        for side in ("explorers", "skeletons"):
            for _ in range(20):
                drawn = draw(side, rule, rng)
                changed = measuring.changed(drawn, draw(side, rule, rng), rng)
                for convention in (drawn, changed):
                    row = measuring.row_of(convention)
                    assert len(row) == (7 if side == "explorers" else 5)
                    assert all(np.isfinite(row))


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
