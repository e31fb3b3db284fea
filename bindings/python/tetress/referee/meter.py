# SPDX-License-Identifier: MIT
"""What an agent uses, read from outside: CPU time and memory of all its processes. Linux.

Nothing here believes a word of the agent: the figures are the kernel's own. A figure that cannot be read is a failure
of ours (Infrastructure), never zero.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from . import threads_of_process
from .cgroup import ControlGroup
from .outcome import Infrastructure

_TICK = 1.0 / os.sysconf("SC_CLK_TCK")
_KIB_TO_MB = 1.0 / 1024
_MB = 1 << 20

# Memory that was mapped before the baseline and is first used later, and the kernel's own of an agent that does nothing
# wrong. It is no growth.
_FREE_MB = 8.0

# Whether the kernel has the file that children() reads. Where it has not, every process seems to have none.
_TELLS_CHILDREN = os.path.exists(f"/proc/self/task/{threading.get_native_id()}/children")

# Bits of a clock's number that make it the CPU clock of a process (clock_getcpuclockid(3)).
_CPU_CLOCK = 2

_T = TypeVar("_T")

# CPU seconds of processes, by number and start: their own, and of their children that were waited for.
_Times = dict[tuple[int, int], tuple[float, float]]


def _failure(what: str, failure: OSError) -> Infrastructure:
    return Infrastructure(f"what an agent uses cannot be measured: {what}: {failure}")


def _read(path: str) -> bytes | None:
    """A file of a process; None if the process is gone. Raises Infrastructure."""
    try:
        return threads_of_process.read(path)
    except OSError as failure:
        raise _failure(path, failure) from failure


def _threads(pid: int) -> list[int]:
    """The threads of a process; none if it is gone. Raises Infrastructure."""
    try:
        return threads_of_process.threads(pid)
    except OSError as failure:
        raise _failure(f"the threads of process {pid}", failure) from failure


def process_cpu_s(pid: int) -> float | None:
    """CPU seconds of a process with all its threads, also those that have ended; None if it is gone."""
    try:
        return time.clock_gettime((~pid << 3) | _CPU_CLOCK)
    except OSError as failure:
        if failure.errno in (errno.EINVAL, errno.ESRCH):
            return None
        raise _failure(f"the CPU clock of process {pid}", failure) from failure


def children(pid: int) -> list[int]:
    """The direct children of all its threads. Raises Infrastructure."""
    found: list[int] = []
    for thread in _threads(pid):
        numbers = _read(f"/proc/{pid}/task/{thread}/children")
        if numbers is None and not _TELLS_CHILDREN:
            raise Infrastructure("what an agent uses cannot be measured: this kernel does not tell who is whose child (CONFIG_PROC_CHILDREN)")
        found += [int(word) for word in (numbers or b"").split()]
    return found


def descendants(pid: int) -> list[int]:
    """All processes below `pid`, without itself. Those that come and go meanwhile may be missed. Raises
    Infrastructure."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = children(waiting.pop())
        found += below
        waiting += below
    return found


class _Inherited(NamedTuple):
    """What a process has of its children that have ended and were waited for."""

    start: int  # of the process itself, since boot: its number may be another's later
    cpu_s: float  # to a hundredth


def _inherited(pid: int) -> _Inherited | None:
    """None if the process is gone. Raises Infrastructure."""
    fields = (_read(f"/proc/{pid}/stat") or b"").rpartition(b")")[2].split()
    return _Inherited(int(fields[19]), (int(fields[13]) + int(fields[14])) * _TICK) if len(fields) > 19 else None


class Sizes(NamedTuple):
    """The size of a process's address space now and at its peak, and how many threads it has."""

    now_mb: float
    peak_mb: float
    threads: int


