# SPDX-License-Identifier: MIT
"""Leaves a process behind that ignores its parent's end, and plays on."""
import os
import signal
import time

import legal


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        if os.fork() == 0:
            os.setsid()
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            if os.fork() == 0:
                time.sleep(1e6)
            os._exit(0)
