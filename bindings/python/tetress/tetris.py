# SPDX-License-Identifier: MIT
"""The single-player game of report S2, and agents that play it.

    game = tetress.tetris.Game(seed=1)
    agent = tetress.tetris.Agent("dt20", lookahead=1, width=2)
    game.play(agent.choose(game).move)
    agent.play(game, pieces=10_000)
    print(game.lines, agent.games(seed=1, count=100), agent.split(seed=1))
"""

from __future__ import annotations

import dataclasses
import weakref
from collections.abc import Sequence
from ctypes import byref, c_double, c_int32, c_uint32, c_uint64, c_void_p, sizeof

from . import _abi
from ._checks import UINT32_MAX, UINT64_MAX, check_integer
from ._library import decode, encode, native, quick
from .errors import ArgumentError, failure_of

PIECES = "OILJTSZ"

# Kinds of weights: how many there are, and the number of the kind.
_KINDS = {"s2": (11, _abi.TETRESS_TETRIS_S2), "dt": (9, _abi.TETRESS_TETRIS_DT)}


def _check(status: int) -> None:
    if status != _abi.TETRESS_OK:
        raise failure_of(status)


def evaluators() -> dict[str, str]:
    """The shipped evaluators: name and a sentence."""
    found = {}
    index = 0
    while (name := quick.tetress_tetris_evaluator_name(index)) is not None:
        found[decode(name)] = decode(quick.tetress_tetris_evaluator_summary(index))
        index += 1
    return found


class Game:
    """A game: a well of 10 columns and `rows` rows (4 to 20), whose pieces follow from `seed`.

    Memory is freed when the object is collected. One thread at a time.
    """

    __slots__ = ("_finalizer", "_pointer", "rows", "__weakref__")

    def __init__(self, seed: int = 0, *, rows: int = 20) -> None:
        pointer = c_void_p()
        self.rows = check_integer("rows", rows, 4, 20)
        _check(quick.tetress_tetris_new(None, self.rows, check_integer("seed", seed, 0, UINT64_MAX), byref(pointer)))
        self._keep(pointer)

    def _keep(self, pointer: c_void_p) -> None:
        self._pointer = pointer
        self._finalizer = weakref.finalize(self, quick.tetress_tetris_free, pointer)

    def copy(self) -> Game:
        """A game that goes on with the same pieces."""
        made = Game.__new__(Game)
        pointer = c_void_p()
        _check(quick.tetress_tetris_copy(self._pointer, byref(pointer)))
        made.rows = self.rows
        made._keep(pointer)
        return made

    @property
    def piece(self) -> str:
        """The piece to be placed, a letter of PIECES. May be set, for sequences of one's own."""
        return PIECES[quick.tetress_tetris_piece(self._pointer)]

    @piece.setter
    def piece(self, letter: str) -> None:
        if not isinstance(letter, str) or len(letter) != 1 or letter not in PIECES:
            raise ArgumentError(f"a piece is one of {PIECES}, not {letter!r}")
        _check(quick.tetress_tetris_set_piece(self._pointer, PIECES.index(letter)))

    @property
    def moves(self) -> list[tuple[int, int]]:
        """The moves of the piece, by number: orientation and leftmost column. All are legal."""
        piece = quick.tetress_tetris_piece(self._pointer)
        orientation, slot = c_int32(), c_int32()
        found = []
        for move in range(quick.tetress_tetris_move_count(piece)):
            _check(quick.tetress_tetris_move(piece, move, byref(orientation), byref(slot)))
            found.append((orientation.value, slot.value))
        return found

    def play(self, move: int) -> None:
        """Place the piece by the number of its move. One that stands out above the rows ends the game. Raises GameOver,
        ArgumentError."""
        _check(quick.tetress_tetris_play(self._pointer, check_integer("move", move, 0, 33)))

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return bool(quick.tetress_tetris_over(self._pointer))

    @property
    def lines(self) -> int:
        """Rows removed so far."""
        return int(quick.tetress_tetris_lines(self._pointer))

    @property
    def turns(self) -> int:
        """Moves made so far."""
        return int(quick.tetress_tetris_turns(self._pointer))

    @property
    def columns(self) -> list[int]:
        """The well: bit r of columns[c] is the cell in row r, from the bottom, of column c."""
        columns = (c_uint32 * _abi.TETRESS_TETRIS_COLUMNS)()
        _check(quick.tetress_tetris_columns(self._pointer, columns))
        return list(columns)

    def __str__(self) -> str:
        columns = self.columns
        rows = ("".join(".#"[column >> row & 1] for column in columns) for row in reversed(range(self.rows)))
        return "\n".join(rows)


