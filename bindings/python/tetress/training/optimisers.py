# SPDX-License-Identifier: MIT
"""Makes the optimiser that a run's settings name. Each needs a package that may be missing."""

from __future__ import annotations

from collections.abc import Sequence

from ..tetris import KINDS
from .optimiser import Optimiser, Vector
from .settings import Settings, TrainingError


def make_optimiser(settings: Settings, start: Sequence[Vector]) -> Optimiser:
    """The optimiser of a run. Raises TrainingError if its package is missing."""
    size = KINDS[settings.kind]
    try:
        if settings.optimiser == "cma":
            from .cma_search import CmaSearch

            return CmaSearch(size, settings.population, settings.sigma, start)
        if settings.optimiser == "pso":
            from .swarm import Swarm

            return Swarm(size, settings.population, settings.generations, start)
        from .genetic import Genetic

        return Genetic(size, settings.population, start)
    except ImportError as missing:
        raise TrainingError(f"{missing}; in a checkout of libtetress, pip install '.[training]'") from missing
