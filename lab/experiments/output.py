# SPDX-License-Identifier: MIT
"""What an experiment writes: CSV, a table in Markdown, a plot."""
from __future__ import annotations

import csv
import pathlib
from collections.abc import Sequence
from typing import Any

import matplotlib

matplotlib.use("Agg")  # writes files, opens no window
import matplotlib.pyplot as plt
from matplotlib.figure import Figure

matplotlib.rcParams["svg.hashsalt"] = "tetress"  # equal figures give equal files

Rows = Sequence[Sequence[Any]]


def write_csv(path: pathlib.Path, header: Sequence[str], rows: Rows) -> None:
    with open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def markdown(header: Sequence[str], rows: Rows) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)


def write_plot(path: pathlib.Path, figure: Figure) -> None:
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)


def error_bars(ours: Sequence[float], intervals: Sequence[tuple[float, float]]) -> list[list[float]]:
    """How far the intervals reach below and above the values, for matplotlib."""
    # The bound comes first: if it is not a number, max() keeps it, and no bar is drawn.
    return [[max(value - low, 0) for value, (low, _) in zip(ours, intervals)],
            [max(high - value, 0) for value, (_, high) in zip(ours, intervals)]]


def bars(names: Sequence[str], ours: Sequence[float], intervals: Sequence[tuple[float, float]],
         reports: Sequence[float | None], label: str) -> Figure:
    """Our shares with their intervals, and marks for the report's figures."""
    figure, axes = plt.subplots(figsize=(7, 1 + 0.45 * len(names)))
    heights = range(len(names))
    axes.barh(heights, ours, xerr=error_bars(ours, intervals), color="#4878a8", capsize=3, label="ours, 95 % interval")
    known = [(share, y) for y, share in enumerate(reports) if share is not None]
    if known:
        axes.plot(*zip(*known), "D", color="#c44e52", label="report")
    axes.set_yticks(heights, names)
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_xlabel(label)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncol=2, frameon=False)  # above the bars
    return figure


def dots(names: Sequence[str], values: Sequence[float], intervals: Sequence[tuple[float, float]], label: str) -> Figure:
    """Values with error bars, one above the other."""
    figure, axes = plt.subplots(figsize=(7, 1 + 0.3 * len(names)))
    axes.errorbar(values, range(len(names)), xerr=error_bars(values, intervals), fmt="o", capsize=3)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.4)
    axes.set_xlabel(label)
    return figure
