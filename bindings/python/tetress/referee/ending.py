# SPDX-License-Identifier: MIT
"""Ends a program when a signal asks for it: by an exception in its main thread, so that everything is taken down in
order. Python prints an exception that comes within a destructor ("Exception ignored in ...") and forgets it. The
request would be lost, so it is made again a moment later. Once it has been heard, further requests change nothing."""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import Any, Callable

# A request that came within a destructor is made again after these seconds. Most destructors are done by then.
_AGAIN_S = 0.01


def _heard(number: int, frame: FrameType | None) -> None:
    """Do nothing. Programs that are started would inherit SIG_IGN."""


def _exit(number: int) -> BaseException:
    return SystemExit(128 + number)


class Ending:
    """Raises an exception when the process gets SIGTERM: by default SystemExit with the code that shells use. There may
    be one at a time, in the main thread. stop() ends it, and so does the end of a `with` block."""

    def __init__(self, make: Callable[[int], BaseException] = _exit) -> None:
        self._make = make
        self._raised: BaseException | None = None
        self._alarm: Any = None  # what SIGALRM did before a request was to be made again
        self._in_hook = False
        self._hook = sys.unraisablehook
        self._previous = signal.signal(signal.SIGTERM, self._end)
        sys.unraisablehook = self._unraisable

    def _end(self, number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, _heard)
        self._raised = self._make(signal.SIGTERM)
        raise self._raised

    def _again(self, number: int, frame: FrameType | None) -> None:
        if self._in_hook:  # on a busy machine; Python forgets an exception of the hook, too
            signal.setitimer(signal.ITIMER_REAL, _AGAIN_S)
        elif self._alarm is not None:
            self._end(number, frame)

    def _unraisable(self, unraisable: Any) -> None:
        if self._raised is None or unraisable.exc_value is not self._raised:
            self._hook(unraisable)
            return
        self._in_hook = True
        self._ask_again()
        self._in_hook = False

    def _ask_again(self) -> None:
        if self._alarm is None:
            self._alarm = signal.getsignal(signal.SIGALRM)
        signal.signal(signal.SIGALRM, self._again)
        signal.setitimer(signal.ITIMER_REAL, _AGAIN_S)

    def _disarm(self) -> None:
        """Make no request again, and go back to what SIGALRM did before."""
        alarm, self._alarm = self._alarm, None
        if alarm is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, alarm)

    def stop(self) -> None:
        """Go back to what SIGTERM did before. A request that was to be made again is dropped: what it was to end is
        over."""
        self._disarm()
        signal.signal(signal.SIGTERM, self._previous)
        sys.unraisablehook = self._hook

    def ignore(self) -> None:
        """From now on SIGTERM does nothing: the program is about to end by itself."""
        self._disarm()
        signal.signal(signal.SIGTERM, _heard)

    def __enter__(self) -> Ending:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
