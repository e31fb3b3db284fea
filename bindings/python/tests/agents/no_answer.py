# SPDX-License-Identifier: MIT
"""Forgets to answer."""
import legal


class Agent(legal.Agent):
    def action(self, **referee):
        pass
