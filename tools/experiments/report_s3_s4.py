# SPDX-License-Identifier: MIT
"""Reports S3 and S4: a round robin with shares of cells, and players against random."""
from __future__ import annotations

import argparse
import itertools
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import scores
from matches import Failure, Match, Record, Setting, check_specs, matches, player_names
from output import bars, markdown, write_csv, write_plot
from report_s0 import compare
from searches import final_tokens

S3_PLAYERS = ["s3-mcts", "s3-alphabeta", "random"]
# Win rate, share of cells at the end, actions of a game.
S3_REPORTED = {"s3-mcts": (0.76, 0.59, 38), "s3-alphabeta": (0.63, 0.52, 36), "random": (0.23, 0.43, 53)}
S4_REPORTED = {"s4-combined": 0.66, "s4-final": 0.84}


@dataclass(frozen=True)
class Standing:
    """A player's games of a round robin, all together."""

    player: str
    games: int
    wins: int
    pairs: list[float]
    cells: float    # mean share of the tokens at the end
    actions: float  # mean length of a game


def standing(player: str, played: Sequence[Match]) -> Standing:
    own = [one for one in played if player in (one.first, one.second)]
    games = [(game, one.colour(number, player)) for one in own for number, game in enumerate(one.games)]
    tokens = [(final_tokens(game), colour) for game, colour in games]
    return Standing(
        player, len(games), sum(game["result"] == colour for game, colour in games),
        scores.add(one.pairs if one.first == player else one.pairs[::-1] for one in own),
        statistics.mean(count[colour] / max(sum(count.values()), 1) for count, colour in tokens),
        statistics.mean(actions(game) for game, _ in games))


def actions(game: Record) -> int:
    """Actions of a game, those of its opening included."""
    return int(game["start"].split()[2]) + len(game["moves"])


def run_s3(options: argparse.Namespace, setting: Setting) -> str:
    players = options.players or S3_PLAYERS
    if len(players) < 2:
        raise Failure("a round robin takes two players at least")
    check_specs(setting.program, players)
    played = list(matches(setting, list(itertools.combinations(players, 2))))
    there = [player for player in players if any(player in (one.first, one.second) for one in played)]
    found = [standing(player, played) for player in there]
    write_csv(setting.out / "s3.csv",
              ["player", "budget", "games", "wins", "score", "low", "high", "share_of_cells", "actions"],
              [[one.player, setting.budget, one.games, one.wins, scores.score(one.pairs), *scores.interval(one.pairs),
                one.cells, one.actions] for one in found])
    write_plot(setting.out / f"s3.{options.format}",
               bars([one.player for one in found], [scores.score(one.pairs) for one in found],
                    [scores.interval(one.pairs) for one in found],
                    [S3_REPORTED[one.player][0] if one.player in S3_REPORTED else None for one in found], "score"))
    header = ["player", "score, report", "ours", "won", "share of cells, report", "ours", "actions, report", "ours"]
    together = markdown(header, [s3_row(one) for one in found])
    return together + "\n" + compare(options, setting, "s3-matches", played, [None] * len(played))


def s3_row(one: Standing) -> list[str]:
    report = S3_REPORTED.get(one.player)
    share, cells, length = ("", "", "")
    if report:
        share, cells, length = f"{100 * report[0]:.0f} %", f"{100 * report[1]:.0f} %", str(report[2])
    return [f"`{one.player}`", share, scores.percent_with_interval(one.pairs), scores.percent(one.wins / one.games),
            cells, f"{100 * one.cells:.0f} %", length, f"{one.actions:.0f}"]


def run_s4(options: argparse.Namespace, setting: Setting) -> str:
    players = options.players or [name for name in player_names(setting.program) if name.startswith("s4-")]
    if not players:
        raise Failure("`tetress players` lists no player of report S4")
    check_specs(setting.program, [*players, "random"])
    played = list(matches(setting, [(player, "random") for player in players]))
    return compare(options, setting, "s4", played, [S4_REPORTED.get(one.first) for one in played])
