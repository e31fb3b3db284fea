# SPDX-License-Identifier: MIT
"""Games in processes of this machine, each in one that plays nothing else meanwhile."""

from __future__ import annotations

import collections
import contextlib
import ctypes
import multiprocessing
import multiprocessing.connection
import signal
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Optional

from ..job import Job, failed, play
from .executor import Executor

_PR_SET_PDEATHSIG = 1


def _serve(channel: multiprocessing.connection.Connection) -> None:
    """A worker: plays what it is sent until the channel is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the runner decides when it is over
    signal.signal(signal.SIGTERM, _leave)
    if sys.platform.startswith("linux"):
        # A runner that is killed must not leave workers that play on.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            job = channel.recv()
            try:
                record = play(job)
            except Exception as failure:
                record = failed(job, f"{type(failure).__name__}: {failure}")
            channel.send(record)


def _leave(number: int, frame: object) -> None:
    """Take down the game that is played."""
    raise SystemExit(128 + number)


class _Worker:
    """A process, our end of its channel, and what it plays."""

    def __init__(self, context: Any) -> None:
        self.channel, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=False)
        self.process.start()
        theirs.close()
        self.job: Optional[Job] = None

    def give(self, job: Job) -> bool:
        """Send it a job; False if it is gone."""
        self.job = job
        try:
            self.channel.send(job)
        except OSError:
            return False
        return True

    def end(self) -> None:
        """Stop it and wait until all that it started is gone."""
        self.channel.close()
        self.process.terminate()
        self.process.join(10)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class LocalExecutor(Executor):
    """`concurrency` games at a time. For the thread that made it, which must not be imported by a program without the
    usual `if __name__ == "__main__"`: workers are fresh interpreters."""

    def __init__(self, concurrency: int) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._concurrency = concurrency
        self._workers: list[_Worker] = []

    def run(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, dict[str, Any]]]:
        waiting = collections.deque(jobs)
        while len(self._workers) < min(self._concurrency, len(waiting)):
            self._workers.append(_Worker(self._context))
        while True:
            for worker in list(self._workers):
                if worker.job is None and waiting and not worker.give(waiting.popleft()):
                    yield self._lost(worker)
            busy = {worker.channel: worker for worker in self._workers if worker.job is not None}
            if not busy and not waiting:
                return
            for channel in multiprocessing.connection.wait(list(busy)):
                yield self._take(busy[channel])

    def _take(self, worker: _Worker) -> tuple[Job, dict[str, Any]]:
        try:
            record = worker.channel.recv()
        except (EOFError, OSError):  # OSError: it ended in the middle of a record
            return self._lost(worker)
        job, worker.job = worker.job, None
        assert job is not None
        return job, record

    def _lost(self, worker: _Worker) -> tuple[Job, dict[str, Any]]:
        """Another takes its place."""
        job = worker.job
        assert job is not None
        worker.end()
        self._workers[self._workers.index(worker)] = _Worker(self._context)
        return job, failed(job, f"the worker that played it ended with code {worker.process.exitcode}")

    def close(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers = []
