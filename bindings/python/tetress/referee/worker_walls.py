# SPDX-License-Identifier: MIT
"""What the worker does to itself before a stranger's code runs in it: it becomes another user, gives up privileges, and
takes on limits, Landlock rules and a filter of system calls. None of it can be undone, and children inherit it.

It runs in any Python from 3.9 on, beside worker.py, with the standard library alone. Outside, sandbox.py asks it what
the kernel offers. It makes Landlock's system calls by number, because libc has no functions for them; the numbers are
the same on every processor. Linux.
"""

from __future__ import annotations

import base64
import contextlib
import ctypes
import os
import resource
import stat
import struct
import sys
from collections.abc import Iterable, Sequence
from typing import Any

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1
_PATH_BENEATH = 1

# Rights to files. A later ABI adds some at the end of the list.
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL_DEVICE = 1 << 14, 1 << 15
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many there are; 16 since ABI 5
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEVICE
_READ = _EXECUTE | _READ_FILE | _READ_DIR

# ABI 4: binding and connecting of TCP. ABI 6: abstract sockets and signals to processes that have other rules.
_NETWORK_ABI, _SCOPED_ABI = 4, 6
_BOTH = 3

_PR_SET_PDEATHSIG, _PR_SET_KEEPCAPS, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS, _PR_CAP_AMBIENT = 1, 8, 22, 38, 47
_SECCOMP_FILTER, _AMBIENT_RAISE = 2, 2
_SIGKILL = 9
_CAPABILITY_VERSION = 0x20080522

# One instruction: code, jump if true, jump if false, value.
INSTRUCTION = struct.Struct("=HBBI")
JUMP_IF_EQUAL = 0x15

# Stands in a filter for the number of the process that loads it, which is not known outside.
OWN_PROCESS = 0x7E7E5E1F

# Here the kernel makes files anew when it is asked for them.
_PASSING = "/proc/self/"


class ConfineError(OSError):
    """The kernel has refused a wall."""


