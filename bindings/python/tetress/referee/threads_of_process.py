# SPDX-License-Identifier: MIT
"""The threads of a process, as /proc tells of them. Linux.

A process lives as long as one of its threads does. Its first one may have ended. Then the files of /proc/PID are those
of a dead thread: they tell of no memory, no environment and no descriptors, and call the process a zombie. So they are
asked of a thread that lives.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

# How often to look for new threads. One look finds all threads of a process that is ending.
_LOOKS = 50

_T = TypeVar("_T")


class Elusive(Exception):
    """Each thread of a process ends before it can be asked, and has started another one by then. No honest program does
    that."""


def threads(pid: int) -> list[int]:
    """The threads of a process; none if it is gone. Raises OSError."""
    try:
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    except (FileNotFoundError, ProcessLookupError):
        return []


def ask(pid: int, question: Callable[[str], _T | None]) -> _T | None:
    """The answer of the first thread that has one; None if none has, for the process is gone or ending.

    question(folder) gets a thread's folder in /proc. It returns None if the thread has nothing to tell: it is gone or
    ending, and never has more to tell. What a thread without memory has in /proc belongs to root. So to others it denies
    what it does not have, and that is nothing to tell, too. Raises Elusive, and what the question raises.
    """
    answer = _answer(question, f"/proc/{pid}")
    if answer is not None:
        return answer
    asked = {pid}
    for _ in range(_LOOKS):
        new = [thread for thread in threads(pid) if thread not in asked]
        if not new:
            return None
        for thread in new:
            answer = _answer(question, f"/proc/{pid}/task/{thread}")
            asked.add(thread)
            if answer is not None:
                return answer
    raise Elusive(f"the threads of process {pid} cannot be asked")


def _answer(question: Callable[[str], _T | None], folder: str) -> _T | None:
    try:
        return question(folder)
    except PermissionError:
        # Memory that is gone never comes back. A thread that has some hides the rest.
        if b"\nVmSize:" in (read(f"{folder}/status") or b""):
            raise
        return None


def read(path: str) -> bytes | None:
    """A file of a process or thread; None if that is gone. Raises OSError."""
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read()
    except (FileNotFoundError, ProcessLookupError):
        return None


def _lives(folder: str) -> bool | None:
    fields = (read(f"{folder}/stat") or b"").rpartition(b")")[2].split()
    return True if fields and fields[0] not in (b"Z", b"X") else None


def lives(pid: int) -> bool:
    """Does one of its threads live? A process that has ended and was not waited for does not. Raises OSError."""
    try:
        return ask(pid, _lives) is True
    except Elusive:
        return True
