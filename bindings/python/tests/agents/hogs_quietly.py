# SPDX-License-Identifier: MIT
"""Goes over the limit of memory for a moment, gives it back, and plays on."""
import legal


class Agent(legal.Agent):
    def action(self, **referee):
        bytearray(270 << 20)
        return super().action(**referee)
