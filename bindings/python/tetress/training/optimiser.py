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

    package: str = ""  # that it is from

    @abc.abstractmethod
    def ask(self) -> list[Vector]:
        """The candidates of this generation."""

    @abc.abstractmethod
    def tell(self, candidates: Sequence[Vector], values: Sequence[float]) -> None:
        """Their values: greater is better. The next generation begins."""

    @abc.abstractmethod
    def elite(self, count: int) -> list[Vector]:
        """The best of now, best first, at most `count`."""

    def centre(self) -> Vector | None:
        """What it takes for the optimum, if it has any such idea beyond candidates."""
        return None

    def shape(self) -> Any | None:
        """The covariance of its distribution, (n, n), if it has one."""
        return None

    def spread(self) -> float:
        """How far candidates lie apart, in units of weights of length 1 if it can tell; for the log."""
        return 0.0
