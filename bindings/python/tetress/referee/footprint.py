# SPDX-License-Identifier: MIT
"""Watches the files that an agent keeps: their number, and on the host's own disk also their size. Linux.

A file system of its own bounds the size of an agent's files and not their number, and each costs the kernel memory.
Where an agent has no file system of its own, nothing but this bounds either.
"""

from __future__ import annotations

import contextlib
import errno
import math
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

# Folders that are looked into lie at most so deep. Each level takes a descriptor. Those that are handed in are 64 deep at most.
_DEEPEST = 100

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC

# What opening a folder fails with if it is gone, or is no folder any more.
_GONE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)

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


class _Tally:
    """What lies below some folders while an agent may be changing them. No link is followed, also none that takes the place
    of a folder at that moment: it could lead through the whole machine. Paths are not used, since those of deep folders are
    longer than the kernel takes.

    files        the number of files and folders; no more are looked for when there are more than `most`
    blocks       what they take
    closed       how many folders this process may not look into
    is_too_deep  there are folders so deep that they were not looked into
    """

    def __init__(self, most: float) -> None:
        self._most = most
        self.files = self.blocks = self.closed = 0
        self.is_too_deep = False

    def add_folder(self, name: str, above: int | None = None, depth: int = 0) -> None:
        """Count what is in a folder, which is named as in the open folder `above`. One that is gone holds nothing. Raises
        OSError, such as when descriptors run out."""
        try:
            folder = os.open(name, _FOLDER, dir_fd=above)
        except PermissionError:
            self.closed += 1
            return
        except OSError as failure:
            if failure.errno in _GONE:
                return
            raise
        try:
            for inner in self._add_entries(folder):
                if depth == _DEEPEST:
                    self.is_too_deep = True
                elif self.files <= self._most:
                    self.add_folder(inner, folder, depth + 1)
        finally:
            os.close(folder)

    def _add_entries(self, folder: int) -> list[str]:
        """Count the entries of an open folder. Returns the names of the folders among them."""
        names = []
        with contextlib.suppress(FileNotFoundError), os.scandir(folder) as entries:  # it may be removed meanwhile
            for entry in entries:
                self.files += 1
                if entry.is_dir(follow_symlinks=False):
                    names.append(entry.name)
                try:
                    self.blocks += entry.stat(follow_symlinks=False).st_blocks
                except FileNotFoundError:
                    pass  # it is gone
                except PermissionError:
                    self.closed += 1
        return names


class FolderFootprint:
    """The files below `folders` of the host, and those that processes `members()` have open but unlinked, if this
    process may see these now. Count from now on."""

    def __init__(self, folders: Iterable[str], members: Callable[[], Iterable[int]], most_mb: int) -> None:
        self._folders = tuple(folders)
        self._members = members
        self._most_mb = most_mb
        self._most_files: float = math.inf  # that are counted
        self._next = 0.0
        self._sees = True
        try:
            self._before = self._look()
        except PermissionError:
            self._sees = False  # layer_plan.py makes such files few
            self._before = self._look()
        self._most_files = self._before.files + MOST_FILES

    def _look(self) -> _Tally:
        """Count what is there. Raises PermissionError or threads_of_process.Elusive if a process hides what it has open, and
        OSError if a folder cannot be looked into."""
        tally = _Tally(self._most_files)
        for folder in self._folders:
            tally.add_folder(folder)
        for pid in self._members() if self._sees else ():
            for blocks in _unlinked(pid):
                tally.files += 1
                tally.blocks += blocks
        return tally

    def complaint(self) -> str | None:
        """A sentence about too many files, or None. Not every call looks."""
        now = time.monotonic()
        if now < self._next:
            return None
        try:
            found = self._look()
        except (PermissionError, threads_of_process.Elusive):
            return "hides which files it has open"
        done = time.monotonic()
        self._next = done + max(_LOOK_S, _REST * (done - now))
        if found.closed > self._before.closed:
            return "hides files in a folder that nobody may list"
        if found.is_too_deep:
            return f"made folders more than {_DEEPEST} deep"
        count, size = found.files - self._before.files, (found.blocks - self._before.blocks) * _BLOCK
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
