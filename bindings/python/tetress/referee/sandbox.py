# SPDX-License-Identifier: MIT
"""The walls around an agent's process. Linux. Elsewhere, and where a layer is missing, it says which layers are off.

Layers:
"bwrap"          bubblewrap: no network, read-only file system with a small /tmp and a writable copy
                 of the agent's files, own process, IPC, host-name and control-group namespaces,
                 dies with the referee
"uid"            a user of its own, when the referee is root
"rlimits"        processes, files, core; address space and CPU as a second line
"cgroup-memory"  a limit of memory for all processes together
"cgroup-pids"    a limit of their number
"""

from __future__ import annotations

import dataclasses
import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys

import tetress

from . import cgroup
from .entrant import interpreter

# Where things are inside. What is outside is seen under no other name, so that paths tell nothing.
AGENT_FOLDER = "/agent"
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


@functools.cache
def _try_bwrap() -> tuple[str | None, str]:
    """The path of a bubblewrap that works here, or None and what to do about it. It is tried once."""
    if not sys.platform.startswith("linux"):
        return None, "the sandbox needs Linux: play in a virtual machine or a container of it"
    found = shutil.which("bwrap")
    if found is None or not os.path.isabs(found):
        return None, _GET_BWRAP
    command = [found, *_namespaces(), "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "/bin/true"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=30, check=False, cwd="/")
    except (OSError, subprocess.TimeoutExpired) as failure:
        return None, f"bubblewrap cannot be run: {failure}"
    if done.returncode == 0:
        return found, ""
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    said = lines[0] if lines else f"it ended with code {done.returncode}"
    return None, f"bubblewrap does not work here ({said}): the system or the container allows no namespaces"


def bwrap_path() -> str | None:
    """The path of a bubblewrap that works here, or None."""
    return _try_bwrap()[0]


def bwrap_advice() -> str:
    """A sentence on how to get bubblewrap, where it is missing or does not work; else an empty text."""
    return _try_bwrap()[1]


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _namespaces() -> list[str]:
    """Root needs no user namespace, and without one an agent can be given a user of its own."""
    if _is_root():
        names = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
        # What it takes to become that user, and no more.
        names += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        names = ["--unshare-all"]
    return [*names, "--hostname", "agent", "--die-with-parent", "--new-session"]


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
class Walls:
    """How to start a worker: its command line, what it is to do itself, and the layers in force.

    `source` is the folder of the agent's files; the worker copies them to agent_folder, where it may write to them. The
    `descriptors` stay open in the process that is started; the caller closes them then.
    """

    command: tuple[str, ...]
    source: str
    agent_folder: str
    library_folder: str
    environment: dict[str, str]
    uid: int | None
    layers: tuple[str, ...]
    descriptors: tuple[int, ...] = ()


def missing_layers(wanted: bool = True) -> tuple[str, ...]:
    """The layers that an agent's process would be without here. Each way is tried once."""
    off = []
    if not wanted or bwrap_path() is None:
        off += ["bwrap", "uid"]
    group = cgroup.ControlGroup.try_make(None, 1) if wanted else None
    made = group.layers if group is not None else ()
    if group is not None:
        group.remove()
    return (*off, *(layer for layer in ("cgroup-memory", "cgroup-pids") if layer not in made))


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
    bwrap = bwrap_path() if wanted else None
    uid = 2_000_000_000 + (os.getpid() * 16 + slot % 16) % 140_000_000 if bwrap and _is_root() else None
    if bwrap is None:
        return _without_namespaces(asked, root, private, seed)
    environment = {**_environment(seed, _LIBRARY_FILE), "HOME": _HOME}
    mounts, descriptors = _mounts(asked, root, scratch_mb, environment, uid)
    command = [bwrap, *_namespaces(), *mounts, "--chdir", AGENT_FOLDER, "--"]
    command += _worker_command(asked, f"{_LIBRARY_FOLDER}/tetress/{_WORKER}")
    # A user of one's own: given by us, or by the user namespace.
    layers = ("bwrap", "uid", "rlimits")
    return Walls(
        tuple(command), _SOURCE_FOLDER, AGENT_FOLDER, _LIBRARY_FOLDER, environment, uid, layers, tuple(descriptors)
    )


def _worker_command(python: _Python, worker: str) -> list[str]:
    """A script whose own folder it takes off the path, without the user's packages. `-I` would ignore
    PYTHONHASHSEED, too, and there are no other such variables in the environment that we make."""
    return [python.executable, "-s", "-B", worker]


def _without_namespaces(python: _Python, root: str, private: str, seed: int) -> Walls:
    folders = {name: os.path.join(private, name) for name in ("agent", "home", "tmp")}
    for folder in folders.values():
        os.mkdir(folder, 0o700)
    environment = {**_environment(seed, tetress.library_path), "HOME": folders["home"], "TMPDIR": folders["tmp"]}
    command = _worker_command(python, str(_PACKAGE / _WORKER))
    return Walls(tuple(command), root, folders["agent"], str(_PACKAGE.parent), environment, None, ("rlimits",))


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


def _readable(text: str) -> int:
    """A descriptor from which `text` can be read once; a pipe holds all of it."""
    reader, writer = os.pipe()
    with os.fdopen(writer, "w", encoding="ascii") as file:
        file.write(text)
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
        descriptors.append(_readable(text))
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
