# SPDX-License-Identifier: MIT
"""The nineteen fixed tetrominoes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from .constants import BOARD_N
from .coord import Coord, Vector2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Union

    Cells = Union[Collection[Coord], Collection[Vector2]]


class PieceType(Enum):
    """A piece as it lies."""

    O = "O"  # noqa: E741
    IHorizontal = "I-H"
    IVertical = "I-V"
    TUp = "T-U"
    TRight = "T-R"
    TDown = "T-D"
    TLeft = "T-L"
    LUp = "L-U"
    LRight = "L-R"
    LDown = "L-D"
    LLeft = "L-L"
    JUp = "J-U"
    JRight = "J-R"
    JDown = "J-D"
    JLeft = "J-L"
    SHorizontal = "S-H"
    SVertical = "S-V"
    ZHorizontal = "Z-H"
    ZVertical = "Z-V"


def _turned(steps: list[Vector2], quarters: int) -> list[Vector2]:
    """The steps after quarter turns, clockwise, or the other way if negative."""
    for _ in range(quarters % 4):
        steps = [Vector2(step.c, -step.r) for step in steps]
    return steps


def _make_templates() -> dict[PieceType, list[Vector2]]:
    """One lie of each piece from its origin, then the turns that lead from it to the others.

    Agents depend on the origin and on the order of the cells.
    """
    drawn: list[tuple[str, list[tuple[int, int]], dict[str, int]]] = [
        ("O", [(0, 0), (0, 1), (1, 0), (1, 1)], {"": 0}),
        ("I", [(0, 0), (0, 1), (0, 2), (0, 3)], {"Horizontal": 0, "Vertical": 1}),
        ("T", [(0, 0), (-1, 0), (-1, 1), (-1, -1)], {"Up": 0, "Right": 1, "Down": 2, "Left": 3}),
        ("L", [(0, 0), (0, -1), (-1, -1), (-2, -1)], {"Up": 0, "Right": 1, "Down": 2, "Left": 3}),
        ("J", [(0, 0), (0, 1), (-1, 1), (-2, 1)], {"Up": 0, "Right": 1, "Down": 2, "Left": 3}),
        ("S", [(0, 0), (0, 1), (-1, 1), (-1, 2)], {"Horizontal": 0, "Vertical": -1}),
        ("Z", [(0, 0), (0, -1), (-1, -1), (-1, -2)], {"Horizontal": 0, "Vertical": -1}),
    ]
    return {
        PieceType[letter + lie]: _turned([Vector2(r, c) for r, c in cells], quarters)
        for letter, cells, lies in drawn
        for lie, quarters in lies.items()
    }


_TEMPLATES = _make_templates()


def piece_fingerprint(coords: Cells) -> str:
    """A text of the cells' shape that does not depend on where it lies, nor on their order.

    Cells that are Coord may lie across the edges. ValueError if there are none. The steps are the
    course's, one by one: they decide what becomes of numbers that are no plain int (True - 0 is 1,
    but True that nobody moves stays True, and no piece has such a cell).
    """
    rows, columns = [cell.r for cell in coords], [cell.c for cell in coords]
    least, edges = min(rows), _reach_both_edges(rows)
    least_column, column_edges = min(columns), _reach_both_edges(columns)
    if edges:
        coords = [cell + Vector2(BOARD_N // 2, 0) for cell in coords]
        least = min(cell.r for cell in coords)
    if least != 0:
        coords = [cell - Vector2(least, 0) for cell in coords]
    if column_edges:
        coords = [cell + Vector2(0, BOARD_N // 2) for cell in coords]
        least_column = min(cell.c for cell in coords)
    if least_column != 0:
        coords = [cell - Vector2(0, least_column) for cell in coords]
    return ",".join(f"{cell.r}{cell.c}" for cell in sorted(coords))


def _reach_both_edges(numbers: list[int]) -> bool:
    return min(numbers) == 0 and max(numbers) == BOARD_N - 1


_TYPE_OF = {piece_fingerprint(steps): piece_type for piece_type, steps in _TEMPLATES.items()}


@dataclass
class Piece:
    """Four cells that form a tetromino, kept as they were given.

    Raises ValueError if they do not.
    """

    coords: Collection[Coord]

    def __post_init__(self) -> None:
        piece_type = self._identify_type()
        if piece_type is None:
            raise ValueError("Coords do not match any known piece type.")
        self._piece_type = piece_type

    def _identify_type(self) -> PieceType | None:
        return _TYPE_OF.get(piece_fingerprint(self.coords))

    def __str__(self) -> str:
        return f"Piece({self.coords})"

    def __hash__(self) -> int:
        return hash(tuple(self.coords))

    def __eq__(self, other: Piece) -> bool:  # type: ignore[override]
        return self.coords == other.coords

    @property
    def type(self) -> PieceType:
        """Which tetromino."""
        return self._piece_type


def create_piece(piece_type: PieceType, origin: Coord = Coord(0, 0)) -> Piece:  # noqa: B008 frozen
    """The piece whose first cell is `origin`, the others in the order of its template."""
    return Piece([origin + step for step in _TEMPLATES[piece_type]])
