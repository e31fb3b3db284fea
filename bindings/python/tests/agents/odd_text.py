# SPDX-License-Identifier: MIT
"""Raises an exception whose name and message hold half a surrogate pair and the sequence that clears a terminal."""
import legal

Odd = type("Odd\x1b[2J", (Exception,), {})


class Agent(legal.Agent):
    def action(self, **referee):
        if self.color.name == "RED":
            raise Odd("lost \ud800\x1b[2J")
        return Odd("no action \udfff\x1b[2J")
