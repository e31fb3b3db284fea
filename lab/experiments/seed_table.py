# SPDX-License-Identifier: MIT
"""Every match that a seed report mentions, with the report's score beside ours."""
from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

import scores
from matches import Match, Setting, check_specs, matches, player_names
from output import bars, markdown, write_csv, write_plot

# The nodes that S1's program visited in 2 s. Its own limit is a time, with which games do not repeat.
NEGAMAX = "s1-negamax:nodes=2700"

# Both players, and the first one's score in the report's words; empty where only we measured.
REPORTED = [
    ("s0-alphabeta", "random", "60 %"),
    ("s0-mcts", "random", "70 %"),
    ("s0-alphabeta", "s0-greedy", "30 %"),
    ("s0-mcts", "s0-greedy", "40 %"),
    ("s0-alphabeta", "s0-mcts", "70 %"),
    ("s0-greedy", "random", ""),
    (NEGAMAX, "random", "basically all"),
    (NEGAMAX, "s1-restrict", "loses 1 or 2 of 10"),
    ("s1-restrict", "random", ""),
    ("s1-restrict", "s0-greedy", ""),
    (NEGAMAX, "s0-alphabeta", ""),
    ("s3-mcts", "random", "76 %"),
    ("s3-alphabeta", "random", "63 %"),
    ("s3-hybrid", "random", "barely better"),
    ("s4-greedy", "random", ""),
    ("s4-alphabeta-2", "random", ""),
    ("s4-narrow", "random", ""),
    ("s4-narrow:plies=4", "random", ""),
    ("s4-varying", "random", ""),
    ("s4-combined", "random", "66 %"),
    ("s4-final", "random", "84 %"),
]


def with_programs(names: Sequence[str]) -> dict[tuple[str, str], str]:
    """The matches that the reports mention. Where a report's program differs from its text, two matches follow: the same
    match played by the program, and the text's player against the program's."""
    found = {}
    for first, second, report in REPORTED:
        found[first, second] = report
        name, colon, limits = first.partition(":")
        coded = f"{name}-coded"
        if coded in names:
            found[coded + colon + limits, second] = report
            found[first, coded + colon + limits] = ""
    return found


def run(options: argparse.Namespace, setting: Setting) -> str:
    reports = with_programs(player_names(setting.program))
    check_specs(setting.program, list({player: None for pair in reports for player in pair}))
    played = list(matches(setting, list(reports)))
    write_csv(setting.out / "reports.csv",
              ["first", "second", "budget", "games", "report", "score", "low", "high", "pairs_0_to_4_half_points"],
              [[one.first, one.second, setting.budget, len(one.games), reports[one.first, one.second],
                scores.score(one.pairs), *scores.interval(one.pairs), " ".join(map(str, one.pairs))] for one in played])
    write_plot(setting.out / f"reports.{options.format}",
               bars([f"{one.first} - {one.second}" for one in played], [scores.score(one.pairs) for one in played],
                    [scores.interval(one.pairs) for one in played],
                    [share(reports[one.first, one.second]) for one in played], "score of the first"))
    return markdown(["match", "report", f"ours, {setting.games} games", "Elo"],
                    [[f"`{one.first}` - `{one.second}`", reports[one.first, one.second],
                      scores.percent_with_interval(one.pairs), elo_text(one)] for one in played])


def share(report: str) -> float | None:
    """A report's percentage as a share."""
    return float(report.split()[0]) / 100 if report.endswith(" %") else None


def elo_text(one: Match) -> str:
    """Elo with its interval; if one bound is infinite, only the other."""
    compared = scores.comparison(one.pairs)
    found, (low, high) = compared.elo, compared.interval
    if math.isinf(found):
        return f"above {low:+.0f}" if found > 0 else f"below {high:+.0f}"
    if math.isinf(high) or math.isinf(low):
        return f"{found:+.0f} (above {low:+.0f})" if math.isinf(high) else f"{found:+.0f} (below {high:+.0f})"
    return f"{found:+.0f} ({low:+.0f}, {high:+.0f})"
