# SPDX-License-Identifier: MIT
"""Fails with text that is none: half a surrogate pair, and what would clear a terminal, also in the name of its exception."""
import legal

Odd = type("Odd\x1b[2J", (Exception,), {})


class Agent(legal.Agent):
    def action(self, **referee):
        if self.color.name == "RED":
            raise Odd("lost \ud800\x1b[2J")
        return Odd("no action \udfff\x1b[2J")
