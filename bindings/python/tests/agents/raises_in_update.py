# SPDX-License-Identifier: MIT
"""Fails when it is told of an action."""
import legal


class Agent(legal.Agent):
    def update(self, color, action, **referee):
        return [][color]
