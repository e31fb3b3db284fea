# SPDX-License-Identifier: MIT
"""Long calls that Ctrl-C can end.

Long calls are searches of engines and long calls on the single-player game. Python runs signal handlers in the main
thread, between two of its bytecodes. A main thread that is inside the library has none, so Ctrl-C would wait for the
call to end. Therefore the main thread hands long calls to a helper thread and waits on a lock, which signals do
interrupt. The handler then runs, and its exception stops the call: tetress_engine_stop() ends a search, and a number
that the library looks at (`stop` of tetress_tetris_options) ends a call on the single-player game. Other threads never
run handlers and call directly. (The info callback could look for signals too, but it may not come for minutes.)

An interpreter that ends lets no other thread run. A new one would wait for ever, and we would wait for it. Destructors
that run so late call directly, too.

The result is the same either way: a search counts nodes, and the CPU time of the thread that runs it.
"""

from __future__ import annotations

import _thread
import contextvars
import os
import sys
import threading
from ctypes import c_int32
from typing import Callable

# On Windows Ctrl-C does not interrupt a wait on a lock, so the wait is cut into pieces. Elsewhere a signal handler may
# fork, and the child has to find out that it waits for a thread that it does not have.
_WAIT = 0.05 if sys.platform == "win32" else 0.5


class Forked(RuntimeError):
    """Raised in a child that a signal handler has forked during a long call, by that call: a child has no helper thread."""


def in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


class _Latch:
    """Opens once. A wait may be interrupted at any moment, even after it had its lock; if the latch is open the next
    wait returns at once."""

    def __init__(self) -> None:
        self._is_open = False
        self._process = os.getpid()
        self._lock = _thread.allocate_lock()
        self._lock.acquire()

    def open(self) -> None:
        self._is_open = True
        self._lock.release()

    def wait(self) -> None:
        """Raises Forked."""
        while not self._is_open:
            if os.getpid() != self._process:
                raise Forked("the call goes on in the parent process alone: this one was forked while it ran")
            self._lock.acquire(timeout=_WAIT)


def run_until_stopped(call: Callable[[c_int32], int]) -> int:
    """What `call` returns, a long call of the library that returns soon once the number that it is given is not 0. In
    the main thread it runs in a helper thread; an exception that interrupts the wait ends it. In any other thread it
    runs in that one."""
    stop = c_int32(0)
    if not in_main_thread():
        return call(stop)
    returned: list[int] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            returned.append(call(stop))
        except BaseException as failure:
            failures.append(failure)

    def ask() -> None:
        stop.value = 1

    run_interruptibly(work, ask)
    if failures:
        raise failures.pop()
    return returned[0]


def run_interruptibly(work: Callable[[], None], stop: Callable[[], None]) -> None:
    """Run `work` in a helper thread. If an exception interrupts the wait, call `stop`, wait until `work` has returned,
    and raise the exception again. A second exception leaves without waiting. `work` must not raise, and must return
    soon after `stop`. It sees the context variables of the caller. While the interpreter ends it runs in the calling
    thread. Raises Forked."""
    if sys.is_finalizing():
        work()
        return
    claim = _thread.allocate_lock()  # whoever gets it does the work
    done = _Latch()

    def claimed_work() -> None:
        if claim.acquire(blocking=False):
            try:
                work()
            finally:
                done.open()

    try:
        try:
            _thread.start_new_thread(contextvars.copy_context().run, (claimed_work,))
        except RuntimeError:  # no thread can be started
            claimed_work()
        done.wait()
    except Forked:
        raise
    except BaseException:
        stop()
        claimed_work()  # in case the helper was not even started
        done.wait()
        raise
