# SPDX-License-Identifier: MIT
"""What a player may use in a game. The course's: 180 s of CPU time, 250 MB."""

from __future__ import annotations

import dataclasses
from typing import Any

from .referee import Referee

# A call that has not been answered by then has failed, whatever the limits: the course's own.
CALL_SECONDS = 180.0

# Calls of one game at most: both are constructed, asked 150 times together, and told of each action.
MOST_CALLS = 2 + 150 + 2 * 150


@dataclasses.dataclass(frozen=True)
class Limits:
    """Limits of each player in each game.

    cpu_s: CPU seconds of the whole game, all processes and threads, construction included; None: no limit.
    memory_mb: growth of peak virtual memory, in units of 2**20 bytes, all processes; None: no limit.
    call_s: elapsed seconds of any single call. output_bytes: what may be written to stdout and
    stderr in a game; of it log_bytes are kept, half from the start and half from the end.
    message_bytes: of one answer. processes: processes and threads at the same time.
    scratch_mb: files below /tmp.
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
        """Of a game from the empty board under those of these limits that a referee decides."""
        return Referee(
            cpu_us=_whole(self.cpu_s, 1_000_000),
            call_wall_us=_whole(self.call_s, 1_000_000),
            memory_bytes=_whole(self.memory_mb, 1 << 20),
        )

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Limits:
        """The inverse; unknown keys are an error (TypeError)."""
        return cls(**values)


def _whole(limit: float | None, unit: int) -> int | None:
    return None if limit is None else max(1, round(limit * unit))


COURSE = Limits(cpu_s=180.0, memory_mb=250.0)
