#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Train weights for the single-player game (docs/tetris.md) by CMA-ES.

    well.py run DIR [--kind dt] [--lookahead 0] ...    from nothing, or go on where DIR was left
    well.py test WEIGHTS.json [--seeds 8] ...          the mean of fresh estimates, and their spread

The objective is the logarithm of the mean number of rows, by multilevel splitting; all candidates of a generation are measured with
the same random numbers, each generation with others. Near the optimum noise beats selection: trials grow with the generations, and at the
end the best candidates are measured again, with seeds that no generation has had.

DIR gets state.pickle (after each generation; a run that is stopped and started again ends bit for bit as one that was not), log.csv, fitness.svg
and weights.json. Needs cma, numpy, matplotlib, tqdm and the Python package `tetress`.
"""
import argparse
import concurrent.futures
import csv
import json
import math
import os
import pathlib
import pickle
import sys
import time

import cma
import numpy as np
import tetress
from tetress import tetris
from tqdm import tqdm

SIZES = {"s2": 11, "dt": 9}

# Seeds of generations; those of closing measurements begin here.
FRESH = 1 << 40

# So many candidates are kept for the closing measurement.
ELITE = 12


# ---- Fitness -----------------------------------------------------------------------------------


class Fitness:
    """log10 of the mean rows of weights. Threads share candidates out."""

    def __init__(self, options):
        self.options = options

    def agent(self, weights):
        made = tetris.Agent("s2", lookahead=self.options.lookahead, width=self.options.width)
        made.set_weights(self.options.kind, [float(weight) for weight in weights])
        return made

    def one(self, weights, seed, trials):
        """More trials where so few saw no loss."""
        if not np.isfinite(weights).all() or not np.any(weights):
            return -1.0
        agent = self.agent(weights)
        for more in range(4):
            rows = agent.split(seed=seed, trials=trials << (2 * more))
            if rows >= 0:
                return math.log10(max(rows, 0.1))
        return math.log10(1e12)

    def all(self, candidates, seed, trials):
        with concurrent.futures.ThreadPoolExecutor(self.options.threads) as pool:
            return list(pool.map(lambda weights: self.one(weights, seed, trials), candidates))


def trials_of(options, generation):
    """Growing to the wanted number at the last generation."""
    share = generation / max(options.generations - 1, 1)
    return max(50, round(options.trials * 0.1 ** (1 - share)))


# ---- A run -------------------------------------------------------------------------------------


class Run:
    """The state of a run, all of it in its pickle."""

    def __init__(self, options):
        size = SIZES[options.kind]
        start = np.random.default_rng(options.seed).normal(size=size)
        settings = {"popsize": options.popsize, "seed": options.seed + 1, "verbose": -9}
        self.search = cma.CMAEvolutionStrategy(start, 1.0, settings)
        # Its own numbers: pycma draws from numpy's global generator, whose state goes into the pickle.
        self.random = np.random.get_state()
        self.generation = 0
        self.elite = []
        self.rows = []
        self.cpu_s = 0.0

    def step(self, options, fitness):
        np.random.set_state(self.random)
        candidates = self.search.ask()
        self.random = np.random.get_state()
        begin, trials = time.process_time(), trials_of(options, self.generation)
        values = fitness.all(candidates, self.generation, trials)
        self.cpu_s += time.process_time() - begin
        np.random.set_state(self.random)
        self.search.tell(candidates, [-value for value in values])
        self.random = np.random.get_state()
        best = max(range(len(values)), key=values.__getitem__)
        self.rows.append([self.generation, trials, 10 ** float(np.median(values)), 10 ** values[best], self.cpu_s])
        # The mean of the search is a better guess than any of its noisy candidates.
        self.elite.append([float(x) for x in self.search.mean])
        self.elite.append([float(x) for x in candidates[best]])
        self.elite = self.elite[-ELITE:]
        self.generation += 1


def save(path, run):
    """At once: a run that is killed finds the last state or this one."""
    temporary = path.with_suffix(".new")
    with temporary.open("wb") as file:
        pickle.dump(run, file)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def key_of(options):
    """What may not change when a run is gone on with."""
    return {name: getattr(options, name) for name in ("kind", "lookahead", "width", "trials", "popsize", "generations", "seed")}


def load(folder, options):
    """The run of this folder, or a new one. Ends the program if it was another."""
    path = folder / "settings.json"
    if path.exists():
        before = json.loads(path.read_text())
        if before != key_of(options):
            sys.exit(f"{folder} holds a run with other settings: {before}")
    else:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(key_of(options)))
    state = folder / "state.pickle"
    if state.exists():
        with state.open("rb") as file:
            return pickle.load(file)
    return Run(options)


def plot(folder, rows):
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.semilogy([row[0] for row in rows], [row[2] for row in rows], label="median candidate")
    axes.semilogy([row[0] for row in rows], [row[3] for row in rows], label="best candidate, as measured", alpha=0.5)
    axes.set_xlabel("generation")
    axes.set_ylabel("mean rows of a game")
    axes.legend()
    figure.savefig(folder / "fitness.svg")
    pyplot.close(figure)


def close(options, fitness, run):
    """Measure the last generations' best again, with fresh numbers, and again the three best of those."""
    values = fitness.all(run.elite, FRESH, options.trials * 4)
    order = sorted(range(len(values)), key=lambda i: -values[i])[:3]
    final = [np.mean([fitness.one(run.elite[i], FRESH + 1 + k, options.trials * 4) for k in range(4)]) for i in order]
    return run.elite[order[int(np.argmax(final))]]


