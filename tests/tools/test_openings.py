# SPDX-License-Identifier: MIT
"""The generator of the opening's table."""
import pathlib
import re
import subprocess
import sys

from conftest import HANG_S

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ROW = re.compile(r"\{0x([0-9a-f]{16}), \{(\d+), (-?\d+), (\d+), (\d+)\}\}")


def rows(path):
    return {int(key, 16): tuple(map(int, rest)) for key, *rest in ROW.findall(path.read_text())}


def generate(out, *options):
    subprocess.run(
        [sys.executable, ROOT / "tools" / "train" / "openings.py", "--spec", "negamax:hash=1", "--nodes", "3000",
         "--out", out, *options],
        check=True, capture_output=True, timeout=HANG_S,
    )
    return rows(out)


def test_the_table_is_made_the_same_way_again(tmp_path):
    alone = generate(tmp_path / "alone")
    assert alone == generate(tmp_path / "together", "--jobs", "2")
    # the first time it is cut off: the cache has two of five searches
    assert alone == generate(tmp_path / "cached", "--cache", tmp_path / "cache")
    lines = (tmp_path / "cache").read_text().splitlines(keepends=True)
    (tmp_path / "cache").write_text("".join(lines[:2]))
    assert alone == generate(tmp_path / "again", "--cache", tmp_path / "cache")
    assert len((tmp_path / "cache").read_text().splitlines()) == len(lines) == 5


def test_it_knows_the_positions_of_the_table_in_the_library(tmp_path):
    shipped = rows(ROOT / "lib" / "search" / "opening_table.c")
    small = generate(tmp_path / "table")
    assert len(small) == 6 and set(small) <= set(shipped)
    # Red's score is what is left to Blue
    red = [row for row in small.values() if -row[1] in [other[1] for other in small.values()]]
    assert red


def test_one_ply_is_the_empty_board_alone(tmp_path):
    assert len(generate(tmp_path / "table", "--plies", "1")) == 1
