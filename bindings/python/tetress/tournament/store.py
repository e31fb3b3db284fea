# SPDX-License-Identifier: MIT
"""Keeps games in an SQLite file that survives anything, with one transaction a game.

The key of a game is a hash of everything that decides it: both agents' files, colours, seed, limits and the version of
the library. A tournament is a list of keys. A game that is there need not be played again; one that has changed has
another key.
"""

from __future__ import annotations

import json
import pathlib
import sqlite3
import time
from collections.abc import Iterable
from typing import Any

from ..referee.store_mark import APPLICATION_ID
from .results import Played

SCHEMA = 2

# A store waits this long for others that write.
_PATIENCE_S = 60.0

_TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
    key TEXT PRIMARY KEY, pair TEXT NOT NULL, red TEXT NOT NULL, blue TEXT NOT NULL, seed TEXT NOT NULL,
    result TEXT NOT NULL, reason TEXT NOT NULL, record TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE failures (key TEXT PRIMARY KEY, attempts INTEGER NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;
"""


class StoreError(RuntimeError):
    """A file that is no store, or one of another version."""


class Store:
    """An open store. Any number of processes may have the same one open. For one thread."""

    def __init__(self, path: pathlib.Path) -> None:
        """Open the store, or make it. Raises StoreError."""
        self._path = path
        try:
            self._database = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None)
            self._open()
            self._write_ahead()
            # What was told is there even after a power cut. A game costs more than writing it through.
            self._database.execute("PRAGMA synchronous=FULL")
        except StoreError:
            self._database.close()
            raise
        except sqlite3.Error as failure:
            raise StoreError(f"{path} is not a store of games: {failure}") from failure

    def _write_ahead(self) -> None:
        """Set the journal mode. SQLite does not wait its turn for this one if several processes open a new file at
        once."""
        end = time.monotonic() + _PATIENCE_S
        while True:
            try:
                self._database.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as failure:
                if "locked" not in str(failure) or time.monotonic() > end:
                    raise
            time.sleep(0.02)

    def _pragma(self, name: str) -> int:
        return int(self._database.execute(f"PRAGMA {name}").fetchone()[0])

    def _open(self) -> None:
        """Make the tables of a new file. A file that is no store is not changed."""
        if self._is_new():
            self._database.execute("BEGIN IMMEDIATE")
            if self._is_new():
                for statement in _TABLES.split(";"):
                    self._database.execute(statement)
                self._database.execute(f"PRAGMA application_id={APPLICATION_ID}")
                self._database.execute(f"PRAGMA user_version={SCHEMA}")
            self._database.execute("COMMIT")
        if self._pragma("application_id") != APPLICATION_ID:
            raise StoreError(f"{self._path} is no store of games but a database of another program: give another file")
        version = self._pragma("user_version")
        if version != SCHEMA:
            raise StoreError(f"{self._path} is of version {version}; this program knows version {SCHEMA}")

    def _is_new(self) -> bool:
        """Whether nothing has been written to the file yet."""
        marks = self._pragma("application_id"), self._pragma("user_version")
        return marks == (0, 0) and self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- Settings ------------------------------------------------------------------------------

    def set_meta(self, name: str, value: Any) -> None:
        """Keep a JSON value under `name`."""
        self._database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, json.dumps(value)))

    def meta(self, name: str) -> Any:
        """The value under `name`, or None."""
        row = self._database.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return None if row is None else json.loads(row[0])

    # ---- Games ---------------------------------------------------------------------------------

    def add(self, game: Played) -> bool:
        """Keep a game for good. False if one with its key is there already."""
        record = json.dumps(game.record, separators=(",", ":"))
        values = (
            game.key, game.pair, game.red, game.blue, str(game.seed), game.record["result"], game.record["reason"], record,
        )
        done = self._database.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        return done.rowcount == 1

    def keys(self) -> set[str]:
        """The keys of all games."""
        return {row[0] for row in self._database.execute("SELECT key FROM games")}

    def games(self, keys: Iterable[str] | None = None) -> list[Played]:
        """The games with these keys, in that order, without those that are missing. All games, in order of keys, for
        None."""
        query = "SELECT key, pair, red, blue, seed, record FROM games"
        if keys is None:
            return [_played(row) for row in self._database.execute(query + " ORDER BY key")]
        rows = (self._database.execute(query + " WHERE key = ?", (key,)).fetchone() for key in keys)
        return [_played(row) for row in rows if row is not None]

    # ---- Failures that are nobody's ------------------------------------------------------------

    def add_failure(self, key: str, record: dict[str, Any]) -> int:
        """Count one more attempt at a game that failed because a sandbox or a machine was missing. Returns the
        count."""
        self._database.execute(
            "INSERT INTO failures VALUES (?, 1, ?) ON CONFLICT (key) DO UPDATE SET attempts = attempts + 1, "
            "record = excluded.record",
            (key, json.dumps(record)),
        )
        return int(self._database.execute("SELECT attempts FROM failures WHERE key = ?", (key,)).fetchone()[0])

    def failures(self) -> dict[str, tuple[int, dict[str, Any]]]:
        """The number of attempts and the last record, by key."""
        rows = self._database.execute("SELECT key, attempts, record FROM failures")
        return {key: (attempts, json.loads(record)) for key, attempts, record in rows}

    def forget_failures(self) -> None:
        """Let all of them be tried again."""
        self._database.execute("DELETE FROM failures")


def _played(row: tuple[str, str, str, str, str, str]) -> Played:
    key, pair, red, blue, seed, record = row
    return Played(key, pair, red, blue, int(seed), json.loads(record))
