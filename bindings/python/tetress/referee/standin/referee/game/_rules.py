# SPDX-License-Identifier: MIT
"""What a Board asks the library.

Positions are 121 letters, row by row: "." empty, "r" red, "b" blue. The library takes no position
with a full row or column; then the answer is None. Any thread.
"""

from __future__ import annotations

import os
import sys
from ctypes import byref, c_int32, c_void_p, create_string_buffer
from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_ROWS = [slice(start, start + 11) for start in range(0, 121, 11)]
_Coordinates = c_int32 * 8

# A package of another name over the same folder: it finds the library as the package tetress does,
# but without the engines, and whatever the student's own packages are called.
_PACKAGE = "_tetress_of_the_standin"
_FOLDER = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 4))


class Refused(Exception):
    """The library's sentence about a placement that it does not allow."""


def _load() -> tuple[Any, Any]:
    """The library and its constants. ImportError if it is not there."""
    package = ModuleType(_PACKAGE)
    package.__path__ = [_FOLDER]
    sys.modules[_PACKAGE] = package
    return import_module(f"{_PACKAGE}._library").quick, import_module(f"{_PACKAGE}._abi")


_library, _abi = _load()


def _text(letters: str, side: str, opening: bool) -> bytes:
    """The position as the library reads it. The number of actions tells it no more than the side
    and whether the first two are over: when a game ends is for turn_limit_reached to say."""
    rows = "/".join([letters[row] for row in _ROWS])
    actions = (0 if opening else 2) + (side == "b")
    return f"{rows} {side} {actions}".encode("ascii", "replace")


def _open(letters: str, side: str, opening: bool) -> c_void_p | None:
    """A game at this position, for the caller to free."""
    game = c_void_p()
    status = _library.tetress_game_from_text(None, _text(letters, side, opening), byref(game), None)
    if status == _abi.TETRESS_ENOMEM:
        raise MemoryError
    return game if status == _abi.TETRESS_OK else None


# The position after the last placement and what has_move() says of it: that is what a referee asks
# next, and here the game is there to tell.
_next: tuple[tuple[str, str, bool], bool] = (("", "", False), False)


def has_move(letters: str, side: str, opening: bool) -> bool | None:
    """Can `side` place a piece? `opening`: it need not touch its own tokens."""
    position, answer = _next
    if position == (letters, side, opening):
        return answer
    game = _open(letters, side, opening)
    if game is None:
        return None
    answer = _has_move(game)
    _library.tetress_game_free(game)
    return answer


def _has_move(game: c_void_p) -> bool:
    return bool(_library.tetress_game_reason(game) == _abi.TETRESS_REASON_NONE)


def place(letters: str, side: str, opening: bool, cells: Sequence[int]) -> str | None:
    """The letters after `side` has put a piece on `cells`: row and column of each, eight numbers.
    Raises Refused."""
    global _next
    game = _open(letters, side, opening)
    if game is None:
        return None
    try:
        after = _play(game, cells)
        # The library counts on from what _text() told it: red's first action, then blue's.
        position = (after, "b" if side == "r" else "r", opening and side == "r")
        _next = position, _has_move(game)
        return after
    finally:
        _library.tetress_game_free(game)


def _play(game: c_void_p, cells: Sequence[int]) -> str:
    if _library.tetress_game_apply_cells(game, _Coordinates(*cells), 4, None) != _abi.TETRESS_OK:
        raise Refused(_library.tetress_game_error(game).contents.text.decode("ascii", "replace"))
    buffer = create_string_buffer(_abi.TETRESS_POSITION_TEXT)
    _library.tetress_game_to_text(game, buffer, len(buffer), None)
    return buffer.value.decode("ascii").partition(" ")[0].replace("/", "")
