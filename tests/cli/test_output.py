"""Output in pipes, encodings and languages: whole, aligned, one document."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

ROOT = Path(__file__).parents[2]
COMPARE = "compare good-guys --players 5 --bots grudge,random --games 20 --workers 1"


def analyze(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"COLUMNS": "20"},
        {"TERM": "dumb"},
    ],
    ids=["cp1252", "C locale", "narrow", "dumb"],
)
def test_no_environment_breaks_the_output(environment: dict[str, str]) -> None:
    for arguments in (["games", "--lang", "ko"], ["bots"]):
        done = analyze(*arguments, **environment)
        assert done.returncode == 0, done.stderr
        assert done.stderr == b""
        assert b"good-guys" in done.stdout


def test_pipes_get_whole_cells_and_no_colour() -> None:
    text = analyze("bots", COLUMNS="30").stdout.decode()
    assert "retaliates for robberies and NO votes; minds the leader" in text
    assert "…" not in text
    assert "\x1b" not in text


def test_json_is_one_document_of_finite_numbers() -> None:
    done = analyze(*COMPARE.split(), "--json")
    assert done.returncode == 0

    def refuse(name: str) -> None:
        raise AssertionError(name)

    document = json.loads(done.stdout, parse_constant=refuse)
    assert document["games"] == 20
    assert list(document)[-1] == "seconds"
    assert done.stderr == b""


def test_a_reader_that_leaves_is_no_error() -> None:
    command = f"{sys.executable} -m cli rules good-guys --players 5 | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=ROOT,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == b""
    assert done.returncode == 0


def test_korean_cells_align() -> None:
    lines = analyze("games", "--lang", "ko").stdout.decode().splitlines()
    assert "착한 녀석들" in lines[2]
    assert len({cell_len(line.rstrip("─").rstrip()) for line in lines[:1]}) == 1
    assert cell_len(lines[1]) == cell_len(lines[2])


def test_help_is_quick_and_speaks_korean() -> None:
    from time import perf_counter

    started = perf_counter()
    done = analyze("--help")
    # 0.3 s on a free machine; other work may share the processors here.
    assert perf_counter() - started < 1.0
    assert done.returncode == 0
    loaded = subprocess.run(
        [sys.executable, "-c", "import cli, sys; print('\\n'.join(sys.modules))"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert not {"numba", "numpy", "scipy", "pygambit", "ortools", "matplotlib"} & set(loaded)
    assert "게임" in analyze("games", "--help", "--lang", "ko").stdout.decode()
