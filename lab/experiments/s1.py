# SPDX-License-Identifier: MIT
"""S1: negamax as chess engines have it."""
from __future__ import annotations

import argparse

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from matches import Setting, check_specs, matches
from output import markdown, write_csv, write_plot
from s0 import compare
from scores import percent_with_interval
from searches import Measured, Task, measure, positions, spread, tokens_on

PLAYER = "s1-negamax"
RESTRICT = "s1-restrict"

# Phase, tokens on the board at which it begins, the report's ms a move, the depths that the report reached.
PHASES = [("opening", 0, 1500, "1 to 2"), ("middle", 50, 2000, "2 to 4"), ("late", 80, 3000, "4 to 7")]

NODES = 2700  # of a search; the report's program visits as many in 2 s

# The report: it lost 1 or 2 of 10 games to each.
REPORTED = 0.85


# The report's steps. Each is s1-negamax with the options that switch off all later steps.
STEPS = [("alpha-beta, one action ahead", "table=off,bestfirst=off,nullwindow=off,extension=0,depth=1"),
         ("iterative deepening", "table=off,bestfirst=off,nullwindow=off,extension=0"),
         ("transposition table", "bestfirst=off,nullwindow=off,extension=0"),
         ("principal variation", "extension=0"),
         ("extension of leaves", "")]


def phase_number(tokens: int) -> int:
    return max(number for number, (_, least, _, _) in enumerate(PHASES) if tokens >= least)


def run(options: argparse.Namespace, setting: Setting) -> str:
    check_specs(setting.program, [PLAYER, RESTRICT, options.mcts])
    played = list(matches(setting, [(PLAYER, RESTRICT), (PLAYER, options.mcts)]))
    table = compare(options, setting, "s1", played, [REPORTED] * len(played))
    texts = [text for one in played for text in positions(one.games)]
    tasks = [Task(PLAYER, max(1, round(PHASES[number][2] * options.time_scale)), text)
             for number in range(len(PHASES))
             for text in spread([text for text in texts if phase_number(tokens_on(text)) == number], options.positions)]
    return table + "\n" + depths(options, setting, measure(setting.out / "searches.csv", tasks, setting.play))


def step_spec(without: str, nodes: int) -> str:
    return f"{PLAYER}:{without}{',' if without else ''}nodes={nodes}"


def run_features(options: argparse.Namespace, setting: Setting) -> str:
    """Depth and strength step by step, at the same number of nodes."""
    specs = [step_spec(without, options.nodes) for _, without in STEPS]
    check_specs(setting.program, [*specs, "random"])
    pairings = [*zip(specs[1:], specs), *((spec, "random") for spec in specs)]
    played = {(one.first, one.second): one for one in matches(setting, pairings)}
    shared = spread([text for one in played.values() for text in positions(one.games)], options.positions)
    depths_of = [[one.depth for one in measure(setting.out / "searches.csv", [Task(spec, 0, text) for text in shared],
                                               setting.play)] for spec in specs]
    rows = [[name, f"{np.mean(depths_of[i]):.2f}" if depths_of[i] else "",
             *(percent_with_interval(played[pair].pairs) if pair in played else ""
               for pair in ((specs[i], specs[i - 1] if i else ""), (specs[i], "random")))]
            for i, (name, _) in enumerate(STEPS)]
    header = ["with", "depth", "against the step before", "against `random`"]
    write_csv(setting.out / "s1-features.csv", header, rows)
    return markdown(header, rows)


def depths(options: argparse.Namespace, setting: Setting, measured: list[Measured]) -> str:
    """Depths of the searches, phase by phase."""
    rows, groups = [], []
    for number, (name, _, ms, report) in enumerate(PHASES):
        found = [one.depth for one in measured if phase_number(one.tokens) == number]
        if found:
            groups.append((name, found))
            low, middle, high = np.percentile(found, [5, 50, 95])
            rows.append([name, round(ms * options.time_scale), len(found), report, np.mean(found), low, middle, high])
    write_csv(setting.out / "s1-depths.csv",
              ["phase", "cpu_ms", "positions", "report", "mean", "percentile_5", "median", "percentile_95"], rows)
    if groups:
        write_plot(setting.out / f"s1-depths.{options.format}", depths_figure(groups))
    return markdown(["phase", "CPU ms a move", "depth, report", "depth, ours on average", "9 of 10 between", "positions"],
                    [[row[0], row[1], row[3], f"{row[4]:.1f}", f"{row[5]:.0f} and {row[7]:.0f}", row[2]] for row in rows])


def depths_figure(groups: list[tuple[str, list[int]]]) -> Figure:
    figure, axes = plt.subplots(figsize=(6, 3.5))
    axes.boxplot([found for _, found in groups], whis=(5, 95))
    axes.set_xticks(range(1, len(groups) + 1), [name for name, _ in groups])
    axes.set_ylabel("depth, plies")
    return figure