def run_command(options):
    folder = options.folder
    run, fitness = load(folder, options), Fitness(options)
    bar = tqdm(total=options.generations, initial=run.generation, unit="generation", disable=options.quiet)
    while run.generation < options.generations:
        run.step(options, fitness)
        save(folder / "state.pickle", run)
        with (folder / "log.csv").open("w", newline="") as file:
            csv.writer(file).writerows([["generation", "trials", "median_rows", "best_rows", "cpu_s"], *run.rows])
        bar.set_postfix_str(f"median {run.rows[-1][2]:,.0f} rows")
        bar.update()
    bar.close()
    plot(folder, run.rows)
    begin = time.process_time()
    weights = close(options, fitness, run)
    scale = max(abs(weight) for weight in weights) / 24
    result = {
        "kind": options.kind,
        "weights": [round(weight / scale, 6) for weight in weights],
        "library": tetress.version,
        "settings": key_of(options),
        "cpu_s": round(run.cpu_s + time.process_time() - begin, 1),
    }
    (folder / "weights.json").write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result))


def test_command(options):
    found = json.loads(options.weights.read_text())
    options.kind = found["kind"]
    fitness = Fitness(options)
    agent = fitness.agent(found["weights"])
    rows = [agent.split(seed=FRESH * 2 + options.seed + k, trials=options.trials) for k in range(options.seeds)]
    mean = float(np.mean(rows))
    print(f"{mean:,.0f} rows, {min(rows):,.0f} to {max(rows):,.0f} in {len(rows)} estimates of {options.trials} trials a level")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    train = commands.add_parser("run", help="train, or go on")
    train.add_argument("folder", type=pathlib.Path)
    train.add_argument("--kind", choices=sorted(SIZES), default="dt")
    train.add_argument("--popsize", type=int, default=16)
    train.add_argument("--generations", type=int, default=60)
    train.add_argument("--quiet", action="store_true")
    test = commands.add_parser("test", help="measure weights again")
    test.add_argument("weights", type=pathlib.Path)
    test.add_argument("--seeds", type=int, default=8)
    for one, trials in ((train, 1000), (test, 20000)):
        one.add_argument("--lookahead", type=int, default=0)
        one.add_argument("--width", type=int, default=2)
        one.add_argument("--trials", type=int, default=trials, help="of splitting, a level (default: %(default)d)")
        one.add_argument("--seed", type=int, default=1)
        one.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(arguments)
    (run_command if options.command == "run" else test_command)(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
