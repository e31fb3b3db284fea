# SPDX-License-Identifier: MIT
"""Sends the referee an answer that has no end."""
import os

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        for number in sorted(os.listdir("/proc/self/fd"), key=int)[3:]:
            try:
                while True:
                    os.write(int(number), b"[" * 65536)
            except OSError:
                pass
