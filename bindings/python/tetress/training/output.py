# SPDX-License-Identifier: MIT
"""The files of a run for people: log.csv after each generation, fitness.svg at the end."""

from __future__ import annotations

import csv
import io
import pathlib
import statistics

from .run import Run
from .weights import write_text

_HEAD = ("generation", "effort", "median", "best", "spread", "cpu_s")


def shown(objective: str, value: float) -> float:
    """A value as people read it: rows, or space."""
    return value if objective == "space" else 10.0**value


def write_log(folder: pathlib.Path, run: Run) -> None:
    """Write log.csv, a line for each generation."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(_HEAD)
    for one in run.generations:
        found = (shown(run.settings.objective, value) for value in (statistics.median(one.values), max(one.values)))
        numbers = [f"{value:.6g}" for value in (*found, one.spread)]
        writer.writerow([one.number, one.effort, *numbers, f"{one.cpu_s:.2f}"])
    write_text(folder / "log.csv", text.getvalue())


def plot(folder: pathlib.Path, run: Run) -> bool:
    """Draw fitness.svg. False without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return False
    objective = run.settings.objective
    numbers = [one.number for one in run.generations]
    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    medians = [shown(objective, statistics.median(one.values)) for one in run.generations]
    axes.plot(numbers, medians, label="median candidate")
    best = [shown(objective, max(one.values)) for one in run.generations]
    axes.plot(numbers, best, label="best, as measured", alpha=0.5)
    if objective != "space":
        axes.set_yscale("log")
    axes.set_xlabel("generation")
    axes.set_ylabel({"split": "mean rows of a game", "lines": "rows", "space": "free cells, summed"}[objective])
    axes.legend()
    drawn = io.BytesIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None})
    write_text(folder / "fitness.svg", drawn.getvalue())
    return True
