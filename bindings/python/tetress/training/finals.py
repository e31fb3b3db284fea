# SPDX-License-Identifier: MIT
"""Chooses the result of a run.

Near the optimum the best candidate of a generation is mostly a lucky one. So the last generations' best, the centres of
the search, their average and the summit of a surface through all evaluations are measured again by successive halving,
with seeds that no generation has had. Each round spends as much as any other, on half as many. What is told of the
winner is measured after that, with fresh seeds once more.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

from .fitness import Measurer, task_of, value_of
from .optimiser import Vector
from .rows import row_tasks, splittable, summary
from .run import Run
from .settings import Settings, seed_of
from .weights import rounded, scaled

# Generations that finalists come from, and those whose evaluations the surface goes through; finalists from the elite.
_LAST, _SURFACE_LAST, _ELITE = 10, 25, 10

# How far the summit may be from the centres' average, in the evaluations' usual distance: beyond, noise builds summits
# of its own.
_REACH = 0.4

# Without a budget of the user's: so many times a candidate's trials.
_BUDGET = 150

# Measurements of the winner have so many times the trials.
_CLOSER = 4


@dataclasses.dataclass
class Finalist:
    """A candidate for the result. `origin` tells people where its weights, which are as a file has them, are from.
    `values` were measured in the finals so far."""

    origin: str
    weights: Vector
    values: list[float] = dataclasses.field(default_factory=list)

    @property
    def value(self) -> float:
        """The mean of its values so far."""
        return sum(self.values) / len(self.values) if self.values else -math.inf


def _average(vectors: Sequence[Vector]) -> Vector:
    """The average of players, whose weights may each be scaled in its own way."""
    same = [scaled(one) for one in vectors]
    return [sum(column) / len(same) for column in zip(*same)]


def _centres(run: Run) -> list[Vector]:
    """The centres of the last generations."""
    return [one.centre for one in run.generations[-_LAST:] if one.centre is not None]


def _summits(run: Run) -> list[Vector]:
    """The summit of a surface through the last generations, if there is one."""
    from . import surface

    centres, shape = _centres(run), run.optimiser.shape()
    if not centres or shape is None:
        return []
    rows = [
        (candidate, value, generation.effort, generation.number)
        for generation in run.generations[-_SURFACE_LAST:]
        for candidate, value in zip(generation.candidates, generation.values)
    ]
    points, values, trials, groups = zip(*rows)
    found = surface.summit(_average(centres), shape, points, values, trials, groups, _REACH)
    return [] if found is None else [found]


def finalists(run: Run) -> list[Finalist]:
    """Everything that may be the result, each once."""
    last, centres = run.generations[-_LAST:], _centres(run)
    named = [("summit of the surface", one) for one in _summits(run)]
    if centres:
        named.append(("average of the centres", _average(centres)))
    named += [("elite", one) for one in run.optimiser.elite(_ELITE)]
    named += [(f"centre {one.number}", one.centre) for one in last if one.centre is not None]
    named += [(f"best of {one.number}", one.best) for one in last]
    named += [("start", one) for one in run.start]
    found: dict[tuple[float, ...], Finalist] = {}
    for origin, weights in named:
        if any(weights):
            one = Finalist(origin, rounded(weights))
            found.setdefault(tuple(one.weights), one)
    return list(found.values())


def _budget(settings: Settings) -> int:
    return settings.budget or _BUDGET * settings.last_effort


def halve(left: list[Finalist], settings: Settings, measurer: Measurer) -> Finalist:
    """The winner. Of equal ones the first wins."""
    rounds = max(1, math.ceil(math.log2(len(left))))
    number = 0
    while len(left) > 1:
        repeats = max(1, _budget(settings) // (rounds * len(left) * settings.last_effort))
        weights = [one.weights for one in left]
        seeds = [seed_of(settings.seed, "finals", number + k) for k in range(repeats)]
        number += repeats
        tasks = [task_of(weights, settings.objective, seed, settings.last_effort) for seed in seeds]
        for measured in measurer.measure(tasks):
            for one, value in zip(left, measured):
                one.values.append(value_of(settings.objective, value))
        left = sorted(left, key=lambda one: -one.value)[: (len(left) + 1) // 2]
    return left[0]


def finish(run: Run, measurer: Measurer) -> dict[str, Any]:
    """The weights file of a run whose generations are done: the winner and its measured value."""
    settings, before = run.settings, measurer.cpu_s
    field = finalists(run)
    winner = halve(list(field), settings, measurer)
    effort = _CLOSER * (settings.trials if splittable(settings) else settings.games)
    tasks = row_tasks(winner.weights, settings, "closing", settings.replicates, effort)
    measured = measurer.measure(tasks)
    return {
        "kind": settings.kind,
        "weights": winner.weights,
        "origin": winner.origin,
        "rows": summary(tasks, measured),
        "finalists": [{"origin": one.origin, "value": one.value, "count": len(one.values)} for one in field],
        "settings": dataclasses.asdict(settings),
        "made_by": run.made_by,
        "cpu_s": round(run.cpu_s + measurer.cpu_s - before, 1),
    }
