# SPDX-License-Identifier: MIT
"""Ratings from games by Bradley and Terry's model, in Elo. The chance that one player scores against another is 1 /
(1 + 10^(-difference / 400)); a draw is half a win. Needs numpy.  A weak prior, normal about the mean, keeps the
rating finite of a player that won or lost everything. It hardly moves the others. Intervals come from resampled
pairs of games, since two games with one seed are not independent. A few pairs, or pairs that hardly differ, do
not show their spread: one pair drawn again and again is always the same. The interval of a player with only such
pairs is at least that of the curvature of the likelihood, in which a pair counts as one game (Laplace's
approximation)."""

from __future__ import annotations

import collections
import math
from collections.abc import Mapping, Sequence
from typing import Any

from ..referee import outcome
from .results import Entry, Played, Standing

ELO = 400 / math.log(10)  # points of Elo of a unit of the logistic function
Z95 = 1.959963984540054  # standard deviations to either side that hold 95 % of a normal distribution
PRIOR = 1000.0  # standard deviation of the prior in Elo: wider than what 200 games can tell


def fit(
    points: Any, prior: float = PRIOR, fixed: Mapping[int, float] | None = None, start: Any | None = None
) -> Any:
    """The most likely ratings in Elo. points[i, j] is the number of points that i took from j, a square array.

    `fixed` holds ratings that are given, by player. Without them the mean is 0, which is the middle of the prior; with
    them the middle is their mean. `start` holds ratings to begin with, for speed. Newton's method is used, with steps
    that are cut short. Raises ArithmeticError if it does not settle.
    """
    import numpy as np

    given = dict(fixed or {})
    count = len(points)
    games = points + points.T
    hold = (ELO / prior) ** 2
    middle = sum(given.values()) / len(given) / ELO if given else 0.0
    strength = np.full(count, middle) if start is None else np.array(start, dtype=float) / ELO
    for player, rating in given.items():
        strength[player] = rating / ELO
    free = np.array([player not in given for player in range(count)], dtype=bool)
    if not free.any():
        return ELO * strength
    for _ in range(500):
        difference = np.clip(strength[:, None] - strength[None, :], -700, 700)
        expected = 1 / (1 + np.exp(-difference))
        gradient = points.sum(1) - (games * expected).sum(1) - hold * (strength - middle)
        weights = games * expected * (1 - expected)
        hessian = np.diag(weights.sum(1) + hold) - weights
        if not given:
            hessian = hessian + 1 / count  # holds the mean, which no game tells
        step = np.zeros(count)
        step[free] = np.linalg.solve(hessian[np.ix_(free, free)], gradient[free])
        strength = strength + step * min(1.0, 2 / max(np.abs(step).max(), 1e-300))
        if np.abs(step).max() < 1e-9:
            shift = 0.0 if given else strength.mean()
            return ELO * (strength - shift)
    raise ArithmeticError("the ratings do not settle")


def _pairs(games: Sequence[Played], number: Mapping[str, int]) -> list[tuple[int, int, float, float]]:
    """Each pair of games: two players and what each took from the other."""
    found: dict[tuple[str, int, int], list[float]] = {}
    for game in games:
        one, two = sorted((number[game.red], number[game.blue]))
        taken = found.setdefault((game.pair, one, two), [0.0, 0.0])
        points = game.points(game.red)
        red_first = number[game.red] == one
        taken[0 if red_first else 1] += points
        taken[1 if red_first else 0] += 1 - points
    return [(one, two, *taken) for (_, one, two), taken in found.items()]  # type: ignore[misc]


def _table(pairs: Any, count: int) -> Any:
    import numpy as np

    one, two = pairs[:, 0].astype(int), pairs[:, 1].astype(int)
    points = np.zeros((count, count))
    np.add.at(points, (one, two), pairs[:, 2])
    np.add.at(points, (two, one), pairs[:, 3])
    return points


def _errors(points: Any, ratings: Any, fixed: Mapping[int, float]) -> Any:
    """Standard errors in Elo from the curvature of the likelihood at the ratings. A pair of games counts as one."""
    import numpy as np

    count = len(points)
    games = (points + points.T) / 2
    expected = 1 / (1 + np.exp(-np.clip((ratings[:, None] - ratings[None, :]) / ELO, -700, 700)))
    weights = games * expected * (1 - expected)
    hessian = np.diag(weights.sum(1) + (ELO / PRIOR) ** 2) - weights
    if not fixed:
        hessian = hessian + 1 / count  # as in fit(): the mean is given
    free = [player for player in range(count) if player not in fixed]
    errors = np.zeros(count)
    if free:
        errors[free] = ELO * np.sqrt(np.diag(np.linalg.inv(hessian[np.ix_(free, free)])))
    return errors


