# SPDX-License-Identifier: MIT
"""The folder that a team has handed in, looked at from outside the sandbox. It may hold anything: pipes on which a reader
waits for ever, devices, files that take no room and have no end, links to everywhere. Nothing here follows a link, opens
what is no regular file, or goes on without end. What cannot be played is the team's fault.
"""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import hashlib
import os
import pathlib
import stat
from collections.abc import Iterator
from typing import Any

from .store_mark import is_store
from .untrusted_text import UntrustedText

# What a folder may hold, links and folders counted as files. A virtual environment with numpy has about 5,000 files.
MOST_FILES = 20_000
MOST_MB = 1024

# Files that the agent's user could not read are copied for each game, which takes room on the disk, and time.
MOST_COPIED_FILES = 5_000
MOST_COPIED_MB = 256

# Folders in folders, and the longest name of a file with those of its folders, in bytes. The system's own limit, which
# counts the folders above, too, is 4,096.
DEEPEST = 64
LONGEST = 2048

_MB = 1 << 20
_PIECE = 1 << 20

# These are the team's doing. Any other failure to read is the machine's.
_TEAMS = frozenset({errno.EACCES, errno.EPERM, errno.ENAMETOOLONG, errno.ELOOP, errno.ENOTDIR})

# No copy needs these.
_NOT_COPIED = frozenset({".git", "__pycache__"})


class SubmissionError(ValueError):
    """A folder that cannot be played, by its team's fault. The message says why, with shown names."""


@dataclasses.dataclass(frozen=True)
class Member:
    """A file, folder or link below a folder. `name` is relative to it, with slashes."""

    name: str
    mode: int
    size: int

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.mode)

    @property
    def is_link(self) -> bool:
        return stat.S_ISLNK(self.mode)


def _shown(name: str) -> str:
    return f"'{UntrustedText(name).cut(200)}'"


def _check_kind(member: Member) -> None:
    for test, kind in ((stat.S_ISFIFO, "a pipe (FIFO)"), (stat.S_ISSOCK, "a socket"), (stat.S_ISCHR, "a device"), (stat.S_ISBLK, "a device")):
        if test(member.mode):
            raise SubmissionError(f"its folder holds {kind}, {_shown(member.name)}; hand in files and folders only")
    if member.name.count("/") >= DEEPEST:
        raise SubmissionError(f"its folders lie in one another more than {DEEPEST} deep, at {_shown(member.name)}")
    if len(os.fsencode(member.name)) > LONGEST:
        raise SubmissionError(f"a name in its folder is longer than {LONGEST} bytes with its folders: {_shown(member.name)}")


def _unreadable(name: str) -> SubmissionError:
    return SubmissionError(f"its folder holds what the referee cannot read: {_shown(name or '.')}")


def _inside(root: str, folder: str) -> Iterator[tuple[Member, os.DirEntry[str]]]:
    """What lies in `folder`, whose name is relative to `root`. Raises SubmissionError, OSError."""
    try:
        with os.scandir(os.path.join(root, folder)) as entries:
            for entry in entries:
                # What is gone meanwhile was nothing of the agent's.
                with contextlib.suppress(FileNotFoundError):
                    found = entry.stat(follow_symlinks=False)
                    name = f"{folder}/{entry.name}" if folder else entry.name
                    yield Member(name, found.st_mode, found.st_size), entry
    except OSError as failure:
        if failure.errno in _TEAMS:
            raise _unreadable(folder) from None
        if not folder or failure.errno != errno.ENOENT:
            raise


def members(root: str) -> list[Member]:
    """All that lies below a folder, by name. Raises SubmissionError, and OSError for what is the machine's fault."""
    found: list[Member] = []
    waiting = [""]
    size = 0
    while waiting:
        for member, entry in _inside(root, waiting.pop()):
            _check_kind(member)
            found.append(member)
            size += member.size
            if len(found) > MOST_FILES:
                raise SubmissionError(f"its folder holds more than {MOST_FILES:,} files; give the package a folder of its own")
            if size > MOST_MB * _MB:
                raise SubmissionError(f"the files in its folder are larger than {MOST_MB:,} MB together")
            if member.is_folder:
                waiting.append(member.name)
            elif not member.is_link and not os.access(entry.path, os.R_OK):
                raise _unreadable(member.name)
    return sorted(found, key=lambda member: os.fsencode(member.name))


