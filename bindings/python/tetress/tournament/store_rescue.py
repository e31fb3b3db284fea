# SPDX-License-Identifier: MIT
"""Saves what is whole of a damaged store into a new one."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import pathlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from typing import Any

from . import store_file
from .store import SEEN, SETTINGS, Store
from .store_file import DamageError, StoreError, telling
from .store_rows import BEFORE, SCHEMA, DamagedRow, columns, read_game, read_meta

# Keys are hexadecimal. A page that is damaged costs only the games of its own part of them.
_PARTS = [f"{number:02x}" for number in range(256)]
_BEYOND = "g"

# A header that is damaged may tell any length. The zeros of a copy take no room on the disk.
_MOST_BYTES = 1 << 36


@dataclasses.dataclass(frozen=True)
class Saved:
    """What was saved. games: their number; damaged: the rows that were not whole; has_settings: those of the tournament
    are there; is_all_read: no part of the file was beyond reading, so no more games are lost than those that were
    damaged."""

    games: int
    damaged: int
    has_settings: bool
    is_all_read: bool


def rescue(path: pathlib.Path, new: pathlib.Path) -> Saved:
    """Copy the settings and all games that are whole into the new store, which must not exist. The old one is only read.
    Raises StoreError."""
    store_file.refuse_what_is_no_store(path, read_only=True)
    if new.exists():
        raise StoreError(f"{store_file.path_text(new)} exists already: give the name of a new file")
    try:
        with telling(path), _with_its_length(path) as readable, contextlib.closing(store_file.connect(readable, read_only=True)) as database:
            return _rescue(path, database, new)
    except DamageError:
        raise StoreError(f"nothing can be saved from {store_file.path_text(path)}{_cut_off(path)}: take a copy that is whole") from None


def _rescue(path: pathlib.Path, database: sqlite3.Connection, new: pathlib.Path) -> Saved:
    database.text_factory = lambda data: data.decode("utf-8", "replace")
    version = store_file.schema_of(database)
    if version not in (BEFORE, SCHEMA):
        raise StoreError(f"nothing can be saved from {store_file.path_text(path)}: it says that it is of version {version}")
    database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    with Store(new) as store:
        return _copy(_Rows(database, version), store)


def _is_cut_off(path: pathlib.Path) -> bool:
    """Is the file shorter than its header says, and that by no transaction that goes on?"""
    if store_file.is_written_ahead(path) or os.path.exists(f"{path}-journal"):
        return False
    return path.stat().st_size < store_file.length_by_header(path) <= _MOST_BYTES


def _cut_off(path: pathlib.Path) -> str:
    """What to say of a file that is cut off; else an empty text."""
    if not _is_cut_off(path):
        return ""
    return f" (it is shorter than it says it is: {path.stat().st_size} of {store_file.length_by_header(path)} bytes)"


@contextlib.contextmanager
def _with_its_length(path: pathlib.Path) -> Iterator[pathlib.Path]:
    """The file, or if it is cut off a copy with zeros in place of what is missing: SQLite reads nothing of a file that is
    shorter than it should be."""
    if not _is_cut_off(path):
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "store.db"
        shutil.copyfile(path, copy)
        os.truncate(copy, store_file.length_by_header(path))
        yield copy


def _copy(rows: _Rows, store: Store) -> Saved:
    games = damaged = 0
    for row in rows.games():
        try:
            games += store.add(read_game(row))
        except DamagedRow:
            damaged += 1
    settings = rows.meta(SETTINGS)
    for name, value in ((SETTINGS, settings), (SEEN, rows.meta(SEEN))):
        if value is not None:
            store.set_meta(name, value)
    return Saved(games, damaged, settings is not None, rows.is_all_read)


class _Rows:
    """What can be read of the rows of a damaged database."""

    def __init__(self, database: sqlite3.Connection, version: int) -> None:
        self._database = database
        self._version = version
        self.is_all_read = True

    def meta(self, name: str) -> Any:
        """The JSON value under that name, or None."""
        try:
            row = self._database.execute(f"SELECT {columns('meta', self._version)} FROM meta WHERE name = ?", (name,)).fetchone()
            return None if row is None else read_meta(row)[1]
        except (sqlite3.Error, DamagedRow):
            return None

    def games(self) -> Iterator[tuple[Any, ...]]:
        """The rows of games, each once. What cannot be read is left out."""
        for low, high in zip(_PARTS, [*_PARTS[1:], _BEYOND]):
            keys = set()
            for order in ("ASC", "DESC"):  # a damaged page is come to from both sides
                cursor = self._part(low, high, order)
                try:
                    for row in cursor:
                        if row[0] not in keys:
                            keys.add(row[0])
                            yield row
                except sqlite3.Error:
                    self.is_all_read = False

    def _part(self, low: str, high: str, order: str) -> Iterator[tuple[Any, ...]]:
        found = f"SELECT {columns('games', self._version)} FROM games WHERE key >= ? AND key < ? ORDER BY key {order}"
        yield from self._database.execute(found, (low, high))
