# SPDX-License-Identifier: MIT
"""The walls around an agent's process that are built from outside: its file system, namespaces, user and environment.
Linux. layer_plan.py adds what the process does to itself, and says what all layers promise together.

Layers:
"bwrap"              bubblewrap: no network, read-only file system with a small /tmp and a writable copy of the agent's
                     files, own process, IPC, host-name and control-group namespaces, dies with the referee
"uid"                a user of its own, when the referee is root
"rlimits"            processes, files, core; address space and CPU as a second line
"no-new-privs"       no program that is started has more privileges
"landlock-files"     the kernel's own list of what may be read and written
"landlock-network"   no TCP
"landlock-signals"   no signals to others, and no abstract sockets of theirs
"seccomp"            a filter of system calls
"one-process"        no second process, where control groups are missing
"cgroup-..."         limits and figures for all processes together (cgroup.py)
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys

import tetress

from . import pid_namespace
from .entrant import interpreter

# Where things are inside. What is outside is seen under no other name, so that paths tell nothing.
AGENT_FOLDER = "/agent"
_WRITABLE = (AGENT_FOLDER, "/tmp", "/dev/shm")
_SOURCE_FOLDER = "/opt/agent"
_HOME = "/tmp/home"
_USER = "agent"
_LIBRARY_FOLDER = "/opt/tetress"
_LIBRARY_FILE = "/opt/tetress/lib/libtetress.so"

# Room for the copy of the agent's files, beside what it may write itself; what does not fit is a link (worker.py).
COPY_MB = 16

_PACKAGE = pathlib.Path(tetress.__file__).resolve().parent
_WORKER = pathlib.PurePosixPath("referee", "worker.py")

_SYSTEM_FOLDERS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime")

# What programs look at and nobody hides, where there is no bubblewrap to write it anew.
_HARMLESS_FILES = ("/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/os-release", "/etc/mime.types")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")

# Of /proc: not the mounts, which tell where files lie outside.
_KERNEL_FILES = (
    *(f"/proc/{name}" for name in ("cpuinfo", "meminfo", "stat", "uptime", "loadavg", "version", "sys/vm/overcommit_memory")),
    *(f"/proc/self/{name}" for name in ("stat", "status", "statm", "maps", "fd", "limits", "cmdline")),
)

# The first user that may be an agent's, and how many there are: more than twice as many as Linux has numbers of processes,
# each with so many slots.
_MANY_USERS = (2_000_000_000, 140_000_000)
_SLOTS = 16

_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH, _CAP_SYS_PTRACE = 1, 2, 19

_ASK_PYTHON = """
import json, site, sys
paths = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
try:
    paths.update(site.getsitepackages())
except AttributeError:
    pass
