"""Fitted values of a folder: used where they fit, refused with a reason where they do not."""

import json

import pytest

from models.good_guys.values import ADOPTED, adopt, model_source, win_file, winning


@pytest.mark.parametrize("players", range(4, 9))
def test_shipped_values_rest_on_the_kernels_that_ship(players):
    # A change of the kernels asks for another fit, but for one that leaves every game as it was.
    assert json.loads(win_file(players).read_text())["model_source"] == model_source()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({}, ""),
        ({"players": 5}, "fitted to another players"),
        ({"model_source": "old"}, "fitted to another model_source"),
        ({"weights": "none"}, "holds no fit"),
        ({"weights": [[[0.0] * 4] * 9] * 6}, "fitted to another shape"),
        ({"weights": [[[float("nan")] * 4] * 9] * 7}, "fitted to another shape"),
    ],
)
def test_fitted_values_of_a_folder(tmp_path, monkeypatch, change, reason):
    shipped = json.loads(win_file(4).read_text())
    fitted = {**shipped, "model_source": model_source(), "end_kappa": 0.123, **change}
    file = tmp_path / "good_guys" / "win-4.json"
    file.parent.mkdir()
    file.write_text(json.dumps(fitted))
    monkeypatch.setenv(ADOPTED, "")  # put back after the test
    monkeypatch.delenv(ADOPTED)
    assert reason in adopt(tmp_path, 4)
    assert winning(4).end_kappa == (shipped["end_kappa"] if reason else 0.123)
