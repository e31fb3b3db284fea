# SPDX-License-Identifier: MIT
"""Ratings of many players from matches between them."""
from __future__ import annotations

import argparse
import itertools
import math
from collections.abc import Sequence

import scores
from matches import Failure, Match, Setting, check_specs, matches, player_names
from output import dots, markdown, write_csv, write_plot
from ratings import Meeting, Rating, groups, rate

LEVELS = [f"level-{number}" for number in range(1, 11)]
NEXT = 2  # a level meets the levels at most this many steps away


def run_ladder(options: argparse.Namespace, setting: Setting) -> str:
    """Every player against every other."""
    players = options.players or player_names(setting.program)
    return run(options, setting, "ladder", players, list(itertools.combinations(players, 2)))


def run_levels(options: argparse.Namespace, setting: Setting) -> str:
    """Each level against the next two."""
    players = options.players or LEVELS
    pairings = [(players[j], players[i]) for i, j in itertools.combinations(range(len(players)), 2) if j - i <= NEXT]
    return run(options, setting, "levels", players, pairings)


def run(options: argparse.Namespace, setting: Setting, name: str, players: Sequence[str],
        pairings: Sequence[tuple[str, str]]) -> str:
    anchor = options.anchor or ("random" if "random" in players else players[0])
    if len(players) < 2:
        raise Failure("ratings need at least two players")
    if anchor not in players:
        raise Failure(f"the anchor {anchor!r} is not one of the players: " + ", ".join(players))
    check_specs(setting.program, players)
    played = list(matches(setting, pairings))
    there = [player for player in players if any(player in (one.first, one.second) for one in played)]
    if anchor not in there:
        raise Failure(f"the anchor {anchor!r} has not played yet")
    return ratings_of(options, setting, name, there, played, anchor)


def ratings_of(options: argparse.Namespace, setting: Setting, name: str, players: Sequence[str],
               played: Sequence[Match], anchor: str) -> str:
    number = {player: i for i, player in enumerate(players)}
    meetings = [Meeting(number[one.first], number[one.second], one.pairs) for one in played]
    ratings = rate(meetings, len(players), number[anchor], options.samples, setting.seed)
    own = {player: own_pairs(player, played) for player in players}
    order = sorted(players, key=lambda player: -ratings[number[player]].elo)
    write_csv(setting.out / f"{name}.csv", ["player", "budget", "elo", "low", "high", "games", "score"],
              [[player, setting.budget, *numbers(ratings[number[player]]), 2 * int(sum(own[player])),
                scores.score(own[player])] for player in order])
    write_csv(setting.out / f"{name}-matches.csv",
              ["first", "second", "budget", "games", "score", "low", "high", "pairs_0_to_4_half_points"],
              [[one.first, one.second, setting.budget, len(one.games), scores.score(one.pairs),
                *scores.interval(one.pairs), " ".join(map(str, one.pairs))] for one in played])
    write_plot(setting.out / f"{name}.{options.format}",
               dots(order, [ratings[number[player]].elo for player in order],
                    [(ratings[number[player]].low, ratings[number[player]].high) for player in order],
                    f"Elo against {anchor}, {setting.budget} a move"))
    return markdown(["player", "Elo", "95 % interval", "score", "games"],
                    [[f"`{player}`", f"{ratings[number[player]].elo:+.0f}", interval_text(ratings[number[player]]),
                      scores.percent(scores.score(own[player])), 2 * int(sum(own[player]))]
                     for player in order]) + apart(players, meetings)


def own_pairs(player: str, played: Sequence[Match]) -> list[float]:
    """A player's pairs against all others together."""
    return scores.add(one.pairs if one.first == player else one.pairs[::-1]
                      for one in played if player in (one.first, one.second))


def numbers(rating: Rating) -> list[float | str]:
    return ["" if math.isnan(number) else round(number, 1) for number in (rating.elo, rating.low, rating.high)]


def interval_text(rating: Rating) -> str:
    if math.isnan(rating.low):
        return "not measured"
    return f"{rating.low:+.0f} to {rating.high:+.0f}" if rating.low != rating.high else "fixed"


def apart(players: Sequence[str], meetings: Sequence[Meeting]) -> str:
    """A warning where nobody of one group ever took a point from another."""
    found = groups(meetings, len(players))
    if len(found) == 1:
        return ""
    names = "; ".join(", ".join(f"`{players[i]}`" for i in group) for group in found)
    return f"\nThe games cannot show how far these groups are apart, because the stronger always won: {names}.\n"
