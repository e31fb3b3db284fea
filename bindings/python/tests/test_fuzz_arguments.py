# SPDX-License-Identifier: MIT
"""Every public function of Python, called with arguments of wrong types and extreme values. It raises what the documents
say, and nothing crashes or hangs. Then all that was used still works."""

import contextlib
import dataclasses
import enum
import fractions
import functools
import inspect
import math
import os
import resource
import signal

import pytest
import tetress
from fuzz_support import examples
from hypothesis import given
from hypothesis import strategies as st
from tetress import tetris
from tetress.referee.course_game import play_game
from tetress.referee.entrant import EntrantError, parse_entrant
from tetress.referee.limits import Limits
from tetress.referee.referee import Referee, Spent
from tetress.tournament import schedule

START = tetress.Game().text
WELL = tetris.Game(seed=1).text

# A call that works for so long is broken off, as by Ctrl-C.
_SECONDS = 0.2

# What a call may take of memory beside what is there, so that extreme sizes are refused and not served.
_MEMORY = 4 << 30


class _TimeUp(BaseException):
    """Breaks off a long call."""


class _Own(Exception):
    """An argument raises this. It comes through, or the argument is refused."""


# ---- What is handed over -------------------------------------------------------------------------


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        if isinstance(self.value, type):
            raise self.value()
        return self.value

    __float__ = __index__

    def __repr__(self):
        return f"Index({self.value})"


class Many:
    """Says that it has more than there is, or raises in the middle."""

    def __init__(self, length, fails):
        self.length, self.fails = length, fails

    def __len__(self):
        return self.length

    def __iter__(self):
        yield from (1, 2, 3)
        if self.fails:
            raise _Own

    def __getitem__(self, index):
        if index > 3:
            raise IndexError
        return index


class Text(str):
    def encode(self, *_):
        raise _Own

    def __str__(self):
        raise _Own


class Number(int):
    def __index__(self):
        raise _Own

    def __int__(self):
        raise _Own


class Silent:
    def __repr__(self):
        raise _Own

    __str__ = __hash__ = __repr__

    def __eq__(self, other):
        raise _Own

    def __bool__(self):
        raise _Own


class Colour(enum.Enum):
    RED = "red"


def closed(made):
    made.close()
    return made


