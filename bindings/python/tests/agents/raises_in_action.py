# SPDX-License-Identifier: MIT
"""Fails when it is to move."""
import legal


class Agent(legal.Agent):
    def action(self, **referee):
        raise ValueError("lost\nmy way")
