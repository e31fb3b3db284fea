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
        [sys.executable, ROOT / "lab" / "train" / "openings.py", "--spec", "negamax:hash=1", "--nodes", "3000",
         "--games", "2", "--replies", "2", "--game-nodes", "20", "--game-spec", "negamax:hash=1", "--out", out, *options],
        check=True, capture_output=True, timeout=HANG_S,
    )
    return rows(out)


def test_the_table_is_made_the_same_way_again(tmp_path):
    alone = generate(tmp_path / "alone")
    assert alone == generate(tmp_path / "together", "--jobs", "2")
    # cut off among the games, after 5 searches and 5 lists of replies, and then among the searches
    assert alone == generate(tmp_path / "cached", "--cache", tmp_path / "cache")
    lines = (tmp_path / "cache").read_text().splitlines(keepends=True)
    assert len(lines) > 10
    for kept in (14, 2):
        (tmp_path / "cache").write_text("".join(lines[:kept]))
        assert alone == generate(tmp_path / "again", "--cache", tmp_path / "cache")
        assert len((tmp_path / "cache").read_text().splitlines()) == len(lines)


def test_it_knows_the_positions_of_the_table_in_the_library(tmp_path):
    shipped = rows(ROOT / "lib" / "search" / "negamax" / "opening_table.c")
    small = generate(tmp_path / "table")
    assert len(small) == 6 and set(small) <= set(shipped)


def test_one_ply_is_the_empty_board_alone(tmp_path):
    assert len(generate(tmp_path / "table", "--plies", "1")) == 1


def test_the_first_move_is_one_of_the_pieces_to_choose_from(tmp_path):
    import tetress as library

    for piece in "IT":
        table = generate(tmp_path / piece, "--pieces", piece)
        move, score, *_ = table[library.Game().hash]
        assert library.Move(move).piece[0] == piece
        assert -score in [row[1] for row in table.values()]  # Red's score is what is left to Blue
