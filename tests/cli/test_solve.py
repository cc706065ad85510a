"""`analyze solve` as a user types it: every method, every option, every limit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from analysis.solve import METHODS
from cli import app
from solver import gambit
from solver.gamefile import write_game
from solver.strategic import StrategicForm
from tests.solver import games

GAMES: dict[str, Any] = {
    "battle.nfg": games.BATTLE,
    "pennies.nfg": games.PENNIES,
    "kuhn.efg": games.kuhn(),
    "kuhn3.efg": games.kuhn3_small(),
    "horse.efg": games.selten_horse(),
    "trust.efg": games.trust(),
    "driver.efg": games.absent_minded_driver(),
    "forgetful.efg": games.forgetful(),
    "stag.nfg": StrategicForm.from_tables([[4, 0], [3, 2]], [[4, 3], [0, 2]]),
    "chicken.nfg": games.CHICKEN,
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, form in GAMES.items():
        (tmp_path / name).write_text(write_game(form), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["solve", *words], prog_name="analyze")


def solved(line: str, *words: str, code: int = 0) -> dict[str, Any]:
    result = run(*line.split(), *words, "--json")
    assert result.exit_code == code, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def refused(line: str, *words: str, code: int = 2) -> str:
    result = run(*line.split(), *words)
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


# Payoffs that are right by hand: the battle's equilibria pay 3, 2 or 2, 3 or 6/5 each.
BATTLE = {(3.0, 2.0), (2.0, 3.0), (1.2, 1.2)}
ON_ANY = ["auto", "logit", "cfr", "cfr+", "dcfr", "pdcfr+"]
OF_BATTLE = [*ON_ANY, "lcp", "enummixed", "enumpure", "enumpoly", "gnm", "ipa", "simpdiv"]
OF_BATTLE += ["liap", "hp"]
OF_KUHN = [*ON_ANY, "lp", "lcp", "ce", "cce", "efce"]
OF_TRUST = ["enumpure-agent", "liap-agent"]


def test_every_method_is_tried_here() -> None:
    assert {*OF_BATTLE, *OF_KUHN, *OF_TRUST, "team"} == set(METHODS)


@pytest.mark.parametrize("method", OF_BATTLE)
def test_methods_on_a_table(method: str) -> None:
    found = solved(f"battle.nfg --method {method}")
    for equilibrium in found["equilibria"]:
        payoffs = tuple(equilibrium["payoffs"].values())
        assert min(abs(payoffs[0] - a) + abs(payoffs[1] - b) for a, b in BATTLE) < 1e-4
        assert equilibrium["epsilon"] <= found["tolerance"]


@pytest.mark.parametrize("method", OF_KUHN)
def test_methods_on_a_tree_of_constant_sum(method: str) -> None:
    found = solved(f"kuhn.efg --method {method}")
    payoffs = list(found["equilibria"][0]["payoffs"].values())
    assert payoffs == pytest.approx([-1 / 18, 1 / 18], abs=1e-5)


@pytest.mark.parametrize("method", OF_TRUST)
def test_agent_methods(method: str) -> None:
    found = solved(f"trust.efg --method {method}")
    assert found["equilibria"][0]["strategies"]["truster"]["start"]["no trust"] > 0.99


def test_a_team() -> None:
    found = solved("kuhn3.efg --method team --team one,three")
    assert found["range"]["one + three"] == pytest.approx([0, 0], abs=1e-5)
    assert "allowed: some of one, two, three" in refused("kuhn3.efg --method team")
    assert "allowed: team" in refused("kuhn3.efg --team one")


def test_all_equilibria_and_a_continuum() -> None:
    found = solved("battle.nfg --all")
    assert found["complete"]
    assert {tuple(round(x, 9) for x in e["payoffs"].values()) for e in found["equilibria"]} == (
        BATTLE
    )
    flat = solved("trust.efg --all")
    assert not flat["complete"]
    assert "continuum" in flat["note"]
    some = solved("battle.nfg --all --method lcp")
    assert not some["complete"]
    assert "does not look for all equilibria" in some["note"]


def test_selections() -> None:
    # The stag hunt: both hunting pays 4, 4; both hares 2, 2; neither strategy is dominated.
    best = solved("stag.nfg --selection payoff-dominant")
    assert [e["payoffs"] for e in best["equilibria"]] == [{"player 1": 4.0, "player 2": 4.0}]
    assert "of all equilibria" in best["selection"]
    # Of the battle's three, each player has his own best.
    for objective, payoffs in (("player 1", [3, 2]), ("player 2", [2, 3])):
        found = solved("battle.nfg --selection objective", "--objective", objective)
        assert list(found["equilibria"][0]["payoffs"].values()) == payoffs
    # No trust is an equilibrium with any threat that trembles leave; honour is dominated.
    for equilibrium in solved("trust.efg --selection undominated")["equilibria"]:
        assert equilibrium["strategies"]["trusted"]["trusted"]["abuse"] == 1
    logit = solved("stag.nfg --selection logit")
    assert "limit of the principal branch" in logit["selection"]
    assert "any, undominated, payoff-dominant, objective, logit" in refused(
        "stag.nfg --selection nice"
    )
    assert "allowed: auto, logit" in refused("stag.nfg --selection logit --method lcp")


def test_objectives_of_correlated_equilibria() -> None:
    # Aumann (1974): half of 6, 6 and a quarter each of 7, 2 and 2, 7 pay 5.25 each.
    found = solved("chicken.nfg --method ce")
    assert sum(found["equilibria"][0]["payoffs"].values()) == pytest.approx(10.5)
    assert found["range"]["player 1"] == pytest.approx([2, 7])
    assert "'nobody'" in refused("chicken.nfg --method ce --objective nobody")


def test_sequential_play_and_unreached_sets() -> None:
    found = solved("trust.efg --sequential")
    assert found["equilibria"][0]["strategies"]["trusted"]["trusted"]["abuse"] > 0.999
    pure = solved("trust.efg --method enumpure")["equilibria"][0]
    assert pure["unreached"] == {"truster": [], "trusted": ["trusted"]}
    assert "trusted (not reached)" in run("trust.efg", "--method", "enumpure").stdout
    assert "allowed: auto, logit" in refused("trust.efg --sequential --method lcp")


def test_exact_and_tolerance() -> None:
    found = solved("kuhn.efg --exact")["equilibria"][0]
    assert found["payoffs_exact"] == {"first": "-1/18", "second": "1/18"}
    assert found["exact"]
    assert found["epsilon"] == found["nash_conv"] == 0
    loose = solved("kuhn.efg --method cfr+ --tolerance 0.01")
    assert loose["tolerance"] == 0.01
    assert 1e-6 < loose["equilibria"][0]["epsilon"] <= 0.01
    tight = solved("kuhn.efg --method cfr --iterations 20 --tolerance 1e-9", code=3)
    assert not tight["converged"]


def test_values_and_regrets_stand_beside_frequencies() -> None:
    equilibrium = solved("kuhn.efg")["equilibria"][0]
    # With the king in hand, called or not, the caller wins: value 2 by calling, -1 by folding.
    values = equilibrium["action_values"]["second"]["2 bet"]
    assert values == pytest.approx({"fold": -1, "call": 2})
    assert all(r <= 1e-6 for r in equilibrium["regrets"]["first"].values())
    text = run("kuhn.efg").stdout
    assert "Value" in text
    assert "Regret" in text


def test_locks() -> None:
    # A second player who always calls: the first never bluffs and wins by betting the king.
    locked = solved("kuhn.efg --lock", "second/1 bet=call", "--lock", "second/0 bet=1,0")
    equilibrium = locked["equilibria"][0]
    assert equilibrium["strategies"]["second"]["1 bet"] == {"fold": 0.0, "call": 1.0}
    assert locked["locked"]["second"].keys() == {"1 bet", "0 bet"}
    assert equilibrium["payoffs"]["first"] > -1 / 18
    assert equilibrium["unlocked_gains"]["second"] > 0.01
    assert equilibrium["gains"]["second"] <= 1e-6


def test_a_player_locked_by_a_record(folder: Path) -> None:
    (folder / "k.json").write_text(json.dumps(solved("kuhn.efg")))
    found = solved("kuhn.efg --lock second=@k.json")
    # Against an equilibrium strategy nobody does better than the value.
    assert found["method"] == "best response"
    assert found["equilibria"][0]["payoffs"]["first"] == pytest.approx(-1 / 18)
    half = solved("battle.nfg --lock", "player 1/=1/2,1/2")
    # Half and half, the column player gets 1 by left and 3/2 by right.
    assert half["equilibria"][0]["payoffs"]["player 2"] == pytest.approx(3 / 2)
    for wrong, says in (
        ("second/1 bet=0.5", "2 numbers, or one of fold, call"),
        ("second/1 bet=0.5,0.6", "a sum of 1"),
        ("nobody=@k.json", "PLAYER/INFOSET"),
        ("@none.json", "none.json"),
    ):
        assert says in refused("kuhn.efg --lock", wrong)


def test_runs_are_saved_resumed_and_begun(folder: Path) -> None:
    solved("kuhn.efg --method cfr+ --iterations 50 --save run.npz", code=3)
    again = solved("kuhn.efg --resume run.npz --iterations 50", code=3)
    whole = solved("kuhn.efg --method cfr+ --iterations 100", code=3)
    assert again["parameters"]["iterations"] == 100
    assert again["equilibria"] == whole["equilibria"]
    (folder / "k.json").write_text(json.dumps(solved("kuhn.efg")))
    warm = solved("kuhn.efg --method pdcfr+ --begin k.json --iterations 3", code=3)
    cold = solved("kuhn.efg --method pdcfr+ --iterations 3", code=3)
    assert warm["equilibria"][0]["epsilon"] < cold["equilibria"][0]["epsilon"] / 2
    assert "another game" in refused("horse.efg --resume run.npz")
    (folder / "junk").write_bytes(b"PK\x03\x04 no run")
    assert "no saved run" in refused("kuhn.efg --resume junk")
    assert "allowed: auto, cfr" in refused("kuhn.efg --method lp --save run.npz")


def test_averaging() -> None:
    found = solved("kuhn.efg --method cfr+ --averaging 2 --iterations 10", code=3)
    assert found["parameters"]["gamma"] == 2


def test_logit_at_a_precision_its_path_and_its_fit(folder: Path) -> None:
    # Pennies with 3 for a match on heads: at precision 1 no equilibrium, and it is said.
    point = solved("stag.nfg --method logit --qre-lambda 0.5 --qre-path")
    assert "no equilibrium" in point["note"]
    lambdas = [row["lambda"] for row in point["path"]]
    assert lambdas == sorted(lambdas)
    assert point["path"][0]["strategies"]["player 1"][""]["1"] == pytest.approx(0.5, abs=0.01)
    # Counts drawn from the point itself are fitted by its precision.
    mix = point["equilibria"][0]["strategies"]
    drawn = {who: {"": {a: 1e6 * p for a, p in own[""].items()}} for who, own in mix.items()}
    (folder / "counts.json").write_text(json.dumps(drawn))
    fitted = solved("stag.nfg --fit-counts counts.json")
    assert fitted["fit"]["lambda"] == pytest.approx(0.5, rel=1e-3)
    assert "allowed: auto, logit" in refused("stag.nfg --method lcp --fit-counts counts.json")


def test_imperfect_recall_is_refused_or_allowed() -> None:
    said = refused("driver.efg")
    assert "driver can meet it twice in one play: information set #1 (crossing)" in said
    assert "allow it: none" in said
    assert "allow it: none" in refused("driver.efg --method enumpure")
    said = refused("forgetful.efg")
    assert "one forgets an own move" in said
    assert "allow it: enumpure, enumpure-agent, logit" in said
    # Both alike pays 1, otherwise 0: two pure equilibria.
    pure = solved("forgetful.efg --method enumpure")
    assert [e["payoffs"]["one"] for e in pure["equilibria"]] == [1, 1]
    assert not pure["game"]["perfect_recall"]
    # Mixing by halves at both is an agent equilibrium worth 1/2, and 1/2 is lost by it.
    agents = solved("forgetful.efg --method logit")
    assert "agent equilibrium" in agents["selection"]
    assert agents["equilibria"][0]["epsilon"] == pytest.approx(1 / 2, abs=1e-6)


MALFORMED = {
    "": "line 1, column 1",
    'EFG 2 R "t" { "A" }\nx "" 1': "line 2, column 1",
    'EFG 2 R "t" { "A" }\nt "" 1 "" { 1 2 }': "line 2, column 15",
    'NFG 1 R "" { "A" } { 2 } 1': "line 1, column 27",
}


@pytest.mark.parametrize(("text", "where"), MALFORMED.items())
def test_malformed_files_name_the_place(text: str, where: str, folder: Path) -> None:
    (folder / "bad.efg").write_text(text)
    assert where in refused("bad.efg")
    assert where in refused("bad.efg --json")


def test_no_file() -> None:
    assert "none.efg: No such file" in refused("none.efg")


def spoil(monkeypatch: pytest.MonkeyPatch, folder: Path, code: str) -> None:
    child = folder / "child.py"
    child.write_text("import json, os, signal, sys, time\nsys.stdin.read()\n" + code)
    monkeypatch.setattr(gambit, "CHILD", child)


def test_a_wrong_answer_of_gambit_fails(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    # (T, R) of the battle pays nothing; each would gain 2.
    spoil(
        monkeypatch,
        folder,
        'print(json.dumps({"profile": {"0": "1", "1": "0", "2": "0", "3": "1"}}))\n'
        'print(json.dumps({"done": True, "reason": "", "skipped": 0, "cliques": [1]}))',
    )
    for method in ("enummixed", "lcp", "gnm"):
        assert "gains 2 by deviating" in refused(f"battle.nfg --method {method}", code=3)


def test_a_crash_and_a_hang_of_gambit_are_messages(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    spoil(monkeypatch, folder, "os.kill(os.getpid(), signal.SIGSEGV)")
    assert "Gambit's lcp crashed" in refused("battle.nfg --method lcp", code=3)
    spoil(monkeypatch, folder, "time.sleep(60)")
    found = solved("battle.nfg --method lcp --time-limit 0.5", code=3)
    assert "Gambit's lcp found nothing within 0.5 s" in found["note"]
    assert not found["converged"]
    assert found["equilibria"][0]["epsilon"] >= 0


def test_the_time_limit_hands_out_the_best_so_far() -> None:
    found = solved("kuhn.efg --method cfr --tolerance 0 --time-limit 0.3", code=3)
    assert not found["converged"]
    assert 0 < found["equilibria"][0]["epsilon"] < 0.1
    text = run("kuhn.efg", "--method", "cfr", "--tolerance", "0", "--time-limit", "0.3")
    assert "Not solved to tolerance: the best profile so far." in text.stdout


def test_cost_before_and_progress_during_a_long_solve(folder: Path) -> None:
    (folder / "dice.efg").write_text(write_game(games.liars_dice(5)))
    code = (
        "from analysis.render import solving; solving._QUIET_SECONDS = 0.5; import cli; cli.app()"
    )
    words = [
        "solve",
        "dice.efg",
        "--method",
        "dcfr",
        "--tolerance",
        "0",
        "--time-limit",
        "3",
        "--json",
    ]
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert done.returncode == 3
    first, second, *_ = done.stderr.splitlines()
    assert first.startswith("51,176 nodes, 5,120 information sets, about ")
    assert "dcfr: about" in first
    assert "largest gain by deviating" in second
    json.loads(done.stdout)


def test_odd_files_of_every_kind(folder: Path) -> None:
    odd = (
        'EFG 2 R "보물" { "앤" "Bób" }\n"c"\nc "" 1 "" { "x" 1/4 "x" .75 "never" 0 } 0\n'
        'p "" 1 7 "" { "" "" } 3 "" { 1e1, -5E-1 }\nt "" 1 "" { 1/3 -.5 }\nt "" 2 "" { +2., 4 }\n'
        'p "" 2 1 "" { "only" } 0\nt "" 1\nt "" 0'
    )
    (folder / "odd.efg").write_bytes(b"\xef\xbb\xbf" + odd.replace("\n", "\r\n").encode())
    found = solved("odd.efg --exact")
    assert found["game"]["players"] == ["앤", "Bób"]
    assert found["equilibria"][0]["strategies"]["앤"]["#7"] == {"#1": 0.0, "#2": 1.0}
    # 1/4 (10 + 2) + 3/4 (1/3) and 1/4 (-1/2 + 4) + 3/4 (-1/2).
    assert found["equilibria"][0]["payoffs_exact"] == {"앤": "13/4", "Bób": "1/2"}
    (folder / "one.nfg").write_text('NFG 1 R "" { "A" } { 3 } 1 3 2')
    assert solved("one.nfg")["equilibria"][0]["payoffs"] == {"A": 3}
    (folder / "equal.nfg").write_text('NFG 1 R "" { "A" "B" } { 2 2 } 1 1 1 1 1 1 1 1')
    assert solved("equal.nfg")["equilibria"][0]["epsilon"] == 0
