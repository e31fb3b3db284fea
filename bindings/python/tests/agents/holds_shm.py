# SPDX-License-Identifier: MIT
"""Holds 400 MB in System V shared memory, which is in the address space of no process."""
import ctypes

import legal

SIZE = 20 << 20


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        libc = ctypes.CDLL(None, use_errno=True)
        libc.shmat.restype = ctypes.c_void_p
        for _ in range(20):
            address = libc.shmat(libc.shmget(0, SIZE, 0o1600), None, 0)
            ctypes.memset(address, 1, SIZE)
            libc.shmdt(ctypes.c_void_p(address))
