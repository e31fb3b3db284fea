# SPDX-License-Identifier: MIT
"""What an agent may leave on the machine: it is looked for after each game and removed. Linux.

Most of it cannot be left where all layers of the sandbox are on. The search does not rely on that.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pathlib
import platform
import shutil
import signal
import stat
import subprocess
import time
from collections.abc import Callable

from . import threads_of_process
from .cgroup import ControlGroup
from .meter import children
from .outcome import Infrastructure

# Where every user may leave files, shared memory and message queues among them.
_SHARED_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock", "/run/shm")

# Kinds of System V objects: the file that lists them, the column of their number, how one is removed (IPC_RMID is 0).
_SYSV: dict[str, tuple[str, Callable[[ctypes.CDLL, int], int]]] = {
    "shm": ("shmid", lambda libc, number: libc.shmctl(number, 0, None)),
    "msg": ("msqid", lambda libc, number: libc.msgctl(number, 0, None)),
    "sem": ("semid", lambda libc, number: libc.semctl(number, 0, 0)),
}

# The number of the system call keyctl(2), and of one of its operations.
_KEYCTL = {"x86_64": 250, "aarch64": 219, "riscv64": 219, "ppc64le": 271, "s390x": 280, "i686": 288, "armv7l": 311}
_KEYCTL_INVALIDATE = 21

# Seconds until what was killed or removed is gone.
_PATIENCE_S = 2.0


class Traces:
    """All that one agent's process may leave. The owner of the process adds what it makes for it."""

    def __init__(self) -> None:
        self.folders: list[str] = []
        self.group: ControlGroup | None = None
        self.uid: int | None = None
        self.hides_processes = True  # may it have processes that the group does not know?
        self.session: int | None = None  # its first process, which whoever started it waits for
        self.given: set[int] = set()  # children of this process that were killed as the agent's

    def clean(self) -> list[str]:
        """Remove what is left. Returns what could not be removed, in words. It may be called again."""
        left: list[str] = []
        for kind in (self._end_group, self._remove_users, self._end_children, self._remove_folders):
            try:
                left += kind()
            except (OSError, Infrastructure) as failure:
                left.append(f"nobody knows what: {failure}")
        return left

    def _end_group(self) -> list[str]:
        if self.group is None:
            return []
        alive = self.group.kill()
        if not alive and self.group.remove():
            self.group = None
            return []
        return [f"the processes {alive}" if alive else "an empty control group"]

    def _remove_users(self) -> list[str]:
        """What a user that only this agent has had can be told by that."""
        if self.uid is None:
            return []
        alive = _kill_all_of(self.uid) if self.hides_processes else []
        return [*alive, *_remove_sysv(self.uid), *_remove_files(self.uid), *_remove_keys(self.uid)]

    def _end_children(self) -> list[str]:
        """Where no filter refuses CLONE_PARENT, an agent may have given children to this process. Unless somebody waits
        for them they stay when they are dead, and count against their user."""
        deadline = time.monotonic() + _PATIENCE_S
        while (there := self._children()) and time.monotonic() < deadline:
            for pid in there:
                _end_child(pid)
            # Their numbers may be others' from now on.
            self.given.intersection_update(children(os.getpid()))
        return [f"the processes {there}"] if there else []

    def _children(self) -> list[int]:
        """Children of this process that are the agent's. Others are those of the program that this is: it waits for them."""
        return [pid for pid in children(os.getpid()) if pid != self.session and (pid in self.given or self._is_agents(pid))]

    def _is_agents(self, pid: int) -> bool:
        if self.uid is not None and str(self.uid) in _status(pid).get("Uid", "").split():
            return True
        fields = (threads_of_process.read(f"/proc/{pid}/stat") or b"").rpartition(b")")[2].split()
        return self.session is not None and len(fields) > 3 and int(fields[3]) == self.session

    def _remove_folders(self) -> list[str]:
        self.folders = [folder for folder in self.folders if not remove_tree(folder)]
        return [f"the folder {folder}" for folder in self.folders]


class Machine:
    """What earlier games of this process have left on the machine and could not be removed yet."""

    def __init__(self) -> None:
        self._left: list[Traces] = []

    def clean(self, traces: Traces) -> None:
        """Remove what an agent has left. What resists is tried again before the next game."""
        if traces.clean():
            self._left.append(traces)

    def check(self) -> None:
        """Raise Infrastructure if something is left that might disturb a game."""
        found = [(traces, traces.clean()) for traces in self._left]
        self._left = [traces for traces, left in found if left]
        words = [word for _, left in found for word in left]
        if words:
            raise Infrastructure(f"an earlier game has left on this machine what cannot be removed: {'; '.join(words)}")


# ---- Processes -----------------------------------------------------------------------------------


def _end_child(pid: int) -> None:
    """Kill a child of this process and, if it is dead, take it out of the table of processes."""
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(pid, signal.SIGKILL)
        if os.waitpid(pid, os.WNOHANG) == (0, 0):
            time.sleep(0.002)


def _status(pid: int) -> dict[str, str]:
    """What /proc tells of a process, by name; nothing if it is gone. Raises OSError."""
    text = (threads_of_process.read(f"/proc/{pid}/status") or b"").decode("utf-8", "replace")
    return dict(line.split(":", 1) for line in text.splitlines() if ":" in line)


