# SPDX-License-Identifier: MIT
"""The settings of a training run: everything that decides its result."""

from __future__ import annotations

import dataclasses
import hashlib
import math
from collections.abc import Mapping
from typing import Any

from .._shown import shown
from ..tetris import KINDS, SPLIT_ROWS


class TrainingError(Exception):
    """A run cannot start or go on. The text says why, for the user."""


class SettingsError(TrainingError):
    """A setting that the user gave makes no sense."""


# The defaults of each optimiser. Those of pso and ga are as in S2.
_DEFAULTS: dict[str, dict[str, Any]] = {
    "cma": {"population": 16, "generations": 60, "objective": "split"},
    "pso": {"population": 100, "generations": 30, "objective": "space"},
    "ga": {"population": 1000, "generations": 20, "objective": "space"},
}
OPTIMISERS = tuple(_DEFAULTS)
OBJECTIVES = ("split", "lines", "space")

# The least and greatest value of each setting.
BOUNDS = {
    "population": (4, 1_000_000),
    "generations": (1, 1_000_000),
    "trials": (10, 1_000_000),
    "games": (1, 1_000_000),
    "pieces": (1, 2**63),
    "seed": (0, 2**64 - 1),
    "rows": (4, 20),
    "lookahead": (0, 4),
    "width": (1, 34),
    "shallow": (0, 20),
    "budget": (0, 2**63),
    "replicates": (2, 100_000),
}

MOST_SIGMA = 1e6


@dataclasses.dataclass(frozen=True)
class Settings:
    """The settings of a run. The same settings, library and optimiser package give the same weights, bit for bit.

    trials      trials of splitting in a level, at the last generation
    games       games for each candidate, with the other objectives
    pieces      pieces in the longest of those games
    sigma       the first step of CMA-ES; 0 means 1 from nothing and 0.3 from a start
    budget      trials or games of the finals; 0 means 150 times those of a candidate
    replicates  closing measurements of the result
    """

    optimiser: str = "cma"
    kind: str = "dt"
    objective: str = "split"
    population: int = 16
    generations: int = 60
    trials: int = 1000
    games: int = 1
    pieces: int = 10_000
    seed: int = 1
    rows: int = 20
    lookahead: int = 0
    width: int = 2
    shallow: int = 0
    start: tuple[str, ...] = ()
    sigma: float = 0.0
    budget: int = 0
    replicates: int = 8

    @property
    def splits(self) -> bool:
        """Is the objective measured by splitting?"""
        return self.objective == "split"

    def effort(self, generation: int) -> int:
        """Trials or games for each candidate of a generation. Trials grow from a tenth: far from the optimum
        differences are large, near it noise beats selection."""
        if not self.splits:
            return self.games
        share = generation / max(self.generations - 1, 1)
        return max(min(self.trials, 50), round(self.trials * math.pow(0.1, 1 - share)))

    @property
    def last_effort(self) -> int:
        """Trials or games for each candidate of the last generation."""
        return self.effort(self.generations - 1)


def make_settings(given: Mapping[str, Any]) -> Settings:
    """The settings that are given, with defaults for the rest. Raises SettingsError."""
    optimiser = given.get("optimiser", "cma")
    if optimiser not in OPTIMISERS:
        raise SettingsError(f"the optimiser must be one of {', '.join(OPTIMISERS)}, not {shown(optimiser)}")
    made = Settings(**{**_DEFAULTS[optimiser], **given})
    for name, (least, most) in BOUNDS.items():
        if not least <= getattr(made, name) <= most:
            raise SettingsError(f"{name} must be from {least} to {most}, not {shown(getattr(made, name))}")
    if made.kind not in KINDS:
        raise SettingsError(f"the kind of weights must be one of {', '.join(KINDS)}, not {shown(made.kind)}")
    if made.objective not in OBJECTIVES:
        raise SettingsError(f"the objective must be one of {', '.join(OBJECTIVES)}, not {shown(made.objective)}")
    if made.splits and made.rows < SPLIT_ROWS:
        raise SettingsError(f"splitting needs at least {SPLIT_ROWS} rows; --objective lines does not")
    if not 0 <= made.sigma <= MOST_SIGMA:  # a NaN is refused, too
        raise SettingsError(f"sigma must be from 0 to {MOST_SIGMA:g}, not {shown(made.sigma)}")
    return made


def differences(given: Mapping[str, Any], settings: Settings) -> list[str]:
    """The differences between what is given and what a run has, as sentences."""
    return [
        f"{name} is {shown(getattr(settings, name))}, not {shown(value)}"
        for name, value in given.items()
        if getattr(settings, name) != value
    ]


def seed_of(settings_seed: int, stage: str, number: int) -> int:
    """A seed for a stage of a run, unlike those of all other stages. It is below 2**63, since estimates count up
    from it."""
    text = f"{settings_seed} {stage} {number}".encode("ascii")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little") >> 1
