# SPDX-License-Identifier: MIT
"""For programs that are the first process of a container. The kernel makes that one the parent of each process that has
lost its own, and takes it for dead only when its parent has asked how it ended. Programs do not ask for what they have
not started."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from typing import NoReturn

# These cannot be waited for, or say that this process itself is broken.
_OWN = {"SIGKILL", "SIGSTOP", "SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGTRAP", "SIGSYS"}


def stand_aside() -> None:
    """If this is the first process, go on in a child. The first process itself then does nothing but ask how processes
    ended, hand signals on, and end with the child's exit code. So nothing is asked that the program will ask itself.

    A child has none of the other threads, so with more than one this does nothing.
    """
    if not sys.platform.startswith("linux") or os.getpid() != 1 or threading.active_count() > 1:
        return
    waited: set[int] = {number for number in signal.valid_signals() if getattr(number, "name", "") not in _OWN}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, waited)
    child = os.fork()
    if child != 0:
        _serve(child, waited)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(child: int, waited: set[int]) -> NoReturn:
    while True:
        received = signal.sigwaitinfo(waited)
        if received.si_signo == signal.SIGCHLD:
            _reap(child)
        elif received.si_code <= 0 or received.si_signo == signal.SIGHUP:
            # From a process. A terminal's comes to the child, too, but for the one that says that it is gone.
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, received.si_signo)


def _reap(child: int) -> None:
    """Ask all that have ended how. Ends this process if the child is among them."""
    while True:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            os._exit(code if code >= 0 else 128 - code)  # what shells report for a signal
        if pid == 0:
            return
