# SPDX-License-Identifier: MIT
"""Recognises stores of games (tetress.tournament.store) by the application id that SQLite keeps at their start."""

from __future__ import annotations

import os
import pathlib
import stat

APPLICATION_ID = int.from_bytes(b"TtrS", "big")

# https://www.sqlite.org/fileformat.html: the header string, and where the application id is.
MAGIC, OFFSET = b"SQLite format 3\0", 68

_AS_IT_IS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

# What SQLite writes beside a database that is in use.
_BESIDE = ("-wal", "-shm", "-journal")


def is_store(path: pathlib.Path) -> bool:
    """Is the file a store of games, or one that SQLite keeps beside a store?"""
    name = os.fspath(path)
    for end in _BESIDE:
        if name.endswith(end):
            name = name[: -len(end)]
            break
    try:
        # In a folder of others it may be a link to anywhere, or a pipe on which a reader would wait.
        descriptor = os.open(name, os.O_RDONLY | _AS_IT_IS)
        with open(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return False
            return is_header(file.read(OFFSET + 4))
    except OSError:
        return False


def is_header(start: bytes) -> bool:
    """Are these bytes the start of a store of games?"""
    return start.startswith(MAGIC) and start[OFFSET : OFFSET + 4] == APPLICATION_ID.to_bytes(4, "big")
