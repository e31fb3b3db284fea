# SPDX-License-Identifier: MIT
"""Starts 28 processes in sessions of their own that do nothing but take time from the other side, for two turns."""
import os
import signal

import legal


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        self.turns, self.started = 0, []

    def update(self, color, action, **referee):
        super().update(color, action, **referee)
        if color == self.color and not self.started:
            for _ in range(28):
                self.started.append(os.posix_spawn("/bin/sh", ["sh", "-c", "while :; do :; done"], {}, setsid=True))

    def action(self, **referee):
        self.turns += 1
        if self.turns == 3:
            for pid in self.started:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
        return super().action(**referee)
