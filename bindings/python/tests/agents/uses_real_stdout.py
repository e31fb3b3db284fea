# SPDX-License-Identifier: MIT
"""Uses the interpreter's own stdout, which the course's referee refuses."""
import sys

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        sys.__stdout__.write("not allowed")
