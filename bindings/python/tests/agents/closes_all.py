# SPDX-License-Identifier: MIT
"""Closes every file that is open, the referee's among them, and sleeps."""
import os
import time

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        os.closerange(0, 256)
        time.sleep(1e6)
