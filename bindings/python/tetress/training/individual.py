# SPDX-License-Identifier: MIT
"""What the swarm and the genetic algorithm share: weights that DEAP's tools treat as individuals."""

from __future__ import annotations

import random
from collections.abc import Iterable

from deap import base

# The bound of a weight of either sign. S2's genes, whose signs were set by hand, had the same.
BOUND = 10.0


class Greatest(base.Fitness):  # type: ignore[misc]  # DEAP has no types
    """One value. A greater one is better."""

    weights = (1.0,)


class Individual(list[float]):
    """Weights and, once they are measured, their fitness."""

    def __init__(self, weights: Iterable[float]) -> None:
        super().__init__(weights)
        self.fitness = Greatest()


def clipped(weight: float) -> float:
    """The weight, moved within the bounds."""
    return min(max(weight, -BOUND), BOUND)


def random_weights(size: int) -> list[float]:
    """Weights drawn uniformly within the bounds."""
    return [random.uniform(-BOUND, BOUND) for _ in range(size)]


def within(weights: Iterable[float]) -> list[float]:
    """The weights of the same player, scaled so that the greatest is half-way to the bounds and can go either way."""
    found = [float(weight) for weight in weights]
    greatest = max(abs(weight) for weight in found) or 1.0
    return [weight * BOUND / (2 * greatest) for weight in found]
