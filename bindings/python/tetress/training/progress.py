# SPDX-License-Identifier: MIT
"""Shows a run on standard error: a bar on a terminal, a line for each generation elsewhere."""

from __future__ import annotations

import contextlib
import statistics
import sys
from collections.abc import Iterator
from typing import Callable

from .output import shown
from .run import Run

Shower = Callable[[Run], None]


def _text(run: Run) -> str:
    """The last generation in a few words."""
    last, objective = run.generations[-1], run.settings.objective
    unit = "space" if objective == "space" else "rows"
    median, best = (shown(objective, value) for value in (statistics.median(last.values), max(last.values)))
    return f"median {median:,.0f} {unit}, best {best:,.0f}, {last.cpu_s:,.0f} CPU-s"


def _plain(run: Run) -> None:
    print(f"{len(run.generations)}/{run.settings.generations} {_text(run)}", file=sys.stderr, flush=True)


def _silent(run: Run) -> None:
    """Serves for --quiet."""


@contextlib.contextmanager
def shower(run: Run, quiet: bool) -> Iterator[Shower]:
    """The function to call after each generation."""
    if quiet or run.done:
        yield _silent
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield _plain
        return
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _plain
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console) as bar:
        task = bar.add_task("", total=run.settings.generations, completed=len(run.generations))

        def show(now: Run) -> None:
            bar.update(task, completed=len(now.generations), description=_text(now))

        yield show
