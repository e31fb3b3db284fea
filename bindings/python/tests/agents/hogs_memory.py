# SPDX-License-Identifier: MIT
"""Takes memory step by step, more than any limit."""
import legal


class Agent(legal.Agent):
    def action(self, **referee):
        kept = []
        while True:
            kept.append(bytearray(8 << 20))
