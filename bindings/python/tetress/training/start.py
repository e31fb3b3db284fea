# SPDX-License-Identifier: MIT
"""Where a run begins: weights of shipped evaluators, of files, of the best of another run."""

from __future__ import annotations

import pathlib

from .. import tetris
from .optimiser import Vector
from .run import load_run
from .settings import Settings, TrainingError
from .weights import WeightsError, read_weights

# Of another run's best: the elite of S2.
_ELITE = 100


def _of_kind(what: object, found: tuple[str, Vector], kind: str) -> Vector:
    if found[0] != kind:
        raise TrainingError(f"{what} has weights of the kind {found[0]!r}, not {kind!r}")
    return found[1]


def _file_weights(path: pathlib.Path, kind: str) -> Vector:
    try:
        return _of_kind(path, read_weights(path), kind)
    except WeightsError as failure:
        raise TrainingError(str(failure)) from failure


def _run_weights(folder: pathlib.Path, kind: str) -> list[Vector]:
    run = load_run(folder)
    if run.settings.kind != kind:
        raise TrainingError(f"{folder} holds a run with weights of the kind {run.settings.kind!r}, not {kind!r}")
    if not run.generations:
        raise TrainingError(f"{folder} holds a run that has measured nothing yet")
    return run.optimiser.elite(_ELITE)


def start_points(settings: Settings) -> list[Vector]:
    """Where a run with these settings begins, best first. Raises TrainingError, OSError."""
    found: list[Vector] = []
    for name in settings.start:
        path = pathlib.Path(name)
        if name in tetris.evaluators():
            found.append(_of_kind(f"the evaluator {name!r}", tetris.Agent(name).weights, settings.kind))
        elif path.is_dir():
            found += _run_weights(path, settings.kind)
        elif path.is_file():
            found.append(_file_weights(path, settings.kind))
        else:
            known = ", ".join(tetris.evaluators())
            raise TrainingError(f"--start {name}: neither a folder, nor a file, nor one of {known}")
    return found
