# SPDX-License-Identifier: MIT
"""The filter of system calls that an agent's process gets: what it may not ask the kernel for.

libseccomp makes the filter outside the sandbox, and the worker loads it (worker_walls.py). All calls are allowed but
those that are named here, and those that are newer than these lists. A call that is refused fails with EPERM. Linux.
"""

from __future__ import annotations

import ctypes
import dataclasses
import errno
import functools
import os
import platform
import sys
from typing import Any

from .worker_walls import INSTRUCTION, JUMP_IF_EQUAL, OWN_PROCESS

# Of <seccomp.h>.
_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_BAD_ARCHITECTURE = 2
_NOT_EQUAL, _MASKED_EQUAL = 1, 7
_LOW_HALF = 0xFFFFFFFF

_PR_GET_SECCOMP = 21

# Of <linux/sched.h>: a thread, one with the files of its process; a child of the caller's parent; and the namespaces that
# clone() can make.
_THREAD, _SAME_FILES, _OF_THE_PARENT = 0x00010000, 0x00000400, 0x00008000
_NAMESPACES = (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000)

_AF_UNIX = 1
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_F_SETSIG, _F_SETLEASE, _F_NOTIFY, _F_SETPIPE_SZ = 10, 1024, 1026, 1031
_UNSHARED = 2  # the flag of close_range() that gives a thread files of its own
_SOL_SOCKET = 1
_BUFFER_SIZES = (7, 8, 32, 33)  # SO_SNDBUF, SO_RCVBUF, and as root
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER = 1, 4, 36
_ASK_PERSONALITY = 0xFFFFFFFF

# Doors into the kernel that no player needs, and that attacks on kernels begin with.
_KERNEL = """
    add_key keyctl request_key userfaultfd io_uring_setup io_uring_enter io_uring_register perf_event_open bpf
    init_module finit_module delete_module create_module query_module get_kernel_syms kexec_load kexec_file_load
    reboot swapon swapoff quotactl quotactl_fd acct syslog sysfs _sysctl nfsservctl uselib ustat lookup_dcookie
    vhangup iopl ioperm vm86 vm86old modify_ldt pciconfig_read pciconfig_write pciconfig_iobase bdflush afs_syscall
    settimeofday clock_settime stime sethostname setdomainname memfd_secret
"""

# Other processes.
_PROCESSES = """
    ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp process_madvise process_mrelease move_pages migrate_pages
    unshare setns
"""

# The file system as a whole, and ways around its paths.
_MOUNTS = """
    mount umount umount2 pivot_root chroot move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr statmount
    listmount fanotify_init fanotify_mark name_to_handle_at open_by_handle_at
"""

# Memory that outlives a process or that no limit of a process counts.
_SYSTEM_V = "shmget shmat shmctl shmdt semget semop semtimedop semctl msgget msgsnd msgrcv msgctl ipc mq_open mq_unlink"
_HIDDEN_MEMORY = "memfd_create"

# Descriptors in flight keep files that nobody can see.
_PASSING = "sendmsg sendmmsg"

# They tell what happens in folders of others.
_WATCHING = "inotify_init inotify_init1 inotify_add_watch"

# Landlock forbids to write to files and not to change these. What copies files sets modes and times, and fails without:
# it is told that all is well.
_ATTRIBUTES = """
    chown fchown lchown fchownat setxattr lsetxattr fsetxattr setxattrat removexattr lremovexattr fremovexattr
    removexattrat file_setattr truncate
"""
_MODES_AND_TIMES = "chmod fchmod fchmodat fchmodat2 utime utimes utimensat futimesat"

# Calls about a process or thread, which is their first or second argument: 0 or a number. Libraries name their own process
# by its number. The filter cannot know the numbers of the agent's other threads, so it refuses them as well. Libraries
# that bind threads fail on EPERM; they are told that it worked.
_OF_A_PROCESS = {"prlimit64": 0, "sched_setattr": 0, "sched_setparam": 0, "sched_setscheduler": 0, "setpriority": 1, "ioprio_set": 1}
_REFUSED_SILENTLY = {"sched_setaffinity": 0}

# Numbers of calls that a libseccomp may be too old to know; they are the same on all processors but MIPS and Alpha.
_NUMBERS = {
    "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433, "clone3": 435,
    "pidfd_getfd": 438, "process_madvise": 440, "mount_setattr": 442, "quotactl_fd": 443, "memfd_secret": 447,
    "process_mrelease": 448, "fchmodat2": 452, "statmount": 457, "listmount": 458,
}  # fmt: skip
_MACHINES = ("x86_64", "aarch64")

# The last call that these lists were made for (mseal). There is no later one that a player needs.
_LAST = 462

# Instructions of the kernel's filter language.
_LOAD, _JUMP_IF_EQUAL, _JUMP_IF_GREATER, _RETURN = 0x20, JUMP_IF_EQUAL, 0x25, 0x06

# Where a filter finds the number of the call, and the lower half of its first argument; arguments have 8 bytes.
_CALL, _ARGUMENTS = 0, 16


