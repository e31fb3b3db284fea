# SPDX-License-Identifier: MIT
"""Computes in children, whose CPU time is its own."""
import os
import time

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        for _ in range(2):
            if os.fork() == 0:
                while True:
                    pass
        time.sleep(1e6)
