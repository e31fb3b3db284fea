# SPDX-License-Identifier: MIT
"""What a running tournament shows: a table with progress on a terminal, plain lines elsewhere."""

from __future__ import annotations

import contextlib
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Callable

from ..referee.plain_text import counted
from ..referee.untrusted_text import UntrustedText
from .job import Job
from .ratings import standings
from .results import Entry, Played, Results, Standing
from .tournament import Listener, played

# Between two drawings of the table.
_REDRAW_S = 1.0

# What would be markup in a cell of a Markdown table.
_MARKUP = re.compile(r"([\\`*_\[\]<>|~&])")


def _elo(row: Standing) -> str:
    return "" if row.elo is None or row.games == 0 else f"{row.elo:+.0f} ({row.low:+.0f}, {row.high:+.0f})"


def table_lines(rows: Sequence[Standing]) -> list[str]:
    """The table as text of fixed width."""
    names = [UntrustedText(row.name).shown() for row in rows]
    width = max([4, *map(len, names)])
    lines = [f"{'':>4}  {'name':<{width}}  {'points':>6} {'share':>6}  {'won':>4} {'dr':>3} {'lost':>4}  {'faults':>6}  Elo (95 %)"]
    for row, name in zip(rows, names):
        lines.append(
            f"{row.rank:>4}  {name:<{width}}  {row.points:>6g} {row.share:>6.1%}  {row.won:>4} {row.drawn:>3} {row.lost:>4}  "
            f"{row.faults:>6}  {_elo(row)}"
        )
    return lines


def markdown_lines(results: Results) -> list[str]:
    """The table in Markdown, for a README; staff are marked, and nothing in a name is taken for markup."""
    staff = {entry.name for entry in results.entries if entry.staff}
    lines = ["| | name | points | share | won | drawn | lost | faults | Elo (95 %) |", "|---:|---|---:|---:|---:|---:|---:|---:|---:|"]
    for row in results.standings:
        name = _MARKUP.sub(r"\\\1", UntrustedText(row.name).shown()) + (" (staff)" if row.name in staff else "")
        numbers = (f"{row.points:g}", f"{row.share:.1%}", row.won, row.drawn, row.lost, row.faults, _elo(row))
        lines.append(f"| {row.rank} | {name} | " + " | ".join(str(number) for number in numbers) + " |")
    return lines


def game_line(job: Job, record: dict[str, Any]) -> str:
    """A game in one line."""
    red, blue = (UntrustedText(name).shown() for name in job["names"])
    result = {"red": red, "blue": blue}.get(record["result"], record["result"])
    return f"{red} - {blue}: {result} ({record['reason']}, {counted(len(record['moves']), 'action')})"


def _plain(done: int, wanted: int, job: Job, record: dict[str, Any]) -> None:
    print(f"{done}/{wanted} {game_line(job, record)}", flush=True)


def _silent(done: int, wanted: int, job: Job, record: dict[str, Any]) -> None:
    """The listener for --quiet."""


def _result_alone(game: Played) -> Played:
    """The part of a record that the table needs: records of a whole class's games are large."""
    record = {name: game.record[name] for name in ("result", "reason")}
    record["referee"] = {"blame": game.record["referee"]["blame"]}
    return Played(game.key, game.pair, game.red, game.blue, game.seed, record)


@contextlib.contextmanager
def listener(
    entries: Sequence[Entry], before: Callable[[], Iterable[Played]], quiet: bool
) -> Iterator[Listener]:
    """The listener for run(). Where it draws a table, it asks before() for the games that count already."""
    if quiet:
        yield _silent
        return
    try:
        from rich.console import Group
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
        from rich.table import Table
        from rich.text import Text
    except ImportError:
        yield _plain
        return
    if not sys.stdout.isatty():
        yield _plain
        return
    progress = Progress(TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    task = progress.add_task("games", total=None)
    games = [_result_alone(game) for game in before()]
    last = 0.0

    def drawn(text: str) -> Any:
        # Text, so that nothing in a name is taken for markup.
        table = Table("", "name", "points", "share", "won", "drawn", "lost", "faults", title=Text(text))
        for row in standings(entries, games):
            cells = (row.rank, UntrustedText(row.name), f"{row.points:g}", f"{row.share:.1%}", row.won, row.drawn, row.lost, row.faults)
            table.add_row(*(Text(str(cell)) for cell in cells))
        return Group(table, progress)

    with Live(drawn(""), auto_refresh=False) as live:

        def told(done: int, wanted: int, job: Job, record: dict[str, Any]) -> None:
            nonlocal last
            games.append(_result_alone(played(job, record)))
            progress.update(task, completed=done, total=wanted)
            if done == wanted or time.monotonic() - last >= _REDRAW_S:
                live.update(drawn(game_line(job, record)), refresh=True)
                last = time.monotonic()

        yield told
