# SPDX-License-Identifier: MIT
"""The values of weights: what is measured, and who shares the work. No value depends on how the work is shared."""

from __future__ import annotations

import abc
import concurrent.futures
import dataclasses
import math
import time
from collections.abc import Sequence
from typing import Any

from .. import tetris
from .settings import Settings

# Trials are multiplied by 4 up to this many times for weights of which splitting saw too little.
_MORE = 3

# Rows of weights of which splitting still saw too little. They are better than can be told.
_UNSEEN_ROWS = 1e12

# A game without rows counts as this many, since values are logarithms.
_NO_ROWS = 0.1

# The value of weights without sense is below all others.
_SENSELESS = -2.0


@dataclasses.dataclass(frozen=True)
class Task:
    """Candidates that are measured with the same random numbers. `effort` is the number of trials or games for each."""

    weights: tuple[tuple[float, ...], ...]
    objective: str
    seed: int
    effort: int


def task_of(candidates: Sequence[Sequence[float]], objective: str, seed: int, effort: int) -> Task:
    """A task for these candidates."""
    return Task(tuple(tuple(float(x) for x in one) for one in candidates), objective, seed, effort)


def options_of(settings: Settings) -> dict[str, Any]:
    """How a run's agents play, as measure() takes it."""
    return {name: getattr(settings, name) for name in ("kind", "pieces", "rows", "lookahead", "width", "shallow")}


def measure(task: Task, options: dict[str, Any], threads: int = 1) -> list[float]:
    """The rows, or the space, of each candidate, as a mean. With splitting, weights of which it saw too little are
    measured with more trials. -1 means weights without sense."""
    if task.objective != "split":
        return tetris.fitness(
            weights=task.weights, objective=task.objective, seed=task.seed, games=task.effort, threads=threads, **options
        )
    sensible = [any(one) and all(math.isfinite(weight) for weight in one) for one in task.weights]
    found = [-1.0] * len(task.weights)
    for more in range(_MORE + 1):
        left = [i for i, value in enumerate(found) if sensible[i] and value < 0]
        if not left:
            break
        trials = min(task.effort << (2 * more), 1_000_000)
        weights = [task.weights[i] for i in left]
        values = tetris.fitness(weights=weights, seed=task.seed, trials=trials, threads=threads, **options)
        for i, value in zip(left, values):
            found[i] = value
    return [_UNSEEN_ROWS if sensible[i] and value < 0 else value for i, value in enumerate(found)]


def value_of(objective: str, measured: float) -> float:
    """The value for optimisers: the logarithm to base 10 of rows, or the space as it is."""
    if measured < 0:
        return _SENSELESS
    return measured if objective == "space" else math.log10(max(measured, _NO_ROWS))


def parts_of(task: Task, count: int) -> list[Task]:
    """A task in at most `count` parts of about the same size, in order."""
    size = -(-len(task.weights) // max(count, 1))
    starts = range(0, len(task.weights), max(size, 1))
    return [dataclasses.replace(task, weights=task.weights[at : at + size]) for at in starts]


class Measurer(abc.ABC):
    """Measures for a run. `cpu_s` is the CPU time that the measurements took so far, in seconds."""

    cpu_s: float = 0.0

    @abc.abstractmethod
    def measure(self, tasks: Sequence[Task]) -> list[list[float]]:
        """The result of measure() for each task, in order."""

    @abc.abstractmethod
    def close(self) -> None:
        """Let go of workers. Safe to call again."""


class LocalMeasurer(Measurer):
    """Threads of this process. Helpers call the library, so that signals reach the main thread meanwhile."""

    def __init__(self, options: dict[str, Any], threads: int) -> None:
        self._options, self._threads = options, threads
        self._pool = concurrent.futures.ThreadPoolExecutor(threads)

    def measure(self, tasks: Sequence[Task]) -> list[list[float]]:
        begin = time.process_time()
        # A single task is shared out by the library, many by the pool.
        threads = self._threads if len(tasks) == 1 else 1
        found = list(self._pool.map(lambda task: measure(task, self._options, threads), tasks))
        self.cpu_s += time.process_time() - begin
        return found

    def close(self) -> None:
        self._pool.shutdown()
