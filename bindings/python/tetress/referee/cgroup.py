# SPDX-License-Identifier: MIT
"""A control group for one agent, where this user may make one: version 2, else version 1. Linux.

It holds what rlimits cannot hold: the resident memory and the processes of the whole group together. It kills all of
them at once.
"""

from __future__ import annotations

import contextlib
import functools
import os
import pathlib
import secrets
import time
from collections.abc import Callable, Iterable

_ROOT = pathlib.Path("/sys/fs/cgroup")
_V1_CONTROLLERS = ("memory", "pids")

# Groups are named PREFIX-PID-..., PID being the referee's.
PREFIX = "tetress"


def _own_v2() -> pathlib.Path | None:
    """This process's own group in the unified hierarchy."""
    if not (_ROOT / "cgroup.controllers").exists():
        return None
    for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines():
        if line.startswith("0::"):
            return _ROOT / line[3:].lstrip("/")
    return None


def _parents() -> dict[str, pathlib.Path]:
    """The folder in which a group can be made, by controller."""
    unified = _own_v2()
    if unified is not None:
        # Controllers that are not handed down to children cannot be used by them.
        enabled = (unified / "cgroup.subtree_control").read_text().split()
        return {name: unified for name in _V1_CONTROLLERS if name in enabled}
    return {name: _ROOT / name for name in _V1_CONTROLLERS if (_ROOT / name / "cgroup.procs").exists()}


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def sweep(folder: pathlib.Path, prefix: str, remove: Callable[[pathlib.Path], None]) -> None:
    """Remove what referees that were killed have left in `folder`: entries named PREFIX-PID-... of processes that are
    gone. An entry that cannot be removed stays."""
    for path in folder.glob(f"{prefix}-*"):
        pid = path.name[len(prefix) + 1 :].partition("-")[0]
        if pid.isdecimal() and not _is_alive(int(pid)):
            with contextlib.suppress(OSError):
                remove(path)


@functools.cache
def _sweep_groups() -> None:
    """This runs once a process."""
    for parent in dict.fromkeys(_parents().values()):
        sweep(parent, PREFIX, pathlib.Path.rmdir)


class ControlGroup:
    """Limits on a group of processes. try_make() makes one; call remove() when all of them are dead."""

    def __init__(self, folders: dict[str, pathlib.Path]) -> None:
        self._folders = folders

    @classmethod
    def try_make(cls, memory_bytes: int | None, processes: int) -> ControlGroup | None:
        """A group with these limits and a name of its own, or None where that is not allowed."""
        made: dict[str, pathlib.Path] = {}
        group = cls(made)
        name = f"{PREFIX}-{os.getpid()}-{secrets.token_hex(4)}"
        try:
            _sweep_groups()
            for controller, parent in _parents().items():
                folder = parent / name
                folder.mkdir(exist_ok=folder in made.values())
                made[controller] = folder
            if "pids" in made:
                (made["pids"] / "pids.max").write_text(str(processes))
            if "memory" in made and memory_bytes is not None:
                v2 = made["memory"] / "memory.max"
                v1 = made["memory"] / "memory.limit_in_bytes"
                (v2 if v2.exists() else v1).write_text(str(memory_bytes))
        except OSError:
            group.remove()
            return None
        return group if made else None

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers of the sandbox that it provides."""
        return tuple(f"cgroup-{name}" for name in self._folders)

    @property
    def member_files(self) -> tuple[str, ...]:
        """A process whose number is written to each of these files is in the group."""
        return tuple(str(path / "cgroup.procs") for path in self._unique())

    def _unique(self) -> Iterable[pathlib.Path]:
        return dict.fromkeys(self._folders.values())

    def out_of_memory(self) -> bool:
        """Has the kernel killed one of its processes for lack of memory?"""
        folder = self._folders.get("memory")
        if folder is None:
            return False
        for name in ("memory.events", "memory.oom_control"):
            try:
                words = (folder / name).read_text().split()
            except OSError:
                continue
            return any(words[i] == "oom_kill" and words[i + 1] != "0" for i in range(0, len(words) - 1, 2))
        return False

    def members(self) -> list[int]:
        """Its living processes."""
        found: set[int] = set()
        for folder in self._unique():
            try:
                found.update(int(word) for word in (folder / "cgroup.procs").read_text().split())
            except OSError:
                continue
        return sorted(found)

    def remove(self) -> bool:
        """Remove it; True if it is gone. The kernel needs a moment to forget the last process: half a second at
        most."""
        gone = True
        for folder in self._unique():
            for _ in range(50):
                try:
                    folder.rmdir()
                    break
                except FileNotFoundError:
                    break
                except OSError:
                    time.sleep(0.01)
            else:
                gone = False
        return gone


def join(member_files: Iterable[str]) -> None:
    """Put this process into a group (between fork and exec)."""
    for path in member_files:
        file = os.open(path, os.O_WRONLY)
        try:
            os.write(file, b"0")
        finally:
            os.close(file)
