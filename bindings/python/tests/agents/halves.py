# SPDX-License-Identifier: MIT
"""Has halves of surrogate pairs in all that it says."""
import sys

import legal


class Action(str):
    def __repr__(self):
        return "\udcff action \ud800"


class Agent(legal.Agent):
    def action(self, **referee):
        sys.stderr.buffer.write("\ud800 output\n".encode("utf-8", "surrogatepass"))
        if self.color.name == "RED":
            raise ValueError("\ud800 lone")
        return Action("\udfff")