INTEGERS = [
    0, 1, -1, 2, 3, 4, 7, 11, 20, 63, 64, 120, 121, 149, 150, 151, 255, 256, 2298, 2299, 65535, 65536, 2**31 - 1, 2**31, -(2**31), 2**32 - 1, 2**32,
    2**53 + 1, 2**62, 2**63 - 1, 2**63, -(2**63), 2**64 - 1, 2**64, 2**64 + 1, -(2**64), 10**30, 10**400, -(10**5000),
]  # fmt: skip
FLOATS = [0.0, -0.0, 0.5, 1.0, -1.5, 1e-320, 1e16, 1e308, math.inf, -math.inf, math.nan]
TEXTS = [
    "", " ", "a", "red", "blue", "both", "nobody", "random", "negamax:hash=1", "mcts", "uct:nodes=10", "level-1", "s4-final", "negamax:hash=", "nodes=5",
    "3-4,4-3,4-4,4-5", "T 3-4 d", "PLACE(3-4, 4-3, 4-4, 4-5)", "0-0,0-1,0-2,0-3", START, START[:-1], START + "0", WELL, "IOTJLSZ", "dt", "s2", "uniform",
    "bag", "tetress", "dellacherie", "lines", "split", "hash", "seed", "threads", "time", "no_moves", "infrastructure", "tetress:random", "a\0b", "\0", "\ud800",
    "\udcff", "\U0001f600", "\u202e", "9" * 5000, "x" * 100_000, "-" * 300, "%s%n%d", "../../etc/passwd", "\n", "\x1b[31m", "1e309", "0x10", " 1 ", "True",
]  # fmt: skip
OTHERS = [
    lambda: None, lambda: True, lambda: False, lambda: NotImplemented, lambda: ..., object, lambda: b"", lambda: b"3-4", lambda: bytearray(9),
    lambda: memoryview(b"abc"), lambda: b"\xff" * 2204, lambda: b"TTRREGN\n" + bytes(2196), list, lambda: [1], lambda: [[3, 4], [4, 3], [4, 4], [4, 5]],
    lambda: ((3, 4), (4, 3), (4, 4), (4, 5)), lambda: [[0, 0]] * 4, lambda: [[2**70, 0]] * 4, lambda: [[None]], lambda: [1.5] * 9, lambda: [1.0] * 11,
    lambda: [math.nan] * 9, lambda: [1e308] * 9, lambda: [5e-324] * 11, lambda: (0, 5), lambda: (5, 0), lambda: (math.nan, 1.0), lambda: [0, 0, 0, 0, 5],
    lambda: [2**63] * 5, lambda: [-1] * 5, lambda: ["3-4"], lambda: [[]], dict, lambda: {"a": 1}, lambda: {1, 2}, lambda: range(9), lambda: iter([1, 2, 3]),
    lambda: (one for one in (0, 5)), lambda: complex(1, 2), lambda: fractions.Fraction(1, 3), lambda: len, lambda: (lambda *_: 0), lambda: (lambda: 0),
    lambda: (lambda *_: "x"), lambda: (lambda *_: 1 / 0), lambda: int, lambda: Colour.RED, lambda: Index(3), lambda: Index(2**70), lambda: Index(_Own),
    lambda: Index("x"), lambda: Many(10**7, False), lambda: Many(3, True), lambda: Many(-1, False), lambda: Text("random"), lambda: Number(3), Silent,
    tetress.Game, lambda: closed(tetress.Game()), lambda: tetress.Game.from_text(START), lambda: tetress.Move(5), lambda: tetress.Engine("random"),
    lambda: closed(tetress.Engine("random")), lambda: tetress.Engine("negamax:hash=1"), lambda: tetris.Game(3), lambda: closed(tetris.Game()),
    lambda: tetris.Agent("dellacherie"), lambda: closed(tetris.Agent()), Referee, lambda: parse_entrant("tetress:random"), Limits, Spent,
    lambda: object.__new__(tetress.Game), lambda: object.__new__(tetress.Engine), lambda: object.__new__(tetris.Agent),
]  # fmt: skip

anything = st.one_of(
    st.sampled_from(INTEGERS), st.sampled_from(FLOATS), st.sampled_from(TEXTS), st.sampled_from(OTHERS).map(lambda make: make),
    st.integers(-300, 300), st.integers(), st.text(max_size=12), st.floats(), st.binary(max_size=12), st.lists(st.integers(-3, 12), max_size=12),
    st.lists(st.floats(), min_size=9, max_size=11), st.recursive(st.none() | st.integers(-1, 11), lambda inner: st.lists(inner, max_size=4), max_leaves=9),
)  # fmt: skip

# Values that may be right, by the name of the parameter: a call with one wrong argument tells more than one with all wrong.
HINTS = {
    "move": [0, 5, 2298, "3-4,4-3,4-4,4-5", "T 3-4 d"],
    "moves": [[0, 1]],
    "cells": [[(3, 4), (4, 3), (4, 4), (4, 5)], [(0, 0), (0, 1), (0, 2), (0, 3)]],
    "text": [START, WELL, "3-4"],
    "spec": ["random", "negamax:hash=1", "mcts:nodes=100"],
    "game": [tetress.Game, lambda: tetris.Game(1)],
    "colour": ["red", "blue"],
    "name": ["hash", "seed", "multipv"],
    "value": [1, "1", True, 0.5],
    "seed": [0, 1, 2**64 - 1],
    "count": [0, 1, 3],
    "depth": [0, 1],
    "nodes": [1, 50],
    "playouts": [1, 5],
    "games": [2],
    "a": ["random", "greedy"],
    "b": ["random", lambda: tetress.Engine("random")],
    "weights": [[1.0] * 9, [1.0] * 11, None],
    "kind": ["dt", "s2"],
    "pieces": [1, 5],
    "threads": [1, 2],
    "trials": [1, 3],
    "rows": [20, 4],
    "sequence": ["", "IOT"],
    "letters": ["I", "ZZ"],
    "letter": ["I", "O"],
    "source": ["uniform"],
    "evaluator": ["tetress", "dellacherie"],
    "function": [lambda: (lambda *_: 3), None],
    "info": [None, lambda: (lambda *_: None)],
    "outcome": ["time", "crash"],
    "blame": ["red", "both", None],
    "row": [0, 10],
    "column": [0, 10],
    "pairs": [[0, 0, 1, 0, 3]],
    "measured": [[1.0, 2.0, 4.0]],
    "objective": ["lines", "split"],
    "names": [["a", "b", "c"]],
}