print(json.dumps({"paths": sorted(paths), "executable": sys.executable}))
"""


class SandboxError(RuntimeError):
    """The sandbox cannot be set up. No player is to blame."""


_GET_BWRAP = (
    "bubblewrap is not installed. Debian and Ubuntu: `apt install bubblewrap`; Fedora: `dnf install bubblewrap`; "
    "Arch: `pacman -S bubblewrap`; from source: https://github.com/containers/bubblewrap"
)


@dataclasses.dataclass(frozen=True)
class _Bwrap:
    """A bubblewrap that works here: its path, and the options for namespaces. Or none, and what to do about it."""

    path: str | None
    namespaces: tuple[str, ...] = ()
    advice: str = ""


@functools.cache
def _try_bwrap() -> _Bwrap:
    """It is tried once."""
    if not sys.platform.startswith("linux"):
        return _Bwrap(None, advice="the sandbox needs Linux: play in a virtual machine or a container of it")
    found = shutil.which("bwrap")
    if found is None or not os.path.isabs(found):
        return _Bwrap(None, advice=_GET_BWRAP)
    advice = ""
    for namespaces in _namespaces():
        advice = _complaint([found, *namespaces])
        if not advice:
            return _Bwrap(found, tuple(namespaces))
    return _Bwrap(None, advice=advice)


def _complaint(command: list[str]) -> str:
    """What is wrong with this beginning of a command line; empty if it works."""
    command = [*command, "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "/bin/true"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=30, check=False, cwd="/")
    except (OSError, subprocess.TimeoutExpired) as failure:
        return f"bubblewrap cannot be run: {failure}"
    if done.returncode == 0:
        return ""
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    said = lines[0] if lines else f"it ended with code {done.returncode}"
    return f"bubblewrap does not work here ({said}): the system or the container allows no namespaces"


def bwrap_path() -> str | None:
    """The path of a bubblewrap that works here, or None."""
    return _try_bwrap().path


def bwrap_advice() -> str:
    """A sentence on how to get bubblewrap, where it is missing or does not work; else an empty text."""
    return _try_bwrap().advice


def is_root() -> bool:
    """Does the referee run as root?"""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _namespaces() -> list[list[str]]:
    """The ways to make namespaces, the best one first. Root needs no user namespace, and without one an agent can be
    given a user of its own; the filter of system calls then refuses user namespaces. Versions of bubblewrap before 0.8
    cannot disable them."""
    common = ["--hostname", "agent", "--die-with-parent", "--new-session"]
    if is_root():
        names = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
        # What it takes to become that user, and no more.
        names += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        return [[*names, *common]]
    return [["--unshare-all", "--unshare-user", "--disable-userns", *common], ["--unshare-all", *common]]


@dataclasses.dataclass(frozen=True)
class _Python:
    """An interpreter: its own path and the folders that it needs."""

    executable: str
    folders: tuple[str, ...]


@functools.cache
def _ask_python(python: str) -> _Python:
    """The interpreter that `python` runs (it may be a script that chooses one). The interpreter itself tells. It runs
    isolated: outside the sandbox no file of an agent may be imported."""
    try:
        done = subprocess.run([python, "-I", "-c", _ASK_PYTHON], capture_output=True, timeout=60, check=True, cwd="/")
        answer = json.loads(done.stdout)
        executable = interpreter(answer["executable"] or python)
    except (OSError, subprocess.SubprocessError, ValueError) as failure:
        raise SandboxError(f"the interpreter {python} does not work: {failure}") from failure
    paths = [*answer["paths"], os.path.dirname(executable), os.path.dirname(os.path.realpath(executable))]
    return _Python(executable, tuple(sorted({path for path in paths if os.path.isdir(path)})))


def _outermost(paths: list[str]) -> list[str]:
    """The folders that do not lie below another one."""
    kept: list[str] = []
    for path in sorted(set(paths), key=len):
        if not any(path == one or path.startswith(one.rstrip("/") + "/") for one in kept):
            kept.append(path)
    return kept


@dataclasses.dataclass(frozen=True)
class Places:
    """What an agent's process may reach, as lists of worker_walls.py. A place holds what is below it, too."""

    listed: tuple[str, ...]
    readable: tuple[str, ...]
    devices: tuple[str, ...]
    writable: tuple[str, ...]

    def to_json(self) -> dict[str, tuple[str, ...]]:
        """All fields."""
        return dataclasses.asdict(self)


@dataclasses.dataclass(frozen=True)
class Walls:
    """How to start a worker: its command line, what it is to do itself, and the layers in force.

    source       the folder of the agent's files, which the worker copies
    agent_folder where it copies them to, and where the agent may write
    places       what the agent may reach
    has_system   it has namespaces of its own
    capability   what it needs to read the interpreter's files, which other users cannot read; `unreachable` says so
    descriptors  stay open in the process that is started; the caller closes them then
    """

    command: tuple[str, ...]
    source: str
    agent_folder: str
    library_folder: str
    environment: dict[str, str]
    uid: int | None
    layers: tuple[str, ...]
    places: Places
    has_system: bool
    capability: int | None = None
    unreachable: str = ""
    descriptors: tuple[int, ...] = ()

    @property
    def passes_permissions(self) -> bool:
        """Can the agent write where only Landlock forbids it?"""
        return self.capability == _CAP_DAC_OVERRIDE


def build(python: str, root: str, private: str, scratch_mb: int, slot: int, seed: int, wanted: bool) -> Walls:
    """The walls for a worker under `python`, whose agent's files are below `root`.

    private  an empty folder of this agent alone, for machines where it has no file system of its own
    slot     a number that no other agent of this process has at the same time
    wanted   False for no sandbox but rlimits

    Raises SandboxError.
    """
    if not os.path.isdir(root):
        raise SandboxError(f"there is no folder {root}")
    asked = _ask_python(python)
    bwrap = _try_bwrap() if wanted else _Bwrap(None)
    uid = user(slot) if wanted and is_root() else None
    if bwrap.path is None:
        return _without_namespaces(asked, root, private, seed, uid)
    environment = {**_environment(seed, _LIBRARY_FILE), "HOME": _HOME}
    mounts, descriptors = _mounts(asked, root, scratch_mb, environment, uid)
    # Arguments tell where files lie outside; the command line can be read inside.
    arguments = b"".join(os.fsencode(word) + b"\0" for word in [*bwrap.namespaces, *mounts, "--chdir", AGENT_FOLDER])
    descriptors.append(_readable(arguments))
    command = [bwrap.path, "--args", str(descriptors[-1]), "--"]
    command += _worker_command(asked, f"{_LIBRARY_FOLDER}/tetress/{_WORKER}")
    places = Places(
        listed=("/",),
        readable=(*_SYSTEM_FOLDERS, "/etc", "/opt", *asked.folders, *_KERNEL_FILES),
        devices=("/dev",),
        writable=_WRITABLE,
    )
    # A user of one's own: given by us, or by the user namespace.
    layers = ("bwrap", "uid", "rlimits")
    return Walls(
        tuple(command), _SOURCE_FOLDER, AGENT_FOLDER, _LIBRARY_FOLDER, environment, uid, layers, places, True,
        descriptors=tuple(descriptors),
    )  # fmt: skip


