# SPDX-License-Identifier: MIT
"""The single-player game of S2, and agents that play it.

    game = tetress.tetris.Game(seed=1)
    agent = tetress.tetris.Agent("tetress", lookahead=1, width=2)
    game.play(agent.choose(game).move)
    agent.play(game, pieces=10_000)
    print(game.text, game.lines)
    print(interval(agent.split(seed=1, count=8, threads=2)))
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from ctypes import (
    byref,
    c_double,
    c_int32,
    c_size_t,
    c_uint32,
    c_uint64,
    create_string_buffer,
    pointer as pointer_to,
    sizeof,
)
from typing import Any, Callable, NamedTuple, TypeVar, cast

from . import _abi
from ._checks import UINT32_MAX, UINT64_MAX, check_flag, check_integer, check_numbers, check_row
from ._handle import _Copyable, _LentHandle, _WorkingHandle, made_by
from ._interruptible import run_until_stopped
from ._keywords import known_keywords
from ._library import decode, encode, meant, native, quick
from ._shown import shown
from .errors import ArgumentError, OutOfMemory, failure_of, new_error

_Entry = TypeVar("_Entry")
_G = TypeVar("_G", bound="Game")
_N = TypeVar("_N", c_double, c_uint64)

PIECES = "OILJTSZ"

# The kinds of weights and features, with their numbers.
KINDS = {"s2": _abi.TETRESS_TETRIS_S2_WEIGHTS, "dt": _abi.TETRESS_TETRIS_DT_WEIGHTS}

# Splitting needs a well of at least this many rows.
SPLIT_ROWS = _abi.TETRESS_TETRIS_SPLIT_ROWS

_KINDS = {"s2": _abi.TETRESS_TETRIS_S2, "dt": _abi.TETRESS_TETRIS_DT}

_SOURCES = {"uniform": _abi.TETRESS_TETRIS_UNIFORM, "bag": _abi.TETRESS_TETRIS_BAG}

_OBJECTIVES = {
    "split": _abi.TETRESS_TETRIS_SPLIT,
    "lines": _abi.TETRESS_TETRIS_LINES,
    "space": _abi.TETRESS_TETRIS_SPACE,
}

_MOST_TRIALS = _abi.TETRESS_TETRIS_MOST_TRIALS
_MOST_THREADS = _abi.TETRESS_TETRIS_MOST_THREADS
_MOST_MOVES = _abi.TETRESS_TETRIS_MOVES

# A call that looks at fewer wells takes tens of milliseconds at most. A helper thread takes a tenth of one.
_SHORT = 100_000

# The mean of larger numbers has no interval: their squares overflow.
_MOST_MEASURED = 1e150


def _number_of(what: str, name: str, known: Mapping[str, _Entry]) -> _Entry:
    if not isinstance(name, str) or name not in known:
        hint = meant(name if isinstance(name, str) else "", known)
        raise ArgumentError(f"{shown(name)} is not {what}{hint}")
    return known[name]


def _check(status: int) -> None:
    if status != _abi.TETRESS_OK:
        raise failure_of(status)


def evaluators() -> dict[str, str]:
    """The names of the shipped evaluators, each with a sentence about it."""
    found = {}
    index = 0
    while (name := quick.tetress_tetris_evaluator_name(index)) is not None:
        found[decode(name)] = decode(quick.tetress_tetris_evaluator_summary(index))
        index += 1
    return found


class Game(_Copyable, _LentHandle):
    """A game in a well of 10 columns and `rows` rows (4 to 20). The pieces follow from `seed`.

    source    "uniform", the game of S2, or "bag": all seven pieces in random order, then again
    sequence  pieces that come first, letters of PIECES

    A game frees its memory when it is collected, at the end of a `with` block, or by close(). Every later use raises
    ClosedError. Each call is atomic, from any thread; other threads wait while an agent plays the game. A signal handler
    that interrupts the agent's call cannot wait: its use of the game raises EngineBusy.
    """

    __slots__ = ()

    _noun = "game"
    _free = quick.tetress_tetris_free

    @known_keywords
    def __init__(self, seed: int = 0, *, rows: int = 20, source: str = "uniform", sequence: str = "") -> None:
        height = check_integer("rows", rows, 4, 20)
        number = _number_of("a source", source, _SOURCES)
        own_seed = check_integer("seed", seed, 0, UINT64_MAX)
        error = new_error()
        make = quick.tetress_tetris_new
        letters = b"" if sequence == "" else _letters("sequence", sequence)
        self._own(made_by(lambda game: make(None, height, number, own_seed, game, byref(error)), error))
        if letters:
            self._insert(letters)

    @classmethod
    def from_text(cls: type[_G], text: str) -> _G:
        """A game from its `text` (docs/guide/tetris.md). Only the well and the piece are needed; the parts behind them
        may be left out. Raises TextError."""
        encoded = encode(text, "a game")
        error = new_error()
        return cls._owning(made_by(lambda game: quick.tetress_tetris_from_text(None, encoded, game, byref(error)), error))

    def copy(self) -> Game:
        """A game of its own that goes on with the same pieces."""
        with self._lock:
            return Game._owning(made_by(lambda game: quick.tetress_tetris_copy(self._live(), game)))

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return type(self).from_text, (self.text,)

    def _title(self) -> str:
        return f"tetris.{super()._title()}"

    def _state(self) -> str:
        return "that an agent plays" if self._is_lent() else repr(self.text)

    def _busy(self) -> str:
        return "an agent plays the game; it cannot be used before that call has returned"

    @property
    def text(self) -> str:
        """The game on one line, with everything that decides its further pieces."""
        length = c_size_t()
        with self._lock:
            self._check(quick.tetress_tetris_to_text(self._live(), None, 0, byref(length)))
            buffer = create_string_buffer(length.value + 1)
            self._check(quick.tetress_tetris_to_text(self._live(), buffer, len(buffer), None))
        return decode(buffer.value)

    @property
    def hash(self) -> int:
        """A 64-bit key of the well, its height and the piece, the same on every machine."""
        with self._lock:
            return int(quick.tetress_tetris_hash(self._live()))

    @property
    def rows(self) -> int:
        """The number of rows of the well."""
        with self._lock:
            return int(quick.tetress_tetris_rows(self._live()))

    @property
    def next(self) -> str:
        """The piece after the present one. Agents without preview do not look at it."""
        with self._lock:
            return PIECES[quick.tetress_tetris_next(self._live())]

    def insert(self, letters: str) -> None:
        """Replace the present piece by these letters, which come one after the other. The pieces behind it follow them.
        Raises GameOver, ArgumentError."""
        self._insert(_letters("letters", letters))

    def _insert(self, letters: bytes) -> None:
        with self._lock:
            self._check(quick.tetress_tetris_insert(self._live(), letters))

    @property
    def piece(self) -> str:
        """The piece to be placed, a letter of PIECES. It can be set; the pieces behind it stay."""
        with self._lock:
            return PIECES[quick.tetress_tetris_piece(self._live())]

    @piece.setter
    def piece(self, letter: str) -> None:
        if not isinstance(letter, str) or len(letter) != 1 or letter not in PIECES:
            raise ArgumentError(f"a piece is one of {PIECES}, not {shown(letter)}")
        with self._lock:
            self._check(quick.tetress_tetris_set_piece(self._live(), PIECES.index(letter)))

    @property
    def moves(self) -> list[tuple[int, int]]:
        """The moves of the piece by number, each as (orientation, leftmost column). All are legal."""
        with self._lock:
            piece = quick.tetress_tetris_piece(self._live())
        orientation, slot = c_int32(), c_int32()
        found = []
        for move in range(quick.tetress_tetris_move_count(piece)):
            _check(quick.tetress_tetris_move(piece, move, byref(orientation), byref(slot)))
            found.append((orientation.value, slot.value))
        return found

    def play(self, move: int) -> None:
        """Place the piece by the number of its move. A piece that stands out above the rows ends the game. Raises
        GameOver, ArgumentError."""
        with self._lock:
            number = self._move(move)
            self._check(quick.tetress_tetris_play(self._live(), number))

    def _move(self, move: int) -> int:
        """The number of a move of the present piece; the lock is held. Raises ArgumentError."""
        number = check_integer("move", move, 0, _MOST_MOVES - 1)
        piece = quick.tetress_tetris_piece(self._live())
        count = quick.tetress_tetris_move_count(piece)
        if number >= count and not quick.tetress_tetris_over(self._live()):
            raise ArgumentError(f"move must be an integer from 0 to {count - 1} for the piece {PIECES[piece]}, not {number}")
        return number

    def features(self, move: int, kind: str = "s2") -> list[float]:
        """The features of the well that a move leads to, in the order of docs/guide/tetris.md: `kind` "s2" has 11, "dt"
        9. Raises GameOver if the move ends the game, ArgumentError."""
        number = _number_of("a kind of features", kind, _KINDS)
        values = (c_double * KINDS[kind])()
        with self._lock:
            chosen = self._move(move)
            self._check(quick.tetress_tetris_features(self._live(), chosen, number, values))
        return list(values)

    @property
    def over(self) -> bool:
        """Is the game over?"""
        with self._lock:
            return bool(quick.tetress_tetris_over(self._live()))

    @property
    def lines(self) -> int:
        """The number of rows removed so far."""
        with self._lock:
            return int(quick.tetress_tetris_lines(self._live()))

    @property
    def turns(self) -> int:
        """The number of moves made so far."""
        with self._lock:
            return int(quick.tetress_tetris_turns(self._live()))

    @property
    def columns(self) -> list[int]:
        """The well: bit r of columns[c] is the cell of column c in row r, counted from the bottom."""
        columns = (c_uint32 * _abi.TETRESS_TETRIS_COLUMNS)()
        with self._lock:
            self._check(quick.tetress_tetris_columns(self._live(), columns))
        return list(columns)

    def __str__(self) -> str:
        with self._lock:
            columns, height = self.columns, self.rows
        rows = ("".join(".#"[column >> row & 1] for column in columns) for row in reversed(range(height)))
        return "\n".join(rows)


@dataclasses.dataclass(frozen=True)
class Choice:
    """A move, None if every move loses, and its value in units of the weights of the evaluator."""

    move: int | None
    value: float


@dataclasses.dataclass(frozen=True)
class Mean:
    """The mean of `count` independent measurements, its standard error and its 95 % interval. For a single measurement
    the error is 0 and the interval is the mean."""

    count: int
    mean: float
    error: float
    low: float
    high: float


def interval(measured: Sequence[float]) -> Mean:
    """The mean of independent measurements, with its error and interval. Raises ArgumentError for an empty list and for
    numbers that are not between -1e150 and 1e150, whose squares no float holds."""
    mean = _abi.tetress_tetris_mean(size=sizeof(_abi.tetress_tetris_mean))
    values = check_numbers("the measurements", measured)
    if not values:
        raise ArgumentError("the measurements must be at least one number, not an empty list")
    large = [value for value in values if not -_MOST_MEASURED < value < _MOST_MEASURED]
    if large:
        raise ArgumentError(f"each of the measurements must be between -{_MOST_MEASURED} and {_MOST_MEASURED}, not {large[0]}")
    _check(quick.tetress_tetris_interval((c_double * len(values))(*values), len(values), byref(mean)))
    return Mean(int(mean.count), mean.mean, mean.error, mean.low, mean.high)


def _options(
    rows: int, lookahead: int, width: int, shallow: int, preview: bool, threads: int
) -> _abi.tetress_tetris_options:
    return _abi.tetress_tetris_options(
        size=sizeof(_abi.tetress_tetris_options),
        rows=check_integer("rows", rows, 4, 20),
        lookahead=check_integer("lookahead", lookahead, 0, _abi.TETRESS_TETRIS_MOST_LOOKAHEAD),
        width=check_integer("width", width, 1, _MOST_MOVES),
        shallow=check_integer("shallow", shallow, 0, 20),
        preview=int(check_flag("preview", preview)),
        threads=check_integer("threads", threads, 1, _MOST_THREADS),
    )


def _weights(kind: str, weights: Iterable[float], finite: bool = True) -> list[float]:
    """A set of weights of a kind. Raises ArgumentError if their number is wrong."""
    found = check_numbers("the weights", weights, finite)
    if len(found) != KINDS[kind]:
        raise ArgumentError(f"{shown(kind)} has {KINDS[kind]} weights, not {len(found)}")
    return found


@known_keywords
def fitness(
    kind: str,
    weights: Sequence[Sequence[float]],
    *,
    objective: str = "split",
    seed: int = 0,
    games: int = 1,
    trials: int = 1000,
    pieces: int = 10_000,
    rows: int = 20,
    lookahead: int = 0,
    width: int = 2,
    shallow: int = 0,
    threads: int = 1,
) -> list[float]:
    """The value of each set of weights, as the mean over `games` games. All sets are measured with the same random
    numbers.

    objective: "split" is the mean number of rows of a game, by multilevel splitting (`games` estimates with `trials` a
    level). "lines" is the number of rows removed in games of at most `pieces`. "space" is, in such games, the number of
    cells of the well less the heights of its columns, summed over the moves, as in S2. The value is -1.0 for a set that
    is not finite or all 0, and for one of which splitting saw too little. `threads` share the sets and do not change
    the values. In the main thread Ctrl-C ends the call. Raises ArgumentError.
    """
    number, count = _number_of("a kind of weights", kind, _KINDS), KINDS[kind]
    sets = [_weights(kind, one, finite=False) for one in check_row("the sets of weights", weights)]
    how = _abi.tetress_tetris_objective(
        size=sizeof(_abi.tetress_tetris_objective),
        kind=_number_of("an objective", objective, _OBJECTIVES),
        seed=check_integer("seed", seed, 0, UINT64_MAX),
        games=check_integer("games", games, 1, UINT32_MAX),
        trials=check_integer("trials", trials, 1, _MOST_TRIALS),
        pieces=check_integer("pieces", pieces, 1, UINT64_MAX),
        threads=check_integer("threads", threads, 1, _MOST_THREADS),
    )
    flat = (c_double * (count * len(sets)))(*(weight for one in sets for weight in one))
    values = (c_double * len(sets))()
    options = _options(rows, lookahead, width, shallow, False, 1)
    error = new_error()

    def call(stop: c_int32 | None) -> int:
        if stop is not None:
            options.stop = cast(Any, pointer_to(stop))
        measure = native.tetress_tetris_fitness
        return int(measure(None, byref(options), number, flat, len(sets), byref(how), values, byref(error)))

    wells = len(sets) * how.games * how.pieces * _wells(options)
    status = call(None) if wells < _SHORT and objective != "split" else run_until_stopped(call)
    if status != _abi.TETRESS_OK:
        raise failure_of(status, error)
    return list(values)


def _wells(options: _abi.tetress_tetris_options) -> int:
    """What one decision costs at most, counted in wells whose moves are all scored; a rough number."""
    width, lookahead = int(options.width), int(options.lookahead)
    return 1 if lookahead == 0 else width * (len(PIECES) * width) ** (lookahead - 1)


def _room(kind: type[_N], count: int, what: str) -> Any:
    """An array for the results of a call. Raises OutOfMemory."""
    try:
        return (kind * count)()
    except MemoryError:
        size = count * sizeof(kind) / 2**30
        raise OutOfMemory(f"there is no memory for {count} {what}, {size:.1f} GiB; ask for fewer at a time") from None


class _Recipe(NamedTuple):
    """What makes an agent like another one."""

    evaluator: bytes
    options: _abi.tetress_tetris_options
    weights: tuple[int, Any, int] | None  # kind, numbers, their count

    def make(self, stop: c_int32 | None = None) -> int:
        """A pointer of the library. Its calls end when `stop` is not 0; it must outlive the agent. Raises UnknownName,
        ArgumentError."""
        options = type(self.options).from_buffer_copy(self.options)
        if stop is not None:
            options.stop = cast(Any, pointer_to(stop))
        error, new = new_error(), quick.tetress_tetris_agent_new
        made = made_by(lambda agent: new(None, self.evaluator, byref(options), agent, byref(error)), error)
        if self.weights is not None:
            status = quick.tetress_tetris_agent_set_weights(made, *self.weights)
            if status != _abi.TETRESS_OK:
                quick.tetress_tetris_agent_free(made)
                raise failure_of(status)
        return made


def _no_game(given: object) -> TypeError:
    return TypeError(f"expected a tetress.tetris.Game, not {type(given).__module__}.{type(given).__name__}")


def _letters(what: str, letters: str) -> bytes:
    """Letters of pieces for the library. Raises ArgumentError."""
    if not isinstance(letters, str) or not letters or set(letters) - set(PIECES):
        raise ArgumentError(f"{what} must be letters of {PIECES}, not {shown(letters)}")
    return letters.encode()


class Agent(_WorkingHandle):
    """A player of the single-player game.

    evaluator  one of evaluators()
    lookahead  pieces beyond the present one
    width      moves of a piece that are followed
    shallow    below this height of the stack it plays without look-ahead
    preview    it knows the next piece, and needs a look-ahead
    threads    threads that share the first moves of a decision

    An agent frees its memory when it is collected, at the end of a `with` block, or by close(). Every later use raises
    ClosedError. Several threads may use one agent at the same time; while any does, set_weights() and close() raise
    EngineBusy. Long calls let other threads run, and in the main thread Ctrl-C ends them. In a child that a signal
    handler forks meanwhile they raise RuntimeError. Raises UnknownName, ArgumentError.
    """

    __slots__ = ("_player", "_recipe", "_wells")

    _noun = "agent"
    _free = quick.tetress_tetris_agent_free
    _instead = "make another with the same arguments and weights"
    _player: str  # whose weights it plays by, for repr()
    _recipe: _Recipe
    _wells: int  # that one decision looks at

    @known_keywords
    def __init__(
        self,
        evaluator: str = "tetress",
        *,
        rows: int = 20,
        lookahead: int = 0,
        width: int = 2,
        shallow: int = 0,
        preview: bool = False,
        threads: int = 1,
    ) -> None:
        options = _options(rows, lookahead, width, shallow, preview, threads)
        recipe = _Recipe(encode(evaluator, "an evaluator"), options, None)
        self._own(recipe.make())
        self._player = evaluator
        self._recipe = recipe
        self._wells = _wells(options)

    @property
    def rows(self) -> int:
        """The number of rows of the wells that it plays in."""
        with self._lock:
            return int(self._recipe.options.rows)

    def _title(self) -> str:
        return f"tetris.{super()._title()}"

    def _state(self) -> str:
        return f"{self._player} for {self.rows} rows"

    def _busy(self) -> str:
        return "another thread uses the agent; its weights cannot change now, nor can it be closed"

    def set_weights(self, kind: str, weights: Sequence[float]) -> None:
        """Play by weights of a kind: "s2" has 11 of them, "dt" 9, in the order of docs/guide/tetris.md. The library
        scales them and rounds them to whole numbers: only their proportions matter. Raises ArgumentError,
        EngineBusy."""
        number, count = _number_of("a kind of weights", kind, _KINDS), KINDS[kind]
        given = _weights(kind, weights)
        if not any(given):
            raise ArgumentError("the weights must not all be 0")
        values = (c_double * count)(*given)
        with self._lock:
            self._check(quick.tetress_tetris_agent_set_weights(self._idle(), number, values, count))
            self._player = f"weights {kind!r}"
            self._recipe = self._recipe._replace(weights=(number, values, count))

    @property
    def weights(self) -> tuple[str, list[float]]:
        """The kind and the weights that it plays by, as the library has scaled and rounded them."""
        kind, weights = c_int32(), (c_double * max(KINDS.values()))()
        with self._lock:
            self._check(quick.tetress_tetris_agent_weights(self._live(), byref(kind), weights))
        name = next(name for name, number in _KINDS.items() if number == kind.value)
        return name, list(weights[: KINDS[name]])

    def _run(self, call: Callable[[int], int], *, here: bool) -> int:
        """The status of a call of the library, which gets a pointer of an agent. Other threads may make theirs meanwhile.
        here    in this thread, which is for short calls: Ctrl-C waits for their end"""
        pointer = self._begin()
        try:
            return call(pointer) if here else self._run_until_stopped(call)
        finally:
            self._end()

    def _run_until_stopped(self, call: Callable[..., int], game: Game | None = None) -> int:
        """Make a long call that Ctrl-C ends. An agent of its own makes it, so that no other thread's call ends too. `call`
        gets its pointer, and that of the game, whose lock is held."""
        with self._lock:
            recipe = self._recipe
        lent = () if game is None else (game._lend(),)

        def with_an_agent(stop: c_int32) -> int:
            try:
                agent = recipe.make(stop)
                try:
                    return call(agent, *lent)
                finally:
                    type(self)._free(agent)
            finally:
                if game is not None:
                    game._give_back(*lent)

        return run_until_stopped(with_an_agent)

    def _run_on(self, game: Game, pieces: int, call: Callable[..., int], *rest: Any) -> None:
        """Make a call on a game, of so many pieces at most; `call` gets the agent, the game and the rest. Other threads
        that use the game wait."""
        if not isinstance(game, Game):
            raise _no_game(game)
        self._live()
        if pieces * self._wells < _SHORT:
            pointer = self._begin()
            try:
                with game._lock:
                    status = call(pointer, game._live(), *rest)
            finally:
                self._end()
        else:
            status = self._run_on_until_stopped(game, call, rest)
        if status != _abi.TETRESS_OK:
            self._fail_on(game, status)

    def _run_on_until_stopped(self, game: Game, call: Callable[..., int], rest: tuple[Any, ...]) -> int:
        with game._lock:  # in this thread, so that Ctrl-C ends the wait for it
            self._begin()
            try:
                return self._run_until_stopped(lambda agent, pointer: call(agent, pointer, *rest), game)
            finally:
                self._end()

    def _fail_on(self, game: Game, status: int) -> None:
        if status == _abi.TETRESS_EARG:  # all other arguments were checked
            raise ArgumentError(f"the game has {game.rows} rows and the agent plays {self.rows}; make one with rows={game.rows}")
        self._check(status)

    def choose(self, game: Game) -> Choice:
        """Its move for the piece of `game`. Raises GameOver, and ArgumentError for a well with another number of rows."""
        move, value = c_int32(), c_double()
        self._run_on(game, 1, native.tetress_tetris_agent_choose, byref(move), byref(value))
        return Choice(None if move.value < 0 else move.value, value.value)

    def values(self, game: Game) -> list[float]:
        """The value of each move of the piece of `game`. Moves that lose, and moves that it does not follow, have
        -2147483648.0. Raises the exceptions of choose()."""
        values = (c_double * _MOST_MOVES)()
        counts: list[int] = []

        def call(agent: int, pointer: int) -> int:
            counts.append(quick.tetress_tetris_move_count(quick.tetress_tetris_piece(pointer)))
            return int(native.tetress_tetris_agent_values(agent, pointer, values, len(values)))

        self._run_on(game, 1, call)
        return list(values[: counts[0]])

    def play(self, game: Game, pieces: int = UINT64_MAX) -> None:
        """Play on in `game` until it is over or `pieces` pieces are placed. Raises the exceptions of choose(). After
        Ctrl-C the game is as it is after the last move that was played."""
        count = check_integer("pieces", pieces, 0, UINT64_MAX)
        self._run_on(game, count, native.tetress_tetris_agent_play, count)

    def _room(self, kind: type[_N], count: int, what: str) -> Any:
        """The same as _room() of the module, for an agent that is open. Raises ClosedError."""
        with self._lock:
            self._live()
        return _room(kind, count, what)

    @known_keywords
    def games(
        self, seed: int = 0, count: int = 1, *, first: int = 0, pieces: int = UINT64_MAX, threads: int = 1
    ) -> list[int]:
        """The number of rows removed in each of `count` whole games of at most `pieces`. A game follows from the seed
        and its number alone, so `threads` do not change it. Raises OutOfMemory."""
        wanted = check_integer("count", count, 0, UINT32_MAX)
        start = check_integer("first", first, 0, UINT64_MAX - UINT32_MAX)
        own_seed = check_integer("seed", seed, 0, UINT64_MAX)
        most = check_integer("pieces", pieces, 0, UINT64_MAX)
        sharing = check_integer("threads", threads, 1, _MOST_THREADS)
        lines = self._room(c_uint64, wanted, "games")

        def call(agent: int) -> int:
            return int(native.tetress_tetris_agent_games(agent, own_seed, start, wanted, most, sharing, lines))

        self._live()
        self._check(self._run(call, here=wanted * most * self._wells < _SHORT))
        return list(lines)

    @known_keywords
    def split(self, seed: int = 0, trials: int = 20_000, *, count: int = 1, threads: int = 1) -> list[float]:
        """`count` independent estimates of the mean number of rows of a game, by multilevel splitting with `trials` a
        level. They have the seeds seed, seed + 1 and so on. An estimate is -1.0 if the trials were too few. interval()
        tells how good they are. `threads` share the estimates and do not change them. Raises OutOfMemory."""
        if self.rows < SPLIT_ROWS:
            raise ArgumentError(f"splitting needs an agent for at least {SPLIT_ROWS} rows, not {self.rows}; games() takes any")
        wanted = check_integer("count", count, 0, UINT32_MAX)
        own_seed = check_integer("seed", seed, 0, UINT64_MAX)
        level = check_integer("trials", trials, 1, _MOST_TRIALS)
        sharing = check_integer("threads", threads, 1, _MOST_THREADS)
        lines = self._room(c_double, wanted, "estimates")

        def call(agent: int) -> int:
            return int(native.tetress_tetris_agent_split(agent, own_seed, wanted, level, sharing, lines))

        self._check(self._run(call, here=False))
        return list(lines)
