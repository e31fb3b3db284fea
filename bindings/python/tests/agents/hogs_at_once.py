# SPDX-License-Identifier: MIT
"""Asks for more memory than there is, in one piece."""
import legal


class Agent(legal.Agent):
    def action(self, **referee):
        return bytearray(1 << 45)
