# SPDX-License-Identifier: MIT
"""Prints without end."""
import legal


class Agent(legal.Agent):
    def action(self, **referee):
        while True:
            print("all work and no play" * 1000)