def _sizes(folder: str) -> Sizes | None:
    """What sizes() returns, as a thread's folder in /proc tells it; None if the thread has ended."""
    found: dict[bytes, int] = {}
    for line in (_read(f"{folder}/status") or b"").splitlines():
        name, _, value = line.partition(b"\t")
        if name in (b"VmPeak:", b"VmSize:", b"Threads:"):
            found[name] = int(value.split()[0])
            if len(found) == 3:
                return Sizes(found[b"VmSize:"] * _KIB_TO_MB, found[b"VmPeak:"] * _KIB_TO_MB, found[b"Threads:"])
    return None


def sizes(pid: int) -> Sizes:
    """The sizes of a process; zeros if it is gone. Raises Infrastructure, and threads_of_process.Elusive."""
    try:
        return threads_of_process.ask(pid, _sizes) or Sizes(0.0, 0.0, 0)
    except OSError as failure:
        raise _failure(f"the memory of process {pid}", failure) from failure


class _TreeClock:
    """The CPU time of a process and of all below it, where no control group counts.

    It is the sum of what the living ones have used and of what those had used that were waited for. A process may end
    without being waited for: it is counted as far as it was seen.
    """

    # Times of children that were waited for are given in whole ticks, two figures each.
    _ROUNDING_S = 2 * _TICK

    # A walk may miss a process that is waited for meanwhile, so it is repeated until one is quiet. More walks make it more
    # likely that one is. They cost some tenths of a millisecond each, for an agent that ends processes without pause.
    _WALKS = 8

    def __init__(self, root: int) -> None:
        self._root = root
        self._seen: _Times = {}
        self._owed = 0.0
        self._total = 0.0

    def read(self) -> float:
        """CPU seconds so far. Raises Infrastructure."""
        seen, is_quiet = self._seen_now()
        own = inherited = 0.0
        for process, (used, of_children) in seen.items():
            before = self._seen.get(process, (0.0, 0.0))
            own += max(0.0, used - before[0])
            inherited += max(0.0, of_children - before[1])
        # Whoever has ended since then and was waited for is in the time of the one that waited, too.
        gone = sum(sum(times) for process, times in self._seen.items() if process not in seen)
        more = inherited - gone - self._owed
        self._owed = max(0.0, -more)
        if is_quiet:  # what is still missing is rounding, or was never waited for
            self._owed = min(self._owed, self._ROUNDING_S)
        self._total += own + max(0.0, more)
        self._seen = seen
        return self._total

    def _seen_now(self) -> tuple[_Times, bool]:
        """The times of all that live. If nobody was waited for meanwhile, all else that was used is in the times of those
        that have waited, and the second answer is true. Raises Infrastructure."""
        seen: _Times = {}
        for _ in range(self._WALKS):
            before = self._walk()
            seen = {}
            # Their own times come last. So nobody is both in his own time and in that of the one that waits for him.
            for process, inherited in before.items():
                if (used := process_cpu_s(process[0])) is not None:
                    seen[process] = used, inherited.cpu_s
            if all(_inherited(process[0]) == inherited for process, inherited in before.items()):
                return seen, True
        return seen, False

    def _walk(self) -> dict[tuple[int, int], _Inherited]:
        """Who lives. Raises Infrastructure."""
        below = {self._root, *descendants(self._root)}
        # A walk misses who gets another parent meanwhile. So whoever was seen is looked for by number, too.
        found = {}
        for pid in below | {pid for pid, _ in self._seen}:
            inherited = _inherited(pid)
            if inherited is not None and (pid in below or (pid, inherited.start) in self._seen):
                found[pid, inherited.start] = inherited
        return found


