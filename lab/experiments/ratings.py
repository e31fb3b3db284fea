# SPDX-License-Identifier: MIT
"""Ratings of many players from matches between some of them.

The model is that of tetress.tournament.ratings. Here games come as counts of pairs, and players whose distance the
games do not show are found.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse.csgraph import connected_components
from tetress.tournament.ratings import fit

from scores import Pairs


@dataclass(frozen=True)
class Meeting:
    """The games of two players, given by their numbers."""

    first: int
    second: int
    pairs: Pairs


@dataclass(frozen=True)
class Rating:
    elo: float
    low: float   # 95 % interval; nan if the games do not show how far the player is from the anchor
    high: float


def points_table(meetings: Sequence[Meeting], count: int) -> np.ndarray:
    """The points that each player (row) took from each other (column)."""
    points = np.zeros((count, count))
    for meeting in meetings:
        won = sum(n * i / 2 for i, n in enumerate(meeting.pairs))
        points[meeting.first, meeting.second] += won
        points[meeting.second, meeting.first] += 2 * sum(meeting.pairs) - won
    return points


def resampled(meetings: Sequence[Meeting], random: np.random.Generator) -> list[Meeting]:
    """For each two players as many pairs as they have, drawn from theirs with replacement."""
    return [Meeting(m.first, m.second, random.multinomial(int(sum(m.pairs)), np.array(m.pairs) / sum(m.pairs)).tolist())
            for m in meetings]


def rate(meetings: Sequence[Meeting], count: int, anchor: int, samples: int = 1000, seed: int = 1) -> list[Rating]:
    """Ratings relative to the anchor, which has 0, with intervals from resampled pairs.

    A player that never took a point from the anchor's group, or never lost one to it, has no interval: only the prior
    limits its rating.
    """
    random = np.random.default_rng(seed)
    best = fit(points_table(meetings, count))
    others = np.array([fit(points_table(resampled(meetings, random), count)) for _ in range(samples)])
    low, high = np.percentile(others - others[:, [anchor]], [2.5, 97.5], axis=0)
    measured = next(group for group in groups(meetings, count) if anchor in group)
    return [Rating(best[i] - best[anchor], *((low[i], high[i]) if i in measured else (math.nan, math.nan)))
            for i in range(count)]


def groups(meetings: Sequence[Meeting], count: int) -> list[list[int]]:
    """The players in groups. Between two groups points went one way only, or not at all, so the games do not show how far
    they are apart. One group is the normal case."""
    number, label = connected_components(points_table(meetings, count) > 0, connection="strong")
    return [[player for player in range(count) if label[player] == group] for group in range(number)]
