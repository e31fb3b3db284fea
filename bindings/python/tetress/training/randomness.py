# SPDX-License-Identifier: MIT
"""Random numbers of packages that draw from global generators: DEAP from `random`, pycma from numpy."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator

import numpy as np


class OwnRandom:
    """Generators of a run's own, which can be pickled. During used() they are the global ones; after it the host has
    its own back, as it left them. One thread at a time."""

    def __init__(self, seed: int) -> None:
        self._python = random.Random(seed).getstate()
        self._numpy = np.random.RandomState([seed & 0xFFFFFFFF, seed >> 32]).get_state()

    @contextlib.contextmanager
    def used(self) -> Iterator[None]:
        """Let the global generators go on from here."""
        host_python, host_numpy = random.getstate(), np.random.get_state()
        random.setstate(self._python)
        np.random.set_state(self._numpy)
        try:
            yield
        finally:
            self._python, self._numpy = random.getstate(), np.random.get_state()
            random.setstate(host_python)
            np.random.set_state(host_numpy)
