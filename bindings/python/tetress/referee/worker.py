# SPDX-License-Identifier: MIT
"""Runs inside the sandbox, one process an agent: loads the agent's class and makes its calls.

Started by process.py as a script, with the number of a socket as its only argument. Requests and answers are
lines of JSON:

    referee -> {"setup": {...}}              worker -> {"ready": true}        before anything of the agent runs
    referee -> {"call": NAME, ...}           worker -> {"begin": true}        garbage is collected
    referee -> {"go": true}                                                 the clock has been read
                                             worker -> {"action": [[r, c] x 4]} | {"done": true} |
                                                       {"not_an_action": TEXT, "why": TEXT} |
                                                       {"error": {...}}

Whatever the agent does to this process harms only itself: the referee believes nothing but the action, and
that is judged as any other.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import json
import os
import socket
import stat
import sys
import time
import traceback
from typing import Any, NoReturn

_NO_STDOUT = "stdout usage is not allowed in agent (use stderr)"
_NO_STDIN = "stdin usage is not allowed in agent"

# Text of an answer that is cut to this many characters: an answer has a limit of its own.
_TEXT = 2000
_TRACE_LINES = 40

# How many names a sentence lists.
_NAMES = 12

_gc_collect = gc.collect
_dumps = json.dumps


class _Refused:
    """Stands in place of the interpreter's own stdin and stdout, which the course's referee keeps for itself."""

    def __init__(self, sentence: str) -> None:
        self._sentence = sentence

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise RuntimeError(self._sentence)

    write = flush = read = readline = readlines = _refuse

    def close(self) -> None:
        """Do nothing: processes that multiprocessing starts close it."""


class _Channel:
    """Lines of JSON over the socket."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._reader = self._socket.makefile("rb")
        self._send = self._socket.sendall

    def read(self) -> dict[str, Any]:
        line = self._reader.readline()
        if not line:
            os._exit(0)  # the referee is done with us
        message: dict[str, Any] = json.loads(line)
        return message

    def write(self, message: dict[str, Any]) -> None:
        self._send(_dumps(message).encode() + b"\n")


# Folders that no agent means to write to; of larger files, and when there are very many, only links are made.
_LINKED = frozenset({"__pycache__", ".git", ".hg", ".svn", ".mypy_cache", ".pytest_cache", ".venv", "venv", "node_modules"})
_LARGE, _MANY = 1 << 20, 5000


def _copy_files(source: str, target: str, room: int) -> None:
    """Give the agent files of its own, which it may write to. What it writes is gone with the game. Large files are
    links to the originals, which can only be read."""
    count = 0
    for folder, folders, files in os.walk(source):
        inside = target + folder[len(source) :]
        entered = []
        for name in folders + files:
            path, copy = f"{folder}/{name}", f"{inside}/{name}"
            count += 1
            try:
                found = os.lstat(path)
                if stat.S_ISLNK(found.st_mode):
                    os.symlink(os.readlink(path), copy)
                elif stat.S_ISDIR(found.st_mode) and name not in _LINKED and count < _MANY:
                    os.mkdir(copy)
                    entered.append(name)
                elif stat.S_ISREG(found.st_mode) and found.st_size <= min(_LARGE, room) and count < _MANY:
                    _copy_file(path, copy, found)
                    room -= found.st_size
                else:
                    os.symlink(path, copy)
            except OSError:
                _link_instead(path, copy)
        folders[:] = entered


def _copy_file(path: str, copy: str, found: os.stat_result) -> None:
    with open(path, "rb") as file:
        data = file.read()
    with open(copy, "wb") as file:
        file.write(data)
    os.chmod(copy, found.st_mode & 0o777 | 0o600)
    # Compiled files are up to date as long as the times agree.
    os.utime(copy, ns=(found.st_atime_ns, found.st_mtime_ns))


def _link_instead(path: str, copy: str) -> None:
    try:
        if os.path.lexists(copy):
            os.unlink(copy)
        os.symlink(path, copy)
    except OSError:
        pass  # the agent finds out


def _confine(setup: dict[str, Any]) -> Any:
    """Copy the agent's files as the user that it has, and close all doors behind them. Returns the module worker_walls."""
    walls = importlib.import_module("worker_walls")
    walls.become(setup["uid"], setup["capability"])
    walls.die_with_parent()
    _copy_files(setup["source"], setup["agent"], setup["copy_bytes"])
    walls.confine(setup["own_walls"])
    return walls


