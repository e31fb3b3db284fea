# SPDX-License-Identifier: MIT
"""A second agent for the course's referee, which docs/guide/first-agent.md explains.

A set of cells is one integer, a bit for each cell. So "is it free?" and "does it touch a token of ours?"
are one operation each, and the agent can afford to count the moves of both sides after each of its own.
"""

import random

from referee.game import BOARD_N, Action, Coord, PlaceAction, PlayerColor
from referee.game.pieces import PieceType, create_piece

TOKEN = 1000  # a token is worth more than all moves
WIDTH = 5  # so many of our moves are looked at with every reply to them

LINES = [sum(1 << BOARD_N * row + column for column in range(BOARD_N)) for row in range(BOARD_N)]
LINES += [sum(1 << BOARD_N * row + column for row in range(BOARD_N)) for column in range(BOARD_N)]


def cells_of(coords) -> int:
    return sum(1 << BOARD_N * coord.r + coord.c for coord in coords)


def around(coords) -> int:
    """The cells next to these, across the edges too."""
    near = 0
    for coord in coords:
        near |= cells_of([coord.up(), coord.down(), coord.left(), coord.right()])
    return near & ~cells_of(coords)


# Every placement as the referee wants it, its cells, and the cells around it.
PLACEMENTS = []
for row in range(BOARD_N):
    for column in range(BOARD_N):
        for kind in PieceType:
            coords = list(create_piece(kind, Coord(row, column)).coords)
            PLACEMENTS.append((PlaceAction(*coords), cells_of(coords), around(coords)))


def place(cells: int, own: int, other: int) -> "tuple[int, int]":
    """Tokens of both sides after a placement, full lines gone."""
    own |= cells
    full = 0
    for line in LINES:
        if line & (own | other) == line:
            full |= line
    return own & ~full, other & ~full


def count_moves(own: int, other: int) -> int:
    filled = own | other
    return sum(1 for _, cells, near in PLACEMENTS if not cells & filled and near & own)


def count_tokens(cells: int) -> int:
    return bin(cells).count("1")


def legal_placements(own: int, other: int) -> list:
    filled = own | other
    return [one for one in PLACEMENTS if not one[1] & filled and one[2] & own]


def value(own: int, other: int) -> int:
    """How good a position is for `own`: tokens first; among equals, moves against moves."""
    return TOKEN * (count_tokens(own) - count_tokens(other)) + count_moves(own, other) - count_moves(other, own)


def value_after_reply(own: int, other: int) -> int:
    """Tokens and our moves after the reply that is worst for us. A side without a move has lost."""
    worst = 1_000_000
    for _, cells, _ in legal_placements(other, own):
        theirs, ours = place(cells, other, own)
        moves = count_moves(ours, theirs)
        lead = TOKEN * (count_tokens(ours) - count_tokens(theirs))
        worst = min(worst, lead + moves if moves else -1_000_000)
    return worst


class Agent:
    def __init__(self, color: PlayerColor, **referee: dict):
        self._color = color
        self._own = self._other = 0

    def action(self, **referee: dict) -> Action:
        own, other = self._own, self._other
        if not own:  # the first placement may go anywhere
            return random.choice([action for action, cells, _ in PLACEMENTS if not cells & other])
        if not other:
            return random.choice(legal_placements(own, other))[0]

        def at_once(one):
            return value(*place(one[1], own, other))

        def with_reply(one):
            return value_after_reply(*place(one[1], own, other))

        promising = sorted(legal_placements(own, other), key=at_once, reverse=True)[:WIDTH]
        return max(promising, key=with_reply)[0]

    def update(self, color: PlayerColor, action: Action, **referee: dict) -> None:
        cells = cells_of(action.coords)
        if color == self._color:
            self._own, self._other = place(cells, self._own, self._other)
        else:
            self._other, self._own = place(cells, self._other, self._own)