@functools.cache
def _first_of_namespace() -> int:
    """Containers have processes of the same numbers."""
    digest = hashlib.blake2b(pid_namespace.name().encode("ascii"), digest_size=8).digest()
    return int.from_bytes(digest, "big") % (_MANY_USERS[1] // _SLOTS) * _SLOTS


def user(slot: int) -> int:
    """A user, and a group of the same number, for the agent of that slot.

    In one namespace of processes no two referees that live have the same. In two, as in two containers, each may have any:
    a pair of referees coincides once in nine million. Where the user namespace has few users, as in a container without
    root outside, referees share some: those of 32,768 users if the numbers of their processes are 2,048 apart.
    """
    number = _first_of_namespace() + os.getpid() * _SLOTS + slot % _SLOTS
    first, count = _range()
    return first + number % count


def _range() -> tuple[int, int]:
    """The first user that may be an agent's in this user namespace, and how many there are."""
    first, count = _MANY_USERS
    try:
        with open("/proc/self/uid_map", encoding="ascii") as file:
            ranges = [(int(line.split()[0]), int(line.split()[2])) for line in file]
    except OSError:
        ranges = []
    if ranges and not any(low <= first and first + count <= low + size for low, size in ranges):
        low, size = max(ranges, key=lambda one: one[1])
        # People have the lower half.
        first, count = low + size // 2, max(1, size // 2)
    return first, count


def _worker_command(python: _Python, worker: str) -> list[str]:
    """A script whose own folder it takes off the path, without the user's packages. `-I` would ignore
    PYTHONHASHSEED, too, and there are no other such variables in the environment that we make."""
    return [python.executable, "-s", "-B", worker]


def _without_namespaces(python: _Python, root: str, private: str, seed: int, uid: int | None) -> Walls:
    folders = {name: os.path.join(private, name) for name in ("agent", "home", "tmp")}
    if uid is not None:
        os.chmod(private, 0o711)
    for folder in folders.values():
        os.mkdir(folder, 0o700)
        if uid is not None:
            os.chown(folder, uid, uid)
    environment = {**_environment(seed, tetress.library_path), "HOME": folders["home"], "TMPDIR": folders["tmp"]}
    command = _worker_command(python, str(_PACKAGE / _WORKER))
    library = os.path.abspath(tetress.library_path)
    own = (*python.folders, python.executable, str(_PACKAGE), library, root)
    places = Places(
        listed=(),
        readable=(*_SYSTEM_FOLDERS, *_SYSTEM_FILES, *_HARMLESS_FILES, *own, *_KERNEL_FILES),
        devices=_DEVICES,
        writable=tuple(folders.values()),
    )
    closed = None if uid is None else next((path for path in own if not may_read(path, uid)), None)
    layers = ("rlimits",) if uid is None else ("uid", "rlimits")
    return Walls(
        tuple(command), root, folders["agent"], str(_PACKAGE.parent), environment, uid, layers, places, False,
        capability=None if closed is None else _reading_capability(closed),
        unreachable="" if closed is None else _unreachable(closed),
    )  # fmt: skip


def may_read(path: str, uid: int) -> bool:
    """May this user, who is in the group of the same number alone, come to that place and read it?"""

    def bits(found: os.stat_result) -> int:
        shift = 6 if found.st_uid == uid else 3 if found.st_gid == uid else 0
        return found.st_mode >> shift

    try:
        found = os.stat(path)
        above = {*pathlib.Path(path).resolve().parents, *pathlib.Path(os.path.abspath(path)).parents}
        wanted = 0o5 if stat.S_ISDIR(found.st_mode) else 0o4
        return bits(found) & wanted == wanted and all(bits(os.stat(parent)) & 0o1 for parent in above)
    except OSError:
        return False


def _unreachable(path: str) -> str:
    return (
        f"agents run as users of their own, who cannot read {path}: open the folders above it (chmod o+x), or install Python and "
        "this package elsewhere, e.g. below /opt"
    )


def _has_capability(number: int) -> bool:
    """Does this process have that privilege? In a container root has few."""
    try:
        status = pathlib.Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        own = int(next(line for line in status.splitlines() if line.startswith("CapEff:")).split()[1], 16)
    except (OSError, StopIteration, ValueError):
        return False
    return bool(own >> number & 1)


def sees_open_files(walls: Walls) -> bool:
    """Will this process see which files the worker's process has open?"""
    return walls.uid is None or walls.has_system or _has_capability(_CAP_SYS_PTRACE)


def _reading_capability(path: str) -> int:
    """The privilege of reading what others may not. Landlock says what that is. Raises SandboxError without any."""
    for capability in (_CAP_DAC_READ_SEARCH, _CAP_DAC_OVERRIDE):
        if _has_capability(capability):
            return capability
    raise SandboxError(_unreachable(path))


def _environment(seed: int, library: str) -> dict[str, str]:
    """The whole environment but HOME. Hashes of strings follow the seed, so that a game can be repeated. Libraries of
    linear algebra would otherwise start a thread, which takes a stack, for each core."""
    values = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "USER": _USER,
        "LOGNAME": _USER,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": str(seed % 4294967295),
        "PYTHONUNBUFFERED": "1",
    }
    for name in ("OMP", "OPENBLAS", "MKL", "NUMEXPR"):
        values[f"{name}_NUM_THREADS"] = "1"
    for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "TETRESS_KERNEL"):
        if name in os.environ:
            values[name] = os.environ[name]
    values["TETRESS_LIBRARY"] = library
    return values


