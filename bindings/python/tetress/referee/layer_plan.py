# SPDX-License-Identifier: MIT
"""Which layers there are on this machine, what they promise together, and what the worker is told to do to itself
(worker_walls.py). Linux."""

from __future__ import annotations

import base64
import dataclasses
import os
import pathlib
import platform
import re
from collections.abc import Collection
from typing import Any

from . import cgroup, promises, sandbox, seccomp, worker_walls
from .limits import Limits

LAYERS = (
    "bwrap", "uid", "rlimits", "no-new-privs", "landlock-files", "landlock-network", "landlock-signals", "seccomp",
    "cgroup-cpu", "cgroup-memory", "cgroup-pids", "cgroup-freezer",
)  # fmt: skip

# Instead of control groups.
ONE_PROCESS = "one-process"

# Since Linux 6.2 Landlock keeps files from being cut short. Before, permissions must do that.
_ABI_FOR_ONE_USER = 3

_DESCRIPTORS = 256

# Where nobody sees the open files that have no name, they are few and small.
_UNSEEN = {"NOFILE": 64, "FSIZE": 2 << 20}

# Threads of others that may start while the number of a user's threads is limited by that of the whole machine.
_SPARE_THREADS = 64


@dataclasses.dataclass(frozen=True)
class Confinement:
    """What the worker is told, and the layers in force when it has done so. If `referee_counts_tasks`, others share the
    kernel's limit of processes and threads, so the referee counts."""

    setup: dict[str, Any]
    layers: tuple[str, ...]
    referee_counts_tasks: bool


def _landlock(has_permissions: bool) -> tuple[str, ...]:
    abi = worker_walls.landlock_abi()
    return worker_walls.landlock_layers(abi) if has_permissions or abi >= _ABI_FOR_ONE_USER else ()


def _with_kernel(outer: tuple[str, ...], has_permissions: bool, accepted: Collection[str]) -> tuple[str, ...]:
    """The layers `outer`, what the worker adds to them, and one process where that keeps a promise that is not kept
    otherwise. `has_permissions`: the agent cannot write to files of others, whatever Landlock says."""
    found = ("rlimits", "no-new-privs", *_landlock(has_permissions), *(("seccomp",) if not seccomp.advice() else ()))
    layers = tuple(dict.fromkeys((*(one for one in outer if one != "rlimits"), *found)))
    if "seccomp" in layers and promises.are_helped_by(ONE_PROCESS, promises.unkept(layers, accepted)):
        layers += (ONE_PROCESS,)
    return tuple(sorted(layers, key=[*LAYERS, ONE_PROCESS].index))


def layers_here(wanted: bool = True, accepted: Collection[str] = ()) -> tuple[str, ...]:
    """The layers that an agent's process would have here. Each way is tried once."""
    if not wanted:
        return ("rlimits",)
    group = cgroup.ControlGroup.try_make(None, 1)
    made = group.layers if group is not None else ()
    if group is not None:
        group.remove()
    bwrap = sandbox.bwrap_path() is not None
    outer = ("bwrap", "uid") if bwrap else ("uid",) if sandbox.is_root() else ()
    return _with_kernel((*outer, *made), bwrap or sandbox.is_root(), accepted)


def missing_layers(wanted: bool = True) -> tuple[str, ...]:
    """The layers that an agent's process would be without here."""
    here = layers_here(wanted)
    return tuple(layer for layer in LAYERS if layer not in here)


def refusal_here(accepted: Collection[str], *, may_trust: bool = False) -> str:
    """What a program says before it ends, if packages may not run here; else an empty text."""
    lines = promises.refusal(layers_here(True, accepted), accepted, may_trust=may_trust)
    if lines and sandbox.bwrap_advice():
        lines.insert(-1, f"  ({sandbox.bwrap_advice()}.)")
    return "\n".join(lines)


