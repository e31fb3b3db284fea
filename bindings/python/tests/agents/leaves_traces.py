# SPDX-License-Identifier: MIT
"""Leaves one thing of each kind behind: processes without a mark, System V objects, a queue, keys, files, deep folders."""
import ctypes
import os
import platform

import legal

LIBC = ctypes.CDLL(None, use_errno=True)
ADD_KEY = {"x86_64": 248, "aarch64": 217}.get(platform.machine())


def leave_daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 64)
            os.execve("/bin/sh", ["sh", "-c", "while :; do /bin/sleep 1; done"], {})
        os._exit(0)


def leave_sysv():
    numbers = (LIBC.shmget(0x7e7e, 4096, 0o1600), LIBC.msgget(0x7e7e, 0o1600), LIBC.semget(0x7e7e, 1, 0o1600))
    print("System V", min(numbers) >= 0)


def leave_queue():
    print("queue", LIBC.mq_open(b"/tetress_left", os.O_CREAT | os.O_RDWR, 0o600, None) >= 0)


def leave_keys():
    if ADD_KEY is not None:
        print("keys", LIBC.syscall(ADD_KEY, b"user", b"tetress_left", b"secret", 6, -4) >= 0)


def leave_files():
    for folder in ("/tmp", "/var/tmp", "/dev/shm", os.environ["HOME"], "."):
        try:
            with open(f"{folder}/tetress_left-{os.getuid()}", "w", encoding="ascii") as file:
                file.write("left")
            print("file in", folder)
        except OSError:
            pass


def leave_depths():
    """A folder that is too deep to be removed from above, and closed to its owner."""
    here = os.getcwd()
    os.mkdir("deep")
    os.chdir("deep")
    for _ in range(1100):
        os.mkdir("d")
        os.chdir("d")
    os.chdir(here)
    os.makedirs("closed/inside")
    for name in ("closed/inside", "closed"):
        try:
            os.chmod(name, 0)
        except OSError:
            print("not closed", name)


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        for leave in (leave_daemon, leave_sysv, leave_queue, leave_keys, leave_files, leave_depths):
            leave()