@dataclasses.dataclass(frozen=True)
class Choice:
    """A move, None if all lose, and what it is worth in units of the evaluator's weights."""

    move: int | None
    value: float


class Agent:
    """A player. evaluator: one of evaluators(). lookahead: pieces beyond the present one. width: moves of a piece that are
    followed. shallow: below this height it does without look-ahead.

    One agent may be used by several threads, but for set_weights(). Long calls release the GIL. Raises UnknownName,
    ArgumentError.
    """

    __slots__ = ("_finalizer", "_pointer", "rows", "__weakref__")

    def __init__(
        self, evaluator: str = "dt20", *, rows: int = 20, lookahead: int = 0, width: int = 2, shallow: int = 0
    ) -> None:
        pointer = c_void_p()
        self.rows = check_integer("rows", rows, 4, 20)
        options = _abi.tetress_tetris_options(
            size=sizeof(_abi.tetress_tetris_options),
            rows=self.rows,
            lookahead=check_integer("lookahead", lookahead, 0, 4),
            width=check_integer("width", width, 1, 34),
            shallow=check_integer("shallow", shallow, 0, 20),
        )
        name = encode(evaluator, "an evaluator")
        _check(quick.tetress_tetris_agent_new(None, name, byref(options), byref(pointer)))
        self._pointer = pointer
        self._finalizer = weakref.finalize(self, quick.tetress_tetris_agent_free, pointer)

    def set_weights(self, kind: str, weights: Sequence[float]) -> None:
        """Play by weights of a kind: "s2", 11 of them, or "dt", 9, in the order of docs/tetris.md. They are scaled and
        rounded to whole numbers: only their proportions matter. Raises ArgumentError."""
        if kind not in _KINDS:
            raise ArgumentError(f"kinds of weights are {', '.join(map(repr, _KINDS))}, not {kind!r}")
        count, number = _KINDS[kind]
        if len(weights) != count:
            raise ArgumentError(f"{kind!r} has {count} weights, not {len(weights)}")
        _check(quick.tetress_tetris_agent_set_weights(self._pointer, number, (c_double * count)(*weights), count))

    def choose(self, game: Game) -> Choice:
        """Its move for the piece of `game`. Raises GameOver; ArgumentError for a well of other rows."""
        move, value = c_int32(), c_double()
        _check(native.tetress_tetris_agent_choose(self._pointer, game._pointer, byref(move), byref(value)))
        return Choice(None if move.value < 0 else move.value, value.value)

    def play(self, game: Game, pieces: int = UINT64_MAX) -> None:
        """Play `game` on, at most so many pieces, until it is over. Raises as choose() does."""
        count = check_integer("pieces", pieces, 0, UINT64_MAX)
        _check(native.tetress_tetris_agent_play(self._pointer, game._pointer, count))

    def games(
        self, seed: int = 0, count: int = 1, *, first: int = 0, pieces: int = UINT64_MAX, threads: int = 1
    ) -> list[int]:
        """Rows removed in `count` whole games, of at most `pieces` each. A game follows from seed and number alone, so
        that `threads` change nothing."""
        wanted = check_integer("count", count, 0, UINT32_MAX)
        start = check_integer("first", first, 0, UINT64_MAX - UINT32_MAX)
        own_seed = check_integer("seed", seed, 0, UINT64_MAX)
        most = check_integer("pieces", pieces, 0, UINT64_MAX)

        def one(number: int) -> int:
            lines = c_uint64()
            status = native.tetress_tetris_agent_games(self._pointer, own_seed, number, 1, most, byref(lines))
            _check(status)
            return lines.value

        import concurrent.futures  # slow to import, and not needed for anything else

        with concurrent.futures.ThreadPoolExecutor(check_integer("threads", threads, 1, 1024)) as pool:
            return list(pool.map(one, range(start, start + wanted)))

    def split(self, seed: int = 0, trials: int = 20_000) -> float:
        """An estimate of the mean number of rows of a game, by multilevel splitting with `trials` a level; -1.0 if that was
        too few. Several seeds give its spread."""
        lines = c_double()
        own_seed = check_integer("seed", seed, 0, UINT64_MAX)
        count = check_integer("trials", trials, 1, 1_000_000)
        _check(native.tetress_tetris_agent_split(self._pointer, own_seed, count, byref(lines)))
        return lines.value
