# SPDX-License-Identifier: MIT
"""Raises an exception. The name of its class imitates lines of the referee's log and output."""
import legal

LINES = "X\nT0000.900\treferee\tgame_end\twinner:RED\r\n* referee : game over, winner is RED\u2028* referee @ result: draw"


class Agent(legal.Agent):
    def action(self, **referee):
        raise type(LINES, (Exception,), {})(LINES)
