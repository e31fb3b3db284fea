# SPDX-License-Identifier: MIT
"""Games on a cluster of Dask.distributed. Needs the package `distributed`.

Workers must see the agents' files under the same paths and have this package; start them with one thread each
(`dask worker ADDRESS --nworkers N --nthreads 1`): a game measures the CPU time of what it runs.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from ..job import Job, failed, play_elsewhere
from .executor import Executor, ExecutorLost

# Lost workers before a game comes back as failed; the runner then tries again.
_RETRIES = 3


class DaskExecutor(Executor):
    """Games on the cluster whose scheduler is at `address`. Raises ImportError without the package, and OSError if
    nobody answers there within `timeout_s` seconds."""

    def __init__(self, address: str, timeout_s: float) -> None:
        try:
            import distributed
        except ImportError as missing:
            raise ImportError("a Dask cluster needs the package `distributed`: pip install distributed") from missing
        self._distributed = distributed
        self._client = distributed.Client(address, timeout=timeout_s, set_as_default=False)

    def run(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, dict[str, Any]]]:
        # Only JSON values and the name of a function travel. Not pure: a game that failed is played again.
        futures = {self._submit(job, number): job for number, job in enumerate(jobs)}
        ended = self._distributed.as_completed(list(futures), loop=self._client.loop)
        try:
            for future in ended:
                # A worker that dies takes the records that it holds with it. The scheduler has those games played again.
                if future.status in ("lost", "pending"):
                    ended.add(future)
                    continue
                job = futures.pop(future)
                yield job, self._record(future, job)
        finally:
            with contextlib.suppress(Exception):
                self._client.cancel(list(futures))

    def _submit(self, job: Job, number: int) -> Any:
        key = f"game-{number}-{job['key']}"
        try:
            return self._client.submit(play_elsewhere, job, key=key, pure=False, retries=_RETRIES)
        except Exception as failure:
            raise ExecutorLost(f"the scheduler takes no games: {failure}") from failure

    def _record(self, future: Any, job: Job) -> dict[str, Any]:
        try:
            record: dict[str, Any] = future.result()
        except Exception as failure:
            # We call off none before run() ends. A client without its scheduler does, a moment before it says that it is closed.
            if future.status == "cancelled":
                raise ExecutorLost("the scheduler is gone, or has called the games off") from failure
            return failed(job, f"the cluster lost it: {failure}")
        return record

    def close(self) -> None:
        self._client.close()
