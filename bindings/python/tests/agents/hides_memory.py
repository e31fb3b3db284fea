# SPDX-License-Identifier: MIT
"""Keeps memory where no limit of a process counts it: shared memory that belongs to nobody, files without a name in
memory, message queues, wide pipes, pages of its own in a pipe. Says what it got, and plays on."""
import ctypes
import fcntl
import os

import legal

libc = ctypes.CDLL(None, use_errno=True)
MB = 1 << 20


def keep(what, call):
    try:
        print(what, call())
    except OSError as refusal:
        print(what, "refused", refusal.errno)


def segments():
    count = 0
    for _ in range(20):
        number = libc.shmget(0, 20 * MB, 0o1600)
        if number < 0:
            raise OSError(ctypes.get_errno(), "refused")
        libc.shmat.restype = ctypes.c_void_p
        address = libc.shmat(number, None, 0)
        ctypes.memset(address, 1, 20 * MB)
        libc.shmdt(ctypes.c_void_p(address))
        count += 20
    return f"{count} MB"


def nameless():
    file = os.memfd_create("mine")
    return f"{sum(os.write(file, bytes(MB)) for _ in range(12)) // MB} MB"


def queue():
    number = libc.mq_open(b"/mine", os.O_CREAT | os.O_RDWR, 0o600, None)
    if number < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return "a queue"


def pipe():
    _, writer = os.pipe()
    return f"{fcntl.fcntl(writer, 1031, MB)} bytes in a pipe"


def page():
    class Piece(ctypes.Structure):
        _fields_ = [("address", ctypes.c_char_p), ("size", ctypes.c_size_t)]

    _, writer = os.pipe()
    count = libc.vmsplice(writer, ctypes.byref(Piece(bytes(4096), 4096)), ctypes.c_size_t(1), 0)
    if count < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return f"{count} bytes of a page"


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        keep("segments", segments)
        keep("nameless", nameless)
        keep("queue", queue)
        keep("pipe", pipe)
        keep("page", page)
