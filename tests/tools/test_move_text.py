# SPDX-License-Identifier: MIT
"""The pictures of docs/reference/formats.md show what the library means."""
import re

import pytest
import tetress
from conftest import ROOT


def pictures():
    """Name of each picture, and its cells relative to the first one."""
    text = (ROOT / "docs" / "reference" / "formats.md").read_text()
    start = text.index("O    @#")
    for block in text[start : text.index("\n`T`, `J`", start)].split("\n\n"):
        lines = block.rstrip("\n").split("\n")
        for column in range(0, max(map(len, lines)), 12):
            name = lines[0][column : column + 5].strip()
            if name == "":
                continue
            drawn = [line[column + 5 : column + 12] for line in lines]
            cells = [(r, c) for r, line in enumerate(drawn) for c, mark in enumerate(line) if mark in "@#"]
            (first,) = [(r, line.index("@")) for r, line in enumerate(drawn) if "@" in line]
            yield name, first, cells


def test_there_is_a_picture_of_every_orientation():
    names = [name for name, _, _ in pictures()]
    pieces = {tetress.Move(121 * piece).piece_text for piece in range(19)}
    assert len(names) == 19
    assert {*names} == {re.sub(r" \d+-\d+", "", text) for text in pieces}


@pytest.mark.parametrize("name, first, cells", list(pictures()))
def test_a_picture_shows_the_cells_of_its_move(name, first, cells):
    letter, _, rotation = name.partition(" ")
    for row, column in ((0, 0), (4, 5), (10, 10)):
        placed = [((r - first[0] + row) % 11, (c - first[1] + column) % 11) for r, c in cells]
        assert tetress.Move(f"{letter} {row}-{column} {rotation}") is tetress.Move.from_cells(placed)
