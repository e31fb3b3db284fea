# SPDX-License-Identifier: MIT
"""What the sandbox promises, and which layers keep each promise. A promise that nothing keeps is refused: packages of
strangers do not run, unless somebody says that this promise does not matter here."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Collection, Iterable

from .._shown import shown
from ..errors import ArgumentError


@dataclasses.dataclass(frozen=True)
class Promise:
    """Something that no agent can do, and what makes that so.

    kept_by  any of these layers is enough; "A+B" are needed together
    way_out  how to get one of them
    """

    name: str
    says: str
    kept_by: tuple[str, ...]
    way_out: str

    def is_kept(self, layers: Collection[str]) -> bool:
        """Do these layers keep it?"""
        return any(all(one in layers for one in needed.split("+")) for needed in self.kept_by)


_BWRAP = "bubblewrap that works"
_GROUP = "a control group that this user may make (as root, or handed down by systemd: `systemd-run --user --scope -p Delegate=yes`)"
_SECCOMP = "libseccomp.so.2"
_ONE_PROCESS = f"{_GROUP}, or {_SECCOMP}, with which an agent is held to one process"

PROMISES = (
    Promise("files", "an agent reads nothing of others and writes nothing outside its own folders", ("bwrap", "landlock-files"), f"{_BWRAP}, or a kernel with Landlock (Linux 5.13; 6.2 if the referee is not root)"),
    Promise("network", "an agent reaches no network and no service of this machine", ("bwrap", "seccomp"), f"{_BWRAP}, or {_SECCOMP}"),
    Promise("signals", "an agent can neither signal nor trace what is not its own", ("bwrap", "uid", "landlock-signals+seccomp"), f"{_BWRAP}, or a referee that runs as root, or {_SECCOMP} and Linux 6.12"),
    Promise("calls", "an agent cannot make the kernel's risky system calls", ("seccomp",), _SECCOMP),
    Promise("cpu", "all CPU time of an agent is counted", ("cgroup-cpu", "one-process"), _ONE_PROCESS),
    Promise("memory", "all memory that an agent makes the machine hold is limited", ("cgroup-memory", "one-process"), _ONE_PROCESS),
    Promise("processes", "the number of an agent's processes is limited", ("cgroup-pids", "uid", "one-process"), _ONE_PROCESS),
    Promise("still", "an agent stands still while the other one thinks", ("cgroup-freezer", "one-process"), _ONE_PROCESS),
)  # fmt: skip

NAMES = tuple(promise.name for promise in PROMISES)


def unkept(layers: Collection[str], accepted: Collection[str] = ()) -> list[Promise]:
    """The promises that these layers do not keep, without those that are `accepted` as weak."""
    return [one for one in PROMISES if one.name not in accepted and not one.is_kept(layers)]


def are_helped_by(layer: str, promises: Iterable[Promise]) -> bool:
    """Would that layer keep one of them?"""
    return any(layer in one.kept_by for one in promises)


def refusal(layers: Collection[str], accepted: Collection[str] = (), *, may_trust: bool = False) -> list[str]:
    """Lines on what is not promised here and what to do about it; none if all is well. `may_trust`: the program has the
    option --no-sandbox."""
    open_ones = unkept(layers, accepted)
    if not open_ones:
        return []
    lines = ["the sandbox cannot keep all its promises here, so no package is run."]
    lines += [f"  {one.name}: that {one.says} needs {one.way_out}." for one in open_ones]
    names = ",".join(name for name in NAMES if name in accepted or name in [one.name for one in open_ones])
    trust = " For packages that you trust: --no-sandbox." if may_trust else ""
    lines.append(f"To do without, add --accept-weak={names}.{trust}")
    return lines


def parse(text: str) -> tuple[str, ...]:
    """The promises that a text names, with commas between them. Raises ArgumentError."""
    return check_names(list(dict.fromkeys(name.strip() for name in text.split(",") if name.strip())))


def check_names(names: Collection[str]) -> tuple[str, ...]:
    """The names of promises, given as a collection. Raises ArgumentError."""
    if isinstance(names, str):
        raise ArgumentError(f"accept_weak must be a collection of names, not a text: {shown(names)}")
    for name in names:
        if name not in NAMES:
            raise ArgumentError(f"there is no promise {shown(name)}; the promises are {', '.join(NAMES)}")
    return tuple(names)


def _option(text: str) -> tuple[str, ...]:
    try:
        return parse(text)
    except ArgumentError as mistake:
        raise argparse.ArgumentTypeError(str(mistake)) from None


def add_option(group: argparse._ActionsContainer) -> None:
    """Add --accept-weak, whose value is a tuple of names."""
    group.add_argument(
        "--accept-weak", metavar="PROMISE[,...]", type=_option, default=(),
        help=f"run packages although these promises of the sandbox cannot be kept here ({', '.join(NAMES)})",
    )  # fmt: skip
