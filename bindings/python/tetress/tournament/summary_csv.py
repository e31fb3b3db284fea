# SPDX-License-Identifier: MIT
"""A tournament as CSV files, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import pathlib
from collections.abc import Iterable, Sequence
from typing import Any

from ..referee.untrusted_text import UntrustedText
from .ratings import crosstable
from .results import Results

# With these, of usual or full width, a formula can start.
_FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")

STANDINGS = ("rank", "name", "staff", "games", "won", "drawn", "lost", "points", "share", "faults", "elo", "low", "high")
GAMES = (
    "game", "key", "pair", "red", "blue", "seed", "result", "reason", "blame", "actions", "detail",
    "red_cpu_s", "blue_cpu_s", "red_peak_mb", "blue_peak_mb", "wall_s", "started",
)  # fmt: skip


def _safe(value: Any) -> Any:
    """The text as it can be printed, marked if a spreadsheet would take it for a formula: names and faults are not ours to
    trust."""
    if isinstance(value, str):
        text = UntrustedText(value).shown()
        return "'" + text if text.lstrip()[:1] in _FORMULA else text
    return "" if value is None else value


def _write(path: pathlib.Path, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> pathlib.Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([_safe(cell) for cell in head])
        writer.writerows([[_safe(cell) for cell in row] for row in rows])
    return path


def write_standings(results: Results, path: pathlib.Path) -> pathlib.Path:
    """Write the table, a row for each player."""
    staff = {entry.name for entry in results.entries if entry.staff}
    rows = (
        (
            row.rank, row.name, "yes" if row.name in staff else "no", row.games, row.won, row.drawn, row.lost, row.points,
            round(row.share, 4), row.faults, *(None if number is None else round(number, 1) for number in (row.elo, row.low, row.high)),
        )
        for row in results.standings
    )  # fmt: skip
    return _write(path, STANDINGS, rows)


def write_games(results: Results, path: pathlib.Path) -> pathlib.Path:
    """Write a row for each game, with the number that it has on the page and in the records."""
    rows = []
    for number, game in enumerate(results.games, 1):
        record, extra = game.record, game.record["referee"]
        players = [extra["players"].get(colour, {}) for colour in ("red", "blue")]
        rows.append(
            [
                number, game.key, game.pair, game.red, game.blue, game.seed, record["result"], record["reason"], extra["blame"],
                len(record["moves"]), extra["detail"], *(player.get("cpu_s") for player in players),
                *(player.get("peak_mb") for player in players), extra["wall_s"], extra["started"],
            ]
        )  # fmt: skip
    return _write(path, GAMES, rows)


def write_crosstable(results: Results, path: pathlib.Path) -> pathlib.Path:
    """Write the points of each (row) against each (column); empty where they have not met."""
    names = [row.name for row in results.standings]
    table = crosstable(results.games)
    rows = ([name, *(table.get((name, other), (None, 0))[0] for other in names)] for name in names)
    return _write(path, ("name", *names), rows)
