# SPDX-License-Identifier: MIT
"""The walls around an agent's process. Linux; elsewhere, and where a layer is missing, what is off is said.

Layers: "bwrap" (bubblewrap: no network, read-only file system with a small /tmp, own process, IPC, host-name and
control-group namespaces, dies with the referee), "uid" (a user of its own, when the referee is root), "rlimits"
(processes, files, core; address space and CPU as a second line), "cgroup-memory", "cgroup-pids".
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
from typing import Optional

import tetress

from . import cgroup

# Where things are inside. What is outside is seen under no other name, so that paths tell nothing.
AGENT_FOLDER = "/agent"
_LIBRARY_FOLDER = "/opt/tetress"
_LIBRARY_FILE = "/opt/tetress/lib/libtetress.so"

_PACKAGE = pathlib.Path(tetress.__file__).resolve().parent
_WORKER = pathlib.PurePosixPath("referee", "worker.py")

_SYSTEM_FOLDERS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime")

_ASK_PYTHON = """
import json, site, sys
paths = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
try:
    paths.update(site.getsitepackages())
    if site.ENABLE_USER_SITE:
        paths.add(site.getusersitepackages())
except AttributeError:
    pass
print(json.dumps({"paths": sorted(paths), "executable": sys.executable}))
"""


class SandboxError(RuntimeError):
    """The sandbox cannot be set up: nobody's fault who plays."""


@functools.lru_cache(maxsize=None)
def bwrap_path() -> Optional[str]:
    """bubblewrap that works here, or None. It is tried once."""
    found = shutil.which("bwrap")
    if found is None or not sys.platform.startswith("linux"):
        return None
    command = [found, *_namespaces(), "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "/bin/true"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return found if done.returncode == 0 else None


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


@functools.lru_cache(maxsize=None)
def _python_paths(python: str) -> tuple[str, ...]:
    """Folders that an interpreter needs, asked of itself."""
    try:
        done = subprocess.run([python, "-c", _ASK_PYTHON], capture_output=True, timeout=60, check=True)
        answer = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as failure:
        raise SandboxError(f"the interpreter {python} does not work: {failure}") from failure
    paths = [*answer["paths"], str(pathlib.Path(answer["executable"]).resolve().parent)]
    return tuple(sorted({path for path in paths if os.path.isdir(path)}))


def _outermost(paths: list[str]) -> list[str]:
    """Without those that lie below another one."""
    kept: list[str] = []
    for path in sorted(set(paths), key=len):
        if not any(path == one or path.startswith(one.rstrip("/") + "/") for one in kept):
            kept.append(path)
    return kept


@dataclasses.dataclass(frozen=True)
class Walls:
    """How to start a worker: its command line, what it is to do itself, and the layers in force."""

    command: tuple[str, ...]
    agent_folder: str
    library_folder: str
    environment: dict[str, str]
    uid: Optional[int]
    layers: tuple[str, ...]


def missing_layers(wanted: bool = True) -> tuple[str, ...]:
    """Layers that an agent's process would be without here. It is tried, once for each way."""
    off = []
    if not wanted or bwrap_path() is None:
        off += ["bwrap", "uid"]
    group = cgroup.ControlGroup.try_make(None, 1) if wanted else None
    made = group.layers if group is not None else ()
    if group is not None:
        group.remove()
    return (*off, *(layer for layer in ("cgroup-memory", "cgroup-pids") if layer not in made))


def build(python: str, root: str, scratch_mb: int, slot: int, seed: int, wanted: bool) -> Walls:
    """Walls for a worker under `python` whose agent's files are below `root`.

    slot: a number that no other agent of this process has at the same time. wanted: False for no sandbox but rlimits.
    Raises SandboxError.
    """
    if not os.path.isdir(root):
        raise SandboxError(f"there is no folder {root}")
    bwrap = bwrap_path() if wanted else None
    uid = 2_000_000_000 + (os.getpid() * 16 + slot % 16) % 140_000_000 if bwrap and _is_root() else None
    if bwrap is None:
        command = [python, "-B", str(_PACKAGE / _WORKER)]
        environment = _environment(seed, tetress.library_path)
        return Walls(tuple(command), root, str(_PACKAGE.parent), environment, None, ("rlimits",))
    environment = _environment(seed, _LIBRARY_FILE)
    command = [bwrap, *_namespaces(), *_mounts(python, root, scratch_mb, environment)]
    command += ["--chdir", AGENT_FOLDER, "--", python, "-B", f"{_LIBRARY_FOLDER}/tetress/{_WORKER}"]
    # A user of one's own: given by us, or by the user namespace.
    layers = ("bwrap", "uid", "rlimits")
    return Walls(tuple(command), AGENT_FOLDER, _LIBRARY_FOLDER, environment, uid, layers)


def _environment(seed: int, library: str) -> dict[str, str]:
    """All of it. Hashes of strings follow the seed, so that a game can be repeated; libraries of linear
    algebra would otherwise take a thread, and its stack, for each core."""
    values = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": str(seed % 4294967295),
        "PYTHONUNBUFFERED": "1",
    }
    for name in ("OMP", "OPENBLAS", "MKL", "NUMEXPR"):
        values[f"{name}_NUM_THREADS"] = "1"
    for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "TETRESS_ISA"):
        if name in os.environ:
            values[name] = os.environ[name]
    values["TETRESS_LIBRARY"] = library
    return values


def _folders_above(paths: list[str]) -> list[str]:
    """Arguments that make the folders in which mounts are to appear: bubblewrap's own are closed to others."""
    above: dict[str, None] = {}
    for path in paths:
        above.update((str(parent), None) for parent in reversed(pathlib.PurePosixPath(path).parents))
    return [word for path in above if path not in ("/", "/tmp") for word in ("--perms", "0755", "--dir", path)]


def _mounts(python: str, root: str, scratch_mb: int, environment: dict[str, str]) -> list[str]:
    scratch = str(scratch_mb << 20)
    mounts: list[str] = []
    for path in _SYSTEM_FOLDERS:
        if os.path.islink(path):
            mounts += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            mounts += ["--ro-bind", path, path]
    for path in _SYSTEM_FILES:
        mounts += ["--ro-bind-try", path, path]
    # Before what may lie in them.
    mounts += ["--proc", "/proc", "--dev", "/dev"]
    mounts += ["--perms", "1777", "--size", scratch, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    mounts += ["--perms", "1777", "--size", scratch, "--tmpfs", "/tmp"]
    visible = [path for path in _SYSTEM_FOLDERS if os.path.isdir(path)]
    seen = _outermost(visible + [*_python_paths(python), os.path.dirname(os.path.realpath(python))])
    inside = {path: path for path in seen if path not in visible}
    inside[f"{_LIBRARY_FOLDER}/tetress"] = str(_PACKAGE)
    inside[_LIBRARY_FILE] = os.path.abspath(tetress.library_path)
    mounts += _folders_above([path for path in inside if not path.startswith("/usr/")])
    for path, source in inside.items():
        mounts += ["--ro-bind", source, path]
    mounts += ["--ro-bind", root, AGENT_FOLDER, "--remount-ro", "/"]
    mounts += ["--clearenv"]
    for name, value in environment.items():
        mounts += ["--setenv", name, value]
    return mounts
