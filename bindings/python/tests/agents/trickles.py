# SPDX-License-Identifier: MIT
"""Sends the referee an answer bit by bit that never ends, and computes meanwhile."""
import os
import time

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        line = max(int(name) for name in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{name}"))
        while True:
            os.write(line, b" ")
            end = time.process_time() + 0.005
            while time.process_time() < end:
                pass
