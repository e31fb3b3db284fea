# SPDX-License-Identifier: MIT
"""The exceptions: one class for each status of the library, all of them TetressError.

The message is the library's own sentence about what went wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from ctypes import sizeof

from . import _abi
from ._library import decode, quick
from ._shown import shown

_CODES = {row.name: row.code for row in _abi.STATUSES}
_SENTENCES = {row.code: row.sentence for row in _abi.STATUSES}

Cell = tuple[int, int]


class TetressError(Exception):
    """Anything that the library refuses. `code` is its status, `name` the name of the status ("EARG", …)."""

    code: int = 0
    name: str = ""

    def __init_subclass__(cls, status: str | None = None) -> None:
        """A subclass without a status shares that of its base."""
        super().__init_subclass__()
        if status is not None:
            cls.name = status
            cls.code = _CODES[status]
            _classes[cls.code] = cls


_classes: dict[int, type[TetressError]] = {}


class ArgumentError(TetressError, ValueError, status="EARG"):
    """An argument is out of range."""


class ClosedError(ArgumentError):
    """The object is closed, or the position was lent for a call that has returned."""


class IllegalMove(TetressError, status="EILLEGAL"):
    """A move that the rules forbid. Nothing was changed.

    rule   "out_of_range", "duplicate", "not_tetromino", "occupied", "not_adjacent" or, for a
           GameOver, "game_over": the first of these that applies
    cell   (row, column) at fault, or None if no single cell on the board is
    cells  the cells that were asked for, (row, column) each; () if they are not known
    """

    rule: str = "none"
    cell: Cell | None = None
    cells: tuple[Cell, ...] = ()


class GameOver(IllegalMove, status="EOVER"):
    """The game is over: there is nothing to play, and nothing to search."""

    rule = "game_over"


class TextError(TetressError, ValueError, status="ETEXT"):
    """A text cannot be read. `offset` is the number of characters before the mistake."""

    offset: int = -1


class SizeError(TetressError, status="ESIZE"):
    """A buffer is too small."""


class OutOfMemory(TetressError, MemoryError, status="ENOMEM"):
    """The memory is not enough."""


class OptionError(TetressError, ValueError, status="EVALUE"):
    """A value does not fit the option. `offset` is its place in a player spec, else -1."""

    offset: int = -1


class UnknownName(OptionError, LookupError, status="EUNKNOWN"):
    """There is no player, option or evaluator of that name."""


class VersionError(TetressError, status="EVERSION"):
    """The library is older than what was asked of it."""


class NothingToUndo(TetressError, status="ENOUNDO"):
    """The history of the game has no action left to take back."""


class EngineBusy(TetressError, status="EBUSY"):
    """The engine is searching, or the single-player agent is playing: in another thread, or in the call that runs the
    callback."""


# A sentence about an unknown name may end with the function of C that lists all names. Here are ours.
_LISTS = {_abi.TETRESS_SEE_PLAYERS: "tetress.players()", _abi.TETRESS_SEE_OPTIONS: "Engine.options"}


def _sentence(text: str) -> str:
    for theirs, ours in _LISTS.items():
        if text.endswith(theirs):
            return text[: -len(theirs)] + ours
    return text


# The library takes coordinates of 32 bits.
_INT32_MIN = -(2**31)
_INT32_MAX = 2**31 - 1


def told_as(number: int) -> int:
    """The coordinate that the library is told: of one beyond 32 bits the nearest one within, which is off the board,
    too."""
    return min(max(number, _INT32_MIN), _INT32_MAX)


def as_given(sentence: str, cells: Iterable[Cell]) -> str:
    """The library's sentence about these cells, with coordinates beyond 32 bits as the caller gave them."""
    for row, column in cells:
        told = f"cell {told_as(row)}-{told_as(column)} is "
        if told in sentence:
            return sentence.replace(told, f"cell {shown(row)}-{shown(column)} is ")
    return sentence


def _make(status: int, message: str) -> TetressError:
    failure = _classes.get(status, TetressError)(message or _SENTENCES.get(status, "unknown"))
    failure.code = status
    return failure


def failure_of(
    status: int, error: _abi.tetress_error | None = None, cells: Callable[[], Iterable[Cell]] = tuple
) -> TetressError:
    """The exception for a status that is not TETRESS_OK, with the detail in `error`, if there is one.

    An `error` with another status is not used: the function that failed left none. `cells` is called for a move that
    the rules forbid, and for nothing else: another text may be of any form and length.
    """
    if error is None or error.status != status:
        return _make(status, "")
    sentence = _sentence(decode(error.text))
    named = tuple(cells()) if issubclass(_classes.get(status, TetressError), IllegalMove) else ()
    failure = _make(status, as_given(sentence, named))
    if isinstance(failure, IllegalMove):
        failure.rule = decode(quick.tetress_rule_name(error.rule))
        failure.cell = divmod(error.cell, _abi.TETRESS_COLUMNS) if error.cell >= 0 else None
        failure.cells = named
    if isinstance(failure, (TextError, OptionError)):
        failure.offset = error.offset
    return failure


def new_error() -> _abi.tetress_error:
    """A structure for the library to fill."""
    return _abi.tetress_error(size=sizeof(_abi.tetress_error))
