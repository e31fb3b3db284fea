# SPDX-License-Identifier: MIT
"""The rules of Tetress, slow and obvious: what test_properties.py holds the library against.

Written from docs/reference/rules.md. It imports nothing of the package and computes everything anew each
time it is asked: sets of cells (row, column), no numbers of moves, no bits, no keys, no history.
"""

SIZE = 11
LAST_ACTION = 150
CELLS = [(row, column) for row in range(SIZE) for column in range(SIZE)]
COLOURS = ("red", "blue")

# One drawing of each piece; turning it gives the others of its 19 orientations.
DRAWINGS = {
    "I": ["####"],
    "O": ["##", "##"],
    "T": [".#.", "###"],
    "J": ["#..", "###"],
    "L": ["..#", "###"],
    "S": [".##", "##."],
    "Z": ["##.", ".##"],
}


def wrapped(row, column):
    return row % SIZE, column % SIZE


def neighbours(cell):
    row, column = cell
    return {
        wrapped(row - 1, column),
        wrapped(row + 1, column),
        wrapped(row, column - 1),
        wrapped(row, column + 1),
    }


def _turned(drawing):
    """The drawing after a quarter turn."""
    return ["".join(column) for column in zip(*reversed(drawing))]


def _drawn(drawing, top, left):
    return frozenset(
        wrapped(top + row, left + column)
        for row, line in enumerate(drawing)
        for column, mark in enumerate(line)
        if mark == "#"
    )


def _all_placements():
    found = set()
    for drawing in DRAWINGS.values():
        for _ in range(4):
            found |= {_drawn(drawing, row, column) for row, column in CELLS}
            drawing = _turned(drawing)
    return found


PLACEMENTS = _all_placements()


ROWS = [{(row, column) for column in range(SIZE)} for row in range(SIZE)]
COLUMNS = [{(row, column) for row in range(SIZE)} for column in range(SIZE)]


def full_lines(taken):
    """The cells of every full row and column of a set of cells."""
    return {cell for line in ROWS + COLUMNS if line <= taken for cell in line}


class State:
    """A position: who holds which cell, and how many actions were played. Never changes."""

    def __init__(self, tokens=None, ply=0):
        self.tokens = dict(tokens or {})
        self.ply = ply

    @property
    def turn(self):
        return COLOURS[self.ply % 2]

    @property
    def other(self):
        return COLOURS[1 - self.ply % 2]

    @property
    def text(self):
        letters = {None: ".", "red": "r", "blue": "b"}
        rows = [
            "".join(letters[self.tokens.get((row, column))] for column in range(SIZE))
            for row in range(SIZE)
        ]
        return f"{'/'.join(rows)} {self.turn[0]} {self.ply}"

    def cells_of(self, colour):
        return {cell for cell, holder in self.tokens.items() if holder == colour}

    def touches(self, cells, colour):
        """May `colour` put a piece here, as far as its own tokens are concerned?"""
        own = self.cells_of(colour)
        return self.ply < 2 or any(neighbours(cell) & own for cell in cells)

    def moves_of(self, colour):
        """The placements that `colour` could play if it were its turn."""
        if self.ply >= LAST_ACTION:
            return set()
        taken = set(self.tokens)
        beside = {near for cell in self.cells_of(colour) for near in neighbours(cell)}
        return {
            cells for cells in PLACEMENTS if not cells & taken and (self.ply < 2 or cells & beside)
        }

    @property
    def reason(self):
        if self.ply >= LAST_ACTION:
            return "turn_limit"
        return None if self.moves_of(self.turn) else "no_moves"

    @property
    def winner(self):
        if self.reason == "no_moves":
            return self.other
        red, blue = (len(self.cells_of(colour)) for colour in COLOURS)
        if self.reason is None or red == blue:
            return None
        return "red" if red > blue else "blue"

    def rule_against(self, cells):
        """The first rule that a list of cells breaks, None if it is a legal move."""
        if self.reason is not None:
            return "game_over"
        if len(cells) != 4:
            return "not_tetromino"
        if any(cell not in CELLS for cell in cells):
            return "out_of_range"
        if len(set(cells)) != 4:
            return "duplicate"
        if frozenset(cells) not in PLACEMENTS:
            return "not_tetromino"
        if any(cell in self.tokens for cell in cells):
            return "occupied"
        return None if self.touches(cells, self.turn) else "not_adjacent"

    def cells_against(self, cells, rule):
        """The cells of which a refusal may name one; {None} if it is about no single cell."""
        if rule == "occupied":
            return {cell for cell in cells if cell in self.tokens}
        if rule == "duplicate":
            return {cell for cell in cells if cells.count(cell) > 1}
        return {None}

    def after(self, cells):
        """The position after a legal move."""
        tokens = {**self.tokens, **{cell: self.turn for cell in cells}}
        gone = full_lines(tokens.keys())
        return State({c: who for c, who in tokens.items() if c not in gone}, self.ply + 1)
