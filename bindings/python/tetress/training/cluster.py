# SPDX-License-Identifier: MIT
"""Measures on a cluster of Dask.distributed. Needs the package `distributed`.

Workers need this package and the library. Start them with one thread each (`dask worker ADDRESS --nworkers N --nthreads
1`).
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

from .._arguments import JOBS
from .fitness import Measurer, Task, measure, parts_of
from .settings import SettingsError, TrainingError

# Lost workers before a part counts as lost; for a scheduler to answer.
_RETRIES, _SCHEDULER_S = 3, 30.0

# Parts for each worker: so that none waits long for the last.
_PARTS = 4


@contextlib.contextmanager
def _elsewhere() -> Iterator[None]:
    """Start processes in an empty folder: Python's own helpers import from the current one."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="tetress_training-") as empty:
        os.chdir(empty)
        try:
            yield
        finally:
            os.chdir(before)


@contextlib.contextmanager
def _deaf_children() -> Iterator[None]:
    """Start processes that ignore Ctrl-C, which reaches all processes of a terminal: this one decides."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def measure_elsewhere(task: Task, options: dict[str, Any]) -> tuple[list[float], float]:
    """measure(), and the CPU seconds that it took. Runs in a worker."""
    begin = time.process_time()
    found = measure(task, options)
    return found, time.process_time() - begin


def processes_of(address: str) -> int | None:
    """N of "local:N"; None for an address. Raises SettingsError."""
    local, colon, count = address.partition(":")
    if local != "local" or not colon:
        return None
    try:
        return JOBS(count)
    except argparse.ArgumentTypeError as refusal:
        raise SettingsError(f"N of local:N {refusal}") from None


class DaskMeasurer(Measurer):
    """The workers of the scheduler at `address`, or N processes of this machine for "local:N". Raises TrainingError."""

    def __init__(self, options: dict[str, Any], address: str) -> None:
        processes = processes_of(address)
        try:
            import distributed
        except ImportError as missing:
            raise TrainingError("--dask needs the package `distributed`: in a checkout of libtetress, pip install '.[cluster]'") from missing
        self._options = options
        self._cluster: Any = None
        try:
            if processes is not None:
                with _deaf_children(), _elsewhere():
                    self._cluster = distributed.LocalCluster(
                        n_workers=processes, threads_per_worker=1, processes=True, dashboard_address=None
                    )
                address = self._cluster.scheduler_address
            self._client = distributed.Client(address, timeout=_SCHEDULER_S, set_as_default=False)
        except (OSError, ValueError) as failure:
            self._close_cluster()
            raise TrainingError(f"--dask {address}: {failure}") from failure

    def measure(self, tasks: Sequence[Task]) -> list[list[float]]:
        workers = max(1, len(self._client.scheduler_info()["workers"]))
        parts = [(number, part) for number, task in enumerate(tasks) for part in parts_of(task, workers * _PARTS)]
        try:
            futures = [
                self._client.submit(measure_elsewhere, part, self._options, pure=False, retries=_RETRIES)
                for _, part in parts
            ]
            answers = self._client.gather(futures)
        except Exception as failure:  # whatever a worker or the cluster dies of
            raise TrainingError(f"the cluster lost a measurement: {failure}") from failure
        found: list[list[float]] = [[] for _ in tasks]
        for (number, _), (values, cpu_s) in zip(parts, answers):
            found[number] += values
            self.cpu_s += cpu_s
        return found

    def _close_cluster(self) -> None:
        if self._cluster is not None:
            self._cluster.close()

    def close(self) -> None:
        self._client.close()
        self._close_cluster()