def _name_user(name: str, home: str) -> None:
    """Without a file system of its own, the list of users does not know an agent's user. Programs ask who they are."""
    import pwd

    ask, own = pwd.getpwuid, os.getuid()
    try:
        ask(own)
    except KeyError:
        entry = pwd.struct_passwd((name, "x", own, own, "", home, "/bin/sh"))
        pwd.getpwuid = lambda uid: entry if uid == own else ask(uid)


# How often to retry a thread that cannot be started, and the seconds between.
_TRIES, _BETWEEN_S = 100, 0.01


def _wait_for_room(most: int) -> None:
    """Others with this user, as agents of other games, may have taken all threads that it may have, until the referee
    finds out. Whoever has less than its own number, `most`, waits for a second until there is room again."""
    modules = [sys.modules[name] for name in ("_thread", "threading") if name in sys.modules]
    for module in modules:
        for name in ("start_new_thread", "start_joinable_thread", "_start_new_thread", "_start_joinable_thread"):
            if hasattr(module, name):
                setattr(module, name, _patient(getattr(module, name), most))


# The frame of a traceback that is ours among the agent's.
_PATIENT = ", in patient"


def _patient(start: Any, most: int) -> Any:
    """start(), which starts a thread, with that patience."""

    def patient(*arguments: Any, **options: Any) -> Any:
        for _ in range(_TRIES):
            try:
                return start(*arguments, **options)
            except RuntimeError:
                if not _has_fewer_threads(most):
                    raise
            time.sleep(_BETWEEN_S)
        return start(*arguments, **options)

    return patient


def _has_fewer_threads(most: int) -> bool:
    """Has this process fewer than `most`? False if that cannot be read: the agent may have used up its descriptors."""
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("Threads:")) < most
    except OSError:
        return False


def _load_own(setup: dict[str, Any]) -> Any:
    """Load the stand-in for the course's package, and all that calls take, before the agent's files can be imported in
    their place."""
    sys.path[0] = setup["standin"]
    sys.path.append(setup["library"])
    game = importlib.import_module("referee.game")
    game.board._rules()  # binds the library, and loads what that takes
    _use_traceback()
    # The course imports numpy, where there is one, before memory counts.
    if importlib.util.find_spec("numpy") is not None:
        importlib.import_module("numpy")
    return game


def _use_traceback() -> None:
    """Some versions of Python load a part of it at the first use."""
    try:
        raise ValueError
    except ValueError as error:
        _failure(error, "/", "/")


def _seed(seed: int) -> None:
    """Make a game with the same seed the same game, as far as that is in our hands."""
    import random

    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)


class _CourseJudge:
    """The judgement of the course's board on an action whose coordinates are not all plain integers.

    Python's types decide it. 3.0 is equal to 3 and finds its cell on the board, but it is no part of any piece, because
    "3.0" is not "3". So the stand-in's board goes through the steps of the course with the action as it is.
    """

    def __init__(self, game: Any) -> None:
        self._place, self._coord, self._illegal = game.PlaceAction, game.Coord, game.IllegalActionException
        self._flat = game.board._flat
        self._board = game.Board()
        self._plain = {coord: coord for coord in self._board._state}
        self._waiting: list[Any] = []

    def played(self, action: Any) -> None:
        """A player has played `action`, of plain integers."""
        self._waiting.append(action)

    def cells(self, action: Any) -> list[list[int]]:
        """The four cells in whole numbers, for the referee to judge. Raises ValueError, which says why the course
        takes it for no action."""
        flat = self._flat(action)
        if flat is not None:
            return [flat[i : i + 2] for i in (0, 2, 4, 6)]
        reason = self._reason(action)
        if reason is not None:
            raise ValueError(reason)
        for one in self._waiting:
            self._board.apply_action(one)
        self._waiting.clear()
        plain = self._place(*(self._plain[getattr(action, name)] for name in _CELL_NAMES))
        try:
            self._board._resolve_by_hand(action)
        except Exception as refusal:
            # If whole numbers are refused as well, the rule that is broken is the better answer.
            if not self._is_illegal(plain):
                raise ValueError(_odd_number(action) or str(refusal)) from None
        return [[coord.r, coord.c] for coord in (plain.c1, plain.c2, plain.c3, plain.c4)]

    def _is_illegal(self, action: Any) -> bool:
        try:
            self._board._resolve_by_hand(action)
        except self._illegal:
            return True
        return False

    def _reason(self, action: Any) -> str | None:
        """Why it cannot be put on a board at all, or None."""
        kind = type(action)
        if kind is not self._place:
            return f"it is {_article(kind)}" + (", a subclass of PlaceAction" if isinstance(action, self._place) else "")
        for name in _CELL_NAMES:
            if not hasattr(action, name):
                return f"it has no {name}"
            coord = getattr(action, name)
            if type(coord) is not self._coord:
                return f"{name} is {_article(type(coord))}, not a Coord"
            try:
                if coord in self._plain:
                    continue
            except Exception:
                pass
            return _odd_number(action) or f"{name} is {_describe(coord)}, which is not on the board"
        return None


