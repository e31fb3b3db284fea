# SPDX-License-Identifier: MIT
"""CMA-ES, by pycma."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import cma
import numpy as np

from .optimiser import Optimiser, Vector
from .weights import scaled

# The first step: from nothing, and around weights that are known to be good. Weights have a mean square of 1.
_SIGMA, _SIGMA_FROM_START = 1.0, 0.3


def _normal(*shape: int) -> Any:
    """numpy.random.randn. That one is a method: with it a pickle would hold a copy of the generator."""
    return np.random.randn(*shape)


class CmaSearch(Optimiser):
    """`population` candidates from a normal distribution that learns its mean, step and shape. It starts at the
    first of `start`; the others are among its first candidates."""

    package = "cma"

    def __init__(self, size: int, population: int, sigma: float, start: Sequence[Vector]) -> None:
        starts = [np.array(scaled(one)) * math.sqrt(size) for one in start]
        first = starts[0] if starts else np.random.normal(size=size)
        step = sigma or (_SIGMA_FROM_START if starts else _SIGMA)
        # pycma leaves numpy's generator alone if the seed is not a number.
        settings = {"popsize": population, "seed": np.nan, "randn": _normal, "verbose": -9}
        self._search: Any = cma.CMAEvolutionStrategy(first, step, settings)
        if len(starts) > 1:
            self._search.inject(starts[1:population], force=True)
        self._last: list[tuple[float, Vector]] = []

    def ask(self) -> list[Vector]:
        return [[float(x) for x in candidate] for candidate in self._search.ask()]

    def tell(self, candidates: Sequence[Vector], values: Sequence[float]) -> None:
        self._search.tell([np.array(candidate) for candidate in candidates], [-value for value in values])
        self._last = sorted(zip(values, candidates), key=lambda pair: -pair[0])

    def elite(self, count: int) -> list[Vector]:
        return [self.centre(), *(list(candidate) for _, candidate in self._last)][:count]

    def centre(self) -> Vector:
        return [float(x) for x in self._search.mean]

    def shape(self) -> Any:
        return np.array(self._search.sm.covariance_matrix) * float(self._search.sigma) ** 2

    def spread(self) -> float:
        return math.sqrt(float(np.trace(self.shape()))) / (float(np.linalg.norm(self._search.mean)) or 1.0)
