# SPDX-License-Identifier: MIT
"""Players judged by single positions."""
import pathlib
import re
import subprocess
import sys

import pytest
from conftest import HANG_S

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / "lab" / "judge_player.py"


def judge(*arguments):
    return subprocess.run([sys.executable, TOOL, *map(str, arguments)], capture_output=True, text=True, timeout=HANG_S)


@pytest.fixture
def games(tetress, tmp_path):
    out = tmp_path / "games.jsonl"
    done = tetress("match", "negamax", "greedy", "--games", 4, "--nodes", 2000, "--out", out, "--quiet")
    assert done.returncode == 0, done.stderr
    return out


def test_depths_of_all_positions_of_a_file(tmp_path):
    shipped = ROOT / "docs" / "lab" / "strength-positions.txt"
    done = judge("depths", "negamax", "--positions", shipped, "--cpu", 5)
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"depth [1-9]\d*  nodes [1-9]", done.stdout)) == 20
    assert "20 positions, 5 ms each: depth" in done.stdout
    (tmp_path / "none").write_text("# nothing\n")
    assert judge("depths", "negamax", "--positions", tmp_path / "none").returncode == 2


def test_a_good_player_gives_away_fewer_wins_than_one_that_draws_lots(games):
    lost = {}
    for spec in ("negamax", "random"):
        done = judge("blunders", spec, "--game", games, "--ends", "3,5,7,9", "--cpu", 20, "--proof", 100)
        assert done.returncode == 0, done.stderr
        found = re.search(r"of (\d+) won positions out of (\d+) (\d+) are won after its move,"
                          r" (\d+) lost, (\d+) not proven", done.stdout)
        won, all_positions, kept, given, unproven = map(int, found.groups())
        assert won == kept + given + unproven and 0 < won <= all_positions == 16
        found = re.search(r"of (\d+) positions in which nothing was proven (\d+) are lost", done.stdout)
        unclear, fallen = map(int, found.groups())
        assert fallen <= unclear <= all_positions - won
        lost[spec] = won - kept
    assert lost["negamax"] < lost["random"]


def test_what_it_cannot_read_is_said(tmp_path):
    done = judge("blunders", "negamax", "--game", tmp_path / "none")
    assert done.returncode == 2 and "none" in done.stderr
    (tmp_path / "text").write_text("no record\n")
    assert judge("blunders", "negamax", "--game", tmp_path / "text").returncode == 2
