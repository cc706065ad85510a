"""Games of Gambit's own catalogue whose answers are known."""

import pytest

from benchmarks.solver_catalogue import catalogue, status
from solver.gamefile import read_game
from solver.solve import Options, solve

ROOT = {"/".join(path.parts[path.parts.index("catalog_data") + 1 :]): path for path in catalogue()}


def test_every_game_of_the_catalogue_can_be_read():
    assert len(ROOT) >= 40
    for path in ROOT.values():
        read_game(path)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        # von Stengel (1999): 75 equilibria; Reiley et al. (2008): value 1/3.
        ("journals/dcg/vonstengel1999/6x6_game_with_75_eq.nfg", "| solved | enummixed | 75 (all)"),
        ("journals/other/reiley2008/fig1.efg", "| solved | lp | 1 |"),
        # Gilboa (1997): an absent-minded player, and one who only forgets.
        ("journals/geb/gilboa1997/fig1.efg", "can meet it twice in one play"),
        ("journals/geb/gilboa1997/fig2.efg", "| pure plans | enumpure | 2 |"),
        # Wichardt (2008): no equilibrium at all in behavior strategies; agents have some.
        ("journals/geb/wichardt2008.efg", "| agents alone | logit | 1 |"),
    ],
)
def test_status(name, says):
    assert says in status(ROOT[name])


def test_the_value_of_reiley():
    result = solve(read_game(ROOT["journals/other/reiley2008/fig1.efg"]), Options(exact=True))
    assert str(result.profiles[0].payoffs_exact[0]) == "1/3"