@dataclasses.dataclass(frozen=True)
class Policy:
    """Which sandbox the filter is for.

    own_system   the agent has namespaces of its own: its files, IPC and sockets of AF_UNIX harm nobody and end with it
    own_user     it is the only one with its user
    one_process  it may not start a second process, nor hold memory that belongs to none
    """

    own_system: bool
    own_user: bool
    one_process: bool


class _Comparison(ctypes.Structure):
    """struct scmp_arg_cmp."""

    _fields_ = [("argument", ctypes.c_uint), ("how", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


def _is(argument: int, value: int) -> _Comparison:
    """An argument that the kernel takes for a number of 32 bits: the upper half says nothing."""
    return _Comparison(argument, _MASKED_EQUAL, _LOW_HALF, value)


def _is_not(argument: int, value: int) -> _Comparison:
    return _Comparison(argument, _NOT_EQUAL, value, 0)


def _has(argument: int, bit: int) -> _Comparison:
    return _Comparison(argument, _MASKED_EQUAL, bit, bit)


def _lacks(argument: int, bit: int) -> _Comparison:
    return _Comparison(argument, _MASKED_EQUAL, bit, 0)


@functools.cache
def _library() -> Any:
    """libseccomp, or None."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
        library.seccomp_init.restype = ctypes.c_void_p
        library.seccomp_init.argtypes = (ctypes.c_uint32,)
        library.seccomp_release.argtypes = (ctypes.c_void_p,)
        library.seccomp_attr_set.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32)
        library.seccomp_syscall_resolve_name.argtypes = (ctypes.c_char_p,)
        library.seccomp_rule_add_array.argtypes = (
            ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.POINTER(_Comparison),
        )  # fmt: skip
        library.seccomp_export_bpf.argtypes = (ctypes.c_void_p, ctypes.c_int)
    except (OSError, AttributeError):
        return None
    return library


@functools.cache
def advice() -> str:
    """Why there is no filter here and how to get one; an empty text if there is one."""
    if not sys.platform.startswith("linux"):
        return "filters of system calls need Linux"
    if _library() is None:
        return "libseccomp.so.2 is not installed: `apt install libseccomp2`"
    if ctypes.CDLL(None).prctl(_PR_GET_SECCOMP, 0, 0, 0, 0) < 0:
        return "this kernel was built without seccomp filters"
    try:
        compiled(Policy(True, True, False))
    except OSError as failure:
        return f"libseccomp makes no filter here: {failure}"
    return ""


class _Filter:
    """A filter of libseccomp under construction."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self._context = library.seccomp_init(_ALLOW)
        if not self._context:
            raise OSError("seccomp_init() failed")

    def __enter__(self) -> _Filter:
        return self

    def __exit__(self, *_: object) -> None:
        self._library.seccomp_release(self._context)

    def _check(self, answer: int, what: str) -> None:
        if answer < 0:
            raise OSError(-answer, f"{what}: {os.strerror(-answer)}")

    def refuse_other_architectures(self) -> None:
        """A processor may take calls of its 32-bit predecessor, which have other numbers."""
        answer = self._library.seccomp_attr_set(self._context, _BAD_ARCHITECTURE, _ERRNO | errno.ENOSYS)
        self._check(answer, "other architectures")

    def refuse(self, names: str, *when: _Comparison, error: int = errno.EPERM) -> None:
        """Refuse the calls of these names, whose arguments are all as in `when`. There may be more than one rule for a
        name. One that is no call here is left out."""
        rules = (_Comparison * len(when))(*when)
        for name in names.split():
            number = _number(self._library, name)
            if number >= 0:
                answer = self._library.seccomp_rule_add_array(self._context, _ERRNO | error, number, len(when), rules)
                self._check(answer, name)

    def export(self) -> bytes:
        """The filter in the kernel's form."""
        reader, writer = os.pipe()  # which holds more than the longest filter
        with open(reader, "rb") as file:
            try:
                self._check(self._library.seccomp_export_bpf(self._context, writer), "export")
            finally:
                os.close(writer)
            return file.read()


def _instruction(code: int, if_true: int, if_false: int, value: int) -> bytes:
    return INSTRUCTION.pack(code, if_true, if_false, value)


def _refuse_later() -> bytes:
    """The beginning of a filter that refuses calls with numbers that were not given when it was written."""
    if platform.machine() not in _MACHINES:
        return b""
    return (
        _instruction(_LOAD, 0, 0, _CALL)
        + _instruction(_JUMP_IF_GREATER, 0, 1, _LAST)
        + _instruction(_RETURN, 0, 0, _ERRNO | errno.ENOSYS)
    )


def _number(library: Any, name: str) -> int:
    """The number of a call, or -1 if there is no such call here."""
    number: int = library.seccomp_syscall_resolve_name(name.encode("ascii"))
    return _NUMBERS.get(name, -1) if number < 0 and platform.machine() in _MACHINES else number


def _only_own_process(library: Any) -> bytes:
    """The next part of a filter: calls about a process are for the one that loads the filter. libseccomp compares an
    argument once in a rule, and this takes two comparisons."""
    whole = b""
    for calls, error in ((_OF_A_PROCESS, errno.EPERM), (_REFUSED_SILENTLY, 0)):
        for name, argument in calls.items():
            number = _number(library, name)
            if number >= 0:
                whole += (
                    _instruction(_LOAD, 0, 0, _CALL)
                    + _instruction(_JUMP_IF_EQUAL, 0, 4, number)
                    + _instruction(_LOAD, 0, 0, _ARGUMENTS + 8 * argument)
                    + _instruction(_JUMP_IF_EQUAL, 2, 0, 0)
                    + _instruction(_JUMP_IF_EQUAL, 1, 0, OWN_PROCESS)
                    + _instruction(_RETURN, 0, 0, _ERRNO | error)
                )
    return whole


def _refuse_others(made: _Filter, policy: Policy) -> None:
    made.refuse("socketpair", _is_not(0, _AF_UNIX))
    if policy.own_system:
        made.refuse("socket", _is_not(0, _AF_UNIX))
    else:
        made.refuse("socket")
        made.refuse(_PASSING)
        made.refuse(_WATCHING)
        made.refuse(_ATTRIBUTES)
        made.refuse(_MODES_AND_TIMES, error=0)
    made.refuse("socketcall")


def _refuse_processes(made: _Filter, policy: Policy) -> None:
    made.refuse(_PROCESSES)
    # Its arguments lie in memory, which a filter cannot read; libc then calls clone().
    made.refuse("clone3", error=errno.ENOSYS)
    for bit in _NAMESPACES:
        made.refuse("clone", _has(0, bit))
    # The referee would have to wait for it, and the tree of the agent's processes would be without it.
    made.refuse("clone", _has(0, _OF_THE_PARENT))
    # What a thread with files of its own has open is nowhere to be seen.
    made.refuse("clone", _Comparison(0, _MASKED_EQUAL, _THREAD | _SAME_FILES, _THREAD))
    made.refuse("close_range", _has(2, _UNSHARED))
    if policy.one_process:
        made.refuse("fork vfork")
        made.refuse("clone", _lacks(0, _THREAD))
    made.refuse("prctl", _is(0, _PR_SET_PDEATHSIG))
    made.refuse("prctl", _is(0, _PR_SET_DUMPABLE))
    made.refuse("prctl", _is(0, _PR_SET_CHILD_SUBREAPER))
    made.refuse("personality", _is_not(0, _ASK_PERSONALITY))


def _refuse_memory(made: _Filter, policy: Policy) -> None:
    if policy.one_process or not policy.own_system:
        made.refuse(_SYSTEM_V)
    if policy.one_process:
        made.refuse(_HIDDEN_MEMORY)
        # A pipe then holds the page itself, and with a piece of a huge page all of it.
        made.refuse("vmsplice")
        made.refuse("fcntl fcntl64", _is(1, _F_SETPIPE_SZ))
        for option in _BUFFER_SIZES:
            made.refuse("setsockopt", _is(1, _SOL_SOCKET), _is(2, option))


def _refuse_alarm_clocks(made: _Filter) -> None:
    """A process that was stopped goes on at SIGCONT, which the kernel sends for it where it asked for that before."""
    made.refuse("timer_create")
    made.refuse("fcntl fcntl64", _is(1, _F_SETSIG))


def _refuse_what_owners_may(made: _Filter) -> None:
    """Others with this user have processes: no call is for a group of processes or for all of a user. _only_own_process()
    sees which process it is for."""
    made.refuse("setpriority", _is_not(0, 0))
    made.refuse("ioprio_set", _is_not(0, 1))
    if platform.machine() not in _MACHINES:
        for name, argument in {**_OF_A_PROCESS, **_REFUSED_SILENTLY}.items():
            made.refuse(name, _is_not(argument, 0))


def _refuse_watching_files(made: _Filter) -> None:
    """Whoever opens a file waits for the one that has a lease on it, and that one stands still. Files of the interpreter
    may belong to the agent's user."""
    made.refuse("fcntl fcntl64", _is(1, _F_SETLEASE))
    made.refuse("fcntl fcntl64", _is(1, _F_NOTIFY))


@functools.cache
def compiled(policy: Policy) -> bytes:
    """The filter, for the kernel. Raises OSError if it cannot be made."""
    library = _library()
    if library is None:
        raise OSError("libseccomp.so.2 is not there")
    with _Filter(library) as made:
        made.refuse_other_architectures()
        made.refuse(_KERNEL)
        made.refuse(_MOUNTS)
        made.refuse("ioctl", _is(1, _TIOCSTI))
        made.refuse("ioctl", _is(1, _TIOCLINUX))
        _refuse_others(made, policy)
        _refuse_watching_files(made)
        _refuse_processes(made, policy)
        _refuse_memory(made, policy)
        if policy.one_process:
            _refuse_alarm_clocks(made)
        if not policy.own_user:
            _refuse_what_owners_may(made)
        own = b"" if policy.own_user or platform.machine() not in _MACHINES else _only_own_process(library)
        return _refuse_later() + own + made.export()
