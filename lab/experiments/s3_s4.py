# SPDX-License-Identifier: MIT
"""S3 and S4: a round robin with shares of cells, and players against random."""
from __future__ import annotations

import argparse
import itertools
import math
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import object_s3
import scores
from matches import Failure, Match, Record, Setting, check_specs, matches, player_names
from output import bars, markdown, write_csv, write_plot
from s0 import compare
from searches import Task, final_tokens, measure, positions, spread

S3_PLAYERS = ["s3-mcts", "s3-alphabeta", "random"]
# Win rate, share of cells at the end, actions of a game.
S3_REPORTED = {"s3-mcts": (0.76, 0.59, 38), "s3-alphabeta": (0.63, 0.52, 36), "random": (0.23, 0.43, 53)}
# The report's players against those of its program.
S3_BETWEEN = [("s3-mcts", "s3-mcts-coded"), ("s3-alphabeta", "s3-alphabeta-coded")]
S4_REPORTED = {"s4-combined": 0.66, "s4-final": 0.84}
# Wins of 50 games with each colour, and seconds for a move: the longest and the usual, as the report has them.
S4_COLOURS = {"s4-final": ("43 of 50", "41 of 50")}
S4_SECONDS = {"s4-final": ("6 s", "0.5 s")}
# Questions that the report leaves open: 300 or 250 for lost tokens, death moves four actions ahead, more plies.
S4_BETWEEN = [("s4-final", "s4-final:s4lost=250"), ("s4-final:deathreplies=2", "s4-final"),
              ("s4-narrow:plies=4", "s4-narrow"), ("s4-combined", "s4-final")]


@dataclass(frozen=True)
class Standing:
    """A player's games of a round robin, summed up."""

    player: str
    games: int
    wins: int
    pairs: list[float]
    cells: float    # mean share of the tokens at the end
    actions: float  # mean length of the games that the player won, as in the report; nan if it won none
    all_actions: float  # mean length of all its games


def standing(player: str, played: Sequence[Match]) -> Standing:
    own = [one for one in played if player in (one.first, one.second)]
    games = [(game, one.colour(number, player)) for one in own for number, game in enumerate(one.games)]
    tokens = [(final_tokens(game), colour) for game, colour in games]
    won = [actions(game) for game, colour in games if game["result"] == colour]
    return Standing(
        player, len(games), len(won),
        scores.add(one.pairs if one.first == player else one.pairs[::-1] for one in own),
        statistics.mean(count[colour] / max(sum(count.values()), 1) for count, colour in tokens),
        statistics.mean(won) if won else math.nan, statistics.mean(actions(game) for game, _ in games))


def actions(game: Record) -> int:
    """Actions of a game, including its opening."""
    return int(game["start"].split()[2]) + len(game["moves"])


def run_s3(options: argparse.Namespace, setting: Setting) -> str:
    players = options.players or S3_PLAYERS
    if len(players) < 2:
        raise Failure("a round robin needs at least two players")
    check_specs(setting.program, players)
    played = list(matches(setting, list(itertools.combinations(players, 2))))
    there = [player for player in players if any(player in (one.first, one.second) for one in played)]
    found = [standing(player, played) for player in there]
    write_csv(setting.out / "s3.csv",
              ["player", "budget", "games", "wins", "score", "low", "high", "share_of_cells", "actions_won", "actions"],
              [[one.player, setting.budget, one.games, one.wins, scores.score(one.pairs), *scores.interval(one.pairs),
                one.cells, one.actions, one.all_actions] for one in found])
    write_plot(setting.out / f"s3.{options.format}",
               bars([one.player for one in found], [scores.score(one.pairs) for one in found],
                    [scores.interval(one.pairs) for one in found],
                    [S3_REPORTED[one.player][0] if one.player in S3_REPORTED else None for one in found], "score"))
    header = ["player", "score, report", "ours", "won", "share of cells, report", "ours", "actions of games won, report", "ours", "of all games"]
    together = markdown(header, [s3_row(one) for one in found])
    between = [] if options.players else list(matches(setting, S3_BETWEEN))
    return together + "\n" + compare(options, setting, "s3-matches", [*played, *between], [None] * (len(played) + len(between)))


def s3_row(one: Standing) -> list[str]:
    report = S3_REPORTED.get(one.player)
    share, cells, length = ("", "", "")
    if report:
        share, cells, length = f"{100 * report[0]:.0f} %", f"{100 * report[1]:.0f} %", str(report[2])
    return [f"`{one.player}`", share, scores.percent_with_interval(one.pairs), scores.percent(one.wins / one.games),
            cells, f"{100 * one.cells:.0f} %", length, f"{one.actions:.1f}", f"{one.all_actions:.1f}"]


