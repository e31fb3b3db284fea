# SPDX-License-Identifier: MIT
"""The summary of a tournament: page, tables and records, in a folder."""

from __future__ import annotations

import json
import pathlib

from . import summary_csv, summary_page
from .results import Results


def write_all(results: Results, folder: pathlib.Path) -> list[pathlib.Path]:
    """Write index.html, standings.csv, games.csv, crosstable.csv and games.jsonl (the records, which `tetress --game`
    reads) into `folder`, which is made if it does not exist. Files that are there are replaced. Returns their paths.
    Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / "index.html"
    page.write_text(summary_page.page(results), encoding="utf-8")
    records = folder / "games.jsonl"
    lines = (json.dumps(game.record, separators=(",", ":")) + "\n" for game in results.games)
    records.write_text("".join(lines), encoding="ascii")
    return [
        page,
        summary_csv.write_standings(results, folder / "standings.csv"),
        summary_csv.write_games(results, folder / "games.csv"),
        summary_csv.write_crosstable(results, folder / "crosstable.csv"),
        records,
    ]
