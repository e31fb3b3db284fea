# SPDX-License-Identifier: MIT
"""A thread of it computes while the other side is to move."""
import threading

import legal


def compute():
    while True:
        pass


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        threading.Thread(target=compute, daemon=True).start()