def notice(wanted: bool, accepted: Collection[str]) -> list[str]:
    """What a program says of the sandbox before it runs packages: first of all what is weak. Staff must not believe in
    walls that are not there."""
    here = layers_here(wanted, accepted)
    if not wanted:
        off = ", ".join(layer for layer in LAYERS if layer not in here)
        return [f"WARNING: SANDBOX LAYERS THAT ARE OFF: {off}. Packages can do what you can do."]
    lines = [f"Sandbox: {', '.join(here)}."]
    weak = promises.unkept(here)
    if weak:
        said = "; ".join(f"{one.name} ({one.says})" for one in weak)
        lines.insert(0, f"WARNING: PROMISES OF THE SANDBOX THAT ARE NOT KEPT: {said}.")
    return lines


def plan(
    walls: sandbox.Walls, limits: Limits, group_layers: Collection[str], accepted: Collection[str], wanted: bool
) -> Confinement:
    """What the worker behind `walls` is to do, given the layers of its control group. Raises SandboxError if a promise
    is kept by nothing and is not among those `accepted` as weak. If no sandbox is `wanted`, nothing is promised."""
    setup: dict[str, Any]
    referee_counts = "cgroup-pids" not in group_layers and _shares_count(walls)
    if not wanted:
        setup = {"limits": _limits(limits, walls), "landlock": None, "seccomp": None}
        return Confinement(setup, ("rlimits", *group_layers), referee_counts)
    own_user = walls.has_system or walls.uid is not None
    layers = _with_kernel((*walls.layers, *group_layers), own_user and not walls.passes_permissions, accepted)
    refused = promises.refusal(layers, accepted)
    if refused:
        raise sandbox.SandboxError(" ".join(line.strip() for line in refused))
    if walls.capability is not None and not {"landlock-files", "seccomp"} <= set(layers):
        raise sandbox.SandboxError(walls.unreachable)
    setup = {
        "limits": _limits(limits, walls),
        "landlock": walls.places.to_json() if "landlock-files" in layers else None,
        "seccomp": None,
    }
    if "seccomp" in layers:
        policy = seccomp.Policy(
            own_system=walls.has_system,
            own_user=own_user,
            one_process=ONE_PROCESS in layers,
        )
        setup["seccomp"] = base64.b64encode(seccomp.compiled(policy)).decode("ascii")
    return Confinement(setup, layers, referee_counts)


def _limits(limits: Limits, walls: sandbox.Walls) -> dict[str, int]:
    """Resource limits, a second line of defence, and the first one against many processes and large files."""
    found = {
        "NPROC": limits.processes,
        "NOFILE": _DESCRIPTORS,
        "CORE": 0,
        "FSIZE": limits.scratch_mb << 20,
        "MSGQUEUE": 0,
        "MEMLOCK": 0,
        "SIGPENDING": _DESCRIPTORS,
        "NICE": 0,
        "RTPRIO": 0,
    }
    if not sandbox.sees_open_files(walls):
        found.update(_UNSEEN)
    if limits.cpu_s is not None:
        found["CPU"] = int(limits.cpu_s) + 60
    if _shares_count(walls):
        # Room for both agents of every game at a time. Nothing here keeps one from taking it all: the referee counts
        # what each has (process.py).
        found["NPROC"] = _threads_here() + _SPARE_THREADS + 2 * limits.processes * _games_at_a_time()
    return found


def _shares_count(walls: sandbox.Walls) -> bool:
    """Does the kernel's limit count processes of others with the agent's?"""
    return walls.uid is None and not (walls.has_system and _counts_by_namespace())


def _counts_by_namespace() -> bool:
    """Does this kernel count a user's processes in each user namespace apart? Linux 5.14 began to."""
    numbers = re.match(r"(\d{1,6})\.(\d{1,6})", platform.release())
    return numbers is not None and (int(numbers[1]), int(numbers[2])) >= (5, 14)


def _games_at_a_time() -> int:
    """One a processor, and one more that is ending. If more are played, an agent may get fewer threads (SECURITY.md)."""
    return 1 + len(os.sched_getaffinity(0))


def _threads_here() -> int:
    """The threads of the whole machine. How many of them are this user's is not quickly told."""
    try:
        return int(pathlib.Path("/proc/loadavg").read_text().split()[3].partition("/")[2])
    except (OSError, IndexError, ValueError):
        return 1 << 16
