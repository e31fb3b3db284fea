# SPDX-License-Identifier: MIT
"""Watches the files that an agent keeps: their number, and on the host's own disk also their size. Linux.

A file system of its own bounds the size of an agent's files and not their number, and each costs the kernel memory.
Where an agent has no file system of its own, nothing but this bounds either.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Callable, Iterable

from . import threads_of_process

# How many files an agent may make, beside the copies of its own.
MOST_FILES = 4096

# Seconds between two looks into folders, and the least multiple of what a look takes.
_LOOK_S = 0.05
_REST = 20

_BLOCK = 512
_MB = 1 << 20


def _how_many(count: int) -> str:
    return f"made {count} files, the limit is {MOST_FILES}"


class MountFootprint:
    """The files in the agent's own file systems, which are mounted at `folders` in the sandbox of process `pid`. Count from
    now on. A few microseconds a look. Raises OSError."""

    def __init__(self, pid: int, folders: Iterable[str]) -> None:
        self._closing = contextlib.ExitStack()
        self._open: list[int] = []
        try:
            for folder in folders:
                self._open.append(os.open(f"/proc/{pid}/root{folder}", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC))
                self._closing.callback(os.close, self._open[-1])
            self._before = self._count()
        except OSError:
            self.close()
            raise

    def _count(self) -> int:
        found = [os.fstatvfs(one) for one in self._open]
        return sum(one.f_files - one.f_ffree for one in found)

    def complaint(self) -> str | None:
        """A sentence about too many files, or None."""
        count = self._count() - self._before
        return _how_many(count) if count > MOST_FILES else None

    def close(self) -> None:
        """Let go of the file systems."""
        self._closing.close()
        self._open = []


class FolderFootprint:
    """The files below `folders` of the host, and those that processes `members()` have open but unlinked, if this
    process may see these now. Count from now on."""

    def __init__(self, folders: Iterable[str], members: Callable[[], Iterable[int]], most_mb: int) -> None:
        self._folders = tuple(folders)
        self._members = members
        self._most_mb = most_mb
        self._next = 0.0
        self._sees = True
        try:
            self._before = self._look()
        except PermissionError:
            self._sees = False  # layer_plan.py makes such files few
            self._before = self._look()

    def _look(self) -> tuple[int, int, int]:
        """The number of files and folders, the bytes that they take, and how many folders are closed to us. Raises
        PermissionError or threads_of_process.Elusive if a process hides what it has open."""
        count = size = closed = 0
        waiting = list(self._folders)
        while waiting:
            folder = waiting.pop()
            try:
                with os.scandir(folder) as entries:
                    for entry in entries:
                        count += 1
                        with contextlib.suppress(OSError):  # what is gone meanwhile does not count
                            size += entry.stat(follow_symlinks=False).st_blocks
                            if entry.is_dir(follow_symlinks=False):
                                waiting.append(entry.path)
            except PermissionError:
                closed += 1
            except OSError:
                continue  # gone
        unlinked = [blocks for pid in self._members() for blocks in _unlinked(pid)] if self._sees else []
        return count + len(unlinked), (size + sum(unlinked)) * _BLOCK, closed

    def complaint(self) -> str | None:
        """A sentence about too many files, or None. Not every call looks."""
        now = time.monotonic()
        if now < self._next:
            return None
        try:
            count, size, closed = self._look()
        except (PermissionError, threads_of_process.Elusive):
            return "hides which files it has open"
        done = time.monotonic()
        self._next = done + max(_LOOK_S, _REST * (done - now))
        if closed > self._before[2]:
            return "hides files in a folder that nobody may list"
        count, size = count - self._before[0], size - self._before[1]
        if count > MOST_FILES:
            return _how_many(count)
        if size > self._most_mb * _MB:
            return f"keeps {size / _MB:.0f} MB in files, the limit is {self._most_mb} MB"
        return None

    def close(self) -> None:
        """There is nothing to do."""


def _unlinked_blocks(folder: str) -> list[int] | None:
    """The blocks of each file that a thread, whose folder in /proc this is, has open and that has no name; None if it has
    nothing open. Threads of a process share what is open."""
    try:
        names = os.listdir(f"{folder}/fd")
    except (FileNotFoundError, ProcessLookupError):
        return None
    found: list[int] = []
    for name in names:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            one = os.stat(f"{folder}/fd/{name}")
            if stat.S_ISREG(one.st_mode) and one.st_nlink == 0:
                found.append(one.st_blocks)
    return found if names else None


def _unlinked(pid: int) -> list[int]:
    """The blocks of each file that a process has open and that has no name. A process that is gone has none. Raises
    PermissionError, and threads_of_process.Elusive."""
    return threads_of_process.ask(pid, _unlinked_blocks) or []