class Meter:
    """Readings of an agent's process `main` and of all that it starts.

    All of them descend from `root` (the sandbox's process, or `main` itself) and are in `group`, where there is one.
    Figures count from set_baseline(). Every reading raises Infrastructure if the kernel does not give it. Not for
    several threads.
    """

    def __init__(self, main: int, root: int, group: ControlGroup | None = None) -> None:
        self._main = main
        self._root = root
        self._group = group
        self._tree = None if group is not None and group.counts_cpu else _TreeClock(root)
        self._main_s = 0.0
        self._used = 0.0
        self._cpu_at_baseline = 0.0
        self._virtual_at_baseline = 0.0
        self._held_at_baseline = 0
        self._sandbox: frozenset[int] = frozenset()
        self._peak = 0.0
        self._now = 0.0
        self.tasks = 0  # its processes and threads, at the last reading
        self.hides_memory = False  # one of its processes has left no thread that could be asked

    def set_baseline(self) -> None:
        """Time and memory count from here. Processes that are there already are the sandbox's."""
        self._sandbox = frozenset(self._processes()) - {self._main}
        self._cpu_at_baseline = self._read_cpu()
        self._virtual_at_baseline = sizes(self._main).now_mb
        if self._group is not None and self._group.counts_memory:
            self._held_at_baseline = self._ask_group("memory", self._group.held_bytes)
        self._peak = self._now = 0.0

    def sample(self) -> None:
        """Read CPU time and memory of all its processes."""
        self._read_cpu()
        now = peak = 0.0
        self.tasks = 0
        for pid in self._processes():
            if pid not in self._sandbox:
                one = self._sizes(pid)
                now += one.now_mb
                peak += one.peak_mb
                # A process that has ended keeps its place until somebody has waited for it.
                self.tasks += one.threads or os.path.exists(f"/proc/{pid}")
        if peak:
            self._now = now - self._virtual_at_baseline
            self._peak = max(self._peak, peak - self._virtual_at_baseline)
        self._read_held()

    def _sizes(self, pid: int) -> Sizes:
        try:
            return sizes(pid)
        except threads_of_process.Elusive:
            self.hides_memory = True
            return Sizes(0.0, 0.0, 0)

    def main_s(self) -> float:
        """CPU seconds of the main process alone, with all its threads. That takes a microsecond."""
        used = process_cpu_s(self._main)
        if used is not None:
            self._main_s = max(self._main_s, used)
        return self._main_s

    def waited_s(self) -> float:
        """Seconds that the main thread was ready to run and had to wait for a processor; 0.0 if it is gone, or where the
        kernel does not count that."""
        words = (_read(f"/proc/{self._main}/schedstat") or b"").split()
        return int(words[1]) * 1e-9 if len(words) > 1 else 0.0

    def processors(self) -> int:
        """On how many processors its main thread may run. An agent may choose fewer than there are."""
        try:
            return len(os.sched_getaffinity(self._main))
        except ProcessLookupError:
            return len(os.sched_getaffinity(0))
        except OSError as failure:
            raise _failure(f"the processors of process {self._main}", failure) from failure

    def _ask_group(self, what: str, question: Callable[[], _T]) -> _T:
        try:
            return question()
        except OSError as failure:
            raise _failure(f"the {what} of its control group", failure) from failure

    def _processes(self) -> list[int]:
        if self._group is not None:
            return self._ask_group("processes", self._group.members)
        return [self._root, *descendants(self._root)]

    def _read_cpu(self) -> float:
        if self._tree is not None:
            used = self._tree.read()
        else:
            assert self._group is not None
            used = self._ask_group("CPU time", self._group.cpu_s)
        self._used = max(self._used, used)
        return self._used

    def _read_held(self) -> None:
        """What the machine holds for it besides its address space counts where that is more."""
        group = self._group
        if group is None or not group.counts_memory:
            return
        # With copies of files it is more than what is held: usually the quick figure says that there is nothing new.
        if self._held_mb(group.usage_bytes) <= max(self._now, 0.0):
            return
        held = self._held_mb(group.held_bytes)
        self._now = max(self._now, held)
        self._peak = max(self._peak, held)

    def _held_mb(self, question: Callable[[], int]) -> float:
        return (self._ask_group("memory", question) - self._held_at_baseline) / _MB - _FREE_MB

    @property
    def cpu_s(self) -> float:
        """CPU seconds since the baseline, at the last reading."""
        return self._used - self._cpu_at_baseline

    @property
    def now_mb(self) -> float:
        """Growth of memory since the baseline, at the last reading. May be negative."""
        return self._now

    @property
    def peak_mb(self) -> float:
        """The largest growth since the baseline."""
        return self._peak
