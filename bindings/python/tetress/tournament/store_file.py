# SPDX-License-Identifier: MIT
"""The file of a store: what is none is refused before SQLite opens it, and each failure of SQLite becomes a sentence that
names the file and says what to do."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shlex
import sqlite3
import stat
from collections.abc import Iterator

from ..referee import isolation
from ..referee.store_mark import MAGIC, OFFSET, is_header
from ..referee.untrusted_text import UntrustedText
from .store_rows import BEFORE, COLUMNS, READERS, SCHEMA, DamagedRow, columns, create

# A store waits this long for others that write.
PATIENCE_S = 60.0

# https://www.sqlite.org/fileformat.html: where the header tells how the file is written, and the value for write-ahead;
# the size of a page, where 1 means 65536, and the number of pages.
_WRITE_VERSION, _WRITE_AHEAD = 18, 2
_PAGE_SIZE, _PAGES = slice(16, 18), slice(28, 32)


class StoreError(RuntimeError):
    """A file that is no store, that is damaged, or that cannot be read or written. The text says what to do."""


class DamageError(StoreError):
    """A store that is damaged."""


# Characters of a sentence about damage. SQLite quotes a text that is no UTF-8 as a whole.
_MOST_QUOTED = 200


def path_text(path: pathlib.Path) -> str:
    """The path as messages name it."""
    return UntrustedText(str(path)).shown()


def damage(path: pathlib.Path, what: object) -> DamageError:
    """The error for a store that is damaged. `what` may quote what the store holds, of any characters and length."""
    program = isolation.program("tetress-tournament", "tetress.tournament")
    return DamageError(
        f"{path_text(path)} is damaged ({UntrustedText(str(what)[:_MOST_QUOTED])}): take a copy that is whole, or save what is whole of it into a new store with "
        f"`{program} rescue {shlex.quote(path_text(path))} NEW`"
    )


def refuse_what_is_no_store(path: pathlib.Path, read_only: bool) -> None:
    """Raise StoreError unless the file is a store or, if it is to be written, a new one. This opens no database, so it
    changes nothing."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        if read_only:
            raise StoreError(f"there is no store {path_text(path)}: give the file that `run` has made") from None
        if not path.absolute().parent.is_dir():
            raise StoreError(f"{path_text(path)} cannot be made: there is no folder {path_text(path.absolute().parent)}") from None
        return
    except (OSError, ValueError) as failure:  # ValueError: a NUL in the path
        raise StoreError(f"{path_text(path)} cannot be read ({_reason(failure)}): give the file of a store") from None
    if stat.S_ISDIR(found.st_mode):
        raise StoreError(f"{path_text(path)} is a folder and no store: give the file that `run` has made")
    if not stat.S_ISREG(found.st_mode):
        raise StoreError(f"{path_text(path)} is no file and no store: give the file that `run` has made")
    if found.st_size == 0:
        if read_only:
            raise StoreError(f"{path_text(path)} is empty and no store: give the file that `run` has made")
        return
    try:
        with open(path, "rb") as file:
            start = file.read(OFFSET + 4)
    except OSError as failure:
        raise StoreError(f"{path_text(path)} cannot be read ({_reason(failure)}): change its permissions, or give another file") from None
    if not is_header(start):
        what = "a database of another program" if start.startswith(MAGIC) else "another kind of file"
        raise StoreError(f"{path_text(path)} is no store of games but {what}: give another file, or a copy that is whole if it was a store")


def _reason(failure: Exception) -> str:
    return getattr(failure, "strerror", None) or str(failure)


def is_written_ahead(path: pathlib.Path) -> bool:
    """Is it written as stores of version 2 are, with a log of its changes beside it?"""
    try:
        with open(path, "rb") as file:
            return file.read(_WRITE_VERSION + 1)[_WRITE_VERSION:] == bytes([_WRITE_AHEAD])
    except OSError:
        return False


def length_by_header(path: pathlib.Path) -> int:
    """How many bytes the file has by its own header; 0 if the header is cut off."""
    with open(path, "rb") as file:
        header = file.read(_PAGES.stop)
    page = int.from_bytes(header[_PAGE_SIZE], "big")
    return (65536 if page == 1 else page) * int.from_bytes(header[_PAGES], "big") if len(header) == _PAGES.stop else 0


def connect(path: pathlib.Path, read_only: bool) -> sqlite3.Connection:
    """Open the database. To read it needs nothing but the file, and writes nothing."""
    mode = "mode=rwc"
    if read_only:
        # A file that is written ahead is read by way of two more files, unless nobody can be writing to it.
        logged = is_written_ahead(path) and not os.path.exists(f"{path}-wal")
        mode = "mode=ro&immutable=1" if logged else "mode=ro"
    database = sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=PATIENCE_S, isolation_level=None
    )
    # The file may be from anybody: its tables are checked before they are used, and run no code until then.
    for pragma in ("trusted_schema=OFF", "cell_size_check=ON", f"query_only={'ON' if read_only else 'OFF'}"):
        database.execute(f"PRAGMA {pragma}")
    return database


def undo_what_was_cut_off(path: pathlib.Path) -> None:
    """Take back a transaction in the middle of which its writer was killed. SQLite does so when it may write."""
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE_S)) as database:
        database.execute("SELECT count(*) FROM sqlite_master").fetchone()


def schema_of(database: sqlite3.Connection) -> int:
    """The version of the store; 0 if nothing has been written to the file yet."""
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def check_whole(path: pathlib.Path, database: sqlite3.Connection) -> int:
    """Check the tables, the file's structure, and every row with its checksum. Returns the version. Raises StoreError."""
    version = schema_of(database)
    if version not in (BEFORE, SCHEMA):
        raise StoreError(
            f"{path_text(path)} is of version {version}, and this program knows versions {BEFORE} and {SCHEMA}: use the program that wrote "
            "it, or a copy that is whole"
        )
    tables = {(name, create(name, version)) for name in COLUMNS}
    if {(name, sql) for name, sql in database.execute("SELECT name, sql FROM sqlite_master")} != tables:
        raise damage(path, "its tables are not those of a store")
    said = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if said != "ok":
        raise damage(path, str(said).replace("\n", " "))
    for table, read in READERS.items():
        for row in database.execute(f"SELECT {columns(table, version)} FROM {table}"):
            read(row)
    return version


@contextlib.contextmanager
def telling(path: pathlib.Path) -> Iterator[None]:
    """What fails in the block is a StoreError with a sentence."""
    try:
        yield
    except DamagedRow as found:
        raise damage(path, found) from None
    except (sqlite3.Error, OverflowError, UnicodeError) as failure:
        raise _told(path, failure) from failure


def _told(path: pathlib.Path, failure: Exception) -> StoreError:
    said = str(failure)
    if "locked" in said or "busy" in said:
        return StoreError(f"{path_text(path)} was in use by another program for {PATIENCE_S:g} s: try again when that has ended")
    if "readonly" in said:
        return StoreError(f"{path_text(path)} cannot be written ({said}): change its permissions, or copy it to where you may write")
    if "unable to open" in said:
        return StoreError(f"{path_text(path)} cannot be opened ({said}): check the permissions of the file and of its folder")
    if "disk I/O error" in said or "disk is full" in said:
        return StoreError(f"{path_text(path)} cannot be read or written ({said}): check the disk and make room on it; all games that were told of are kept")
    return damage(path, said)
