# SPDX-License-Identifier: MIT
"""Moves: the 2299 placements."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable
from ctypes import byref, c_int32, c_uint8, c_uint16, create_string_buffer
from typing import Any, final

from . import _abi
from ._library import decode, encode, quick
from ._shown import shown
from .errors import ArgumentError, Cell, failure_of, new_error, told_as

Cells = tuple[Cell, Cell, Cell, Cell]


def read_cells(cells: Iterable[Iterable[int]]) -> list[Cell]:
    """Pairs (row, column) from anything that looks like them. Raises TypeError or ValueError otherwise."""
    pairs = []
    for cell in cells:
        row, column = cell
        pairs.append((operator.index(row), operator.index(column)))
    return pairs


def coordinates(cells: list[Cell]) -> Any:
    """The int32 array that the library reads. A number beyond 32 bits is never wrapped; see told_as()."""
    flat = [told_as(number) for cell in cells for number in cell]
    return (c_int32 * len(flat))(*flat)


# A cell as the library reads it. The bound on its digits keeps the search linear.
_CELL = re.compile(r"(-?[0-9]{1,6})[ \t]*-[ \t]*(-?[0-9]{1,6})")


def cells_of_text(text: str) -> list[Cell]:
    """The cells of a text that the library could read as a move; none for a piece off the board."""
    index = c_uint16()
    if quick.tetress_move_from_text(encode(text, "a move"), byref(index), None) == _abi.TETRESS_OK:
        return list(_TABLE[index.value].cells)
    if text.lstrip(" \t")[:1].isalpha() and "PLACE(" not in text:
        return []
    return [(int(row), int(column)) for row, column in _CELL.findall(text)]


def _index_of_text(text: str) -> int:
    index = c_uint16()
    error = new_error()
    status = quick.tetress_move_from_text(encode(text, "a move"), byref(index), byref(error))
    if status != _abi.TETRESS_OK:
        raise failure_of(status, error, lambda: cells_of_text(text))
    return index.value


def _index_of_number(number: int) -> int:
    if isinstance(number, bool):
        raise TypeError("a move must be a Move, an index or a text, not bool")
    try:
        index = operator.index(number)
    except TypeError:
        kind = type(number).__name__
        cells = "; from_cells() and play_cells() take cells" if isinstance(number, (list, tuple)) else ""
        raise TypeError(f"a move must be a Move, an index or a text, not {kind}{cells}") from None
    if not 0 <= index < _abi.TETRESS_PLACEMENTS:
        raise ArgumentError(f"{shown(index)} is not the index of a move; they are 0 to 2298")
    return index


def _text(move: int, style: int) -> str:
    buffer = create_string_buffer(_abi.TETRESS_MOVE_TEXT)
    quick.tetress_move_to_text(move, style, buffer, len(buffer), None)
    return decode(buffer.value)


@final
class Move(int):
    """One of the 2299 placements. It is an int: its index, whose meaning never changes.

    Move(1234), Move("3-4,4-3,4-4,4-5"), Move("PLACE(3-4, 4-3, 4-4, 4-5)") and Move("T 3-4 d") make one. The cells of a
    text may come in any order. A piece is written as its letter, first cell and rotation (docs/reference/formats.md has
    pictures). There is one object for each index, so `is` works too. A move equals its index, hashes and sorts like it,
    and indexes sequences and arrays. Arithmetic gives plain ints. Unlike the int 0, the move of index 0 is true.

    Raises ArgumentError for an index outside 0..2298, TextError for a text that names no move, IllegalMove for cells
    that are not a placement, and TypeError for anything else.
    """

    __slots__ = ()

    def __new__(cls, move: int | str) -> Move:
        return _TABLE[_index_of_text(move) if isinstance(move, str) else _index_of_number(move)]

    @classmethod
    def from_cells(cls, cells: Iterable[Iterable[int]]) -> Move:
        """The move that covers these cells, (row, column) each, in any order.

        Raises IllegalMove with rule "out_of_range", "duplicate" or "not_tetromino".
        """
        pairs = read_cells(cells)
        index = c_uint16()
        error = new_error()
        status = quick.tetress_move_from_cells(
            coordinates(pairs), len(pairs), byref(index), byref(error)
        )
        if status != _abi.TETRESS_OK:
            raise failure_of(status, error, lambda: pairs)
        return _TABLE[index.value]

    @property
    def index(self) -> int:
        """The index as a plain int, 0..2298."""
        return int(self)

    @property
    def cells(self) -> Cells:
        """The four cells, (row, column) each, by row, then column."""
        cells = (c_uint8 * 4)()
        quick.tetress_move_cells(self, cells)
        one, two, three, four = (divmod(cell, _abi.TETRESS_COLUMNS) for cell in cells)
        return one, two, three, four

    @property
    def piece(self) -> str:
        """The fixed tetromino by the course's name: "O", "IHorizontal", "TUp", …"""
        return decode(quick.tetress_piece_name(quick.tetress_move_piece(self)))

    @property
    def text(self) -> str:
        """The move as files write it: "3-4,4-3,4-4,4-5"."""
        return _text(self, _abi.TETRESS_STYLE_COMPACT)

    @property
    def course_text(self) -> str:
        """The move as the course prints it: "PLACE(3-4, 4-3, 4-4, 4-5)"."""
        return _text(self, _abi.TETRESS_STYLE_COURSE)

    @property
    def piece_text(self) -> str:
        """The move for people, as piece, first cell and rotation: "T 3-4 d"."""
        return _text(self, _abi.TETRESS_STYLE_PIECE)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return self.text

    def __format__(self, form: str) -> str:
        """Formats the text as a str does. A form that ends in "d" shows the index."""
        return format(int(self), form) if form.endswith("d") else format(self.text, form)

    def __repr__(self) -> str:
        return f"Move('{self.text}')"

    def __reduce__(self) -> tuple[type[Move], tuple[int]]:
        return Move, (int(self),)


_TABLE: tuple[Move, ...] = tuple(
    int.__new__(Move, index) for index in range(_abi.TETRESS_PLACEMENTS)
)


def moves_of(indices: Iterable[int]) -> list[Move]:
    """The moves of indices that came from the library."""
    return [_TABLE[index] for index in indices]
