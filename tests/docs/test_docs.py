"""Documentation: whole, linked, and made of commands that run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from cli import app

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]  # a group


def test_every_command_and_option_is_documented() -> None:
    text = (ROOT / "docs/reference/cli.md").read_text()
    parts = dict(re.findall(r"^## `analyze (\S+?)[ `].*?$(.*?)(?=^## |\Z)", text, re.M | re.S))
    assert set(parts) == set(COMMANDS)
    common = text[: text.index("## Exit codes")]
    for name, command in COMMANDS.items():
        for parameter in command.params:
            known = [*parameter.opts, *parameter.secondary_opts]
            if parameter.param_type_name == "argument":
                known = [parameter.metavar]
            for option in known:
                assert f"`{option}`" in parts[name] + common, (name, option)


def test_no_option_is_documented_that_does_not_exist() -> None:
    options = {
        option
        for command in COMMANDS.values()
        for parameter in command.params
        for option in (*parameter.opts, *parameter.secondary_opts)
    } | {"--help"}
    for page in PAGES:
        for line in page.read_text().splitlines():
            if "analyze " in line:
                for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", line):
                    assert option in options, (page.name, option)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_internal_links_exist(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), target


def shown_commands() -> Iterator[str]:
    for page in PAGES:
        for block in re.findall(r"```(?:sh)?\n(.*?)```", page.read_text(), re.S):
            for line in block.splitlines():
                if line.startswith("analyze "):
                    yield line.partition("#")[0].partition(">")[0].strip()


# Files and long runs that an example only stands for.
STANDS_FOR = {
    "game.efg": "tests/docs/coin.efg",
    "game.nfg": "tests/docs/coin.nfg",
    "game.json": "tests/docs/game.json",
    "@my-rules.toml": "@tests/docs/rules.toml",
    "timid.py:Timid": "tests/docs/timid.py:Timid",
    "20000": "50",
    "5000": "50",
    "1000": "50",
    "200": "10",
    "4-8": "5",
}
QUICK = {
    "good-guys": ["--no-check"],
    "kraken": ["--no-check"],
    "report": ["--games", "50"],
    "calibrate": ["--help"],
}


@pytest.mark.parametrize("line", sorted(set(shown_commands())))
def test_shown_commands_run(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    words = [STANDS_FOR.get(word, word) for word in shlex.split(line)[1:]]
    words = [str(tmp_path) if word in {"DIR", "report"} and i else word
             for i, word in enumerate(words)]  # fmt: skip
    extra = QUICK.get(words[0], [])
    if words[0] == "good-guys" and "--games" in words:
        extra = []
    result = CliRunner().invoke(app, [*words, *extra], prog_name="analyze")
    assert result.exit_code in {0} | ({1} if words[0] == "verify" else set()), result.output


def test_the_two_commands_of_the_readme_are_targets() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"^make (\w+)", (ROOT / "README.md").read_text(), re.M):
        assert re.search(rf"^{target}:", makefile, re.M), target


def test_pages_speak_of_the_project_alone() -> None:
    for page in PAGES:
        assert not re.search(r"/(work|root|tmp)/|\bissue #?\d", page.read_text()), page
