# SPDX-License-Identifier: MIT
"""What weights are worth to people: the mean number of rows of a game, measured with fresh seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import tetris
from .fitness import Task, task_of
from .settings import Settings, seed_of


def splittable(settings: Settings) -> bool:
    """Are its wells high enough for splitting?"""
    return settings.rows >= tetris.SPLIT_ROWS


def row_tasks(weights: Sequence[float], settings: Settings, stage: str, replicates: int, effort: int) -> list[Task]:
    """Measurements of the mean number of rows of a game, whatever the run was trained for. In wells too low for
    splitting the games have at most `settings.pieces`. `effort` is the number of trials in a level, or of games,
    for each."""
    objective = "split" if splittable(settings) else "lines"
    seeds = [seed_of(settings.seed, stage, k) for k in range(replicates)]
    return [task_of([weights], objective, seed, effort) for seed in seeds]


def summary(tasks: Sequence[Task], measured: Sequence[Sequence[float]]) -> dict[str, Any]:
    """The mean of measurements of the same weights, with its error and interval."""
    values = [one[0] for one in measured]
    mean = tetris.interval(values)
    return {
        "objective": tasks[0].objective,
        "effort": tasks[0].effort,
        "count": len(values),
        "mean": mean.mean,
        "error": mean.error,
        "low": mean.low,
        "high": mean.high,
        "values": values,
    }
