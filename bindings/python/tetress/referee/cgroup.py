# SPDX-License-Identifier: MIT
"""A control group for one agent, where this user may make one: version 2, version 1, or a mixture of both. Linux.

The kernel keeps what no process of the agent can get round: the CPU time, the memory and the number of all of them
together, whatever becomes of them. It also stops all of them at once while the agent is not asked, and kills them.
"""

from __future__ import annotations

import contextlib
import functools
import os
import pathlib
import secrets
import signal
import time
from collections.abc import Callable, Iterable

from . import pid_namespace

_ROOT = pathlib.Path("/sys/fs/cgroup")

# What a group is used for, and the hierarchy of version 1 that serves it.
_V1 = {"memory": "memory", "pids": "pids", "cpu": "cpuacct", "freezer": "freezer"}

# These hold the sandbox's own processes as well. In version 2 they need a controller that is handed down.
_OUTER = ("memory", "pids")

# These are the agent's alone: nobody else is counted or stopped. In version 2 they are there in every group. Where both
# are in one hierarchy, this group lies in that one.
_INNER = ("cpu", "freezer")
_INNER_NAME = "agent"

# Groups are named PREFIX-PID-NAMESPACE-..., PID being the referee's in that namespace of processes.
PREFIX = "tetress"

# Seconds in which killed processes end and an empty group can be removed.
_PATIENCE_S = 2.0
_AT_ONCE_S = 0.5


def _v2_mount() -> pathlib.Path | None:
    """Where the unified hierarchy is mounted: alone, or beside those of version 1."""
    for path in (_ROOT, _ROOT / "unified"):
        if (path / "cgroup.controllers").exists():
            return path
    return None


def _own_v2(mount: pathlib.Path) -> pathlib.Path:
    """This process's own group in the unified hierarchy."""
    for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines():
        if line.startswith("0::") and (mount / line[3:].lstrip("/")).is_dir():
            return mount / line[3:].lstrip("/")
    return mount


def _allows_groups(path: pathlib.Path) -> bool:
    """May this user make groups here and move processes into them?"""
    return os.access(path, os.W_OK) and os.access(path / "cgroup.procs", os.W_OK)


def _v2_parents() -> dict[str, pathlib.Path]:
    """The group of version 2 in which one can be made, for each use. It is the nearest above this process that hands
    down most: a group that holds processes, as ours does, hands down no controllers."""
    mount = _v2_mount()
    if mount is None:
        return {}
    own = _own_v2(mount)
    best: dict[str, pathlib.Path] = {}
    for path in (own, *own.parents):
        if _allows_groups(path):
            handed = (path / "cgroup.subtree_control").read_text().split()
            uses = ["cpu", "freezer", *(name for name in _OUTER if name in handed)]
            if len(uses) > len(best):
                best = {use: path for use in uses}
        if path == mount:
            break
    return best


def _parents() -> dict[str, list[pathlib.Path]]:
    """The folders in which a group can be made, by use, the best first. Old kernels have no freezer of version 2."""
    v1 = {use: _ROOT / name for use, name in _V1.items() if (_ROOT / name / "cgroup.procs").exists()}
    v2 = _v2_parents()
    return {use: [found[use] for found in (v2, v1) if use in found and _allows_groups(found[use])] for use in _OUTER + _INNER}


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def sweep(folder: pathlib.Path, prefix: str, remove: Callable[[pathlib.Path], object]) -> None:
    """Remove what referees that were killed have left in `folder`: entries named PREFIX-PID-NAMESPACE-... of processes that
    are gone. A number of another namespace says nothing about who lives, so its entries stay. An entry that cannot be
    removed stays."""
    for path in folder.glob(f"{prefix}-*"):
        pid, _, rest = path.name[len(prefix) + 1 :].partition("-")
        if pid.isdecimal() and rest.partition("-")[0] == pid_namespace.name() and not _is_alive(int(pid)):
            with contextlib.suppress(OSError):
                remove(path)


@functools.cache
def _sweep_groups() -> None:
    """This runs once a process. Where a group cannot be killed while it is frozen, it may have outlived its referee."""
    dead: list[pathlib.Path] = []
    for parent in dict.fromkeys(path for paths in _parents().values() for path in paths):
        sweep(parent, PREFIX, dead.append)
    dead = [one for path in dead for one in (path / _INNER_NAME, path) if one.is_dir()]
    for path in dead:
        with contextlib.suppress(OSError):
            _signal_all(_members(path), signal.SIGKILL)
    for path in dead:
        for name, text in (("cgroup.freeze", "0"), ("freezer.state", "THAWED")):
            with contextlib.suppress(OSError):
                if (path / name).exists():
                    (path / name).write_text(text)
    for path in dead:
        _remove_folder(path)


