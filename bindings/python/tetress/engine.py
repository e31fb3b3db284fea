# SPDX-License-Identifier: MIT
"""Engines: players that search."""

from __future__ import annotations

import operator
from ctypes import byref, c_int32, c_size_t, create_string_buffer, sizeof
from typing import Any, Callable

from . import _abi
from ._checks import UINT64_MAX, check_bytes, check_callable, check_integer
from ._handle import _WorkingHandle, made_by
from ._interruptible import Forked, in_main_thread, run_interruptibly
from ._keywords import known_keywords
from ._library import decode, encode, native
from ._shown import shown
from .budget import limits_of, make_budget
from .errors import (
    ArgumentError,
    OptionError,
    TetressError,
    failure_of,
    new_error,
)
from .game import Position
from .option import Option, Value, make_option, text_of, value_of
from .result import Line, Result, make_line, make_result

EvaluateFunction = Callable[[Position], int]
InfoFunction = Callable[[Result, Line], object]

# NULL, as ctypes wants it for a callback.
_NO_INFO = _abi.tetress_info_fn()
_NO_EVALUATOR = _abi.tetress_evaluate_fn()

# The library cuts values to this anyway. Cut here, they fit into 32 bits.
_MOST = 1_000_000


def _spec_with(spec: str, options: dict[str, Value]) -> str:
    """The spec with more options, which win over the same options in the spec."""
    if not isinstance(spec, str):
        raise TypeError(f"a player spec must be a str, not {type(spec).__name__}")
    for name, value in options.items():
        pair = f"{name}={text_of(value)}"
        if "," in pair:
            raise OptionError(f"{shown(pair)} has a comma, which no option has")
        spec += ("," if ":" in spec else ":") + pair
    return spec


def _check_position(game: Position) -> None:
    if not isinstance(game, Position):
        raise TypeError(f"expected a Game, not {type(game).__name__}")


def _raise_last(failures: list[BaseException]) -> None:
    """Raise the last of the exceptions, if there are any, and empty the list.

    A frame that knows an exception whose traceback knows the frame would keep game and engine until the collector
    comes.
    """
    del failures[:-1]
    if failures:
        raise failures.pop()


class _Evaluation:
    """A Python evaluator and the callback that the library calls. The engine keeps it as long as it is set, since
    ctypes holds no reference to a callback."""

    def __init__(self, function: EvaluateFunction, engine: int) -> None:
        self.function = function
        self.failure: BaseException | None = None
        self._engine = engine
        self.callback = _abi.tetress_evaluate_fn(self._call)

    def _call(self, pointer: int, _user: object) -> int:
        if self.failure is not None:  # the search is unwinding
            return 0
        position = Position._over(pointer)
        try:
            return min(max(self._ask(position), -_MOST), _MOST)
        except BaseException as failure:  # the thread that called search() raises it
            self.failure = failure
            native.tetress_engine_stop(self._engine)
            return 0
        finally:
            position._release()

    def _ask(self, position: Position) -> int:
        value = self.function(position)
        try:
            return operator.index(value)
        except TypeError:
            kind = type(value).__name__
            raise TypeError(f"the evaluator must return an int, not {kind}") from None


