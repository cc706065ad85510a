"""Rules options from text, and the rules page that documents them."""

import re
from pathlib import Path

import pytest

from engine.api import BadRules, EngineError
from engine.good_guys.rules import GoodGuysRules
from engine.options import describe, make_rules, read_rules
from engine.registry import GAMES, game

DOCS = Path(__file__).parents[2] / "docs" / "rules"


def test_pairs_and_files_agree(tmp_path):
    pairs = ["boss_limit=on", "loot_counts=30,35,35,40", "first_boss=2", "markers=in_turn"]
    file = tmp_path / "house.toml"
    file.write_text(
        'boss_limit = true\nloot_counts = [30, 35, 35, 40]\nfirst_boss = 2\nmarkers = "in_turn"\n'
    )
    rules = read_rules(GoodGuysRules, 5, pairs)
    assert rules == read_rules(GoodGuysRules, 5, [f"@{file}"])
    assert (rules.boss_limit, rules.first_boss, rules.loot_counts) == (True, 2, (30, 35, 35, 40))
    assert rules == make_rules(GoodGuysRules, rules.model_dump(mode="json"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["pile=3"], "rules option 'pile' does not exist; allowed: players, loot_counts"),
        (["piles"], "rules option 'piles'; allowed: KEY=VALUE or @file.toml"),
        (["piles=0"], "rules option piles = 0; allowed: 1 to 1000"),
        (["markers=late"], "markers = late; allowed: simultaneous, in_turn, with_actions"),
        (["talk_turns=9"], "talk_turns = 9; allowed: 0 to 5"),
        (["payoffs=perhaps"], "payoffs = perhaps; allowed: true, false"),
        (["loot_counts=1,2,3"], "loot_counts"),
        (["loot_counts=35,35,35,x"], "loot_counts"),
        (["piles=2", "piles=3"], "rules option piles is given twice: 2 and 3"),
        (["players=6"], "another number of players than 5"),
        (["first_boss=5"], "first_boss is 5; seats are 0 to 4"),
        (["fuzz_pile=8"], "fuzz_pile is 8; there are 7 piles"),
        (["pile_sizes=1,2"], "pile_sizes has 2 piles, not 7"),
        (["loot_counts=2,35,35,35"], "loot_counts has 2 cards of $2k; dealing needs 5"),
        (["@missing.toml"], "rules file missing.toml cannot be read: No such file"),
    ],
)
def test_bad_options_are_one_clear_line(options, message):
    with pytest.raises(BadRules) as refused:
        read_rules(GoodGuysRules, 5, options)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("players", [3, 9, -1, "five"])
def test_bad_numbers_of_players(players):
    with pytest.raises(BadRules, match=rf"players = {players}; allowed: 4 to 8"):
        read_rules(GoodGuysRules, players)


def test_unknown_games_are_refused_by_name():
    with pytest.raises(EngineError, match="game 'chess'; allowed: good-guys"):
        game("chess")


@pytest.mark.parametrize("name", GAMES)
def test_every_option_and_default_is_on_the_rules_page(name):
    page = (DOCS / f"{name}.md").read_text()
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", page, re.M))
    found = game(name)
    assert rows.keys() == found.rules_type.model_fields.keys()
    field = found.rules_type.model_json_schema()["properties"]["players"]
    every = range(field["minimum"], field["maximum"] + 1)
    tables = {players: describe(found.rules_type(players=players)) for players in every}
    for options in tables.values():
        for k, option in enumerate(options):
            assert option.description
            by_players = [str(table[k].value) for table in tables.values()]
            assert rows[option.name].strip() in page_texts(option.name, option.value, by_players)


def page_texts(name, value, by_players):
    """Return how the page may write a default."""
    if name == "players":
        return ["required"]
    if name == "gifts":
        return ["as `payoffs`"]
    if isinstance(value, tuple):
        return [",".join(map(str, value))]
    if len(set(by_players)) > 1:
        return [", ".join(by_players)]
    return [str(value).lower()]