def _show_their_spread(pairs: Any, player: int) -> bool:
    """Has a player at least 30 pairs, 5 of which differ from its most frequent result? tetress.compare_pairs() asks the
    same."""
    taken = collections.Counter([pair[2] for pair in pairs if pair[0] == player])
    taken.update(pair[3] for pair in pairs if pair[1] == player)
    played = sum(taken.values())
    return played >= 30 and played - max(taken.values()) >= 5


def rate(
    entries: Sequence[Entry], games: Sequence[Played], samples: int = 300, seed: int = 1
) -> dict[str, tuple[float, float, float]]:
    """The rating and 95 % interval of each entry that has played. Anchors have theirs. `samples` says how often
    pairs of games are drawn again, with replacement, from those that there are; with 0 the intervals are the
    ratings themselves."""
    import numpy as np

    # Who loses to nobody, because both failed, tells nothing about strength.
    counted = [game for game in games if game.record["reason"] not in (outcome.INFRASTRUCTURE, outcome.BOTH_FAILED)]
    playing = [entry for entry in entries if any(entry.name in (game.red, game.blue) for game in counted)]
    if not playing:
        return {}
    number = {entry.name: index for index, entry in enumerate(playing)}
    fixed = {number[entry.name]: entry.anchor for entry in playing if entry.anchor is not None}
    pairs = np.array(_pairs(counted, number))
    best = fit(_table(pairs, len(playing)), fixed=fixed)
    random = np.random.default_rng(seed)
    drawn = [
        fit(_table(pairs[random.integers(len(pairs), size=len(pairs))], len(playing)), fixed=fixed, start=best)
        for _ in range(samples)
    ]
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0) if drawn else (best, best)
    least = Z95 * _errors(_table(pairs, len(playing)), best, fixed)
    for player in range(len(playing)):
        if drawn and not _show_their_spread(pairs, player):
            low[player] = min(low[player], best[player] - least[player])
            high[player] = max(high[player], best[player] + least[player])
    return {
        name: (float(best[i]), float(min(low[i], best[i])), float(max(high[i], best[i]))) for name, i in number.items()
    }


def standings(
    entries: Sequence[Entry],
    games: Sequence[Played],
    ratings: Mapping[str, tuple[float, float, float]] | None = None,
    byes: Mapping[str, float] | None = None,
) -> list[Standing]:
    """The table: by the share of the points that could be had so far, then by points, then by points taken from those
    with more points (Sonneborn and Berger), then by name. Among players with equally many games that is the order of
    their points. `byes` holds points that a Swiss schedule gave without a game. Games that were not finished do not
    count."""
    free = dict(byes or {})
    counted = [game for game in games if game.record["result"] != "unfinished"]
    points = {entry.name: free.get(entry.name, 0.0) for entry in entries}
    tally = {entry.name: [0, 0, 0, 0] for entry in entries}
    for game in counted:
        for name in (game.red, game.blue):
            taken = game.points(name)
            points[name] += taken
            tally[name][0 if taken == 1 else 1 if taken == 0.5 else 2] += 1
            colour = "red" if name == game.red else "blue"
            blame = game.record["referee"]["blame"]
            tally[name][3] += blame in (colour, "both")
    quality = {name: 0.0 for name in points}
    for game in counted:
        for name, other in ((game.red, game.blue), (game.blue, game.red)):
            quality[name] += game.points(name) * points[other]
    share = {name: points[name] / max(1.0, sum(tally[name][:3]) + free.get(name, 0.0)) for name in points}
    order = sorted(points, key=lambda name: (-share[name], -points[name], -quality[name], name))
    rows = []
    for place, name in enumerate(order, 1):
        won, drawn, lost, faults = tally[name]
        elo, low, high = (ratings or {}).get(name, (None, None, None))
        rows.append(Standing(place, name, won + drawn + lost, won, drawn, lost, points[name], faults, elo, low, high, share[name]))
    return rows


def crosstable(games: Sequence[Played]) -> dict[tuple[str, str], tuple[float, int]]:
    """The points and the number of games that counted, by (name, opponent)."""
    table: dict[tuple[str, str], tuple[float, int]] = {}
    for game in games:
        if game.record["result"] == "unfinished":
            continue
        for name, other in ((game.red, game.blue), (game.blue, game.red)):
            points, count = table.get((name, other), (0.0, 0))
            table[name, other] = (points + game.points(name), count + 1)
    return table
