# SPDX-License-Identifier: MIT
"""Vectors, directions, and the coordinates of the board, which wrap around its edges."""

from __future__ import annotations

import sys
from collections.abc import Generator
from dataclasses import dataclass
from enum import Enum

from .constants import BOARD_N

TYPE_CHECKING = False  # typing itself would be the slowest import of all
if TYPE_CHECKING:
    from typing import Any, TypeVar

    _V = TypeVar("_V", bound="Vector2")

# For dataclass(): Python 3.9 cannot make slots.
_SLOTS = {"slots": True} if sys.version_info >= (3, 10) else {}


@dataclass(frozen=True, **_SLOTS)
class Vector2:
    """A pair of integers (row, column), as large as they may be. Rows grow downwards."""

    r: int
    c: int

    def __lt__(self, other: Vector2) -> bool:  # type: ignore[misc]  # as if _SLOTS had `order`
        """By row, then column."""
        return (self.r, self.c) < (other.r, other.c)

    def __hash__(self) -> int:
        return hash((self.r, self.c))

    def __str__(self) -> str:
        return f"Vector2({self.r}, {self.c})"

    def __add__(self: _V, other: Vector2 | Direction) -> _V:
        return self.__class__(self.r + other.r, self.c + other.c)

    def __sub__(self: _V, other: Vector2 | Direction) -> _V:
        return self.__class__(self.r - other.r, self.c - other.c)

    def __neg__(self: _V) -> _V:
        return self.__class__(-self.r, -self.c)

    def __mul__(self: _V, n: int) -> _V:
        return self.__class__(self.r * n, self.c * n)

    def __iter__(self) -> Generator[int, None, None]:
        yield self.r
        yield self.c

    def down(self: _V, n: int = 1) -> _V:
        """`n` rows further down; negative goes up."""
        return self + Direction.Down * n

    def up(self: _V, n: int = 1) -> _V:
        """`n` rows further up."""
        return self + Direction.Up * n

    def left(self: _V, n: int = 1) -> _V:
        """`n` columns to the left."""
        return self + Direction.Left * n

    def right(self: _V, n: int = 1) -> _V:
        """`n` columns to the right."""
        return self + Direction.Right * n


class Direction(Enum):
    """The four ways to a neighbour. Also made from a pair, Direction((0, 1)).

    r, c  the step, as of the Vector2 that is its value
    """

    Down = Vector2(1, 0)
    Up = Vector2(-1, 0)
    Left = Vector2(0, -1)
    Right = Vector2(0, 1)

    if TYPE_CHECKING:

        @property
        def r(self) -> int: ...

        @property
        def c(self) -> int: ...

    @classmethod
    def _missing_(cls, value: Any) -> Direction:
        wanted = Vector2(*value)
        for direction in cls:
            if direction.value == wanted:
                return direction
        raise ValueError(f"Invalid direction: {value}")

    def __neg__(self) -> Direction:
        return Direction(-self.value)

    def __mul__(self, n: int) -> Vector2:
        step: Vector2 = self.value
        return step * n

    def __str__(self) -> str:
        return f"[{_ARROWS[self.name]}]"

    def __getattribute__(self, name: str) -> Any:
        if name == "r" or name == "c":
            return getattr(self._value_, name)
        return super().__getattribute__(name)


_ARROWS = {"Down": "\u2193", "Up": "\u2191", "Left": "\u2190", "Right": "\u2192"}


@dataclass(order=True, frozen=True)
class Coord(Vector2):  # type: ignore[override]  # compares with Coord only
    """A cell of the board. Sums and differences wrap; the constructor refuses what is not on the
    board with ValueError, as do products and the negative."""

    def __post_init__(self) -> None:
        if not (0 <= self.r < BOARD_N and 0 <= self.c < BOARD_N):
            raise ValueError(f"Out-of-bounds coordinate: {self}")

    def __str__(self) -> str:
        return f"{self.r}-{self.c}"

    def __add__(self, other: Vector2 | Direction) -> Coord:
        return self.__class__((self.r + other.r) % BOARD_N, (self.c + other.c) % BOARD_N)

    def __sub__(self, other: Vector2 | Direction) -> Coord:
        return self.__class__((self.r - other.r) % BOARD_N, (self.c - other.c) % BOARD_N)

    def __deepcopy__(self, memo: dict[int, Any]) -> Coord:
        """Itself, as it never changes: copies of a Board share the keys of its cells."""
        return self
