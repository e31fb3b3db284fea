# SPDX-License-Identifier: MIT
"""Positions and games."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import (
    byref,
    c_size_t,
    c_uint8,
    c_uint16,
    c_uint64,
    create_string_buffer,
    sizeof,
)
from dataclasses import dataclass
from typing import (
    Any,
    Callable,
    TypeVar,
)

from . import _abi
from ._checks import UINT64_MAX, check_integer
from ._handle import _Copyable, _Handle, _OwnedHandle, made_by
from ._library import decode, encode, native, quick
from ._shown import shown
from .errors import ArgumentError, failure_of, new_error
from .moves import Move, cells_of_text, coordinates, moves_of, read_cells

_COLOURS = {"red": _abi.TETRESS_RED, "blue": _abi.TETRESS_BLUE}
_NAMES = {number: name for name, number in _COLOURS.items()}
_REASONS = {row.code: row.text for row in _abi.OUTCOMES if row.kind == "RULES"}

# One call plays at most this many random games. That takes milliseconds, so that Ctrl-C is answered.
_PLAYOUTS_AT_ONCE = 1000

# One call counts at most this depth. That takes milliseconds, so that Ctrl-C is answered.
_PERFT_AT_ONCE = 2

_P = TypeVar("_P", bound="Position")
_G = TypeVar("_G", bound="Game")


def _colour(name: str) -> int:
    try:
        return _COLOURS[name]
    except (KeyError, TypeError):
        raise ArgumentError(f"a colour is 'red' or 'blue', not {shown(name)}") from None


@dataclass(frozen=True)
class Playouts:
    """The results of random games."""

    red_wins: int
    blue_wins: int
    draws: int
    actions: int  # in all games together


class Position(_Copyable, _Handle):
    """A position that can be looked at. An evaluator is given one, and every Game is one too.

    Cells are (row, column), both 0..10, row 0 on top. Colours are "red" and "blue".

    Positions are equal if board and number of actions (and so the side to move) are equal; the moves before do not
    count. Since a game changes, a position cannot be a key of a dict: use `hash` or `text`.

    Threads: different positions are independent. Each call on one is atomic, so that several threads cannot break it.
    Between two calls another thread may change a game.
    """

    __slots__ = ()

    _noun = "position"

    def __init__(self) -> None:
        raise TypeError("a Position is only lent to an evaluator; make a Game")

    @classmethod
    def _over(cls: type[_P], pointer: int) -> _P:
        """A position that looks at a C handle, which it does not own."""
        position = cls.__new__(cls)
        position._hold(pointer)
        return position

    def _gone(self) -> str:
        return "the position was lent for one call, which has returned; keep a copy()"

    # ---- Whose turn, and is it over ----

    @property
    def turn(self) -> str:
        """The side to move, "red" or "blue", also when the game is over."""
        with self._lock:
            return _NAMES[quick.tetress_game_turn(self._live())]

    @property
    def ply(self) -> int:
        """The number of actions played since the beginning, 0..150."""
        with self._lock:
            return int(quick.tetress_game_ply(self._live()))

    @property
    def reason(self) -> str | None:
        """Why the game is over: "no_moves" (the side to move has none and loses) or "turn_limit" (150 actions; more
        tokens win). None if it is not over."""
        with self._lock:
            return _REASONS.get(quick.tetress_game_reason(self._live()))

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self.reason is not None

    @property
    def winner(self) -> str | None:
        """The colour of the winner; None while the game goes on and after a draw (see `over`)."""
        with self._lock:
            return _NAMES.get(quick.tetress_game_winner(self._live()))

    # ---- The board ----

    @property
    def tokens(self) -> dict[str, int]:
        """The number of tokens of each colour: {"red": …, "blue": …}."""
        with self._lock:
            return {
                name: quick.tetress_game_tokens(self._live(), colour)
                for name, colour in _COLOURS.items()
            }

    @property
    def board(self) -> list[str]:
        """Eleven strings of eleven characters, row 0 first: "." empty, "r" red, "b" blue."""
        return self.text.split(" ")[0].split("/")

    def cell(self, row: int, column: int) -> str | None:
        """The colour that holds a cell: "red", "blue" or None. Raises ArgumentError outside 0..10."""
        r = check_integer("row", row, 0, _abi.TETRESS_ROWS - 1)
        c = check_integer("column", column, 0, _abi.TETRESS_COLUMNS - 1)
        with self._lock:
            return _NAMES.get(quick.tetress_game_cell(self._live(), r, c))

    def bits(self, colour: str) -> int:
        """The cells of a colour as an int of 121 bits. Bit 11 * row + column stands for a cell."""
        words = (c_uint64 * 2)()
        number = _colour(colour)
        with self._lock:
            quick.tetress_game_bits(self._live(), number, words)
        return int(words[0]) | int(words[1]) << 64

    @property
    def hash(self) -> int:
        """A 64-bit key of board and number of actions, the same on every machine."""
        with self._lock:
            return int(quick.tetress_game_hash(self._live()))

    @property
    def text(self) -> str:
        """The position on one line. Game.from_text() reads it."""
        buffer = create_string_buffer(_abi.TETRESS_POSITION_TEXT)
        with self._lock:
            quick.tetress_game_to_text(self._live(), buffer, len(buffer), None)
        return decode(buffer.value)

    # ---- Moves ----

    def legal_moves(self) -> list[Move]:
        """The legal moves of the side to move, in ascending order; [] when the game is over."""
        indices = (c_uint16 * _abi.TETRESS_PLACEMENTS)()
        count = c_size_t()
        with self._lock:
            quick.tetress_game_legal_moves(self._live(), indices, len(indices), byref(count))
        return moves_of(indices[: count.value])

    def legal_mask(self) -> memoryview:
        """2299 bytes: 1 where the move of that index is legal, 0 elsewhere.

        The memory is new and belongs to the caller. numpy.frombuffer() takes it without copying.
        """
        mask = bytearray(_abi.TETRESS_PLACEMENTS)
        with self._lock:
            quick.tetress_game_legal_mask(
                self._live(), (c_uint8 * len(mask)).from_buffer(mask), len(mask)
            )
        return memoryview(mask)

    def is_legal(self, move: int | str) -> bool:
        """May this move be played now? Raises the exceptions of Move() for what is not a move."""
        index = Move(move)
        with self._lock:
            return bool(quick.tetress_game_is_legal(self._live(), index))

    def check_cells(self, cells: Iterable[Iterable[int]]) -> Move:
        """The move that covers these cells, if it may be played now. Changes nothing.

        Raises the exceptions of Game.play_cells().
        """
        pairs = read_cells(cells)
        error = new_error()
        move = c_uint16()
        with self._lock:
            status = quick.tetress_game_check_cells(
                self._live(), coordinates(pairs), len(pairs), byref(move), byref(error)
            )
        if status != _abi.TETRESS_OK:
            raise failure_of(status, error, lambda: pairs)
        return moves_of([move.value])[0]

    def mobility(self, colour: str) -> int:
        """The number of moves that `colour` would have on this board if it were its turn; 0 after action 150."""
        number = _colour(colour)
        with self._lock:
            return int(quick.tetress_game_mobility(self._live(), number))

    def random_move(self, seed: int) -> Move:
        """A legal move, each equally likely. The same seed, 0..2**64-1, gives the same move.

        Consecutive seeds (1, 2, 3 …) give independent moves. Raises GameOver.
        """
        state = c_uint64(check_integer("seed", seed, 0, UINT64_MAX))
        move = c_uint16()
        with self._lock:
            status = quick.tetress_game_random_move(self._live(), byref(state), byref(move))
        if status != _abi.TETRESS_OK:
            raise failure_of(status)
        return moves_of([move.value])[0]

    def playouts(self, count: int, seed: int) -> Playouts:
        """Play `count` random games from here to their ends and add up the results.

        The same seed, 0..2**64-1, gives the same games. A game takes a few microseconds. Other threads run meanwhile,
        and Ctrl-C ends the call. It works on a copy.
        """
        left = check_integer("count", count, 0, UINT64_MAX)
        state = c_uint64(check_integer("seed", seed, 0, UINT64_MAX))
        totals = [0, 0, 0, 0]
        with self.copy() as game:
            while left > 0:
                part = min(left, _PLAYOUTS_AT_ONCE)
                found = game._playouts(state, part)
                totals = [total + more for total, more in zip(totals, found)]
                left -= part
        return Playouts(*totals)

    def perft(self, depth: int) -> int:
        """The number of sequences of exactly `depth` actions, 0..150, from here.

        A sequence that ends the game earlier does not count. Other threads run meanwhile, and Ctrl-C ends the call. It
        works on a copy, so that nothing disturbs the count.
        """
        plies = check_integer("depth", depth, 0, _abi.TETRESS_MAX_ACTIONS)
        with self.copy() as game:
            return game._perft(plies)

    # ---- Copies ----

    def copy(self) -> Game:
        """A game of its own with the same position and history."""
        return Game.from_text(self.text)  # a lent position has no history

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        return _rebuild, (Game, self.text, ())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.text == other.text

    __hash__ = None  # type: ignore[assignment]

    def _state(self) -> str:
        return repr(self.text)

    def __str__(self) -> str:
        """The board, a row on each line, and the side to move."""
        rows, turn, ply = self.text.split(" ")
        side = "red" if turn == "r" else "blue"
        return "\n".join([*rows.split("/"), f"{side} to move, {ply} actions played"])


class Game(Position, _OwnedHandle):
    """A game: a position and the moves that led to it, which can be taken back.

    Game() starts with an empty board and red to move. A game frees its memory when it is collected, at the end of a
    `with` block, or by close(). Every later use raises ClosedError.

    A call that raises leaves the game as it was.
    """

    __slots__ = ()

    _noun = "game"
    _free = quick.tetress_game_free
    _error = quick.tetress_game_error

    def __init__(self) -> None:
        self._own(made_by(lambda game: quick.tetress_game_new(None, game)))

    @classmethod
    def from_text(cls: type[_G], text: str) -> _G:
        """A game that starts from the `text` of a position.

        The position need not be one that play can reach. Raises TextError with the offset of the first mistake.
        """
        encoded = encode(text, "a position")
        error = new_error()
        return cls._owning(made_by(lambda game: quick.tetress_game_from_text(None, encoded, game, byref(error)), error))

    def copy(self) -> Game:
        """A game of its own with the same position and history."""
        with self._lock:
            return Game._owning(made_by(lambda game: quick.tetress_game_copy(self._live(), game)))

    # ---- Playing ----

    def play(self, move: int | str) -> Move:
        """Play a Move, an index or a text. Returns the Move.

        Raises IllegalMove, GameOver, TextError, or ArgumentError for an index outside 0..2298.
        """
        if isinstance(move, str):
            return self._play_text(move)
        played = Move(move)
        with self._lock:
            self._check(quick.tetress_game_apply(self._live(), played), lambda: played.cells)
        return played

    def _play_text(self, text: str) -> Move:
        encoded = encode(text, "a move")
        move = c_uint16()
        with self._lock:
            status = quick.tetress_game_apply_text(self._live(), encoded, byref(move))
            self._check(status, lambda: cells_of_text(text))
        return moves_of([move.value])[0]

    def play_cells(self, cells: Iterable[Iterable[int]]) -> Move:
        """Play the move that covers these cells, (row, column) each, in any order. Returns the Move.

        Raises IllegalMove with the first rule that is broken, or GameOver.
        """
        pairs = read_cells(cells)
        move = c_uint16()
        with self._lock:
            status = quick.tetress_game_apply_cells(
                self._live(), coordinates(pairs), len(pairs), byref(move)
            )
            self._check(status, lambda: pairs)
        return moves_of([move.value])[0]

    def undo(self) -> Move:
        """Take back the last action and restore the tokens that it removed. Returns the Move.

        Raises NothingToUndo at the start of this game's history.
        """
        with self._lock:
            undone = self._last()
            self._check(quick.tetress_game_undo(self._live()))
        return undone

    def rewind(self) -> None:
        """Go back to the position from which this game started."""
        with self._lock:
            self._check(quick.tetress_game_rewind(self._live()))

    # ---- History ----

    @property
    def history(self) -> list[Move]:
        """The moves played since the start of this game, the first one first."""
        return moves_of(self._played())

    def _played(self) -> list[int]:
        indices = (c_uint16 * _abi.TETRESS_MAX_ACTIONS)()
        count = c_size_t()
        with self._lock:
            quick.tetress_game_history(self._live(), indices, len(indices), byref(count))
        return indices[: count.value]

    def _last(self) -> Move:
        """The last move of the history, or any if there is none: then undo() is about to complain."""
        return moves_of(self._played()[-1:] or [0])[0]

    @property
    def start_ply(self) -> int:
        """The number of actions that had been played when the history of this game starts."""
        with self._lock:
            return int(quick.tetress_game_start_ply(self._live()))

    def _start_text(self) -> str:
        with self.copy() as game:
            game.rewind()
            return game.text

    def _playouts(self, state: c_uint64, count: int) -> tuple[int, int, int, int]:
        """Play on this game itself, which nobody else knows. Advances the state."""
        found = _abi.tetress_playouts(size=sizeof(_abi.tetress_playouts))
        status = native.tetress_game_playouts(self._live(), byref(state), count, byref(found))
        if status != _abi.TETRESS_OK:
            raise failure_of(status)
        return found.red_wins, found.blue_wins, found.draws, found.actions

    def _perft(self, depth: int) -> int:
        """Count on this game itself, which nobody else knows. It is as it was at the end."""
        if depth > _PERFT_AT_ONCE:
            return sum(self._perft_after(move, depth - 1) for move in self.legal_moves())
        nodes = c_uint64()
        status = native.tetress_game_perft(self._live(), depth, byref(nodes))
        if status != _abi.TETRESS_OK:
            raise failure_of(status)
        return nodes.value

    def _perft_after(self, move: Move, depth: int) -> int:
        self.play(move)
        nodes = self._perft(depth)
        self.undo()
        return nodes

    # ---- Keeping ----

    def _gone(self) -> str:
        return _OwnedHandle._gone(self)

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        """A pickle holds start and moves, so that the history comes back too."""
        with self._lock:
            return _rebuild, (type(self), self._start_text(), tuple(self.history))


def _rebuild(kind: type[_G], start: str, moves: Iterable[Move]) -> _G:
    game = kind.from_text(start)
    for move in moves:
        game.play(move)
    return game


def perft(game: Position, depth: int) -> int:
    """The number of sequences of exactly `depth` actions from `game`; see Position.perft()."""
    if not isinstance(game, Position):
        raise TypeError(f"expected a tetress.Game, not {shown(game)}")
    return game.perft(depth)
