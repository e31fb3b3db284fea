# SPDX-License-Identifier: MIT
"""S0: alpha-beta against MCTS, on bitboards."""
from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Sequence

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

import scores
from matches import Match, Setting, check_specs, matches
from output import bars, error_bars, markdown, write_csv, write_plot
from searches import Measured, Task, measure, positions, spread

ALPHABETA = "s0-alphabeta"
GREEDY = "s0-greedy"
REPORTED_SIMULATIONS = 131

# The report's scores, of 10 games each.
REPORTED = [
    (ALPHABETA, "random", 0.6), (ALPHABETA, GREEDY, 0.3),
    ("s0-mcts", "random", 0.7), ("s0-mcts", GREEDY, 0.4),
    (ALPHABETA, "s0-mcts", 0.7),
]


# ---- The table of matches ----------------------------------------------------------------------


def run_table(options: argparse.Namespace, setting: Setting) -> str:
    def spec(name: str) -> str:
        return options.mcts if name == "s0-mcts" else name

    reported = {(spec(first), spec(second)): share for first, second, share in REPORTED}
    check_specs(setting.program, [ALPHABETA, GREEDY, "random", options.mcts])
    return compare(options, setting, "s0", list(matches(setting, list(reported))), list(reported.values()))


def compare(options: argparse.Namespace, setting: Setting, name: str, played: Sequence[Match],
            reports: Sequence[float | None]) -> str:
    """Write CSV and plot of matches, and return a table with the report's scores."""
    known = list(zip(played, reports))
    write_csv(setting.out / f"{name}.csv",
              ["first", "second", "budget", "games", "report", "score", "low", "high", "pairs_0_to_4_half_points"],
              [[m.first, m.second, setting.budget, len(m.games), "" if share is None else share,
                scores.score(m.pairs), *scores.interval(m.pairs), " ".join(map(str, m.pairs))] for m, share in known])
    write_plot(setting.out / f"{name}.{options.format}",
               bars([f"{m.first} - {m.second}" for m in played], [scores.score(m.pairs) for m in played],
                    [scores.interval(m.pairs) for m in played], [share for _, share in known], "score of the first"))
    return markdown(["match", "report", "ours", "games"],
                    [[f"`{m.first}` - `{m.second}`", "" if share is None else f"{100 * share:.0f} %",
                      scores.percent_with_interval(m.pairs), len(m.games)] for m, share in known])


# ---- Depth or simulations against time and strength --------------------------------------------


def run_depth(options: argparse.Namespace, setting: Setting) -> str:
    specs = {depth: f"{ALPHABETA}:depth={depth}" for depth in options.depths}
    return run_effort(options, setting, "s0-depth", "depth", specs, lambda one: one.depth)


def run_simulations(options: argparse.Namespace, setting: Setting) -> str:
    specs = {count: f"s0-mcts:playouts={count}" for count in options.simulations}
    return run_effort(options, setting, "s0-simulations", "simulations", specs, lambda one: one.playouts)


def run_effort(options: argparse.Namespace, setting: Setting, name: str, what: str, specs: dict[int, str],
               reached: Callable[[Measured], int]) -> str:
    """Strength against two opponents and cost of a search, by depth or simulations."""
    opponents = (GREEDY, "random")
    check_specs(setting.program, [*specs.values(), *opponents])
    played = list(matches(setting, [(spec, other) for spec in specs.values() for other in opponents]))
    # Every effort is measured in the same positions, from games of the first, so that times can be compared.
    shared = spread(positions(played[0].games), options.positions)
    searches = setting.out / "searches.csv"
    measured = {spec: measure(searches, [Task(spec, 0, position) for position in shared], setting.play)
                for spec in specs.values()}
    by_name = {(m.first, m.second): m for m in played}
    rows = [effort_row(effort, spec, measured[spec], [by_name[spec, other] for other in opponents], reached)
            for effort, spec in specs.items()
            if measured[spec] and all((spec, other) in by_name for other in opponents)]
    if not rows:
        return f"{name}: nothing is complete yet\n"
    header = [what, f"{what}_reached", "nodes_a_move", "cpu_ms_a_move", "slowest_cpu_ms", "games_each"]
    header += [f"{kind}_{other}" for other in opponents for kind in ("score", "low", "high")]
    write_csv(setting.out / f"{name}.csv", header, rows)
    write_plot(setting.out / f"{name}.{options.format}", effort_figure(what, opponents, rows))
    return markdown([what, "reached", "nodes a move", "CPU ms a move", "slowest, ms",
                     f"against `{GREEDY}`", "against `random`"],
                    [[row[0], f"{row[1]:.2f}", f"{row[2]:.0f}", f"{row[3]:.3g}", f"{row[4]:.3g}",
                      share_text(row[6:9]), share_text(row[9:12])] for row in rows])


def effort_row(effort: int, spec: str, measured: Sequence[Measured], played: Sequence[Match],
               reached: Callable[[Measured], int]) -> list[float]:
    row = [effort, statistics.mean(map(reached, measured)), statistics.mean(one.nodes for one in measured),
           statistics.mean(one.used_ms for one in measured), max(one.used_ms for one in measured), len(played[0].games)]
    for one in played:
        row += [scores.score(one.pairs), *scores.interval(one.pairs)]
    return row


def share_text(numbers: Sequence[float]) -> str:
    value, low, high = numbers
    return f"{scores.percent(value)} ({100 * low:.1f} to {100 * high:.1f})"


def effort_figure(what: str, opponents: Sequence[str], rows: Sequence[Sequence[float]]) -> Figure:
    figure, (cost, strength) = plt.subplots(1, 2, figsize=(9, 3.5))
    efforts = [row[0] for row in rows]
    cost.plot(efforts, [row[3] for row in rows], "o-")
    cost.set_yscale("log")
    cost.set_ylabel("CPU ms a move")
    for column, other in zip((6, 9), opponents):
        values = [row[column] for row in rows]
        strength.errorbar(efforts, values, error_bars(values, [(row[column + 1], row[column + 2]) for row in rows]),
                          fmt="o-", capsize=3, label=f"against {other}")
    strength.set_ylim(0, 1.02)
    strength.set_ylabel("score")
    strength.legend()
    for axes in (cost, strength):
        axes.set_xlabel(what)
        if what != "depth":
            axes.set_xscale("log")
        else:
            axes.set_xticks(efforts)
    return figure
