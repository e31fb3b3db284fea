# SPDX-License-Identifier: MIT
"""What the swarm and the genetic algorithm share: weights that DEAP's tools take for individuals."""

from __future__ import annotations

import random
from collections.abc import Iterable

from deap import base

# Of a weight, either sign: S2's genes, which had their signs by hand, had the same.
BOUND = 10.0


class Greatest(base.Fitness):  # type: ignore[misc]  # DEAP has no types
    """One value, the greater the better."""

    weights = (1.0,)


class Individual(list[float]):
    """Weights and, once they are measured, their fitness."""

    def __init__(self, weights: Iterable[float]) -> None:
        super().__init__(weights)
        self.fitness = Greatest()


def clipped(weight: float) -> float:
    """Within the bounds."""
    return min(max(weight, -BOUND), BOUND)


def random_weights(size: int) -> list[float]:
    """Uniform within the bounds."""
    return [random.uniform(-BOUND, BOUND) for _ in range(size)]


def within(weights: Iterable[float]) -> list[float]:
    """The same player's weights, scaled so that the greatest stands half-way to the bounds: room to go either way."""
    found = [float(weight) for weight in weights]
    greatest = max(abs(weight) for weight in found) or 1.0
    return [weight * BOUND / (2 * greatest) for weight in found]