_CELL_NAMES = ("c1", "c2", "c3", "c4")


def _article(kind: type) -> str:
    return f"{'an' if kind.__name__[:1].lower() in tuple('aeio') else 'a'} {kind.__name__}"


def _odd_number(action: Any) -> str | None:
    """The first coordinate that is no plain integer, in words."""
    for name in _CELL_NAMES:
        coord = getattr(action, name)
        for axis in ("r", "c"):
            number = getattr(coord, axis)
            if type(number) is not int:
                return f"{name}.{axis} is {_describe(number)}, {_article(type(number))}: coordinates must be int"
    return None


def _describe(value: Any) -> str:
    try:
        return str(value)[:_TEXT]
    except Exception:
        return f"<{type(value).__name__}>"


def _load_class(folder: str, module: str, name: str) -> Any:
    """The agent's class. If it is not found, the exception says what is there and what to do."""
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as missing:
        missing.msg = _why_missing(folder, module, missing) or missing.msg
        raise
    try:
        return getattr(found, name)
    except AttributeError:
        raise AttributeError(_why_no_class(found, folder, module, name)) from None


def _importable(folder: str) -> list[str]:
    """The names that could be imported from a folder."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return []
    names = [entry.name[:-3] if entry.name.endswith(".py") else entry.name for entry in entries if _is_code(entry)]
    return [name for name in names if name.isidentifier() and not name.startswith("__")]


def _is_code(entry: Any) -> bool:
    return bool(entry.name.endswith(".py") or entry.is_dir())


def _listed(names: list[str]) -> str:
    return ", ".join(names[:_NAMES]) + (", ..." if len(names) > _NAMES else "") if names else "nothing that can be imported"


def _why_missing(folder: str, module: str, missing: ImportError) -> str | None:
    """A sentence about a module that was not found; None if the exception's own is good enough."""
    name = missing.name or ""
    if name == module or module.startswith(f"{name}."):
        parent = os.path.join(folder, *name.split(".")[:-1])
        text = f"there is no package {name!r}; what is there: {_listed(_importable(parent))}"
        if os.path.isfile(os.path.join(folder, "__init__.py")):
            text += ". The folder has an __init__.py, so it seems to be the package itself: go to the folder above it"
        return text
    first = name.partition(".")[0]
    package = module if os.path.isdir(os.path.join(folder, *module.split("."))) else module.rpartition(".")[0]
    if package and first in _importable(os.path.join(folder, *package.split("."))):
        return (
            f"No module named {name!r}: it lies inside the package {package}, so the import needs a dot before it: "
            f"`from .{name} import ...`, or `from . import {first}`"
        )
    return None


def _why_no_class(found: Any, folder: str, module: str, name: str) -> str:
    """A sentence about a class that is not where it should be."""
    top = module.partition(".")[0]
    classes = [
        key
        for key, value in vars(found).items()
        if isinstance(value, type) and str(getattr(value, "__module__", "")).partition(".")[0] == top
    ]
    text = f"the package {module!r} has no class {name!r}; classes that are there: {', '.join(classes[:_NAMES]) or 'none'}"
    if classes:
        return f"{text}. Name one as {module}:{classes[0]}"
    inside = os.path.join(folder, *module.split("."))
    for submodule in _importable(inside):
        if _defines(os.path.join(inside, f"{submodule}.py"), name):
            return f"{text}. {submodule}.py has one: write `from .{submodule} import {name}` in __init__.py"
    return text


def _defines(path: str, name: str) -> bool:
    """Does a file seem to define a class?"""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return any(line.startswith((f"class {name}:", f"class {name}(")) for line in file)
    except OSError:
        return False


