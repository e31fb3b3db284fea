# SPDX-License-Identifier: MIT
"""A genetic algorithm, as S2 has it: an elite in a large population. By DEAP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deap import algorithms, base, tools

from .individual import BOUND, Individual, clipped, random_weights, within
from .optimiser import Optimiser, Vector

# One in this many of the population belongs to the elite: 100 of 1000.
_ELITE_SHARE = 10

# Chances that two children are crossed, and that a child changes; how far, and how many of its weights.
_CROSS, _MUTATE = 0.7, 0.3
_BLEND, _STEP, _CHANGED = 0.3, BOUND / 10, 0.25
_TOURNAMENT = 3


def _toolbox() -> Any:
    made = base.Toolbox()
    made.register("mate", tools.cxBlend, alpha=_BLEND)
    made.register("mutate", tools.mutGaussian, mu=0, sigma=_STEP, indpb=_CHANGED)
    return made


class Genetic(Optimiser):
    """`population` individuals. The first ones are `start`, the others random. The best tenth lives on and is measured
    again with its children: all of a generation have the same random numbers."""

    package = "deap"

    def __init__(self, size: int, population: int, start: Sequence[Vector]) -> None:
        known = [within(one) for one in start[:population]]
        known += [random_weights(size) for _ in range(population - len(known))]
        self._population = [Individual(weights) for weights in known]
        self._parents: list[Individual] = []

    def ask(self) -> list[Vector]:
        return [list(individual) for individual in self._population]

    def tell(self, candidates: Sequence[Vector], values: Sequence[float]) -> None:
        for individual, value in zip(self._population, values):
            individual.fitness.values = (value,)
        self._parents = self._population
        elite = tools.selBest(self._parents, max(1, len(self._parents) // _ELITE_SHARE))
        chosen = tools.selTournament(self._parents, len(self._parents) - len(elite), _TOURNAMENT)
        children = algorithms.varAnd(chosen, _toolbox(), _CROSS, _MUTATE)
        bred = [Individual(clipped(weight) for weight in child) for child in children]
        self._population = [Individual(one) for one in elite] + bred

    def elite(self, count: int) -> list[Vector]:
        return [list(one) for one in tools.selBest(self._parents, count)]
