# SPDX-License-Identifier: MIT
"""S2: scores of single-player Tetris, memory of its search, speed-up by threads, and what capped games tell."""
from __future__ import annotations

import argparse
import functools
import csv
import gc
import math
import pathlib
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from tqdm import tqdm

from library import tetress
from matches import Failure, Setting, complete_lines
from object_well import PIECES, CellWell, ColumnWell, Node, Well, tree, wells_of
from output import markdown, write_csv, write_plot

tetris = tetress.tetris
WIDTH = 2  # of the report's submission


class Kept:
    """A CSV file of measurements, each found by its first columns, so that an interrupted run can continue."""

    def __init__(self, path: pathlib.Path, header: Sequence[str], words: int) -> None:
        self.path, self.header, self.words = path, list(header), words
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = complete_lines(path) or [",".join(header)]
        if lines[0].split(",") != self.header:
            raise Failure(f"{path} has other columns; move it away")
        path.write_text("".join(line + "\n" for line in lines))
        self.rows = {tuple(row[:words]): [float(cell) for cell in row[words:]] for row in csv.reader(lines[1:])}

    def get(self, key: Sequence[object], measure: Callable[[], Sequence[float]]) -> list[float]:
        name = tuple(map(str, key))
        if name not in self.rows:
            self.rows[name] = list(measure())
            with open(self.path, "a", newline="") as file:
                csv.writer(file, lineterminator="\n").writerow([*name, *self.rows[name]])
        return self.rows[name]


# ---- Scores ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scores:
    """Games of the report's weights."""

    lookahead: int
    rows: int
    lines: list[int]

    @property
    def title(self) -> str:
        return f"{self.lookahead} look-ahead, {self.rows} rows"


def play_games(options: argparse.Namespace, setting: Setting, lookahead: int, rows: int, count: int) -> Scores:
    """Rows removed in whole games."""
    kept = Kept(setting.out / "s2-games.csv", ["lookahead", "rows", "seed", "game", "lines"], 4)
    agent = tetris.Agent("s2", lookahead=lookahead, width=WIDTH, rows=rows)
    lines = []
    for number in tqdm(range(count), desc=f"{lookahead} look-ahead, {rows} rows", unit="game", disable=None):
        found = kept.get((lookahead, rows, setting.seed, number),
                         lambda number=number: agent.games(setting.seed, 1, first=number))
        lines.append(int(found[0]))
    return Scores(lookahead, rows, lines)


def split_mean(setting: Setting, lookahead: int, trials: int, count: int) -> tetris.Mean:
    """The mean of games that are too long to play, by splitting."""
    kept = Kept(setting.out / "s2-splits.csv", ["lookahead", "trials", "seed", "lines"], 3)
    agent = tetris.Agent("s2", lookahead=lookahead, width=WIDTH)
    seeds = range(setting.seed, setting.seed + count)
    found = [kept.get((lookahead, trials, seed), lambda seed=seed: agent.split(seed, trials))[0]
             for seed in tqdm(seeds, desc=f"{lookahead} look-ahead, splitting", unit="estimate", disable=None)]
    if min(found) < 0:
        raise Failure(f"{trials} trials for each level of splitting are too few; raise --trials")
    return tetris.interval(found)


def run_scores(options: argparse.Namespace, setting: Setting) -> str:
    """Whole games: in a well of 20 rows without look-ahead, in a lower one with it. Means of 20 rows come from splitting."""
    played = [play_games(options, setting, 0, 20, options.games), play_games(options, setting, 1, options.rows, options.games)]
    means = [split_mean(setting, lookahead, options.trials, options.estimates) for lookahead in (0, 1)]
    write_plot(setting.out / f"s2.{options.format}", histograms(played))
    games = markdown(["look-ahead", "rows", "games", "mean", "median", "median / mean", "least", "most"],
                     [[one.lookahead, one.rows, len(one.lines), f"{statistics.mean(one.lines):,.0f}",
                       f"{statistics.median(one.lines):,.0f}", f"{statistics.median(one.lines) / statistics.mean(one.lines):.2f}",
                       f"{min(one.lines):,}", f"{max(one.lines):,}"] for one in played])
    reported = ["about 200 thousand", "about 20 million"]
    split = markdown(["look-ahead, 20 rows", "mean, report", "mean by splitting", "95 % interval"],
                     [[lookahead, report, f"{mean.mean:,.0f}", f"{mean.low:,.0f} to {mean.high:,.0f}"]
                      for lookahead, report, mean in zip((0, 1), reported, means)])
    return games + "\n" + split


