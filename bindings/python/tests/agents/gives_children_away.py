# SPDX-License-Identifier: MIT
"""Starts processes whose parent is the referee: one that ends at once and one that hides in a session of its own. Says
what it got, and plays on."""
import ctypes
import os
import platform
import struct
import time

import legal

libc = ctypes.CDLL(None, use_errno=True)
CLONE, CLONE3 = 220 if platform.machine() == "aarch64" else 56, 435
CLONE_PARENT, SIGCHLD = 0x8000, 17


def clone():
    return libc.syscall(ctypes.c_long(CLONE), ctypes.c_long(CLONE_PARENT | SIGCHLD), *(ctypes.c_long(0),) * 4)


def clone3():
    arguments = ctypes.create_string_buffer(struct.pack("=8Q", CLONE_PARENT, *(0,) * 7), 64)
    return libc.syscall(ctypes.c_long(CLONE3), arguments, ctypes.c_long(64))


def ends():
    os._exit(0)


def hides():
    os.setsid()
    time.sleep(600)
    os._exit(0)


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        for way in (clone, clone3):
            for what in (ends, hides):
                pid = way()
                if pid == 0:
                    what()
                # print() has a buffer, and each child would write its copy of it.
                os.write(2, f"{way.__name__} {'refused' if pid < 0 else 'allowed'}\n".encode())
