# SPDX-License-Identifier: MIT
"""A particle swarm with shrinking inertia, as S2 has it, on DEAP's individuals."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from deap import tools

from .individual import BOUND, Individual, clipped, random_weights, within
from .optimiser import Optimiser, Vector

# Of the velocity: what is kept of it, first and last; the pull of a particle's own best place, and of the swarm's.
_FIRST_INERTIA, _LAST_INERTIA = 0.9, 0.4
_OWN_PULL, _SWARM_PULL = 0.9, 1.5


class _Particle(Individual):
    """A place, the velocity with which it moves, and the best place that it was at."""

    def __init__(self, weights: Iterable[float]) -> None:
        super().__init__(weights)
        self.velocity = [random.uniform(-BOUND, BOUND) / 2 for _ in self]
        self.best = Individual(self)

    def remember(self, value: float) -> None:
        self.fitness.values = (value,)
        if not self.best.fitness.valid or self.fitness > self.best.fitness:
            self.best = Individual(self)
            self.best.fitness.values = (value,)

    def move(self, inertia: float, swarm_best: Individual) -> None:
        for i, place in enumerate(self):
            pull = random.uniform(0, _OWN_PULL) * (self.best[i] - place)
            pull += random.uniform(0, _SWARM_PULL) * (swarm_best[i] - place)
            self.velocity[i] = clipped(inertia * self.velocity[i] + pull)
            self[i] = clipped(place + self.velocity[i])


class Swarm(Optimiser):
    """`population` particles. The first ones begin at `start`, the others anywhere. Each generation has random
    numbers of its own, so a best place may owe some of its value to luck; the finals measure again."""

    package = "deap"

    def __init__(self, size: int, population: int, generations: int, start: Sequence[Vector]) -> None:
        self._generations, self._generation = generations, 0
        places = [within(one) for one in start[:population]]
        places += [random_weights(size) for _ in range(population - len(places))]
        self._particles = [_Particle(place) for place in places]

    def ask(self) -> list[Vector]:
        return [list(particle) for particle in self._particles]

    def tell(self, candidates: Sequence[Vector], values: Sequence[float]) -> None:
        for particle, value in zip(self._particles, values):
            particle.remember(value)
        best = tools.selBest([particle.best for particle in self._particles], 1)[0]
        share = self._generation / max(self._generations - 1, 1)
        for particle in self._particles:
            particle.move(_FIRST_INERTIA + share * (_LAST_INERTIA - _FIRST_INERTIA), best)
        self._generation += 1

    def elite(self, count: int) -> list[Vector]:
        places = [particle.best for particle in self._particles if particle.best.fitness.valid]
        return [list(place) for place in tools.selBest(places, count)]
