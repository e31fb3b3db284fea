# SPDX-License-Identifier: MIT
"""What the package's programs have in common. If their output cannot be written, they end, without a traceback: silently
if its reader has gone away, as `head` does; on any other failure, such as a full disk, with a sentence. As first process
of a container they leave that place to another (_first_process.py)."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

from ._first_process import stand_aside

# The code that a shell reports for a program that SIGPIPE ended.
_READER_IS_GONE = 141

_NAMES = {"stdout": "standard output", "stderr": "standard error"}


class _OutputLost(Exception):
    """A standard stream could not be written. This is no OSError, so no handler for another file's takes it."""

    def __init__(self, stream: str, failure: OSError) -> None:
        super().__init__(f"cannot write to {_NAMES[stream]}: {failure.strerror}")
        self.reader_is_gone = isinstance(failure, BrokenPipeError)


class _Watched:
    """A standard stream, or the binary file below it. It raises _OutputLost where that raises OSError."""

    def __init__(self, name: str, file: Any) -> None:
        self._name = name
        self._file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    @property
    def buffer(self) -> _Watched:
        return _Watched(self._name, self._file.buffer)

    def write(self, text: Any) -> Any:
        try:
            return self._file.write(text)
        except OSError as failure:
            raise _OutputLost(self._name, failure) from None

    def writelines(self, lines: Iterable[Any]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        try:
            self._file.flush()
        except OSError as failure:
            raise _OutputLost(self._name, failure) from None


@contextlib.contextmanager
def _watched_streams() -> Iterator[None]:
    before = sys.stdout, sys.stderr
    with contextlib.ExitStack() as stack:
        # A stream that was closed when the program started is None; print() then prints nothing.
        files = (file or stack.enter_context(open(os.devnull, "w", encoding="utf-8")) for file in before)
        sys.stdout, sys.stderr = (cast(Any, _Watched(name, file)) for name, file in zip(_NAMES, files))
        try:
            yield
            sys.stdout.flush()
        except SystemExit:
            sys.stdout.flush()
            raise
        finally:
            sys.stdout, sys.stderr = before


def _discard(stream: Any) -> None:
    """Let what the stream still holds go nowhere: the interpreter would write it at its end, and complain."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


def _hear_of_children() -> None:
    """Undo that SIGCHLD is ignored, which a program inherits from the one that starts it. Where it is ignored, the kernel
    does not keep how a child ended, and an agent that was killed by a signal seems to have exited with code 0."""
    child_ended = getattr(signal, "SIGCHLD", None)  # Windows has none
    if child_ended is not None and signal.getsignal(child_ended) == signal.SIG_IGN and threading.current_thread() is threading.main_thread():
        signal.signal(child_ended, signal.SIG_DFL)


def program(name: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """A decorator for the main function of the program of that name."""

    def decorate(main: Callable[..., int]) -> Callable[..., int]:
        @functools.wraps(main)
        def whole(arguments: list[str] | None = None) -> int:
            if arguments is None:
                # It was started as a program. With arguments it is a function, whose caller keeps its process.
                _hear_of_children()
                stand_aside()
            try:
                with _watched_streams():
                    return main(arguments)
            except _OutputLost as lost:
                return _end(name, lost)

        return whole

    return decorate


def _end(name: str, lost: _OutputLost) -> int:
    """Say what was lost, if anybody can hear it. Returns the exit code."""
    if not lost.reader_is_gone:
        with contextlib.suppress(OSError):
            print(f"{name}: {lost}", file=sys.stderr, flush=True)
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            _discard(stream)
    return _READER_IS_GONE if lost.reader_is_gone else 1