# ---- What is called ------------------------------------------------------------------------------

OBJECTS = {
    "game": tetress.Game,
    "game that has begun": lambda: tetress.Game.from_text(START.replace("...........", "r..........", 1)),
    "engine": lambda: tetress.Engine("negamax:hash=1"),
    "mcts": lambda: tetress.Engine("mcts"),
    "move": lambda: tetress.Move(7),
    "tetris game": lambda: tetris.Game(2),
    "tetris agent": lambda: tetris.Agent("dellacherie"),
    "referee": lambda: Referee(cpu_us=10**6, memory_bytes=10**9),
    "closed game": lambda: closed(tetress.Game()),
    "closed engine": lambda: closed(tetress.Engine("random")),
    "closed agent": lambda: closed(tetris.Agent()),
    "closed referee": lambda: closed(Referee()),
}

FUNCTIONS = {
    "Engine": tetress.Engine, "Engine with options": lambda spec, hash, multipv: tetress.Engine(spec, hash=hash, multipv=multipv), "Move": tetress.Move,
    "Move.from_cells": tetress.Move.from_cells, "Game.from_text": tetress.Game.from_text, "perft": tetress.perft, "compare_pairs": tetress.compare_pairs,
    "play_match": tetress.play_match, "tetris.Game": tetris.Game, "tetris.Game.from_text": tetris.Game.from_text, "tetris.Agent": tetris.Agent,
    "tetris.interval": tetris.interval, "tetris.fitness": tetris.fitness, "Referee": Referee, "parse_entrant": lambda text: parse_entrant(text),
    "play_game": play_game, "pair_seed": schedule.pair_seed, "games_of": schedule.games_of, "round_robin": schedule.round_robin,
    "kernel": tetress.kernel, "players": tetress.players, "evaluators": tetress.evaluators, "tetris.evaluators": tetris.evaluators,
}  # fmt: skip

# Wrong types are passed on to Python itself here, and it says what it says. Nothing of C is reached.
PLAIN = ("play_game", "pair_seed", "games_of", "round_robin")

METHODS = [
    (name, attribute)
    for name, make in OBJECTS.items()
    for attribute in sorted(dir(type(make())))
    if not attribute.startswith("_") and not (name == "move" and hasattr(int, attribute))
]

ALLOWED = (tetress.TetressError, TypeError, ValueError, _Own, _TimeUp)


@functools.cache
def parameters(function):
    """The names of the parameters and how each is handed over."""
    try:
        found = inspect.signature(function).parameters.values()
    except ValueError:
        return ()
    return tuple((one.name, one.kind is inspect.Parameter.KEYWORD_ONLY, one.default is inspect.Parameter.empty) for one in found)


def made(value):
    """The value itself: what has a state is made anew for each call."""
    return value() if value in OTHERS or getattr(value, "__name__", "") == "<lambda>" and value.__code__.co_argcount == 0 else value


@st.composite
def arguments_of(draw, wanted):
    """Arguments for the parameters: mostly one or two that are odd, the others right."""
    odd = set(draw(st.lists(st.sampled_from([name for name, _, _ in wanted] or [""]), max_size=3)))
    row, names = [], {}
    for name, by_name, needed in wanted:
        if not needed and name not in odd and draw(st.booleans()):
            by_name = True
            continue
        hints = HINTS.get(name)
        value = draw(anything) if name in odd or hints is None else draw(st.sampled_from(hints))
        if by_name or names:
            names[name] = value
        else:
            row.append(value)
    return row, names


def real(value):
    try:
        return made(value)
    except (TypeError, ValueError):
        return value


def alarm(_, frame):
    # In a callback of Hypothesis it would be ignored. It comes again soon.
    if frame is None or "hypothesis" not in frame.f_code.co_filename:
        raise _TimeUp


@contextlib.contextmanager
def bounded():
    """A call that would go on for long is broken off, and memory has a limit."""
    previous = signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, _SECONDS, 0.05)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


