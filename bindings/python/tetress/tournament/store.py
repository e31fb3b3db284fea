# SPDX-License-Identifier: MIT
"""Keeps games in an SQLite file that survives anything, with one transaction a game and a checksum for each row.

The key of a game is a hash of everything that decides it: both agents' files, colours, seed, limits and the version of
the library. A tournament is a list of keys. A game that is there need not be played again; one that has changed has
another key. docs/reference/formats.md describes the file.
"""

from __future__ import annotations

import json
import pathlib
import sqlite3
import time
from collections.abc import Iterable, Sequence
from typing import Any

from ..referee.store_mark import APPLICATION_ID
from . import store_file
from .results import Played
from .store_file import StoreError, telling
from .store_rows import BEFORE, COLUMNS, SCHEMA, columns, create, game_values, read_failure, read_game, read_meta, whole, with_sum

__all__ = ["SEEN", "SETTINGS", "Store", "StoreError"]

# The names of the JSON values that a store keeps beside its games: the settings of its tournament, and what the last run
# saw of the players. Stores of earlier programs do not have the second.
SETTINGS, SEEN = "settings", "seen"


class Store:
    """An open store. Any number of processes may have the same one open. For one thread. Every method raises StoreError
    if the file is damaged or cannot be read or written."""

    def __init__(self, path: pathlib.Path, read_only: bool = False) -> None:
        """Open the store; unless it is only to be read, make it if it does not exist. A file that is no store is not
        changed. All of the store is checked. Raises StoreError."""
        self._path = path
        store_file.refuse_what_is_no_store(path, read_only)
        with telling(path):
            self._database = self._connected(read_only)
        try:
            with telling(path):
                self._open(read_only)
        except BaseException:
            self._database.close()
            raise

    def _connected(self, read_only: bool) -> sqlite3.Connection:
        database = store_file.connect(self._path, read_only)
        try:
            store_file.schema_of(database)
        except sqlite3.OperationalError as failure:
            database.close()
            if "readonly" not in str(failure):
                raise
            store_file.undo_what_was_cut_off(self._path)
            database = store_file.connect(self._path, read_only)
        except sqlite3.Error:
            database.close()
            raise
        return database

    def _open(self, read_only: bool) -> None:
        if self._is_new():
            if read_only:
                raise StoreError(f"{store_file.path_text(self._path)} holds nothing yet: begin with `run`")
            self._make()
        self._version = store_file.check_whole(self._path, self._database)
        if read_only:
            return
        # What was told is there even after a power cut. A game costs more than writing it through.
        self._database.execute("PRAGMA synchronous=EXTRA")
        self._leave_write_ahead()
        if self._version == BEFORE:
            self._add_sums()

    def _make(self) -> None:
        """Make the tables of a new file."""
        self._database.execute("BEGIN IMMEDIATE")
        if self._is_new():
            self._make_tables()
            self._database.execute(f"PRAGMA application_id={APPLICATION_ID}")
        self._database.execute("COMMIT")

    def _make_tables(self) -> None:
        for table in COLUMNS:
            self._database.execute(create(table, SCHEMA))
        self._database.execute(f"PRAGMA user_version={SCHEMA}")

    def _is_new(self) -> bool:
        """Whether nothing has been written to the file yet."""
        if store_file.schema_of(self._database) != 0:
            return False
        return bool(self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0)

    def _leave_write_ahead(self) -> None:
        """Keep everything in the one file, which can then be read wherever it lies. Stores of version 2 have a log beside
        it. SQLite does not wait its turn for this change."""
        end = time.monotonic() + store_file.PATIENCE_S
        while True:
            try:
                self._database.execute("PRAGMA journal_mode=DELETE")
                return
            except sqlite3.OperationalError as failure:
                if "locked" not in str(failure) or time.monotonic() > end:
                    raise
            time.sleep(0.02)

    def _add_sums(self) -> None:
        """Make a store of version 2, whose rows have been checked, one of this version."""
        self._database.execute("BEGIN IMMEDIATE")
        if store_file.schema_of(self._database) == BEFORE:
            rows = {table: [whole(table, row) for row in self._rows(table)] for table in COLUMNS}
            for table in COLUMNS:
                self._database.execute(f"DROP TABLE {table}")
            self._make_tables()
            for table, values in rows.items():
                for row in values:
                    self._insert(table, row)
        self._database.execute("COMMIT")
        self._version = SCHEMA

    def _rows(self, table: str, rest: str = "", values: Sequence[Any] = ()) -> sqlite3.Cursor:
        return self._database.execute(f"SELECT {columns(table, self._version)} FROM {table} {rest}", values)

    def _insert(self, table: str, values: Sequence[Any], way: str = "INSERT") -> bool:
        """Write a row with its sum. False if one with its key was there and the way is INSERT OR IGNORE."""
        row = with_sum(table, values)
        return self._database.execute(f"{way} INTO {table} VALUES ({', '.join('?' * len(row))})", row).rowcount == 1

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def damaged(self, what: object) -> StoreError:
        """The error for a value of this store that does not mean anything."""
        return store_file.damage(self._path, what)

    # ---- Settings ------------------------------------------------------------------------------

    def set_meta(self, name: str, value: Any) -> None:
        """Keep a JSON value under `name`."""
        with telling(self._path):
            self._insert("meta", (name, json.dumps(value)), "INSERT OR REPLACE")

    def meta(self, name: str) -> Any:
        """The value under `name`, or None."""
        with telling(self._path):
            row = self._rows("meta", "WHERE name = ?", (name,)).fetchone()
            return None if row is None else read_meta(row)[1]

    # ---- Games ---------------------------------------------------------------------------------

    def add(self, game: Played) -> bool:
        """Keep a game for good. False if one with its key is there already."""
        with telling(self._path):
            return self._insert("games", game_values(game), "INSERT OR IGNORE")

    def keys(self) -> set[str]:
        """The keys of all games."""
        with telling(self._path):
            return {row[0] for row in self._database.execute("SELECT key FROM games")}

    def games(self, keys: Iterable[str] | None = None) -> list[Played]:
        """The games with these keys, in that order, without those that are missing. All games, in order of keys, for
        None."""
        with telling(self._path):
            if keys is None:
                return [read_game(row) for row in self._rows("games", "ORDER BY key")]
            found = (self._rows("games", "WHERE key = ?", (key,)).fetchone() for key in keys)
            return [read_game(row) for row in found if row is not None]

    # ---- Failures that are nobody's ------------------------------------------------------------

    def add_failure(self, key: str, record: dict[str, Any]) -> int:
        """Count one more attempt at a game that failed because a sandbox or a machine was missing. Returns the
        count."""
        with telling(self._path):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                row = self._rows("failures", "WHERE key = ?", (key,)).fetchone()
                attempts = 1 if row is None else read_failure(row)[1] + 1
                self._insert("failures", (key, attempts, json.dumps(record)), "INSERT OR REPLACE")
                self._database.execute("COMMIT")
            finally:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
            return attempts

    def failures(self) -> dict[str, tuple[int, dict[str, Any]]]:
        """The number of attempts and the last record, by key."""
        with telling(self._path):
            found = [read_failure(row) for row in self._rows("failures")]
        return {key: (attempts, record) for key, attempts, record in found}

    def forget_failures(self) -> None:
        """Let all of them be tried again."""
        with telling(self._path):
            self._database.execute("DELETE FROM failures")
