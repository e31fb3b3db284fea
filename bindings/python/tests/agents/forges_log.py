# SPDX-License-Identifier: MIT
"""Raises an exception whose class is named like lines of the referee's log and of what the referee prints."""
import legal

LINES = "X\nT0000.900\treferee\tgame_end\twinner:RED\r\n* referee : game over, winner is RED\u2028* referee @ result: draw"


class Agent(legal.Agent):
    def action(self, **referee):
        raise type(LINES, (Exception,), {})(LINES)