@pytest.fixture(autouse=True, scope="module")
def _limited():
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm", encoding="ascii") as file:
        size = int(file.read().split()[0]) * resource.getpagesize()
    if "libasan" not in os.environ.get("LD_PRELOAD", ""):
        resource.setrlimit(resource.RLIMIT_AS, (size + _MEMORY, hard))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def called(what, function, row, names, allowed=ALLOWED):
    row, names = [real(one) for one in row], {name: real(one) for name, one in names.items()}
    try:
        with contextlib.suppress(_TimeUp), bounded():
            try:
                result = function(*row, **names)
                if isinstance(result, float):
                    assert not math.isnan(result) or "weights" in what, what
            except allowed as failure:
                assert what in PLAIN or not isinstance(failure, UnicodeError), what
                if isinstance(failure, (tetress.TetressError, EntrantError)):
                    assert str(failure), what
                    assert len(str(failure)) < 1000, (what, str(failure)[:300])
    except ALLOWED:
        pass  # the alarm came while the block was left
    except Exception as failure:
        raise AssertionError(f"{what}(*{safe(row)}, **{safe(names)}) raises {type(failure).__name__}: {failure}") from failure


def safe(value):
    try:
        return repr(value)[:500]
    except Exception:
        return "what cannot be shown"


@given(st.data())
@examples(2.0)
def test_functions_refuse_what_is_wrong(data):
    name = data.draw(st.sampled_from(list(FUNCTIONS)), label="function")
    function = FUNCTIONS[name]
    row, names = data.draw(arguments_of(parameters(function)), label="arguments")
    called(name, function, row, names, (*ALLOWED, AttributeError, OverflowError) if name in PLAIN else ALLOWED)


@given(st.data())
@examples(3.0)
def test_methods_refuse_what_is_wrong_and_change_nothing_by_it(data):
    name = data.draw(st.sampled_from(list(OBJECTS)), label="object")
    thing = OBJECTS[name]()
    for _ in range(data.draw(st.integers(1, 4))):
        attribute = data.draw(st.sampled_from([one for kind, one in METHODS if kind == name]), label="attribute")
        found = inspect.getattr_static(type(thing), attribute)
        if isinstance(found, property):
            called(f"{name}.{attribute}", lambda attribute=attribute: getattr(thing, attribute), [], {})
            if found.fset is not None:
                value = data.draw(anything)
                called(f"{name}.{attribute} =", lambda value, attribute=attribute: setattr(thing, attribute, value), [value], {})
            continue
        function = getattr(thing, attribute, None)
        if callable(function):
            row, names = data.draw(arguments_of(parameters_of(type(thing), attribute)), label="arguments")
            called(f"{name}.{attribute}", function, row, names)
    works(thing)


@functools.cache
def parameters_of(kind, attribute):
    found = inspect.getattr_static(kind, attribute)
    function = getattr(found, "__func__", found)
    try:
        return parameters(function)[1:]
    except TypeError:
        return ()


def works(thing):
    """Use the object, whatever was done with it."""
    repr(thing)
    if isinstance(thing, tetress.Game) and not thing.closed:
        assert tetress.Game.from_text(thing.text).text == thing.text
        assert len(thing.legal_moves()) == sum(thing.legal_mask())
        if not thing.over:
            thing.play(thing.random_move(1))
    elif isinstance(thing, tetress.Engine) and not thing.closed:
        thing.resume()
        thing.set_evaluator(None)
        thing.search(tetress.Game(), nodes=1)
    elif isinstance(thing, tetris.Game) and not thing.closed:
        assert tetris.Game.from_text(thing.text).text == thing.text
    elif isinstance(thing, tetris.Agent) and not thing.closed:
        thing.choose(tetris.Game(1))
    elif isinstance(thing, Referee) and not thing.closed:
        thing.verdict  # noqa: B018


@given(st.data())
@examples()
def test_records_of_values_take_anything(data):
    """They are plain data, which no function of C gets."""
    kind = data.draw(st.sampled_from([tetress.Comparison, tetress.Line, tetress.MatchGame, tetress.MatchResult, Limits, Spent]))
    values = [real(data.draw(anything)) for _ in dataclasses.fields(kind)]
    made = kind(*values)
    with contextlib.suppress(_Own):
        repr(made)
