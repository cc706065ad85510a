"""What all games stand on: random streams, records, and caches that never hold old rules."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine import jit
from engine.records import copy_record, new_record, record_dtype
from engine.rng import below, bits, game_key, mix, uniform


def test_mix_is_the_finalizer_of_splitmix64():
    # First and second output of SplitMix64 seeded with 0 (Vigna's reference implementation).
    golden = np.uint64(0x9E3779B97F4A7C15)
    assert mix(golden) == 0xE220A8397B1DCDAF
    assert mix(np.uint64((2 * int(golden)) % 2**64)) == 0x6E789E6AA1B965F4


def test_streams_are_uniform_and_do_not_repeat_each_other():
    keys = [np.uint64(game_key(np.uint64(seed), g)) for seed in (0, 1) for g in range(50)]
    numbers = np.array(
        [uniform(k, stream, c) for k in keys for stream in (1, 2) for c in range(50)]
    )
    assert len(np.unique(numbers)) == len(numbers)
    cells = np.bincount((numbers * 20).astype(int), minlength=20)
    # 10,000 numbers in 20 cells; chi-square with 19 degrees of freedom passes 43.8 once in 1,000.
    assert ((cells - 500) ** 2 / 500).sum() < 43.8
    neighbours = numbers.reshape(-1, 50)
    assert abs(np.corrcoef(neighbours[:, :-1].ravel(), neighbours[:, 1:].ravel())[0, 1]) < 0.04


def test_below_covers_its_range():
    draws = [below(np.uint64(bits(np.uint64(1), 1, c)), 6) for c in range(600)]
    assert sorted(set(draws)) == list(range(6))


def test_a_field_that_numpy_would_hide_is_refused():
    with pytest.raises(ValueError, match=r"field round is hidden by np\.record\.round"):
        record_dtype([("round", "i8")])


def test_records_own_their_bytes():
    dtype = record_dtype([("a", "i8"), ("b", "f8", (2,))])
    first = new_record(dtype)
    second = copy_record(first)
    second.a, second.b[1] = 5, 2.5
    assert (first.a, first.b.tolist()) == (0, [0.0, 0.0])
    assert (second.a, second.b.tolist()) == (5, [0.0, 2.5])


def test_a_cached_kernel_is_renewed_when_one_it_calls_changes(tmp_path):
    (tmp_path / "engine").mkdir()
    (tmp_path / "game").mkdir()
    for package in ("engine", "game"):
        (tmp_path / package / "__init__.py").touch()
    shutil.copy(Path(jit.__file__), tmp_path / "engine" / "jit.py")
    inner = tmp_path / "game" / "inner.py"
    (tmp_path / "game" / "outer.py").write_text(
        "from engine.jit import kernel\nfrom game.inner import inner\n"
        "@kernel('int64(int64)')\ndef outer(x):\n    return inner(x) + 1\n"
    )
    program = (
        "from game.outer import outer\nprint(outer(1), sum(outer.stats.cache_hits.values()))\n"
    )
    printed = []
    for factor in (10, 10, 20):
        inner.write_text(
            f"from engine.jit import kernel\n@kernel()\ndef inner(x):\n    return {factor} * x\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        printed.append(done.stdout.strip())
    assert printed == ["11 0", "11 1", "21 0"]