class Engine(_WorkingHandle):
    """One configured player, with its tables, random numbers and callbacks.

    Engine("negamax"), Engine("negamax:evaluator=s1,hash=64") and Engine("negamax", hash=64) make one. players() lists
    the names, `options` the options. An engine frees its memory when it is collected, at the end of a `with` block, or
    by close(). Every later use raises ClosedError.

    Raises UnknownName, OptionError or TextError for a wrong spec, and OutOfMemory.

    Threads: different engines are independent, also on the same game. One thread at a time uses an engine. While it
    searches, every method but stop() and resume() raises EngineBusy, also in its own callbacks. Searches let other
    threads run.
    """

    __slots__ = ("_evaluation",)

    _noun = "engine"
    _free = native.tetress_engine_free
    _error = native.tetress_engine_error
    _instead = "make another from its spec"
    _evaluation: _Evaluation | None

    def __init__(self, spec: str = "negamax", **options: Value) -> None:
        error = new_error()
        text = encode(_spec_with(spec, options), "a player spec")
        self._own(made_by(lambda engine: native.tetress_engine_new(None, text, engine, byref(error)), error))
        self._evaluation = None

    # ---- The handle ----

    def _may_begin(self) -> int:
        return self._idle()  # one search at a time

    def _busy(self) -> str:
        return "the engine is searching; only stop() and resume() may be called"

    def _state(self) -> str:
        return "that is searching" if self._calls else self.spec

    # ---- Options ----

    def _get(self, pointer: int, name: str) -> str:
        encoded = encode(name, "the name of an option")
        length, error = c_size_t(), new_error()
        status = native.tetress_engine_get(pointer, encoded, None, 0, byref(length), byref(error))
        if status != _abi.TETRESS_OK:
            raise failure_of(status, error)
        buffer = create_string_buffer(length.value + 1)
        native.tetress_engine_get(pointer, encoded, buffer, len(buffer), None, None)
        return decode(buffer.value)

    def _option(self, pointer: int, index: int) -> Option:
        option = _abi.tetress_option(size=sizeof(_abi.tetress_option))
        native.tetress_engine_option(pointer, index, byref(option))
        return make_option(option, self._get(pointer, decode(option.name or b"")))

    @property
    def options(self) -> list[Option]:
        """All options, with their present values."""
        with self._lock:
            pointer = self._idle()
            count = native.tetress_engine_option_count(pointer)
            return [self._option(pointer, index) for index in range(count)]

    def get(self, name: str) -> Value:
        """The value of an option: an int, a float or, for a choice, a str. Raises UnknownName."""
        with self._lock:
            text = self._get(self._idle(), name)
            kind = next(option.type for option in self.options if option.name == name)
        return value_of(kind, text)

    def set(self, name: str, value: Value) -> None:
        """Set an option. Raises UnknownName; OptionError for a value out of bounds; OutOfMemory."""
        encoded = encode(name, "the name of an option"), encode(text_of(value), "a value")
        with self._lock:
            self._check(native.tetress_engine_set(self._idle(), *encoded))

    @property
    def spec(self) -> str:
        """The spec that makes this engine again. An evaluator in Python is not part of it."""
        length = c_size_t()
        with self._lock:
            pointer = self._idle()
            native.tetress_engine_spec(pointer, None, 0, byref(length))
            buffer = create_string_buffer(length.value + 1)
            native.tetress_engine_spec(pointer, buffer, len(buffer), None)
        return decode(buffer.value)

    @property
    def own_limits(self) -> dict[str, int] | None:
        """The limits that the options set, under the names of search(), if they end every search of this engine. {} for
        a player that needs no limit, or whose limits depend on the position. None if search() needs a limit."""
        limits = _abi.tetress_budget(size=sizeof(_abi.tetress_budget))
        with self._lock:
            suffices = native.tetress_engine_own_limits(self._idle(), byref(limits))
        return limits_of(limits) if suffices == 1 else None

    # ---- Evaluating ----

    @property
    def evaluator(self) -> EvaluateFunction | None:
        """The Python function that judges positions, or None if the option `evaluator` does. An assignment calls
        set_evaluator()."""
        with self._lock:
            self._live()
            return self._evaluation.function if self._evaluation else None

    @evaluator.setter
    def evaluator(self, function: EvaluateFunction | None) -> None:
        self.set_evaluator(function)

    def set_evaluator(self, function: EvaluateFunction | None) -> None:
        """Judge positions by `function`; None goes back to the option `evaluator`.

        It is called as function(position). The Position is not over and is lent for the call. The function returns the
        value for the side to move as an int in centi-tokens; values beyond +-1,000,000 are cut. It must depend on the
        position alone, since results are kept. An exception of the function stops the search, and search() raises it.
        The function runs in the searching thread, see search(). A player that evaluates nothing (random) ignores it.
        """
        check_callable("the evaluator", function)
        with self._lock:
            pointer = self._idle()
            evaluation = None if function is None else _Evaluation(function, pointer)
            callback = _NO_EVALUATOR if evaluation is None else evaluation.callback
            self._check(native.tetress_engine_set_evaluator(pointer, callback, None))
            self._evaluation = evaluation

    def set_weights(self, weights: bytes | None) -> None:
        """Judge with the evaluator `region` and these weights, the bytes of a file that lab/train/region.py wrote. They
        serve until set_weights(None) or set_evaluator(). Raises ValueError, and changes nothing, for bytes that are not
        weights, are of another version, or are damaged."""
        data = None if weights is None else check_bytes("weights", weights)
        with self._lock:
            pointer = self._idle()
            self._check(native.tetress_engine_set_weights(pointer, data, 0 if data is None else len(data)))
            self._evaluation = None

    def _evaluator_failures(self) -> list[BaseException]:
        """The exception of the Python evaluator in the call that has just returned, if there was one. The evaluator
        then asked for a stop, so the library keeps nothing of its value."""
        evaluation = self._evaluation
        if evaluation is None or evaluation.failure is None:
            return []
        failure, evaluation.failure = evaluation.failure, None
        return [failure]

    def evaluate(self, game: Position) -> int:
        """The static evaluation of `game` for the side to move, in centi-tokens. In the first four actions it is drawn
        towards measured results, unless an evaluator in Python judges.

        Raises GameOver, and UnknownName if this player evaluates nothing.
        """
        _check_position(game)
        score = c_int32()
        with game.copy() as copy:
            pointer = self._begin()
            try:
                status = native.tetress_engine_evaluate(pointer, copy._live(), byref(score))
                failures: list[BaseException] = []
                if status != _abi.TETRESS_OK:
                    failures.append(self._complaint(status))
                failures += self._evaluator_failures()
            finally:
                self._end()
        _raise_last(failures)
        return score.value

    # ---- Searching ----

    @known_keywords
    def search(
        self,
        game: Position,
        *,
        nodes: int | None = None,
        playouts: int | None = None,
        depth: int | None = None,
        wall_ms: int | None = None,
        cpu_ms: int | None = None,
        clock_ms: int | None = None,
        increment_ms: int | None = None,
        cpu_clock: bool = False,
        infinite: bool = False,
        info: InfoFunction | None = None,
    ) -> Result:
        """Search for the best move of `game`, which is not changed.

        The first limit that is reached ends the search. The result always has a legal move:
        nodes      positions visited
        playouts   playouts; algorithms without them ignore it
        depth      plies from the root; algorithms without a depth ignore it
        wall_ms    elapsed time, milliseconds
        cpu_ms     CPU time of the searching thread, milliseconds
        clock_ms   time that the side to move has left for the rest of its game. The engine decides
                   how much of it to use for this move. Each own move adds increment_ms. With
                   cpu_clock the clock counts CPU time of the searching thread, not elapsed time
        infinite   until it is stopped, or until the result is proven
        With nodes or playouts alone, one thread and a seed, the result is the same everywhere.

        `info(so_far, line)` is called after each iteration, once for each line (for mcts: each time the number of
        playouts has doubled); so_far.lines has that line only. If it returns True the search ends. If it raises, the
        search ends too, and the exception is raised here.

        In the main thread, search and callbacks run in a helper thread, so that Ctrl-C ends the search at once and
        raises KeyboardInterrupt. Game and engine stay usable. In any other thread they run in that one. The search
        works on a copy of the game: other threads may go on with it. In a child that a signal handler forks meanwhile
        search() raises RuntimeError, and the engine stays busy.

        Raises ArgumentError (a ValueError) for a limit that is not a positive integer or is too large, or if nothing
        would end this player's search; GameOver; EngineBusy; ClosedError.
        """
        budget = make_budget(
            nodes=nodes,
            playouts=playouts,
            depth=depth,
            wall_ms=wall_ms,
            cpu_ms=cpu_ms,
            clock_ms=clock_ms,
            increment_ms=increment_ms,
            cpu_clock=cpu_clock,
            infinite=infinite,
        )
        # A helper thread cannot have the lock while a signal handler that interrupted a call waits for it.
        return self._search(game, budget, info, helper=in_main_thread() and not self._within_call())

    def _search(
        self,
        game: Position,
        budget: _abi.tetress_budget,
        info: InfoFunction | None = None,
        *,
        helper: bool,
    ) -> Result:
        """search(), in a helper thread or not. A thread's stack takes 8 MiB of virtual memory."""
        _check_position(game)
        check_callable("info", info)
        search = _Search(self, game, budget, info)
        if helper:
            self._run_interruptibly(search)
        else:
            search.run()
        return search.outcome()

    def _run_interruptibly(self, search: _Search) -> None:
        try:
            run_interruptibly(search.run, self._stop_if_open)
        except Forked:
            self._finalizer.detach()  # in the child the search stands still in the middle of the memory
            raise
        except BaseException:
            with self._lock:
                # The search may have ended by itself: the stop was for no other.
                if not self._calls and self._pointer is not None:
                    native.tetress_engine_resume(self._pointer)
            raise

    def _stop_if_open(self) -> None:
        with self._lock:
            native.tetress_engine_stop(self._pointer)  # None is fine

    def stop(self) -> None:
        """Ask the running search to return its best move at once. If no search runs, the next one returns at once,
        unless resume() or reset() comes first. May be called from any thread and any callback."""
        with self._lock:
            native.tetress_engine_stop(self._live())

    def resume(self) -> None:
        """Drop a stop() that no search has consumed. May be called from any thread."""
        with self._lock:
            native.tetress_engine_resume(self._live())

    def reset(self) -> None:
        """Forget everything learnt: empty the tables, restart the random numbers from the seed, drop a pending stop.
        Options and evaluator stay. The engine then plays as if it were new."""
        with self._lock:
            self._check(native.tetress_engine_reset(self._idle()))

    def reseed(self, seed: int) -> None:
        """reset() for one game of many. The random numbers start from `seed`, 0..2**64-1. If the option `seed` was set,
        even to its default, they start from that instead. The option does not change."""
        number = check_integer("seed", seed, 0, UINT64_MAX)
        with self._lock:
            self._check(native.tetress_engine_reseed(self._idle(), number))

    # ---- Closing ----

    def close(self) -> None:
        """Free the memory now. Closing twice is fine. Raises EngineBusy during a search."""
        super().close()
        self._evaluation = None


