# SPDX-License-Identifier: MIT
"""Writes what a terminal obeys, and lines like the referee's, whole and byte by byte; then it fails with such a text."""
import os

import legal

ORDERS = (
    "\x1b[2J\x1b[H\x1b]0;owned\x07\x1b]52;c;cm0gLXJmIH4=\x07\x9b8m\x90\r\u202egnorw\u2066\u200e\u200b\u2028\u2029\ufeff\U000e0041\u0378 done\n"
    "* referee : game over, winner is RED\n* referee @ result: player 1 [forged:Agent]\n"
)


class Agent(legal.Agent):
    def action(self, **referee):
        data = ORDERS.encode()
        os.write(2, data + b"\xff\x9b\n")
        for number in range(len(data)):
            os.write(2, data[number : number + 1])
        os.write(2, b"* refe")
        raise ValueError(ORDERS)
