# SPDX-License-Identifier: MIT
"""Prints to sys.stdout, to the descriptor below it and to stderr, which is allowed."""
import os
import sys

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        print("to stdout")
        sys.stdout.write("written \ufffd\n")
        print("to stderr", file=sys.stderr)
        os.write(1, b"to descriptor 1 \xff\n")
        return super().action(**referee)
