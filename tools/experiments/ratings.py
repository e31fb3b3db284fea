# SPDX-License-Identifier: MIT
"""Ratings of many players from matches between some of them.

The chance that one scores against another is 1 / (1 + 10^(-difference / 400)), draws being half a win
(Bradley and Terry's model, in Elo). A weak prior, normal about the mean, keeps the rating of a player
finite that won or lost everything; it hardly moves the others.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse.csgraph import connected_components
from scipy.special import expit

from scores import Pairs

ELO = 400 / np.log(10)  # points of Elo of a unit of the logistic function
PRIOR = 1000.0          # standard deviation of the prior in Elo: wider than what 200 games can tell


@dataclass(frozen=True)
class Meeting:
    """The games of two players, given by their numbers."""

    first: int
    second: int
    pairs: Pairs


@dataclass(frozen=True)
class Rating:
    elo: float
    low: float   # 95 % interval; nan where games do not tell how far the player is from the anchor
    high: float


def points_table(meetings: Sequence[Meeting], count: int) -> np.ndarray:
    """Who took how many points from whom."""
    points = np.zeros((count, count))
    for meeting in meetings:
        won = sum(n * i / 2 for i, n in enumerate(meeting.pairs))
        points[meeting.first, meeting.second] += won
        points[meeting.second, meeting.first] += 2 * sum(meeting.pairs) - won
    return points


def fit(points: np.ndarray, prior: float = PRIOR) -> np.ndarray:
    """The most likely ratings in Elo, of mean 0, by Newton's method with steps that are cut short."""
    count = len(points)
    games = points + points.T
    hold = (ELO / prior) ** 2  # precision of the prior in units of the logistic function
    strength = np.zeros(count)
    for _ in range(200):
        expected = expit(strength[:, None] - strength[None, :])
        gradient = points.sum(1) - (games * expected).sum(1) - hold * strength
        weights = games * expected * (1 - expected)
        # The matrix of ones holds the mean, which no game tells, at 0.
        hessian = np.diag(weights.sum(1) + hold) - weights + 1 / count
        step = np.linalg.solve(hessian, gradient)
        strength = strength + step * min(1.0, 2 / max(np.abs(step).max(), 1e-300))
        if np.abs(step).max() < 1e-9:
            return np.asarray(ELO * (strength - strength.mean()))
    raise ArithmeticError("the ratings do not settle")


def resampled(meetings: Sequence[Meeting], random: np.random.Generator) -> list[Meeting]:
    """As many pairs of each two players, drawn from theirs with replacement."""
    return [Meeting(m.first, m.second, random.multinomial(int(sum(m.pairs)), np.array(m.pairs) / sum(m.pairs)).tolist())
            for m in meetings]


def rate(meetings: Sequence[Meeting], count: int, anchor: int, samples: int = 1000, seed: int = 1) -> list[Rating]:
    """Ratings against the anchor, which is at 0; intervals from resampled pairs.

    A player who never took a point from the anchor's group, or never lost one to it, has no interval:
    the prior alone holds it where it is.
    """
    random = np.random.default_rng(seed)
    best = fit(points_table(meetings, count))
    others = np.array([fit(points_table(resampled(meetings, random), count)) for _ in range(samples)])
    low, high = np.percentile(others - others[:, [anchor]], [2.5, 97.5], axis=0)
    measured = next(group for group in groups(meetings, count) if anchor in group)
    return [Rating(best[i] - best[anchor], *((low[i], high[i]) if i in measured else (math.nan, math.nan)))
            for i in range(count)]


def groups(meetings: Sequence[Meeting], count: int) -> list[list[int]]:
    """Players in groups of which one never lost a point to another, so that games do not tell how far
    they are apart; a single group if all is well."""
    number, label = connected_components(points_table(meetings, count) > 0, connection="strong")
    return [[player for player in range(count) if label[player] == group] for group in range(number)]
