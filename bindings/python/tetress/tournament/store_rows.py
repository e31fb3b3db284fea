# SPDX-License-Identifier: MIT
"""The tables of a store, and the checksum by which each of their rows is known to be whole."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Callable

from .record_shape import check_record
from .results import Played

SCHEMA = 3

# Stores of version 2 have the same tables without the column `sum`.
BEFORE = 2

COLUMNS = {
    "meta": ("name", "value"),
    "games": ("key", "pair", "red", "blue", "seed", "result", "reason", "record"),
    "failures": ("key", "attempts", "record"),
}

_TYPES = {"attempts": "INTEGER NOT NULL"}


def create(table: str, schema: int) -> str:
    """The statement that makes a table. SQLite keeps it letter by letter."""
    if schema == BEFORE:
        return _OLD[table]
    first, *others = (*COLUMNS[table], "sum")
    columns = "".join(f", {name} {_TYPES.get(name, 'TEXT NOT NULL')}" for name in others)
    return f"CREATE TABLE {table} ({first} TEXT PRIMARY KEY{columns}) WITHOUT ROWID"


_OLD = {
    "meta": "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "games": "CREATE TABLE games (\n    key TEXT PRIMARY KEY, pair TEXT NOT NULL, red TEXT NOT NULL, blue TEXT NOT NULL, seed TEXT NOT NULL,\n"
    "    result TEXT NOT NULL, reason TEXT NOT NULL, record TEXT NOT NULL\n) WITHOUT ROWID",
    "failures": "CREATE TABLE failures (key TEXT PRIMARY KEY, attempts INTEGER NOT NULL, record TEXT NOT NULL) WITHOUT ROWID",
}


def columns(table: str, schema: int) -> str:
    """The columns to select, in the order of the functions below. The sum of an older row is NULL."""
    return ", ".join(COLUMNS[table]) + (", NULL" if schema == BEFORE else ", sum")


def row_sum(table: str, values: Sequence[Any]) -> str:
    """SHA-256 over the table's name and the values with their types and lengths, in hexadecimal."""
    digest = hashlib.sha256(table.encode())
    for value in values:
        data = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
        digest.update(f"\0{type(value).__name__} {len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def with_sum(table: str, values: Sequence[Any]) -> tuple[Any, ...]:
    """A row to be written."""
    return (*values, row_sum(table, values))


class DamagedRow(ValueError):
    """A row is not as it was written; the text says which."""


def whole(table: str, row: Sequence[Any]) -> tuple[Any, ...]:
    """The values of a row without its sum. Raises DamagedRow."""
    *values, kept = row
    if kept is not None and kept != row_sum(table, values):
        raise DamagedRow(f"a row of {table}, {_short(values[0])}, does not have its checksum")
    return tuple(values)


def _short(value: Any) -> str:
    text = ascii(value)
    return text if len(text) <= 24 else text[:16] + "..."


def read_json(table: str, key: Any, text: Any) -> Any:
    """The value of a JSON text in the row with that key. Raises DamagedRow."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError) as failure:
        raise DamagedRow(f"a row of {table}, {_short(key)}, is no JSON: {failure}") from None


def read_record(table: str, key: Any, text: Any) -> dict[str, Any]:
    """The same for a record, whose shape is checked."""
    try:
        return check_record(read_json(table, key, text))
    except DamagedRow:
        raise
    except ValueError as failure:
        raise DamagedRow(f"a row of {table}, {_short(key)}: {failure}") from None


def game_values(game: Played) -> tuple[Any, ...]:
    """A game as a row without its sum."""
    record = json.dumps(game.record, separators=(",", ":"))
    return (game.key, game.pair, game.red, game.blue, str(game.seed), game.record["result"], game.record["reason"], record)


def read_game(row: Sequence[Any]) -> Played:
    """The inverse, from a row with its sum. Raises DamagedRow."""
    key, pair, red, blue, seed, result, reason, text = values = whole("games", row)
    record = read_record("games", key, text)
    told = (record["red"], record["blue"], record["seed"], record["result"], record["reason"])
    if not all(isinstance(value, str) for value in values) or told != (red, blue, seed, result, reason):
        raise DamagedRow(f"a row of games, {_short(key)}, does not agree with its record")
    return Played(key, pair, red, blue, int(seed), record)


def read_failure(row: Sequence[Any]) -> tuple[str, int, dict[str, Any]]:
    """The key, number of attempts and record of a failure. Raises DamagedRow."""
    key, attempts, text = whole("failures", row)
    if not isinstance(key, str) or not isinstance(attempts, int):
        raise DamagedRow(f"a row of failures, {_short(key)}, has fields of wrong types")
    return key, attempts, read_record("failures", key, text)


def read_meta(row: Sequence[Any]) -> tuple[str, Any]:
    """The name and value of a setting. Raises DamagedRow."""
    name, text = whole("meta", row)
    return name, read_json("meta", name, text)


READERS: dict[str, Callable[[Sequence[Any]], Any]] = {"meta": read_meta, "games": read_game, "failures": read_failure}