class _Program(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = [("len", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _syscall(number: int, *arguments: Any) -> int:
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    function = _libc().syscall
    function.restype = ctypes.c_long
    answer: int = function(ctypes.c_long(number), *words)
    return answer


def _check(answer: int, what: str) -> int:
    if answer < 0:
        number = ctypes.get_errno()
        raise ConfineError(number, f"{what}: {os.strerror(number)}")
    return answer


def _prctl(what: str, *words: Any) -> None:
    words = tuple(ctypes.c_ulong(word) if isinstance(word, int) else word for word in words)
    rest = (ctypes.c_ulong(0),) * (5 - len(words))
    _check(_libc().prctl(*words, *rest), what)


# ---- Landlock ----------------------------------------------------------------------------------


def landlock_abi() -> int:
    """The version of Landlock that this kernel offers; 0 for none."""
    if not sys.platform.startswith("linux"):
        return 0
    try:
        return max(0, _syscall(_CREATE_RULESET, None, 0, _ASK_VERSION))
    except (OSError, AttributeError):
        return 0


def landlock_layers(abi: int) -> tuple[str, ...]:
    """What Landlock of that version keeps."""
    found = ["landlock-files"] if abi >= 1 else []
    if abi >= _NETWORK_ABI:
        found.append("landlock-network")
    if abi >= _SCOPED_ABI:
        found.append("landlock-signals")
    return tuple(found)


def _allow(ruleset: int, path: str, rights: int) -> None:
    """Allow `rights` to what is at `path` and below. What is not there needs none."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not stat.S_ISDIR(os.fstat(place).st_mode):
        rights &= _OF_A_FILE
    rule = struct.pack("=Qi", rights, place)
    _check(_syscall(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.c_char_p(rule), 0), f"a Landlock rule for {path}")
    # The kernel forgets such a file when memory is short, and the rule with it, unless it is in use.
    if not path.startswith(_PASSING):
        os.close(place)


def _landlock(listed: Iterable[str], readable: Iterable[str], devices: Iterable[str], writable: Iterable[str]) -> None:
    """From now on: folders below `listed` can be listed, what is below `readable` can be read and run, `devices` can be
    read and written, and anything can be done below `writable`. No TCP; no abstract socket of others and no signals to
    them, where the kernel can do so."""
    abi = landlock_abi()
    every = (1 << _RIGHTS.get(abi, 16)) - 1
    words = [every] + [_BOTH] * (abi >= _NETWORK_ABI) + [_BOTH] * (abi >= _SCOPED_ABI)
    attributes = struct.pack(f"={len(words)}Q", *words)
    ruleset = _check(_syscall(_CREATE_RULESET, ctypes.c_char_p(attributes), len(attributes), 0), "Landlock")
    try:
        for paths, rights in (
            (listed, _READ_DIR),
            (readable, _READ),
            (devices, _READ_FILE | _READ_DIR | _WRITE_FILE | _IOCTL_DEVICE),
            (writable, every),
        ):
            for path in paths:
                _allow(ruleset, path, rights & every)
        _check(_syscall(_RESTRICT_SELF, ruleset, 0), "Landlock")
    finally:
        os.close(ruleset)


# ---- The rest ----------------------------------------------------------------------------------


def become(uid: int | None, capability: int | None) -> None:
    """Become another user, if there is to be one, without any privilege but `capability`."""
    if uid is None:
        return
    if capability is not None:
        _prctl("to keep a capability", _PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setgid(uid)
    os.setuid(uid)
    if capability is not None:
        _keep(capability)


def _keep(capability: int) -> None:
    """Have this capability and no other. Programs that are started have it, too."""
    header = struct.pack("=Ii", _CAPABILITY_VERSION, 0)
    own = struct.pack("=6I", *(3 * (1 << capability,)), 0, 0, 0)
    _check(_libc().capset(ctypes.c_char_p(header), ctypes.c_char_p(own)), "capabilities")
    _prctl("an ambient capability", _PR_CAP_AMBIENT, _AMBIENT_RAISE, capability)


def die_with_parent() -> None:
    """Be killed when the referee's thread that started this process ends. Call it after become(), which undoes it."""
    _prctl("to die with the referee", _PR_SET_PDEATHSIG, _SIGKILL)


def set_limits(limits: dict[str, int]) -> None:
    """Set limits by the names of RLIMIT_...; those that this Python or this system does not know are left out. A hard
    limit that is lower already stays."""
    for name, value in limits.items():
        which = getattr(resource, f"RLIMIT_{name}", None)
        if which is None:
            continue
        hard = resource.getrlimit(which)[1]
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        resource.setrlimit(which, (value, value))


def limit_growth(room: int | None) -> None:
    """Let allocations fail when the address space has grown by `room` bytes. The referee may be root and still not have
    the privilege to set that from outside."""
    if room is not None:
        with open("/proc/self/statm", "rb") as file:
            size = int(file.read().split()[0]) * resource.getpagesize()
        set_limits({"AS": size + room})


def _with_own_process(code: int, if_true: int, if_false: int, value: int) -> tuple[int, int, int, int]:
    own = code == JUMP_IF_EQUAL and value == OWN_PROCESS
    return code, if_true, if_false, os.getpid() if own else value


def _filter(program: bytes) -> None:
    """Let the kernel ask `program` about each system call."""
    if len(program) % INSTRUCTION.size:
        raise ConfineError(0, "the filter of system calls is not whole")
    program = b"".join(INSTRUCTION.pack(*_with_own_process(*one)) for one in INSTRUCTION.iter_unpack(program))
    memory = ctypes.create_string_buffer(program, len(program))
    whole = _Program(len(program) // INSTRUCTION.size, ctypes.addressof(memory))
    _prctl("the filter of system calls", _PR_SET_SECCOMP, _SECCOMP_FILTER, ctypes.byref(whole))


def _one_thread() -> None:
    """The walls hold for the thread that builds them and for those that it starts."""
    with contextlib.suppress(FileNotFoundError):  # without /proc
        if len(os.listdir("/proc/self/task")) != 1:
            raise ConfineError(0, "the worker has several threads before it is confined")


def confine(walls: dict[str, Any]) -> None:
    """Build the walls that layer_plan.py has planned. Raises OSError. All keys must be there:

    limits    RLIMIT_... by name
    landlock  the four lists of _landlock() by name, or None
    seccomp   the filter in base 64, or None
    """
    _one_thread()
    _prctl("no new privileges", _PR_SET_NO_NEW_PRIVS, 1)
    set_limits(walls["limits"])
    landlock: dict[str, Sequence[str]] | None = walls["landlock"]
    if landlock is not None:
        _landlock(**landlock)
    if walls["seccomp"] is not None:
        _filter(base64.b64decode(walls["seccomp"]))
