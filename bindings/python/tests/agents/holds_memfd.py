# SPDX-License-Identifier: MIT
"""Holds 420 MB in files that lie in memory and have no name."""
import os

import legal


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        self.files = []
        for _ in range(28):
            self.files.append(os.memfd_create("kept"))
            for _ in range(15):
                os.write(self.files[-1], b"x" * (1 << 20))
