# SPDX-License-Identifier: MIT
"""The board as a beginner writes it: a dictionary of cells. Bitboards are measured against it."""
from __future__ import annotations

import random
from collections.abc import Iterator

SIZE = 11
MAX_ACTIONS = 150

Cell = tuple[int, int]
Piece = frozenset[Cell]

# The free tetrominoes as pictures; turning and mirroring them gives all 19.
PICTURES = ("####", "##\n##", "###\n.#.", "###\n#..", "##.\n.##")


def turned(shape: Piece) -> Piece:
    return frozenset((column, -row) for row, column in shape)


def mirrored(shape: Piece) -> Piece:
    return frozenset((row, -column) for row, column in shape)


def at_origin(shape: Piece) -> Piece:
    top, left = min(row for row, _ in shape), min(column for _, column in shape)
    return frozenset((row - top, column - left) for row, column in shape)


def all_shapes() -> list[Piece]:
    """The 19 fixed tetrominoes."""
    found = set()
    for picture in PICTURES:
        shape = frozenset((r, c) for r, line in enumerate(picture.split("\n")) for c, x in enumerate(line) if x == "#")
        for _ in range(4):
            shape = turned(shape)
            found |= {at_origin(shape), at_origin(mirrored(shape))}
    return sorted(found, key=sorted)


SHAPES = all_shapes()


class ObjectBoard:
    """The owner of each cell, and the side to move."""

    def __init__(self) -> None:
        self.cells: dict[Cell, str | None] = {(row, column): None for row in range(SIZE) for column in range(SIZE)}
        self.turn = "red"
        self.actions = 0

    @classmethod
    def from_text(cls, text: str) -> ObjectBoard:
        """Read a position in the format of docs/reference/formats.md."""
        rows, turn, actions = text.split()
        board = cls()
        for row, line in enumerate(rows.split("/")):
            for column, letter in enumerate(line):
                board.cells[row, column] = {".": None, "r": "red", "b": "blue"}[letter]
        board.turn, board.actions = {"r": "red", "b": "blue"}[turn], int(actions)
        return board

    def copy(self) -> ObjectBoard:
        board = ObjectBoard.__new__(ObjectBoard)
        board.cells, board.turn, board.actions = dict(self.cells), self.turn, self.actions
        return board

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        row, column = cell
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            yield (row + down) % SIZE, (column + right) % SIZE

    def starting_cells(self, colour: str) -> set[Cell]:
        """The empty cells of which a side's new piece must cover at least one."""
        empty = {cell for cell, token in self.cells.items() if token is None}
        if self.actions < 2:
            return empty
        return {cell for cell in empty if any(self.cells[other] == colour for other in self.neighbours(cell))}

    def legal_pieces(self, colour: str = "") -> set[Piece]:
        """The pieces that a side may place, by default the side to move."""
        found = set()
        for row, column in self.starting_cells(colour or self.turn):
            for shape in SHAPES:
                for part_row, part_column in shape:  # the part that lies on the starting cell
                    piece = frozenset(((row + r - part_row) % SIZE, (column + c - part_column) % SIZE) for r, c in shape)
                    if all(self.cells[cell] is None for cell in piece):
                        found.add(piece)
        return found

    def place(self, piece: Piece) -> None:
        for cell in piece:
            self.cells[cell] = self.turn
        lines = [[(row, column) for column in range(SIZE)] for row in range(SIZE)]
        lines += [[(row, column) for row in range(SIZE)] for column in range(SIZE)]
        full = [line for line in lines if all(self.cells[cell] is not None for cell in line)]
        for line in full:
            for cell in line:
                self.cells[cell] = None
        self.turn = other_side(self.turn)
        self.actions += 1


def other_side(colour: str) -> str:
    return "blue" if colour == "red" else "red"


def play_out(board: ObjectBoard, rng: random.Random) -> int:
    """Place random pieces to the end of the game; returns how many."""
    start = board.actions
    while board.actions < MAX_ACTIONS:
        pieces = board.legal_pieces()
        if not pieces:
            break
        board.place(rng.choice(list(pieces)))
    return board.actions - start


def random_game(rng: random.Random) -> int:
    return play_out(ObjectBoard(), rng)