def problem(root: str, sandboxed: bool) -> str | None:
    """Why the package in this folder cannot be played, by its team's fault; None if it can. Raises OSError for what is
    the machine's fault."""
    try:
        found = members(root)
        copied = _copied(found)
        is_large = len(copied) > MOST_COPIED_FILES or sum(one.size for one in copied) > MOST_COPIED_MB * _MB
        if is_large and _is_closed(root, found, sandboxed):
            return f"not everyone may read its files, and they are more than {MOST_COPIED_FILES:,} or larger than {MOST_COPIED_MB} MB together"
    except SubmissionError as wrong:
        return str(wrong)
    return None


# ---- Copies --------------------------------------------------------------------------------------


def needs_copy(root: str, sandboxed: bool) -> bool:
    """Could the user that the agent runs as not read all of it? Raises SubmissionError, OSError."""
    return _is_closed(root, members(root), sandboxed)


def _is_closed(root: str, found: list[Member], sandboxed: bool) -> bool:
    if not (sandboxed and os.geteuid() == 0):
        return False
    return not (_is_open(os.stat(root).st_mode) and all(_is_open(one.mode) for one in _copied(found) if not one.is_link))


def _is_open(mode: int) -> bool:
    """May everyone read it, and go into it if it is a folder?"""
    wanted = 0o005 if stat.S_ISDIR(mode) else 0o004
    return mode & wanted == wanted


def _copied(found: list[Member]) -> list[Member]:
    return [one for one in found if _NOT_COPIED.isdisjoint(one.name.split("/"))]


def copy(root: str, target: str) -> None:
    """Copy a folder so that everyone may read it. `target` is made. Links stay links. Raises SubmissionError, OSError."""
    os.mkdir(target)
    os.chmod(target, 0o755)
    for member in _copied(members(root)):
        source, path = os.path.join(root, member.name), os.path.join(target, member.name)
        if member.is_folder:
            os.mkdir(path)
            os.chmod(path, 0o755)
        elif member.is_link:
            os.symlink(os.readlink(source), path)
        else:
            with open(path, "wb") as file:
                for piece in _pieces(source, member.size):
                    file.write(piece)
            os.chmod(path, 0o755 if member.mode & 0o100 else 0o644)


def _pieces(path: str, size: int) -> Iterator[bytes]:
    """The content of a regular file, up to the size that it had."""
    # Whatever has taken its place meanwhile is neither waited for nor followed.
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb", buffering=0) as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "no regular file any more", path)
        while size > 0 and (piece := file.read(min(size, _PIECE))):
            size -= len(piece)
            yield piece


# ---- The fingerprint -----------------------------------------------------------------------------


def add_to_digest(digest: Any, root: str) -> None:
    """Add everything below a folder that decides how its package plays to a hash: names and kinds of all files, whether
    they can be run, their content, targets of links. Stores of games that lie directly in the folder are left out, since
    games that are played change them. All folders that cannot be played are alike: which of several reasons is found
    first is chance. Raises OSError."""
    try:
        for member in members(root):
            path = os.path.join(root, member.name)
            if "/" not in member.name and stat.S_ISREG(member.mode) and is_store(pathlib.Path(path)):
                continue
            _add_member(digest, member, path)
    except SubmissionError:
        digest.update(b"unplayable\0")


def _add_member(digest: Any, member: Member, path: str) -> None:
    name = os.fsencode(member.name)
    if member.is_folder:
        digest.update(b"folder\0" + name + b"\0")
    elif member.is_link:
        digest.update(b"link\0" + name + b"\0" + os.fsencode(os.readlink(path)) + b"\0")
    else:
        kind = b"program" if member.mode & 0o100 else b"file"
        content = hashlib.sha256()
        for piece in _pieces(path, member.size):
            content.update(piece)
        digest.update(kind + b"\0" + name + b"\0" + content.digest())
