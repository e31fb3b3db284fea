# SPDX-License-Identifier: MIT
"""Scores of paired games and how sure they are: what `tetress match` prints, over any sets of games."""
from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

Pairs = Sequence[float]  # how many pairs of games gave the first player 0, 1/2, 1, 3/2 and 2 points

Z95 = 1.959963984540054  # standard deviations to either side that hold 95 %


def wilson(share: float, count: float) -> tuple[float, float]:
    """95 % interval of a share that was seen in `count` trials."""
    z = Z95**2 / count
    middle = (share + z / 2) / (1 + z)
    half = Z95 * math.sqrt(share * (1 - share) / count + z / count / 4) / (1 + z)
    return (middle - half if share > 0 else 0.0), (middle + half if share < 1 else 1.0)


def score(pairs: Pairs) -> float:
    """The first player's share of the points."""
    return sum(count * i / 4 for i, count in enumerate(pairs)) / sum(pairs)


def interval(pairs: Pairs) -> tuple[float, float]:
    """95 % interval of the score. Two games with one opening are not independent, so it comes from the
    spread of the pairs; where all ended alike their spread says nothing, and it is Wilson's."""
    count, mean = sum(pairs), score(pairs)
    spread = sum(n * (i / 4 - mean) ** 2 for i, n in enumerate(pairs))
    if count < 2 or spread == 0:
        return wilson(mean, count)
    half = Z95 * math.sqrt(spread / (count - 1) / count)
    return max(mean - half, 0.0), min(mean + half, 1.0)


def add(many: Iterable[Pairs]) -> list[float]:
    """Pairs of several matches together."""
    return [sum(column) for column in zip(*many)]


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def percent_with_interval(pairs: Pairs) -> str:
    low, high = interval(pairs)
    return f"{percent(score(pairs))} ({100 * low:.1f} to {100 * high:.1f})"
