# SPDX-License-Identifier: MIT
"""S2's well in two forms, an object for each cell and an integer for each column, with its beam search over either. They
show what integers save."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from library import tetress

COLUMNS, ROWS = 10, 20
PIECES = "OILJTSZ"

# For each column that a piece covers: its lowest cell, and one past its highest.
Shape = Sequence[tuple[int, int]]


class Well(Protocol):
    def placed(self, shape: Shape, left: int) -> Well | None: ...
    def heights(self) -> list[int]: ...
    def holes(self) -> int: ...


def shapes() -> dict[str, list[Shape]]:
    """The orientations of each piece, read from where the library's game puts it in an empty well."""
    found: dict[str, list[Shape]] = {}
    for piece in PIECES:
        by_orientation: dict[int, Shape] = {}
        start = tetress.tetris.Game(sequence=piece)
        for number, (orientation, _) in enumerate(start.moves):
            if orientation not in by_orientation:
                game = start.copy()
                game.play(number)
                columns = [column for column in game.columns if column]
                by_orientation[orientation] = [((column & -column).bit_length() - 1, column.bit_length()) for column in columns]
        found[piece] = list(by_orientation.values())
    return found


SHAPES = shapes()


class CellWell:
    """A list of rows, each a list of cells, as a beginner writes it."""

    def __init__(self) -> None:
        self.cells = [[False] * COLUMNS for _ in range(ROWS)]

    def heights(self) -> list[int]:
        return [max((row + 1 for row in range(ROWS) if self.cells[row][column]), default=0) for column in range(COLUMNS)]

    def holes(self) -> int:
        return sum(self.heights()) - sum(map(sum, self.cells))

    def placed(self, shape: Shape, left: int) -> CellWell | None:
        """The well after a piece, without full rows; None if the game is lost."""
        heights = self.heights()
        row = max(heights[left + i] - bottom for i, (bottom, _) in enumerate(shape))
        if row + max(top for _, top in shape) > ROWS:
            return None
        well = CellWell()
        well.cells = [list(line) for line in self.cells]
        for i, (bottom, top) in enumerate(shape):
            for height in range(row + bottom, row + top):
                well.cells[height][left + i] = True
        kept = [line for line in well.cells if not all(line)]
        well.cells = kept + [[False] * COLUMNS for _ in range(ROWS - len(kept))]
        return well


class ColumnWell:
    """An integer for each column, a bit for each cell."""

    def __init__(self) -> None:
        self.columns = [0] * COLUMNS

    def heights(self) -> list[int]:
        return [column.bit_length() for column in self.columns]

    def holes(self) -> int:
        return sum(self.heights()) - sum(bin(column).count("1") for column in self.columns)

    def placed(self, shape: Shape, left: int) -> ColumnWell | None:
        row = max(self.columns[left + i].bit_length() - bottom for i, (bottom, _) in enumerate(shape))
        if row + max(top for _, top in shape) > ROWS:
            return None
        well = ColumnWell()
        well.columns = list(self.columns)
        for i, (bottom, top) in enumerate(shape):
            well.columns[left + i] |= ((1 << top) - (1 << bottom)) << row
        full = -1
        for column in well.columns:
            full &= column
        for height in reversed(range(row, row + 4)):
            if full >> height & 1:
                below = (1 << height) - 1
                well.columns = [column >> 1 & ~below | column & below for column in well.columns]
        return well


# ---- Beam search -------------------------------------------------------------------------------


@dataclass
class Node:
    """A well in the tree, and what each next piece leads to."""

    well: Well
    score: float
    next: dict[str, list[Node]] = field(default_factory=dict)


def score(well: Well) -> float:
    """A simple and quick score. Which wells are kept hardly changes the memory of a tree."""
    heights = well.heights()
    return -sum(heights) - 8 * well.holes() - sum(abs(a - b) for a, b in zip(heights, heights[1:]))


def beam(well: Well, piece: str, width: int) -> list[Node]:
    """The best wells that a piece leads to, at most `width`."""
    reached = [well.placed(shape, left) for shape in SHAPES[piece] for left in range(COLUMNS - len(shape) + 1)]
    nodes = [Node(other, score(other)) for other in reached if other is not None]
    return sorted(nodes, key=lambda node: -node.score)[:width]


def tree(well: Well, piece: str, width: int, lookahead: int) -> Node:
    """The tree of a decision as the report's program keeps it: a layer for the piece, then one for each piece ahead."""
    root = Node(well, score(well), {piece: beam(well, piece, width)})
    layer = root.next[piece]
    for _ in range(lookahead):
        for node in layer:
            node.next = {other: beam(node.well, other, width) for other in PIECES}
        layer = [child for node in layer for children in node.next.values() for child in children]
    return root


def wells_of(root: Node) -> int:
    return 1 + sum(wells_of(child) for children in root.next.values() for child in children)
