# SPDX-License-Identifier: MIT
"""Kills all that it may."""
import os
import signal

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        os.kill(-1, signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)
