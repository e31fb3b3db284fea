# SPDX-License-Identifier: MIT
"""Where a run begins: weights of shipped evaluators, of files, of the best of another run."""

from __future__ import annotations

import pathlib

from .. import tetris
from .optimiser import Vector
from .run import load_run
from .settings import Settings, TrainingError
from .weights import WeightsError, read_weights

# Of another run's best: the elite of report S2.
_ELITE = 100

# Positions that an evaluator's weights are told from; every so many-th move is a bad one, for wells of all sorts.
_POSITIONS, _BAD = 300, 4

# The library has weights in units of 1 / 1024.
_UNIT = 1024


def _best(values: Vector) -> int:
    return max(range(len(values)), key=values.__getitem__)


def evaluator_weights(name: str, kind: str) -> Vector:
    """The weights of a shipped evaluator, told from its values. Raises TrainingError if they are of another kind."""
    import numpy as np

    agent, game = tetris.Agent(name), tetris.Game(seed=1)
    rows, values = [], []
    for turn in range(_POSITIONS):
        found = agent.values(game)
        for move, value in enumerate(found):
            if value > -(2.0**31):  # it does not lose
                rows.append(game.features(move, kind))
                values.append(value)
        game.play(turn % len(found) if turn % _BAD == 0 else _best(found))
        if game.over:
            game = tetris.Game(seed=turn)
    features = np.array(rows)
    weights = np.round(np.linalg.lstsq(features, np.array(values), rcond=None)[0] * _UNIT) / _UNIT
    if np.abs(features @ weights - np.array(values)).max() > 0.5 / _UNIT:
        raise TrainingError(f"the evaluator {name!r} has no weights of the kind {kind!r}")
    return [float(weight) + 0.0 for weight in weights]  # no -0.0


def _file_weights(path: pathlib.Path, kind: str) -> Vector:
    try:
        found, weights = read_weights(path)
    except WeightsError as failure:
        raise TrainingError(str(failure)) from failure
    if found != kind:
        raise TrainingError(f"{path} has weights of the kind {found!r}, not {kind!r}")
    return weights


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
            found.append(evaluator_weights(name, settings.kind))
        elif path.is_dir():
            found += _run_weights(path, settings.kind)
        elif path.is_file():
            found.append(_file_weights(path, settings.kind))
        else:
            known = ", ".join(tetris.evaluators())
            raise TrainingError(f"--start {name}: neither a folder, nor a file, nor one of {known}")
    return found
