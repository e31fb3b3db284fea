# SPDX-License-Identifier: MIT
"""Fills the disk with files that it has open and that have no name. Where /tmp is small, or files must be, it is refused soon and
plays on."""
import tempfile

import legal


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        self.files = [tempfile.TemporaryFile(buffering=0) for _ in range(40)]

    def action(self, **referee):
        try:
            for file in self.files:
                for _ in range(15):
                    file.write(b"x" * (1 << 20))
        except OSError as full:
            print(full.strerror)
            self.files = []
        return super().action(**referee)
