# SPDX-License-Identifier: MIT
"""The limits of a player in a game. Those of the course are 180 s of CPU time and 250 MB."""

from __future__ import annotations

import dataclasses
from typing import Any

from .referee import Referee

# A call that is not answered by then has failed, whatever the limits. The course has the same.
CALL_SECONDS = 180.0

# The most calls of one game: both are constructed, asked 150 times together, and told of each action.
MOST_CALLS = 2 + 150 + 2 * 150


@dataclasses.dataclass(frozen=True)
class Limits:
    """The limits of each player in each game.

    cpu_s          CPU seconds of the whole game, in all processes and threads, construction
                   included; None: no limit
    memory_mb      growth of peak virtual memory of all processes, or of what the machine holds for them
                   besides, if that is more, in 2**20 bytes; None: no limit
    call_s         elapsed seconds of any single call, without those in which it waited for a processor
    output_bytes   output to stdout and stderr in a game; log_bytes of it are kept, half from the
                   start and half from the end
    message_bytes  size of one answer
    processes      processes and threads at the same time
    scratch_mb     files below /tmp
    """

    cpu_s: float | None = None
    memory_mb: float | None = None
    call_s: float = CALL_SECONDS
    output_bytes: int = 16 << 20
    log_bytes: int = 64 << 10
    message_bytes: int = 64 << 10
    processes: int = 32
    scratch_mb: int = 16

    def to_json(self) -> dict[str, Any]:
        """All fields, for a record or another machine."""
        return dataclasses.asdict(self)

    def new_referee(self) -> Referee:
        """A referee of a game from the empty board, under those of these limits that a referee decides."""
        return Referee(
            cpu_us=_whole(self.cpu_s, 1_000_000),
            call_wall_us=_whole(self.call_s, 1_000_000),
            memory_bytes=_whole(self.memory_mb, 1 << 20),
        )

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Limits:
        """The inverse of to_json(). Unknown keys are a TypeError."""
        return cls(**values)


def _whole(limit: float | None, unit: int) -> int | None:
    return None if limit is None else max(1, round(limit * unit))


COURSE = Limits(cpu_s=180.0, memory_mb=250.0)
