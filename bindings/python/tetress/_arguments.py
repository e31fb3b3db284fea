# SPDX-License-Identifier: MIT
"""Types of numbers on the command lines of our programs, for argparse. Each knows its range and says so when it refuses a
text. They read plain decimals of ASCII alone: Python's int() and float() also take `1_000`, ` 1`, digits of other scripts,
`nan` and `1e999`."""

from __future__ import annotations

import argparse
import dataclasses
import re

from ._shown import shown

_WHOLE = re.compile(r"-?[0-9]{1,30}")
_DECIMAL = re.compile(r"-?[0-9]{1,30}(?:\.[0-9]{1,30})?")  # as the command line of C reads it


@dataclasses.dataclass(frozen=True)
class Whole:
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def __call__(self, text: str) -> int:
        if _WHOLE.fullmatch(text) and self.least <= int(text) <= self.most:
            return int(text)
        raise argparse.ArgumentTypeError(f"must be a whole number from {self.least} to {self.most}, not {shown(text)}")


@dataclasses.dataclass(frozen=True)
class Decimal:
    """A number from `least` to `most`; with `above`, `least` itself is refused."""

    least: float
    most: float
    above: bool = False

    def __call__(self, text: str) -> float:
        if _DECIMAL.fullmatch(text):
            number = float(text)
            if self.least <= number <= self.most and not (self.above and number == self.least):
                return number
        bounds = f"above {self.least:.15g}, at most {self.most:.15g}" if self.above else f"from {self.least:.15g} to {self.most:.15g}"
        raise argparse.ArgumentTypeError(f"must be a number {bounds}, not {shown(text)}")


def read_number(text: str, kind: Whole | Decimal) -> float:
    """The number of a text that is no argument of its own. Raises ValueError with a sentence about it."""
    try:
        return kind(text)
    except argparse.ArgumentTypeError as refusal:
        raise ValueError(str(refusal)) from None


SEED = Whole(0, 2**64 - 1)
SECONDS = Decimal(0, 1e9, above=True)
COUNT = Whole(1, 1_000_000)
NODES = Whole(1, 2**63)
JOBS = Whole(1, 10_000)  # at a time
RATING = Decimal(-1e6, 1e6)