class _Search:
    """One search. It owns everything that the library uses meanwhile. So the caller may leave, and close the game,
    without pulling anything away."""

    def __init__(
        self,
        engine: Engine,
        game: Position,
        budget: _abi.tetress_budget,
        info: InfoFunction | None,
    ) -> None:
        self._engine = engine
        self._game = game.copy()
        self._budget = budget
        self._info = info
        self._failures: list[BaseException] = []
        self._result: Result | None = None

    def run(self) -> None:
        """Search. Raises nothing; outcome() tells."""
        try:
            pointer = self._engine._begin()
            try:
                self._run(pointer)
            finally:
                self._engine._end()
        except BaseException as failure:
            self._failures.append(failure)
        finally:
            self._game.close()

    def outcome(self) -> Result:
        """The result, or the exception that ended the search."""
        _raise_last(self._failures)
        assert self._result is not None
        return self._result

    def _run(self, pointer: int) -> None:
        found = _abi.tetress_result(size=sizeof(_abi.tetress_result))
        callback = _abi.tetress_info_fn(self._tell) if self._info is not None else _NO_INFO
        native.tetress_engine_set_info(pointer, callback, None)
        status = native.tetress_engine_search(
            pointer, self._game._live(), byref(self._budget), byref(found)
        )
        if status != _abi.TETRESS_OK:  # at once, since the next call on the engine forgets the sentence
            self._failures.append(self._complaint(status))
        native.tetress_engine_set_info(pointer, _NO_INFO, None)
        self._failures += self._engine._evaluator_failures()
        if not self._failures:
            self._result = make_result(found, self._lines(pointer, found.lines))

    def _complaint(self, status: int) -> TetressError:
        """The exception of the library. For limits it is one of ours, since they have other names here. All other
        arguments have been checked."""
        if status == _abi.TETRESS_EARG:
            return ArgumentError(
                "no limit would end this player's search; give it one: nodes=…, wall_ms=…, cpu_ms=… or clock_ms=…"
            )
        return self._engine._complaint(status)

    @staticmethod
    def _lines(pointer: int, count: int) -> tuple[Line, ...]:
        lines = []
        for index in range(count):
            line = _abi.tetress_line(size=sizeof(_abi.tetress_line))
            native.tetress_engine_line(pointer, index, byref(line))
            lines.append(make_line(line))
        return tuple(lines)

    def _tell(self, so_far: Any, line: Any, _user: object) -> int:
        """The library calls this to report progress. outcome() raises an exception that comes here."""
        assert self._info is not None
        try:
            told = make_line(line.contents)
            return 1 if self._info(make_result(so_far.contents, (told,)), told) else 0
        except BaseException as failure:
            self._failures.append(failure)
            return 1