def histograms(played: Sequence[Scores]) -> Figure:
    figure, axes = plt.subplots(1, len(played), figsize=(9, 3.5))
    for one, ax in zip(played, axes):
        mean = statistics.mean(one.lines)
        ax.hist(one.lines, bins=20, density=True, color="#4878a8")
        x = np.linspace(0, max(one.lines), 200)
        ax.plot(x, np.exp(-x / mean) / mean, color="#c44e52", label="exponential of the same mean")
        ax.axvline(statistics.median(one.lines), color="black", linestyle=":", label="median")
        ax.set_title(one.title, fontsize=10)
        ax.set_xlabel("rows removed in a game")
        ax.set_yticks([])
        ax.legend(frameon=False, fontsize=8)
    return figure


# ---- Memory ------------------------------------------------------------------------------------

STATES: dict[str, type[CellWell] | type[ColumnWell]] = {"cells": CellWell, "columns": ColumnWell}
GROWN = 30  # pieces placed before a tree is measured


def grown_well(state: type[CellWell] | type[ColumnWell], seed: int) -> Well:
    """A well in the middle of a game."""
    well, rng = state(), random.Random(seed)
    for _ in range(GROWN):
        well = tree(well, piece := rng.choice(PIECES), 1, 0).next[piece][0].well
    return well


def tree_bytes(state: type[CellWell] | type[ColumnWell], width: int, lookahead: int, seed: int) -> tuple[int, int]:
    """Bytes of a search's tree, and the number of its wells."""
    well = grown_well(state, seed)
    gc.collect()
    tracemalloc.start()
    try:
        root: Node = tree(well, "T", width, lookahead)
        return tracemalloc.get_traced_memory()[0], wells_of(root)
    finally:
        tracemalloc.stop()


def run_memory(options: argparse.Namespace, setting: Setting) -> str:
    """Memory of one decision's tree, by width and look-ahead, with either state."""
    setting.out.mkdir(parents=True, exist_ok=True)
    rows = []
    for lookahead in range(1, options.lookahead + 1):
        for width in options.widths:
            sizes = {name: tree_bytes(state, width, lookahead, setting.seed) for name, state in STATES.items()}
            cells, columns = sizes["cells"][0], sizes["columns"][0]
            rows.append([lookahead, width, sizes["cells"][1], cells, columns, 1 - columns / cells])
    write_csv(setting.out / "s2-memory.csv", ["lookahead", "width", "wells", "cells_bytes", "columns_bytes", "saved"], rows)
    write_plot(setting.out / f"s2-memory.{options.format}", memory_figure(rows))
    return markdown(["look-ahead", "width", "wells in the tree", "object for each cell, kB", "integer for each column, kB", "saved"],
                    [[row[0], row[1], f"{row[2]:,}", f"{row[3] / 1000:,.0f}", f"{row[4] / 1000:,.0f}", f"{100 * row[5]:.0f} %"]
                     for row in rows])


def memory_figure(rows: Sequence[Sequence[float]]) -> Figure:
    figure, axes = plt.subplots(figsize=(7, 3.5))
    places = np.arange(len(rows))
    axes.bar(places - 0.2, [row[3] / 1000 for row in rows], 0.4, label="object for each cell", color="#c44e52")
    axes.bar(places + 0.2, [row[4] / 1000 for row in rows], 0.4, label="integer for each column", color="#4878a8")
    axes.set_xticks(places, [f"n = {row[0]}\nk = {row[1]}" for row in rows])
    axes.set_yscale("log")
    axes.set_ylabel("kB of a decision's tree")
    axes.legend(frameon=False)
    return figure


# ---- Cores -------------------------------------------------------------------------------------


def elapsed(work: Callable[[], object], repeat: int) -> float:
    """The shortest of several times in seconds, because other work of the machine only adds time."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def decisions(threads: int, pieces: int, seed: int) -> None:
    """Play one game with the first moves of each decision shared among threads, as the report's program does."""
    tetris.Agent("s2", lookahead=2, width=8, threads=threads).play(tetris.Game(seed=seed), pieces)


def run_cores(options: argparse.Namespace, setting: Setting) -> str:
    """The same work with more threads, which share either whole games or the moves of a decision."""
    setting.out.mkdir(parents=True, exist_ok=True)
    agent = tetris.Agent("s2", rows=12)
    ways: dict[str, Callable[[int], object]] = {
        "games shared out": lambda threads: agent.games(setting.seed, options.games, threads=threads),
        "moves of a decision, 2 look-aheads, width 8": lambda threads: decisions(threads, options.pieces, setting.seed),
    }
    times = {name: {threads: elapsed(functools.partial(work, threads), options.repeat) for threads in options.threads}
             for name, work in ways.items()}
    first = options.threads[0]
    rows = [[name, threads, seconds, found[first] / seconds] for name, found in times.items() for threads, seconds in found.items()]
    write_csv(setting.out / "s2-cores.csv", ["what", "threads", "seconds", "speed_up"], rows)
    write_plot(setting.out / f"s2-cores.{options.format}", cores_figure(options.threads, times))
    return markdown(["what", "threads", "elapsed, seconds", f"times as fast as {first}"],
                    [[name, threads, f"{seconds:.2f}", f"{gain:.2f}"] for name, threads, seconds, gain in rows])


