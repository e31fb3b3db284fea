#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Weights of the single-player game, trained from nothing by the cross-entropy method, then tested.

    tetris_train.py [GENERATIONS [THREADS]]

The method of Szita and Lorincz, in the few lines that it takes: draw sets of weights, measure all of them with the same
pieces, draw the next ones around the best tenth. 4 generations are a second; 40 about a minute. The test uses pieces
that the training has not seen, in wells of 10 rows, where games are short. For training in earnest there is

    python -m tetress.training --help
"""

from __future__ import annotations

import random
import statistics
import sys

from tetress import tetris

KIND = "dt"
POPULATION, BEST = 100, 10
TRAINING_SEED, TEST_SEED, TEST_GAMES = 1, 1_000_000, 50


def drawn(source: random.Random, centre: list[float], spread: list[float]) -> list[list[float]]:
    """A population around a centre."""
    return [[source.gauss(*one) for one in zip(centre, spread)] for _ in range(POPULATION)]


def train(generations: int, threads: int) -> list[float]:
    """The centre of the last population."""
    source = random.Random(TRAINING_SEED)
    count = tetris.KINDS[KIND]
    centre, spread = [0.0] * count, [10.0] * count
    for generation in range(generations):
        population = drawn(source, centre, spread)
        rows = tetris.fitness(
            KIND, population, objective="lines", seed=generation, games=3, pieces=20_000, rows=10, threads=threads
        )
        ranked = sorted(range(POPULATION), key=lambda i: rows[i], reverse=True)[:BEST]
        columns = list(zip(*(population[i] for i in ranked)))
        # Noise that shrinks keeps the spread from collapsing early.
        noise = max(0.0, 4.0 - generation / 4)
        centre = [statistics.fmean(column) for column in columns]
        spread = [(statistics.pvariance(column) + noise) ** 0.5 for column in columns]
        print(f"generation {generation + 1:3}  best {rows[ranked[0]]:8.0f} rows  middle {statistics.median(rows):8.0f}")
    return centre


def print_measured(name: str, agent: tetris.Agent, threads: int) -> None:
    """What an agent is worth, and how sure that is."""
    mean = tetris.interval([float(rows) for rows in agent.games(TEST_SEED, TEST_GAMES, threads=threads)])
    print(f"{name:12} {mean.mean:6.0f} rows a game, 95 % interval {mean.low:.0f} to {mean.high:.0f}")


def main() -> None:
    generations = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    threads = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    weights = train(generations, threads)
    print("weights", " ".join(f"{weight:.2f}" for weight in weights))
    trained = tetris.Agent("dt20", rows=10)
    trained.set_weights(KIND, weights)
    print_measured("trained", trained, threads)
    for name in ("s2", "dt10"):
        print_measured(name, tetris.Agent(name, rows=10), threads)


if __name__ == "__main__":
    main()
