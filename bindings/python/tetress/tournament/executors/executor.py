# SPDX-License-Identifier: MIT
"""The interface of executors."""

from __future__ import annotations

import abc
from collections.abc import Iterator, Sequence
from typing import Any

from ..job import Job


class ExecutorLost(RuntimeError):
    """The executor cannot play any more, because its cluster is gone. No game has failed by that."""


class Executor(abc.ABC):
    """Plays jobs. A job whose worker is lost comes back as a record of outcome INFRASTRUCTURE; nothing else is lost.
    State is in the store alone, so an executor may be thrown away at any time."""

    @abc.abstractmethod
    def run(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, dict[str, Any]]]:
        """Each job with its record, in the order in which the games end. Raises ExecutorLost."""

    @abc.abstractmethod
    def close(self) -> None:
        """End the games that are running. They are not told of. Safe to call again."""
