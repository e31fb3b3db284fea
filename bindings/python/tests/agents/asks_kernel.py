# SPDX-License-Identifier: MIT
"""Knocks at the kernel's doors by number: calls that no player needs. Says which are open, and plays on."""
import ctypes
import errno
import os
import platform

import legal

libc = ctypes.CDLL(None, use_errno=True)

# Numbers on x86-64 and on 64-bit ARM, and arguments that the kernel itself refuses in another way, or that do no harm.
CALLS = {
    "add_key": (248, 217, b"user", b"mine", b"x", 1, -3), "request_key": (249, 218, b"user", b"mine", None, -3),
    "keyctl": (250, 219, 0, -3, 1), "userfaultfd": (323, 282, 1), "io_uring_setup": (425, 425, 4, bytes(120)),
    "perf_event_open": (298, 241, bytes(112), 0, -1, -1, 0), "bpf": (321, 280, 0, bytes(64), 64),
    "ptrace": (101, 117, 0, 0, 0, 0), "process_vm_readv": (310, 270, os.getpid(), None, 0, None, 0, 0),
    "pidfd_getfd": (438, 438, -1, 0, 0), "kcmp": (312, 272, os.getpid(), os.getpid(), 0, 0, 0),
    "unshare": (272, 97, 0x10000000), "setns": (308, 268, -1, 0), "clone3": (435, 435, bytes(64), 64),
    "mount": (165, 40, b"none", b"/tmp", b"tmpfs", 0, None), "umount2": (166, 39, b"/tmp", 0),
    "pivot_root": (155, 41, b".", b"."), "chroot": (161, 51, b"."), "fsopen": (430, 430, b"tmpfs", 0),
    "open_tree": (428, 428, -100, b".", 1), "mount_setattr": (442, 442, -1, b"", 0, None, 0),
    "statmount": (457, 457, bytes(32), None, 0, 0), "listmount": (458, 458, bytes(32), None, 0, 0),
    "init_module": (175, 105, None, 0, b""), "kexec_load": (246, 104, 0, 0, None, 0), "reboot": (169, 142, 0, 0, 0, None),
    "swapon": (167, 224, b"/nowhere", 0), "quotactl": (179, 60, 0, None, 0, None), "acct": (163, 89, None),
    "fanotify_init": (300, 262, 0, 0), "name_to_handle_at": (303, 264, -100, b".", bytes(136), bytes(4), 0),
    "open_by_handle_at": (304, 265, -100, bytes(136), 0), "personality": (135, 92, 0x0040000), "syslog": (103, 116, 10, None, 0),
    "memfd_secret": (447, 447, 0), "process_madvise": (440, 440, -1, None, 0, 0, 0),
    "stdin pushed to a terminal": (16, 29, 0, 0x5412, b"x"), "the same with an upper half": (16, 29, 0, 0x100005412, b"x"),
    "a call of the future": (600, 600), "the x32 ABI": (0x40000000 + 39, 600),
}
ARM = platform.machine() == "aarch64"
SOCKETS = {"inet": (2, 1), "inet6": (10, 2), "netlink": (16, 3), "packet": (17, 3), "vsock": (40, 1), "alg": (38, 5), "xdp": (44, 3), "bluetooth": (31, 3)}


def word(value):
    if isinstance(value, bytes):
        return ctypes.c_char_p(value)
    return ctypes.c_void_p(None) if value is None else ctypes.c_long(value)


def ask(what, number, *arguments):
    ctypes.set_errno(0)
    answer = libc.syscall(ctypes.c_long(number), *map(word, arguments))
    error = ctypes.get_errno()
    refused = answer == -1 and error in (errno.EPERM, errno.ENOSYS)
    print("closed" if refused else "OPEN", what, answer, errno.errorcode.get(error, error))


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        for what, (intel, arm, *arguments) in CALLS.items():
            ask(what, arm if ARM else intel, *arguments)
        for what, (domain, kind) in SOCKETS.items():
            ask(f"a socket of {what}", 198 if ARM else 41, domain, kind, 0)
            ask(f"a pair of {what}", 199 if ARM else 53, domain, kind, 0, bytes(8))
        for bit in (17, 25, 26, 27, 28, 29, 30):
            ask(f"clone() with namespace bit {bit}", 220 if ARM else 56, 1 << bit | 17, 0, 0, 0, 0)