def _signal_all(pids: Iterable[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def _members(folder: pathlib.Path) -> set[int]:
    """The living processes of a group. Those that this namespace cannot see have no number here."""
    try:
        with open(f"{folder}/cgroup.procs", "rb", buffering=0) as file:
            return {int(word) for word in file.read().split()} - {0}
    except FileNotFoundError:
        return set()


def _remove_folder(folder: pathlib.Path) -> bool:
    """Remove an empty group; True if it is gone. The kernel needs a moment to forget the last process."""
    deadline = time.monotonic() + _AT_ONCE_S
    while True:
        try:
            folder.rmdir()
            return True
        except FileNotFoundError:
            return True
        except OSError:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.002)


class ControlGroup:
    """One group of processes in all the hierarchies that are used.

    try_make() makes one. The sandbox's first process joins `member_files`; enter() adds the agent's, which is counted and
    stopped from there on. In the end call kill(), then remove().
    """

    def __init__(self) -> None:
        self._folders: dict[str, pathlib.Path] = {}
        self._open: dict[str, int] = {}
        self._states = (b"", b"")

    @classmethod
    def try_make(cls, memory_bytes: int | None, processes: int) -> ControlGroup | None:
        """A group with these limits and a name of its own, or None where nothing of it is allowed. What it can do is
        told by `layers`."""
        group = cls()
        try:
            name = f"{PREFIX}-{os.getpid()}-{pid_namespace.name()}-{secrets.token_hex(4)}"
            _sweep_groups()
            parents = _parents()
        except OSError:
            return None
        for use, folders in parents.items():
            for folder in (parent / name for parent in folders):
                inside = use in _INNER and folder in (group._folders.get(one) for one in _OUTER)
                with contextlib.suppress(OSError):
                    group._make(use, folder / _INNER_NAME if inside else folder, memory_bytes, processes)
                    break
        if not group._folders:
            group.remove()
            return None
        return group

    def _make(self, use: str, folder: pathlib.Path, memory_bytes: int | None, processes: int) -> None:
        """Make the group for one use. Files that are read or written at each call stay open: a shortage of descriptors
        must not hide anything."""
        folder.mkdir(exist_ok=folder in self._folders.values())
        try:
            if use == "pids":
                (folder / "pids.max").write_text(str(processes))
            elif use == "memory":
                _limit_memory(folder, memory_bytes)
                self._open["memory"] = _open_first(folder, os.O_RDONLY, "memory.current", "memory.usage_in_bytes")
                self._open["stat"] = _open_first(folder, os.O_RDONLY, "memory.stat")
            elif use == "cpu":
                self._open["cpu"] = _open_first(folder, os.O_RDONLY, "cpuacct.usage", "cpu.stat")
                self.cpu_s()
            else:
                self._open["freezer"] = _open_first(folder, os.O_RDWR, "freezer.state", "cgroup.freeze")
                self._states = (b"THAWED", b"FROZEN") if (folder / "freezer.state").exists() else (b"0", b"1")
        except (OSError, ValueError) as failure:
            if folder not in self._folders.values():
                _remove_folder(folder)
            raise OSError(str(failure)) from failure
        self._folders[use] = folder

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers of the sandbox that it provides."""
        return tuple(f"cgroup-{use}" for use in _V1 if use in self._folders)

    @property
    def member_files(self) -> tuple[str, ...]:
        """Where join() puts the sandbox's first process, and with it all that it starts."""
        return tuple(f"{path}/cgroup.procs" for path in self._unique(_OUTER))

    def enter(self, pid: int) -> None:
        """From here on count the process `pid` and all that it starts. Raises OSError."""
        for path in self._unique(_INNER):
            (path / "cgroup.procs").write_text(str(pid))

    def _unique(self, uses: Iterable[str]) -> list[pathlib.Path]:
        return list(dict.fromkeys(self._folders[use] for use in uses if use in self._folders))

    # ---- What it has used ----

    @property
    def counts_cpu(self) -> bool:
        """Can it tell the CPU time?"""
        return "cpu" in self._open

    def cpu_s(self) -> float:
        """The CPU seconds of all processes that were ever in it, used while they were. Raises OSError."""
        words = os.pread(self._open["cpu"], 256, 0).split()
        # Version 2 has lines of names and microseconds, version 1 has nanoseconds.
        return int(words[1]) * 1e-6 if words[0] == b"usage_usec" else int(words[0]) * 1e-9

    @property
    def counts_memory(self) -> bool:
        """Can it tell the memory?"""
        return "memory" in self._open

    def usage_bytes(self) -> int:
        """The memory that is charged to it, with copies of files that can be dropped at any time. Raises OSError."""
        return int(os.pread(self._open["memory"], 64, 0))

    def held_bytes(self) -> int:
        """The memory that the machine must keep for it: of processes, shared memory, files in memory, and what the
        kernel needs for them. Raises OSError."""
        words = os.pread(self._open["stat"], 1 << 16, 0).split()
        figures = dict(zip(words[::2], words[1::2]))
        dropped = sum(int(figures.get(name, 0)) for name in (b"inactive_file", b"active_file"))
        return max(0, self.usage_bytes() - dropped)

    def out_of_memory(self) -> bool:
        """Has the kernel killed one of its processes for lack of memory? Raises OSError."""
        folder = self._folders.get("memory")
        if folder is None:
            return False
        for name in ("memory.events", "memory.oom_control"):
            if (folder / name).exists():
                words = (folder / name).read_text().split()
                return any(words[i] == "oom_kill" and words[i + 1] != "0" for i in range(0, len(words) - 1, 2))
        return False

    def members(self) -> list[int]:
        """The agent's living processes, with those of the sandbox where nothing tells them apart. Raises OSError."""
        # All hierarchies hold the same ones.
        return sorted(_members(self._unique(_INNER + _OUTER)[0]))

    # ---- Stop, go on, end ----

    @property
    def can_freeze(self) -> bool:
        """Can it be stopped as a whole?"""
        return "freezer" in self._open

    def freeze(self) -> None:
        """Stop all of it. None of its processes runs a step of its own code from here on. Raises OSError."""
        os.pwrite(self._open["freezer"], self._states[1], 0)

    def thaw(self) -> None:
        """Let it go on. Raises OSError."""
        os.pwrite(self._open["freezer"], self._states[0], 0)

    def kill(self) -> list[int]:
        """Kill all of its processes. Returns those that have not ended in time. Raises OSError."""
        deadline = time.monotonic() + _PATIENCE_S
        # While it is frozen nothing starts another process, and the signals wait for all of them.
        if self.can_freeze:
            self.freeze()
        while True:
            left = sorted(set().union(*(_members(folder) for folder in self._unique(_INNER + _OUTER))))
            _signal_all(left, signal.SIGKILL)
            if self.can_freeze:
                self.thaw()
            if not left or time.monotonic() > deadline:
                return left
            time.sleep(0.001)

    def remove(self) -> bool:
        """Remove it when all of its processes are dead; True if it is gone."""
        for descriptor in self._open.values():
            os.close(descriptor)
        self._open.clear()
        return all([_remove_folder(folder) for folder in self._unique(_INNER + _OUTER)])


def _open_first(folder: pathlib.Path, flags: int, *names: str) -> int:
    """Open the first of these files that there is. Raises OSError."""
    found = [name for name in names if (folder / name).exists()]
    return os.open(folder / (found or names)[0], flags | os.O_CLOEXEC)


def _limit_memory(folder: pathlib.Path, memory_bytes: int | None) -> None:
    """Limit memory, and let none of it be moved to a disk, where it would not count. Raises OSError."""
    if memory_bytes is not None:
        v2, v1 = folder / "memory.max", folder / "memory.limit_in_bytes"
        (v2 if v2.exists() else v1).write_text(str(memory_bytes))
    for name, value in (("memory.swap.max", 0), ("memory.memsw.limit_in_bytes", memory_bytes), ("memory.swappiness", 0)):
        if value is not None and (folder / name).exists():
            (folder / name).write_text(str(value))


def join(member_files: Iterable[str]) -> None:
    """Put this process into a group (between fork and exec)."""
    for path in member_files:
        file = os.open(path, os.O_WRONLY)
        try:
            os.write(file, b"0")
        finally:
            os.close(file)
