# SPDX-License-Identifier: MIT
"""A training run: generations, each of which ends with a checkpoint, and then the finals (finals.py)."""

from __future__ import annotations

import dataclasses
import importlib.metadata
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any, Callable

from .. import version
from . import checkpoint
from .fitness import Measurer, task_of, value_of
from .optimiser import Vector
from .optimisers import make_optimiser
from .randomness import OwnRandom
from .settings import Settings, TrainingError, differences, make_settings, seed_of

STATE = "state.pickle"


@dataclasses.dataclass(frozen=True)
class Generation:
    """The measurements of a generation.

    effort  trials or games for each candidate
    values  as value_of() gives them
    centre  the optimiser's estimate of the optimum after it, or None
    spread  the distance between candidates, for the log
    cpu_s   CPU seconds since the run began
    """

    number: int
    effort: int
    candidates: list[Vector]
    values: list[float]
    centre: Vector | None
    spread: float
    cpu_s: float

    @property
    def best(self) -> Vector:
        """The candidate with the greatest value."""
        return self.candidates[max(range(len(self.values)), key=self.values.__getitem__)]


def _made_by(package: str) -> dict[str, str]:
    """The versions with which a run must go on to end as it would have."""
    return {"tetress": version, package: importlib.metadata.version(package)}


class Run:
    """The state of a run. All of it is in its checkpoint."""

    def __init__(self, settings: Settings, start: Sequence[Vector]) -> None:
        self.settings = settings
        self.start = [list(one) for one in start]
        self.random = OwnRandom(seed_of(settings.seed, "optimiser", 0))
        with self.random.used():
            self.optimiser = make_optimiser(settings, self.start)
        self.made_by = _made_by(self.optimiser.package)
        self.generations: list[Generation] = []
        self.cpu_s = 0.0

    @property
    def done(self) -> bool:
        """Have all generations been measured?"""
        return len(self.generations) >= self.settings.generations

    def step(self, measurer: Measurer) -> Generation:
        """Measure one generation. If that raises, only the checkpoint still holds the run as it was."""
        settings, number, before = self.settings, len(self.generations), measurer.cpu_s
        with self.random.used():
            candidates = self.optimiser.ask()
        effort = settings.effort(number)
        task = task_of(candidates, settings.objective, seed_of(settings.seed, "generation", number), effort)
        values = [value_of(settings.objective, one) for one in measurer.measure([task])[0]]
        with self.random.used():
            self.optimiser.tell(candidates, values)
        self.cpu_s += measurer.cpu_s - before
        centre, spread = self.optimiser.centre(), self.optimiser.spread()
        self.generations.append(Generation(number, effort, candidates, values, centre, spread, self.cpu_s))
        return self.generations[-1]

    def save(self, folder: pathlib.Path) -> None:
        """Write the checkpoint."""
        checkpoint.save(folder / STATE, self)


def load_run(folder: pathlib.Path) -> Run:
    """The run of a folder. Raises OSError, and TrainingError, also if the run could not go on to the same end here."""
    found = checkpoint.load(folder / STATE)
    if not isinstance(found, Run):
        raise TrainingError(f"{folder / STATE} holds no run")
    for package, made_with in found.made_by.items():
        here = _made_by(found.optimiser.package)[package]
        if here != made_with:
            why = f"was made with {package} {made_with}, and this is {here}: it would end otherwise"
            raise TrainingError(f"{folder} {why}")
    return found


def open_run(folder: pathlib.Path, given: Mapping[str, Any], start: Callable[[Settings], Sequence[Vector]]) -> Run:
    """The run of a folder, which must not differ from the settings that are given, or a new one that begins at what
    start() returns for its settings. Raises TrainingError, OSError."""
    if (folder / STATE).exists():
        run = load_run(folder)
        other = differences(given, run.settings)
        if other:
            raise TrainingError(f"{folder} holds a run with other settings: {'; '.join(other)}")
        return run
    settings = make_settings(given)
    run = Run(settings, start(settings))
    folder.mkdir(parents=True, exist_ok=True)
    run.save(folder)
    return run


def train(run: Run, folder: pathlib.Path, measurer: Measurer, told: Callable[[Run], bool]) -> bool:
    """Run generations to the end. After each there is a checkpoint, and told() is asked whether to go on. True if
    all are done."""
    while not run.done:
        run.step(measurer)
        run.save(folder)
        if not told(run):
            break
    return run.done
