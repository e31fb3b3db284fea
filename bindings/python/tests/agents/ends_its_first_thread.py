# SPDX-License-Identifier: MIT
"""Ends the first thread of its process, whose files in /proc tell nothing from then on, and goes on in another one. That
takes all the memory that it can get."""
import ctypes
import mmap
import pathlib
import platform
import sys
import threading
import time

import legal

EXIT = {"x86_64": 60}.get(platform.machine(), 93)
PART = 8 << 20


def taken():
    """Parts of memory until there is no more, or 400 MB."""
    parts = []
    try:
        while len(parts) < 50:
            parts.append(mmap.mmap(-1, PART, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
    except OSError:
        del parts[-2:]  # room for the rest
    return parts


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        frame = sys._getframe()
        while frame.f_code.co_name != "_serve":
            frame = frame.f_back
        threading.Thread(target=self.go_on, args=(frame.f_globals["_serve"], dict(frame.f_locals))).start()
        ctypes.CDLL(None).syscall(EXIT, 0)

    def go_on(self, serve, worker):
        while "State:\tZ" not in pathlib.Path("/proc/self/status").read_text():
            time.sleep(0.001)
        worker["agent"]._object = self
        worker["channel"].write({"done": True})
        serve(worker["channel"], worker["agent"], worker["folder"], worker["shown"])

    def action(self, **referee):
        self.parts = taken()
        return super().action(**referee)