def cores_figure(threads: Sequence[int], times: dict[str, dict[int, float]]) -> Figure:
    figure, axes = plt.subplots(figsize=(6, 3.5))
    for name, found in times.items():
        axes.plot(threads, [found[threads[0]] / found[count] for count in threads], "o-", label=name)
    for cores, low, high in ((4, 2.0, 2.3), (8, 4.2, 4.8)):
        axes.plot([cores, cores], [low, high], "-", color="#c44e52", linewidth=4, label="report" if cores == 4 else None)
    axes.set_xlabel("threads")
    axes.set_ylabel("times as fast as one")
    axes.legend(frameon=False)
    return figure


# ---- Fitness -----------------------------------------------------------------------------------

CAP = 10_000  # pieces of a game, in the report


@dataclass(frozen=True)
class Candidate:
    """What three measures say about one set of weights."""

    lines: float  # rows in capped games
    space: float  # free cells in them, summed over the moves: the report's fitness
    mean: float   # rows of a game, by splitting; -1: splitting could not measure it


def candidates(seed: int, count: int) -> list[list[float]]:
    """The report's weights, each multiplied by a random factor. Candidates differ in the spread of their factors."""
    rng = random.Random(seed)
    _, own = tetris.Agent("s2").weights
    return [[weight * math.exp(rng.gauss(0, spread)) for weight in own]
            for spread in (rng.uniform(0, 1.2) for _ in range(count))]


def measure_candidate(weights: Sequence[float], options: argparse.Namespace, seed: int) -> list[float]:
    def fitness(objective: str, **more: int) -> float:
        value: float = tetris.fitness("s2", [weights], objective=objective, seed=seed, **more)[0]
        return value

    capped = {"games": options.games, "pieces": CAP}
    return [fitness("lines", **capped), fitness("space", **capped), fitness("split", games=2, trials=options.trials)]


def run_fitness(options: argparse.Namespace, setting: Setting) -> str:
    """Compare rows and free space of capped games with the true mean of each candidate."""
    kept = Kept(setting.out / "s2-fitness.csv",
                ["seed", "candidate", "games", "trials", "capped_lines", "space", "mean_lines"], 4)
    drawn = candidates(setting.seed, options.candidates)
    found = [Candidate(*kept.get((setting.seed, number, options.games, options.trials),
                                 lambda weights=weights: measure_candidate(weights, options, setting.seed)))
             for number, weights in enumerate(tqdm(drawn, desc="candidates", unit="", disable=None))]
    seen = [one for one in found if one.mean > 0]
    if len(seen) < 4:
        raise Failure("splitting gave a mean for too few candidates; raise --candidates or --trials")
    top = most_lines()
    full = [one for one in seen if one.lines >= top]
    write_plot(setting.out / f"s2-fitness.{options.format}", fitness_figure(seen))
    rows = [[name, len(group), *(f"{correlation(group, measure):.2f}" if len(group) > 3 else "" for measure in ("lines", "space"))]
            for name, group in (("all", seen), ("games end before the cap", [one for one in seen if one.lines < top]),
                                ("all games reach the cap", full))]
    return markdown(["candidates", "how many", "rows of capped games", "free space of capped games"], rows) + spread_text(full)


def most_lines() -> int:
    """The least number of rows of a game that reached the cap: a piece has 4 cells, a row has 10, and some cells are left in the well."""
    return CAP * 4 // 10 - 20


def spread_text(full: Sequence[Candidate]) -> str:
    if len(full) < 2:
        return ""
    lines, means = [one.lines for one in full], [one.mean for one in full]
    return (f"\nOf {len(full)} candidates whose games all reach the cap, rows are {min(lines):,.0f} to {max(lines):,.0f}, "
            f"means {min(means):,.0f} to {max(means):,.0f}.\n")


def ranks(values: Sequence[float]) -> np.ndarray:
    """Ranks from the smallest; equal values share a rank."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(count)
    shared: np.ndarray = (ends - (count - 1) / 2)[place]
    return shared


def correlation(group: Sequence[Candidate], measure: str) -> float:
    """Spearman's rank correlation of a measure with the mean: 1 for the true order, 0 for no relation."""
    own, true = ranks([getattr(one, measure) for one in group]), ranks([one.mean for one in group])
    if own.std() == 0 or true.std() == 0:
        return 0.0
    return float(np.corrcoef(own, true)[0, 1])


def fitness_figure(found: Sequence[Candidate]) -> Figure:
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.5))
    for ax, measure, label in zip(axes, ("lines", "space"), (f"rows in {CAP:,} pieces", "free cells, summed over the moves")):
        ax.plot([one.mean for one in found], [getattr(one, measure) for one in found], "o", markersize=4)
        ax.set_xscale("log")
        ax.set_xlabel("mean rows of a game, by splitting")
        ax.set_ylabel(label)
    return figure
