# SPDX-License-Identifier: MIT
"""Asks the kernel to wake it once it is stopped, and for threads whose files nobody sees. Says what it got, and plays on."""
import ctypes
import errno
import fcntl
import os
import platform
import signal
import socket

import legal

libc = ctypes.CDLL(None, use_errno=True)
ARM = platform.machine() == "aarch64"
CLONE, CLOSE_RANGE = 220 if ARM else 56, 436


def say(what, error):
    print("refused" if error == errno.EPERM else "allowed", what, errno.errorcode.get(error, error))


def ask(what, call):
    try:
        call()
        say(what, 0)
    except OSError as refusal:
        say(what, refusal.errno)


def timer():
    event = (ctypes.c_int * 16)(0, 0, signal.SIGCONT, 0)  # struct sigevent: SIGEV_SIGNAL is 0
    if libc.timer_create(1, event, ctypes.byref(ctypes.c_void_p())) != 0:
        raise OSError(ctypes.get_errno(), "refused")


def own_files(number, *arguments):
    if libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments)) < 0:
        raise OSError(ctypes.get_errno(), "refused")


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        pair = socket.socketpair()
        ask("alarm timer", timer)
        ask("alarm of files", lambda: fcntl.fcntl(pair[0], 10, signal.SIGCONT))
        ask("buffers", lambda: pair[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 24))
        # A thread without CLONE_SIGHAND is refused by the kernel itself, in another way.
        ask("files thread", lambda: own_files(CLONE, 0x00010000, 0, 0, 0, 0))
        ask("files range", lambda: own_files(CLOSE_RANGE, 1000, 1001, 2))
        os.write(2, b"done\n")
