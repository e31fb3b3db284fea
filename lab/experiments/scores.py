# SPDX-License-Identifier: MIT
"""Scores of paired games with their intervals, as `tetress match` prints them, for any set of games."""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from library import tetress

Pairs = Sequence[float]  # how many pairs of games gave the first player 0, 1/2, 1, 3/2 and 2 points


def score(pairs: Pairs) -> float:
    """The first player's share of the points."""
    return sum(count * i / 4 for i, count in enumerate(pairs)) / sum(pairs)


def comparison(pairs: Pairs) -> tetress.Comparison:
    """Score, Elo and intervals, as `tetress match` computes them."""
    return tetress.compare_pairs([int(count) for count in pairs])


def interval(pairs: Pairs) -> tuple[float, float]:
    """95 % interval of the score."""
    return comparison(pairs).score_interval


def add(many: Iterable[Pairs]) -> list[float]:
    """The sum of the pairs of several matches."""
    return [sum(column) for column in zip(*many)]


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def percent_with_interval(pairs: Pairs) -> str:
    low, high = interval(pairs)
    return f"{percent(score(pairs))} ({100 * low:.1f} to {100 * high:.1f})"
