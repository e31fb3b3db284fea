# SPDX-License-Identifier: MIT
"""Plays games in processes of this machine. Each plays one game at a time and nothing else."""

from __future__ import annotations

import collections
import contextlib
import ctypes
import multiprocessing.connection
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from ...referee import isolation
from ...referee.ending import Ending
from ..job import Job, failed, play
from .executor import Executor

_PR_SET_PDEATHSIG = 1


_SERVE = "from tetress.tournament.executors.local import serve; serve(int(sys.argv[1]))"

# Seconds that a worker has to take down its game.
_END_S = 10.0


def serve(descriptor: int) -> None:
    """Work: play the jobs that come over a socket until it is closed."""
    channel = multiprocessing.connection.Connection(descriptor)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the runner decides when it is over
    ending = Ending()  # which takes down the game that is played
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
    ending.ignore()


class _Worker:
    """A process, our end of its channel, and the job that it plays. It is a fresh interpreter of our own kind: the
    processes of multiprocessing would import from the current folder."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            command = isolation.command(_SERVE, str(theirs.fileno()))
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=(theirs.fileno(),), cwd="/")
        self.channel = multiprocessing.connection.Connection(ours.detach())
        self.job: Job | None = None

    def give(self, job: Job) -> bool:
        """Send it a job. False if it is gone."""
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
        try:
            self.process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class LocalExecutor(Executor):
    """Plays `concurrency` games at a time. For the thread that made it."""

    def __init__(self, concurrency: int) -> None:
        self._concurrency = concurrency
        self._workers: list[_Worker] = []

    def run(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, dict[str, Any]]]:
        waiting = collections.deque(jobs)
        while len(self._workers) < min(self._concurrency, len(waiting)):
            self._workers.append(_Worker())
        while True:
            for worker in list(self._workers):
                if worker.job is None and waiting and not worker.give(waiting.popleft()):
                    yield self._lost(worker)
            busy: dict[Any, _Worker] = {worker.channel: worker for worker in self._workers if worker.job is not None}
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
        """Put another worker in its place."""
        job = worker.job
        assert job is not None
        worker.end()
        self._workers[self._workers.index(worker)] = _Worker()
        return job, failed(job, f"the worker that played it ended with code {worker.process.returncode}")

    def close(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers = []
