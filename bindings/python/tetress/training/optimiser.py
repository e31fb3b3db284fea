# SPDX-License-Identifier: MIT
"""The interface of optimisers. They maximise, can be pickled, and draw from the global generators of `random` and
numpy."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any

Vector = list[float]


class Optimiser(abc.ABC):
    """Asks for the values of candidates, generation by generation."""

    package: str = ""  # the package that it is from

    @abc.abstractmethod
    def ask(self) -> list[Vector]:
        """The candidates of this generation."""

    @abc.abstractmethod
    def tell(self, candidates: Sequence[Vector], values: Sequence[float]) -> None:
        """Take their values; a greater one is better. The next generation begins."""

    @abc.abstractmethod
    def elite(self, count: int) -> list[Vector]:
        """At most `count` of the best of this generation, the best first."""

    def centre(self) -> Vector | None:
        """The weights that it takes for the optimum, if it has an estimate beyond candidates."""
        return None

    def shape(self) -> Any | None:
        """The covariance of its distribution, (n, n), if it has one."""
        return None

    def spread(self) -> float:
        """The distance between candidates, if possible in units of weights of length 1. It is for the log."""
        return 0.0
