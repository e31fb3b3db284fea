# SPDX-License-Identifier: MIT
"""Training of the single-player game's weights: it improves, repeats, and goes on where it was stopped."""
import csv
import json
import pathlib
import sys

import pytest

pytest.importorskip("cma")
pytest.importorskip("tetress")
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools" / "train"))
import well  # noqa: E402  its path has just been added

ARGUMENTS = ("--quiet", "--generations", "4", "--popsize", "5", "--trials", "50", "--seed", "3")


def run(folder, *more):
    return well.main(["run", str(folder), *ARGUMENTS, *more])


def log(folder):
    with (folder / "log.csv").open(newline="") as file:
        return [row[:4] for row in csv.reader(file)]  # without the time


def weights(folder):
    return json.loads((folder / "weights.json").read_text())["weights"]


def test_a_run_that_was_stopped_ends_as_one_that_was_not(tmp_path, monkeypatch):
    assert run(tmp_path / "whole") == 0
    save = well.save

    def stop(path, state):
        save(path, state)
        if state.generation == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(well, "save", stop)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "stopped")
    monkeypatch.setattr(well, "save", save)
    assert run(tmp_path / "stopped") == 0
    assert log(tmp_path / "stopped") == log(tmp_path / "whole")
    assert weights(tmp_path / "stopped") == weights(tmp_path / "whole")
    assert len(log(tmp_path / "whole")) == 5
    assert (tmp_path / "whole" / "fitness.svg").stat().st_size > 1000


def test_threads_change_nothing(tmp_path):
    run(tmp_path / "one", "--kind", "s2")
    run(tmp_path / "three", "--kind", "s2", "--threads", "3")
    assert log(tmp_path / "one") == log(tmp_path / "three")
    assert weights(tmp_path / "one") == weights(tmp_path / "three")
    assert len(weights(tmp_path / "one")) == 11


def test_training_improves(tmp_path):
    assert well.main(["run", str(tmp_path / "t"), "--quiet", "--generations", "14", "--popsize", "10", "--trials", "100"]) == 0
    rows = log(tmp_path / "t")
    assert float(rows[-1][2]) > 100 * float(rows[1][2])


def test_another_run_is_not_gone_on_with(tmp_path):
    run(tmp_path / "t")
    with pytest.raises(SystemExit, match="other settings"):
        run(tmp_path / "t", "--popsize", "8")


def test_weights_are_measured_again(tmp_path, capsys):
    run(tmp_path / "t")
    capsys.readouterr()
    assert well.main(["test", str(tmp_path / "t" / "weights.json"), "--seeds", "2", "--trials", "50"]) == 0
    first = capsys.readouterr().out
    assert "in 2 estimates of 50 trials a level" in first
    well.main(["test", str(tmp_path / "t" / "weights.json"), "--seeds", "2", "--trials", "50"])
    assert capsys.readouterr().out == first
