# SPDX-License-Identifier: MIT
"""What an agent uses, read from outside: CPU time and virtual memory of all its processes. Linux.

Nothing here believes a word of the agent: the kernel's own figures are read from /proc.
"""

from __future__ import annotations

import os
import time

_TICK = 1.0 / os.sysconf("SC_CLK_TCK")
_KIB_TO_MB = 1.0 / 1024

# Bits of a clock's number that make it the CPU clock of a process (clock_getcpuclockid(3)).
_CPU_CLOCK = 2


def process_cpu_s(pid: int) -> float | None:
    """CPU seconds of a living process with all its threads, also those that have ended; None if it is gone."""
    try:
        return time.clock_gettime((~pid << 3) | _CPU_CLOCK)
    except OSError:
        return None


def children(pid: int) -> list[int]:
    """The direct children of all its threads."""
    found: list[int] = []
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return found
    for thread in threads:
        try:
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                found += [int(word) for word in file.read().split()]
        except OSError:
            continue
    return found


def descendants(pid: int) -> list[int]:
    """All processes below `pid`, without itself. Those that come and go meanwhile may be missed."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = children(waiting.pop())
        found += below
        waiting += below
    return found


def _reaped_s(pid: int) -> float:
    """CPU seconds of its children that have ended and were waited for, to a hundredth."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        return (int(fields[13]) + int(fields[14])) * _TICK
    except (OSError, IndexError):
        return 0.0


def virtual_mb(pid: int) -> tuple[float, float]:
    """The size of its address space now and at its peak; zeros if it is gone."""
    now = peak = 0.0
    try:
        with open(f"/proc/{pid}/status", "rb") as file:
            for line in file:
                if line.startswith(b"VmPeak:"):
                    peak = int(line.split()[1]) * _KIB_TO_MB
                elif line.startswith(b"VmSize:"):
                    now = int(line.split()[1]) * _KIB_TO_MB
                    break
    except OSError:
        pass
    return now, peak


class Meter:
    """Readings of an agent's process `main` and of all that it starts.

    All of them descend from `root` (the sandbox's process, or `main` itself). Figures count from set_baseline(). Not
    for several threads.
    """

    def __init__(self, main: int, root: int) -> None:
        self._main = main
        self._root = root
        self._cpu_at_baseline = 0.0
        self._memory_at_baseline = 0.0
        self._main_s = 0.0
        self._reaped = 0.0
        self._orphans = 0.0
        self._others: dict[int, float] = {}
        self._sandbox: frozenset[int] = frozenset()
        self._peak = 0.0
        self._now = 0.0

    def set_baseline(self) -> None:
        """Time and memory count from here. Processes that are there already are the sandbox's."""
        self._sandbox = frozenset(descendants(self._root)) - {self._main}
        self.sample()
        self._cpu_at_baseline = self._total_s()
        self._memory_at_baseline, _ = virtual_mb(self._main)
        self._peak = self._now = 0.0

    def sample_clock(self) -> None:
        """Read the CPU clock of the main process alone. That takes a microsecond."""
        used = process_cpu_s(self._main)
        if used is not None:
            self._main_s = max(self._main_s, used)

    def sample_main(self) -> None:
        """Read the main process: its memory, and its CPU time with that of the children it waited for."""
        self.sample_clock()
        self._reaped = max(self._reaped, self._orphans + _reaped_s(self._main))
        self._read_memory(0.0, 0.0)

    def sample(self) -> None:
        """Read all processes. One that ends between two samples is counted as far as it was seen, or by the process
        that waited for it."""
        now = peak = 0.0
        for pid in descendants(self._root):
            if pid == self._main or pid in self._sandbox:
                continue
            used = process_cpu_s(pid)
            if used is not None:
                self._others[pid] = max(used, self._others.get(pid, 0.0))
            one_now, one_peak = virtual_mb(pid)
            now += one_now
            peak += one_peak
        # The sandbox's init waits for those whose parents are gone.
        self._orphans = max(self._orphans, sum(_reaped_s(pid) for pid in self._sandbox))
        self.sample_main()
        self._read_memory(now, peak)

    def _read_memory(self, others_now: float, others_peak: float) -> None:
        now, peak = virtual_mb(self._main)
        if peak:
            self._now = now + others_now - self._memory_at_baseline
            self._peak = max(self._peak, peak + others_peak - self._memory_at_baseline)

    def _total_s(self) -> float:
        # A child that was seen alive and then waited for is in both: the larger of the two counts.
        return self._main_s + max(self._reaped, sum(self._others.values()))

    @property
    def cpu_s(self) -> float:
        """CPU seconds since the baseline."""
        return max(0.0, self._total_s() - self._cpu_at_baseline)

    @property
    def now_mb(self) -> float:
        """Growth of virtual memory since the baseline, at the last sample. May be negative."""
        return self._now

    @property
    def peak_mb(self) -> float:
        """The largest growth since the baseline."""
        return self._peak