# ---- Where S3's time goes ----------------------------------------------------------------------

GENERATION_REPORTED = 0.85
GENERATION_ACTIONS = (12, 20, 28)  # random actions before the search


def run_generation(options: argparse.Namespace, setting: Setting) -> str:
    """Where the time of one search goes, on the object board."""
    rng = random.Random(options.seed)
    found = [(count, object_s3.profile(count, options.iterations, rng)) for count in GENERATION_ACTIONS]
    write_csv(setting.out / "s3-generation.csv", ["actions", "cpu_s", *found[0][1].shares],
              [[count, one.cpu_s, *one.shares.values()] for count, one in found])
    return markdown(["actions before the search", "generation, report", "share of time in generation", "of time in the evaluation",
                     "of time in placing"],
                    [[count, scores.percent(GENERATION_REPORTED), *map(scores.percent, one.shares.values())] for count, one in found])


# ---- S4 ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Utility:
    """What the report says about a player besides its score against random."""

    player: str
    red: tuple[int, int]   # games won and played as red
    blue: tuple[int, int]
    lost: int              # games lost
    deaths: int            # games lost by a death move: the reply left the player without a move
    mean_ms: float         # CPU time of a move
    slowest_ms: float
    hits: float            # share of evaluations found in the cache


def run_s4(options: argparse.Namespace, setting: Setting) -> str:
    players = options.players or [name for name in player_names(setting.program) if name.startswith("s4-")]
    if not players:
        raise Failure("`tetress players` lists no player of S4")
    check_specs(setting.program, [*players, "random"])
    played = list(matches(setting, [(player, "random") for player in players]))
    between = [] if options.players else list(matches(setting, S4_BETWEEN))
    reports = [S4_REPORTED.get(one.first) for one in played] + [None] * len(between)
    table = compare(options, setting, "s4", [*played, *between], reports)
    return table + "\n" + utilities(setting, [utility(options, setting, one) for one in played])


def utility(options: argparse.Namespace, setting: Setting, one: Match) -> Utility:
    """Sum up a player's games against random, and measure searches in positions from them."""
    as_red, as_blue = ([game for number, game in enumerate(one.games) if one.colour(number, one.first) == colour]
                       for colour in ("red", "blue"))
    lost = [game for number, game in enumerate(one.games) if game["result"] == other(one.colour(number, one.first))]
    own = [text for number, game in enumerate(one.games) for text in positions([game])
           if text.split()[1] == one.colour(number, one.first)[0]]
    tasks = [Task(one.first, 0, text) for text in spread(own, options.positions)]
    measured = measure(setting.out / "searches.csv", tasks, setting.play)
    times = [search.used_ms for search in measured] or [math.nan]
    lookups = sum(search.cache_lookups for search in measured)
    return Utility(
        one.first, (sum(game["result"] == "red" for game in as_red), len(as_red)),
        (sum(game["result"] == "blue" for game in as_blue), len(as_blue)), len(lost), sum(map(is_death, lost)),
        statistics.mean(times), max(times), sum(search.cache_hits for search in measured) / max(lookups, 1))


def other(colour: str) -> str:
    return "blue" if colour == "red" else "red"


def is_death(game: Record) -> bool:
    """Did the reply to the loser's last move leave it without a move? A single move is the reply to an opening and does not count."""
    return bool(game["reason"] == "no_moves" and len(game["moves"]) > 1)


def utilities(setting: Setting, found: Sequence[Utility]) -> str:
    write_csv(setting.out / "s4-utilities.csv",
              ["player", "won_as_red", "games_as_red", "won_as_blue", "games_as_blue", "lost", "lost_by_death_moves",
               "cpu_ms_a_move", "slowest_cpu_ms", "share_of_cache_hits"],
              [[one.player, *one.red, *one.blue, one.lost, one.deaths, one.mean_ms, one.slowest_ms, one.hits] for one in found])
    return markdown(["player", "as red, report", "ours", "as blue, report", "ours", "lost", "by death moves", "cache hits",
                     "a move, report", "CPU ms a move", "slowest, ms"], [utility_row(one) for one in found])


def utility_row(one: Utility) -> list[str]:
    red, blue = S4_COLOURS.get(one.player, ("", ""))
    return [f"`{one.player}`", red, "{} of {}".format(*one.red), blue, "{} of {}".format(*one.blue), str(one.lost), str(one.deaths),
            scores.percent(one.hits), " and ".join(S4_SECONDS.get(one.player, ())), f"{one.mean_ms:.3g}", f"{one.slowest_ms:.3g}"]
