# SPDX-License-Identifier: MIT
"""Answers with what is no action."""
import legal


class Agent(legal.Agent):
    def action(self, **referee):
        return {"go": "somewhere", "lines": "two\nlines"}