def _processes_of(uid: int) -> list[int]:
    """The living processes of a user. Who is the parent of a dead one waits for it; _end_children() does here."""
    numbers = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return [pid for pid in numbers if str(uid) in _status(pid).get("Uid", "").split() and threads_of_process.lives(pid)]


def _kill_all_of(uid: int) -> list[str]:
    """Kill all processes of a user. They are stopped first, so that none starts another meanwhile."""
    deadline = time.monotonic() + _PATIENCE_S
    stopped: set[int] = set()
    while (living := set(_processes_of(uid))) and time.monotonic() < deadline:
        number = signal.SIGKILL if living <= stopped else signal.SIGSTOP
        for pid in living:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
        stopped |= living
    return [f"the processes {sorted(living)}"] if living else []


# ---- Objects of the kernel -------------------------------------------------------------------------


def _sysv_of(kind: str, uid: int) -> list[int]:
    """The numbers of the System V objects of a kind that a user has made or owns."""
    path = pathlib.Path("/proc/sysvipc", kind)
    if not path.exists():
        return []  # this kernel has none
    title, *rows = path.read_text().splitlines()
    names = title.split()
    found = [dict(zip(names, row.split())) for row in rows]
    return [int(row[_SYSV[kind][0]]) for row in found if str(uid) in (row["uid"], row["cuid"])]


def _remove_sysv(uid: int) -> list[str]:
    left: list[str] = []
    for kind, (_, remove) in _SYSV.items():
        numbers = _sysv_of(kind, uid)
        if numbers:
            libc = ctypes.CDLL(None, use_errno=True)
            for number in numbers:
                remove(libc, number)
            # A segment that is still attached would stay; its processes are dead.
            left += [f"the System V object {kind} {number}" for number in _sysv_of(kind, uid)]
    return left


def _has_keys(uid: int) -> bool:
    path = pathlib.Path("/proc/key-users")
    return path.exists() and any(line.split(":")[0].strip() == str(uid) for line in path.read_text().splitlines())


def _remove_keys(uid: int) -> list[str]:
    """Drop the keys and keyrings that the kernel keeps for a user whose processes have all ended."""
    if not _has_keys(uid):
        return []
    number = _KEYCTL.get(platform.machine())
    if number is not None:
        _drop_keys_as(uid, number)
    deadline = time.monotonic() + _PATIENCE_S
    while _has_keys(uid):
        if time.monotonic() > deadline:
            return [f"keys of the user {uid}"]
        time.sleep(0.01)
    return []


def _drop_keys_as(uid: int, keyctl: int) -> None:
    """Only the user itself may see and drop its keys."""
    libc = ctypes.CDLL(None, use_errno=True)

    def drop() -> None:
        os.setgroups([])
        os.setgid(uid)
        os.setuid(uid)
        for line in pathlib.Path("/proc/keys").read_text().splitlines():
            words = line.split()
            if words[5] == str(uid):
                libc.syscall(ctypes.c_long(keyctl), ctypes.c_long(_KEYCTL_INVALIDATE), ctypes.c_long(int(words[0], 16)), 0, 0, 0)

    with contextlib.suppress(OSError, subprocess.SubprocessError):
        subprocess.run(["/bin/true"], preexec_fn=drop, check=False, cwd="/", env={}, stdin=subprocess.DEVNULL)


# ---- Files ---------------------------------------------------------------------------------------


def _files_of(uid: int) -> list[str]:
    found = []
    for folder in dict.fromkeys(os.path.realpath(path) for path in _SHARED_FOLDERS):
        with contextlib.suppress(FileNotFoundError), os.scandir(folder) as entries:
            for entry in entries:
                with contextlib.suppress(FileNotFoundError):
                    if entry.stat(follow_symlinks=False).st_uid == uid:
                        found.append(entry.path)
    return found


def _remove_files(uid: int) -> list[str]:
    return [f"the file {path}" for path in _files_of(uid) if not remove_tree(path)]


def remove_tree(path: str | pathlib.Path) -> bool:
    """Remove a file or a folder, however deep and whatever its modes; True if it is gone. Links are not followed."""
    try:
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.unlink(path)
    except FileNotFoundError:
        return not os.path.lexists(path)
    except (OSError, RecursionError):
        with contextlib.suppress(OSError):
            _remove_level_by_level(str(path))
    return not os.path.lexists(path)


_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def _remove_level_by_level(top: str) -> None:
    """Remove a folder with one descriptor open at a time, and without paths that could be too long. Raises OSError."""
    os.chmod(top, 0o700)
    here = os.open(top, _FOLDER)
    try:
        above: list[tuple[str, list[str]]] = []
        folders = _unlink_all_but_folders(here)
        while above or folders:
            if folders:
                name = folders.pop()
                os.chmod(name, 0o700, dir_fd=here)
                here = _change(here, name)
                above.append((name, folders))
                folders = _unlink_all_but_folders(here)
            else:
                here = _change(here, "..")
                name, folders = above.pop()
                os.rmdir(name, dir_fd=here)
    finally:
        os.close(here)
    os.rmdir(top)


def _change(here: int, name: str) -> int:
    there = os.open(name, _FOLDER, dir_fd=here)
    os.close(here)
    return there


def _unlink_all_but_folders(here: int) -> list[str]:
    """Returns the names of the folders."""
    folders = []
    for name in os.listdir(here):
        if stat.S_ISDIR(os.stat(name, dir_fd=here, follow_symlinks=False).st_mode):
            folders.append(name)
        else:
            os.unlink(name, dir_fd=here)
    return folders