def _system_files(uid: int, gid: int) -> dict[str, str]:
    """The small files that tell programs who and where they are."""
    return {
        "/etc/passwd": f"root:x:0:0:root:/:/usr/sbin/nologin\n{_USER}:x:{uid}:{gid}::{_HOME}:/bin/sh\n",
        "/etc/group": f"root:x:0:\n{_USER}:x:{gid}:\n",
        "/etc/hosts": f"127.0.0.1 localhost {_USER}\n",
        "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    }


def _readable(data: bytes) -> int:
    """A descriptor from which `data` can be read once; a pipe holds all of it."""
    reader, writer = os.pipe()
    with os.fdopen(writer, "wb") as file:
        file.write(data)
    return reader


def _folders_above(paths: list[str]) -> list[str]:
    """The arguments that make the folders for mounts. Those that bubblewrap makes itself are closed to others."""
    above: dict[str, None] = {}
    for path in paths:
        above.update((str(parent), None) for parent in reversed(pathlib.PurePosixPath(path).parents))
    return [word for path in above if path not in ("/", "/tmp") for word in ("--perms", "0755", "--dir", path)]


def _mounts(
    python: _Python, root: str, scratch_mb: int, environment: dict[str, str], uid: int | None
) -> tuple[list[str], list[int]]:
    """The arguments that make the file system and the environment, and the descriptors that they name."""
    scratch, room = str(scratch_mb << 20), str((scratch_mb + COPY_MB) << 20)
    mounts: list[str] = []
    descriptors: list[int] = []
    for path in _SYSTEM_FOLDERS:
        if os.path.islink(path):
            mounts += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            mounts += ["--ro-bind", path, path]
    mounts += ["--perms", "0755", "--dir", "/etc"]
    for path in _SYSTEM_FILES:
        mounts += ["--ro-bind-try", path, path]
    for path, text in _system_files(*((os.getuid(), os.getgid()) if uid is None else (uid, uid))).items():
        descriptors.append(_readable(text.encode("ascii")))
        mounts += ["--perms", "0644", "--file", str(descriptors[-1]), path]
    # Before what may lie in them.
    mounts += ["--proc", "/proc", "--dev", "/dev"]
    mounts += ["--perms", "1777", "--size", scratch, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    mounts += ["--perms", "1777", "--size", scratch, "--tmpfs", "/tmp", "--perms", "1777", "--dir", _HOME]
    visible = [path for path in _SYSTEM_FOLDERS if os.path.isdir(path)]
    seen = _outermost([*visible, *python.folders])
    inside = {path: path for path in seen if path not in visible}
    inside[f"{_LIBRARY_FOLDER}/tetress"] = str(_PACKAGE)
    inside[_LIBRARY_FILE] = os.path.abspath(tetress.library_path)
    inside[_SOURCE_FOLDER] = root
    mounts += _folders_above([path for path in inside if not path.startswith("/usr/")])
    for path, source in inside.items():
        mounts += ["--ro-bind", source, path]
    mounts += ["--perms", "1777", "--size", room, "--tmpfs", AGENT_FOLDER, "--remount-ro", "/"]
    mounts += ["--clearenv"]
    for name, value in environment.items():
        mounts += ["--setenv", name, value]
    return mounts, descriptors