class _Agent:
    """The agent's object and the calls to it."""

    def __init__(self, setup: dict[str, Any], game: Any) -> None:
        self._setup = setup
        # Our own references: whatever the agent does to its modules is its own affair.
        self._place, self._coord, colour = game.PlaceAction, game.Coord, game.PlayerColor
        self._judge = _CourseJudge(game)
        self._colours = {"red": colour.RED, "blue": colour.BLUE}
        self._object: Any = None

    def init(self, message: dict[str, Any]) -> dict[str, Any]:
        cls = _load_class(self._setup["agent"], self._setup["module"], self._setup["class"])
        self._object = cls(color=self._colours[self._setup["colour"]], **message["referee"])
        return {"done": True}

    def update(self, message: dict[str, Any]) -> dict[str, Any]:
        action = self._place(*(self._coord(row, column) for row, column in message["action"]))
        self._judge.played(action)
        self._object.update(self._colours[message["colour"]], action, **message["referee"])
        return {"done": True}

    def action(self, message: dict[str, Any]) -> dict[str, Any]:
        action = self._object.action(**message["referee"])
        try:
            return {"action": self._judge.cells(action)}
        except Exception as refusal:
            return {"not_an_action": _describe(action), "why": _describe(refusal)}


def _failure(error: BaseException, folder: str, shown: str) -> dict[str, Any]:
    """The agent's own part of the traceback, with `shown` for the folder that it runs in."""
    lines = _own_lines(_traceback(error))
    lines = [line.replace(folder, shown)[:_TEXT] for line in lines[-_TRACE_LINES:]]
    return {"type": type(error).__name__, "text": _describe(error), "trace": lines}


def _traceback(error: BaseException) -> list[str]:
    try:
        return traceback.format_exc().rstrip("\n").split("\n")
    except OSError:
        # Some versions of Python load more for it only now, when the agent may have taken all descriptors.
        frames = traceback.walk_tb(error.__traceback__)
        places = [f'  File "{frame.f_code.co_filename}", line {line}, in {frame.f_code.co_name}' for frame, line in frames]
        return ["Traceback (most recent call last):", *places, f"{type(error).__name__}: {_describe(error)}"]


def _own_lines(lines: list[str]) -> list[str]:
    """The traceback without the frames of this file and of what it calls to import the agent."""
    own = [__file__ in line for line in lines]
    start = 1 + max((i for i, line in enumerate(lines) if own[i] and not line.endswith(_PATIENT)), default=-1)
    kept: list[str] = []
    foreign = start > 0
    for i, line in enumerate(lines[start:], start):
        if line.startswith('  File "'):
            foreign = own[i] or "<frozen importlib" in line or f"{os.sep}importlib{os.sep}__init__.py" in line
        elif not line.startswith("    "):
            foreign = False
        # Below a frame: its source and, since 3.11, the marks under it.
        if not foreign:
            kept.append(line)
    return kept


def _serve(channel: _Channel, agent: _Agent, folder: str, shown: str) -> NoReturn:
    calls = {"init": agent.init, "action": agent.action, "update": agent.update}
    while True:
        message = channel.read()
        _gc_collect()  # off the clock, as the course does
        channel.write({"begin": True})
        channel.read()
        try:
            answer = calls[message["call"]](message)
        except Exception as error:
            answer = {"error": _failure(error, folder, shown)}
        channel.write(answer)


def main() -> None:
    """Set up, then answer calls until the referee closes the socket."""
    channel = _Channel(int(sys.argv[1]))
    setup = channel.read()["setup"]
    walls = _confine(setup)
    game = _load_own(setup)
    _name_user(os.environ["USER"], os.environ["HOME"])
    _seed(setup["seed"])
    if setup["own_tasks"] is not None:
        _wait_for_room(setup["own_tasks"])
    sys.path.insert(1, setup["agent"])
    sys.argv = ["agent"]
    sys.stdout = sys.stderr
    sys.__stdout__ = _Refused(_NO_STDOUT)  # type: ignore[misc,assignment]
    sys.stdin = sys.__stdin__ = _Refused(_NO_STDIN)  # type: ignore[misc,assignment]
    agent = _Agent(setup, game)
    gc.collect()
    gc.freeze()  # what is ours need not be looked through before each call
    walls.limit_growth(setup["room_bytes"])
    channel.write({"ready": True})
    _serve(channel, agent, setup["agent"], setup["shown"])


if __name__ == "__main__":
    main()
